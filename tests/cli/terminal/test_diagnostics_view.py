"""The source line of a diagnostic and its underline, aligned by the columns of a terminal."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from hoyle.cli.terminal.console import OutputStyle, visible
from hoyle.cli.terminal.diagnostics import print_diagnostics, render, summary
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source, Span


def at(text: str, part: str, name: str = "x.hoyle") -> Span:
    """The span of the first occurrence of a part; an empty part is the end of the text."""
    start = text.index(part) if part else len(text)
    return Span(Source(name, text), start, start + len(part))


def shown(text: str, part: str, look: OutputStyle | None = None) -> tuple[str, str]:
    """The source line and the underline, without the line number."""
    diagnostic = Diagnostic("E0201", "error", "wrong", at(text, part))
    _, line, *rest = render(diagnostic, look or OutputStyle()).splitlines()
    underline = rest[0] if rest else ""
    gutter = line.index("| ") + 2
    return line[gutter:], underline[gutter:]


def columns(text: str) -> int:
    """The number of columns that a text takes on a terminal."""
    return sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in text if not unicodedata.combining(c))


@pytest.mark.parametrize(
    ("text", "part", "line", "underline"),
    [
        ("players four", "four", "players four", "        ^^^^"),
        ("  a\nplayers four\nb", "four", "players four", "        ^^^^"),
        ("a four\r\nb", "four", "a four", "  ^^^^"),
        ("\tfour", "four", "    four", "    ^^^^"),
        ("a\tfour", "four", "a   four", "    ^^^^"),
        ("a\tb", "\t", "a   b", " ^^^"),
        ("日本 four", "four", "日本 four", "     ^^^^"),
        ("日本 four", "本", "日本 four", "  ^^"),
        ("e\u0301e\u0301 four", "four", "e\u0301e\u0301 four", "   ^^^^"),
        ("e\u0301x", "e\u0301", "e\u0301x", "^"),
        ("\u0301four", "\u0301", " \u0301four", "^"),
        ("a\0b", "b", "a\\u0000b", "       ^"),
        ("a\0b", "\0", "a\\u0000b", " ^^^^^^"),
        ("a\u202eb", "b", "a\\u202eb", "       ^"),
        ("four", "", "four", "    ^"),
        ("a\nb", "a\nb", "a", "^"),
    ],
)
def test_the_underline_is_below_the_part(text: str, part: str, line: str, underline: str) -> None:
    assert shown(text, part) == (line, underline)


def test_a_character_that_cannot_be_encoded_becomes_a_question_mark() -> None:
    assert shown("♠♥ four", "four", OutputStyle(encoding="ascii")) == ("?? four", "   ^^^^")
    assert shown("日 four", "four", OutputStyle(encoding="ascii")) == ("? four", "  ^^^^")


@pytest.mark.parametrize("dots", ["…", "..."])
def test_a_long_line_is_cut_around_the_part(dots: str) -> None:
    look = OutputStyle(width=60, encoding="utf-8" if dots == "…" else "ascii")
    for before, after in ((200, 200), (0, 200), (200, 0), (5, 100_000), (100_000, 5), (100_000, 100_000)):
        line, underline = shown("x" * before + "FOUR" + "y" * after, "FOUR", look)
        assert len(line) <= 60
        start = underline.index("^")
        assert line[start : start + 4] == "FOUR"
        assert underline.strip() == "^^^^"
        assert line.startswith(dots) == (before > 50)
        assert line.endswith(dots) == (after > 50)


def test_a_part_longer_than_the_line_is_cut_too() -> None:
    line, underline = shown("ab" + "x" * 500, "x" * 500, OutputStyle(width=60))
    assert line.startswith("abxxx")
    assert line.endswith("x…")
    assert len(underline) == len(line) - 1


@given(
    st.text(st.characters(exclude_characters="\n\r"), max_size=300),
    st.integers(0, 300),
    st.integers(0, 300),
    st.integers(40, 150),
    st.sampled_from(["utf-8", "ascii", "latin-1", "cp437"]),
)
def test_no_line_is_wider_than_the_terminal_or_contains_control_characters(
    text: str, start: int, length: int, width: int, encoding: str
) -> None:
    start = min(start, len(text))
    span = Span(Source("x", text), start, min(start + length, len(text)))
    printed = render(Diagnostic("E0201", "error", "wrong", span), OutputStyle(width, False, encoding))
    printed.encode(encoding)
    assert visible(printed.replace("\n", "")) == printed.replace("\n", "")
    for line in printed.splitlines():
        assert columns(line) <= width
    if text:
        assert "^" in printed.splitlines()[2]


def test_help_and_notes_are_shown_below_the_line() -> None:
    text = "one\ntwo\n"
    diagnostic = Diagnostic(
        "W0301", "warning", "odd", at(text, "two"), "first\nsecond", ((at(text, "one", "y.hoyle"), "it began here"),)
    )
    assert render(diagnostic, OutputStyle()) == (
        "x.hoyle:2:1: warning W0301: odd\n"
        "  2 | two\n"
        "    | ^^^\n"
        "    help: first\n"
        "          second\n"
        "    note: y.hoyle:1:1: it began here\n"
        "      1 | one\n"
        "        | ^^^\n"
    )


def test_without_a_text_there_is_only_the_message() -> None:
    diagnostic = Diagnostic("E0103", "error", "unreadable", Span(Source("x\x1b[0m", ""), 0, 0))
    assert render(diagnostic, OutputStyle()) == "x\\u001b[0m:1:1: error E0103: unreadable\n"


def test_colours_do_not_change_the_text() -> None:
    import re

    diagnostic = Diagnostic("E0201", "error", "wrong", at("players four", "four"), "help")
    coloured = render(diagnostic, OutputStyle(colour=True))
    assert "\x1b[31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(diagnostic, OutputStyle())


def test_a_rich_console_shows_the_same_text() -> None:
    diagnostic = Diagnostic("E0201", "error", "[bold]wrong[/]", at("players [red]four", "four"), "help :smile:")
    out = io.StringIO()
    print_diagnostics(Console(file=out, width=120, markup=True), [diagnostic])
    assert out.getvalue() == render(diagnostic, OutputStyle())


@pytest.mark.parametrize(
    ("found", "files", "said"),
    [
        ("", ["a"], "a: no errors"),
        ("", ["a", "b"], "2 files: no errors"),
        ("wa", ["a"], "a: no errors, 1 warning"),
        ("wa wb", ["a", "b"], "2 files: no errors, 2 warnings"),
        ("ea", ["a"], "1 error in 1 file"),
        ("ea ea wa", ["a"], "2 errors, 1 warning in 1 file"),
        ("ea", ["a", "b", "c"], "1 error in 1 of 3 files"),
        ("ea eb wc", ["a", "b", "c"], "2 errors, 1 warning in 3 files"),
    ],
)
def test_the_summary_counts_errors_and_files(found: str, files: list[str], said: str) -> None:
    made = [
        Diagnostic("E0201", "error" if kind == "e" else "warning", "m", Span(Source(name, ""), 0, 0))
        for kind, name in found.split()
    ]
    assert summary(made, files) == said
