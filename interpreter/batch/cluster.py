"""Plays the games of a batch on an existing Dask cluster (extra `cluster`).

A batch for modules is played in modules on the workers too, or by the Python engine on a worker without `wasmtime`.
Every worker must first show that it has the same version of Hoyle and makes the same program of the data it receives; a
worker that joins later shows this before its first game.  If a worker dies, another one plays its chunk.  The digest
is the same as for a run on one machine, because it depends only on the games.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

from .pool import BatchProgress, merge_parts, parts_in_order, run_timed
from .work import BatchPart, Runner, SharedWork, Work, unpacked

S = TypeVar("S")

_CODE = {".py", ".wat", ".lark", ".json"}
"""The suffixes of files that contain code."""
CONNECT = 10
"""Seconds to wait for the scheduler."""
PATIENCE = 20.0
"""Seconds without news after which we check whether any worker is left."""


class ClusterError(Exception):
    """The cluster cannot be used, or has failed.  What was merged before the failure is correct."""


def run_on(
    work: Work[S], games: int, address: str, *, chunk: int = 0, patience: float = PATIENCE
) -> Iterator[BatchProgress[S]]:
    """Play games 0 to `games` - 1 on the cluster whose scheduler has this address; yield the progress.

    Raises `ClusterError`.
    """
    data = work.packed()
    ours = identity(data)
    client = _client(address)
    try:
        _check(client, data, ours)
        # Tasks are pure, but they carry the whole program; hashing it for every chunk would cost time for nothing.
        executor: Any = client.get_executor(pure=False, retries=5)

        def submit(first: int, count: int) -> Future[BatchPart[S]]:
            return cast("Future[BatchPart[S]]", executor.submit(_play, data, ours, first, count))

        def worry() -> None:
            if not client.scheduler_info(n_workers=-1)["workers"]:
                raise ClusterError("no worker of the cluster is left")

        workers = max(1, sum(client.nthreads().values()))
        parts = parts_in_order(submit, games, workers, chunk, patience, worry, cancelling=True)
        yield from merge_parts(work, _trusted(parts))
    finally:
        client.close()


def _trusted(parts: Iterator[BatchPart[S]]) -> Iterator[BatchPart[S]]:
    """Pass the parts on; turn connection errors into `ClusterError`."""
    try:
        yield from parts
    except (OSError, CancelledError) as error:  # the base classes of CommClosedError and others
        raise ClusterError(f"the cluster is gone: {error}") from error
    except Exception as error:
        if type(error).__name__ != "KilledWorker":
            raise
        raise ClusterError(f"a chunk of games was tried several times and its worker died: {error}") from error


def _client(address: str) -> Any:
    try:
        distributed: Any = import_module("distributed")  # imported this way so that type checkers do not need it
    except ImportError:
        raise ClusterError("a cluster needs more packages: install `hoyle[cluster]`") from None
    try:
        return distributed.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"there is no cluster at {address}: {error}") from error


def _check(client: Any, data: bytes, ours: dict[str, str]) -> None:
    """Check that there are workers, and that each has the same code and rules as this process.  Raises
    `ClusterError`.
    """
    try:
        theirs: dict[str, object] = client.run(identity, data, on_error="return")
    except Exception as error:
        raise ClusterError(f"the workers cannot be asked what they have: {error}") from error
    if not theirs:
        raise ClusterError("the cluster has no workers")
    for worker, found in theirs.items():
        if found != ours:
            raise ClusterError(f"the worker {worker} {_difference(found, ours)}")


def _difference(found: object, ours: dict[str, str]) -> str:
    if not isinstance(found, dict):
        return f"cannot use this hoyle: {found}"
    theirs = cast("dict[str, str]", found)
    parts = [f"{what} {theirs.get(what)}, not {value}" for what, value in ours.items() if theirs.get(what) != value]
    return "has " + "; ".join(parts)


def identity(data: bytes) -> dict[str, str]:
    """What must be the same on all machines: the version, the code that plays, and the rules as they arrive."""
    from importlib.metadata import PackageNotFoundError, version

    from .work import program_hash

    try:
        release = version("hoyle")
    except PackageNotFoundError:
        release = "unknown"
    programs = [value for value in vars(unpacked(data)).values() if hasattr(value, "fingerprint")]
    rules = "+".join(f"{program.ruleset}@{program_hash(program)}" for program in programs)
    return {"hoyle": release, "code": _code_hash(), "rules": rules}


def _code_hash() -> str:
    """A hash of the code that plays: the interpreter, and the language package that makes its programs."""
    return code_hash(Path(__file__).resolve().parents[2])


def code_hash(package: Path) -> str:
    """A hash of what the folders `interpreter` and `dsl` of a package hold: 12 hexadecimal digits."""
    found = hashlib.sha256()
    for folder in ("interpreter", "dsl"):
        for path in sorted((package / folder).rglob("*")):
            if path.suffix in _CODE:
                name = path.relative_to(package).as_posix().encode()
                found.update(name + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:12]


_local = threading.local()
"""A worker may have several threads, but a runner must be used by one thread only."""
_lock = threading.Lock()
_runners: list[tuple[bytes, Iterator[Runner[object]]]] = []
"""The data of the last batch that was played in modules, and the iterator that makes its runners.  The threads of a
worker share one compiled module.
"""


def _play(data: bytes, expected: dict[str, str], first: int, count: int) -> BatchPart[object]:
    """Play a chunk, on a worker."""
    kept: tuple[bytes, Runner[object]] | None = getattr(_local, "kept", None)
    if kept is None or kept[0] != data:
        found = identity(data)
        if found != expected:
            raise ClusterError(f"a worker that joined late {_difference(found, expected)}")
        kept = _local.kept = (data, runner_for(data))
    return run_timed(kept[1], first, count)


def runner_for(data: bytes) -> Runner[object]:
    """The runner of a batch for this thread of a worker."""
    with _lock:
        if not _runners or _runners[0][0] != data:
            work = unpacked(data)
            if not isinstance(work, SharedWork):
                return work.runner()
            if find_spec("wasmtime") is None:
                return work.plain().runner()
            _runners[:] = [(data, work.runners())]
        return next(_runners[0][1])
