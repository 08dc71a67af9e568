"""The workers of a server: which one answers a request, how long it may take, and what happens when it dies.

A table of shipped rules always has the same worker, so that its games are kept there.  A request that takes longer
than it may ends the worker; the next one begins another.  What the workers kept is built again from the
records, so nothing is lost.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import zlib
from asyncio.subprocess import PIPE
from collections import OrderedDict, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, cast

from ..fast_json import dumps, loads
from ..refusals import Refusal, refuse
from ..table.entries import DamagedRecord, Json, SeatChose
from .framing import HEAD

BUDGETS = {"tables": 10.0, "strangers": 5.0, "programs": 30.0, "afterwards": 60.0}
"""How many seconds a request of each role may take."""
OPENING_BUDGET = 20.0
"""How many seconds it may take to check rules that somebody brought."""
START_BUDGET = 20.0
"""How many seconds more the first request may take, for which a process begins."""
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
    """What answers requests about games: workers, and in tests something else."""

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


class WorkerDied(Exception):
    """The worker died while it worked on a request, or there is none."""


@dataclass(slots=True, eq=False)
class WaitingRequest:
    """A request that a worker has, what waits for its answer, and how many seconds the worker may take."""

    data: bytes
    answer: asyncio.Future[tuple[Json, list[bytes]]]
    seconds: float


class WorkerPipes(asyncio.SubprocessProtocol):
    """The pipes of one process: takes its output apart."""

    def __init__(self, worker: WorkerProcess) -> None:
        self.worker = worker
        self.transport: asyncio.SubprocessTransport
        self.ended = asyncio.Event()
        self._received = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process has begun."""
        self.transport = cast("asyncio.SubprocessTransport", transport)

    def write(self, data: bytes) -> None:
        """Send something to the process."""
        cast("asyncio.WriteTransport", self.transport.get_pipe_transport(0)).write(data)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Give every whole answer to the worker."""
        received = self._received
        received += data
        at = 0
        while len(received) >= at + HEAD.size:
            begin = at + HEAD.size
            end = begin + HEAD.unpack_from(received, at)[0]
            if len(received) < end:
                break
            head: dict[str, Any] = loads(bytes(received[begin:end]))
            lengths: list[int] = head.pop("texts")
            if len(received) < end + sum(lengths):
                break
            texts: list[bytes] = []
            for length in lengths:
                texts.append(bytes(received[end : end + length]))
                end += length
            at = end
            self.worker.answered(self, head, texts)
        del received[:at]

    def process_exited(self) -> None:
        """The process has ended."""
        self.ended.set()
        self.worker.lost(self)

    def kill(self) -> None:
        """End the process."""
        with suppress(ProcessLookupError):
            self.transport.kill()
        self.transport.close()


class WorkerProcess:
    """One worker.  Requests are sent at once and answered in their order, so a busy worker finds the next one waiting.

    Each may take its time, from when the worker can begin with it.  A request that takes longer, or on which the
    worker dies, fails; those behind it are sent to the next process.
    """

    def __init__(self, role: str) -> None:
        self.role = role
        self.known: OrderedDict[tuple[object, ...], int] = OrderedDict()
        """How many choices of each game it has."""
        self.ended = 0
        """How many times it was ended because it took too long, or died."""
        self.pipes: WorkerPipes | None = None
        self._beginning: asyncio.Task[None] | None = None
        self._waiting: deque[WaitingRequest] = deque()
        self._timer: asyncio.TimerHandle | None = None

    async def exchange(self, request: Json, seconds: float) -> tuple[Json, list[bytes]]:
        """Send a request and read the answer.  Raises `TimeoutError`, or `WorkerDied`."""
        data = dumps(request)
        one = WaitingRequest(HEAD.pack(len(data)) + data, asyncio.get_running_loop().create_future(), seconds)
        self._waiting.append(one)
        if self.pipes is None:
            self._begin()
        else:
            self.pipes.write(one.data)
            if len(self._waiting) == 1:
                self._watch(0)
        return await one.answer

    def answered(self, pipes: WorkerPipes, head: Json, texts: list[bytes]) -> None:
        """The first request has its answer."""
        if pipes is self.pipes and self._waiting:
            one = self._waiting.popleft()
            if not one.answer.done():  # somebody still waits for it
                one.answer.set_result((head, texts))
            self._watch(0)

    def lost(self, pipes: WorkerPipes) -> None:
        """The process has ended."""
        if pipes is self.pipes:
            self._fail(WorkerDied())

    def _watch(self, more: float) -> None:
        """Give the first request its time, and `more`."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            seconds = self._waiting[0].seconds + more
            self._timer = asyncio.get_running_loop().call_later(seconds, self._fail, TimeoutError())

    def _fail(self, error: Exception) -> None:
        """The first request fails, and the process is ended; the next one does the others."""
        self._drop()
        if self._waiting:
            self.ended += 1
            first = self._waiting.popleft()
            if not first.answer.done():
                first.answer.set_exception(error)
        if self._waiting:
            self._begin()

    def _begin(self) -> None:
        if self._beginning is None:
            self._beginning = asyncio.get_running_loop().create_task(self._begun())

    async def _begun(self) -> None:
        """Start a worker, and send it the requests that wait.  If it does not start, they fail with `WorkerDied`."""
        try:
            async with asyncio.timeout(START_BUDGET):
                _, pipes = await asyncio.get_running_loop().subprocess_exec(
                    lambda: WorkerPipes(self), sys.executable, "-m", "hoyle.server.cores.worker", self.role,
                    stdin=PIPE, stdout=PIPE, stderr=None, env={**os.environ, "PYTHONHASHSEED": "0"},
                )  # fmt: skip
        except OSError:
            while self._waiting:
                one = self._waiting.popleft()
                if not one.answer.done():
                    one.answer.set_exception(WorkerDied())
            return
        finally:
            self._beginning = None
        self.pipes = pipes
        for one in self._waiting:
            pipes.write(one.data)
        self._watch(START_BUDGET)

    def _drop(self) -> WorkerPipes | None:
        """End the process, and forget what it knew."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        pipes, self.pipes = self.pipes, None
        self.known.clear()
        if pipes is not None:
            pipes.kill()
        return pipes

    async def end(self) -> None:
        """End the process; whoever waits for an answer gets none."""
        if self._beginning is not None:
            await self._beginning
        while self._waiting:
            self._waiting.popleft().answer.cancel()
        pipes = self._drop()
        if pipes is not None:
            await pipes.ended.wait()


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
        seconds = OPENING_BUDGET if request["op"] in ("about", "take up") else BUDGETS[role]
        try:
            return unpacked(*await self._asked(worker, request, at, seconds))
        except (TimeoutError, WorkerDied):
            raise refuse("S23" if role in ("strangers", "afterwards") else "S53") from None

    async def _asked(
        self, worker: WorkerProcess, request: Json, at: TablePosition | None, seconds: float
    ) -> tuple[Json, list[bytes]]:
        if at is None:
            return await worker.exchange(request, seconds)
        key = at.table, at.game, at.view, at.names
        base = min(worker.known.get(key, 0), len(at.moves))
        head, texts = await worker.exchange(placed(request, at, base), seconds)
        if "missing" in head:
            head, texts = await worker.exchange(placed(request, at, 0), seconds)
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
