"""A line somebody types: edited and remembered where there is readline, or just read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

from .console import is_terminal
from .keys import interrupted_for_certain, wait_for_input

LONGEST_LINE = 2_000


class InputEnded(Exception):
    """Input came to its end."""


class LineReader:
    """Reads lines from standard input.  On a terminal with readline they can be edited, called back and completed."""

    def __init__(self, out: IO[str]) -> None:
        self.out = out
        self.typed = is_terminal(sys.stdin)
        self._edited = self.typed and is_terminal(sys.stdout) and _readline(self._complete)
        self.words: Sequence[str] = ()
        """What the Tab key completes to."""

    def read(self, prompt: str) -> str:
        """One line, without its end.  Raises `InputEnded`."""
        if self._edited:
            self.out.flush()
            try:
                with interrupted_for_certain():
                    return input(prompt).strip()
            except EOFError:
                raise InputEnded from None
            except UnicodeDecodeError:
                return "?"
        self.out.write(prompt)
        self.out.flush()
        if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]  # there may be none: `<&-`
            raise InputEnded
        if self.typed:
            wait_for_input()
        try:
            line = sys.stdin.readline(-1 if self.typed else LONGEST_LINE)
        except UnicodeDecodeError:
            line = "\n?"
        if not (self.typed and line):  # a terminal shows itself that a line has ended
            self.out.write("\n")
        if not line:
            raise InputEnded
        return line.strip()

    def _complete(self, text: str, number: int) -> str | None:
        """For readline: what a line that begins so may become."""
        start = text.casefold()
        found = [word for word in self.words if word.casefold().startswith(start)]
        return found[number] if number < len(found) else None


def _readline(complete: Callable[[str, int], str | None]) -> bool:
    """Make readline edit what `input` reads; whether there is one."""
    with suppress(ImportError):
        import readline

        readline.set_completer(complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
        return True
    return False
