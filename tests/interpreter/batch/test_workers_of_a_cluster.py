"""Checks of cluster workers before a batch: they must have the same versions.  These tests need no cluster."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from pathlib import Path

import pytest

from hoyle.interpreter.batch import cluster
from hoyle.interpreter.batch.cluster import ClusterError, _check, code_hash, identity
from hoyle.interpreter.batch.pool import finish, run
from hoyle.interpreter.batch.work import Simulation

OURS = {"hoyle": "1.2", "code": "abc", "rules": "small@1"}


class _Client:
    """A client that answers for the workers."""

    def __init__(self, found: object) -> None:
        self.found = found

    def run(self, function: object, data: bytes, on_error: str) -> object:
        assert (function, data, on_error) == (identity, b"work", "return")
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def test_workers_with_equal_versions_are_accepted() -> None:
    _check(_Client({"one": OURS, "other": dict(OURS)}), b"work", OURS)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({}, "the cluster has no workers"),
        ({"one": OURS, "w2": {**OURS, "hoyle": "1.1"}}, "the worker w2 has hoyle 1.1, not 1.2"),
        ({"w1": {"code": "x", "rules": "y"}}, "w1 has hoyle None, not 1.2; code x, not abc; rules y, not small@1"),
        ({"w1": ImportError("no hoyle")}, "the worker w1 cannot use this hoyle: no hoyle"),
        (OSError("gone"), "the workers cannot be asked what they have: gone"),
    ],
)
def test_other_workers_are_refused_and_the_difference_is_named(found, said) -> None:
    with pytest.raises(ClusterError) as error:
        _check(_Client(found), b"work", OURS)
    assert said in str(error.value)


def test_the_identity_of_a_batch_contains_its_rules(program) -> None:
    one, other = (identity(Simulation(rules, ("random",) * 4, 1).packed()) for rules in (program(), program(worth=2)))
    assert one["hoyle"] == other["hoyle"]
    assert one["code"] == other["code"]
    assert one["rules"] != other["rules"]


def test_the_hash_of_the_code_covers_names_and_text_but_not_line_ends(tmp_path: Path) -> None:
    def package(name: str, **files: bytes) -> str:
        for file, data in files.items():
            path = tmp_path / name / file.replace("__", "/").replace("_py", ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return code_hash(tmp_path / name)

    one = package("one", interpreter__a_py=b"x = 1\ny = 2\n", dsl__b_py=b"")
    assert package("windows", interpreter__a_py=b"x = 1\r\ny = 2\r\n", dsl__b_py=b"") == one
    assert package("text", interpreter__a_py=b"x = 1\ny = 3\n", dsl__b_py=b"") != one
    assert package("name", interpreter__c_py=b"x = 1\ny = 2\n", dsl__b_py=b"") != one
    assert package("folder", interpreter__a_py=b"x = 1\ny = 2\n", interpreter__b_py=b"") != one
    assert package("elsewhere", interpreter__a_py=b"x = 1\ny = 2\n", dsl__b_py=b"", cli__a_py=b"z") == one
    assert len(one) == 12


class _Cluster:
    """A cluster in this process: the client, and the executor that plays each chunk at once."""

    def __init__(self, threads: dict[str, int] | None = None) -> None:
        self.threads = {"one": 2} if threads is None else threads
        self.calls: list[object] = []
        self.fails: BaseException | None = None

    def Client(self, address: str, **given: object) -> _Cluster:  # noqa: N802 - its name in the package
        self.calls.append((address, given))
        if address == "nowhere":
            raise OSError("refused")
        return self

    def run(self, function: Callable[[bytes], object], data: bytes, on_error: str) -> dict[str, object]:
        assert on_error == "return"
        return {name: function(data) for name in self.threads}

    def get_executor(self, **given: object) -> _Cluster:
        self.calls.append(given)
        return self

    def submit(self, function: Callable[..., object], *arguments: object) -> Future[object]:
        found = Future[object]()
        self.calls.append(arguments[2:])
        if self.fails is not None:
            found.set_exception(self.fails)
        elif self.threads["one"]:
            found.set_result(function(*arguments))
        return found

    def scheduler_info(self, n_workers: int) -> dict[str, object]:
        assert n_workers == -1
        return {"workers": {}}

    def nthreads(self) -> dict[str, int]:
        return self.threads

    def close(self) -> None:
        self.calls.append("closed")


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> _Cluster:
    made = _Cluster()
    monkeypatch.setitem(sys.modules, "distributed", made)
    monkeypatch.setattr(cluster, "_runners", [])
    monkeypatch.setattr(cluster, "_local", threading.local())
    return made


def test_a_cluster_plays_what_one_process_plays(program, alone: _Cluster) -> None:
    work = Simulation(program(), ("random",) * 4, 3)
    progress = [*cluster.run_on(work, 25, "tcp://there", chunk=10)]
    assert [one.done for one in progress] == [10, 20, 25]
    assert alone.calls == [
        ("tcp://there", {"timeout": 10, "set_as_default": False}), {"pure": False, "retries": 5}, (0, 10), (10, 10), (20, 5),
        "closed",
    ]  # fmt: skip
    assert progress[-1].sums.digest() == finish(run(work, 25, workers=1)).sums.digest()


def test_so_many_chunks_are_given_away_as_threads_can_take(program, alone: _Cluster) -> None:
    alone.threads = {"one": 3, "two": 2}
    work = Simulation(program(), ("random",) * 4, 3)
    steps = cluster.run_on(work, 100, "tcp://there", chunk=1)
    next(steps)
    assert [call for call in alone.calls if isinstance(call, tuple) and isinstance(call[0], int)] == [
        (n, 1) for n in range(10)
    ]
    del steps
    assert alone.calls[-1] == "closed"


def test_whatever_goes_wrong_on_a_cluster_is_reported(
    program, alone: _Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Simulation(program(), ("random",) * 4, 3)
    killed = type("KilledWorker", (Exception,), {})("three times")
    for fails, said in (
        (OSError("broken"), "the cluster is gone: broken"), (CancelledError("so"), "the cluster is gone: so"),
        (TimeoutError("late"), "the cluster is gone: late"),
        (killed, "a chunk of games was tried several times and its worker died: three times"),
    ):  # fmt: skip
        alone.fails = fails
        with pytest.raises(ClusterError) as raised:
            finish(cluster.run_on(work, 5, "tcp://there", chunk=5))
        assert (str(raised.value), raised.value.__cause__) == (said, fails)
        assert alone.calls[-1] == "closed"
    alone.fails = KeyError("ours")
    with pytest.raises(KeyError, match="ours"):
        finish(cluster.run_on(work, 5, "tcp://there", chunk=5))
    alone.fails, alone.threads = None, {"one": 0}
    with pytest.raises(ClusterError, match=r"^no worker of the cluster is left$"):
        finish(cluster.run_on(work, 5, "tcp://there", chunk=5, patience=0.01))
    alone.threads = {}
    with pytest.raises(ClusterError, match=r"^the cluster has no workers$"):
        finish(cluster.run_on(work, 5, "tcp://there"))
    with pytest.raises(ClusterError, match=r"^there is no cluster at nowhere: refused$"):
        finish(cluster.run_on(work, 5, "nowhere"))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"^a cluster needs more packages: install `hoyle\[cluster\]`$"):
        finish(cluster.run_on(work, 5, "tcp://there"))


def test_a_worker_shows_what_it_has_before_its_first_game_only(
    program, alone: _Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bytes] = []

    def shown(data: bytes) -> dict[str, str]:
        asked.append(data)
        return identity(data)

    monkeypatch.setattr(cluster, "identity", shown)
    one, other = (Simulation(program(), ("random",) * 4, seed).packed() for seed in (1, 2))
    ours = identity(one)
    assert ours["code"] == code_hash(Path(cluster.__file__).parents[2])
    parts = [
        cluster._play(data, ours, first, 3) for data, first in ((one, 0), (one, 3), (other, 0), (other, 3), (one, 0))
    ]
    assert asked == [one, other, one]
    assert [part.count for part in parts] == [3] * 5
    assert parts[0].sums == parts[4].sums != parts[2].sums
    assert all(part.seconds > 0 for part in parts)
    with pytest.raises(ClusterError) as raised:
        cluster._play(other, {**ours, "code": "abc"}, 0, 1)
    assert str(raised.value) == f"a worker that joined late has code {ours['code']}, not abc"
