"""Reading rules makes a hundred thousand objects that stay, so looking for unused ones among them again and again is in
vain: it takes a tenth of the time, on the average.  References that nobody follows any more are freed as always."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Generator[None]:
    """A time in which nothing looks for circles of unused objects, if something did before."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
