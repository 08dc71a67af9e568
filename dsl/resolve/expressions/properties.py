"""Resolves tests of one value: `is none`, `is a run`, and tests that read the value several times."""

from __future__ import annotations

from collections.abc import Callable

from ...checked import (
    CallDefine,
    Domain,
    Expr,
    Fold,
    Gained,
    IsShape,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    OptionRef,
    Present,
    ValueOf,
    VariableRef,
    ZoneRef,
)
from ...source.span import Span
from ...syntax import nodes as n
from ...types import CARDS, FLAG, NONE, NOTHING, NUMBER, UNKNOWN
from ..advice import of_kind, of_trump
from ..context import ResolveContext
from ..fit import fits_type, flag_op, unknown


def property_of(ctx: ResolveContext, node: n.Is, value: Expr) -> Expr:
    """`value is PROPERTY` or `value is a KIND`, without the `not`.  Reports a property that the value cannot have."""
    if value.type is UNKNOWN:
        return unknown(node.span)
    word = node.property.text
    if node.kind:
        if word == "suit" and value.type.kind == "word" and value.type.suits:
            return flag_op("<", (value, Lit(len(ctx.suits), type=NUMBER)), node.span)
        shape = ctx.shapes.get(word)
        if shape is None and word == "trump" and value.type.kind == "card":
            return flag_op("trump", (value,), node.span)
        if shape is not None and fits_type(value.type, CARDS):
            shape.used = True
            return IsShape(shape, value, type=FLAG, span=node.span)
        near = of_kind(ctx, node, value) or ctx.suggestion(word, ctx.shapes) if shape is None else None
        if word == "trump":
            near = of_trump(value.span.text, value.type) or near
        ctx.report("E0411", node.property.span, property=f"a {word}", found=value.type.phrase, help=near)
        return unknown(node.span)
    match word:
        case "none":
            if not value.type.optional:
                ctx.report("W0402", node.span, found=value.type.phrase)
            return flag_op("=", (value, Lit(NONE, type=NOTHING)), node.span)
        case "empty" if value.type.kind == "set":
            return flag_op("empty", (value,), node.span)
        case "joker" if value.type.kind == "card":
            return flag_op("joker", (value,), node.span)
        case _:
            ctx.report("E0411", node.property.span, property=word, found=value.type.phrase)
            return unknown(node.span)


def computed_once(operand: Expr, test: Callable[[Expr], Expr], span: Span) -> Expr:
    """A test that reads its operand several times.  An operand that must be computed is computed only once.

    Otherwise each level of nesting would double the number of evaluations."""
    inner = operand.operand if isinstance(operand, Present) else operand
    parts: tuple[Expr | None, ...] = ()
    match inner:
        case VariableRef(owner=owner) | Gained(owner=owner):
            parts = (owner,)
        case ZoneRef(owner=owner, place=place):
            parts = (owner, place)
        case Op(args=args) | CallDefine(args=args):
            parts = args
        case ValueOf(operand=value):
            parts = (value,)
        case Lit() | LocalRef() | OptionRef():
            pass
        case _:
            parts = (inner,)
    if all(_plain(part) for part in parts):
        return test(operand)
    local = LocalSymbol("_it", span, operand.type, used=True)
    local.sealed = True
    over = Domain("list", operand.type, (operand,), span)
    return Fold(
        "any", local, over, None, test(LocalRef(local, type=operand.type, span=operand.span)), type=FLAG, span=span
    )


def _plain(e: Expr | None) -> bool:
    """Whether an expression is a name, or one step away from names: `p`, `p.team`, `size of p.hand`."""
    match e:
        case None | Lit() | LocalRef() | OptionRef():
            return True
        case Present(operand=operand):
            return _plain(operand)
        case VariableRef(owner=owner):
            return owner is None or _name(owner)
        case ZoneRef(owner=owner, place=place):
            return all(part is None or _name(part) for part in (owner, place))
        case Op(args=args):
            return all(map(_name, args))
        case _:
            return False


def _name(e: Expr) -> bool:
    match e:
        case Lit() | LocalRef() | OptionRef() | VariableRef(owner=None) | ZoneRef(owner=None, place=None):
            return True
        case Present(operand=operand):
            return _name(operand)
        case VariableRef(owner=LocalRef()) | Op(args=()):
            return True
        case _:
            return False
