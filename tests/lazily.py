"""What is made when it is first asked for: a fixture of all games costs only those that a test looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

Value = TypeVar("Value")


class Lazily(Mapping[str, Value]):
    """A mapping of known names, each of whose values is made when it is first asked for.  Its `repr` is short, because
    pytest prints it when a test fails.
    """

    def __init__(self, names: Iterable[str], make: Callable[[str], Value]) -> None:
        self._names, self._make = tuple(names), make
        self._made: dict[str, Value] = {}

    def __getitem__(self, name: str) -> Value:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<{len(self)} values>"
