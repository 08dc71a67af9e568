"""What is said of lines with a word left out, written twice, or replaced by another: of many lines, at every word.

The lines are some of those of `tests/dsl/lines`; what is said lies in `lines_mangled/` (UPDATE_GOLDEN=1 writes it anew):
for each word what is left out (`-`), written twice (`+`) or replaced, and what is reported first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

from ...golden import same_as_file
from ..small_lines import LINES, quoted

PARTS = 12
WORD = re.compile(r'"[^"]*"|\w+|[^\w\s]+')
OTHERS = (
    "then", "of", "is", "=", "3", "Hearts", "else", "p.hand", "(", ":", "no", "while", "{c}", ",", "each", "\"a text\"",
    "not", "top", "+", "1.5", "->", "K", "==", "where", "for", "…", "empty", "otherwise", "in", "1..", "the",
)  # fmt: skip
"""Words that take the place of others, one after the other."""


@cache
def entries() -> tuple[str, ...]:
    """The lines of the small games, each once, that differ in their words and not only in their numbers."""
    found: dict[str, str] = {}
    for path in sorted(LINES.glob("*.txt")):
        for entry in path.read_text(encoding="utf-8").partition("----\n")[2].split("\n\n"):
            for line in entry.strip("\n").splitlines():
                if line.startswith(("> ", "+ ")) and not line[2:].startswith(" "):
                    found.setdefault(re.sub(r"\d+|\b[a-z]\b", "#", line), line)
    return tuple(found.values())[::10]


def written(line: str) -> str:
    """A line as a part of a file."""
    if line.startswith("+"):
        return line[2:] + "\n"
    return f"phase tried(p: player)\n    {line[2:]}\n"


def said(line: str) -> str:
    """What is reported first of a line."""
    _, found = parse(Source("lines.hoyle", written(line)))
    return brief(found[0]) if found else ""


def brief(one: Diagnostic) -> str:
    """The code, what is marked, and the advice."""
    return f"{one.code} {quoted(one.span.text)}" + (f" ({one.help})".replace("\n", " / ") if one.help else "")


def mangled(line: str, number: int) -> Iterator[tuple[str, str]]:
    """The line without each of its words, with each twice, and with another in its place."""
    for at, word in enumerate(WORD.finditer(line, 2)):
        before, after = line[: word.start()], line[word.end() :]
        other = OTHERS[(number + at) % len(OTHERS)]
        yield f"-{word[0]}", before + after.lstrip()
        yield f"+{word[0]}", f"{before}{word[0]} {word[0]}{after}"
        yield f"{word[0]} → {other}", f"{before}{other}{after}"


@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_said_of_lines_that_are_not_quite_right(part: int) -> None:
    out: list[str] = []
    for number, line in list(enumerate(entries()))[part::PARTS]:
        out.append(line)
        usual = said(line)
        if usual:
            out.append(f"  {usual}")
        for change, text in mangled(line, number):
            found = said(text)
            if found != usual:
                out.append(f"  {change} {found}")
    same_as_file(Path(__file__).with_name("lines_mangled") / f"{part}.txt", "\n".join(out) + "\n")
