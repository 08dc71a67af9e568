"""Reading a file into a source, whatever the file turns out to be: rule files, and scripts of games as well.

What is no text of a sensible size is refused with the reason in words (`Unreadable`); whoever asked puts a code to it.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from .diagnostics import Diagnostic, make
from .span import Source, Span

LARGEST = 4 * 1024 * 1024
"""Bytes a rule file may have."""


class Unreadable(Exception):
    """There is no text to be had; `why` says so in words."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def opened(path: Path) -> BinaryIO:
    """A file opened for reading bytes.  Raises `Unreadable`."""
    try:
        if path.is_dir():
            raise Unreadable("it is a folder")
        return path.open("rb")
    except OSError as error:
        raise unreadable(error) from None
    except ValueError:
        raise Unreadable("that is no file name") from None


def unreadable(error: OSError) -> Unreadable:
    """What the system has against a file, in words."""
    return Unreadable((error.strerror or "it cannot be opened").lower())


def contents(path: Path, most: int) -> bytes:
    """The bytes of a file, `most` and one at most.  Raises `Unreadable`."""
    with opened(path) as file:
        try:
            return file.read(most + 1)
        except OSError as error:
            raise unreadable(error) from None


def decoded(data: bytes, most: int, first: int = 1) -> str:
    """The text of some bytes (UTF-8, a mark at its start left out), which begin at line `first`.

    Raises `Unreadable` for more than `most` bytes, and for what is no text."""
    if len(data) > most:
        raise Unreadable(f"it is larger than {most // 1024 // 1024} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = first + data.count(b"\n", 0, error.start)
        raise Unreadable(f"line {line} is not UTF-8 text") from None


def read_source(path: Path, name: str | None = None) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of a file, or one diagnostic that says why there is none."""
    shown = name or str(path)
    try:
        return decode(contents(path, LARGEST), shown)
    except Unreadable as error:
        return None, (make("E0103", Span(Source(shown, ""), 0, 0), why=error.why),)


def decode(data: bytes, name: str) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of some bytes (UTF-8, a mark at its start left out), or one diagnostic."""
    try:
        return Source(name, decoded(data, LARGEST)), ()
    except Unreadable as error:
        return None, (make("E0103", Span(Source(name, ""), 0, 0), why=error.why),)
