"""Sums and extremes of an attribute, what a variable gained, and cards left over by melds."""

from __future__ import annotations

from ...checked import CardForm, Domain, Expr, Fold, Gained, LeftOver, Lit, LocalRef, Op, VariableRef
from ...source.span import Span
from ...syntax import nodes as n
from ...types import CARD, CARDS, NUMBER, PLAYERS, TEAMS, UNKNOWN
from ..context import ResolveContext
from ..fit import coerce, unknown
from .attributes import attribute, measure_owner
from .core import expression, expression_of_type, set_expression
from .phrases import MEASURES


def extreme(ctx: ResolveContext, node: n.Extreme) -> Expr:
    """`highest points`, `total pips of p.won`"""
    kind = MEASURES[node.which]
    name = node.measure
    if node.of is None:
        owner = measure_owner(ctx, name)
        if owner is None:
            return unknown(node.span)
        group: Expr = (
            Op("players", type=PLAYERS, span=node.span)
            if owner == "player"
            else Op("teams", type=TEAMS, span=node.span)
        )
    else:
        group = set_expression(ctx, node.of)
    element = group.type.element or UNKNOWN
    if element.kind == "unknown":
        return unknown(node.span)
    with ctx.block():
        local = ctx.bind(n.Name("_each", span=name.span), element)
        local.used = True
        each = LocalRef(local, type=element, span=name.span)
        body = attribute(ctx, each, name, (), name.span)
        body = coerce(ctx, gain(ctx, body, node.span) if node.gained else body, NUMBER)
    over = Domain("set", element, (group,), node.span)
    return Fold(kind, local, over, None, body, type=NUMBER, span=node.span)


def gained(ctx: ResolveContext, node: n.Gained) -> Expr:
    """`pot gained`"""
    return gain(ctx, expression(ctx, node.of), node.span)


def gain(ctx: ResolveContext, value: Expr, span: Span) -> Expr:
    """The growth of a variable since the start of the phase that has just ended."""
    if ctx.ended is None:
        ctx.report("E0615", span, what="`gained` is only used in an `after`")
        return unknown(span)
    if value.type is UNKNOWN:
        return value
    if not isinstance(value, VariableRef) or value.type.kind != "number":
        ctx.report("E0615", span, what="`gained` is only for a remembered number")
        return unknown(span)
    return Gained(value.variable, value.owner, ctx.ended, type=NUMBER, span=span)


def left_over(ctx: ResolveContext, node: n.LeftOver) -> Expr:
    """`p.hand left over by melds with least pips`"""
    cards = expression_of_type(ctx, node.of, CARDS)
    name = node.shapes.text
    shape = ctx.shapes.get(name[:-1]) if name.endswith("s") else None
    if shape is None:
        plurals = [f"{known}s" for known in ctx.shapes]
        ctx.report("E0433", node.shapes.span, name=name, help=ctx.suggestion(name, plurals) or _shapes(plurals))
        return unknown(node.span)
    shape.used = True
    wide = [form for form in shape.forms if not _melds(form)]
    if wide:
        ctx.report("E0434", node.shapes.span, name=shape.name, notes=((shape.span, "it is written here"),))
        return unknown(node.span)
    with ctx.block():
        local = ctx.bind(n.Name("_each", span=node.shapes.span), CARD)
        local.used = True
        body: Expr = Lit(0, type=NUMBER, span=node.span)
        if node.least is not None:
            each = LocalRef(local, type=CARD, span=node.least.span)
            body = coerce(ctx, attribute(ctx, each, node.least, (), node.least.span), NUMBER)
    over = Domain("set", CARD, (cards,), node.of.span)
    worth = Fold("sum", local, over, None, body, type=NUMBER, span=node.span)
    return LeftOver(cards, shape, worth, type=CARDS, span=node.span)


def _shapes(plurals: list[str]) -> str:
    known = " or ".join(f"`{name}`" for name in plurals)
    return f"write {known}" if plurals else "declare one: `shape meld: 3 or more cards of one rank`"


def _melds(form: CardForm) -> bool:
    """Whether a form consists of cards of one rank, or of one suit in sequence, with at least one card."""
    return form.least > 0 and (form.sequence if form.same == "suit" else form.same == "rank" and not form.sequence)
