"""A batch on a real Dask cluster on this machine: a scheduler and two worker processes.  One test kills a worker."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import pytest

import hoyle
from hoyle.interpreter.batch import cluster
from hoyle.interpreter.batch.modules import ModuleRunner, ModuleSimulation
from hoyle.interpreter.batch.pool import finish, run
from hoyle.interpreter.batch.work import Simulation

if find_spec("distributed") is None:  # whose import takes a second, here of each worker
    pytest.skip("distributed is not installed", allow_module_level=True)

# distributed leaves such warnings when it closes.  They are not about this project.
pytestmark = pytest.mark.filterwarnings("ignore")


MOST = 180
"""The most seconds that one of these tests may take on a busy machine."""


@pytest.fixture(autouse=True)
def bounded(monkeypatch) -> Iterator[None]:
    """End a test that hangs, and give a busy machine enough time to connect."""

    def ended(signum: int, frame: object) -> None:
        pytest.fail(f"nothing came of it in {MOST} seconds")

    monkeypatch.setattr(cluster, "CONNECT", 60)
    before = signal.signal(signal.SIGALRM, ended)
    signal.alarm(MOST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@dataclass
class Cluster:
    """The processes of a cluster."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def dask(tmp_path_factory) -> Iterator[Cluster]:
    place = tmp_path_factory.mktemp("dask")
    address_file = place / "scheduler.json"
    above = str(Path(next(iter(hoyle.__path__))).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((above, os.environ.get("PYTHONPATH", "")))}
    environment |= {"DASK_DISTRIBUTED__ADMIN__LOG_FORMAT": "%(message)s", "DASK_LOGGING__DISTRIBUTED": "error"}
    environment |= {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"}
    processes: list[subprocess.Popen[bytes]] = []

    def begin(*command: str) -> subprocess.Popen[bytes]:
        log = (place / f"log{len(processes)}").open("wb")
        process = subprocess.Popen([sys.executable, "-m", *command], cwd=place, env=environment, stdout=log, stderr=log)
        processes.append(process)
        return process

    try:
        begin("distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard",
              "--scheduler-file", str(address_file))  # fmt: skip
        options = ("--scheduler-file", str(address_file), "--nthreads", "1", "--no-nanny", "--no-dashboard")
        workers = [begin("distributed.cli.dask_worker", *options, "--local-directory", str(place)) for _ in range(2)]
        end = time.monotonic() + 60
        while not (address_file.exists() and address_file.read_text()) and time.monotonic() < end:
            time.sleep(0.05)
        address = json.loads(address_file.read_text())["address"]
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=90)
        yield Cluster(address, workers)
    finally:
        for process in reversed(processes):
            process.kill()
        for process in processes:
            process.wait(60)


@pytest.mark.parametrize(
    "file",
    ["interpreter/engine/python/blocks.py", "interpreter/program/slots.py", "interpreter/lowering/deep/more.py",
     "interpreter/batch/sums.py", "interpreter/players/sound.py", "interpreter/wasm/runtime/combinations.wat",
     "dsl/checked/code.py"],
)  # fmt: skip
def test_a_change_in_any_code_that_plays_changes_the_hash(tmp_path, file) -> None:
    for name in ("interpreter/engine/engine.py", file):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n", encoding="utf-8", newline="\n")
    before = cluster.code_hash(tmp_path)
    assert before == cluster.code_hash(tmp_path)
    (tmp_path / file).write_text("x = 1\r\n", encoding="utf-8", newline="")
    assert cluster.code_hash(tmp_path) == before, "line ends are none of it"
    (tmp_path / file).write_text("x = 2\n", encoding="utf-8")
    assert cluster.code_hash(tmp_path) != before
    (tmp_path / file).unlink()
    assert cluster.code_hash(tmp_path) != before


def test_workers_with_other_rules_or_code_are_refused(dask, program, monkeypatch) -> None:
    monkeypatch.setattr(cluster, "_code_hash", lambda: "another")
    with pytest.raises(cluster.ClusterError, match=r"has code .*, not another"):
        finish(cluster.run_on(Simulation(program(), ("random",) * 4, 3), 10, dask.address))


def test_a_killed_worker_does_not_change_the_digest(dask, program) -> None:
    work = Simulation(program(), ("random", "sound") * 2, 3)
    before = set(threading.enumerate())
    steps = cluster.run_on(work, 100, dask.address, chunk=2)
    next(steps)
    dask.workers[0].send_signal(signal.SIGKILL)
    last = finish(steps)
    assert dask.workers[0].wait(60) == -signal.SIGKILL
    assert last.done == 100
    for thread in set(threading.enumerate()) - before:
        thread.join(20)
    assert set(threading.enumerate()) <= before, "the client left something running"
    assert last.sums.digest() == finish(run(work, 100, workers=1)).sums.digest()


@pytest.mark.parametrize("wasmtime", [True, False])
def test_modules_on_workers_give_the_digest_of_the_python_engine(program, monkeypatch, wasmtime) -> None:
    """Calls the function that a worker runs for a batch with modules, without a cluster."""
    work = ModuleSimulation(program(), ("random",) * 4, 3)
    monkeypatch.setattr(cluster, "_runners", [])
    if not wasmtime:
        monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    data = work.packed()
    runners = [cluster.runner_for(data) for _ in range(2)]
    assert {isinstance(runner, ModuleRunner) for runner in runners} == {wasmtime}
    assert runners[0] is not runners[1]
    expected = finish(run(work.plain(), 60, workers=1)).sums
    sums = work.nothing()
    for first, runner in zip((0, 30), runners, strict=True):
        work.merge(sums, runner.run(first, 30).sums)
    assert sums.digest() == expected.digest()


def test_a_cluster_plays_modules(dask, program, monkeypatch) -> None:
    work = ModuleSimulation(program("newberry_euchre"), ("random",) * 4, 3)
    last = finish(cluster.run_on(work, 120, dask.address, chunk=20))
    assert last.sums.digest() == finish(run(work.plain(), 120, workers=1)).sums.digest()


def test_a_cluster_without_workers_is_an_error(dask, program) -> None:
    """The last test of this file, because no worker remains after it."""
    work = Simulation(program("newberry_euchre"), ("random",) * 4, 3)
    steps = cluster.run_on(work, 100_000, dask.address, chunk=50, patience=0.5)
    next(steps)
    for worker in dask.workers:
        worker.send_signal(signal.SIGKILL)  # the first one is dead already, if the tests above have run
    with pytest.raises(cluster.ClusterError, match=r"no worker of the cluster is left|its worker died"):
        for _ in steps:
            pass
    with pytest.raises(cluster.ClusterError, match="no workers"):
        finish(cluster.run_on(replace(work, seed=2), 10, dask.address))


def test_a_missing_cluster_is_an_error(program, monkeypatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 1)
    with pytest.raises(cluster.ClusterError, match="there is no cluster at"):
        finish(cluster.run_on(Simulation(program(), ("random",) * 4, 3), 10, "tcp://127.0.0.1:9"))
