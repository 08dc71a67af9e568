"""What solving finds: the exact values of the options of a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


class TooLarge(ValueError):
    """The rest of the deal is too large to be solved in the time, or a question has too many options."""


@dataclass(frozen=True, slots=True)
class ExactValue:
    """The exact value of an option (alternative, values …) for the side of the player who chooses."""

    option: tuple[int, ...]
    value: float
    nodes: int


@dataclass(frozen=True, slots=True)
class ValueBounds:
    """What is known of the value of an option while it is solved: it is at least `low` and at most `high` (None:
    nothing is known yet).
    """

    option: tuple[int, ...]
    low: float | None
    high: float | None


BoundsProgress = Callable[[tuple[ValueBounds, ...]], None]
"""Is given what is known so far of all options."""


@dataclass(frozen=True, slots=True)
class Solution:
    """Every option of the open question with its value, in the order of the rules, and the best line from here.

    `line`: for each choice until the deal ends, the player and the option; it includes forced choices.  `value`: the
    best of the values.
    """

    player: int
    values: tuple[ExactValue, ...]
    line: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def value(self) -> float:
        """The value of the best play for the side of the player who chooses."""
        return max(one.value for one in self.values)

    @property
    def best(self) -> tuple[int, ...]:
        """The numbers of all best options."""
        return tuple(i for i, one in enumerate(self.values) if one.value == self.value)
