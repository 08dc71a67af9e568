"""Reading a file into a source, whatever the file turns out to be."""

from __future__ import annotations

from pathlib import Path

from .diagnostics import Diagnostic, make
from .source import Source, Span

LARGEST = 4 * 1024 * 1024
"""Bytes a rule file may have."""


def read_source(path: Path, name: str | None = None) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of a file, or one diagnostic that says why there is none."""
    shown = name or str(path)
    nothing = Span(Source(shown, ""), 0, 0)
    try:
        if path.is_dir():
            return None, (make("E0103", nothing, why="it is a folder"),)
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        return None, (make("E0103", nothing, why=(error.strerror or "it cannot be opened").lower()),)
    except ValueError:
        return None, (make("E0103", nothing, why="that is no file name"),)
    return decode(data, shown)


def decode(data: bytes, name: str) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of some bytes (UTF-8, a mark at its start left out), or one diagnostic."""
    nothing = Span(Source(name, ""), 0, 0)
    if len(data) > LARGEST:
        return None, (make("E0103", nothing, why=f"it is larger than {LARGEST // 1024 // 1024} MB"),)
    try:
        return Source(name, data.decode("utf-8-sig")), ()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return None, (make("E0103", nothing, why=f"line {line} is not UTF-8 text"),)
