"""Checks of values in generated code.  A value that fails a check is an error of the rule file and stops the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb
from typing import NoReturn

from ...dsl.limits import TRIAL_LIMIT
from ..faults import fault
from ..program import STEP_LIMIT, WORK_LIMIT, Place, Program
from .sets import sized_subsets


class Guards:
    """The checks of one program.  All raise `Fault`."""

    def __init__(self, program: Program) -> None:
        self._places = program.places

    def fault(self, kind: str, place: Place, *values: int | str) -> NoReturn:
        """Stop the game with an error of the rule file (`faults.KINDS`)."""
        raise fault(kind, self._places[place], *values)

    def checked(self, value: int, low: int, high: int, place: Place) -> int:
        """Return the value, which must lie between low and high."""
        if not low <= value <= high:
            self.fault("outside", place, value, low, high)
        return value

    def present(self, value: int, place: Place) -> int:
        """Return the value, which must not be none."""
        if value == -1:
            self.fault("none", place)
        return value

    def divide(self, a: int, b: int, place: Place) -> int:
        """Divide a by b, rounded down."""
        if b == 0:
            self.fault("division", place)
        return a // b

    def remainder(self, a: int, b: int, place: Place) -> int:
        """The remainder when a is divided by b."""
        if b == 0:
            self.fault("division", place)
        return a % b

    def numbers(self, first: int, last: int, step: int, place: Place) -> range:
        """The numbers from first up (a positive `step`) or down to last.  Too many between them are an error."""
        on = 1 if step > 0 else -1
        between = len(range(first, last + on, on))
        if between > STEP_LIMIT:
            self.fault("too many", place, between)
        return range(first, last + on, step)

    def subsets(self, low: int, high: int, mask: int, place: Place) -> Iterator[int]:
        """Every set of `low` to `high` elements of a mask, the smallest first.  Too many sets are an error."""
        low, high = max(low, 0), min(high, mask.bit_count())
        if sum(comb(mask.bit_count(), size) for size in range(low, high + 1)) > TRIAL_LIMIT:
            self.fault("too many to try", place, TRIAL_LIMIT)
        return (subset for size in range(low, high + 1) for subset in sized_subsets(mask, size))

    def stuck(self, place: Place) -> NoReturn:
        """Stop the game: no row of a table applies."""
        self.fault("no row", place)

    def endless(self, place: Place) -> NoReturn:
        """Stop the game: a loop had too many rounds."""
        self.fault("endless", place, STEP_LIMIT)

    def counted(self, work: list[int], elements: Iterable[int], units: int, place: Place) -> Iterator[int]:
        """The elements; each adds `units` to the work since the last choice.  Too much of it is an error."""
        for element in elements:
            work[0] += units
            if work[0] > WORK_LIMIT:
                self.fault("too much", place, WORK_LIMIT)
            yield element

    def the(self, found: list[int], place: Place) -> int:
        """The only element of a list; any other number of elements is an error."""
        if len(found) != 1:
            self.fault("not one", place, len(found))
        return found[0]
