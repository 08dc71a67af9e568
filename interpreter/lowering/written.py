"""Lowers what is written on the table: the lines whose condition the settings do not already deny."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl import checked as c
from ..program import Const, Domain, Expr, Fold, Reg, WrittenLine, WrittenValue
from .context import LoweringContext
from .expressions import lower_expr
from .units import CodeUnit, Env


def lower_written(ctx: LoweringContext) -> tuple[WrittenLine, ...]:
    """The lines of the game, in the order written."""
    return tuple(_lines(ctx))


def _lines(ctx: LoweringContext) -> Iterator[WrittenLine]:
    for line in ctx.layout.game.written:
        unit, env, place = CodeUnit(), Env(), ctx.layout.place(line.span)
        if line.owner is not None:
            env[line.owner] = Reg(unit.register())
        condition = lower_expr(ctx, line.condition, env, unit) if line.condition is not None else None
        owners = _owners(ctx, line, unit, place) if line.owners is not None else None
        if condition == Const(0) or owners == Const(0):
            continue
        kind = line.owner.type.kind if line.owner is not None else None
        assert kind in ("player", "team", None)
        holes = tuple(WrittenValue(hole.type, lower_expr(ctx, hole, env, unit)) for hole in line.holes)
        yield WrittenLine(line.texts, holes, condition, kind, owners, place)


def _owners(ctx: LoweringContext, line: c.WrittenLine, unit: CodeUnit, place: int) -> Expr:
    """The mask of the players or teams beside whom a line is written."""
    assert line.owner is not None and line.owners is not None
    owners = lower_expr(ctx, line.owners, {}, unit)
    if line.where is None:
        return owners
    one = unit.register()
    where = lower_expr(ctx, line.where, {line.owner: Reg(one)}, unit)
    return Const(0) if where == Const(0) else Fold("set", one, Domain("mask", (owners,)), where, None, place)
