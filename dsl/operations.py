"""The built-in operations on numbers and conditions: their results for known numbers and for ranges of numbers.

One entry declares each operation for all its uses: the partial evaluator (`settle/`), both interval analyses (of the
checked game and of a program) and the simplifier of programs.

A range is the lowest and the highest value, both included.  Conditions are 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

Interval = tuple[int, int]
"""The lowest and the highest number."""

TRUTH: Interval = (0, 1)


@dataclass(frozen=True, slots=True)
class Operation:
    """`value` computes the result for known numbers; None if there is no result (division by zero).

    `range` computes the range of the result from non-empty ranges.  It contains every possible value of the
    operation."""

    value: Callable[..., int | None]
    range: Callable[..., Interval]


def of_one(value: Callable[[int], int | None], range: Callable[[Interval], Interval]) -> Operation:
    """An operation on one number."""
    return Operation(value, range)


def of_two(value: Callable[[int, int], int | None], range: Callable[[Interval, Interval], Interval]) -> Operation:
    """An operation on two numbers."""
    return Operation(value, range)


def comparison(value: Callable[[int, int], object]) -> Operation:
    """A condition on two numbers.  Its value is 0 or 1; its range does not depend on the ranges of the numbers."""
    return of_two(lambda a, b: int(bool(value(a, b))), lambda a, b: TRUTH)


def hull(a: Interval, b: Interval) -> Interval:
    """The smallest range that contains both ranges."""
    return min(a[0], b[0]), max(a[1], b[1])


def _spread(values: Iterator[int]) -> Interval:
    found = list(values)
    return min(found), max(found)


def _divided(a: Interval, b: Interval) -> Interval:
    """The range of a division that rounds down.  It is monotonic on either side of zero, so the corners are enough."""
    divisors = [d for low, high in ((b[0], min(b[1], -1)), (max(b[0], 1), b[1])) if low <= high for d in (low, high)]
    return _spread(x // y for x in a for y in divisors) if divisors else (0, 0)


def _remainder(a: Interval, b: Interval) -> Interval:
    """The range of a remainder.  It has the sign of the divisor and is smaller than it.  If the number itself is
    smaller, the remainder is the number."""
    if a[0] >= 0 and b[0] > 0:
        return 0, min(a[1], b[1] - 1)
    return min(b[0] + 1, 0), max(b[1] - 1, 0)


def _larger(a: int, b: int) -> int:
    return max(a, b)


def _smaller(a: int, b: int) -> int:
    return min(a, b)


NUMBERS: dict[str, Operation] = {
    "+": of_two(lambda a, b: a + b, lambda a, b: (a[0] + b[0], a[1] + b[1])),
    "-": of_two(lambda a, b: a - b, lambda a, b: (a[0] - b[1], a[1] - b[0])),
    "*": of_two(lambda a, b: a * b, lambda a, b: _spread(x * y for x in a for y in b)),
    "/": of_two(lambda a, b: a // b if b else None, _divided),
    "mod": of_two(lambda a, b: a % b if b else None, _remainder),
    "negate": of_one(lambda a: -a, lambda a: (-a[1], -a[0])),
    "larger": of_two(_larger, lambda a, b: (max(a[0], b[0]), max(a[1], b[1]))),
    "smaller": of_two(_smaller, lambda a, b: (min(a[0], b[0]), min(a[1], b[1]))),
    "=": comparison(lambda a, b: a == b),
    "!=": comparison(lambda a, b: a != b),
    "<": comparison(lambda a, b: a < b),
    "<=": comparison(lambda a, b: a <= b),
    ">": comparison(lambda a, b: a > b),
    ">=": comparison(lambda a, b: a >= b),
    "not": of_one(lambda a: int(not a), lambda a: TRUTH),
    "and": comparison(lambda a, b: a and b),
    "or": comparison(lambda a, b: a or b),
}
"""The operations by their names in the checked game (`checked.OpName`)."""

Comparison = Literal["=", "!=", "<", "<=", ">", ">="]

OPPOSITES: dict[str, Comparison] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""For each comparison the one that holds exactly if it does not."""
