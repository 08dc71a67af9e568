"""What is kept for one object and no other: large values as keys, without going through all they hold."""

from __future__ import annotations

from typing import Generic, TypeVar, cast

T = TypeVar("T")


class Identity(Generic[T]):
    """A value that is equal to itself alone, as the argument of a function with `lru_cache`."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and cast("Identity[object]", other).value is self.value

    def __hash__(self) -> int:
        return id(self.value)
