"""The games of a batch on all cores: stretches handed out, sums merged in the order of the games.

How games are cut into stretches and who plays which has no influence on the result; so stretches are made as long as
takes about a quarter of a second, and after an interrupt what is merged is exactly the result of a shorter batch.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .work import Part, Runner, Work, unpacked

S = TypeVar("S")

STRETCH_SECONDS = 0.25
LONGEST_STRETCH = 5_000
SOLO_GAMES = 16
"""A batch as short as this is played here: starting processes would take longer."""


class WorkersLost(Exception):
    """Worker processes died; what was merged before is sound."""


@dataclass
class Progress(Generic[S]):
    """How far a batch is: `sums` over games 0 to `done` - 1.  `failed` if a game could not be played to its end."""

    sums: S
    done: int
    part: Part[S]


def cores() -> int:
    """How many processes can run at once here."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # there is no such thing on this system
        return os.cpu_count() or 1


def run(work: Work[S], games: int, *, workers: int = 0, stretch: int = 0) -> Generator[Progress[S]]:
    """Play games 0 to `games` - 1, telling after each stretch how far it is; stops at the first failure.

    `workers`: how many processes (0: one for each core); `stretch`: games at a time (0: as many as take a moment).
    Raises `WorkersLost`.
    """
    workers = min(workers or cores(), max(1, games))
    if workers == 1 or games <= (stretch or SOLO_GAMES):
        yield from merged(work, solo(work.runner(), games, stretch))
        return
    yield from merged(work, _shared(work, games, workers, stretch))


def _shared(work: Work[S], games: int, workers: int, stretch: int) -> Iterator[Part[S]]:
    """The parts of a batch: the first played in this process, if the work has games ahead, all others by workers."""
    if work.ahead:
        yield timed(work.runner(), 0, work.ahead)
    with _Pool(work, workers) as pool:
        yield from ordered(pool.submit, games, workers, stretch, first=work.ahead)


def merged(work: Work[S], parts: Iterator[Part[S]]) -> Iterator[Progress[S]]:
    """Parts in their order, added up."""
    sums, done = work.nothing(), 0
    for part in parts:
        work.merge(sums, part.sums)
        done += part.count
        yield Progress(sums, done, part)
        if part.failure is not None:
            return


def solo(runner: Runner[S], games: int, stretch: int) -> Iterator[Part[S]]:
    """The parts of a batch played in this process."""
    first, length = 0, stretch or 1
    while first < games:
        count = min(length, games - first)
        part = timed(runner, first, count)
        yield part
        first += count
        length = stretch or longer(length, part.seconds)


def timed(runner: Runner[S], first: int, count: int) -> Part[S]:
    """A part, with how long it took."""
    began = time.perf_counter()
    part = runner.run(first, count)
    part.seconds = time.perf_counter() - began
    return part


def longer(length: int, seconds: float) -> int:
    """How many games to play at a time, when so many took so long: at most four times as many as before."""
    fit = int(length * STRETCH_SECONDS / max(seconds, 1e-6))
    return max(1, min(fit, 4 * length, LONGEST_STRETCH))


Submit = Callable[[int, int], "Future[Part[S]]"]


def ordered(
    submit: Submit[S], games: int, workers: int, stretch: int, patience: float | None = None,
    worry: Callable[[], None] = lambda: None, first: int = 0,
) -> Iterator[Part[S]]:  # fmt: skip
    """The parts of a batch played by others, in the order of the games, from game `first` on.

    No more than a few stretches per worker are out or waiting to be merged, so a slow one does not fill the memory.
    Where nothing comes back for `patience` seconds, `worry` is called, which may raise."""
    out: dict[Future[Part[S]], int] = {}
    ready: dict[int, Part[S]] = {}
    begun = merged = 0
    length = stretch or 1
    try:
        while first < games or out or ready:
            while first < games and begun - merged < 4 * workers and len(out) < 2 * workers:
                count = min(length, games - first)
                out[submit(first, count)] = begun
                begun, first = begun + 1, first + count
            finished, _ = wait(out, timeout=patience, return_when=FIRST_COMPLETED)
            if not finished:
                worry()
            for future in finished:
                part = ready[out.pop(future)] = future.result()
                if not stretch and part.count:
                    length = min(longer(part.count, part.seconds), 4 * length)
            while merged in ready:
                yield ready.pop(merged)
                merged += 1
    finally:
        for future in out:
            future.cancel()


class _Pool:
    """Worker processes that know the work.

    What starts processes is imported here, where it is used: much of what imports this module plays alone, and the
    page of the studio is without it."""

    def __init__(self, work: Work[Any], workers: int) -> None:
        import multiprocessing
        from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor

        # Started afresh on every system: forking would copy threads that hold locks.
        context = multiprocessing.get_context("spawn")
        ends: tuple[Any, Any] = context.Pipe(duplex=False)  # of one kind or another, by system
        self._heard, self._stop = ends
        self.pool = ProcessPoolExecutor(workers, context, _begin, (work.packed(), self._heard))
        self._broken = BrokenProcessPool
        self._out: set[Future[Part[Any]]] = set()
        self._processes = multiprocessing.active_children
        self._others = set(self._processes())

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self.pool.shutdown(wait=kind is None, cancel_futures=True)
        self._stop.close()  # whoever still plays ends at once: a single game may take minutes
        self._heard.close()
        if kind is not None:  # what was handed out fails, which is noticed as long as the pool is there
            wait(tuple(self._out), timeout=5)
            for process in set(self._processes()) - self._others:
                process.join(5)
        if isinstance(error, self._broken):
            raise WorkersLost("worker processes died: they were killed, or there was not enough memory") from error

    def submit(self, first: int, count: int) -> Future[Part[Any]]:
        """Hand out a stretch.  A process that is started for it never hears Ctrl-C, not even while it starts."""
        with _undisturbed():
            future = self.pool.submit(_play, first, count)
        self._out.add(future)
        future.add_done_callback(self._out.discard)
        return future


@contextmanager
def _undisturbed() -> Generator[None]:
    """Ctrl-C waits until this is done; a process started meanwhile inherits that, for good."""
    if not hasattr(signal, "pthread_sigmask"):  # a system without signals
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_runner: list[Runner[object]] = []


def _begin(data: bytes, stop: Any = None) -> None:
    """A worker begins.  Ctrl-C is for the parent, which tells workers to end: it closes its end of `stop`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(stop,), daemon=True).start()
    _runner[:] = [unpacked(data).runner()]


def _end_with_parent(stop: Any) -> None:
    """End this worker, whatever it plays, as soon as it is to stop, or the process that started it is gone, however it
    ended."""
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel] if stop is None else [parent.sentinel, stop])
        os._exit(1)


def _play(first: int, count: int) -> Part[object]:
    return timed(_runner[0], first, count)


def finish(steps: Iterator[Progress[S]]) -> Progress[S]:
    """Run a batch to its end."""
    last: Progress[S] | None = None
    for step in steps:
        last = step
    assert last is not None
    return last
