"""Diagnostics at every width and place, colours by kind of file, and the keys of another system.

The longer texts lie in `printed/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from hoyle.cli.terminal import diagnostics, highlight, keys
from hoyle.cli.terminal.console import OutputStyle
from hoyle.cli.terminal.diagnostics import excerpt, render, summary
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source, Span

from ...golden import same_as_file

PRINTED = Path(__file__).with_name("printed")
LONG = "".join(f"{number:02} " for number in range(70))
TEXTS = ("four\tand five", "日本 cards e\u0301 and more words behind", LONG, "a\nb c\nd", "", "\u0301x\0y")


def spans(text: str) -> Iterator[Span]:
    """Spans of a text: empty ones, short ones and long ones, at several places."""
    source = Source("x.hoyle", text)
    for start in sorted({0, 1, 4, len(text) // 2, max(0, len(text) - 3), len(text)}):
        for length in (0, 1, 5, 40):
            if start + length <= len(text):
                yield Span(source, start, start + length)


def test_every_part_of_a_line_is_underlined_at_every_width() -> None:
    out: list[str] = []
    for text in TEXTS:
        for width in (20, 33, 120) if text is LONG else (20, 120):
            for encoding in ("utf-8", "ascii") if width == 20 else ("utf-8",):
                here = OutputStyle(width, False, encoding)
                for span in spans(text):
                    out.append(f"{width} {encoding} {span.start}-{span.end}")
                    out += ["".join(part for part, _ in line) for line in excerpt(span, here, 1, "error")]
    same_as_file(PRINTED / "excerpts.txt", "\n".join(out) + "\n")


def test_the_last_line_of_a_check() -> None:
    def found(severity: str, name: str) -> Diagnostic:
        return Diagnostic("E0001", severity, "m", Span(Source(name, "x"), 0, 1))

    a, b, warned, noted = found("error", "a"), found("error", "b"), found("warning", "b"), found("note", "c")
    assert [summary(*one) for one in (
        ([], ["a"]), ([], ["a", "b"]), ([warned], ["b"]), ([warned, warned], ["a", "b"]), ([a], ["a"]),
        ([a, a], ["a", "b"]), ([a, warned], ["a", "b", "c"]), ([a, b, noted], ["a", "b"]), ([a, b], ["a"]), ([noted], []),
    )] == [
        "a: no errors", "2 files: no errors", "b: no errors, 1 warning", "2 files: no errors, 2 warnings",
        "1 error in 1 file", "2 errors in 1 of 2 files", "1 error, 1 warning in 2 of 3 files", "2 errors in 2 files",
        "2 errors in 2 files", "0 files: no errors",
    ]  # fmt: skip


def test_a_whole_diagnostic_in_colours_and_without() -> None:
    source = Source("x.hoyle", "game one\nplayers four\n")
    one = Diagnostic(
        "W0001", "warning", "a\x07b", Span(source, 17, 21), "first\nsecond", ((Span(source, 0, 4), "here"),)
    )
    plain, coloured = render(one, OutputStyle()), render(one, OutputStyle(colour=True))
    assert plain == (
        "x.hoyle:2:9: warning W0001: a\\u0007b\n  2 | players four\n    |         ^^^^\n    help: first\n          second\n"
        "    note: x.hoyle:1:1: here\n      1 | game one\n        | ^^^^\n"
    )
    assert coloured == (
        "x.hoyle:2:9: \x1b[33m\x1b[1mwarning W0001: \x1b[0m\x1b[1ma\\u0007b\x1b[0m\n"
        "\x1b[34m\x1b[22m  2 | \x1b[0mplayers four\n\x1b[34m\x1b[22m    | \x1b[0m\x1b[33m\x1b[1m        ^^^^\x1b[0m\n"
        "\x1b[32m\x1b[22m    help: \x1b[0mfirst\n          second\n"
        "\x1b[36m\x1b[1m    note: \x1b[0mx.hoyle:1:1: here\n"
        "\x1b[34m\x1b[22m      1 | \x1b[0mgame one\n\x1b[34m\x1b[22m        | \x1b[0m\x1b[36m\x1b[1m^^^^\x1b[0m\n"
    )
    assert diagnostics._line([("a", "no style"), ("b", "message")], OutputStyle(colour=True)) == "a\x1b[1mb\x1b[0m"


def test_rules_and_scripts_have_colours_of_their_own() -> None:
    pygments = pytest.importorskip("pygments", reason="pygments is not installed")
    from pygments.formatters.terminal import TerminalFormatter

    from hoyle.language_server.pygments_lexer import HoyleLexer, HoylePlayLexer

    rules, script = "move top of stock to dealer\n", "\nfirst dealer Ann\nAnn: play 7♣\n"
    plain, here = OutputStyle(), OutputStyle(colour=True)
    for text in (rules, script):
        assert highlight.coloured(text, plain) == text
        assert highlight.coloured(text, plain, script=True) == text
    lexers = {False: HoyleLexer, True: HoylePlayLexer}
    for text in (rules, script):
        made = {
            kind: pygments.highlight(text, lexer(stripnl=False), TerminalFormatter(bg="dark"))
            for kind, lexer in lexers.items()
        }
        assert made[False] != made[True]
        assert {kind: highlight.coloured(text, here, script=kind) for kind in lexers} == made


def test_keys_of_another_system(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = [*"a\xe0H", *"\x00K", *"\xe0?", *"é", "\x03"]
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(getwch=lambda: typed.pop(0)))
    monkeypatch.setattr(sys, "platform", "win32")
    keyboard = keys.Keyboard()
    keyboard._typed = []
    assert [keyboard.read() for _ in range(5)] == ["a", "\x1b[A", "\x1b[D", "?", "é"]
    with pytest.raises(KeyboardInterrupt):
        keyboard.read()
    monkeypatch.setattr(sys, "stdin", None)
    keys.wait_for_input()  # its readers handle signals themselves
    with keys.interrupted_for_certain():
        pass
