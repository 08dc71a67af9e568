"""Tables in PostgreSQL, for any number of processes on any machines.

No process owns a table: whoever has something to add tries the next number, and the key (table, number) lets one have
it.  The others read what they missed and decide again.  The insertion, what the table waits for and the notification
are one statement, so news never comes before what it is about.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

import psycopg
from psycopg import AsyncConnection

from ..table.record import Awaits
from . import News, StoredTable, StoreFailed

Stored = TypeVar("Stored")
CONNECTIONS = 8
"""How many connections one process uses, besides the one that hears news."""
PATIENCE = 8.0
"""For how many seconds a lost database is tried again before something is refused."""
CHANNEL = "hoyle"
_MADE = """
create table if not exists hoyle_tables (
    id text primary key, title text not null, count integer not null, awaits text not null,
    listed boolean not null, created bigint not null, changed bigint not null
);
create table if not exists hoyle_entries (
    "table" text not null, number integer not null, entry text not null, primary key ("table", number)
);
create index if not exists hoyle_by_awaits on hoyle_tables (awaits, changed);
create index if not exists hoyle_by_change on hoyle_tables (listed, changed);
"""
_APPEND = """
with added as (
    insert into hoyle_entries values (%(table)s, %(number)s, %(entry)s) on conflict do nothing returning number
), changed as (
    update hoyle_tables set count = %(count)s, awaits = %(awaits)s, changed = %(now)s
    where id = %(table)s and count < %(count)s and exists (select from added)
)
select pg_notify(%(channel)s, %(news)s) from added
"""


class PostgresStore:
    """Tables in a database.  `address`: what psycopg connects to, `postgresql://…`."""

    shared = True

    def __init__(self, address: str, connections: int = CONNECTIONS) -> None:
        self.address = address
        self._free: asyncio.LifoQueue[AsyncConnection[Any] | None] = asyncio.LifoQueue()
        for _ in range(connections):
            self._free.put_nowait(None)
        self._listener: asyncio.Task[None] | None = None
        self._closed = False

    async def open(self, news: News) -> None:
        """Connect, make what is missing, and hear of what others add."""
        self._closed = False

        async def make(connection: AsyncConnection[Any]) -> None:
            async with connection.transaction():  # two processes may begin at once
                await connection.execute("select pg_advisory_xact_lock(hashtext('hoyle'))")
                for statement in _MADE.split(";"):
                    if statement.strip():
                        await connection.execute(cast("Any", statement))

        await self._with(make)
        ready = asyncio.Event()
        self._listener = asyncio.create_task(self._hear(news, ready))
        try:
            await asyncio.wait_for(ready.wait(), PATIENCE)
        except TimeoutError:
            await self.close()
            raise StoreFailed("the database cannot be heard") from None

    async def close(self) -> None:
        """Disconnect.  Connections that are in use are closed when they come back."""
        self._closed = True
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
            self._listener = None
        while not self._free.empty():
            connection = self._free.get_nowait()
            if connection is not None:
                await connection.close()

    async def create(self, table: str, title: str, entry: str, *, listed: bool, awaits: Awaits) -> None:
        """Add a table with its entry 0."""
        now = _now()

        async def act(connection: AsyncConnection[Any]) -> None:
            async with connection.transaction():
                await connection.execute(
                    "insert into hoyle_tables values (%s, %s, 1, %s, %s, %s, %s) on conflict do nothing",
                    (table, title, awaits, listed, now, now),
                )
                await connection.execute(
                    "insert into hoyle_entries values (%s, 0, %s) on conflict do nothing", (table, entry)
                )

        await self._with(act)

    async def append(self, table: str, number: int, entry: str, awaits: Awaits) -> bool:
        """Add an entry.  False: another one has this number."""
        values = {
            "table": table, "number": number, "entry": entry, "count": number + 1, "awaits": awaits, "now": _now(),
            "channel": CHANNEL, "news": f"{table} {number + 1}",
        }  # fmt: skip

        async def act(connection: AsyncConnection[Any]) -> bool:
            done = await connection.execute(_APPEND, values)
            if await done.fetchone() is not None:
                return True
            # The connection may have been lost after the first try was committed: then the entry there is this one.
            found = await connection.execute(
                'select entry from hoyle_entries where "table" = %s and number = %s', (table, number)
            )
            row = await found.fetchone()
            return row is not None and row[0] == entry

        return await self._with(act)

    async def read(self, table: str, first: int = 0) -> list[str]:
        """The entries from a number on."""

        async def act(connection: AsyncConnection[Any]) -> list[str]:
            found = await connection.execute(
                'select entry from hoyle_entries where "table" = %s and number >= %s order by number', (table, first)
            )
            return [entry for (entry,) in await found.fetchall()]

        return await self._with(act)

    async def tables(
        self, most: int = 1000, *, awaits: Awaits | None = None, listed: bool = False
    ) -> list[StoredTable]:
        """Tables, those that changed last first."""

        async def act(connection: AsyncConnection[Any]) -> list[StoredTable]:
            found = await connection.execute(
                "select id, title, count, awaits, listed, changed from hoyle_tables"
                " where (%(awaits)s::text is null or awaits = %(awaits)s) and (not %(listed)s or listed)"
                " order by changed desc limit %(most)s",
                {"awaits": awaits, "listed": listed, "most": most},
            )
            return [StoredTable(*row) for row in await found.fetchall()]

        return await self._with(act)

    async def count(self) -> int:
        """How many tables there are."""

        async def act(connection: AsyncConnection[Any]) -> int:
            found = await connection.execute("select count(*) from hoyle_tables")
            row = await found.fetchone()
            return row[0] if row is not None else 0

        return await self._with(act)

    # --------------------------------------------------------------------------------------------------- connections

    async def _connect(self) -> AsyncConnection[Any]:
        return await AsyncConnection.connect(self.address, autocommit=True, connect_timeout=5)

    async def _with(self, act: Callable[[AsyncConnection[Any]], Awaitable[Stored]]) -> Stored:
        """Do something with a connection.  If the database is lost, try again for some seconds: every act may be done
        twice."""
        until = time.monotonic() + PATIENCE
        while True:
            connection = await self._free.get()
            try:
                if connection is None or connection.closed:
                    connection = await self._connect()
                return await act(connection)
            except psycopg.errors.DiskFull:
                raise StoreFailed("the disk of the database is full") from None
            except psycopg.OperationalError:
                if connection is not None:
                    with suppress(psycopg.Error):
                        await connection.close()
                connection = None
                if time.monotonic() > until:
                    raise StoreFailed("the database cannot be reached") from None
            except psycopg.Error as error:
                raise StoreFailed(f"the database refused it ({error.sqlstate or 'no code'})") from None
            except UnicodeError as error:  # half a surrogate pair
                raise StoreFailed(f"the database refused it ({type(error).__name__})") from None
            finally:
                if self._closed and connection is not None:
                    with suppress(psycopg.Error):
                        await connection.close()
                self._free.put_nowait(connection)
            await asyncio.sleep(0.2)

    async def _hear(self, news: News, ready: asyncio.Event) -> None:
        """Hear what others add.  After the connection was lost, anything may have been added."""
        lost = False
        while True:
            try:
                connection = await self._connect()
                async with connection:
                    await connection.execute(f"listen {CHANNEL}")
                    if lost:
                        news(None, 0)
                    ready.set()
                    async for one in connection.notifies():
                        table, _, count = one.payload.partition(" ")
                        news(table, int(count) if count.isdecimal() else 0)
            except (psycopg.Error, OSError):
                pass
            lost = True
            await asyncio.sleep(0.3)


def _now() -> int:
    return time.time_ns() // 1_000_000
