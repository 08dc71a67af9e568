"""Frozen records: dataclasses that compare, hash and print themselves by their fields.

`@dataclass(frozen=True)` compiles six methods for each class, and a program that checks one file first creates about
two hundred classes.  Here the base class defines five of the six methods once.  The sixth is the constructor; it is
compiled when the first record of the class is made.  This saves more than half of the time for creating the classes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


class Frozen:
    """The base of frozen records.  Two records are equal if they have the same class and equal fields.  Fields that do
    not compare are ignored."""

    __slots__ = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """The constructor of every class until its first record is made."""
        kind: Any = type(self)
        kind.__init__ = _maker(kind)
        kind.__init__(self, *args, **kwargs)

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __getstate__(self) -> list[object]:
        record: Any = self
        return [getattr(self, f.name) for f in fields(record)]

    def __setstate__(self, state: list[object]) -> None:
        record: Any = self
        for f, value in zip(fields(record), state, strict=True):
            object.__setattr__(self, f.name, value)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        kind = type(self)
        if kind is not type(other):
            return False
        compared = _compared(kind)
        return compared(self) == compared(other)

    def __hash__(self) -> int:
        kind = type(self)
        return hash((kind, _compared(kind)(self)))

    def __repr__(self) -> str:
        kind = type(self)
        shown: list[str] = []
        for name in _printed(kind):  # a loop: one frame for each level, so that deep records can be printed
            shown.append(f"{name}={getattr(self, name)!r}")  # noqa: PERF401
        return f"{kind.__qualname__}({', '.join(shown)})"


@cache
def _compared(kind: Any) -> Callable[[object], object]:
    """A function that returns the values of a record that are compared."""
    names = [f.name for f in fields(kind) if f.compare]
    if not names:
        return lambda _: ()
    return attrgetter(*names)


@cache
def _printed(kind: Any) -> tuple[str, ...]:
    """The names of the fields that are printed."""
    return tuple(f.name for f in fields(kind) if f.repr)


def _maker(kind: Any) -> Callable[..., None]:
    """The `__init__` of a class.  It takes the fields in order, keyword-only fields last."""
    known: dict[str, object] = {}
    params: list[str] = []
    lines: list[str] = []
    for f in sorted(fields(kind), key=lambda f: bool(f.kw_only)):
        if f.kw_only and "*" not in params:
            params.append("*")
        known[f"_set_{f.name}"] = getattr(kind, f.name).__set__  # the setter of the field's slot
        known[f"_default_{f.name}"] = f.default
        params.append(f.name if f.default is MISSING else f"{f.name}=_default_{f.name}")
        lines.append(f" _set_{f.name}(self, {f.name})")
    exec(f"def __init__(self, {', '.join(params)}):\n" + "\n".join(lines or [" pass"]), known)  # noqa: S102 (names of fields)
    made: Any = known["__init__"]
    return made


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Turn a class derived from `Frozen` into a frozen record.  Its fields must not have default factories."""
    if cls.__doc__ is None:
        cls.__doc__ = cls.__name__  # otherwise `dataclass` would compute a signature for it
    made: Any = dataclass(init=False, slots=True, eq=False, repr=False)(cls)
    made.__init__ = Frozen.__init__
    return made
