"""The operations of a program: those on numbers, as in the language, and those on sets, which are masks here.

`program.BinaryOp` and `program.Unary` name them.  Both executors implement them, and tests compare the results with
`value` and `range`.
"""

from __future__ import annotations

from ..dsl.operations import NUMBERS, TRUTH, Interval, Operation, comparison, of_one, of_two


def full(bits: int) -> int:
    """The mask of `bits` elements."""
    return (1 << bits) - 1


def _mask(a: Interval) -> int:
    """The mask of everything that a set in that range can contain."""
    return full(max(a[1], 0).bit_length())


BINARY: dict[str, Operation] = {
    **{name: NUMBERS[name] for name in ("+", "-", "*", "/", "mod", "=", "!=", "<", "<=", ">", ">=", "and", "or")},
    "max": NUMBERS["larger"],
    "min": NUMBERS["smaller"],
    "union": of_two(lambda a, b: a | b, lambda a, b: (0, max(_mask(a), _mask(b)))),
    "intersect": of_two(lambda a, b: a & b, lambda a, b: (0, min(_mask(a), _mask(b)))),
    "without": of_two(lambda a, b: a & ~b, lambda a, b: (0, _mask(a))),
    "has": comparison(lambda a, b: a >> b & 1 if b >= 0 else 0),
}

UNARY: dict[str, Operation] = {
    "not": NUMBERS["not"],
    "-": NUMBERS["negate"],
    "single": of_one(lambda a: 1 << a if a >= 0 else None, lambda a: (1, 1 << max(a[1], 0))),
    "count": of_one(lambda a: a.bit_count(), lambda a: (0, max(a[1], 0).bit_length())),
    "any": of_one(lambda a: int(a != 0), lambda a: TRUTH),
}
