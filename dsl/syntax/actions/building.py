"""The context that every maker of nodes takes, and functions that makers in several files use.

A maker is a public function of `expressions.py`, `statements.py`, `cards.py`, `declarations.py` or `changes.py`.  It
has the name of its production in the grammar; `makers.py` finds it by that name.  It takes

    b         what all makers of a source share (`Building`)
    span      the characters that the production covers
    …         the values that the production keeps, None for an optional part that was not written
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ...codes.reporting import report
from ...source.diagnostics import Diagnostic
from ...source.span import Span
from .. import nodes as n
from ..machine import QuotedText

Cite = n.Citation | None


@dataclass
class Building:
    """The context for making the nodes of one source."""

    problems: list[Diagnostic] = field(default_factory=list[Diagnostic])
    """Mistakes that appear only when the parts of a form are combined."""


@dataclass(frozen=True, slots=True)
class ParsedBlock:
    """An indented block, or the one statement after a colon, with the citation of its heading."""

    cite: Cite
    body: tuple[n.Stmt, ...]


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """One of several parts that may follow in any order, each at most once."""

    what: str
    value: Any
    span: Span


def parts_by_keyword(b: Building, said: Iterable[OptionalPart]) -> dict[str, OptionalPart]:
    """The parts by their keyword.  A second part with the same keyword is reported."""
    result: dict[str, OptionalPart] = {}
    for part in said:
        first = result.setdefault(part.what, part)
        if first is not part:
            b.problems.append(report("E0216", part.span, text=part.span.text, notes=((first.span, "said here"),)))
    return result


def text_of(quoted: QuotedText | None) -> str | None:
    """The text between quotes; None if it was not written."""
    return quoted.text if quoted else None


def for_several(
    span: Span, somes: tuple[n.Some, ...], where: n.Expr | None, body: tuple[n.Stmt, ...], cite: Cite = None
) -> n.For:
    """`for c in p.hand, d in q.hand where C`: one nested loop for each name."""
    *before, last = somes
    made = n.For(last.name, last.domain, None, where, None, body, span=Span(span.source, last.span.start, span.end))
    for some in reversed(before):
        whole = Span(span.source, some.span.start, span.end)
        made = n.For(some.name, some.domain, None, None, None, (made,), more=True, span=whole)
    return replace(made, cite=cite, span=span)
