"""Lines, margins and comments: the layout of a rule file, before its words are read.

A line at the left edge begins a form; the indented lines below belong to it.  Each form is read separately, so a
mistake in one never hides a mistake in another.  The length of a file and the depth of its blocks are limited.  A
margin is made of spaces, in any number.  A line that ends a block must return to a margin that is still open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from ..codes.reporting import report
from ..source.diagnostics import Diagnostic
from ..source.invisible import CONTROLS, DIRECTIONS
from ..source.span import Source, Span

LONGEST_TEXT = 1_000_000
"""The most characters of a rule file.  (The longest game known to us has 11,000.)"""
DEEPEST_BLOCK = 40
"""The most nested blocks."""
TAB = 4
"""The width assumed for a tab after it was reported, so that the rest of the file can still be read."""
_MOST_INVISIBLE = 10

_LINE = re.compile(r'([ \t]*)([^"#\n]*(?:"[^"\n]*"[^"#\n]*)*(?:"[^"\n]*)?)(#[^\n]*)?(?:\n|\Z)')
_INVISIBLE = re.compile(rf"[{CONTROLS}{DIRECTIONS}\ufeff\ud800-\udfff]|\r(?!\n)")


class SourceLine(NamedTuple):
    """One line with contents: where its text starts and ends (without margin and comment), and its margin."""

    start: int
    end: int
    margin: int


class Comment(NamedTuple):
    """One comment, from `#` to the end of its line.  `own`: nothing else is on the line."""

    start: int
    end: int
    own: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """The lines of a text, grouped into forms, and its comments."""

    forms: tuple[tuple[SourceLine, ...], ...]
    comments: tuple[Comment, ...]
    damaged: frozenset[int]
    """The start offsets of lines with an invisible character.  These are already reported and are not read."""
    diagnostics: tuple[Diagnostic, ...]


def scan(source: Source) -> Layout:
    """The layout of a text.  Time and memory are proportional to its length, which is at most `LONGEST_TEXT`."""
    text = source.text
    if len(text) > LONGEST_TEXT:
        return Layout((), (), frozenset(), (report("E0107", Span(source, 0, 0), length=len(text), most=LONGEST_TEXT),))
    lines: list[SourceLine] = []
    comments: list[Comment] = []
    tabs: list[Span] = []
    at = 1 if text.startswith("\ufeff") else 0
    invisible = [found.start() for found in _INVISIBLE.finditer(text, at)]
    damaged: set[int] = set()
    while at < len(text):
        found = _LINE.match(text, at)
        assert found is not None  # every part of the pattern may be empty, so it always matches
        start, end = found.span(2)
        end = start + len(found[2].rstrip(" \t\r"))
        if found[3] is not None:
            comment = found[3].rstrip(" \t\r")
            comments.append(Comment(found.start(3), found.start(3) + len(comment), end == start))
        if end > start:
            margin = found[1]
            if "\t" in margin:
                tabs.append(Span(source, *found.span(1)))
            lines.append(SourceLine(start, end, len(margin.expandtabs(TAB))))
        at = found.end()
    diagnostics: list[Diagnostic] = []
    if tabs:
        others = f"; {len(tabs)} lines of this file have one" if len(tabs) > 1 else ""
        diagnostics.append(report("E0101", tabs[0], help="use spaces, four for each level" + others))
    for offset in invisible[:_MOST_INVISIBLE]:
        code = ord(text[offset])
        diagnostics.append(report("E0110", Span(source, offset, offset + 1), code=f"U+{code:04X}"))
    if invisible:
        waiting = iter(invisible)
        offset = next(waiting, None)
        for line in lines:
            while offset is not None and offset < line.start:
                offset = next(waiting, None)
            if offset is not None and offset < line.end:
                damaged.add(line.start)
    return Layout(_forms(lines), tuple(comments), frozenset(damaged), tuple(diagnostics))


def _forms(lines: list[SourceLine]) -> tuple[tuple[SourceLine, ...], ...]:
    starts = [i for i, line in enumerate(lines) if line.margin == 0 or i == 0]
    return tuple(tuple(lines[a:b]) for a, b in pairwise([*starts, len(lines)]))


class IndentChange(NamedTuple):
    """How a line follows the one above: the number of blocks opened (0 or 1) or closed before it."""

    opens: bool
    closes: int


def steps(source: Source, form: Sequence[SourceLine]) -> tuple[list[IndentChange], Diagnostic | None]:
    """The step before each line of a form.

    Ends at the first line whose margin is wrong, which the diagnostic reports."""
    levels = [0]
    result: list[IndentChange] = []
    for line in form:
        opens, closes = False, 0
        left: list[int] = []
        if line.margin > levels[-1]:
            if not result:
                return result, report("E0104", word_at(source, line), help="a line at the left edge starts a new part")
            levels.append(line.margin)
            opens = True
            if len(levels) > DEEPEST_BLOCK + 1:
                return result, report("E0105", word_at(source, line), most=DEEPEST_BLOCK)
        while line.margin < levels[-1]:
            left.append(levels.pop())
            closes += 1
        if line.margin != levels[-1]:
            margins = ", ".join(str(level) for level in sorted({*levels, *left}))
            margin = Span(source, line.start - min(line.margin, line.start), line.start)
            help = f"the lines above are indented by {margins} spaces, this one by {line.margin}"
            return result, report("E0102", margin, help=help)
        result.append(IndentChange(opens, closes))
    return result, None


_FIRST = re.compile(r'\w+|"[^"\n]*"?|\S')


def word_at(source: Source, line: SourceLine) -> Span:
    """The first word of a line."""
    found = _FIRST.match(source.text, line.start, line.end)
    return Span(source, line.start, found.end() if found else line.end)
