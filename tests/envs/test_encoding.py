"""Observations: each field has the right content, and no seat observes anything hidden from it."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")

import numpy as np

import hoyle
from hoyle.dsl.types import Type
from hoyle.envs.actions import Actions
from hoyle.envs.encoding import Encoding, ObservationRow
from hoyle.envs.position import GameNode, GameTree, named_cards, seen_steps
from hoyle.interpreter.engine import Dice, State
from hoyle.interpreter.players.sampling import exchanged_for

from .conftest import RULESETS


def fields(encoding: Encoding, row: ObservationRow) -> dict[str, list[float]]:
    return {field.name: row[field.start : field.start + field.size].tolist() for field in encoding.fields}


def played(ruleset: str, choices: int, seed: int = 1) -> tuple[hoyle.Rules, Encoding, GameNode]:
    rules = hoyle.rules(ruleset)
    player, dice = GameTree(rules.engine), random.Random(seed)
    position = player.start(seed)
    for _ in range(choices):
        options = player.options(position)
        if not options:  # the game is over
            break
        position = player.play(position, dice.choice(options))
    return rules, Encoding(Actions(rules.program)), position


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("choices", [0, 6, 23])
def test_hidden_cards_do_not_change_an_observation(ruleset: str, choices: int) -> None:
    rules, encoding, position = played(ruleset, choices)
    for seat in range(rules.program.players):
        view = rules.engine.view(State(position.values), seat)
        other = GameNode(exchanged_for(rules.program, position.values, view, Dice(7)), position.step, position.before)
        assert encoding.observe(other, seat).tolist() == encoding.observe(position, seat).tolist()
    watcher = next(seat for seat in range(rules.program.players) if seat != max(position.player, 0))
    assert encoding.observe(position, watcher).tolist() != encoding.observe(position, max(position.player, 0)).tolist()


def test_the_fields_describe_the_table() -> None:
    rules, encoding, position = played("newberry_euchre", 0)
    game = rules.at(State(position.values))
    for seat, name in enumerate(rules.seats):
        found = fields(encoding, encoding.observe(position, seat))
        hand = game.cards("hand", name)
        assert [face for face, held in enumerate(found["hand +0 seen"]) if held] == sorted(c.number for c in hand)
        assert found["hand +1 hidden"] == [5]
        assert sum(found["hand +1 seen"]) == 0
        assert found["turned seen"][game.cards("turned")[0].number] == 1
        assert found["turn"] == [float((position.player - seat) % 4 == i) for i in range(4)]
        dealer = rules.seats.index(str(game["dealer"]))
        assert found["dealer"].index(1) == (dealer - seat) % 4
        assert found["trump"] == [0, 0, 0, 0]


def test_the_history_shows_the_last_choices_and_only_the_cards_a_seat_saw() -> None:
    rules = hoyle.rules("newberry_euchre")
    player, encoding = GameTree(rules.engine), Encoding(Actions(rules.program))
    position = player.start(3)
    asked = position.player
    order = next(raw for raw in player.options(position) if rules.choice(position.ask, raw).label == "order up")
    position = player.play(position, order)
    dealer = position.player
    raw = next(raw for raw in player.options(position) if rules.choice(position.ask, raw).kind.startswith("discard"))
    position = player.play(position, raw)
    kinds = [kind.label for kind in encoding.actions.kinds]
    for seat in range(4):
        found = fields(encoding, encoding.observe(position, seat))
        assert found["choice -2 player"][(asked - seat) % 4] == 1
        assert found["choice -2 kind"][kinds.index("order up")] == 1
        assert found["choice -1 player"][(dealer - seat) % 4] == 1
        assert found["choice -1 kind"][kinds.index("discard {c}")] == 1
        assert sum(found["choice -1 cards"]) == (1 if seat == dealer else 0)
        assert found["choice -1 hidden"] == [0 if seat == dealer else 1]
        assert sum(found["choice -3 player"]) == 0


def test_the_last_card_of_a_trick_is_in_the_history() -> None:
    rules, encoding, position = played("whist", 4)
    step = position.step
    assert step is not None
    assert rules.at(State(position.values)).cards("trick") == ()
    for seat in range(4):
        found = fields(encoding, encoding.observe(position, seat))
        assert found["choice -1 cards"][rules.program.deck[step.raw[1]]] == 1


def test_a_secret_choice_is_hidden_until_everybody_has_chosen() -> None:
    rules, encoding, position = played("hearts", 3)
    chosen = [step.player for step in position.past()]
    for seat in range(4):
        found = fields(encoding, encoding.observe(position, seat))
        for number, player in enumerate(chosen, 1):
            assert sum(found[f"choice -{number} kind"]) == (player == seat)
    position = GameTree(rules.engine).play(position, GameTree(rules.engine).options(position)[0])
    seen = [{step.player: step for step in seen_steps(rules.program, position, seat)} for seat in range(4)]
    for giver in range(4):
        for seat in range(4):
            step = seen[seat][giver]
            assert step.raw is not None
            assert len(step.cards) == (3 if seat in (giver, (giver + 1) % 4) else 0)


def test_every_card_of_a_variable_and_of_a_choice_counts_also_the_first() -> None:
    program = hoyle.rules("newberry_euchre").program
    encoding = Encoding(Actions(program))
    card = Type("card")
    for face in range(len(program.faces)):
        row = np.zeros(len(program.faces) + 2, np.float32)
        encoding._value(row, 1, card, program.deck.index(face), 0)
        assert row.nonzero()[0].tolist() == [face + 1]
    row = np.zeros(len(program.faces), np.float32)
    encoding._value(row, 0, Type("card", optional=True), -1, 0)
    assert not row.any()


def test_a_choice_names_its_cards_also_the_first() -> None:
    program = hoyle.rules("newberry_euchre").program
    places = [
        (ask, number)
        for ask, one in enumerate(program.asks)
        for number, alternative in enumerate(one.alternatives)
        if [bound.type.kind for bound in alternative.bound] == ["card"]
    ]
    assert places
    for ask, alternative in places:
        for card in range(len(program.deck)):
            assert named_cards(program, ask, (alternative, card)) == (card,)
        assert named_cards(program, ask, (alternative, -1)) == ()
