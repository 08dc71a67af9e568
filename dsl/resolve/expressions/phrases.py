"""Phrases over a set, a range or a list: `any c in S has …`, `number of c in S where …`, `the highest c in S by …`."""

from __future__ import annotations

from dataclasses import replace

from ...checked import Domain, Expr, Fold, FoldKind, Lit, LocalRef, Op
from ...source.span import Span
from ...syntax import nodes as n
from ...types import CARD, CARDS, FLAG, NOTHING, NUMBER, PLAYER, RANK, UNKNOWN, Type
from ..context import ResolveContext
from ..fit import coerce, fits_type, join, union_of, unknown
from .core import condition, expression, expression_of_type, set_expression
from .pairs import fold_domains, pairs_are_few

MEASURES: dict[str, FoldKind] = {"total": "sum", "highest": "max", "lowest": "min"}


def domain(ctx: ResolveContext, node: n.Domain, start: n.Expr | None = None) -> Domain:
    """The values that a name runs over, and their type."""
    begin = expression_of_type(ctx, start, PLAYER) if start is not None else None
    if begin is not None and isinstance(node, n.Range | n.DownTo | n.CardsOf):
        ctx.report("E0414", begin.span)
    match node:
        case n.Range(low, high):
            a, b = expression_of_type(ctx, low, NUMBER), expression_of_type(ctx, high, NUMBER)
            kind = Type("number", low=a.type.low, high=b.type.high)
            return Domain("range", kind, (a, b), node.span, step=node.step)
        case n.DownTo(high, low):
            b, a = expression_of_type(ctx, high, NUMBER), expression_of_type(ctx, low, NUMBER)
            kind = Type("number", low=a.type.low, high=b.type.high)
            return Domain("down", kind, (b, a), node.span, step=node.step)
        case n.CardsOf(low, high, of):
            least = expression_of_type(ctx, low, NUMBER)
            most = expression_of_type(ctx, high, NUMBER) if high is not None else least
            cards = expression_of_type(ctx, of, CARDS)
            size = Op("size", (cards,), type=NUMBER, span=node.span)
            return Domain("combinations", CARDS, (least, most if high is not None else size, cards), node.span)
        case n.SetOf(()):
            ctx.report("E0426", node.span, what="there is nothing to go through")
            return Domain("list", UNKNOWN, (), node.span)
        case n.SetOf(items):
            wanted_type = RANK if any(isinstance(item, n.Rank) for item in items) else None
            values = [expression(ctx, item, wanted_type) for item in items]
            if any(value.type.kind not in ("number", "flag", "unknown") for value in values):
                return _over_set(ctx, union_of(ctx, values, node.span), node.span, begin)
            kind = values[0].type
            for value in values[1:]:
                kind = join(kind, value.type)
                if not fits_type(value.type, kind):
                    ctx.report("E0407", value.span, left=kind.phrase, right=value.type.phrase)
            if begin is not None:
                ctx.report("E0414", begin.span)
            return Domain("list", kind, tuple(values), node.span)
        case _:
            return _over_set(ctx, set_expression(ctx, node), node.span, begin)


def _over_set(ctx: ResolveContext, group: Expr, span: Span, begin: Expr | None) -> Domain:
    element = group.type.element or UNKNOWN
    if begin is not None and element.kind not in ("player", "unknown"):
        ctx.report("E0414", begin.span)
    return Domain("set", element, (group,), span, begin)


def fold(
    ctx: ResolveContext,
    kind: FoldKind,
    some: n.Some,
    where: n.Expr | None,
    body: n.Expr | None,
    span: Span,
    start: n.Expr | None = None,
) -> Expr:
    """A phrase over a set, with its type."""
    over = domain(ctx, some.domain, start)
    if over.kind == "combinations" and kind in ("set", "first", "the"):
        help = "of combinations there are `any`, `number of`, `total`, `highest` and `the highest … by …`"
        ctx.report("E0413", some.domain.span, help=help)
        return unknown(span)
    with ctx.block():
        local = ctx.bind(some.name, over.element)
        test = condition(ctx, where) if where is not None else None
        inner: Expr | None = None
        if body is not None:
            inner = expression_of_type(ctx, body, NUMBER if kind in ("sum", "max", "min") else FLAG)
        if test is None and inner is None:
            local.used = True  # `first q in S from p`: the phrase has no condition that could read q
    match kind:
        case "count" | "sum" | "max" | "min":
            type = NUMBER
        case "any" | "every" | "no":
            type = FLAG
        case "set":
            type = Type("set", element=over.element)
            if over.kind != "set" and over.element.kind == "number":
                ctx.report("E0413", some.domain.span)
        case "first":
            type = join(over.element, NOTHING)
            if over.element.kind in ("number", "flag"):
                ctx.report("E0427", some.domain.span, help="`lowest` and `highest` are for numbers")
                return unknown(span)
        case "the":
            type = over.element
        case "highest" | "lowest":
            type = join(over.element, NOTHING)
    return Fold(kind, local, over, test, inner, type=type, span=span)


def extreme_for(ctx: ResolveContext, node: n.ExtremeFor) -> Expr:
    """`total card_points(c) for c in p.laid where C`"""
    return fold(ctx, MEASURES[node.which], node.some, node.where, node.measure, node.span)


def quantified(ctx: ResolveContext, node: n.Quantified) -> Expr:
    """`any`, `every` and `no`: with several names, phrases inside each other."""
    return _counted(ctx, fold(ctx, node.which, node.some, None, node.body, node.span), node)


def number_where(ctx: ResolveContext, node: n.NumberWhere) -> Expr:
    """`number of`.  With several names: add up, over the values of the first, the numbers for the other names."""
    if not node.more:
        return fold(ctx, "count", node.some, node.where, None, node.span)
    return _counted(ctx, fold(ctx, "sum", node.some, None, node.where, node.span), node)


def _counted(ctx: ResolveContext, made: Expr, node: n.Quantified | n.NumberWhere) -> Expr:
    """The phrase.  Reports an error if its names together take too many values."""
    if node.more:
        pairs_are_few(ctx, fold_domains(made, _names(node)), node.span)
    return made


def _names(node: n.Quantified | n.NumberWhere) -> int:
    inner = node.body if isinstance(node, n.Quantified) else node.where
    return 1 + (_names(inner) if node.more and isinstance(inner, n.Quantified | n.NumberWhere) else 0)


def chosen(ctx: ResolveContext, some: n.Some, where: n.Expr | None) -> Expr:
    """The set a name runs over: its source, without the elements for which `where` is false."""
    if where is not None:
        return fold(ctx, "set", some, where, None, some.span)
    over = domain(ctx, some.domain)
    if over.kind == "set":
        return over.args[0]
    if over.element is not UNKNOWN:
        ctx.report("E0401", some.domain.span, wanted="a set", found=over.element.phrase)
    return unknown(some.span)


def every_where(ctx: ResolveContext, node: n.EveryWhere) -> Expr:
    """`every p in players where C`"""
    return fold(ctx, "set", node.some, node.where, None, node.span)


def the_one(ctx: ResolveContext, node: n.TheOne) -> Expr:
    """`the p in players where C`"""
    return fold(ctx, "the", node.some, node.where, None, node.span)


def first(ctx: ResolveContext, node: n.First) -> Expr:
    """`first q in S from leader where C`"""
    return fold(ctx, "first", node.some, node.where, None, node.span, node.start)


def best(ctx: ResolveContext, node: n.Best) -> Expr:
    """`the highest c in S where C by …`: none, if no element meets the condition."""
    over = domain(ctx, node.some.domain)
    with ctx.block():
        local = ctx.bind(node.some.name, over.element)
        local.used = True
        test = condition(ctx, node.where) if node.where is not None else None
        each = LocalRef(local, type=over.element, span=node.some.name.span)
        if node.by is not None:
            by = expression_of_type(ctx, node.by, NUMBER)
        else:
            by = Op("standing", (coerce(ctx, each, CARD),), type=NUMBER, span=node.span)
    if over.element.kind == "number":
        ctx.report("E0401", node.some.span, wanted="cards, players, teams, suits or ranks", found=over.element.phrase)
        return unknown(node.span)
    return Fold(
        node.which,
        local,
        over,
        test,
        by,
        type=replace(over.element, optional=over.kind != "combinations"),
        span=node.span,
    )


def set_of(ctx: ResolveContext, node: n.SetOf, expected: Type | None) -> Expr:
    """`{1, 3, 2, 0}`"""
    element = expected.element if expected is not None else None
    if element is None and any(isinstance(item, n.Rank) for item in node.items):
        element = RANK
    if not node.items:
        return Lit(0, type=Type("set", element=element), span=node.span)
    return union_of(ctx, [expression(ctx, item, element) for item in node.items], node.span)
