"""The answers to typical mistakes in `names`: in its heading and in its lines."""

from __future__ import annotations

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

HEADINGS = [
    ("names:", "write `names` without a colon"),
    ("labels", "write `names`, and the lines below it"),
    ("rename", "write `names`, and the lines below it"),
    ("change the names", "write `replace names` and all its lines"),
    ('names C "cavalier"', 'the line stands below `names`, indented: `C "cavalier"`'),
]
LINES = [
    ('rank C "cavalier"', 'leave the first word out: `C "cavalier"`'),
    ('C = "cavalier"', 'leave the sign out: `C "cavalier"`'),
    ('C: "cavalier"', 'leave the sign out: `C "cavalier"`'),
    ('C -> "cavalier"', 'leave the sign out: `C "cavalier"`'),
    ('C is "cavalier"', 'leave the word out: `C "cavalier"`'),
    ('Rook of birds called "the Rook"', 'leave the word out: `Rook of birds "the Rook"`'),
    ('"cavalier" for C', 'the name in the rules stands first: `C "cavalier"`'),
    ('"cavalier" C', 'the name in the rules stands first: `C "cavalier"`'),
    ('Rook.birds "the Rook"', 'write `Rook of birds "the Rook"`'),
    ("C cavalier", 'what people read is a text in quotes: `C "cavalier"`'),
    ("misere", 'what people read stands behind it: `misere "…"`'),
    ('C "cavalier" if tarot', 'a name has no condition: `C "cavalier"`'),
    ('C "cavalier {n}"', "what people read has no blanks in braces"),
]


@pytest.mark.parametrize(("heading", "help"), HEADINGS)
def test_a_heading_is_answered_with_the_words_to_write(heading: str, help: str) -> None:
    _, found = parse(Source("test", f'{heading}\n    C "cavalier"\n'))
    assert [(one.code, one.help) for one in found] == [("E0207", help)]


@pytest.mark.parametrize("head", ["names", "replace names"])
@pytest.mark.parametrize(("line", "help"), LINES)
def test_a_line_is_answered_with_the_words_to_write(head: str, line: str, help: str) -> None:
    _, found = parse(Source("test", f"{head}\n    {line}\n"))
    assert [(one.code, one.help) for one in found] == [("E0207", help)]
