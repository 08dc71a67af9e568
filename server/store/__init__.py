"""Where entries are kept: one interface, with SQLite for one process and PostgreSQL for many.

An entry is confirmed to nobody before it is on the disk.  Two writers that want the same number of the same table are
told apart by the store alone: it takes one entry for each number, and never changes or removes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ..table.record import Awaits

News: TypeAlias = Callable[[str | None, int], None]
"""Called with a table and the number of entries that it has now, if another process added some; None: any table."""


class StoreFailed(Exception):
    """Something could not be written or read now.  The text says why, in a few words for people."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """What a store knows of a table without reading its entries.  Times are milliseconds since 1970."""

    id: str
    title: str
    count: int
    awaits: Awaits
    listed: bool
    changed: int


class Store(Protocol):
    """A store of tables.  Every method may raise `StoreFailed`."""

    shared: bool
    """Whether other processes may add entries."""

    async def open(self, news: News) -> None:
        """Begin: make what is missing, and hear of what others add."""
        ...

    async def close(self) -> None:
        """Write what is left, and end."""
        ...

    async def create(self, table: str, title: str, entry: str, *, listed: bool, awaits: Awaits) -> None:
        """Add a table with its entry 0."""
        ...

    async def append(self, table: str, number: int, entry: str, awaits: Awaits) -> bool:
        """Add an entry.  False: another one has this number."""
        ...

    async def read(self, table: str, first: int = 0) -> list[str]:
        """The entries from a number on, in their order; none for a table that does not exist."""
        ...

    async def tables(
        self, most: int = 1000, *, awaits: Awaits | None = None, listed: bool = False
    ) -> list[StoredTable]:
        """Tables, those that changed last first: all, those that wait for something, or those that are listed."""
        ...

    async def count(self) -> int:
        """How many tables there are."""
        ...
