"""A batch has one result however it is cut, and whoever plays it; a failure or an interrupt leaves what is sound."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

import hoyle
from hoyle.interpreter.batch import pool
from hoyle.interpreter.batch.pairing import PairedGames
from hoyle.interpreter.batch.pool import WorkersLost, finish, longer, ordered, run, solo
from hoyle.interpreter.batch.work import BatchPart, Simulation, program_hash, unpacked


def test_one_digest_for_any_number_of_workers_and_any_stretch(program) -> None:
    work = Simulation(program(), ("sound", "random") * 2, 3)
    found = {
        finish(run(work, 40, workers=workers, stretch=stretch)).sums.digest()
        for workers, stretch in ((1, 0), (1, 1), (1, 7), (2, 3), (2, 0))
    }
    assert len(found) == 1
    assert finish(run(Simulation(work.program, work.players, 4), 40, workers=1)).sums.digest() not in found


def test_a_comparison_too(program) -> None:
    work = PairedGames(program(), program(worth=2), ("random",) * 4, 3)
    one, other = finish(run(work, 30, workers=1)), finish(run(work, 30, workers=2, stretch=4))
    assert one.sums == other.sums
    assert one.sums.digest() == other.sums.digest()


def test_what_is_merged_is_a_shorter_batch(program) -> None:
    work = Simulation(program(), ("random",) * 4, 3)
    steps = run(work, 60, workers=2, stretch=5)
    first = next(steps)
    digest, done = first.sums.digest(), first.done
    steps.close()
    assert digest == finish(run(work, done, workers=1)).sums.digest()


BREAKS = """
game "Breaks"
language 1
players 2
deck 2 3 4 5 6 7 8 9
zones
    stock: face down
    hand of each player: private
remember
    score of each player: 0..7
main
    shuffle stock
    deal 1 from stock to hand of each player
    for p in players
        p chooses
            "show {c}" for c in p.hand
                add c.number to p.score
    game over, won by the player with highest score
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_game_that_stops_is_reported_with_its_number(program, workers) -> None:
    last = finish(run(Simulation(program(BREAKS), ("random",) * 2, 3), 50, workers=workers, stretch=2))
    failure = last.part.failure
    assert failure is not None
    assert failure.code == "E1201"
    assert failure.index == last.sums.games == last.done
    assert failure.span is not None
    assert failure.span.line == 17


def test_a_worker_that_dies_is_an_error_and_what_was_merged_stays(program, monkeypatch) -> None:
    work = Simulation(program(), ("random",) * 4, 3)
    steps = run(work, 100_000, workers=2, stretch=20)
    first = next(steps)
    import multiprocessing

    for child in multiprocessing.active_children():
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
    seen = [first.done]
    with pytest.raises(WorkersLost):
        seen.extend(step.done for step in steps)
    assert first.sums.games >= seen[0]


def test_an_interrupt_does_not_wait_for_the_game_that_is_played(program) -> None:
    """A game of players who think for a minute at every choice: nobody waits for it to end."""
    import multiprocessing
    from concurrent.futures import wait

    work = Simulation(program(), ("think:ms=60000",) * 4, 3)
    before = set(multiprocessing.active_children())
    workers = pool._Pool(work, 1)
    playing = workers.submit(0, 1)
    started = set(multiprocessing.active_children()) - before
    workers.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert wait([playing], timeout=60).done == {playing}
    assert playing.exception() is not None
    for process in started:
        process.join(60)
        assert process.exitcode is not None


def test_parts_are_given_in_the_order_of_the_games_and_few_are_waited_for() -> None:
    waiting: list[tuple[int, Future[BatchPart[int]]]] = []
    out: list[int] = []

    def submit(first: int, count: int) -> Future[BatchPart[int]]:
        future: Future[BatchPart[int]] = Future()
        waiting.append((first, future))
        if len(waiting) >= 4 or first + count >= 100:  # answered in the wrong order
            for begun, one in reversed(waiting):
                one.set_result(BatchPart(begun, 1, None, 1.0))
            waiting.clear()
        return future

    out = [part.sums for part in ordered(submit, 100, 2, 1)]
    assert out == list(range(100))


def test_stretches_grow_slowly_and_stay_short() -> None:
    assert longer(1, 0.0001) == 4
    assert longer(100, 10.0) == 2
    assert longer(1, 10.0) == 1


def test_work_survives_being_sent(program) -> None:
    work = Simulation(program(), ("random",) * 4, 3)
    again = unpacked(work.packed())
    assert isinstance(again, Simulation)
    assert again == work
    assert program_hash(again.program) == program_hash(work.program)
    assert len(work.packed()) < 100_000, textwrap.shorten(str(work), 50)


PARENT = """
import multiprocessing, time
from hoyle.dsl.loading import load
from hoyle.interpreter.batch.pool import run
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower

if __name__ == "__main__":
    program = lower(load("whist").game)
    steps = run(Simulation(program, ("random",) * 4, 1), 10**6, workers=2, stretch=1)
    next(steps)
    print(*[child.pid for child in multiprocessing.active_children()], flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked at there")
def test_workers_end_with_a_parent_that_is_killed(tmp_path) -> None:
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
    """Whether a process is still at work: one that has ended and is not waited for is not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().split(")")[-1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def _bounded(hold: int) -> tuple[int, int, list[tuple[int, int]]]:
    """20 stretches for two workers, of which one number is answered only when nothing else is out: how many were out
    at most, how many were begun before that one was answered, and all that were handed out."""
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

    assert [part.sums for part in ordered(submit, 20, 2, 1, patience=0, worry=answer)] == list(range(20))
    return most, before, handed


def test_no_more_is_handed_out_than_a_few_stretches_for_each_worker() -> None:
    most, before, handed = _bounded(hold=3)
    assert handed == [(first, 1) for first in range(20)]
    assert most == 2 * 2
    assert before == 3 + 4 * 2  # three were merged; what came back since waits for the fourth


def test_the_last_stretch_is_what_is_left() -> None:
    def submit(first: int, count: int) -> Future[BatchPart[int]]:
        future: Future[BatchPart[int]] = Future()
        future.set_result(BatchPart(count, count, None, 1.0))
        return future

    assert [part.sums for part in ordered(submit, 10, 2, 4)] == [4, 4, 2]


def test_a_batch_played_in_one_process_is_cut_into_stretches_of_the_length_asked_for() -> None:
    class Counting:
        def run(self, first: int, count: int) -> BatchPart[int]:
            return BatchPart(first, count, None, 0.0)

    assert [(part.sums, part.count) for part in solo(Counting(), 10, 4)] == [(0, 4), (4, 4), (8, 2)]
    assert next(iter(solo(Counting(), 10, 0))).count == 1


def test_a_worker_begins_with_its_work_and_leaves_ctrl_c_to_its_parent(program, monkeypatch) -> None:
    kept: list[object] = []
    monkeypatch.setattr(pool.signal, "signal", lambda *given: kept.append(given))
    monkeypatch.setattr(pool, "_runner", [])
    work = Simulation(program(), ("random",) * 4, 3)
    pool._begin(work.packed())
    assert kept == [(signal.SIGINT, signal.SIG_IGN)]
    part = pool._play(1, 2)
    assert part.sums == work.runner().run(1, 2).sums
    assert part.seconds > 0


def test_a_process_may_be_started_where_there_are_no_signal_masks(monkeypatch) -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with pool._undisturbed():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
    monkeypatch.delattr(signal, "pthread_sigmask")
    with pool._undisturbed():
        pass
