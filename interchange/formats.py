"""The formats of records, by name, and how to read a file of each.  Memory stays bounded, however long the file is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

from ..dsl.codes.reporting import report
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.reading import Unreadable, decoded, opened, unreadable
from ..dsl.source.span import Source, Span
from . import egn, pbn, ptn, tagged
from .record import RecordedGame

FORMATS = ("egn", "pbn", "ptn")
"""Names of the formats.  The names of files end in them."""
LARGEST = 16 * 1024 * 1024
"""The largest size, in bytes, of a file in a format that is not read game by game."""

Read = tuple[RecordedGame | None, tuple[Diagnostic, ...]]


def format_of(name: str) -> str | None:
    """The format that a file's name ends in; None if it is no format."""
    suffix = Path(name).suffix.casefold().removeprefix(".")
    return suffix if suffix in FORMATS else None


def records(path: Path, format: str, name: str | None = None) -> Iterator[Read]:
    """Read the records of a file one by one, each with its diagnostics."""
    shown = name or str(path)
    try:
        with opened(path) as file:
            yield from records_in(file, format, shown)
    except Unreadable as error:
        yield None, (report("E1080", Span.of_name(shown), why=error.why),)


def records_in(file: BinaryIO, format: str, name: str) -> Iterator[Read]:
    """Read the records of an open file."""
    try:
        if format == "egn":
            yield egn.read(Source(name, _whole(file)))
            return
        read: Callable[[Source], Read] = partial(pbn.read, before=pbn.header()) if format == "pbn" else ptn.read
        empty = True
        for source in tagged.games(file, name, latin=format == "pbn"):
            record, problems = read(source)
            if record is not None or problems:
                empty = False
                yield record, problems
        if empty:
            raise Unreadable("it is empty")
    except OSError as error:
        yield None, (report("E1080", Span.of_name(name), why=unreadable(error).why),)
    except Unreadable as error:
        yield None, (report("E1080", Span.of_name(name), why=error.why),)


def _whole(file: BinaryIO) -> str:
    """The text of a file.  Raises `Unreadable` for a file that is too large or is not text."""
    data = file.read(LARGEST + 1)
    if not data.strip():
        raise Unreadable("it is empty")
    if b"\0" in data:
        raise Unreadable("it is not a text file")
    return decoded(data, LARGEST)
