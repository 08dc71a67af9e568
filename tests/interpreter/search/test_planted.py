"""Wrong bounds planted in the general search are found by comparing it with exhaustive play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from hoyle.interpreter.engine import State
from hoyle.interpreter.program import Program
from hoyle.interpreter.search.modules import code_of
from hoyle.interpreter.search.solve import Solver
from hoyle.interpreter.wasm.search import writer

from ...brute import BruteForce
from .tricks.test_tricks import GENERAL, positions, program_of

PLANTED = {
    "too much remembered as made": (
        "(i64.store offset=@ENTRY.low@ (local.get $entry) (local.get $best))",
        "(i64.store offset=@ENTRY.low@ (local.get $entry) (i64.add (local.get $best) (i64.const 2)))",
    ),
    "too much remembered as out of reach": (
        "(i64.store offset=@ENTRY.high@ (local.get $entry) (local.get $best))",
        "(i64.store offset=@ENTRY.high@ (local.get $entry) (i64.sub (local.get $best) (i64.const 2)))",
    ),
    "what was out of reach remembered as made": (
        "(if (i64.gt_s (local.get $best) (local.get $alpha)) (then",
        "(if (i32.const 1) (then",
    ),
    "what was made remembered as out of reach": (
        "(if (i64.lt_s (local.get $best) (local.get $beta)) (then",
        "(if (i32.const 1) (then",
    ),
    "no second search where an option is better than thought": (
        "(if (i32.and (i64.gt_s (local.get $value) (local.get $low)) (i64.lt_s (local.get $value) (local.get $high))) (then",
        "(if (i32.const 0) (then",
    ),
    "a cut too early": (
        "(br_if $next (i64.lt_s (local.get $low) (local.get $high)))",
        "(br_if $next (i64.lt_s (i64.add (local.get $low) (i64.const 2)) (local.get $high)))",
    ),
    "another position taken for the same": (
        "(select (local.get $entry) (i32.const 0) (i64.eq (i64.load offset=@ENTRY.key@ (local.get $entry)) (local.get $key))))",
        "(select (local.get $entry) (i32.const 0) (i64.ne (i64.load offset=@ENTRY.key@ (local.get $entry)) (i64.const 0))))",
    ),
    "what another seat gains taken for one's own": (
        "(global.set $s_generation (call $mixed (i64.add (global.get $s_generation) (i64.const 1))))",
        "",
    ),
}
ENDINGS = 25
"""With so many endings a planted bound counts as missed."""
MOST = 3_000
"""The most positions of an ending that is played out in every way."""
Known = tuple[Program, list[tuple[State, list[float]]]]


def values(solver: Solver, state: State) -> list[float]:
    return [one.value for one in solver.solve(state, line=False).values]


@pytest.fixture(scope="module")
def known() -> Known:
    """Endings of Hearts, whose values are of many kinds, with the values of their options; the small ones by exhaustive
    play, too.
    """
    program = program_of("hearts")
    brute, right = BruteForce(program), Solver(program, off=GENERAL)
    small = [(state, brute.values(state.values, MOST)) for state in islice(positions(program, range(2, 3), 20), 5)]
    assert all(values(right, state) == expected for state, expected in small)
    large = [(state, values(right, state)) for state in islice(positions(program, range(3, 5), 20), ENDINGS)]
    return program, [*small, *large]


@pytest.fixture
def anew() -> Iterator[None]:
    code_of.clear()
    yield
    code_of.clear()


def wrong(known: Known) -> bool:
    """Whether an ending has other values than by exhaustive play."""
    program, every = known
    solver = Solver(program, off=GENERAL)
    return any(values(solver, state) != expected for state, expected in every)


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_bound_is_found(what: str, known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    part, (before, after), planted = writer._part, PLANTED[what], list[str]()

    def changed(name: str) -> str:
        text = part(name)
        if before in text:
            planted.append(name)
        return text.replace(before, after)

    monkeypatch.setattr(writer, "_part", changed)
    assert wrong(known)
    assert len(planted) == 1


@pytest.mark.usefixtures("anew")
def test_without_one_nothing_is_found(known: Known) -> None:
    assert not wrong(known)
