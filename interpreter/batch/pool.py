"""Plays the games of a batch on all cores: hands out chunks of games and merges their sums in the order of the
games.

The result does not depend on how games are cut into chunks and which process plays them.  So chunks are as long
as takes about a quarter of a second to play.  After an interrupt, the merged sums are exactly the result of a shorter
batch.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .work import BatchPart, Runner, Work, unpacked

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

S = TypeVar("S")

CHUNK_SECONDS = 0.25
LONGEST_CHUNK = 5_000
SOLO_GAMES = 16
"""A batch as short as this is played in this process: starting other processes would take longer."""


class WorkersLost(Exception):
    """Worker processes died.  What was merged before is correct."""


@dataclass
class BatchProgress(Generic[S]):
    """The progress of a batch: `sums` over games 0 to `done` - 1.  `failed` is set if a game could not be played to its
    end.
    """

    sums: S
    done: int
    part: BatchPart[S]


def cores() -> int:
    """How many processes can run at the same time on this machine."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not available on this system
        return os.cpu_count() or 1


def run(work: Work[S], games: int, *, workers: int = 0, chunk: int = 0) -> Generator[BatchProgress[S]]:
    """Play games 0 to `games` - 1; yield the progress after each chunk.  Stops at the first failure.

    `workers`: the number of processes (0: one for each core); `chunk`: the number of games in a chunk (0: as many
    as take about a quarter of a second).  Raises `WorkersLost`.
    """
    workers = min(workers or cores(), max(1, games))
    if workers == 1 or games <= (chunk or SOLO_GAMES):
        yield from merge_parts(work, solo(work.runner(), games, chunk))
        return
    yield from merge_parts(work, _shared(work, games, workers, chunk))


def _shared(work: Work[S], games: int, workers: int, chunk: int) -> Iterator[BatchPart[S]]:
    """The parts of a batch.  If the work has games to be played ahead, this process plays those; workers play all
    others.
    """
    if work.ahead:
        yield run_timed(work.runner(), 0, work.ahead)
    with _WorkerPool(work, workers) as pool:
        yield from parts_in_order(pool.submit, games, workers, chunk, first=work.ahead)


def merge_parts(work: Work[S], parts: Iterator[BatchPart[S]]) -> Iterator[BatchProgress[S]]:
    """Merge parts, which come in the order of the games; yield the progress.

    Ctrl-C never leaves a part half merged.
    """
    sums, done = work.nothing(), 0
    for part in parts:
        with _ctrl_c_delayed():
            work.merge(sums, part.sums)
        done += part.count
        yield BatchProgress(sums, done, part)
        if part.failure is not None:
            return


def solo(runner: Runner[S], games: int, chunk: int) -> Iterator[BatchPart[S]]:
    """Play a batch in this process and yield its parts."""
    first, length = 0, chunk or 1
    while first < games:
        count = min(length, games - first)
        part = run_timed(runner, first, count)
        yield part
        first += count
        length = chunk or longer(length, part.seconds)


def run_timed(runner: Runner[S], first: int, count: int) -> BatchPart[S]:
    """Play a chunk and note how long it took."""
    began = time.perf_counter()
    part = runner.run(first, count)
    part.seconds = time.perf_counter() - began
    return part


def longer(length: int, seconds: float) -> int:
    """How many games the next chunk should have, given how long the last one took: at most four times as many."""
    fit = int(length * CHUNK_SECONDS / max(seconds, 1e-6))
    return max(1, min(fit, 4 * length, LONGEST_CHUNK))


Submit = Callable[[int, int], "Future[BatchPart[S]]"]


def parts_in_order(
    submit: Submit[S], games: int, workers: int, chunk: int, patience: float | None = None,
    worry: Callable[[], None] = lambda: None, first: int = 0, cancelling: bool = False,
) -> Generator[BatchPart[S]]:  # fmt: skip
    """The parts of a batch that other processes or machines play, in the order of the games, from game `first` on.

    For each worker only a few chunks are being played or wait to be merged, so that one slow chunk does not fill
    the memory.  If no result arrives for `patience` seconds, `worry` is called, which may raise an exception.
    `cancelling`: what is not needed any more is cancelled here.  A pool of processes must do that itself: its thread
    fails on a future that was cancelled behind its back when a process ends.
    """
    out: dict[Future[BatchPart[S]], int] = {}
    ready: dict[int, BatchPart[S]] = {}
    begun = merged = 0
    length = chunk or 1
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
                if not chunk and part.count:
                    length = min(longer(part.count, part.seconds), 4 * length)
            while merged in ready:
                yield ready.pop(merged)
                merged += 1
    finally:
        for future in out if cancelling else ():
            future.cancel()


class _WorkerPool:
    """Worker processes that have the work unpacked.

    The modules that start processes are imported here, where they are used: most users of this file play in one
    process, and the page of the studio cannot import them.
    """

    def __init__(self, work: Work[Any], workers: int) -> None:
        import multiprocessing
        from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor

        # Workers are started by spawning on every system: forking would copy threads that hold locks.
        context = multiprocessing.get_context("spawn")
        ends: tuple[Any, Any] = context.Pipe(duplex=False)  # the types differ between systems
        self._heard, self._stop = ends
        ends = context.Pipe(duplex=False)
        self._given, self._give = ends
        self._data = work.packed()
        self.pool = ProcessPoolExecutor(workers, context, _begin, (self._given, context.Lock(), self._heard))
        self._broken = BrokenProcessPool
        self._begun: frozenset[BaseProcess] = frozenset()
        self._handing_out = threading.Thread(target=self._hand_out, args=(workers,), daemon=True)
        self._handing_out.start()

    def __enter__(self) -> _WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if kind is not None:
            self._stop.close()  # workers that still play end at once: a single game may take minutes
            for process in self._begun:  # those that are still being started do not listen to `stop` yet
                process.terminate()
        # Waited for in any case: the pool's thread, if it still ran, would be woken at the end of the process by a pipe
        # that it may just have closed.
        self.pool.shutdown(wait=True, cancel_futures=True)
        self._given.close()
        self._handing_out.join()
        for end in (self._stop, self._heard, self._give):
            end.close()
        if isinstance(error, self._broken):
            raise WorkersLost("worker processes died: they were killed, or there was not enough memory") from error

    def _hand_out(self, workers: int) -> None:
        """Give each worker the work, in a thread.  If it were among the arguments of a new process, this process could
        only go on, and hear Ctrl-C, when the other has started and read it.
        """
        with suppress(OSError):  # the workers have ended
            for _ in range(workers):
                self._give.send_bytes(self._data)

    def submit(self, first: int, count: int) -> Future[BatchPart[Any]]:
        """Hand out a chunk.  A process that is started for it never reacts to Ctrl-C, not even while it starts."""
        import multiprocessing

        others = frozenset(multiprocessing.active_children())
        with _undisturbed(), _without_main(self._data):
            playing = self.pool.submit(_play, first, count)
        self._begun |= frozenset(multiprocessing.active_children()) - others
        return playing


@contextmanager
def _without_main(data: bytes) -> Generator[None]:
    """Within, a process that is started does not run the file of the program again, which it would do if that file does
    not say `if __name__ == "__main__"`.  It needs the file only if the work is of a class that stands there.
    """
    main = sys.modules["__main__"]
    if b"__main__" in data:
        yield
        return
    kept = {name: getattr(main, name, None) for name in ("__file__", "__spec__")}
    for name in kept:
        setattr(main, name, None)
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(main, name, value)


@contextmanager
def _undisturbed() -> Generator[None]:
    """Delay Ctrl-C until the end of the block.  A process that is started meanwhile inherits this permanently."""
    if not hasattr(signal, "pthread_sigmask"):  # a system without signals
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _ctrl_c_delayed() -> Generator[None]:
    """Delay Ctrl-C until the end of the block, whichever thread of this process the signal reaches.  (A blocked signal,
    as in `_undisturbed`, goes to another thread, and Python then interrupts the main thread all the same.)
    """
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield  # nothing would be raised here
        return
    pressed: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if pressed:
            handler(*pressed[0])


_work: list[Work[object]] = []
_runner: list[Runner[object]] = []
"""What this worker does, and who does it.  The runner is made with the first games, so that whoever waits for them
hears why it cannot be made."""


def _begin(given: Any, turn: Any, stop: Any = None) -> None:
    """Start a worker.  It ignores Ctrl-C, which is for the parent; the parent ends workers by closing its end of
    `stop`.  The work is in `given`, once for each worker; they read one at a time, in `turn`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(stop,), daemon=True).start()
    with turn:
        data = given.recv_bytes()
    _work[:] = [unpacked(data)]


def _end_with_parent(stop: Any) -> None:
    """End this worker, even in the middle of a game, as soon as it is told to stop or the process that started it has
    ended for any reason.
    """
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel] if stop is None else [parent.sentinel, stop])
        os._exit(1)


def _play(first: int, count: int) -> BatchPart[object]:
    if not _runner:
        _runner.append(_work[0].runner())
    return run_timed(_runner[0], first, count)


def finish(steps: Iterator[BatchProgress[S]]) -> BatchProgress[S]:
    """Run a batch to its end and return the last progress."""
    last: BatchProgress[S] | None = None
    for step in steps:
        last = step
    assert last is not None
    return last
