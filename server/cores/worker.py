"""A worker: a process that answers requests on its standard input, one after another, within bounds.

    python -m hoyle.server.cores.worker ROLE

`framing.py` says what messages look like.  The worker bounds itself before it reads anything: memory, files,
processes.  Its time is bounded by whoever waits for the answer and ends it.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile

from .framing import read, write
from .games import GameKeeper

MOST_MEMORY = {"tables": 2 << 30, "strangers": 768 << 20, "programs": 2 << 30, "afterwards": 768 << 20}
"""How much memory a worker of each role may write to, in bytes.  The roles: tables of rules that ship, rules that
somebody brought, programs that choose, games that are over (`afterwards.py`)."""
MOST_KEPT = {"tables": 1200, "strangers": 40, "programs": 100, "afterwards": 10}
"""How many games it keeps."""

LARGEST_FILE = 256 << 20
"""How many bytes a file may have that such a worker writes.  Not 0: wasmtime, in which `check` plays and the judge
thinks, keeps what a module begins with in a file in memory.
"""


def bound(role: str) -> None:
    """Bound this process, where the system can: memory, the size of files, open files."""
    try:
        import resource
    except ImportError:
        return
    limits = [(resource.RLIMIT_DATA, MOST_MEMORY[role]), (resource.RLIMIT_CORE, 0)]
    if role in ("strangers", "afterwards"):
        limits += [(resource.RLIMIT_FSIZE, LARGEST_FILE), (resource.RLIMIT_NOFILE, 64)]
    for kind, most in limits:
        try:
            hard = resource.getrlimit(kind)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (most, most))
        except (OSError, ValueError):
            continue


def main(role: str) -> None:
    """Answer requests until there are no more."""
    source, target = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not be taken for an answer
    os.environ["XDG_CACHE_HOME"] = os.devnull
    os.chdir(tempfile.gettempdir())
    bound(role)
    if role == "tables":  # games have no circles, and to look for them in a thousand games takes a second
        gc.set_threshold(2_000, 10, 1_000_000)
    keeper = GameKeeper(MOST_KEPT[role], remembers=role == "programs")
    while (request := read(source)) is not None:
        head, texts = keeper.answer(request)
        write(target, head, texts)


if __name__ == "__main__":
    main(sys.argv[1])
