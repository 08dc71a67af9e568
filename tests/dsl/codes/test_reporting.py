"""Diagnostics are made of codes: their fields, how long these may be, and the error that carries one."""

from __future__ import annotations

import pytest

from hoyle.dsl.codes.reporting import ScriptError, report
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source, Span

SPAN = Span(Source("small.hoyle", "let top be n\n"), 4, 7)


def test_a_diagnostic_has_the_fields_of_its_code() -> None:
    assert report("E0204", SPAN, text="top") == Diagnostic(
        "E0204", "error", "`top` is a word of the language and cannot be a name", SPAN, None, (), ()
    )
    note = (SPAN, "here")
    made = report("E1041", SPAN, card="A♠", help="write `K♠`", notes=(note,), expected=("NAME",))
    assert (made.message, made.help, made.notes, made.expected) == (
        "A♠ is dealt twice", "write `K♠`", (note,), ("NAME",),
    )  # fmt: skip
    assert report("W0705", SPAN, name="score").severity == "warning"
    assert report("E1071", SPAN, phase="bid", games=40).message.endswith(
        "no game was found that gets there: 40 were played in search of a question of `bid` like this"
    )


@pytest.mark.parametrize(
    ("code", "field", "most"), [("E0204", "text", 100), ("E1072", "why", 1000), ("E1059", "why", 1000)]
)
def test_long_and_invisible_texts_are_shortened_and_shown(code: str, field: str, most: int) -> None:
    whole, longer = "x" * most, "y" * (most + 1)
    assert whole in report(code, SPAN, **{field: whole}).message
    message = report(code, SPAN, **{field: longer}).message
    assert f"{'y' * (most - 1)}…" in message
    assert "y" * most not in message
    assert "a\\u0000b" in report(code, SPAN, **{field: "a\0b"}).message


def test_an_error_carries_a_diagnostic() -> None:
    diagnostic = report("E1041", SPAN, card="A♠")
    error = ScriptError(diagnostic)
    assert (error.diagnostic, error.code, error.sentence) == (diagnostic, "E1041", "A♠ is dealt twice")
    assert str(error) == str(diagnostic) == "small.hoyle:1:5: error E1041: A♠ is dealt twice"
