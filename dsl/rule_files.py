"""Reads rule files into sources, or says why it cannot."""

from __future__ import annotations

from pathlib import Path

from .codes.reporting import report
from .source.diagnostics import Diagnostic
from .source.reading import Unreadable, contents, decoded
from .source.span import Source, Span

LARGEST = 4 * 1024 * 1024
"""The largest size of a rule file, in bytes."""


def read_source(path: Path, name: str | None = None) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of a file, or one diagnostic with the reason why it cannot be read."""
    shown = name or str(path)
    try:
        return decode(contents(path, LARGEST), shown)
    except Unreadable as error:
        return None, (report("E0103", Span.of_name(shown), why=error.why),)


def decode(data: bytes, name: str) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of some bytes (UTF-8 without its byte order mark), or one diagnostic with the reason against it."""
    try:
        return Source(name, decoded(data, LARGEST)), ()
    except Unreadable as error:
        return None, (report("E0103", Span.of_name(name), why=error.why),)
