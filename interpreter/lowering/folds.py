"""Whatever runs over a domain: sums, highest and lowest values, sets with a condition, melds."""

from __future__ import annotations

from typing import cast

from ...dsl import checked as c
from ..program import (
    Binary,
    Const,
    Domain,
    Expr,
    Fold,
    FunctionCall,
    If,
    Leftover,
    Look,
    Noted,
    Place,
    Reg,
    Unary,
)
from . import simplify as s
from .cards.shapes import melds
from .context import LoweringContext
from .units import CodeUnit, Env

_SMALL = 1 << 20


def lower_domain(ctx: LoweringContext, d: c.Domain, env: Env, unit: CodeUnit) -> Domain:
    """Lower the domain that a name runs over."""
    args = tuple(ctx.expression(a, env, unit) for a in d.args)
    match d.kind:
        case "set":
            if d.start is not None:
                return Domain("seats", args, ctx.expression(d.start, env, unit))
            return Domain("mask", args)
        case "range":
            return Domain("range", args, step=d.step)
        case "down":
            return Domain("down", args, step=d.step)
        case "list":
            return Domain("list", args)
        case "combinations":
            return Domain("subsets", args)


def _peak(ctx: LoweringContext, e: c.Fold, env: Env, unit: CodeUnit) -> Expr:
    """The first element with the highest or lowest value: first compute that value, then find the element."""
    assert e.body is not None
    place, over, peak = ctx.layout.place(e.span), lower_domain(ctx, e.domain, env, unit), unit.register()
    regs = unit.register(), unit.register()
    inner: list[Env] = [{**env, e.local: Reg(reg)} for reg in regs]
    wheres = [ctx.expression(e.where, one, unit) if e.where is not None else Const(1) for one in inner]
    values = [ctx.expression(e.body, one, unit) for one in inner]
    where = None if wheres[0] == Const(1) else wheres[0]
    found = Fold("max" if e.kind == "highest" else "min", regs[0], over, where, values[0], place)
    has_it = s.binary("and", wheres[1], Binary("=", values[1], Reg(peak)))
    first = Fold("first", regs[1], over, has_it, None, place)
    one = Fold("max", peak, Domain("list", (found,)), None, first, place)
    return s.binary("max", one, Const(0)) if e.domain.kind == "combinations" else one


def left_over(
    ctx: LoweringContext, cards: c.Expr, shape: c.ShapeSymbol, worth: c.Expr, env: Env, unit: CodeUnit, place: Place
) -> Expr:
    reg, value = unit.register(), cast("Expr", Const(0))
    if isinstance(worth, c.Fold) and worth.body is not None:
        value = ctx.expression(worth.body, {**env, worth.local: Reg(reg)}, unit)
    found = melds(ctx.layout, shape)
    if found is None:  # too many to be listed: the same fault as for too many to try
        return Fold("count", reg, Domain("subsets", (Const(0), Const(40), Const((1 << 40) - 1))), None, None, place)
    return Leftover(ctx.expression(cards, env, unit), reg, value, ctx.layout.table(found), place)


def fold(ctx: LoweringContext, e: c.Fold, env: Env, unit: CodeUnit) -> Expr:
    if e.kind in ("highest", "lowest"):
        return _peak(ctx, e, env, unit)
    lay = ctx.layout
    over = lower_domain(ctx, e.domain, env, unit)
    reg = unit.register()
    inner: Env = {**env, e.local: Reg(reg)}
    where = ctx.expression(e.where, inner, unit) if e.where is not None else None
    if where == Const(1):
        where = None
    body = ctx.expression(e.body, inner, unit) if e.body is not None else None
    place = lay.place(e.span)
    if where == Const(0) and e.kind in ("set", "count", "sum", "any"):
        return Const(0)
    if e.kind == "no":
        return s.negation(Fold("any", reg, over, where, body, place))
    assert e.kind not in ("no", "highest", "lowest")
    made = Fold(e.kind, reg, over, where, body, place)
    if e.kind != "sum" or (over.kind in ("mask", "seats") and _small(ctx, made.body)):
        return made
    return s.checked(made, e.type.low, e.type.high, place)


def _small(ctx: LoweringContext, e: Expr | None, depth: int = 0) -> bool:
    """Whether an expression is known to be so small that a sum of it over a set cannot leave the range of numbers."""
    match e:
        case Const(value):
            return abs(value) < _SMALL
        case Look(table, _):
            return all(abs(entry) < _SMALL for entry in ctx.layout.tables[table])
        case Noted(_, operand):
            return _small(ctx, operand, depth)
        case If(_, then, otherwise):
            return _small(ctx, then, depth) and _small(ctx, otherwise, depth)
        case FunctionCall(function) if depth < 10:
            made = ctx.functions[function]
            return made is not None and _small(ctx, made.body, depth + 1)
        case Unary("count", _):
            return True
        case _:
            return False
