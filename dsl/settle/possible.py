"""What a value can be in any play: the domain of the abstract run (`abstract_run.py`).

A number has a range, a set the fewest and the most elements; either may be `none`, or nothing at all if the line is
never reached.
"""

from __future__ import annotations

from typing import NamedTuple

from ..checked import VariableSymbol
from ..types import HIGHEST, LOWEST, Type

NUMBERED = frozenset({"number", "flag", "word"})
"""Kinds whose values are told apart by their numbers alone."""


class Possible(NamedTuple):
    """What a value can be: a number from `low` to `high` (if `some`), or `none`.

    For a set, `low` and `high` are the fewest and the most elements, and `some` says whether anything can be in it."""

    low: int
    high: int
    some: bool = True
    none: bool = False

    def join(self, other: Possible) -> Possible:
        """What is one or the other."""
        if self == other:
            return self
        none = self.none or other.none
        for one, rest in ((self, other), (other, self)):
            if not one.some and (one.none or not rest.some):  # it has no numbers
                return Possible(rest.low, rest.high, rest.some, none)
        return Possible(min(self.low, other.low), max(self.high, other.high), True, none)

    def within(self, low: int, high: int) -> Possible:
        """The part in a range; all of it if none is."""
        a, b = max(self.low, low), min(self.high, high)
        return Possible(a, b, self.some, self.none) if a <= b else self

    @property
    def only(self) -> int | None:
        """The number, if it can be no other."""
        return self.low if self.some and not self.none and self.low == self.high else None


YES, NO, EITHER = Possible(1, 1), Possible(0, 0), Possible(0, 1)
NOTHING = Possible(0, 0, some=False, none=True)
EMPTY = Possible(0, 0, some=False)


def anything(type: Type) -> Possible:
    """Whatever a type allows."""
    low, high = (type.low, type.high) if type.kind in ("number", "flag") else (LOWEST, HIGHEST)
    return Possible(0 if type.kind == "set" else low, high, True, type.optional)


def elements(low: int, high: int) -> Possible:
    """A set with so many elements."""
    return Possible(max(0, low), min(high, HIGHEST), high > 0)


def first_value(variable: VariableSymbol) -> Possible:
    """The value that a variable begins with."""
    type = variable.type
    if type.optional:
        return NOTHING
    match type.kind:
        case "number":
            low = min(max(0, type.low), type.high)
            return Possible(low, low)
        case "flag":
            return NO
        case "set":
            return EMPTY
        case _:
            return anything(type)


def outcome(value: Possible) -> bool | None:
    """Whether a truth value is yes, no, or either."""
    return bool(value.low) if value.some and not value.none and value.low == value.high else None


def equal(a: Possible, b: Possible, numbered: bool) -> bool | None:
    """Whether two values are always equal, never, or can be either."""
    if not a.some and not b.some:
        return True if a.none and b.none else None
    both_none = a.none and b.none
    if not a.some or not b.some:
        one, other = (a, b) if not a.some else (b, a)
        if one.none and not other.none:
            return False
        return None
    if not numbered or both_none:
        return None
    if a.high < b.low or b.high < a.low:
        return False
    return True if a.only is not None and a.only == b.only else None
