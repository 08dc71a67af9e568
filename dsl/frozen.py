"""Frozen records: dataclasses that compare, hash and show themselves by their fields.

`@dataclass(frozen=True)` compiles six methods for each class, and a program that checks one file first makes some two
hundred classes.  Here three of the six are written once, in the base class; that takes a third off the start-up.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


class Frozen:
    """The base of frozen records: equal if of one class with equal fields, those aside that do not compare."""

    __slots__ = ()

    def _compared(self) -> tuple[object, ...]:
        record: Any = self
        return tuple(getattr(self, f.name) for f in fields(record) if f.compare)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Frozen) and type(self) is type(other) and self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash((type(self), self._compared()))

    def __repr__(self) -> str:
        record: Any = self
        shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(record) if f.repr)
        return f"{type(self).__qualname__}({shown})"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a frozen record of a class derived from `Frozen`."""
    return dataclass(frozen=True, slots=True, eq=False, repr=False)(cls)
