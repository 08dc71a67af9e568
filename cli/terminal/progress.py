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


@dataclass
class PatienceClock:
    """When a line said how far the work is, or the work began."""

    said: float


@contextmanager
def bar(total: int, title: str, clock: PatienceClock | None = None) -> Generator[Callable[[int], None]]:
    """Show how much of a piece of work is done.  Gives the function to call with how much that is.

    `clock`: that of several pieces of work, which have a line now and then together, however short each is.
    """
    if is_terminal(sys.stderr) and not (console := console_for(sys.stderr)).is_dumb_terminal:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as shown:
            task = shown.add_task(visible(title), total=total)
            yield lambda done: shown.update(task, completed=done)
        return
    shared = clock or PatienceClock(time.monotonic())

    def tell(done: int) -> None:
        now = time.monotonic()
        if now - shared.said >= PATIENCE and done < total:
            shared.said = now
            echo(f"{visible(title)}: {done:,} of {total:,}", err=True)

    yield tell
