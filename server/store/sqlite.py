"""Tables in one file, for one process: SQLite with a write-ahead log.

One thread writes.  It takes all entries that wait and commits them together, so many tables share the time of one
flush to the disk; each entry is on the disk when its writer goes on.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ..table.record import Awaits
from . import News, StoredTable, StoreFailed

Stored = TypeVar("Stored")
VERSION = 1
MOST_TOGETHER = 1000
"""How many entries are committed together at most."""
_MADE = """
create table if not exists tables (
    id text primary key, title text not null, count integer not null, awaits text not null,
    listed integer not null, created integer not null, changed integer not null
) without rowid;
create table if not exists entries (
    "table" text not null, number integer not null, entry text not null, primary key ("table", number)
) without rowid;
create index if not exists by_awaits on tables (awaits, changed);
create index if not exists by_change on tables (listed, changed);
"""
_ADD_ALL = """
insert into entries select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
from json_each(?)
"""
_CHANGE_ALL = """
update tables set count = added.number + 1, awaits = added.awaits, changed = added.now from (
    select json_extract(value, '$[0]') as id, json_extract(value, '$[1]') as number,
        json_extract(value, '$[3]') as awaits, json_extract(value, '$[4]') as now from json_each(?)
) as added where tables.id = added.id
"""
_CAN_ADD_ALL = sqlite3.sqlite_version_info >= (3, 33)
"""Whether SQLite knows `update … from`."""


@dataclass(frozen=True, slots=True)
class AddedEntry:
    """An entry to be added, and what its table waits for then."""

    table: str
    number: int
    entry: str
    awaits: str
    now: int

    def __call__(self, connection: sqlite3.Connection) -> bool:
        """Add it alone.  False: another one has this number."""
        done = connection.execute(
            "insert or ignore into entries values (?, ?, ?)", (self.table, self.number, self.entry)
        )
        if done.rowcount != 1:
            return False
        connection.execute(
            "update tables set count = ?, awaits = ?, changed = ? where id = ?",
            (self.number + 1, self.awaits, self.now, self.table),
        )
        return True


def add_all(connection: sqlite3.Connection, entries: list[AddedEntry]) -> None:
    """Add entries of as many tables in two statements, because the thread waits for Python's lock after each.  Raises
    `sqlite3.IntegrityError` if one has a number that is taken."""
    data = json.dumps([(one.table, one.number, one.entry, one.awaits, one.now) for one in entries])
    connection.execute(_ADD_ALL, (data,))
    connection.execute(_CHANGE_ALL, (data,))


class SqliteStore:
    """Tables in a file; `:memory:` for tests."""

    shared = False

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self._queue: queue.SimpleQueue[tuple[Callable[[sqlite3.Connection], Any], asyncio.Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        self._reading = ThreadPoolExecutor(1, "hoyle-read")
        self._reader: sqlite3.Connection | None = None
        self._writer: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def open(self, news: News) -> None:
        """Open or make the file.  Raises `StoreFailed` if that is not possible, or if another process has it."""
        ready: Future[None] = Future()
        self._loop = asyncio.get_running_loop()
        self._writer = threading.Thread(target=self._write, args=(ready,), name="hoyle-write", daemon=True)
        self._writer.start()
        await asyncio.wrap_future(ready)

    async def close(self) -> None:
        """Write what waits, and end."""
        if self._writer is not None:
            writer, self._writer = self._writer, None  # whatever comes now is refused, as nobody would write it
            self._queue.put(None)
            await asyncio.to_thread(writer.join)
        self._reading.shutdown()
        if self._reader is not None and self.path != ":memory:":
            self._reader.close()

    async def create(self, table: str, title: str, entry: str, *, listed: bool, awaits: Awaits) -> None:
        """Add a table with its entry 0."""
        now = _now()

        def act(connection: sqlite3.Connection) -> None:
            connection.execute(
                "insert into tables values (?, ?, 1, ?, ?, ?, ?)", (table, title, awaits, listed, now, now)
            )
            connection.execute("insert into entries values (?, 0, ?)", (table, entry))

        await self._written(act)

    async def append(self, table: str, number: int, entry: str, awaits: Awaits) -> bool:
        """Add an entry.  False: another one has this number."""
        now = _now()

        return await self._written(AddedEntry(table, number, entry, awaits, now))

    async def read(self, table: str, first: int = 0) -> list[str]:
        """The entries from a number on."""

        def act(connection: sqlite3.Connection) -> list[str]:
            found = connection.execute(
                'select entry from entries where "table" = ? and number >= ? order by number', (table, first)
            )
            return [entry for (entry,) in found]

        return await self._read(act)

    async def tables(
        self, most: int = 1000, *, awaits: Awaits | None = None, listed: bool = False
    ) -> list[StoredTable]:
        """Tables, those that changed last first."""
        where = ["awaits = ?"] * (awaits is not None) + ["listed = 1"] * listed
        text = "select id, title, count, awaits, listed, changed from tables"
        text += (" where " + " and ".join(where) if where else "") + " order by changed desc limit ?"
        values = (*([awaits] if awaits is not None else []), most)

        def act(connection: sqlite3.Connection) -> list[StoredTable]:
            return [StoredTable(a, b, c, d, bool(e), f) for a, b, c, d, e, f in connection.execute(text, values)]

        return await self._read(act)

    async def count(self) -> int:
        """How many tables there are."""
        return await self._read(lambda connection: connection.execute("select count(*) from tables").fetchone()[0])

    # ------------------------------------------------------------------------------------------------------- threads

    async def _written(self, act: Callable[[sqlite3.Connection], Stored]) -> Stored:
        if self._writer is None:
            raise StoreFailed("the store is closed")
        future: asyncio.Future[Stored] = asyncio.get_running_loop().create_future()
        self._queue.put((act, future))
        return await future

    async def _read(self, act: Callable[[sqlite3.Connection], Stored]) -> Stored:
        if self.path == ":memory:":  # only its writer sees such a database
            return await self._written(act)

        def read() -> Stored:
            if self._reader is None:
                self._reader = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
            try:
                return act(self._reader)
            except Exception as error:
                raise StoreFailed(_why(error)) from None

        return await asyncio.get_running_loop().run_in_executor(self._reading, read)

    def _write(self, ready: Future[None]) -> None:
        """The writing thread.  Nothing ends it but `close`: without it, every writer would wait for ever."""
        try:
            connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            if self.path != ":memory:":
                connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = full")
            connection.execute("pragma busy_timeout = 2000")
            version = connection.execute("pragma user_version").fetchone()[0]
            if version not in (0, VERSION):
                raise StoreFailed(f"the file is of another version ({version})")
            connection.executescript(_MADE)
            connection.execute(f"pragma user_version = {VERSION}")
        except StoreFailed as error:
            ready.set_exception(error)
            return
        except Exception as error:
            ready.set_exception(StoreFailed(_why(error)))
            return
        ready.set_result(None)
        ended = False
        while not ended:
            waiting = [self._queue.get()]
            with suppress(queue.Empty):
                while len(waiting) < MOST_TOGETHER:
                    waiting.append(self._queue.get_nowait())
            ended = None in waiting
            self._together(connection, [one for one in waiting if one is not None])
        connection.close()

    def _together(
        self, connection: sqlite3.Connection, acts: list[tuple[Callable[..., Any], asyncio.Future[Any]]]
    ) -> None:
        """Commit some acts together.  Only then their writers go on.  Nothing is raised: a writer whose act fails is
        answered with `StoreFailed`.
        """
        if not acts:
            return
        results: list[Any] = []
        try:
            connection.execute("begin immediate")
            entries = [act for act, _ in acts if isinstance(act, AddedEntry)]
            together = _CAN_ADD_ALL and len({one.table for one in entries}) == len(entries) > 1
            if together:
                add_all(connection, entries)
            results = [(together and isinstance(act, AddedEntry)) or act(connection) for act, _ in acts]
            connection.execute("commit")
        except Exception as error:
            with suppress(sqlite3.Error):
                connection.execute("rollback")
            # The disk or the file is at fault, and would be for each of them; or one of them is: then each alone.
            if len(acts) > 1 and not isinstance(error, sqlite3.OperationalError):
                for one in acts:
                    self._together(connection, [one])
                return
            results = [StoreFailed(_why(error)) for _ in acts]
        self._answer([(future, result) for (_, future), result in zip(acts, results, strict=True)])

    def _answer(self, answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
        """Give the writers that wait their results, all in one call of the event loop."""

        def answer() -> None:
            for future, result in answers:
                if future.done():  # nobody waits any more
                    continue
                if isinstance(result, StoreFailed):
                    future.set_exception(result)
                else:
                    future.set_result(result)

        assert self._loop is not None
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(answer)


def _now() -> int:
    return time.time_ns() // 1_000_000


_WHY = {
    sqlite3.SQLITE_FULL: "the disk is full", sqlite3.SQLITE_IOERR: "the disk cannot be written",
    sqlite3.SQLITE_BUSY: "another process writes to the file",
    sqlite3.SQLITE_LOCKED: "another process writes to the file",
    sqlite3.SQLITE_READONLY: "the file cannot be written", sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
    sqlite3.SQLITE_CORRUPT: "the file is damaged", sqlite3.SQLITE_NOTADB: "the file is no database",
}  # fmt: skip


def _why(error: Exception) -> str:
    """Why it failed, in a few words without paths and without values, which may be secret."""
    code: int | None = getattr(error, "sqlite_errorcode", None)  # an error of Python's library has none
    if code is None:
        return f"the database refused it ({type(error).__name__})"
    return _WHY.get(code & 0xFF) or f"the database refused it ({getattr(error, 'sqlite_errorname', code)})"
