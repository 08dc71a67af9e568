"""Random games of every ruleset: a recorded game replays the same, and with one choice changed it fails."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.lowering import SettingsError
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.json_form import write_json
from hoyle.interpreter.notation.writer import write_text
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.records import AnyRecord
from hoyle.interpreter.replay.events import Acted, Began, Ended, Failed, ReplayEvent
from hoyle.interpreter.replay.replayer import Replay

NAMES = sorted(path.stem for path in RULESETS.rglob("*.hoyle"))
MOST = 70
"""The number of choices in a game."""
SETTINGS = settings(
    max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
RULES = Rulesets()


@dataclasses.dataclass
class Played:
    """A random game: its script, all its records, and the steps with more than one legal choice."""

    table: OpenedGame
    game: m.ScriptedGame
    records: list[AnyRecord]
    free: list[int]


FEW = 2
"""The number of tables per game, each used by many tests.  With HOYLE_SLOW_TESTS there is no limit."""


def a_table(draw: Callable[..., object], name: str) -> OpenedGame:
    """Draw compatible options and a number of players."""
    if "HOYLE_SLOW_TESTS" not in os.environ:
        return one_of_few(name, draw(st.integers(0, FEW - 1)))
    rules = RULES.open(name).game
    options: dict[str, int | str | bool] = {}
    for option in rules.options:
        if draw(st.booleans()):
            options[option.name] = draw(a_value(option))
    low, high, _ = rules.players
    try:
        return RULES.open(name, options, draw(st.integers(low, high)))
    except SettingsError:
        assume(False)
        raise


@cache
def one_of_few(name: str, number: int) -> OpenedGame:
    """The default table of a game for number 0.

    For other numbers a table with some options set and some number of players.
    """
    if number == 0:
        return RULES.open(name)
    rules, chance = RULES.open(name).game, Random(f"{name} {number}")
    low, high, _ = rules.players
    for _ in range(20):
        chosen = {one.name: chance.choice(some_values(one)) for one in rules.options if chance.random() < 0.5}
        with suppress(SettingsError):
            return RULES.open(name, chosen, chance.randint(low, high))
    return RULES.open(name)


def some_values(option) -> Sequence[int | str | bool]:
    match option.type.kind:
        case "flag":
            return [False, True]
        case "word":
            return option.type.words
        case _:
            return option.values or range(option.type.low, option.type.high + 1)


def a_value(option) -> st.SearchStrategy[object]:
    return st.sampled_from(some_values(option))


def played(draw: Callable[..., object], name: str) -> Played:
    """Draw a random game, played from its start."""
    table = a_table(draw, name)
    return game_at(table, name, draw(st.integers(0, 2**32)))


@cache
def game_at(table: OpenedGame, name: str, seed: int) -> Played:
    """The random game for a table and a seed.

    Most tests start with the same game.  It is played once, and no test changes it.
    """
    engine, words, dice = table.engine, table.words, Dice(seed)
    recorder, everything = Recorder(engine, words), []

    def hear(record, slots) -> None:
        everything.append(record)
        recorder.hear(record, slots)

    state = engine.start(seed=seed, listener=hear)
    steps, free = recorder.steps(), []
    for _ in range(MOST):
        question = engine.question(state)
        if question is None:
            break
        if question.incidents and dice.below(20) == 0:
            state = engine.declare(state, question.incidents[0], listener=hear)
        else:
            choices = [choice for choice, _ in zip(question.choices(), range(200), strict=False)]
            free += [len(steps)] if len(choices) > 1 else []
            state = engine.apply(state, choices[dice.below(len(choices))], listener=hear)
        steps += recorder.steps()
    return Played(
        table, dataclasses.replace(heading(engine.program, words, name), steps=tuple(steps)), everything, free
    )


def replayed(game: m.ScriptedGame) -> list[ReplayEvent]:
    return list(Replay(game, RULES.for_script(game)))


@pytest.mark.parametrize("name", NAMES)
@SETTINGS
@given(data=st.data())
def test_a_game_in_either_form_replays_with_the_same_records_and_end(name: str, data: st.DataObject) -> None:
    it = played(data.draw, name)
    for text in (write_text(m.Script((it.game,))), write_json(m.Script((it.game,)))):
        script, problems = parse_script(text)
        assert script is not None, problems
        assert script.games == (it.game,)
    events = replayed(it.game)
    assert isinstance(events[-1], Ended), [e.diagnostic for e in events if isinstance(e, Failed)]
    found = [record for event in events if isinstance(event, Began | Acted) for record in event.records]
    assert found == it.records
    assert Replay(it.game, it.table).checked() == events[-1]
    end = data.draw(st.sampled_from([i for i, step in enumerate(it.game.steps) if isinstance(step, m.Answer)] or [0]))
    beginning = replayed(dataclasses.replace(it.game, steps=it.game.steps[:end]))
    part = [record for event in beginning if isinstance(event, Began | Acted) for record in event.records]
    assert isinstance(beginning[-1], Ended)
    assert part == it.records[: len(part)]


@pytest.mark.parametrize("name", NAMES)
@SETTINGS
@given(data=st.data())
def test_an_illegal_choice_fails_at_its_own_line(name: str, data: st.DataObject) -> None:
    it = played(data.draw, name)
    assume(it.free)
    at = data.draw(st.sampled_from(it.free))
    step = it.game.steps[at]
    assert isinstance(step, m.Answer)
    state = next(
        e.state
        for e in reversed(replayed(dataclasses.replace(it.game, steps=it.game.steps[:at])))
        if isinstance(e, Acted | Began)
    )
    question = it.table.engine.question(state)
    legal = {option.label for option, _ in zip(question.options(it.table.words), range(2_000), strict=False)}
    others = {other.text.text for other in it.game.steps if isinstance(other, m.Answer)}
    others |= {f"play {card}" for card in it.table.words.faces} | {"sing"}
    wrong = data.draw(st.sampled_from(sorted(others - legal)))
    choice = next(iter(it.table.words.choices(question.alternatives, wrong, question.pool)), None)
    assume(choice is None or not question.legal(choice))  # the list of 2,000 labels may be incomplete
    broken = dataclasses.replace(step, text=m.SpannedText(wrong))
    refuse(it.game, at, broken, ("E1051", "E1052"))
    seats = [name for name in it.game.names if name != step.actor.text]
    if seats:
        refuse(
            it.game, at, dataclasses.replace(step, actor=m.SpannedText(data.draw(st.sampled_from(seats)))), ("E1050",)
        )


def refuse(game: m.ScriptedGame, at: int, step: m.Answer, codes: tuple[str, ...]) -> None:
    """Check that a game with this step in place of its own fails at the line of the step, in a full and in a quick
    replay.
    """
    changed = dataclasses.replace(game, steps=(*game.steps[:at], step, *game.steps[at + 1 :]))
    script, problems = parse_script(write_text(m.Script((changed,))))
    assert script is not None, problems
    line = script.games[0].steps[at].span.line
    for last in (replayed(script.games[0])[-1], Replay(script.games[0], RULES.for_script(script.games[0])).checked()):
        assert isinstance(last, Failed)
        assert (last.diagnostic.code in codes, last.diagnostic.span.line) == (True, line), last.diagnostic


def wrong_fact(draw: Callable[..., object], step: m.Fact) -> m.Fact:
    """Draw a fact of chance with one card too many, one too few, or one named twice."""
    if not isinstance(step, m.DealtCards) or not step.cards:
        return step
    cards = list(step.cards)
    match draw(st.sampled_from(("twice", "fewer", "more", "unknown"))):
        case "twice":
            cards[-1] = cards[0]
        case "fewer":
            cards.pop()
        case "more":
            cards.append(cards[0])
        case _:
            cards[0] = m.SpannedText("??")
    return dataclasses.replace(step, cards=tuple(cards))


@pytest.mark.parametrize("name", NAMES)
@SETTINGS
@given(data=st.data())
def test_the_quick_replay_always_agrees_with_the_full_one(name: str, data: st.DataObject) -> None:
    """Expectations and comments are inserted anywhere, even between a choice and the cards that it draws.

    Facts may be wrong.
    """
    it = played(data.draw, name)
    turns = [m.TurnExpectation(m.SpannedText(seat)) for seat in it.game.names]
    owned = [info for info in it.table.words.program.variables if info.owner is None and info.type.kind == "number"]
    others = [m.ValueExpectation(m.SpannedText(info.name), (m.OwnerValue(None, m.SpannedText("0")),)) for info in owned]
    steps: list[m.Step] = []
    for at, step in enumerate(it.game.steps):
        if isinstance(step, m.DealtCards) and data.draw(st.integers(0, 30)) == 0:
            step = wrong_fact(data.draw, step)
        if isinstance(step, m.DealtCards | m.Pile) and steps and data.draw(st.integers(0, 3)) == 0:
            # Most of them are true: they name the player who must choose.
            then = [m.TurnExpectation(one.actor) for one in it.game.steps[at:] if isinstance(one, m.Answer)][:1]
            steps.append(data.draw(st.sampled_from([m.Note("a remark"), *then * 8, *turns[:1], *others[:1]])))
        if data.draw(st.integers(0, 40)) == 0:
            continue  # a required line is missing
        steps.append(step)
    script, _ = parse_script(write_text(m.Script((dataclasses.replace(it.game, steps=tuple(steps)),))))
    assume(script is not None)
    (game,) = script.games
    slow, quick = replayed(game)[-1], Replay(game, RULES.for_script(game)).checked()
    assert quick == slow
