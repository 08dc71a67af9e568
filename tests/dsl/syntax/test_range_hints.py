"""Ranges that begin below 0: the message has the line that works."""

from __future__ import annotations

import re

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

HEAD = 'variant "Below" of hearts\n'


@pytest.mark.parametrize(
    ("text", "shown", "line", "written"),
    [
        ("add remember\n    low of each player: -10..5\n", "-10..5", "low of each player: number", None),
        ("add remember\n    low, least: -10 .. -5\n", "-10 .. -5", "low, least: number", None),
        ("add remember\n    low: -1 or 1\n", "-1", "low: number", None),
        ("add phase bonus(p: player, n: -10..26)\n    add n to p.points\n", "-10..26", "n: number", None),
        ("add define twice(n: -3..3) means n + n\n", "-3..3", "n: number", None),
        ("add option slam: -10..0 = -5\n", "-10..0", "add option slam: 0..10 = 5", "subtract slam from …"),
        ('add option slam: -10..-2 = -5 "a text"\n', "-10..-2", "add option slam: 2..10 = 5", "subtract slam from …"),
        ("add option slam: -10..26 = 0\n", "-10..26", "add option slam: 0..36 = 10", "slam - 10"),
    ],
)
def test_what_to_write(text: str, shown: str, line: str, written: str | None) -> None:
    (found,) = load(Source("below", HEAD + text)).diagnostics
    assert (found.code, found.span.text) == ("E0201", shown)
    quoted = re.findall("`([^`]+)`", found.help or "")
    assert quoted == [line, *([written] if written is not None else [])]
    assert "below 0" in (found.help or "")
    start = text.index(line[: line.index(":") + 1])
    old = re.match(r"[^\"\n)]*", text[start:])
    assert old is not None
    mended = text.replace(old[0].rstrip(), line)
    assert not [d for d in load(Source("below", HEAD + mended)).diagnostics if d.severity == "error"]


@pytest.mark.parametrize(
    "text",
    [
        "add option slam: 0..10 = -5\n",
        "add option slam: -5 or 5 = 5\n",
        "change the option target\n    allow -5..100\n",
    ],
)
def test_options_are_never_below_zero(text: str) -> None:
    (found,) = load(Source("below", HEAD + text)).diagnostics
    assert found.code == "E0201"
    assert (found.help or "").startswith("an option is never below 0")
