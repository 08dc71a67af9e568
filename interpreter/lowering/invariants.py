"""Lowers the author's invariants: what is kept when a phase begins, and what must hold when it ends."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl import checked as c
from ...dsl.source.span import Span
from ...dsl.traversal import inside
from ...dsl.types import NUMBER
from ..program import Get, Require, SetSlot, Stmt, VariableInfo, When
from . import simplify as s
from .context import LoweringContext
from .expressions import lower_expr, note
from .units import CodeUnit, Env


def kept(ctx: LoweringContext, phase: c.PhaseSymbol) -> Iterator[Stmt]:
    """Store the values at the beginning of a phase with which the author's invariants compare at its end."""
    for e in (e for after in _checked(ctx, phase) for e in inside(after.condition)):
        if isinstance(e, c.Gained) and (phase, e.variable) not in ctx.begun:
            info = ctx.layout.variables[ctx.layout.variable_of[e.variable]]
            base = ctx.begun[phase, e.variable] = ctx.layout.slots(info.count)
            for i in range(info.count):
                yield SetSlot(base + i, None, Get(info.base + i), -1, ctx.layout.place(e.span))


def ending_invariants(ctx: LoweringContext) -> tuple[Stmt, ...]:
    """The author's invariants that are checked when the game is over: those `after main`."""
    return invariants(ctx, ctx.layout.game.main, {}, ctx.unit)


def invariants(ctx: LoweringContext, phase: c.PhaseSymbol, env: Env, unit: CodeUnit) -> tuple[Stmt, ...]:
    """The author's invariants after a phase."""
    return tuple(_invariant(ctx, phase, after, env, unit) for after in _checked(ctx, phase))


def _checked(ctx: LoweringContext, phase: c.PhaseSymbol) -> list[c.After]:
    """The invariants that are checked when a phase ends."""
    return [after for after in phase.afters if after.span not in ctx.unchecked]


def _invariant(ctx: LoweringContext, phase: c.PhaseSymbol, after: c.After, env: Env, unit: CodeUnit) -> Stmt:
    test = lower_expr(ctx, after.condition, env, unit)
    place = ctx.layout.place(after.span)
    measured = tuple(_measured(ctx, after.condition, env, unit))
    if measured:
        return When(s.negation(test), measured, (), place)
    return Require(note(ctx, "check", test, after.span), f"after `{phase.name}` this must hold", place)


def _measured(ctx: LoweringContext, condition: c.Expr, env: Env, unit: CodeUnit) -> Iterator[Stmt]:
    """Instead of an invariant: records of the values in its comparisons that do not hold.

    Each value is given to a variable of its own, which has no name; its record is at the place of the comparison.
    """
    for comparison, value in sorted(ctx.measured, key=lambda pair: pair[0].start):
        holds, number = _at(condition, comparison), _at(condition, value)
        if holds is not None and number is not None and number.type.kind == "number":
            place, slot = ctx.layout.place(comparison), ctx.layout.slots(1)
            ctx.layout.variables.append(VariableInfo("", None, NUMBER, slot, 1, place))
            noted = SetSlot(slot, None, lower_expr(ctx, number, env, unit), len(ctx.layout.variables) - 1, place)
            yield When(s.negation(lower_expr(ctx, holds, env, unit)), (noted,), (), place)


def _at(condition: c.Expr, span: Span) -> c.Expr | None:
    """The expression of a condition that is written at a place."""
    return next((e for e in inside(condition) if e.span == span), None)
