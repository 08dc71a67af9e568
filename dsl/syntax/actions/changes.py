"""Makers for the changes that a variant makes inside a phase: their places and their new lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, cast, get_args

from ...codes.reporting import report
from ...source.span import Span
from .. import nodes as n
from ..machine import QuotedText
from .building import Building, Cite, for_several

_STATEMENTS = get_args(n.Stmt)
At = n.Template | n.RowOf | n.FaceOf | n.RankOf | n.Notice | n.Stmt


def amend(b: Building, span: Span, name: n.Name, cite: Cite, *edits: n.Edit) -> n.Amend:
    return n.Amend("phase", name, edits, cite=cite, span=span)


def amend_ranking(b: Building, span: Span, cite: Cite, *edits: n.Edit) -> n.Amend:
    return n.Amend("ranking", None, edits, cite=cite, span=span)


def amend_values(b: Building, span: Span, name: n.Name, cite: Cite, *edits: n.Edit) -> n.Amend:
    return n.Amend("values", name, edits, cite=cite, span=span)


def amend_written(b: Building, span: Span, cite: Cite, *edits: n.Edit) -> n.Amend:
    return n.Amend("lines on the table", None, edits, cite=cite, span=span)


def amend_incident(b: Building, span: Span, title: QuotedText, cite: Cite, *edits: n.Edit) -> n.Amend:
    return n.Amend("incident", n.Name(title.text, span=title.span), edits, cite=cite, span=span)


def amend_option(b: Building, span: Span, name: n.Name, cite: Cite, *edits: n.OptionEdit) -> n.AmendOption:
    return n.AmendOption(name, edits, cite=cite, span=span)


def adding_value(b: Building, span: Span, value: n.Value, description: QuotedText | None, cite: Cite) -> n.OptionEdit:
    return _value_edit(b, "add", span, value, description, cite)


def removing_value(b: Building, span: Span, value: n.Value, cite: Cite) -> n.OptionEdit:
    return _value_edit(b, "remove", span, value, None, cite)


def describing_value(b: Building, span: Span, value: n.Value, description: QuotedText, cite: Cite) -> n.OptionEdit:
    return _value_edit(b, "describe", span, value, description, cite)


def _value_edit(
    b: Building,
    how: Literal["add", "remove", "describe"],
    span: Span,
    value: n.Value,
    description: QuotedText | None,
    cite: Cite,
) -> n.OptionEdit:
    text = description.text if description is not None else None
    return n.OptionEdit(how, n.OptionValue(value, description=text, span=value.span), None, cite=cite, span=span)


def allowing(b: Building, span: Span, type: n.Type, cite: Cite) -> n.OptionEdit:
    return n.OptionEdit("allow", None, type, cite=cite, span=span)


def new_row(
    b: Building, span: Span, guard: n.Expr | n.Guard, *outcomes: n.Stmt | n.Expr | Cite
) -> n.ActionRow | n.ValueRow:
    """A row of a table: with an action, or with a value.

    A name alone could be either; it is taken for the name of a phase."""
    *made, cite = outcomes
    assert cite is None or isinstance(cite, n.Citation)
    actions = [_call(outcome) for outcome in made]
    if len(made) == 1 and actions[0] is None:
        return n.ValueRow(guard, cast("n.Expr", made[0]), cite=cite, span=span)
    for outcome, action in zip(made, actions, strict=True):
        if action is None:
            assert isinstance(outcome, n.Node)
            b.problems.append(report("E0234", outcome.span))
    return n.ActionRow(guard, tuple(a for a in actions if a is not None), cite=cite, span=span)


def _named(b: Building, at: At) -> At:
    """A line that is named.  Of a trick whose clauses stand below it, this is the first line, which does not say which
    cards may be played: one more clause of it is below.
    """
    if not isinstance(at, n.PlayTrick) or at.narrow or at.winner is not None:
        return at
    wanting = [problem for problem in b.problems if problem.code == "E0217" and problem.span == at.span]
    b.problems = [problem for problem in b.problems if problem not in wanting]
    return replace(at, below=1) if wanting else at


def replacing(b: Building, span: Span, at: At, cite: Cite, lines: Any) -> n.Edit:
    return n.Edit("replace", _named(b, at), lines, cite=cite, span=span)


def removing(b: Building, span: Span, at: At, cite: Cite) -> n.Edit:
    return n.Edit("remove", _named(b, at), (), cite=cite, span=span)


def adding(b: Building, span: Span, side: Literal["before", "after"], at: At, cite: Cite, lines: Any) -> n.Edit:
    return n.Edit(side, _named(b, at), lines, cite=cite, span=span)


def adding_at(b: Building, span: Span, edge: Literal["start", "end"], cite: Cite, lines: Any) -> n.Edit:
    return n.Edit(edge, None, lines, cite=cite, span=span)


def adding_rows(b: Building, span: Span, cite: Cite, lines: tuple[n.ActionRow | n.ValueRow, ...]) -> n.Edit:
    return n.Edit("rows", None, lines, cite=cite, span=span)


def row_of(b: Building, span: Span, guard: n.Expr | n.Guard) -> n.RowOf:
    return n.RowOf(guard, span=span)


def face_of(b: Building, span: Span, face: n.Faces | n.FaceRange | n.NamedFace) -> n.FaceOf:
    return n.FaceOf(face, span=span)


def suit_of(b: Building, span: Span, suit: n.Expr, when: n.Expr | None) -> n.RankOf:
    return n.RankOf(suit, when, span=span)


def any_suit_of(b: Building, span: Span, when: n.Expr | None) -> n.RankOf:
    return n.RankOf(n.RankHead("any suit", when, span=span), span=span)


def any_other_suit_of(b: Building, span: Span, when: n.Expr | None) -> n.RankOf:
    return n.RankOf(n.RankHead("any other suit", when, span=span), span=span)


def any_card_of(b: Building, span: Span, when: n.Expr | None) -> n.RankOf:
    return n.RankOf(n.RankHead("any card", when, span=span), span=span)


def joker_of(b: Building, span: Span) -> n.RankOf:
    return n.RankOf(n.RankHead("joker", span=span), span=span)


def equal_cards_of(b: Building, span: Span) -> n.RankOf:
    return n.RankOf(n.RankHead("equal cards", span=span), span=span)


def if_head(b: Building, span: Span, condition: n.Expr, only: n.Stmt | None) -> n.If:
    return n.If(condition, _body(only), None, span=span)


def repeat_head(b: Building, span: Span, times: n.Expr | None, until: n.Expr | None) -> n.Repeat:
    return n.Repeat(times, until, (), span=span)


def repeat_at_most_head(b: Building, span: Span, times: n.Expr, until: n.Expr) -> n.Repeat:
    return n.Repeat(times, until, (), at_most=True, span=span)


def for_head(
    b: Building,
    span: Span,
    some: n.Some,
    start: n.Expr | None,
    where: n.Expr | None,
    until: n.Expr | None,
    only: n.Stmt | None,
) -> n.For:
    return n.For(some.name, some.domain, start, where, until, _body(only), span=span)


def for_each_with_head(
    b: Building, span: Span, first: n.Some, others: tuple[n.Some, ...], where: n.Expr | None, only: n.Stmt | None
) -> n.For:
    return for_several(span, (first, *others), where, _body(only))


def for_around_head(
    b: Building,
    span: Span,
    name: n.Name,
    start: n.Expr,
    times: n.Expr | None,
    until: n.Expr | None,
    only: n.Stmt | None,
) -> n.For:
    return n.For(name, None, start, None, until, _body(only), times=times, span=span)


def inlined(b: Building, span: Span, only: n.Stmt) -> n.Stmt:
    return only


def together_head(b: Building, span: Span) -> n.Together:
    return n.Together((), span=span)


def choose_head(b: Building, span: Span, player: n.Expr) -> n.Choose:
    return n.Choose(player, (), span=span)


def _call(outcome: object) -> n.Stmt | None:
    """The outcome of a row as an action: a statement, or the name of a phase with its arguments.  None for a value."""
    match outcome:
        case n.Ref(name):
            return n.Call(n.Name(name, span=outcome.span), (), span=outcome.span)
        case n.Apply(name, args):
            return n.Call(name, args, span=outcome.span)
        case _:
            return cast("n.Stmt", outcome) if isinstance(outcome, _STATEMENTS) else None


def _body(only: n.Stmt | None) -> tuple[n.Stmt, ...]:
    return (only,) if only is not None else ()
