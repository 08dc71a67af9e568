"""What a seat knows of cards that were laid face down by a choice and are seen later, and of named cards that change places."""

from __future__ import annotations

from typing import Any

import pytest

from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.sampling import card_slots, exchanged_for, imagined_slots
from hoyle.interpreter.program import PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.history import History
from hoyle.interpreter.text.parse import Words

from ...small_rules import game_of

GAME = """game "Laid"
language 1
players 3
deck 2 3 4 5 6 7
zones
    stock: face down
    laid of each player: face down
    shown: face up
    hand of each player: private
remember
    points of each player: number
main
    shuffle every card into stock
    deal 4 from stock to hand of each player
    repeat 4 times
        for p in players
            p chooses
                "lay {c}" for c in p.hand
                    move c to p.laid
                "lay both {cs}" for cs in 2 cards of p.hand
                    move cs to p.laid
                "turn up {q}" for q in players where q.laid is not empty
                    move q.laid to shown
                "name {d}" for d in p.hand
                    p.left chooses
                        "well"
                            add 1 to p.points
                        "again"
                            nothing
                "wait"
    game over, won by the player with highest points, otherwise shared
"""


class Table:
    """A game whose choices the test makes by their words; a card is the player's card with that number from 0."""

    def __init__(self, seed: int = 3) -> None:
        self.program: Program = lower(game_of(GAME))
        self.engine, self.history, self.words = Engine(self.program), History(self.program), Words(self.program)
        self.state = self.engine.start(seed=seed, listener=self.history.hear)
        self.hands = {zone.name: zone.base for zone in self.program.zones}

    @property
    def player(self) -> int:
        question = self.engine.question(self.state)
        assert question is not None
        return question.player

    def cards(self, zone: str, owner: int = 0) -> list[int]:
        """The cards of a zone, lowest first."""
        content: Any = self.state.values[self.hands[zone] + owner]
        return sorted(content) if isinstance(content, tuple) else [c for c in range(24) if content >> c & 1]

    def choose(self, text: str, *cards: int) -> tuple[int, ...]:
        """Make a choice; returns the cards that it names."""
        question = self.engine.question(self.state)
        assert question is not None
        hand = self.cards("hand", question.player)
        named = tuple(hand[number] for number in cards)
        label = " ".join([text, *map(self.words.card, named)])
        choice = next(one for one in question.choices() if question.label(one, self.words) == label)
        self.history.asked(self.state.values)
        self.state = self.engine.apply(self.state, choice, listener=self.history.hear)
        return named

    def known(self, seat: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The values and what is hidden of each choice that names cards, as a seat knows them."""
        seen = self.history.seen_by(seat, self.state.values)
        asks = self.program.asks
        return [
            (step.values, step.hidden)
            for step in seen.steps
            if step.alternative in (0, 1) and len(asks[step.ask].alternatives) > 2
        ]


def mask(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def test_a_card_laid_down_is_known_once_its_pile_is_turned_up() -> None:
    table = Table()
    (card,) = table.choose("lay", 1)
    assert [table.known(seat) for seat in range(3)] == [[((card,), (-1,))], [((-2,), (0,))], [((-2,), (0,))]]
    table.choose("wait")
    table.choose("turn up A")
    assert [table.known(seat) for seat in range(3)] == [[((card,), (-1,))]] * 3


def test_two_cards_laid_down_together_are_known_as_one_choice() -> None:
    table = Table()
    cards = table.choose("lay both", 0, 3)
    assert table.known(0) == [((mask(cards),), (-1,))]
    assert table.known(1) == [((0,), (2,))]
    table.choose("turn up A")
    assert [table.known(seat) for seat in range(3)] == [[((mask(cards),), (-1,))]] * 3


def test_which_of_two_choices_laid_which_card_stays_unknown() -> None:
    """The pile was not empty, so nobody else knows which of the cards that are turned up was laid first."""
    table = Table()
    first = table.choose("lay", 2)
    table.choose("wait")
    table.choose("wait")
    second = table.choose("lay", 0)
    table.choose("turn up A")
    assert table.known(0) == [(first, (-1,)), (second, (-1,))]
    assert [hidden for _, hidden in table.known(1)] == [(0,), (0,)]
    assert {*table.cards("shown")} == {*first, *second}


def test_piles_of_two_players_are_known_apart() -> None:
    table = Table(5)
    one, other = table.choose("lay", 0), table.choose("lay both", 1, 2)
    table.choose("turn up B")
    assert table.known(2) == [((-2,), (0,)), ((mask(other),), (-1,))]
    table.choose("turn up A")
    assert table.known(2) == [(one, (-1,)), ((mask(other),), (-1,))]


# -------------------------------------------------------------------------------------------------------- named cards


@pytest.mark.parametrize("player", [0, 1, 2])
def test_a_card_that_is_named_stays_in_the_hand_of_whoever_named_it(player: int) -> None:
    """While somebody answers, the card that was named lies in another hand: in each imagined deal one of that hand."""
    table = Table(7)
    for _ in range(player):
        table.choose("wait")
    assert table.player == player
    (named,) = table.choose("name", 2)
    viewer, values = table.player, table.state.values
    assert viewer == (player + 1) % 3
    seen = table.engine.view(table.state, viewer)
    slots = [slot for slot, several in card_slots(table.program) if not several and values[slot] == named]
    assert slots
    found: set[int] = set()
    for seed in range(25):
        made = exchanged_for(table.program, values, seen, Dice(seed))
        assert table.engine.view(State(made), viewer) == seen
        assert made[PC] == values[PC]
        for owner in range(3):
            plain = imagined_slots(table.program, values, seen, Dice(seed))
            assert made[table.hands["hand"] + owner] == plain[table.hands["hand"] + owner]
        hand: Any = made[table.hands["hand"] + player]
        for slot in slots:
            card: Any = made[slot]
            assert hand >> card & 1
            found.add(card)
    assert found.isdisjoint(table.cards("hand", viewer))
    assert len(found) > 8
    assert table.engine.question(State(made)) is not None
    assert Choice(0, ()) in [*table.engine.question(State(made)).choices()]  # type: ignore[union-attr]
