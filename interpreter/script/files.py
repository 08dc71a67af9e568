"""Reading a script from a file, whatever the file turns out to be.

A text that begins with `{` or `[` is the JSON form, anything else the text form.
"""

from __future__ import annotations

from pathlib import Path

from ...dsl.diagnostics import Diagnostic
from ...dsl.source import Source, Span
from .codes import report
from .jsonform import check_text, read_json_script
from .model import Script
from .notation import read_text

LARGEST = 16 * 1024 * 1024
"""Bytes a script may have."""

Found = tuple[Script | None, tuple[Diagnostic, ...]]
"""A script, if there were no mistakes, and every mistake."""


def read_script(path: Path, name: str | None = None) -> Found:
    """The script in a file; one diagnostic if there is no reading it."""
    shown = name or str(path)
    try:
        if path.is_dir():
            return _unreadable(shown, "it is a folder")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        return _unreadable(shown, (error.strerror or "it cannot be opened").lower())
    except ValueError:
        return _unreadable(shown, "that is no file name")
    return parse_script(data, shown)


def parse_script(data: bytes | str, name: str = "<script>", *, schema: bool = True) -> Found:
    """The script in some bytes or text.  `schema` holds the text form to the JSON Schema as well."""
    if isinstance(data, bytes):
        if len(data) > LARGEST:
            return _unreadable(name, f"it is larger than {LARGEST // 1024 // 1024} MB")
        if b"\0" in data:
            return _unreadable(name, "it is not a text file")
        try:
            data = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            return _unreadable(name, f"line {line} is not UTF-8 text")
    if not data.strip("\ufeff \t\r\n"):
        return _unreadable(name, "it is empty")
    source = Source(name, data)
    if data.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return read_json_script(source)
    script, problems = read_text(source)
    if script is not None and schema:
        problems = check_text(script)
    return (None if problems else script), problems


def _unreadable(name: str, why: str) -> Found:
    return None, (report("E1001", Span(Source(name, ""), 0, 0), why=why),)
