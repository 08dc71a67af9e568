"""The exit codes of the command, in one table, and the exception for a file that cannot be written.

`hoyle --help` is made from this table; a test holds docs/validating.md against it, and one walks every command through
the mishaps that lead to these codes (tests/cli/test_mishaps.py).
"""

from __future__ import annotations

from typing import IO, Any

import click

from ...dsl.source.reading import reason_of
from ..terminal.console import echo, shown_path

WRONG_CONTENT, WRONG_USE, BUG, NO_OUTPUT, INTERRUPTED, CLOSED_PIPE = 1, 2, 70, 74, 130, 141

EXIT_CODES = {
    0: "all is well",
    WRONG_CONTENT: "the content of a file is wrong",
    WRONG_USE: "the command was used wrongly",
    BUG: "a mistake of hoyle itself (HOYLE_DEBUG=1 shows where)",
    NO_OUTPUT: "the output could not be written",
    INTERRUPTED: "stopped with Ctrl-C",
    CLOSED_PIPE: "nobody reads the output any more",
}
"""Every exit code, and what it means in all commands."""


class UnwrittenFile(click.ClickException):
    """The operating system refuses to write a file: one line on standard error, and exit code 74.

    (A target that the command itself refuses, because it exists or is an input, is wrong use: exit code 2.)
    """

    exit_code = NO_OUTPUT

    def __init__(self, name: str, error: OSError | ValueError) -> None:
        super().__init__(f"`{shown_path(name)}` cannot be written: {reason_of(error)}")

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        echo(f"hoyle: {self.message}", err=True)
