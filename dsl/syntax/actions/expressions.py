"""Makers for expressions, types, names and citations: one function for each production, see `building.py`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from ...codes.reporting import report
from ...source.span import Span
from .. import nodes as n
from ..machine import QuotedText
from .building import Building

Which = Literal["total", "highest", "lowest"]


def many(b: Building, span: Span, *items: Any) -> tuple[Any, ...]:
    """A list of any kind, as a tuple."""
    return items


def word(b: Building, span: Span, text: Literal["yes", "no", "none", "players"]) -> n.Word:
    return n.Word(text, span=span)


def ref(b: Building, span: Span, name: n.Name) -> n.Ref:
    return n.Ref(name.text, span=span)


def number_rank(b: Building, span: Span, number: n.Number) -> n.Rank:
    return n.Rank(str(number.value), span=span)


def cite(b: Building, span: Span, *parts: n.FromSource) -> n.Citation:
    return n.Citation(parts, span=span)


def from_source(b: Building, span: Span, source: n.Name | None, *lines: n.Lines) -> n.FromSource:
    return n.FromSource(source, lines, span=span)


def lines(b: Building, span: Span, first: n.Number, last: n.Number | None) -> n.Lines:
    return n.Lines(first.value, last.value if last else first.value, span=span)


def any_number(b: Building, span: Span) -> n.NumberType:
    return n.NumberType(None, None, span=span)


def number_range(b: Building, span: Span, low: n.Number, high: n.Number) -> n.NumberType:
    return n.NumberType(low.value, high.value, span=span)


def one_of(b: Building, span: Span, *values: n.Value) -> n.OneOf:
    return n.OneOf(values, span=span)


def by_ranking(b: Building, span: Span, name: n.Name) -> None:
    if name.text != "ranking":
        b.problems.append(report("E0235", name.span, text=f"the {name.text}", help="write `by the ranking`"))


def by_value(b: Building, span: Span, value: n.Expr) -> n.Expr:
    return value


def so_far(b: Building, span: Span, name: n.Name) -> n.SoFar:
    return _so_far(b, span, name, "winner")


def card_so_far(b: Building, span: Span, name: n.Name) -> n.SoFar:
    return _so_far(b, span, name, "winning")


def _so_far(b: Building, span: Span, name: n.Name, meant: Literal["winner", "winning"]) -> n.SoFar:
    if name.text != meant:
        words = "`the winner so far` or `the winning card so far`"
        b.problems.append(report("E0235", name.span, text=span.text, help=f"write {words}"))
    return n.SoFar("winner" if meant == "winner" else "winning card", span=span)


def random_thing(b: Building, span: Span, what: n.Name, of: n.Expr | None) -> n.RandomThing:
    return n.RandomThing(what.text, of, span=span)


def random_in(b: Building, span: Span, what: n.Name, among: n.Domain) -> n.RandomThing:
    return n.RandomThing(what.text, None, among, span=span)


def random_number(b: Building, span: Span, among: n.Domain) -> n.RandomThing:
    return n.RandomThing("number", None, among, span=span)


def name_word(b: Building, span: Span, text: str) -> n.Name:
    return n.Name(text, span=span)


def stepped(b: Building, span: Span, numbers: n.Range | n.DownTo, step: n.Number) -> n.Range | n.DownTo:
    if step.value == 0:
        b.problems.append(report("E0236", step.span, help="write `in steps of 1`, or leave it out"))
    return replace(numbers, step=max(step.value, 1), span=span)


def any_has(b: Building, span: Span, somes: tuple[n.Some, ...], body: n.Expr) -> n.Expr:
    return _quantified(b, span, "any", "any", somes, body)


def every_has(b: Building, span: Span, somes: tuple[n.Some, ...], body: n.Expr) -> n.Expr:
    return _quantified(b, span, "every", "every", somes, body)


def no_has(b: Building, span: Span, somes: tuple[n.Some, ...], body: n.Expr) -> n.Expr:
    return _quantified(b, span, "no", "any", somes, body)


def _quantified(
    b: Building,
    span: Span,
    which: Literal["any", "every", "no"],
    rest: Literal["any", "every"],
    somes: tuple[n.Some, ...],
    body: n.Expr,
) -> n.Quantified:
    """A phrase with several names becomes nested phrases.

    `no` becomes `no … any …`: no pair of values meets the condition."""
    for at in range(len(somes) - 1, 0, -1):
        body = n.Quantified(rest, somes[at], body, at < len(somes) - 1, span=_from_name(span, somes[at]))
    return n.Quantified(which, somes[0], body, len(somes) > 1, span=span)


def number_where(b: Building, span: Span, somes: tuple[n.Some, ...], where: n.Expr) -> n.NumberWhere:
    for at in range(len(somes) - 1, 0, -1):
        where = n.NumberWhere(somes[at], where, at < len(somes) - 1, span=_from_name(span, somes[at]))
    return n.NumberWhere(somes[0], where, len(somes) > 1, span=span)


def cards_of(b: Building, span: Span, count: n.Expr, of: n.Expr) -> n.CardsOf:
    return n.CardsOf(count, count, of, span=span)


def cards_of_or_more(b: Building, span: Span, low: n.Expr, of: n.Expr) -> n.CardsOf:
    return n.CardsOf(low, None, of, span=span)


def cards_of_range(b: Building, span: Span, low: n.Expr, high: n.Expr, of: n.Expr) -> n.CardsOf:
    return n.CardsOf(low, high, of, span=span)


def set_of(b: Building, span: Span, items: tuple[n.Expr, ...] | None) -> n.SetOf:
    return n.SetOf(items or (), span=span)


def _binary(op: n.BinaryOp) -> Callable[[Building, Span, n.Expr, n.Expr], n.Binary]:
    def made(b: Building, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary(op, left, right, span=span)

    return made


or_ = _binary("or")
and_ = _binary("and")
equal = _binary("=")
beats = _binary("beats")
follows = _binary("follows")
plus = _binary("+")
minus = _binary("-")
except_ = _binary("except")
times = _binary("*")
divided = _binary("/")
mod = _binary("mod")


def not_(b: Building, span: Span, operand: n.Expr) -> n.Unary:
    return n.Unary("not", operand, span=span)


def compare(b: Building, span: Span, left: n.Expr, op: n.BinaryOp, right: n.Expr) -> n.Binary:
    return n.Binary(op, left, right, span=span)


def property(b: Building, span: Span, word: str) -> tuple[n.Name, bool]:
    return n.Name(word, span=span), False


def kind_property(b: Building, span: Span, name: n.Name) -> tuple[n.Name, bool]:
    return name, True


def is_(b: Building, span: Span, operand: n.Expr, what: tuple[n.Name, bool]) -> n.Is:
    return n.Is(operand, what[0], negated=False, kind=what[1], span=span)


def is_not(b: Building, span: Span, operand: n.Expr, what: tuple[n.Name, bool]) -> n.Is:
    return n.Is(operand, what[0], negated=True, kind=what[1], span=span)


def not_in(b: Building, span: Span, operand: n.Expr, members: n.Expr | n.Range) -> n.In:
    return n.In(operand, members, negated=True, span=span)


def negative(b: Building, span: Span, operand: n.Expr) -> n.Unary:
    return n.Unary("-", operand, span=span)


def top(b: Building, span: Span, count: n.Expr | None, of: n.Expr) -> n.Pick:
    return n.Pick("top", count, of, span=span)


def bottom(b: Building, span: Span, count: n.Expr | None, of: n.Expr) -> n.Pick:
    return n.Pick("bottom", count, of, span=span)


def extreme_of(b: Building, span: Span, which: Which, measure: n.Name, of: n.Expr | None) -> n.Extreme:
    return n.Extreme(which, measure, of, span=span)


def extreme_gained(b: Building, span: Span, which: Which, measure: n.Name, of: n.Expr | None) -> n.Extreme:
    return n.Extreme(which, measure, of, gained=True, span=span)


def gained(b: Building, span: Span, name: n.Name) -> n.Gained:
    return n.Gained(n.Ref(name.text, span=name.span), span=span)


def gained_of(b: Building, span: Span, of: n.Expr, name: n.Name) -> n.Gained:
    inner = Span(span.source, span.start, name.span.end)
    return n.Gained(n.Attribute(of, name, None, span=inner), span=span)


def attribute(b: Building, span: Span, of: n.Expr, name: n.Name) -> n.Attribute:
    return n.Attribute(of, name, None, span=span)


def attribute_with(b: Building, span: Span, of: n.Expr, name: n.Name, args: tuple[n.Expr, ...]) -> n.Attribute:
    return n.Attribute(of, name, args, span=span)


def plain_template(b: Building, span: Span, text: QuotedText) -> n.Template:
    return n.Template((text.text,), (), span=span)


def template(b: Building, span: Span, text: QuotedText) -> n.Template:
    """`"bid {n} {s}"`: a label with names in braces."""
    pieces = _pieces(b, span, text.text, _NAME, "a placeholder is the name of something chosen: `{name}`")
    holes = tuple(n.Name(name, span=at) for name, at in pieces.holes)
    return n.Template(pieces.texts, holes, span=span)


def plain_notice(b: Building, span: Span, text: QuotedText) -> n.Notice:
    return n.Notice((text.text,), (), span=span)


def notice(b: Building, span: Span, text: QuotedText) -> n.Notice:
    """`"contract {level} {trump}"`, `"bid {p.bid}"`: a text with values in braces."""
    found = _HOLE.search(text.text)
    inside = ((found[1] or "").strip() if found is not None else "") or "…"
    help = f"in the braces stands a name: write `define NAME means {inside}`, and `{{NAME}}` in the text"
    pieces = _pieces(b, span, text.text, _PATH, help)
    return n.Notice(pieces.texts, tuple(_path(name, at) for name, at in pieces.holes), span=span)


@dataclass(frozen=True, slots=True)
class _Pieces:
    """A text taken apart: the texts around its holes, and what stands in each hole, with its place."""

    texts: tuple[str, ...]
    holes: tuple[tuple[str, Span], ...]


def _pieces(b: Building, span: Span, text: str, allowed: re.Pattern[str], help: str) -> _Pieces:
    """A text in quotes taken apart at its braces; what stands in them must match a pattern."""
    texts: list[str] = []
    holes: list[tuple[str, Span]] = []
    at = 0
    for found in _HOLE.finditer(text):
        start, end = (span.start + 1 + offset for offset in found.span())
        name = (found[1] or "").strip()
        if not allowed.fullmatch(name):
            b.problems.append(report("E0214", Span(span.source, start, end), help=help))
            return _Pieces((text,), ())
        texts.append(text[at : found.start()])
        at = found.end()
        start += 1 + found[1].index(name)
        holes.append((name, Span(span.source, start, start + len(name))))
    return _Pieces((*texts, text[at:]), tuple(holes))


def _path(text: str, span: Span) -> n.Ref | n.Attribute:
    """`p.team.points`, as it stands in the braces of a text."""
    first, *rest = text.split(".")
    end = span.start + len(first)
    made: n.Ref | n.Attribute = n.Ref(first, span=Span(span.source, span.start, end))
    for name in rest:
        start, end = end + 1, end + 1 + len(name)
        named = n.Name(name, span=Span(span.source, start, end))
        made = n.Attribute(made, named, None, span=Span(span.source, span.start, end))
    return made


def _from_name(span: Span, some: n.Some) -> Span:
    """The part of a phrase with several names that begins with one of them."""
    return Span(span.source, some.span.start, span.end)


_HOLE = re.compile(r"\{([^{}]*)\}|[{}][^{}]*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PATH = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")
