"""Hints about values that can be read only in brackets or in braces where they stand."""

from __future__ import annotations

from ...source.diagnostics import Diagnostic
from ..lexer import WORD
from ..parse_error import ParserError
from .plainer import could_be
from .words import words

MOST = 30
"""The most words that are tried in brackets."""

_JOINING = frozenset(("and", "or", ","))
_AMOUNTS = words("+ - * / mod . ( ) { } size top bottom of number players total highest lowest")
"""What an amount may have in it besides numbers and names."""


def several(t: ParserError) -> Diagnostic | None:
    """`players except p and dealer`, `for q in maker, dealer`: several values of a set stand in braces."""
    if t.words[t.index] not in _JOINING:
        return None
    start = t.index - 1
    while start > 1 and t.words[start - 1] == ".":
        start -= 2
    if start < 2 or t.line[start].kind != WORD or t.words[start - 1] not in ("except", "in"):
        return None
    values = [(start, t.index)]
    at = t.index
    while t.words[at] in _JOINING and len(values) < MOST:
        first = at + 1 if t.words[at + 1] not in _JOINING else at + 2  # `p, q, and r`
        last = _end_of_path(t, first)
        if last == first:
            break
        values.append((first, last))
        at = last
    for count in range(len(values), 1, -1):
        braces = "{" + ", ".join(t.span(first, last - 1).text for first, last in values[:count]) + "}"
        found = _with(t, start, values[count - 1][1], braces, f"several stand in braces: `{braces}`")
        if found is not None:
            return found
    return None


def _end_of_path(t: ParserError, first: int) -> int:
    """The index after `p` or `p.left` at this index; the same index if there is none."""
    if first >= len(t.line) or t.line[first].kind != WORD or t.words[first] in t.machine.tables.reserved:
        return first
    last = first + 1
    while t.words[last] == "." and t.line[last + 1].kind == WORD:
        last += 2
    return last


def amount(t: ParserError) -> Diagnostic | None:
    """`deal 2 if p = dealer otherwise 1 from stock`: a number that depends on a condition."""
    if t.words[t.index] != "if" or not t.index or "otherwise" not in t.words[t.index :]:
        return None
    least = t.words.index("otherwise", t.index) + 2
    most = min(len(t.line) - 1, t.index + MOST)
    start = t.index
    while start > 1 and _in_amount(t, start - 1):
        start -= 1
    for first in range(start, t.index):
        for end in range(most, least - 1, -1):
            said = f"({t.span(first, end - 1).text})"
            found = _with(t, first, end, said, f"put brackets around it: `{said}`")
            if found is not None:
                return found
    return None


def _in_amount(t: ParserError, index: int) -> bool:
    word = t.words[index]
    if word in _AMOUNTS or t.line[index].kind == "NUMBER":
        return True
    return t.line[index].kind == WORD and word not in t.machine.tables.reserved


def _with(t: ParserError, first: int, end: int, better: str, help: str) -> Diagnostic | None:
    """The advice, if the line can be read with something else instead of its tokens from `first` up to `end`."""
    text = t.source.text
    line = text[t.line[0].start : t.line[first].start] + better + text[t.line[end - 1].end : t.line[-1].start]
    if not could_be(t, line):
        return None
    span = t.span(first, end - 1)
    return t.say("E0207", span, text=span.text, help=help)
