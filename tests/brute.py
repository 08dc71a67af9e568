"""The value of a position by exhaustive search: slow and simple, to check the solver.

It values positions as `interpreter/search/solve.py` does: the side of a seat plays against all others together, until the deal ends.
"""

from __future__ import annotations

from typing import cast

from hoyle.interpreter.engine import Engine, State
from hoyle.interpreter.engine.compiled import CompiledProgram
from hoyle.interpreter.engine.runtime import Runtime
from hoyle.interpreter.program import ACTOR, OVER, PC, Program, Slots
from hoyle.interpreter.wasm.search.counted import added_later

BONUS = 1000


class TreeTooLarge(ValueError):
    """There are too many positions to search."""


class BruteForce:
    """Searches everything that can happen in a deal of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._scores = program.scores
        self._later = added_later(program)
        self._ended: tuple[int, ...] | None = None
        """The scores at the end of the deal, read when the next deal begins."""
        self._engine = Engine(program, CompiledProgram(program, Runtime(program, self._deal_begins)))
        self._sides = program.sides
        self._left = 0

    def _deal_begins(self, values: Slots) -> None:
        if self._ended is None:
            self._ended = self._counted(values)

    def _counted(self, values: Slots) -> tuple[int, ...]:
        """The score of each side, with what is counted now and added later."""
        scores = tuple(cast("int", values[slot]) for slot in self._scores)
        if self._later < 0:
            return scores
        return tuple(score + cast("int", values[self._later + i]) for i, score in enumerate(scores))

    def values(self, slots: Slots, most: int) -> list[float]:
        """The value of each option of the open question for the side of the player who chooses.

        Raises `TreeTooLarge` if this takes more than `most` positions, or if play can go on for too long.
        """
        self._left = most
        side = self._side(cast("int", slots[ACTOR]))
        before = self._utility(self._counted(slots), side)
        ask = ~cast("int", slots[PC])
        try:
            found = [self._after(slots, ask, option, side) for option in self._engine.compiled.options(slots, ask)]
        except RecursionError:
            raise TreeTooLarge("play can go on for too long") from None
        return [(value - before) / max(1, len(self._sides) - 1) for value in found]

    def _after(self, slots: Slots, ask: int, option: tuple[int, ...], side: int) -> int:
        self._left -= 1
        if self._left < 0:
            raise TreeTooLarge("there is too much to go through")
        values = slots.copy()
        self._ended = None
        self._engine.take(values, ask, option)
        pc = cast("int", values[PC])
        if self._ended is not None:
            return self._utility(self._ended, side)
        if pc <= OVER:
            return self._over(values, side)
        found = [self._after(values, ~pc, one, side) for one in self._engine.compiled.options(values, ~pc)]
        return (max if self._side(cast("int", values[ACTOR])) == side else min)(found)

    def _over(self, values: Slots, side: int) -> int:
        scores = tuple(cast("int", values[slot]) for slot in self._scores)
        found = self._utility(scores, side)
        if scores:
            return found
        result = self._engine.result(State(values))
        assert result is not None
        if not result.winners:
            return found
        count = len(self._sides)
        return found + BONUS * ((count // len(result.winners) if side in result.winners else 0) - 1)

    def _utility(self, scores: tuple[int, ...], side: int) -> int:
        if not scores:
            return 0
        sign = 1 if self.program.highest_wins else -1
        return sign * (len(scores) * scores[side] - sum(scores))

    def _side(self, player: int) -> int:
        return next((side for side, players in enumerate(self._sides) if player in players), 0)
