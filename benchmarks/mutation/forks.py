"""Runs work in its own process, with limits: a mutant may loop forever, or allocate all memory."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

MOST_MEMORY = 700
"""The most memory that one mutant may use besides what the process has already, in megabytes."""
KILLED, SURVIVED, BEYOND = 1, 0, 2


def forked(work: Callable[[], int], seconds: float, wall: float) -> int:
    """Run a function in a fork of this process.  Returns its result, 0 to 255; BEYOND if it took more than `seconds` of
    processor time or `wall` of wall-clock time, or too much memory, or ended in any other way.
    """
    most = _memory(os.getpid()) + MOST_MEMORY
    child = os.fork()
    if child == 0:
        code = BEYOND
        try:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)  # also works inside WebAssembly, where no Python runs
            signal.setitimer(signal.ITIMER_PROF, seconds)
            code = work()
        finally:
            os._exit(code)
    end = time.monotonic() + wall
    pause = 0.005
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else BEYOND
        if time.monotonic() > end or _memory(child) > most:
            os.kill(child, signal.SIGKILL)
        time.sleep(pause)
        pause = min(0.1, pause * 1.5)


def _memory(process: int) -> float:
    """The memory of a process, in megabytes."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
