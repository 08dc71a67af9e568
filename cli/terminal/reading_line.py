"""A typed line: with editing and history if readline is available, otherwise read directly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

from .console import is_terminal
from .keys import interrupted_for_certain, wait_for_input

LONGEST_LINE = 2_000
MOST_ALIKE = 10_000
"""After so many equal lines in a row from a pipe or a file, nobody is answering any more."""


class InputEnded(Exception):
    """The input has ended."""


class LineReader:
    """Reads lines from standard input.  On a terminal with readline, lines can be edited, recalled and completed."""

    def __init__(self, out: IO[str]) -> None:
        self.out = out
        self.typed = is_terminal(sys.stdin)
        self._edited = self.typed and is_terminal(sys.stdout) and _readline(self._complete)
        self._last = ""
        self._alike = 0
        self.words: Sequence[str] = ()
        """The words that the Tab key can complete."""

    def read(self, prompt: str) -> str:
        """One line, without its line end.  Raises `InputEnded`."""
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
        if sys.stdin is None:  # there may be none: `<&-`
            raise InputEnded
        if self.typed:
            wait_for_input()
        try:
            line = sys.stdin.readline(-1 if self.typed else LONGEST_LINE)
        except UnicodeDecodeError:
            line = "\n?"
        if "\0" in line and not self.typed:  # a device without end, and no text
            line = ""
        if not (self.typed and line):  # a terminal itself shows the end of a typed line
            self.out.write("\n")
        self._alike = self._alike + 1 if line == self._last else 0
        self._last = line
        if not line or (not self.typed and (self._alike > MOST_ALIKE or "\0" in line)):  # `</dev/zero`, `yes |`
            raise InputEnded
        return line.strip()

    def _complete(self, text: str, number: int) -> str | None:
        """A completion for readline: word `number` of those that begin with `text`."""
        start = text.casefold()
        found = [word for word in self.words if word.casefold().startswith(start)]
        return found[number] if number < len(found) else None


def _readline(complete: Callable[[str, int], str | None]) -> bool:
    """Make `input` use readline.  Returns whether readline is available."""
    with suppress(ImportError):
        import readline

        readline.set_completer(complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
        return True
    return False
