"""What an observation tells of the past of a deal is what a player hears who listens from the first card on."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")

import hoyle
from hoyle.envs.actions import Actions
from hoyle.envs.encoding import Encoding
from hoyle.envs.position import GameNode, GameTree
from hoyle.envs.remembering import HISTORY
from hoyle.interpreter.engine import Dice, State
from hoyle.interpreter.game import LegalChoice, Rules
from hoyle.interpreter.players.named import NamedPlayer, Turn
from hoyle.interpreter.players.player import decision_of
from hoyle.interpreter.program import trick_rules
from hoyle.interpreter.records import Chosen
from hoyle.interpreter.search.history import History


class Listener(NamedPlayer):
    """Keeps the questions as a player by names sees them."""

    remembers = True

    def answer(self, turn: Turn) -> LegalChoice:
        self.turn = turn
        return turn.choices[0]


def questions(ruleset: str, count: int) -> Iterator[tuple[Rules, Encoding, GameNode, Turn, dict[str, list[float]]]]:
    """The questions of a random game, as a player hears them and as the fields of an observation by their names."""
    rules = hoyle.rules(ruleset)
    tree, dice, history = GameTree(rules.engine), random.Random(ruleset), History(rules.program)
    encoding, listener = Encoding(Actions(rules.program), 0, HISTORY), Listener(rules.program)
    position = tree.start(1, listener=history.hear)
    for number in range(count):
        if position.ask < 0:
            return
        options = tree.options(position)
        listener.choose(decision_of(rules.engine, State(position.values), Dice(1, number, 0), options, history))
        row = encoding.observe(position, position.player)
        yield (
            rules,
            encoding,
            position,
            listener.turn,
            {field.name: row[field.start : field.start + field.size].tolist() for field in encoding.fields},
        )
        history.asked(position.values)
        position = tree.play(position, dice.choice(options), listener=history.hear)


TRICKS = ("whist", "newberry_euchre", "contract_bridge", "pinochle", "french_tarot")


@pytest.mark.parametrize("ruleset", TRICKS)
def test_the_last_two_tricks_are_those_that_a_player_heard(ruleset: str) -> None:
    complete = 0
    for rules, _, position, turn, fields in questions(ruleset, 150):
        heard, seat = turn.tricks[::-1], position.player
        begun = [trick for trick in heard if trick.plays]
        for number in (1, 2):
            led = fields[f"trick -{number} led"]
            if len(begun) < number:
                assert not any(led)
                continue
            plays = begun[number - 1].plays
            names = [rules.seats[(seat + one) % len(rules.seats)] for one in range(len(rules.seats))]
            assert [names[at] for at, one in enumerate(led) if one] == [plays[0][0]]
            found = {
                name: face
                for one, name in enumerate(names)
                for face, here in enumerate(fields[f"trick -{number} +{one}"])
                if here
            }
            assert found == {name: rules.program.deck[card.number] for name, card in plays}
            complete += begun[number - 1].winner is not None
    assert complete > 20


@pytest.mark.parametrize("ruleset", ["whist", "spades", "german_whist"])
def test_a_card_is_gone_or_in_sight_exactly_if_a_player_has_seen_it(ruleset: str) -> None:
    gone = 0
    for rules, _, _, turn, fields in questions(ruleset, 60):
        unseen = {rules.program.deck[card.number] for card in turn.unseen}
        behind = {face for face, many in enumerate(fields["gone"]) if many}
        in_sight = set[int]()
        for name, field in fields.items():
            if name.endswith(" seen"):
                in_sight |= {face for face, many in enumerate(field) if many}
        assert not behind & in_sight
        assert behind | in_sight == set(range(len(rules.program.faces))) - unseen
        gone += sum(fields["gone"]) > 0
    assert gone > 10


def test_a_void_is_shown_by_whoever_did_not_follow_the_dummy_included() -> None:
    shown = 0
    for ruleset in ("whist", "contract_bridge"):
        for rules, _, position, turn, fields in questions(ruleset, 120):
            lacking = set[tuple[str, str]]()
            for trick in turn.tricks:
                led = str(trick.plays[0][1].suit) if trick.plays else ""
                lacking |= {(name, led) for name, card in trick.plays if str(card.suit) != led}
            found = {
                (rules.seats[(position.player + one) % 4], group)
                for one in range(4)
                for group, void in enumerate(fields[f"void +{one}"])
                if void
            }
            suits = rules.program.suits
            ruler = trick_rules(rules.program).ruler  # type: ignore[union-attr]
            trump = position.values[rules.program.variables[ruler].base]
            groups = [*suits, suits[trump] if 0 <= trump < len(suits) else ""]
            assert {(name, groups[group]) for name, group in found} == lacking
            shown += len(found)
    assert shown > 50


def test_the_last_calls_are_those_that_a_player_heard() -> None:
    heard = 0
    for rules, encoding, position, turn, fields in questions("contract_bridge", 40):
        last = {
            (one.player, one.ask, one.choice.alternative): one.choice.values
            for one in turn.heard
            if isinstance(one, Chosen)
        }
        starts = {field.start: field for field in encoding.fields}
        for (ask, number, cells), places in zip(encoding.history.kinds, encoding.history.calls, strict=True):
            for one, place in enumerate(places):
                player = (position.player + one) % 4
                values = last.get((player, ask, number))
                field = fields[starts[place].name]
                assert [at for at, here in enumerate(field) if here] == (
                    [] if values is None else [cells.of(values, player)]
                )
                heard += values is not None
        del rules
    assert heard > 50
