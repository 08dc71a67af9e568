"""What a stream can show: its width, its colours, its signs, and how texts are fitted into it."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.cli.terminal import console, diagnostics
from hoyle.cli.terminal.console import OutputStyle, console_for, fitted, folded, json_text, look, shown_path
from hoyle.dsl.loading import rulesets
from hoyle.dsl.rule_files import LARGEST
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source, Span


class Screen(io.StringIO):
    """A stream that is a terminal, or says so."""

    def __init__(self, encoding: str | None = "utf-8", *, terminal: bool = True, number: int = -1) -> None:
        super().__init__()
        self.coded, self.terminal, self.number = encoding, terminal, number

    @property
    def encoding(self) -> str | None:  # pyrefly: ignore[bad-override] - a stream may have none
        return self.coded

    def isatty(self) -> bool:
        return self.terminal

    def fileno(self) -> int:
        if self.number < 0:
            raise OSError("no file")
        return self.number


@pytest.fixture
def set_to(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that sets the variables of the environment that matter, and the standard output."""

    def put(out: Any = None, **variables: str) -> None:
        for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        if out is not None:
            monkeypatch.setattr(sys, "stdout", out)

    return put


@pytest.mark.parametrize(
    ("columns", "width"),
    [
        ("80", 80),
        ("1", 40),
        ("40", 40),
        ("41", 41),
        ("0", 120),
        ("9999", 9999),
        ("10000", 120),
        ("-5", 120),
        ("x", 120),
    ],
)
def test_the_width_of_a_terminal(set_to: Any, columns: str, width: int) -> None:
    set_to(COLUMNS=columns)
    assert look(Screen()).width == width
    assert look(Screen(terminal=False)).width == 120


def test_the_system_says_the_width_where_no_variable_does(set_to: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    set_to()
    sizes = {3: 77, 4: 0}
    monkeypatch.setattr(os, "get_terminal_size", lambda number: SimpleNamespace(columns=sizes[number]))
    assert [look(Screen(number=number)).width for number in (3, 4, -1)] == [77, 120, 120]


@pytest.mark.parametrize(
    ("variables", "colours"),
    [
        ({}, (True, False)),
        ({"TERM": "xterm"}, (True, False)),
        ({"TERM": "dumb"}, (False, False)),
        ({"NO_COLOR": "1"}, (False, False)),
        ({"FORCE_COLOR": "1"}, (True, True)),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, (True, True)),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, (False, False)),
        ({"FORCE_COLOR": "", "NO_COLOR": ""}, (True, False)),
    ],
)
def test_colours_on_a_terminal_and_elsewhere(
    set_to: Any, variables: dict[str, str], colours: tuple[bool, bool]
) -> None:
    set_to(**variables)
    assert (look(Screen()).colour, look(Screen(terminal=False)).colour) == colours


def test_what_an_encoding_can_show() -> None:
    assert [OutputStyle(encoding=name).can("♠") for name in ("utf-8", "latin-1", "no such")] == [True, False, False]
    assert [OutputStyle(encoding=name).dots for name in ("utf-8", "cp1252", "ascii")] == ["…", "…", "..."]
    assert [console.shows_suits(Screen(name)) for name in ("utf-8", "ascii", None)] == [True, False, True]
    assert look(Screen("latin-1")).encoding == "latin-1"


def test_a_stream_that_is_closed_or_missing_is_no_terminal(set_to: Any) -> None:
    closed = io.StringIO()
    closed.close()
    assert not console.is_terminal(closed)
    assert not console.is_terminal(SimpleNamespace())
    set_to(Screen())
    assert console.is_terminal()
    assert not console.is_terminal(Screen(terminal=False))


def test_running_text_is_at_most_as_wide_as_is_easy_to_read(set_to: Any) -> None:
    widths: list[tuple[int, int]] = []
    for out, columns in ((Screen(), "60"), (Screen(), "150"), (Screen(terminal=False), "60")):
        set_to(out, COLUMNS=columns)
        widths.append((console.reading_width(), console.table_room()))
    assert widths == [(60, 60), (100, 150), (100, 100_000)]


def test_lines_are_folded_between_words(set_to: Any) -> None:
    set_to(Screen(), COLUMNS="40")
    words = "one two three four five six seven eight nine ten"
    assert folded(words) == ["one two three four five six seven eight", "  nine ten"]
    assert folded("  * " + words) == ["  * one two three four five six seven", "    eight nine ten"]
    assert folded("<- " + words) == ["<- one two three four five six seven", "   eight nine ten"]
    assert folded("") == [""]
    assert folded("x" * 50) == ["x" * 50]
    assert folded("a " * 15 + "well-known-words") == ["a " * 14 + "a", "  well-known-words"]
    assert fitted(words) == ["one two three four five six seven eight", "    nine ten"]
    assert fitted("  " + words) == ["  one two three four five six seven", "      eight nine ten"]
    assert fitted("x " * 19 + "yz") == ["x " * 19 + "yz"]
    assert fitted("x " * 19 + "xyz") == ["x " * 18 + "x", "    xyz"]
    assert fitted("a " * 15 + "well-known-words") == ["a " * 14 + "a", "    well-known-words"]
    assert fitted("x" * 50) == ["x" * 50]
    set_to(Screen(terminal=False), COLUMNS="40")
    assert fitted("word " * 40) == ["word " * 40]


def test_a_console_reads_no_markup_and_wraps_only_on_a_terminal(set_to: Any) -> None:
    set_to(COLUMNS="50")
    printed: list[tuple[str, int, bool]] = []
    for out, narrow in ((Screen(), False), (Screen(terminal=False), False), (Screen(terminal=False), True)):
        made = console_for(out, narrow=narrow)
        made.print("[bold]12[/] :smile: \x07")
        printed.append((out.getvalue(), made.width, made.soft_wrap))
    assert printed == [
        ("[bold]12[/] :smile: \n", 50, False), ("[bold]12[/] :smile: \n", 200, True), ("[bold]12[/] :smile: \n", 50, True),
    ]  # fmt: skip
    set_to(COLUMNS="3")
    assert console_for(Screen(terminal=False), narrow=True).width == 40
    set_to()
    assert console_for(Screen(terminal=False), narrow=True).width == 200
    assert console_for(Screen(terminal=False)).color_system is None
    with pytest.raises(BrokenPipeError, match="nobody reads the output any more"):
        console_for(Screen()).on_broken_pipe()


def test_a_stream_spells_what_it_cannot_encode(set_to: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2))
    monkeypatch.setattr(sys, "stderr", err)
    set_to(out)
    console.prepare()
    console.echo("9♥ … é→")
    console.echo("J♠", err=True, nl=False)
    out.flush()
    err.flush()
    assert out.buffer.getvalue() == b"9H ... \\xe9->\n"
    assert err.buffer.getvalue() == b"JS"
    console.write_exact("é\r\n")
    assert out.buffer.getvalue().endswith(b"\xc3\xa9\r\n")
    with pytest.raises(UnicodeDecodeError):
        console._spelled(UnicodeDecodeError("utf-8", b"x", 0, 1, "why"))


def test_a_standard_output_that_was_closed_fails_when_it_is_used(set_to: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    console.write_exact("nothing")
    console.prepare()
    for stream in (sys.stdout, sys.stdout.buffer):
        with pytest.raises(OSError, match="standard output is closed"):
            stream.write("x")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(OSError, match="there is no standard input"):
        console.read_input()


def test_input_is_read_up_to_one_byte_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x" * (LARGEST + 5))))
    assert len(console.read_input()) == LARGEST + 1


def test_json_keeps_letters_and_escapes_what_is_invisible() -> None:
    text = json_text({"é": "a\u202eb"})
    assert text == '{\n  "é": "a\\u202eb"\n}\n'
    assert json.loads(text) == {"é": "a\u202eb"}


def test_the_names_of_files(here: Path) -> None:
    shipped = rulesets()["whist"]
    assert shown_path(str(here / "sub" / "x.hoyle")) == str(Path("sub", "x.hoyle"))
    assert shown_path(str(shipped)) == "whist.hoyle"
    assert shown_path(str(here.parent / "x.hoyle")) == str(here.parent / "x.hoyle")
    assert shown_path("a\x1bb") == "a\\u001bb"
    assert shown_path(str(here / "a\x1bb")) == "a\\u001bb"


def test_counts_in_words() -> None:
    assert [console.count(n, "game") for n in (0, 1, 2)] == ["0 games", "1 game", "2 games"]


def test_only_a_stream_that_is_open_can_be_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    assert console.is_terminal(closed) is False
    assert console.is_terminal(io.StringIO()) is False
    monkeypatch.setattr(console.sys, "stdout", None)
    assert console.is_terminal() is False


@pytest.mark.parametrize("err", [True, False])
def test_diagnostics_are_as_wide_as_the_stream_that_they_are_printed_on(
    err: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    out, error = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setattr(diagnostics, "look", lambda file: asked.append(file) or OutputStyle())
    one = Diagnostic("E0301", "error", "it means nothing", Span(Source("a.hoyle", "shufle\n"), 0, 6))
    diagnostics.echo_diagnostics((one, one), err=err)
    assert asked == [error if err else out]
    text = diagnostics.render(one, OutputStyle()) * 2
    assert (error.getvalue(), out.getvalue()) == ((text, "") if err else ("", text))
