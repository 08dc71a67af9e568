"""Lines of standard input that are read aside."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.cli.terminal.lines_aside import LinesAside
from hoyle.cli.terminal.reading_line import LONGEST_LINE, MOST_ALIKE


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A pipe in the place of standard input: `write` and `end` it, and `read` a line."""
    source, sink = os.pipe()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(fileno=lambda: source, isatty=lambda: False, encoding="utf-8"))
    came: SimpleQueue[str | None] = SimpleQueue()
    lines = LinesAside(came.put)
    open_ = [sink]

    def read() -> str | None:
        lines.want()
        lines.want()  # one line is read, however often it is wanted
        return came.get(timeout=20)

    yield SimpleNamespace(
        write=lambda text: os.write(sink, text), end=lambda: os.close(open_.pop()), read=read, came=came, lines=lines
    )
    for one in (*open_, source):
        os.close(one)


def test_a_line_is_read_when_one_is_wanted(piped: Any) -> None:
    assert not piped.lines.typed
    piped.write("  pass \nJ♠".encode() + b"\xe2\x99")
    assert piped.read() == "pass"
    assert piped.came.empty()
    piped.write(b"\xa0\nlast")
    assert piped.read() == "J♠♠"
    piped.end()
    assert [piped.read(), piped.read()] == ["last", None]


def test_an_input_without_end_ends(piped: Any) -> None:
    piped.write(b"\0" * (LONGEST_LINE + 1))
    assert piped.read() is None


def test_equal_lines_for_ever_end(piped: Any) -> None:
    for _ in range(MOST_ALIKE + 1):
        piped.write(b"y\n")
        assert piped.read() == "y"
    piped.write(b"y\n")
    assert piped.read() is None


def test_no_input_is_an_input_that_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    came: SimpleQueue[str | None] = SimpleQueue()
    LinesAside(came.put).want()
    assert came.get(timeout=20) is None
