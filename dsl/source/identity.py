"""Keys by identity: large values as cache keys, without hashing their contents."""

from __future__ import annotations

from typing import Generic, TypeVar, cast

T = TypeVar("T")


class Identity(Generic[T]):
    """A value that equals only itself, to be an argument of a function with `lru_cache`."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and cast("Identity[object]", other).value is self.value

    def __hash__(self) -> int:
        return id(self.value)
