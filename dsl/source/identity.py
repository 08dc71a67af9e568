"""Objects as keys by what they are, not by what they equal.

Nodes and records compare by value and without their places, so two lines that read the same are equal.  Where it
matters which of them is meant, or where a hash of the whole value would cost too much, a key is made of the object
itself.  The key holds the object: as long as the key lies in a dictionary, no other object can get its number.  This is
the only file that calls `id` (`tests/house/test_identity.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Generic, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
V = TypeVar("V")


def same_items(a: tuple[object, ...], b: tuple[object, ...]) -> bool:
    """Whether two tuples hold the same objects."""
    return len(a) == len(b) and all(one is other for one, other in zip(a, b, strict=True))


class Exactly(Generic[T_co]):
    """A key for one object.  Two keys are equal if they are keys for the same object."""

    __slots__ = ("it",)

    def __init__(self, it: T_co) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return type(other) is Exactly and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


class KeptFor(Generic[T, V]):
    """A function whose result is kept for each object, by identity.  It also keeps the objects alive, so that no other
    object can get the same identity.
    """

    __slots__ = ("_kept", "_make")

    def __init__(self, make: Callable[[T], V]) -> None:
        self._make = make
        self._kept: dict[int, tuple[T, V]] = {}

    def __call__(self, it: T) -> V:
        """What belongs to an object; it is worked out the first time."""
        known = self._kept.get(id(it))
        if known is None:
            known = self._kept[id(it)] = it, self._make(it)
        return known[1]


def each_once(objects: Iterable[T]) -> list[T]:
    """The objects without repetitions of the same one, in order of their first appearance."""
    return list({id(one): one for one in objects}.values())


def kept_for_last(make: Callable[[T], V]) -> Callable[[T], V]:
    """Keep what a function gave for the last object, for those who ask for it again; only this object gets it."""
    last: list[tuple[T, V]] = []

    @wraps(make)
    def found(it: T) -> V:
        for one, made in last:
            if one is it:
                return made
        made = make(it)
        last[:] = [(it, made)]
        return made

    return found
