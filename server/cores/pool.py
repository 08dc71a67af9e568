"""The workers of a server: which one answers a request, how long it may take, and what happens when it dies.

A table of shipped rules always has the same worker, so that its games are kept there.  Whoever waits longer than a
request may take ends the worker; the next request begins another.  What the workers kept is built again from the
records, so nothing is lost.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..refusals import Refusal, refuse
from ..table.entries import DamagedRecord, Json, SeatChose
from .framing import HEAD

BUDGETS = {"tables": 10.0, "strangers": 5.0, "programs": 30.0, "afterwards": 60.0}
"""How many seconds a request of each role may take."""
OPENING_BUDGET = 20.0
"""How many seconds it may take to check rules that somebody brought."""
_MOST_KNOWN = 2000
"""Of how many games it is remembered what a worker has of them."""


@dataclass(frozen=True, slots=True)
class TablePosition:
    """A position in a game of a table: what a request needs to say."""

    table: str
    game: str
    """The number of the game, and how often something was taken back in it."""
    rules: Json
    names: tuple[str, ...]
    start: tuple[int, ...]
    moves: Sequence[tuple[int, SeatChose]]
    """The choices, each with the number of its entry."""
    strange: bool = False
    view: str = ""
    """Which of several positions of one game is kept: the present one, or one shown with a delay."""


class Cores(Protocol):
    """Whoever answers requests about games."""

    async def ask(self, role: str, request: Json, at: TablePosition | None = None) -> tuple[Json, list[bytes]]:
        """Answer a request.  Raises `Refusal`, `DamagedRecord`."""
        ...

    async def close(self) -> None:
        """End."""
        ...


def unpacked(head: Json, texts: list[bytes]) -> tuple[Json, list[bytes]]:
    """The answer, or the error in it."""
    if "refused" in head:
        refused = head["refused"]
        raise Refusal(refused["code"], refused["fields"], tuple(refused["notes"]))
    if "damaged" in head:
        raise DamagedRecord(head["damaged"])
    return head, texts


def placed(request: Json, at: TablePosition, base: int) -> Json:
    """A request with its position, without the first `base` choices."""
    return {
        **request,
        "table": at.table, "game": at.game, "view": at.view, "rules": at.rules, "names": at.names, "start": at.start,
        "base": base, "moves": [(one.choice, one.draws, one.turn) for _, one in at.moves[base:]],
    }  # fmt: skip


@dataclass
class WorkerProcess:
    """One worker.  `known`: how many choices of each game it has."""

    role: str
    process: Process | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    known: OrderedDict[tuple[object, ...], int] = field(default_factory=OrderedDict[tuple[object, ...], int])
    ended: int = 0
    """How many times it was ended because it took too long, or died."""

    async def begin(self) -> Process:
        """The process, begun if there is none."""
        if self.process is None or self.process.returncode is not None:
            self.known.clear()
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "hoyle.server.cores.worker", self.role, stdin=PIPE, stdout=PIPE,
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )  # fmt: skip
        return self.process

    async def exchange(self, request: Json) -> tuple[Json, list[bytes]]:
        """Send a request and read the answer.  Raises `EOFError` if the process dies."""
        process = await self.begin()
        assert process.stdin is not None and process.stdout is not None
        data = json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        try:
            process.stdin.write(HEAD.pack(len(data)) + data)
            await process.stdin.drain()
            (size,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
            head: dict[str, Any] = json.loads(await process.stdout.readexactly(size))
            texts = [await process.stdout.readexactly(length) for length in head.pop("texts")]
        except (asyncio.IncompleteReadError, ConnectionError):
            raise EOFError from None
        return head, texts

    async def end(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class GameWorkers:
    """Answers in other processes.  `tables`: how many workers play the tables of shipped rules."""

    def __init__(self, tables: int = 1, strangers: int = 1, programs: int = 1) -> None:
        counts = {"tables": tables, "strangers": strangers, "programs": programs, "afterwards": 1}
        self.workers = {role: [WorkerProcess(role) for _ in range(count)] for role, count in counts.items()}

    async def ask(self, role: str, request: Json, at: TablePosition | None = None) -> tuple[Json, list[bytes]]:
        """Answer a request.  Raises `Refusal` (also if it takes too long), `DamagedRecord`."""
        if at is not None and at.strange and role == "tables":
            role = "strangers"
        workers = self.workers[role]
        key = at.table if at is not None else json.dumps(request.get("rules"))
        worker = workers[zlib.crc32(key.encode("utf-8", "replace")) % len(workers)]
        async with worker.lock:
            seconds = OPENING_BUDGET if request["op"] in ("about", "take up") else BUDGETS[role]
            try:
                async with asyncio.timeout(seconds):
                    return unpacked(*await self._asked(worker, request, at))
            except TimeoutError:
                worker.ended += 1
                await worker.end()
                raise refuse("S23" if role in ("strangers", "afterwards") else "S53") from None
            except EOFError:
                worker.ended += 1
                await worker.end()
                raise refuse("S23" if role in ("strangers", "afterwards") else "S53") from None
            except asyncio.CancelledError:  # half an answer may be on its way
                await worker.end()
                raise

    async def _asked(self, worker: WorkerProcess, request: Json, at: TablePosition | None) -> tuple[Json, list[bytes]]:
        if at is None:
            return await worker.exchange(request)
        await worker.begin()
        key = at.table, at.game, at.view, at.names
        base = min(worker.known.get(key, 0), len(at.moves))
        head, texts = await worker.exchange(placed(request, at, base))
        if "missing" in head:
            head, texts = await worker.exchange(placed(request, at, 0))
        worker.known[key] = len(at.moves)
        worker.known.move_to_end(key)
        while len(worker.known) > _MOST_KNOWN:
            worker.known.popitem(last=False)
        return head, texts

    async def close(self) -> None:
        """End all workers."""
        for workers in self.workers.values():
            for worker in workers:
                await worker.end()
