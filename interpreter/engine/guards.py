"""What generated code holds values to: a value that breaks it is an error of the rule file, which stops the game."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NoReturn

from ..faults import fault
from ..program import STEP_LIMIT, TRIAL_LIMIT, Place, Program
from .sets import sized_subsets


class Guards:
    """The guards of one program."""

    def __init__(self, program: Program) -> None:
        self._places = program.places

    def fault(self, kind: str, place: Place, *values: int | str) -> NoReturn:
        """Stop the game with an error of the rule file (`faults.KINDS`)."""
        raise fault(kind, self._places[place], *values)

    def checked(self, value: int, low: int, high: int, place: Place) -> int:
        """The value, which must lie between low and high."""
        if not low <= value <= high:
            self.fault("outside", place, value, low, high)
        return value

    def present(self, value: int, place: Place) -> int:
        """The value, which must not be none."""
        if value == -1:
            self.fault("none", place)
        return value

    def divide(self, a: int, b: int, place: Place) -> int:
        """a / b, rounded down."""
        if b == 0:
            self.fault("division", place)
        return a // b

    def remainder(self, a: int, b: int, place: Place) -> int:
        """What is left over when a is divided by b."""
        if b == 0:
            self.fault("division", place)
        return a % b

    def numbers(self, first: int, last: int, step: int, place: Place) -> range:
        """The numbers from first up (`step` 1) or down (-1) to last, of which there cannot be too many."""
        found = range(first, last + step, step)
        if len(found) > STEP_LIMIT:
            self.fault("too many", place, len(found))
        return found

    def subsets(self, low: int, high: int, mask: int, place: Place) -> Iterator[int]:
        """Every set of `low` to `high` elements of a mask, of which there cannot be too many; the smallest first."""
        low, high = max(low, 0), min(high, mask.bit_count())
        if sum(comb(mask.bit_count(), size) for size in range(low, high + 1)) > TRIAL_LIMIT:
            self.fault("too many to try", place, TRIAL_LIMIT)
        return (subset for size in range(low, high + 1) for subset in sized_subsets(mask, size))

    def stuck(self, place: Place) -> NoReturn:
        """No row of a table applies."""
        self.fault("no row", place)

    def endless(self, place: Place) -> NoReturn:
        """A loop had more rounds than a game can bear."""
        self.fault("endless", place, STEP_LIMIT)

    def the(self, found: list[int], place: Place) -> int:
        """The only one found."""
        if len(found) != 1:
            self.fault("not one", place, len(found))
        return found[0]
