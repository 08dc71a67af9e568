"""Judges a question with all cards known: the values are exact, if the rest of the deal is small enough to be
solved.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..batch.statistics import Estimate
from ..engine import Fault, State
from ..program import Program
from ..search.solve import Solution, Solver, TooLarge
from .judge import JudgedOption, Judgement


@dataclass(frozen=True, slots=True)
class OpenHandJudge:
    """Judges questions of one program with the solver.  `nodes`: the most positions examined for an option."""

    solver: Solver
    nodes: int

    @classmethod
    def of(cls, program: Program, nodes: int) -> OpenHandJudge:
        """Make a judge of open hands.  Raises `wasm.Uncompilable`."""
        return cls(Solver(program), nodes)

    def judge(self, state: State, made: tuple[int, ...] | None = None) -> Judgement | None:
        """Judge the open question of a state; None if there is only one option, if the rest of the deal is too large to
        solve, or if the rules break down in a continuation.

        Raises `ValueError` if the game is over.
        """
        try:
            solved = self.solver.solve(state, nodes=self.nodes, line=False)
        except (TooLarge, Fault):
            return None
        return None if len(solved.values) < 2 else judgement(solved, made)


def judgement(solved: Solution, made: tuple[int, ...] | None = None) -> Judgement:
    """What the solver found, as a judgement: every interval has no width."""
    order = sorted(range(len(solved.values)), key=lambda i: (-solved.values[i].value, solved.values[i].option != made))
    options = tuple(JudgedOption(solved.values[i].option, _point(solved.values[i].value)) for i in order)
    number = next((i for i, one in enumerate(options) if one.option == made), -1)
    cost = _point(solved.value - options[number].value.value) if number >= 0 else None
    return Judgement(solved.player, options, number, cost, 1, True)


def _point(value: float) -> Estimate:
    return Estimate(value, value, value)
