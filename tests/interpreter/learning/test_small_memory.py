"""What a learning player remembers of a deal, in a small game of tricks and choices: the same by the record of a game and
in a module, and nothing that another seat must not know.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hoyle.interpreter.engine import Dice, State
from hoyle.interpreter.engine.sets import bits
from hoyle.interpreter.learning.nets import code_of
from hoyle.interpreter.learning.remembered import remembered
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.sampling import exchanged_for
from hoyle.interpreter.program import Program
from hoyle.interpreter.search.history import History
from hoyle.interpreter.wasm.learned.memory import DealMemory

from ...small_rules import game_of, small_rules
from ...small_tricks import program_of, small_tricks
from .test_kernel import Sitting

BIDDING = """
        for p in players
            p chooses
                "pass"
                "bid {n}" for n in 1..3
                    set maker to p
                "partner {q}" for q in players where q != p
                    set maker to q
"""
SECRET = """game "Secret"
language 1
players 2
deck 2 3 4 5
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    points of each player: number
main
    shuffle every card into stock
    repeat 2 times
        deal 1 from stock to hand of each player
        in secret together
            for p in players
                p chooses
                    "low"
                        add 1 to p.points
                    "high"
                        add 2 to p.points
        for p in players
            p chooses
                "play {c}" for c in p.hand
                    move c to pile
                "wait"
    game over, won by the player with highest points, otherwise shared
"""
PLAY = """
        for p in players
            p chooses
                "discard {cs}" for cs in 1..2 cards of p.hand
                    show cs to p.partner
                "look at {c}" for c in p.hand
                    show c to p
"""


@pytest.fixture(scope="module")
def tricks() -> Program:
    return program_of(small_tricks(bidding=BIDDING, play=PLAY))


@pytest.fixture(scope="module")
def plain() -> Program:
    return lower(game_of(small_rules(players="3", cards="2")))


@pytest.fixture(scope="module")
def secret() -> Program:
    return lower(game_of(SECRET))


def test_what_was_chosen_in_secret_is_not_remembered(secret: Program) -> None:
    learned = code_of(secret).module.learned
    assert learned is not None
    asks = {ask for ask, _, _ in learned.memory.chosen}
    assert [secret.asks[ask].secret for ask in asks] == [False]
    assert [one.secret for one in secret.asks] == [True, True, False]


def both(sitting: Sitting) -> tuple[bytes, bytes]:
    """What is remembered, by the record and in the module."""
    found = remembered(sitting.history, sitting.seat, sitting.state.values, sitting.learned.memory, sitting.engine)
    sitting.machine.call("options", 0)
    sitting.features(0)
    return found, sitting.memory()


@pytest.mark.parametrize("name", ["secret", "tricks", "plain"])
def test_a_record_and_a_module_remember_the_same(name: str, request: pytest.FixtureRequest) -> None:
    sitting = Sitting(request.getfixturevalue(name), 3)
    for _ in range(45):
        if sitting.over:
            break
        options = sitting.ask()
        by_record, by_module = both(sitting)
        assert by_record == by_module
        number = sitting.dice.below(len(options))
        sitting.take(number, options[number])
        assert sitting.machine.state == sitting.state.values


def test_features_are_the_same_whatever_a_seat_cannot_see(tricks: Program) -> None:
    sitting, dice, exchanged = Sitting(tricks, 5), Dice(2), 0
    for _ in range(20):
        options = sitting.ask()
        number = sitting.dice.below(len(options))
        sitting.machine.call("options", 0)
        real, kept = sitting.features(number), sitting.machine.state
        other = exchanged_for(tricks, kept, sitting.engine.view(State(kept), sitting.seat), dice)
        exchanged += other != kept
        sitting.machine.put(other)
        assert sitting.features(number) == real
        sitting.machine.put(kept)
        sitting.take(number, options[number])
    assert exchanged > 10


class Kept:
    """What is remembered, taken apart."""

    def __init__(self, content: bytes, memory: DealMemory, players: int) -> None:
        size = memory.set_size
        assert len(content) == memory.size
        masks = [int.from_bytes(content[at : at + size], "little") for at in range(0, size * (1 + players), size)]
        self.public, self.own = masks[0], masks[1:]
        at = size * (1 + players)
        self.lacking = [int.from_bytes(content[at + 8 * i : at + 8 * i + 8], "little") for i in range(players)]
        at += 8 * players
        kinds = len(memory.chosen)
        numbers = [int.from_bytes(content[at + 2 * i : at + 2 * i + 2], "little") for i in range(kinds * players)]
        self.said = [numbers[i * kinds : (i + 1) * kinds] for i in range(players)]


def test_what_is_remembered_is_what_lay_open_was_named_was_lacked_and_was_said(tricks: Program) -> None:
    """The same kept once more, from what the test itself sees of each choice."""
    learned = code_of(tricks).module.learned
    assert learned is not None
    memory = learned.memory
    zones = {zone.name: zone for zone in tricks.zones}
    kinds = [(ask, kind) for ask, kind, _ in memory.chosen]
    sitting = Sitting(tricks, 8)
    public, own, lacking = 0, [0] * 4, [0] * 4
    said: dict[tuple[int, int], int] = {}
    lacked = 0
    while not sitting.over:
        options = sitting.ask()
        values: Any = sitting.state.values
        open_ = sum(1 << card for card in _cards(values[zones["floor"].base]))
        public |= open_
        ask = ~values[0]
        found = Kept(both(sitting)[0], memory, 4)
        assert found.public == public
        assert found.own == [own[seat] if seat == sitting.seat else 0 for seat in range(4)]
        assert found.lacking == lacking
        assert found.said == [[said.get((seat, i), 0) for i in range(len(kinds))] for seat in range(4)]
        number = sitting.dice.below(len(options))
        option, seat = options[number], sitting.seat
        bound = tricks.asks[ask].alternatives[option[0]].bound
        named = 0
        for one, value in zip(bound, option[1:], strict=True):
            named |= 1 << value if one.type.kind == "card" else value if one.type.holds_cards else 0
        own[seat] |= named
        rules = tricks.asks[ask].trick
        if rules is not None:
            public |= named
            on_table = _cards(values[zones["trick"].base])
            if on_table:
                (card,) = bits(named)
                trump = values[tricks.variables[0].base]
                led = tricks.faces[_first(sitting, zones)].suit
                suit = tricks.faces[card].suit
                if suit != led:
                    group = 4 if led == trump else led
                    lacking[seat] |= 1 << group
                    lacked += 1
        if (ask, option[0]) in kinds:
            index = kinds.index((ask, option[0]))
            cell = option[1] - 1 if len(option) > 1 else 0
            if len(option) > 1 and bound[0].type.kind == "player":
                cell = (option[1] - seat) % 4
            elif len(option) > 1 and bound[0].type.kind != "number":
                cell = option[1]
            said[seat, index] = cell + 1
        before = len(sitting.history.steps)
        sitting.take(number, option)
        if len(sitting.history.steps) <= before:
            break  # the next deal
    assert lacked


def test_cards_of_an_open_trick_lie_open_only_if_they_were_named(tricks: Program) -> None:
    """Of a game that was continued in the middle of a trick, the record has no choices: the cards there are not kept."""
    learned = code_of(tricks).module.learned
    assert learned is not None
    memory = learned.memory
    zones = {zone.name: zone for zone in tricks.zones}
    sitting = Sitting(tricks, 8)
    while not _cards(sitting.state.values[zones["trick"].base]):
        options = sitting.ask()
        number = sitting.dice.below(len(options))
        sitting.take(number, options[number])
    values = sitting.state.values
    history = History(tricks)
    history.begin_at(values)
    kept = Kept(remembered(history, sitting.seat, values, memory, sitting.engine), memory, 4)
    assert kept.public == sum(1 << card for card in _cards(values[zones["floor"].base]))
    assert (kept.own, kept.lacking) == ([0] * 4, [0] * 4)
    for secret in (replace(memory), memory):
        secret.tricks = secret is memory  # where tricks are not open, what lies there does
        found = Kept(remembered(history, sitting.seat, values, secret, sitting.engine), memory, 4)
        lying = sum(1 << card for card in _cards(values[zones["trick"].base]))
        assert found.public == kept.public | (0 if secret is memory else lying)


def _cards(content: int | tuple[int, ...]) -> tuple[int, ...]:
    return content if isinstance(content, tuple) else bits(content)


def _first(sitting: Sitting, zones: Any) -> int:
    """The card that was led: what was named by the first choice of the trick that lies on the table."""
    count = len(_cards(sitting.state.values[zones["trick"].base]))
    return sitting.history.steps[-count].choice.values[0]
