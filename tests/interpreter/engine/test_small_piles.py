"""Piles whose order is known in part: shuffled, moved whole, drawn from either end, tucked under and into the middle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import CUT, PC, Program
from hoyle.interpreter.records import AnyRecord, Where

from ...golden import same_as_file
from ...small_rules import game_of

GOLDEN = Path(__file__).with_name("golden")
GAME = """game "Piles"
language 1
players 3
deck 2 3 4 5 6 7
zones
    stock: face down
    spare: face down
    turned: face up
    heap of each player: face down
    hand of each player: private
    up of each player: face up
remember
    n: number
    points of each player: number
main
    shuffle every card into stock
    deal 2 from stock to hand of each player
    deal 4 from stock to heap of each player
    for p in players: shuffle p.heap
    for p in players
        p chooses
            "{k} whole" for k in 0..3
                set n to k
                turn_over(p)
            "{k} tucked" for k in {0, 1, 2, 4, 5, 7, 9}
                tuck_in(p, k)
            "{k} drawn" for k in 0..2
                draw(p, k)
    game over, won by the player with highest points, then highest held, otherwise a draw
define held(p: player) means size of p.hand
phase turn_over(p: player)
    if n = 0
        move stock to spare
        if spare is not empty: move top of spare to turned
        move spare to turned
        if turned is not empty: move bottom of turned to stock
    otherwise if n = 1
        move p.heap to p.left.heap
        if p.left.heap is not empty: move top of p.left.heap to p.hand
        if p.left.heap is not empty: move bottom of p.left.heap to p.up
    otherwise if n = 2
        move p.heap to p.up
        move p.left.heap to p.up
        add 1 to p.points
    otherwise
        move p.heap to spare
        shuffle spare
        move p.left.heap to spare
        move spare to p.hand
phase tuck_in(p: player, k: 0..9)
    move top k of p.heap to bottom of p.heap
    if p.heap is not empty: move top of p.heap to p.up
    move top k of p.heap to the middle of p.heap
    if p.heap is not empty: move bottom of p.heap to p.left.heap
    move top 1 of p.left.heap to the middle of p.left.heap
    move top k of p.up to bottom of p.up
    deal at most 1 from p.left.heap to p.hand
phase draw(p: player, k: 0..2)
    move top k of stock to p.heap
    if stock is not empty: move bottom of stock to bottom of p.heap
    move top k of p.heap to p.up
    if p.heap is not empty: show bottom of p.heap to p
    shuffle p.heap
    if p.heap is not empty: move bottom of p.heap to turned
    add k to p.points
"""


@pytest.fixture(scope="module")
def program() -> Program:
    return lower(game_of(GAME))


def played(program: Program, seed: int, listener: Callable[[AnyRecord, Any], None] | None) -> Iterator[State]:
    """The states of a game of random players."""
    engine, dice = Engine(program), Dice(seed)
    state = engine.start(seed=seed, listener=listener)
    yield state
    while (question := engine.question(state)) is not None:
        choices = list(question.choices())
        state = engine.apply(state, choices[dice.below(len(choices))], listener=listener)
        yield state


def held(engine: Engine, state: State) -> str:
    """What lies where, from the bottom, with the part of each pile whose order is unknown."""
    program, found = engine.program, list[str]()
    for number, zone in enumerate(program.zones):
        for owner in range(zone.count):
            where = Where(number, owner if zone.owner is not None else -1)
            cards = engine.cards(state, where)
            bag = ""
            if zone.bag >= 0:
                at = zone.bag + 2 * owner
                bag = f" {state.values[at]}..{state.values[at + 1]}"
            found.append(f"{zone.name}{owner}{bag}: {' '.join(map(str, cards))}")
    return "; ".join(found)


@pytest.mark.parametrize("seed", range(12))
def test_what_lies_where_after_each_choice(program: Program, seed: int) -> None:
    engine, lines, records = Engine(program), list[str](), list[AnyRecord]()
    heard = played(program, seed, lambda record, _: records.append(record))
    for one, other in zip(heard, played(program, seed, None), strict=True):
        assert one == other
        every = [card for number, zone in enumerate(program.zones) for owner in range(zone.count)
                 for card in engine.cards(one, Where(number, owner if zone.owner is not None else -1))]  # fmt: skip
        assert sorted(every) == [*range(len(program.deck))]
        lines += [*(f"    {record!r}" for record in records), held(engine, one)]
        records.clear()
    lines.append(str(engine.result(one)))
    same_as_file(GOLDEN / f"piles_{seed}.txt", "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("seed", range(3))
def test_the_module_moves_piles_as_the_engine_does(program: Program, seed: int, seat: Callable[..., Any]) -> None:
    seat(program, 3).random(seed, 12)


def test_a_game_that_was_cut_has_no_winner_and_is_no_tie(program: Program) -> None:
    engine = Engine(program)
    state = engine.start(seed=1)
    assert engine.result(state) is None
    values = state.values.copy()
    values[PC] = CUT
    found = engine.result(State(values))
    assert found is not None
    assert (found.owner, found.winners, found.tie, found.cut, found.standings) == ("player", (), False, True, ())


def test_the_ends_of_shared_piles_that_lie_open(program: Program) -> None:
    engine = Engine(program)
    state = engine.start(seed=1)
    zones = {zone.name: number for number, zone in enumerate(program.zones)}
    for cards in ((), (5,), (5, 9, 2)):
        values = state.values.copy()
        values[program.zones[zones["turned"]].base] = cards
        question = engine.question(State(values))
        assert question is not None
        assert question.end(zones["turned"], top=True) == (cards[-1] if cards else -1)
        assert question.end(zones["turned"], top=False) == (cards[0] if cards else -1)
