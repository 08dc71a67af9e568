"""Reading rules makes a hundred thousand objects that stay, so looking for unused ones among them again and again is in
vain: it takes a tenth of the time, on the average.  References that nobody follows any more are freed as always.

Python has one collector for all threads.  So where others run, it stays on: a server that reads rules in a thread must
not let the rest of its objects grow meanwhile.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Generator[None]:
    """A time in which nothing looks for circles of unused objects, if something did before and there is one thread."""
    if not gc.isenabled() or threading.active_count() > 1:
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
