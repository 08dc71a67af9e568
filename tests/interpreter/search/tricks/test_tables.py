"""The table of a whole deal: the tricks of each side, for every trump and every leader."""

from __future__ import annotations

from functools import cache

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import PC, Program
from hoyle.interpreter.search.tricks.tables import NoTable, TrickTables, first_lead
from hoyle.interpreter.text.format import bits

from .test_tricks import positions

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def program_of(name: str) -> Program:
    game = load(name).game
    assert game is not None
    return lower(game, {})


def tricks_of_first_side(hands: tuple[tuple[tuple[int, int], ...], ...], leader: int, trump: int | None) -> int:
    """Exhaustive play of cards (suit, height): how many tricks seats 0 and 2 take."""

    @cache
    def to_come(held: tuple[tuple[tuple[int, int], ...], ...], at: int, played: tuple[tuple[int, int], ...]) -> int:
        if not any(held) and not played:
            return 0
        seat = (at + len(played)) % 4
        if len(played) == 4:
            led = played[0][0]
            best = max(played, key=lambda card: (card[0] == trump, card[0] == led, card[1]))
            winner = (at + played.index(best)) % 4
            return (winner % 2 == 0) + to_come(held, winner, ())
        legal = [card for card in held[seat] if played and card[0] == played[0][0]] or list(held[seat])
        values = [
            to_come(
                tuple(tuple(one for one in hand if one != card) if s == seat else hand for s, hand in enumerate(held)),
                at, (*played, card),
            )
            for card in legal
        ]  # fmt: skip
        return max(values) if seat % 2 == 0 else min(values)

    return to_come(hands, leader, ())


def test_the_table_is_that_of_exhaustive_play() -> None:
    program = program_of("contract_bridge")
    tables, done = TrickTables(program, 64 << 20), 0
    for state in positions(program, range(3, 4), 11):
        try:
            found = tables.table(state)
        except NoTable:  # the trick has begun
            continue
        faces = [program.faces[face] for face in program.deck]
        hands = tuple(tuple((faces[card].suit, faces[card].rank) for card in bits(hand)) for hand in found.hands)
        assert len(found.ruling) == 5
        for value, tricks in zip(found.ruling, found.tricks, strict=True):
            trump = value if value is not None and value < 4 else None
            for seat, number in enumerate(tricks):
                ours = tricks_of_first_side(hands, (seat + 1) % 4, trump)
                assert number == (ours if seat % 2 == 0 else 3 - ours)
        done += 1
        if done == 6:
            break


def test_the_choices_before_the_tricks_do_not_matter() -> None:
    program = program_of("contract_bridge")
    engine = Engine(program)
    state = engine.start(seed=4)
    lead = first_lead(engine, state)
    ask = program.asks[~lead.values[PC]]
    assert ask.trick is not None
    zone = program.zones[ask.trick.hand]
    assert [lead.values[zone.base + seat] for seat in range(4)] == [state.values[zone.base + seat] for seat in range(4)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hearts", "the hands change"),
        ("gin_rummy", "no tricks are played"),
        ("oh_hell", "two sides|no tricks are played"),
    ],
)
def test_where_there_is_no_table_the_reason_is_said(name: str, said: str) -> None:
    program = program_of(name)
    engine = Engine(program)
    with pytest.raises(NoTable, match=said):
        TrickTables(program, 1 << 24).table(first_lead(engine, engine.start(seed=2)))
