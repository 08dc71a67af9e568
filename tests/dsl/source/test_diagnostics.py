"""Diagnostics, and the rules for their wording."""

from __future__ import annotations

import re
import string

import pytest

from hoyle.dsl.codes.reporting import report
from hoyle.dsl.codes.table import CODES, FAMILIES
from hoyle.dsl.source.span import Source, Span

TEXT = Source("test.hoyle", "game X\nmain\n")
PLACE = Span(TEXT, 5, 6)
IMPLEMENTATION = re.compile(
    r"\b(token|parser?|lexer|regex|AST|node|exception|terminal|syntax|grammar|callback|None|null)\b"
)


def test_a_diagnostic_has_a_place() -> None:
    problem = report("E0222", PLACE, text="X", help="write it")
    assert str(problem) == "test.hoyle:1:6: error E0222: `X` is a text and needs quotes"
    assert (problem.severity, problem.help, problem.notes, problem.expected) == ("error", "write it", (), ())
    assert report("W0201", PLACE).severity == "warning"


def test_the_authors_text_is_escaped_and_shortened() -> None:
    assert report("E0222", PLACE, text="a\0b\u202e").message.startswith("`a\\u0000b\\u202e`")
    shown = report("E0222", PLACE, text="x" * 5000).message
    assert len(shown) < 200
    assert "…" in shown


def test_braces_in_the_authors_text_are_kept() -> None:
    assert report("E0222", PLACE, text="{0} {x}").message == "`{0} {x}` is a text and needs quotes"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_message_follows_the_wording_rules(family: str) -> None:
    for code in (code for code in CODES.values() if code.family == family):
        plain = re.sub(r"`[^`]*`", "`…`", code.message)
        assert not plain[0].isupper(), f"{code.id}: a fragment in small letters"
        assert not plain.endswith((".", "!")), f"{code.id}: a fragment, no sentence"
        assert plain.count("`") % 2 == 0, code.id
        if code.family != "11":  # family 11 is about trees of rule files, which only programs read
            assert not IMPLEMENTATION.search(plain), code.id
            assert not IMPLEMENTATION.search(code.why), code.id
        assert code.title == code.title.strip() != "", code.id
        list(string.Formatter().parse(code.message))
