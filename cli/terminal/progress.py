"""How far a long piece of work is: a bar on a terminal or in a notebook; elsewhere a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from .console import console_for, echo, is_terminal, visible

PATIENCE = 10.0
"""After how many seconds a line says how far the work is, where no bar can be shown."""
AT_ONCE = 1.0
"""Work that begins within so many seconds after other work goes on with it: both wait for the same line."""


@dataclass
class _Clock:
    """When a line said how far the work is, or the work began; and when the work was last heard of."""

    said: float = -PATIENCE
    heard: float = -PATIENCE


_clock = _Clock()


@contextmanager
def bar(total: int, title: str) -> Generator[Callable[[int], None]]:
    """Show how much of a piece of work is done.  Gives the function to call with how much that is."""
    if is_terminal(sys.stderr) and not (console := console_for(sys.stderr)).is_dumb_terminal:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as shown:
            task = shown.add_task(visible(title), total=total)
            yield lambda done: shown.update(task, completed=done)
        return
    now = time.monotonic()
    if not 0 <= now - _clock.heard < AT_ONCE:
        _clock.said = now

    def tell(done: int) -> None:
        _clock.heard = now = time.monotonic()
        if now - _clock.said >= PATIENCE and done < total:
            _clock.said = now
            echo(f"{visible(title)}: {done:,} of {total:,}", err=True)

    yield tell
