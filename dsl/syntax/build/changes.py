"""Makers of what a variant changes inside of a phase: the places it speaks of, and what becomes of them."""

from __future__ import annotations

from typing import Any, Literal

from .. import nodes as n
from .statements import Cite, Statements
from ...source.span import Span

At = n.Template | n.RowOf | n.FaceOf | n.RankOf | n.Stmt


class Edits(Statements):
    """Makes the lines below `change order_up`.  The heading of a statement is that statement without its block."""

    def amend(self, span: Span, name: n.Name, cite: Cite, *edits: n.Edit) -> n.Amend:
        return n.Amend("phase", name, edits, cite=cite, span=span)

    def amend_ranking(self, span: Span, cite: Cite, *edits: n.Edit) -> n.Amend:
        return n.Amend("ranking", None, edits, cite=cite, span=span)

    def amend_values(self, span: Span, name: n.Name, cite: Cite, *edits: n.Edit) -> n.Amend:
        return n.Amend("values", name, edits, cite=cite, span=span)

    def replacing(self, span: Span, at: At, cite: Cite, lines: Any) -> n.Edit:
        return n.Edit("replace", at, lines, cite=cite, span=span)

    def removing(self, span: Span, at: At, cite: Cite) -> n.Edit:
        return n.Edit("remove", at, (), cite=cite, span=span)

    def adding(self, span: Span, side: Literal["before", "after"], at: At, cite: Cite, lines: Any) -> n.Edit:
        return n.Edit(side, at, lines, cite=cite, span=span)

    def adding_at(self, span: Span, edge: Literal["start", "end"], cite: Cite, lines: Any) -> n.Edit:
        return n.Edit(edge, None, lines, cite=cite, span=span)

    def adding_rows(self, span: Span, cite: Cite, lines: tuple[n.ActionRow, ...]) -> n.Edit:
        return n.Edit("rows", None, lines, cite=cite, span=span)

    def row_of(self, span: Span, guard: n.Expr | n.Guard) -> n.RowOf:
        return n.RowOf(guard, span=span)

    def face_of(self, span: Span, face: n.Faces | n.FaceRange | n.NamedFace) -> n.FaceOf:
        return n.FaceOf(face, span=span)

    def suit_of(self, span: Span, suit: n.Expr) -> n.RankOf:
        return n.RankOf(suit, span=span)

    def any_suit_of(self, span: Span) -> n.RankOf:
        return n.RankOf(n.RankHead("any suit", span=span), span=span)

    def any_other_suit_of(self, span: Span) -> n.RankOf:
        return n.RankOf(n.RankHead("any other suit", span=span), span=span)

    def any_card_of(self, span: Span) -> n.RankOf:
        return n.RankOf(n.RankHead("any card", span=span), span=span)

    def joker_of(self, span: Span) -> n.RankOf:
        return n.RankOf(n.RankHead("joker", span=span), span=span)

    def equal_cards_of(self, span: Span) -> n.RankOf:
        return n.RankOf(n.RankHead("equal cards", span=span), span=span)

    def if_head(self, span: Span, condition: n.Expr, only: n.Stmt | None) -> n.If:
        return n.If(condition, _body(only), None, span=span)

    def repeat_head(self, span: Span, times: n.Expr | None, until: n.Expr | None) -> n.Repeat:
        return n.Repeat(times, until, (), span=span)

    def repeat_at_most_head(self, span: Span, times: n.Expr, until: n.Expr) -> n.Repeat:
        return n.Repeat(times, until, (), at_most=True, span=span)

    def for_head(
        self,
        span: Span,
        some: n.Some,
        start: n.Expr | None,
        where: n.Expr | None,
        until: n.Expr | None,
        only: n.Stmt | None,
    ) -> n.For:
        return n.For(some.name, some.domain, start, where, until, _body(only), span=span)

    def for_around_head(
        self, span: Span, name: n.Name, start: n.Expr, until: n.Expr | None, only: n.Stmt | None
    ) -> n.For:
        return n.For(name, None, start, None, until, _body(only), span=span)

    def inlined(self, span: Span, only: n.Stmt) -> n.Stmt:
        return only

    def together_head(self, span: Span) -> n.Together:
        return n.Together((), span=span)

    def choose_head(self, span: Span, player: n.Expr) -> n.Choose:
        return n.Choose(player, (), span=span)


def _body(only: n.Stmt | None) -> tuple[n.Stmt, ...]:
    return (only,) if only is not None else ()
