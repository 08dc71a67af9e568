"""Work done in a process of its own, with bounds: a mutant may loop for ever, or ask for all the memory there is."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

MOST_MEMORY = 1_500
"""Megabytes that may lie in memory for one mutant."""
KILLED, SURVIVED, BEYOND = 1, 0, 2


def forked(work: Callable[[], int], seconds: float, wall: float) -> int:
    """What a function returns, 0 to 255, in a fork of this process; BEYOND if it took more than so many seconds of
    processor or wall time, or too much memory, or ended otherwise."""
    child = os.fork()
    if child == 0:
        code = BEYOND
        try:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)  # also heard inside WebAssembly, where Python is not
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
        if time.monotonic() > end or _memory(child) > MOST_MEMORY:
            os.kill(child, signal.SIGKILL)
        time.sleep(pause)
        pause = min(0.1, pause * 1.5)


def _memory(process: int) -> float:
    """Megabytes a process has in memory."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
