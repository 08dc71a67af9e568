"""Measures the peak of memory of each process of a command, as the system reports it (Linux only)."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

_PROC = Path("/proc")


def available() -> bool:
    """Whether this system reports the peak of memory of a process."""
    return (_PROC / "self" / "status").exists()


def peaks(*arguments: str) -> list[float]:
    """Run `hoyle` with arguments.  Returns the peak of resident memory of each of its processes, in megabytes, in the
    order in which they started.

    Processes are polled while they run, so a peak in the last hundredth of a second may be missed.  Raises
    `RuntimeError` if the command fails.
    """
    code = "import sys; from hoyle.cli.main import run; sys.exit(run(sys.argv[1:]))"
    running = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    found: dict[int, float] = {}
    while running.poll() is None:
        for process in (running.pid, *_children(running.pid)):
            found[process] = max(found.get(process, 0.0), _peak(process))
        time.sleep(0.01)
    if running.returncode:
        assert running.stderr is not None
        raise RuntimeError(running.stderr.read())
    return [peak for peak in found.values() if peak]


def _children(process: int) -> list[int]:
    """The processes that a process has started, directly or indirectly."""
    found: list[int] = []
    for path in _PROC.glob(f"{process}/task/*/children"):
        try:
            direct = [int(child) for child in path.read_text().split()]
        except OSError:  # it has ended
            continue
        found += [one for child in direct for one in (child, *_children(child))]
    return found


def _peak(process: int) -> float:
    """The peak of memory of a process so far, in megabytes; 0 if it has ended."""
    try:
        status = (_PROC / str(process) / "status").read_text()
    except OSError:
        return 0.0
    _, _, rest = status.partition("VmHWM:")
    return int(rest.split()[0]) / 1024 if rest else 0.0
