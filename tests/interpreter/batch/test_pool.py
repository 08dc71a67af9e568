"""The result of a batch does not depend on chunks or workers.

After a failure or an interrupt the partial result is sound.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import Future
from multiprocessing import Pipe
from pathlib import Path

import pytest

import hoyle
from hoyle.api import running
from hoyle.interpreter.batch import pool
from hoyle.interpreter.batch.pairing import PairedGames
from hoyle.interpreter.batch.pool import WorkersLost, finish, longer, parts_in_order, run, solo
from hoyle.interpreter.batch.sums import Cross
from hoyle.interpreter.batch.work import BatchPart, Simulation, program_hash, unpacked

from .stopping import STOPS


def test_the_digest_does_not_depend_on_workers_and_chunks(program) -> None:
    work = Simulation(program(), ("sound", "random") * 2, 3)
    found = {
        finish(run(work, 16, workers=workers, chunk=chunk)).sums.digest()
        for workers, chunk in ((1, 0), (1, 1), (1, 7), (2, 3), (2, 0))
    }
    assert len(found) == 1
    assert finish(run(Simulation(work.program, work.players, 4), 16, workers=1)).sums.digest() not in found


def test_the_digest_of_a_comparison_does_not_depend_on_workers(program) -> None:
    work = PairedGames(program(), program(worth=2), ("random",) * 4, 3)
    one, other = finish(run(work, 30, workers=1)), finish(run(work, 30, workers=2, chunk=4))
    assert one.sums == other.sums
    assert one.sums.digest() == other.sums.digest()


def test_the_merged_part_equals_a_shorter_batch(program) -> None:
    work = Simulation(program(), ("random",) * 4, 3)
    steps = run(work, 60, workers=2, chunk=5)
    first = next(steps)
    digest, done = first.sums.digest(), first.done
    steps.close()
    assert digest == finish(run(work, done, workers=1)).sums.digest()


def test_ctrl_c_in_the_middle_of_a_merge_leaves_the_sums_of_a_shorter_batch(program, monkeypatch) -> None:
    work = Simulation(program(), ("random",) * 4, 3)
    merge = Cross.merge

    def pressed(into: Cross, more: Cross) -> None:
        if more.games == 5 and into.games == 10:
            signal.raise_signal(signal.SIGINT)
        merge(into, more)

    monkeypatch.setattr(Cross, "merge", pressed)
    found = running.played(work, 60, workers=1, chunk=5)
    assert found.interrupted
    monkeypatch.undo()
    assert found.sums.games == 15
    assert found.sums.digest() == finish(run(work, 15, workers=1)).sums.digest()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_game_that_stops_is_reported_with_its_number(program, workers) -> None:
    last = finish(run(Simulation(program(STOPS), ("random",) * 2, 3), 50, workers=workers, chunk=2))
    failure = last.part.failure
    assert failure is not None
    assert failure.code == "E1201"
    assert failure.index == last.sums.games == last.done
    assert failure.span is not None
    assert failure.span.line == 17


def test_a_dead_worker_is_an_error_and_the_merged_part_remains(program, monkeypatch) -> None:
    work = Simulation(program(), ("random",) * 4, 3)
    steps = run(work, 100_000, workers=2, chunk=20)
    first = next(steps)
    import multiprocessing

    for child in multiprocessing.active_children():
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
    seen = [first.done]
    with pytest.raises(WorkersLost):
        seen.extend(step.done for step in steps)
    assert first.sums.games >= seen[0]


def test_an_interrupt_does_not_wait_for_the_current_game(program) -> None:
    """The players in this game think for a minute at every choice."""
    import multiprocessing
    from concurrent.futures import wait

    work = Simulation(program(), ("think:ms=60000",) * 4, 3)
    before = set(multiprocessing.active_children())
    workers = pool._WorkerPool(work, 1)
    playing = workers.submit(0, 1)
    started = set(multiprocessing.active_children()) - before
    workers.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert wait([playing], timeout=60).done == {playing}
    assert playing.exception() is not None
    for process in started:
        process.join(60)
        assert process.exitcode is not None


def test_an_interrupt_does_not_wait_for_a_worker_that_is_being_started(program, monkeypatch) -> None:
    """Nor does handing out a chunk: a worker is given the work later, by a thread."""
    monkeypatch.setattr(pool._WorkerPool, "_hand_out", lambda self, workers: None)
    workers = pool._WorkerPool(Simulation(program(), ("random",) * 4, 3), 1)
    playing = workers.submit(0, 1)
    started = workers._begun
    assert len(started) == 1
    workers.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert playing.exception(timeout=60) is not None
    assert all(process.exitcode is not None for process in started)


def test_parts_are_merged_in_order_and_few_are_outstanding() -> None:
    waiting: list[tuple[int, Future[BatchPart[int]]]] = []
    out: list[int] = []

    def submit(first: int, count: int) -> Future[BatchPart[int]]:
        future: Future[BatchPart[int]] = Future()
        waiting.append((first, future))
        if len(waiting) >= 4 or first + count >= 100:  # complete them in the wrong order
            for begun, one in reversed(waiting):
                one.set_result(BatchPart(begun, 1, None, 1.0))
            waiting.clear()
        return future

    out = [part.sums for part in parts_in_order(submit, 100, 2, 1)]
    assert out == list(range(100))


def test_chunks_grow_slowly_and_stay_short() -> None:
    assert longer(1, 0.0001) == 4
    assert longer(100, 10.0) == 2
    assert longer(1, 10.0) == 1


def test_a_batch_survives_pickling(program) -> None:
    work = Simulation(program(), ("random",) * 4, 3)
    again = unpacked(work.packed())
    assert isinstance(again, Simulation)
    before, after = ({**vars(one.program), "identity": None} for one in (work, again))
    assert after == before
    for name in ("fingerprint", "former_fingerprint", "parts"):
        assert getattr(again.program, name) == getattr(work.program, name), name
    assert (again.players, again.seed) == (work.players, work.seed)
    assert program_hash(again.program) == program_hash(work.program)
    assert len(work.packed()) < 100_000, textwrap.shorten(str(work), 50)


PARENT = """
import multiprocessing, time
from hoyle.dsl.loading import load
from hoyle.interpreter.batch.pool import run
from hoyle.interpreter.batch.sums import Cross
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower

if __name__ == "__main__":
    program = lower(load("whist").game)
    steps = run(Simulation(program, ("random",) * 4, 1), 10**6, workers=2, chunk=1)
    next(steps)
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked at there")
def test_workers_end_when_their_parent_is_killed(tmp_path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    above = str(Path(next(iter(hoyle.__path__))).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((above, os.environ.get("PYTHONPATH", "")))}
    with subprocess.Popen([sys.executable, str(script)], env=environment, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        parent.kill()
        assert len(workers) == 2
        end = time.monotonic() + 30
        while any(map(_runs, workers)) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(map(_runs, workers))


def _runs(process: int) -> bool:
    """Return whether a process still runs.  A zombie does not count."""
    try:
        return Path(f"/proc/{process}/stat").read_text().split(")")[-1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def _bounded(hold: int) -> tuple[int, int, list[tuple[int, int]]]:
    """Process 20 chunks with two workers, and complete the chunk `hold` only when no other is outstanding.

    Return the largest number of outstanding chunks, the number of chunks submitted before `hold` was completed, and all
    submitted chunks.
    """
    out: list[tuple[int, Future[BatchPart[int]]]] = []
    handed: list[tuple[int, int]] = []
    most = before = 0

    def submit(first: int, count: int) -> Future[BatchPart[int]]:
        nonlocal most
        handed.append((first, count))
        future: Future[BatchPart[int]] = Future()
        out.append((first, future))
        most = max(most, len(out))
        return future

    def answer() -> None:
        nonlocal before
        ready = [one for one in out if one[0] != hold] or out[:]
        if any(first == hold for first, _ in ready):
            before = len(handed)
        first, future = ready[0]
        out.remove(ready[0])
        future.set_result(BatchPart(first, 1, None, 1.0))

    assert [part.sums for part in parts_in_order(submit, 20, 2, 1, patience=0, worry=answer)] == list(range(20))
    return most, before, handed


def test_only_a_few_chunks_per_worker_are_outstanding() -> None:
    most, before, handed = _bounded(hold=3)
    assert handed == [(first, 1) for first in range(20)]
    assert most == 2 * 2
    assert before == 3 + 4 * 2  # three parts are merged; later ones wait for the fourth


@pytest.mark.parametrize("cancelling", [False, True])
def test_what_is_not_needed_is_cancelled_here_only_where_no_pool_does_it(cancelling: bool) -> None:
    out: list[Future[BatchPart[int]]] = []

    def submit(first: int, count: int) -> Future[BatchPart[int]]:
        future: Future[BatchPart[int]] = Future()
        if not out:
            future.set_result(BatchPart(first, count, None, 1.0))
        out.append(future)
        return future

    parts = parts_in_order(submit, 10, 2, 1, cancelling=cancelling)
    next(parts)
    parts.close()
    assert [future.cancelled() for future in out] == [False, *[cancelling] * (len(out) - 1)]
    assert len(out) > 1


def test_the_last_chunk_is_the_remainder() -> None:
    def submit(first: int, count: int) -> Future[BatchPart[int]]:
        future: Future[BatchPart[int]] = Future()
        future.set_result(BatchPart(count, count, None, 1.0))
        return future

    assert [part.sums for part in parts_in_order(submit, 10, 2, 4)] == [4, 4, 2]


def test_a_batch_in_one_process_uses_chunks_of_the_given_length() -> None:
    class Counting:
        def run(self, first: int, count: int) -> BatchPart[int]:
            return BatchPart(first, count, None, 0.0)

    assert [(part.sums, part.count) for part in solo(Counting(), 10, 4)] == [(0, 4), (4, 4), (8, 2)]
    assert next(iter(solo(Counting(), 10, 0))).count == 1


def test_a_worker_starts_with_its_batch_and_ignores_ctrl_c(program, monkeypatch) -> None:
    kept: list[object] = []
    monkeypatch.setattr(pool.signal, "signal", lambda *given: kept.append(given))
    monkeypatch.setattr(pool, "_runner", [])
    work = Simulation(program(), ("random",) * 4, 3)
    given, give = Pipe(duplex=False)
    give.send_bytes(work.packed())
    pool._begin(given, threading.Lock())
    assert kept == [(signal.SIGINT, signal.SIG_IGN)]
    part = pool._play(1, 2)
    assert part.sums == work.runner().run(1, 2).sums
    assert part.seconds > 0


def test_a_process_can_be_started_without_signal_masks(monkeypatch) -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with pool._undisturbed():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
    monkeypatch.delattr(signal, "pthread_sigmask")
    with pool._undisturbed():
        pass
