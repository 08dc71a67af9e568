"""The answers to typical mistakes in what is written on the table: in its heading, its lines, and changes of them."""

from __future__ import annotations

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

BLOCK = "written on the table\n    "
CHANGE = "change the lines on the table\n    add at the start\n        "
ONE = '"contract {level}"'
HEADINGS = [
    ("written", "write `written on the table`"),
    ("on the table", "write `written on the table`, and the lines below it"),
    ("table", "write `written on the table`, and the lines below it"),
    ("write on the table", "write `written on the table`"),
    ("show on the table", "write `written on the table`"),
    ("written on table", "write `written on the table`"),
    ("written on the table:", "the lines stand below it, indented, and there is no colon"),
    ("add lines on the table", "write `replace written on the table` and all lines"),
    ("change what is written on the table", "write `change the lines on the table`"),
]
LINES = [
    ('"bid {p.bid}" for p in players', "write `beside p in players`"),
    ('"bid {p.bid}" for each p in players', "write `beside p in players`"),
    ('"bid {p.bid}" next to p in players', "write `beside p in players`"),
    ('"bid {p.bid}" of each player', "write `beside p in players`, and `{p.bid}`"),
    ('"won {t.won}" of each team', "write `beside p in teams`, and `{p.bid}`"),
    ('"bid" beside players', "a name stands for one of them: `beside p in players`, and `{p.bid}`"),
    ('"dealer" beside dealer', "a name runs over a set: `beside p in {dealer}`"),
    ('"bid {p.bid}" beside p in players if p.bid > 0', "behind `beside` stands `where`: `players where p.bid > 0`"),
    (f"{ONE} where level > 0", "without `beside` it is `if level > 0`"),
    (f"{ONE} when level > 0", "write `if level > 0`"),
    (f"{ONE} while level > 0", "write `if level > 0`"),
    (f"{ONE} until level > 0", "write `if` and the opposite: `if not (level > 0)`"),
    (f"{ONE}: level > 0", "write `if level > 0` in place of the colon"),
    (f"if level > 0: {ONE}", f"the text stands first: `{ONE} if level > 0`"),
    (f"show {ONE}", f"write {ONE} alone: the text stands first"),
    ('"contract" level', "values stand in the text: `{level}`"),
    ("contract if level > 0", 'a line is a text in quotes: `"contract"`'),
]


@pytest.mark.parametrize(("heading", "help"), HEADINGS)
def test_a_heading_is_answered_with_the_words_to_write(heading: str, help: str) -> None:
    _, found = parse(Source("test", f"{heading}\n    {ONE}\n"))
    assert [(one.code, one.help) for one in found] == [("E0207", help)]


@pytest.mark.parametrize("frame", [BLOCK, CHANGE])
@pytest.mark.parametrize(("line", "help"), LINES)
def test_a_line_is_answered_with_the_words_to_write(frame: str, line: str, help: str) -> None:
    _, found = parse(Source("test", f"{frame}{line}\n"))
    assert [(one.code, one.help) for one in found] == [("E0207", help)]


@pytest.mark.parametrize("inside", ["level + 1", "size of stock", "level = 1", "top of heap"])
def test_a_value_without_a_name_is_given_one(inside: str) -> None:
    _, found = parse(Source("test", f'{BLOCK}"contract {{{inside}}}"\n'))
    help = f"in the braces stands a name: write `define NAME means {inside}`, and `{{NAME}}` in the text"
    assert [(one.code, one.help) for one in found] == [("E0214", help)]
