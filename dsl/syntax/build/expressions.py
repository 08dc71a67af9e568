"""Makers of expressions, types, names and citations.  One method per production, called by its name in the grammar.

Each gets the place it covers and the values the production keeps, None for an optional part that was not written.  A
production that has the name of a class of nodes and keeps its fields needs no method.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

from .. import nodes as n
from ...source.diagnostics import Diagnostic, make
from ..machine import Quoted
from ...source.span import Span

Which = Literal["total", "highest", "lowest"]


class Expressions:
    """Makes the small parts of a tree; `problems` collects what only shows when the parts come together."""

    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []

    def maker(self, name: str) -> Callable[..., Any]:
        """What makes the node of a production: the method of that name; without one, the class of that name (`size_of`
        makes a `SizeOf`), whose fields are the values kept, in order."""
        method = getattr(self, name, None)
        return method if method is not None else _maker_of(getattr(n, name.title().replace("_", "")))

    # ------------------------------------------------------------------------------------------------ lists, words

    def many(self, span: Span, *items: Any) -> tuple[Any, ...]:
        """Any list, as a tuple."""
        return items

    def word(self, span: Span, text: Literal["yes", "no", "none", "players"]) -> n.Word:
        return n.Word(text, span=span)

    def ref(self, span: Span, name: n.Name) -> n.Ref:
        return n.Ref(name.text, span=span)

    def number_rank(self, span: Span, number: n.Number) -> n.Rank:
        return n.Rank(str(number.value), span=span)

    def cite(self, span: Span, *parts: n.FromSource) -> n.Citation:
        return n.Citation(parts, span=span)

    def from_source(self, span: Span, source: n.Name | None, *lines: n.Lines) -> n.FromSource:
        return n.FromSource(source, lines, span=span)

    def lines(self, span: Span, first: n.Number, last: n.Number | None) -> n.Lines:
        return n.Lines(first.value, last.value if last else first.value, span=span)

    # ------------------------------------------------------------------------------------------------------- types

    def any_number(self, span: Span) -> n.NumberType:
        return n.NumberType(None, None, span=span)

    def number_range(self, span: Span, low: n.Number, high: n.Number) -> n.NumberType:
        return n.NumberType(low.value, high.value, span=span)

    def one_of(self, span: Span, *values: n.Value) -> n.OneOf:
        return n.OneOf(values, span=span)

    # ------------------------------------------------------------------------------------------------- set phrases

    def by_ranking(self, span: Span, name: n.Name) -> None:
        if name.text != "ranking":
            self.problems.append(make("E0235", name.span, text=f"the {name.text}", help="write `by the ranking`"))

    def by_value(self, span: Span, value: n.Expr) -> n.Expr:
        return value

    def so_far(self, span: Span, name: n.Name) -> n.SoFar:
        return self._so_far(span, name, "winner")

    def card_so_far(self, span: Span, name: n.Name) -> n.SoFar:
        return self._so_far(span, name, "winning")

    def _so_far(self, span: Span, name: n.Name, meant: Literal["winner", "winning"]) -> n.SoFar:
        if name.text != meant:
            words = "`the winner so far` or `the winning card so far`"
            self.problems.append(make("E0235", name.span, text=span.text, help=f"write {words}"))
        return n.SoFar("winner" if meant == "winner" else "winning card", span=span)

    def random_thing(self, span: Span, what: n.Name, of: n.Expr | None) -> n.RandomThing:
        return n.RandomThing(what.text, of, span=span)

    def random_in(self, span: Span, what: n.Name, among: n.Domain) -> n.RandomThing:
        return n.RandomThing(what.text, None, among, span=span)

    def random_number(self, span: Span, among: n.Domain) -> n.RandomThing:
        return n.RandomThing("number", None, among, span=span)

    def any_has(self, span: Span, somes: tuple[n.Some, ...], body: n.Expr) -> n.Expr:
        return self._quantified(span, "any", "any", somes, body)

    def every_has(self, span: Span, somes: tuple[n.Some, ...], body: n.Expr) -> n.Expr:
        return self._quantified(span, "every", "every", somes, body)

    def no_has(self, span: Span, somes: tuple[n.Some, ...], body: n.Expr) -> n.Expr:
        return self._quantified(span, "no", "any", somes, body)

    def _quantified(
        self, span: Span, which: Literal["any", "every", "no"], rest: Literal["any", "every"], somes: tuple[n.Some, ...], body: n.Expr
    ) -> n.Quantified:
        """The phrases of several names stand in each other; that no pair has is that none has any other."""
        for at in range(len(somes) - 1, 0, -1):
            body = n.Quantified(rest, somes[at], body, at < len(somes) - 1, span=_from_name(span, somes[at]))
        return n.Quantified(which, somes[0], body, len(somes) > 1, span=span)

    def number_where(self, span: Span, somes: tuple[n.Some, ...], where: n.Expr) -> n.NumberWhere:
        for at in range(len(somes) - 1, 0, -1):
            where = n.NumberWhere(somes[at], where, at < len(somes) - 1, span=_from_name(span, somes[at]))
        return n.NumberWhere(somes[0], where, len(somes) > 1, span=span)

    # ----------------------------------------------------------------------------------------------------- domains

    def cards_of(self, span: Span, count: n.Expr, of: n.Expr) -> n.CardsOf:
        return n.CardsOf(count, count, of, span=span)

    def cards_of_or_more(self, span: Span, low: n.Expr, of: n.Expr) -> n.CardsOf:
        return n.CardsOf(low, None, of, span=span)

    def cards_of_range(self, span: Span, low: n.Expr, high: n.Expr, of: n.Expr) -> n.CardsOf:
        return n.CardsOf(low, high, of, span=span)

    def set_of(self, span: Span, items: tuple[n.Expr, ...] | None) -> n.SetOf:
        return n.SetOf(items or (), span=span)

    # -------------------------------------------------------------------------------------------------- conditions

    def or_(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("or", left, right, span=span)

    def and_(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("and", left, right, span=span)

    def not_(self, span: Span, operand: n.Expr) -> n.Unary:
        return n.Unary("not", operand, span=span)

    def compare(self, span: Span, left: n.Expr, op: n.BinaryOp, right: n.Expr) -> n.Binary:
        return n.Binary(op, left, right, span=span)

    def equal(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("=", left, right, span=span)

    def beats(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("beats", left, right, span=span)

    def follows(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("follows", left, right, span=span)

    def property(self, span: Span, word: str) -> tuple[n.Name, bool]:
        return n.Name(word, span=span), False

    def kind_property(self, span: Span, name: n.Name) -> tuple[n.Name, bool]:
        return name, True

    def is_(self, span: Span, operand: n.Expr, what: tuple[n.Name, bool]) -> n.Is:
        return n.Is(operand, what[0], negated=False, kind=what[1], span=span)

    def is_not(self, span: Span, operand: n.Expr, what: tuple[n.Name, bool]) -> n.Is:
        return n.Is(operand, what[0], negated=True, kind=what[1], span=span)

    def not_in(self, span: Span, operand: n.Expr, members: n.Expr | n.Range) -> n.In:
        return n.In(operand, members, negated=True, span=span)

    # ------------------------------------------------------------------------------------------------------ values

    def plus(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("+", left, right, span=span)

    def minus(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("-", left, right, span=span)

    def except_(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("except", left, right, span=span)

    def times(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("*", left, right, span=span)

    def divided(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("/", left, right, span=span)

    def mod(self, span: Span, left: n.Expr, right: n.Expr) -> n.Binary:
        return n.Binary("mod", left, right, span=span)

    def negative(self, span: Span, operand: n.Expr) -> n.Unary:
        return n.Unary("-", operand, span=span)

    def top(self, span: Span, count: n.Expr | None, of: n.Expr) -> n.Pick:
        return n.Pick("top", count, of, span=span)

    def bottom(self, span: Span, count: n.Expr | None, of: n.Expr) -> n.Pick:
        return n.Pick("bottom", count, of, span=span)

    def extreme_of(self, span: Span, which: Which, measure: n.Name, of: n.Expr | None) -> n.Extreme:
        return n.Extreme(which, measure, of, span=span)

    def extreme_gained(self, span: Span, which: Which, measure: n.Name, of: n.Expr | None) -> n.Extreme:
        return n.Extreme(which, measure, of, gained=True, span=span)

    def gained(self, span: Span, name: n.Name) -> n.Gained:
        return n.Gained(n.Ref(name.text, span=name.span), span=span)

    def gained_of(self, span: Span, of: n.Expr, name: n.Name) -> n.Gained:
        inner = Span(span.source, span.start, name.span.end)
        return n.Gained(n.Attribute(of, name, None, span=inner), span=span)

    def attribute(self, span: Span, of: n.Expr, name: n.Name) -> n.Attribute:
        return n.Attribute(of, name, None, span=span)

    def attribute_with(self, span: Span, of: n.Expr, name: n.Name, args: tuple[n.Expr, ...]) -> n.Attribute:
        return n.Attribute(of, name, args, span=span)

    # --------------------------------------------------------------------------------------------- labels of choices

    def plain_template(self, span: Span, text: Quoted) -> n.Template:
        return n.Template((text.text,), (), span=span)

    def template(self, span: Span, text: Quoted) -> n.Template:
        """`"bid {n} {s}"`: names in braces, nothing else."""
        texts: list[str] = []
        holes: list[n.Name] = []
        at = 0
        for found in _HOLE.finditer(text.text):
            start, end = (span.start + 1 + offset for offset in found.span())
            name = (found[1] or "").strip()
            if not _NAME.fullmatch(name):
                help = "a hole is the name of something chosen: `{name}`"
                self.problems.append(make("E0214", Span(span.source, start, end), help=help))
                return n.Template((text.text,), (), span=span)
            texts.append(text.text[at : found.start()])
            at = found.end()
            start += 1 + found[1].index(name)
            holes.append(n.Name(name, span=Span(span.source, start, start + len(name))))
        return n.Template((*texts, text.text[at:]), tuple(holes), span=span)


def _from_name(span: Span, some: n.Some) -> Span:
    """The part of a phrase of several names that begins with one of them."""
    return Span(span.source, some.span.start, span.end)


def _maker_of(kind: Callable[..., n.Node]) -> Callable[..., n.Node]:
    def made(span: Span, *values: Any) -> n.Node:
        return kind(*values, span=span)

    return made


_HOLE = re.compile(r"\{([^{}]*)\}|[{}][^{}]*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
