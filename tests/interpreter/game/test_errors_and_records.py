"""Games whose rules end in an error, and what is known of games that were continued from a state."""

from __future__ import annotations

import pytest

from hoyle.interpreter.errors import GameError
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.game import Game, Rules
from hoyle.interpreter.game.setup import ExecutorName
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.records import AnyRecord
from hoyle.interpreter.search.following import HistoryFeeder

from ...small_rules import game_of, small_rules
from ..small_scripts import opened

BREAKS = small_rules(
    players="4",
    head='option full: 1..4 = 2 "how many cards the pile holds"',
    answers='            "leave"\n                nothing\n',
).replace("for c in p.hand\n", "for c in p.hand where size of pile < full\n").replace(
    '"leave"', '"leave" if size of pile < full'
)  # fmt: skip
"""A game in which nothing can be chosen once the pile is full."""


def begun(executor: ExecutorName, *, listened: bool = False) -> tuple[Game, list[AnyRecord]]:
    game = game_of(BREAKS)
    heard: list[AnyRecord] = []
    rules = Rules("Breaks", (), OpenedGame.lowered(game, lower(game), ("Ann", "Bob", "Cyd", "Dan")), executor)
    return rules.start(3, listener=(lambda record, _: heard.append(record)) if listened else None), heard


def looks(game: Game) -> tuple[object, ...]:
    return game.number, game.turn, game.choices.labels, game.state, game.records


@pytest.mark.parametrize("way", ["plain", "listened from the start", "listened later", "with a deal", "copied"])
@pytest.mark.parametrize("executor", ["python", "wasm"])
def test_a_choice_that_leads_nowhere_leaves_the_game_as_it_was(executor: ExecutorName, way: str) -> None:
    game, _ = begun(executor, listened=way == "listened from the start")
    before = [looks(game)]
    for choice in ("leave", 0):
        game.choose(choice, deal={} if way == "with a deal" and choice == 0 else None)
        before.append(looks(game))
    if way == "listened later":
        game.listen(lambda record, slots: None)
    elif way == "copied":
        game = game.copy()
    for choice in (0, game.choices[1], "  " + game.choices.labels[0].upper(), game.choices.labels[0]):
        for deal in (None, {}) if way == "with a deal" else (None,):
            with pytest.raises(Fault, match="there is nothing to choose here"):
                game.choose(choice, deal=deal)
            assert looks(game) == before[2]
    game.choose("leave")
    assert (game.number, game.turn) == (3, "Dan")
    for number in (2, 1, 0):
        game.undo()
        assert looks(game) == before[number]
    with pytest.raises(GameError, match="0 choices can be taken back, not 1"):
        game.undo()


@pytest.mark.parametrize("executor", ["python", "wasm"])
@pytest.mark.parametrize("name", ["choices", "tricks", "alike"])
def test_what_is_known_of_a_game_that_was_continued_from_a_state(name: str, executor: ExecutorName) -> None:
    one = opened(name)
    rules = Rules(one.game.title, (), one, executor)
    first = rules.start(6)
    first.choose(0)
    game = rules.at(first.state)
    feeder, program = HistoryFeeder(rules.program), rules.program
    feeder.begin_at(game.state.values)
    known = 0
    for number in range(4):
        if game.over:
            break
        found = game._feeder()
        for seat in range(program.players):
            values = game.state.values
            assert found.history.seen_by(seat, values) == feeder.history.seen_by(seat, values)
            assert found.history.heard_by(seat, values) == feeder.history.heard_by(seat, values)
        before = game.state.values
        game.choose(number % len(game.choices))
        feeder.made(before, game.records[known:])
        known = len(game.records)
    assert game.records


@pytest.mark.parametrize("executor", ["python", "wasm"])
def test_what_is_known_of_a_game_from_its_start(executor: ExecutorName) -> None:
    one = opened("choices")
    game = Rules(one.game.title, (), one, executor).start(6)
    feeder, known = HistoryFeeder(one.engine.program), len(game.records)
    feeder.begin(game.records)
    for number in range(5):
        values = game.state.values
        for seat in range(3):
            assert game._feeder().history.seen_by(seat, values) == feeder.history.seen_by(seat, values)
        game.choose(number % len(game.choices))
        feeder.made(values, game.records[known:])
        known = len(game.records)
