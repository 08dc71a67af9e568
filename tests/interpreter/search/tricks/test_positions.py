"""Positions of small games of tricks as the kernel reads them, kept as text; and what is known of later tricks and of
worlds that differ in cards aside.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from hoyle.interpreter.engine import Dice, State
from hoyle.interpreter.program import Program
from hoyle.interpreter.search.solve import Solver
from hoyle.interpreter.search.tricks.payoff import Course, DividedPayoff
from hoyle.interpreter.search.tricks.position import TrickPosition
from hoyle.interpreter.search.tricks.solver import TrickSolver
from hoyle.interpreter.wasm.search.tricks import REFINEMENTS

from ....golden import same_as_file
from ....small_tricks import program_of
from .test_aside import heaps, worlds
from .test_later import MEMORY, deal
from .test_small_games import ALONE, GAMES, PLAIN, TEXT, game_of
from .test_tricks import GENERAL, positions, worth_of

GOLDEN = Path(__file__).with_name("positions")
TALON: dict[str, dict[str, str]] = {
    "talon to the maker": {"settled": "if total pips of (maker.won + stock) > 25: add stake to maker.points\n"
                           "    otherwise: subtract 2 * stake from maker.points"},
    "talon to the others": {"settled": "if total pips of maker.won > 20: add stake to maker.points\n"
                            "    otherwise: add total pips of stock to dealer.points"},
    "tricks and talon": {"settled": "if total pips of (maker.won + stock) > 15 and maker.tricks > 1: add 3 to maker.points\n"
                         "    otherwise: subtract 3 from maker.points"},
}  # fmt: skip
"""Games in which cards lie aside that count at the end, and what is settled then."""


def talon_of(name: str) -> Program:
    """The program of one of the games with cards aside."""
    return program_of(TEXT.format(**(PLAIN | ALONE | {"counted": "nothing"} | TALON[name])))


def bits(mask: int) -> str:
    return f"{mask:x}"


def lines_of(position: TrickPosition) -> Iterator[str]:
    """What a position is described with."""
    one, course = position.numbering, position.course
    yield (
        f"seat {position.seat} of {bits(position.ours)}, led by {position.leader}: {position.trick}, {position.tricks} left,"
        f" hands {' '.join(map(bits, position.hands))}"
    )
    yield f"    cards {' '.join(map(str, one.cards))}, groups {one.start} {one.size}, by rank {one.by_rank}"
    yield f"    follow {' '.join(map(bits, one.follow))}, kinds {' '.join(map(str, one.kinds))}"
    yield f"    beats {' / '.join(' '.join(map(bits, row)) for row in one.beats)}"
    yield f"    {payoff_text(course)}"
    yield f"    flag {bits(course.flag)}, taking {bits(course.taking)}, also {bits(course.also)}, {duties_text(course.duties)}"
    if course.by_best is not None:
        for key, masks in islice(course.by_best.items(), 0, None, 97):
            yield f"    behind {key}: {' '.join(map(bits, masks))}"
        yield f"    {len(course.by_best)} of these, {crc32(one.by_best):08x}"
    for off in ((), REFINEMENTS):
        yield f"    described without {len(off)} refinements: {crc32(position.described(frozenset(off))):08x}"


def duties_text(duties: tuple[Any, ...]) -> str:
    return "duties " + " | ".join(
        " ".join(bits(mask) for up in one for duty in up for row in duty for mask in row if mask) for one in duties
    )


def payoff_text(course: Course) -> str:
    payoff = course.settled
    worth = " ".join(f"{won}:{value}" for won, value in islice(payoff.worth.items(), 30))
    if isinstance(payoff, DividedPayoff):
        return f"parts {payoff.parts}, each {payoff.each}, total {payoff.total}, levels {payoff.levels}, {worth}"
    return f"side {bits(payoff.side)}, each {payoff.each}, last {payoff.last}, points {payoff.points[:8]}, {worth}"


@pytest.mark.parametrize("name", GAMES)
def test_how_positions_are_described_to_the_kernel(name: str) -> None:
    program = game_of(name)
    solver, lines = TrickSolver(program, MEMORY), list[str]()
    for state in islice(positions(program, range(2, 5), 60), 4):
        position = solver.reader.position(state.values, solver.sides)
        if position is None:
            lines.append(solver.refusal(state))
            assert solver.solve(state, 10**6, None, line=False) is None
            continue
        assert solver.knows(state)
        lines += lines_of(position)
    same_as_file(GOLDEN / f"{name.replace(' ', '_')}.txt", "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("name", GAMES)
def test_what_was_found_at_one_trick_serves_for_the_later_ones(name: str) -> None:
    """As by a solver that has seen no earlier trick, and as by the general search."""
    program = game_of(name)
    one, general, compared = TrickSolver(program, MEMORY), Solver(program, off=GENERAL), 0
    for seed in (3, 4):
        for number, state in enumerate(deal(program, seed, fewest=1)):
            found = one.solve(state, 10**6, None, line=False)
            if number < 2 or number % 3:
                continue
            fresh = TrickSolver(program, MEMORY).solve(state, 10**6, None, line=False)
            assert (found is None) == (fresh is None)
            if found is not None and fresh is not None:
                assert worth_of(found) == worth_of(fresh)
                if number > 5:
                    assert worth_of(found) == worth_of(general.solve(state, line=False))
                compared += 1
    assert (compared > 0) == (name not in REFUSED)


REFUSED = {
    "lowest takes", "open after a club", "last trick", "stopped", "duty to win", "dummy", "capped", "before a void",
    "before a neighbour", "after a trump", "two kinds", "last with the ace",
}  # fmt: skip
"""Games that are not for the kernel."""


@pytest.mark.parametrize("name", TALON)
def test_worlds_that_differ_in_cards_aside_have_the_values_of_the_general_search(name: str) -> None:
    program = talon_of(name)
    general, dice, found = Solver(program, off=GENERAL), Dice(5), list[str]()
    for state in islice(positions(program, range(2, 4), 20), 4):
        fast = TrickSolver(program, MEMORY)
        assert fast.reader.courses is not None
        slots = heaps(program, state)
        fast.reader.courses.aside = frozenset(slots)
        for world in islice(worlds(program, state, slots, dice), 3):
            solved = fast.solve(world, 10**6, None, line=False)
            if solved is None:
                found.append(fast.refusal(world))
                continue
            expected = worth_of(general.solve(State(world.values), line=False))
            assert worth_of(solved) == expected
            found.append(", ".join(f"{value:g}" for _, value in expected))
    same_as_file(GOLDEN / f"{name.replace(' ', '_')}.txt", "".join(f"{line}\n" for line in found))
