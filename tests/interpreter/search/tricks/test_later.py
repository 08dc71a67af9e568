"""What a run at one trick says of the later tricks of the deal, and runs that are broken off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import OVER, PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.tricks.course import TrickCourse
from hoyle.interpreter.search.tricks.later import LaterTricks
from hoyle.interpreter.search.tricks.running import TakesTooLong
from hoyle.interpreter.search.tricks.solver import TrickSolver

MEMORY = 1 << 22


def program_of(name: str) -> Program:
    game = load(name).game
    assert game is not None
    return lower(game, {})


def deal(program: Program, seed: int, fewest: int = 3) -> Iterator[State]:
    """The questions for cards to tricks in the first deal with tricks of a game of random players."""
    engine, dice, begun = Engine(program), Dice(seed), False
    state = engine.start(seed=seed)
    for _ in range(200):
        pc = state.values[PC]
        assert isinstance(pc, int)
        if pc <= OVER or (begun and program.asks[~pc].trick is None):
            return
        options = options_of(engine, state)
        if (rules := program.asks[~pc].trick) is not None:
            begun = True
            zone = program.zones[rules.hand]
            hands = state.values[zone.base : zone.base + zone.count]
            if max(hand.bit_count() for hand in hands if isinstance(hand, int)) < fewest:
                return
            yield state
        option = options[dice.below(len(options))]
        state = engine.apply(state, Choice(option[0], option[1:]))


def values(solver: TrickSolver, state: State) -> list[tuple[tuple[int, ...], float]] | None:
    found = solver.solve(state, 10**7, None, line=False)
    return None if found is None else [(one.option, one.value) for one in found.values]


def compared(name: str, seed: int) -> tuple[int, int]:
    """How many positions have other values than by a run of their own, of how many."""
    program = program_of(name)
    solver, wrong, number = TrickSolver(program, MEMORY), 0, 0
    for n, state in enumerate(deal(program, seed)):
        solver.refusal(state)
        if solver.reader.cards_left(state.values, solver.reader.question(state.values).ask) <= 5 and n % 3 == 0:  # type: ignore[union-attr]
            number += 1
            wrong += values(solver, state) != values(TrickSolver(program, MEMORY), state)
    return wrong, number


@pytest.mark.parametrize("name", ["whist", "skat", "spades", "contract_bridge", "hearts", "ninety_nine"])
def test_one_run_serves_for_the_whole_deal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    runs, fresh, program = list[Any](), TrickCourse._fresh, program_of(name)

    def counted(self: TrickCourse, known: Any, question: Any, values: Any, here: Any) -> Any:
        runs.append(known)
        return fresh(self, known, question, values, here)

    monkeypatch.setattr(TrickCourse, "_fresh", counted)
    reader = TrickSolver(program, MEMORY).reader
    sides = TrickSolver(program, MEMORY).sides
    tricks = {reader.cards_left(state.values, ~state.values[PC]) for state in deal(program, 4)  # type: ignore[operator]
              if reader.position(state.values, sides) is not None}  # fmt: skip
    assert len(tricks) >= 5
    assert (
        len(runs) <= (1 if len(sides) == 2 else program.players) + 1
    )  # once more where what the deal is worth changes


@pytest.mark.parametrize("name", ["whist", "skat", "spades", "contract_bridge"])
def test_later_tricks_have_the_values_of_a_run_of_their_own(name: str) -> None:
    wrong, number = compared(name, 4)
    assert number >= 3
    assert not wrong


def test_what_was_won_before_would_be_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LaterTricks, "_counted", staticmethod(lambda won, side, payoff: 0))
    assert any(compared("whist", seed)[0] for seed in (8, 9))


def test_a_state_that_the_run_did_not_go_through_gets_a_run_of_its_own() -> None:
    """The score at the beginning of the deal counts at its end: with another one, the values are not those found."""
    program = program_of("spades")
    solver = TrickSolver(program, MEMORY)
    states = [*deal(program, 8)]
    bid = next(variable for variable in program.variables if variable.name == "bid")
    assert solver.takes(states[0])
    last = states[-1].values.copy()
    last[bid.base] = 5 if last[bid.base] != 5 else 4
    changed = State(last)
    assert values(solver, changed) == values(TrickSolver(program, MEMORY), changed)


def test_a_run_that_is_broken_off_is_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of("spades")
    solver, whole = TrickSolver(program, MEMORY), TrickSolver(program, MEMORY)
    courses, clock = solver.reader.courses, iter(range(100_000))
    assert courses is not None
    monkeypatch.setattr("hoyle.interpreter.search.tricks.course.monotonic", lambda: next(clock))
    broken_off = 0
    for state in deal(program, 8):
        courses.until = next(clock) + 8.0
        try:
            solver.takes(state)
        except TakesTooLong:
            broken_off += 1
            continue
        finally:
            courses.until = None
        if solver.reader.cards_left(state.values, ~state.values[PC]) <= 5:  # type: ignore[operator]
            assert values(solver, state) == values(whole, state)
    assert 2 <= broken_off <= 12
