"""Loops with choices in them: their counters and the rest of their sets are kept in slots."""

from __future__ import annotations

from collections.abc import Callable

from ....dsl import checked as c
from ....dsl.types import LOWEST, PLAYER
from ...program import Binary, Const, Domain, Expr, Fold, Get, Goto, Reg, Slot, Tick
from .. import simplify as s
from ..cards.attributes import attribute
from ..context import Loops, LoweringContext
from ..counting import round_of
from ..expressions import lower_expr
from ..units import Env

_MOST_PLACES = 10_000
"""The most numbers in a range with a `where`: the matching numbers are kept as a mask."""


def repeat_blocks(ctx: LoweringContext, st: c.Repeat, env: Env, loops: Loops) -> None:
    place = ctx.layout.place(st.span)
    left = ctx.layout.slot()
    if st.times is not None:
        ctx.put(left, lower_expr(ctx, st.times, env, ctx.unit), place)
    head, done = ctx.new(), ctx.new()
    ctx.start(head)
    if st.until is not None:
        ctx.leave_if(lower_expr(ctx, st.until, env, ctx.unit), done)
    if st.times is not None:
        bound = ctx.new()
        ctx.leave_if(Binary("<=", Get(left), Const(0)), bound)
        ctx.put(left, Binary("-", Get(left), Const(1)), place)
    else:
        bound = done
    ctx.code.append(Tick(place))
    ctx.code += ctx.round_mark(st)
    ctx.sequence(st.body, env, (*loops, done))
    ctx.close(Goto(head))
    if bound != done:
        ctx.open(bound)
        ctx.sequence(st.otherwise, env, loops)
        ctx.close(Goto(done))
    ctx.open(done)


def for_blocks(ctx: LoweringContext, st: c.For, env: Env, loops: Loops) -> None:
    at = ctx.layout.slot()
    inner: Env = {**env, st.local: Get(at)}
    head, done = ctx.new(), ctx.new()
    with round_of(ctx, st.local):
        _rounds(ctx, st, env, inner, at, head, done, loops)
    ctx.open(done)


def _rounds(
    ctx: LoweringContext, st: c.For, env: Env, inner: Env, at: Slot, head: int, done: int, loops: Loops
) -> None:
    place = ctx.layout.place(st.span)
    if st.domain is None:
        ctx.put(at, lower_expr(ctx, st.start, env, ctx.unit) if st.start is not None else Const(0), place)
        ctx.start(head)
        if st.until is not None:
            ctx.leave_if(lower_expr(ctx, st.until, inner, ctx.unit), done)
        ctx.code.append(Tick(place))
        step = ctx.new()
        ctx.code += ctx.round_mark(st)
        ctx.sequence(st.body, inner, (*loops, done))
        ctx.start(step)
        ctx.put(at, attribute(ctx.layout, "next", [Get(at)], PLAYER), place)
        ctx.close(Goto(head))
    elif st.domain.kind == "set":
        _for_set(ctx, st, st.domain, env, inner, at, head, done, loops)
    else:
        _for_numbers(ctx, st, st.domain, env, inner, at, head, done, loops)


def _for_set(
    ctx: LoweringContext,
    st: c.For,
    domain: c.Domain,
    env: Env,
    inner: Env,
    at: Slot,
    head: int,
    done: int,
    loops: Loops,
) -> None:
    """A loop over a set that is fixed at the start.  `rest` is the part of it that is left."""
    place = ctx.layout.place(st.span)
    rest = ctx.layout.slot()
    group = lower_expr(ctx, domain.args[0], env, ctx.unit)
    if st.where is not None:
        reg = ctx.unit.register()
        where = lower_expr(ctx, st.where, {**env, st.local: Reg(reg)}, ctx.unit)
        group = Fold("set", reg, Domain("mask", (group,)), where, None, place)
    ctx.put(rest, group, place)
    start: Expr | None = None
    if domain.start is not None:
        first = ctx.layout.slot()
        ctx.put(first, lower_expr(ctx, domain.start, env, ctx.unit), place)
        start = Get(first)
    ctx.start(head)
    ctx.leave_if(s.negation(s.is_nonempty(Get(rest))), done)
    over = Domain("seats", (Get(rest),), start) if start is not None else Domain("mask", (Get(rest),))
    ctx.put(at, Fold("first", ctx.unit.register(), over, None, None, place), place)
    ctx.put(rest, Binary("without", Get(rest), s.single(Get(at))), place)
    ctx.code.append(Tick(place, in_state=False))
    if st.until is not None:
        ctx.leave_if(lower_expr(ctx, st.until, inner, ctx.unit), done)
    ctx.code += ctx.round_mark(st)
    ctx.sequence(st.body, inner, (*loops, done))
    ctx.close(Goto(head))


def _for_numbers(
    ctx: LoweringContext,
    st: c.For,
    domain: c.Domain,
    env: Env,
    inner: Env,
    at: Slot,
    head: int,
    done: int,
    loops: Loops,
) -> None:
    """A loop over numbers in a range, or over values in a list.  `turn` counts the rounds, because a rule may change
    the name itself.

    The range or list is computed at the start; so is a mask of the positions for which `where` holds.
    """
    place = ctx.layout.place(st.span)
    values = [lower_expr(ctx, a, env, ctx.unit) for a in domain.args]
    first = ctx.layout.slots(len(values))
    for i, value in enumerate(values):
        ctx.put(first + i, value, place)
    count: Expr = Const(len(values))
    if domain.kind != "list":
        low, high = (first + 1, first) if domain.kind == "down" else (first, first + 1)
        between: Expr = Binary("-", Get(high), Get(low))
        if domain.step != 1:
            between = Binary("/", between, Const(domain.step))
        count = Binary("+", between, Const(1))

    def value_at(turn: Expr) -> Expr:
        if domain.kind == "list":
            return Get(first, turn, len(values))
        further = turn if domain.step == 1 else s.binary("*", turn, Const(domain.step))
        return Binary("-" if domain.kind == "down" else "+", Get(first), further)

    turn, kept = ctx.layout.slot(), ctx.layout.slot()
    if st.where is not None:
        ctx.put(kept, _places(ctx, st.local, st.where, count, value_at, env, place), place)
    ctx.put(turn, Const(0), place)
    ctx.start(head)
    ctx.leave_if(Binary(">=", Get(turn), count), done)
    ctx.put(at, value_at(Get(turn)), place)
    ctx.put(turn, Binary("+", Get(turn), Const(1)), place)
    ctx.code.append(Tick(place))
    if st.where is not None:
        ctx.leave_if(s.negation(Binary("has", Get(kept), Binary("-", Get(turn), Const(1)))), head)
    if st.until is not None:
        ctx.leave_if(lower_expr(ctx, st.until, inner, ctx.unit), done)
    ctx.code += ctx.round_mark(st)
    ctx.sequence(st.body, inner, (*loops, done))
    ctx.close(Goto(head))


def _places(
    ctx: LoweringContext,
    local: c.LocalSymbol,
    where: c.Expr,
    count: Expr,
    value_at: Callable[[Expr], Expr],
    env: Env,
    place: int,
) -> Expr:
    """The mask of the positions, counted from 0, for whose values `where` holds."""
    reg = ctx.unit.register()
    last = s.checked(Binary("-", count, Const(1)), LOWEST, _MOST_PLACES, place)
    test = lower_expr(ctx, where, {**env, local: value_at(Reg(reg))}, ctx.unit)
    return Fold("set", reg, Domain("range", (Const(0), last)), test, None, place)
