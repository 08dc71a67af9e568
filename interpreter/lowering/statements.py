"""Lowers statements without choices: they stay nested, as the author wrote them."""

from __future__ import annotations

from typing import Literal, assert_never

from ...dsl import checked as c
from ...dsl.types import NONE, PLAYER
from ..program import (
    Binary,
    Break,
    Const,
    DealCards,
    Domain,
    Expr,
    ForEach,
    GatherAll,
    Get,
    Loop,
    Mark,
    MoveAll,
    MoveCards,
    PileEnd,
    Procedure,
    RandomPick,
    Reg,
    RunProcedure,
    SetReg,
    SetSlot,
    ShowCards,
    ShufflePile,
    Stmt,
    Stuck,
    Tuck,
    Unary,
    When,
    ZoneRef,
)
from . import simplify as s
from .cards.attributes import attribute
from .context import LAST, LoweringContext, Window
from .counting import call_mark, cards_mark, round_of
from .expressions import in_range, lower_arguments, lower_expr, owner_index, type_bounds
from .folds import lower_domain
from .invariants import invariants, kept
from .piles import cut, deal, gather_in_order, zone_ref
from .places import at_each_place, numbers_of, place_type, places_named, program_zone
from .units import CodeUnit, Env


def plain_block(
    ctx: LoweringContext, statements: tuple[c.Stmt, ...], env: Env, unit: CodeUnit, because: c.Expr | None = None
) -> tuple[Stmt, ...]:
    """Lower a block of such statements, in a scope of its own.  `because`: the condition that was tested before it."""
    inner = dict(env)
    out: list[Stmt] = []
    for number, statement in enumerate(statements):
        lower_statement(ctx, statement, inner, unit, out, because if not number else None)
    return tuple(out)


def lower_statement(
    ctx: LoweringContext, st: c.Stmt, env: Env, unit: CodeUnit, out: list[Stmt], because: c.Expr | None = None
) -> None:
    """Lower one statement and append it to `out`.  A `let` adds a name to `env`.  `because`: the condition that was
    tested right before the statement.
    """
    place = ctx.layout.place(st.span)
    match st:
        case c.Let(local, value):
            reg = unit.register()
            out.append(SetReg(reg, lower_expr(ctx, value, env, unit)))
            env[local] = Reg(reg)
        case c.If(condition, then, otherwise):
            test = lower_expr(ctx, condition, env, unit)
            if isinstance(test, Const):
                out.extend(plain_block(ctx, then if test.value else otherwise, env, unit))
            else:
                done = plain_block(ctx, then, env, unit, condition)
                out.append(When(test, done, plain_block(ctx, otherwise, env, unit), place))
        case c.Repeat():
            _repeat(ctx, st, env, unit, out)
        case c.For():
            _for(ctx, st, env, unit, out)
        case c.Stop():
            out.append(Break())
        case c.CallPhase(phase, args):
            given = lower_arguments(ctx, args, phase.params, env, unit)
            out.extend(call_mark(ctx, st, env, unit, place))
            out.append(RunProcedure(procedure(ctx, phase), given, place))
        case c.Assign() if not any(places_named(st)):
            out.extend(cards_mark(ctx, st, because, env, unit, place))
            simple(ctx, st, env, unit, out)
        case _:
            simple(ctx, st, env, unit, out)


def simple(ctx: LoweringContext, st: c.Stmt, env: Env, unit: CodeUnit, out: list[Stmt]) -> None:
    """Lower a statement that contains no block."""
    place = ctx.layout.place(st.span)
    for zone, which in places_named(st):

        def at_one(fixed: c.Stmt) -> tuple[Stmt, ...]:
            inner: list[Stmt] = []
            simple(ctx, fixed, env, unit, inner)
            return tuple(inner)

        number = in_range(ctx, lower_expr(ctx, which, env, unit), which, place_type(zone))
        out.extend(at_each_place(ctx, zone, which, number, st, unit, at_one))
        return
    match st:
        case c.Assign():
            _assign(ctx, st, env, unit, out)
        case c.Gather(zone, as_they_lie=True):
            gather_in_order(ctx, zone_ref(ctx, zone, env, unit), place, out)
        case c.Gather(zone):
            out.append(GatherAll(zone_ref(ctx, zone, env, unit), place))
        case c.Cut(zone):
            cut(zone_ref(ctx, zone, env, unit), place, unit, out)
        case c.Shuffle(zone):
            out.append(ShufflePile(zone_ref(ctx, zone, env, unit), place))
        case c.Deal():
            deal(ctx, st, env, unit, out)
        case c.Move(what, target, end):
            if end == "top":
                _move(ctx, what, zone_ref(ctx, target, env, unit), place, env, unit, out)
            else:
                _tuck(ctx, what, zone_ref(ctx, target, env, unit), end, place, env, unit, out)
        case c.Show(what, to):
            if ctx.layout.known < 0:
                ctx.layout.known = ctx.layout.slots(ctx.layout.players)
            out.append(
                ShowCards(
                    lower_expr(ctx, what, env, unit), lower_expr(ctx, to, env, unit) if to is not None else None, place
                )
            )
        case c.Nothing():
            pass
        case c.TurnedRound():
            turned = ctx.layout.turned
            out.append(SetSlot(turned, None, Binary("-", Const(1), Get(turned)), -1, place))
        case c.Let() | c.If() | c.Repeat() | c.For() | c.Choose() | c.Together() | c.PlayTrick() | c.CallPhase():
            raise AssertionError(f"not a simple statement: {type(st).__name__}")
        case c.Stop() | c.Again() | c.Over():
            raise AssertionError(f"it ends something: {type(st).__name__}")
        case _:
            assert_never(st)


# ------------------------------------------------------------------------------------------------- places


def _assign(ctx: LoweringContext, st: c.Assign, env: Env, unit: CodeUnit, out: list[Stmt]) -> None:
    place = ctx.layout.place(st.span)
    value = lower_expr(ctx, st.value, env, unit)
    if isinstance(st.target, c.LocalSymbol):
        where = env[st.target]
        value = _changed(ctx, st, where, value)
        if isinstance(where, Reg):
            out.append(SetReg(where.number, value))
        elif isinstance(where, Get):
            out.append(SetSlot(where.base, None, value, -1, place))
        else:
            raise AssertionError("a name that was known cannot be set")
        return
    number = ctx.layout.variable_of[st.target]
    info = ctx.layout.variables[number]
    if isinstance(value, RandomPick):
        value = RandomPick(value.mask, value.what, st.target.name, value.place, value.type)
    indices: list[Expr | None]
    if st.each:
        if not isinstance(value, Const):
            reg = unit.register()
            out.append(SetReg(reg, value))
            value = Reg(reg)
        indices = [Const(i) for i in range(info.count)]
    else:
        indices = [owner_index(ctx, st.owner, env, unit)]
    for index in indices:
        base, rest = (info.base + index.value, None) if isinstance(index, Const) else (info.base, index)
        old = Get(base) if rest is None else Get(base, rest, info.count)
        out.append(SetSlot(base, rest, _changed(ctx, st, old, value), number, place))


def _changed(ctx: LoweringContext, st: c.Assign, old: Expr, value: Expr) -> Expr:
    if st.op != "set":
        value = s.binary("+" if st.op == "add" else "-", old, value)
    bounds = type_bounds(st.target.type)
    if bounds is None or (
        st.op == "set" and isinstance(st.value, c.LocalRef | c.VariableRef) and st.value.type == st.target.type
    ):
        return value
    return s.checked(value, *bounds, ctx.layout.place(st.span))


def _tuck(
    ctx: LoweringContext, what: c.Expr, to: ZoneRef, end: Literal["bottom", "middle"], place: int, env: Env,
    unit: CodeUnit, out: list[Stmt],
) -> None:  # fmt: skip
    """Put cards at the bottom or into the middle of a pile: first on its top, then from there under the others."""
    count = unit.register()
    top = what.args[0] if isinstance(what, c.Op) and what.op == "single" else what
    match top:
        case c.ZoneRef():
            many = s.count(lower_expr(ctx, top, env, unit))
        case c.PileEnd("top", pile, amount) if amount is not None:
            size = s.count(lower_expr(ctx, pile, env, unit))
            many = s.binary("min", lower_expr(ctx, amount, env, unit), size)
        case c.PileEnd("top"):
            many = Const(1)
        case _:
            cards = unit.register()
            out.append(SetReg(cards, lower_expr(ctx, what, env, unit)))
            out.append(MoveCards(Reg(cards), _source(ctx, Reg(cards), what, env, unit), to, place))
            out.append(Tuck(to, s.count(Reg(cards)), end, place))
            return
    out.append(SetReg(count, many))
    _move(ctx, what, to, place, env, unit, out)
    out.append(Tuck(to, Reg(count), end, place))


def _move(
    ctx: LoweringContext, what: c.Expr, to: ZoneRef, place: int, env: Env, unit: CodeUnit, out: list[Stmt]
) -> None:
    if isinstance(what, c.ZoneRef):
        index = owner_index(ctx, what.owner, env, unit)
        one = program_zone(ctx, what.zone, what.place)
        numbers = (one,) if one is not None else numbers_of(ctx.layout, what.zone)
        out.extend(MoveAll(ZoneRef(number, index), to, place) for number in numbers)
        return
    top = what.args[0] if isinstance(what, c.Op) and what.op == "single" else what
    if isinstance(top, c.PileEnd) and top.end == "top":
        # Taking the top card of a pile is dealing it: when a card is drawn, the records must know who gets it.
        amount = lower_expr(ctx, top.count, env, unit) if top.count is not None else Const(1)
        number = program_zone(ctx, top.pile.zone, top.pile.place)
        assert number is not None
        pile = ZoneRef(number, owner_index(ctx, top.pile.owner, env, unit))
        out.append(DealCards(amount, top.count is not None, pile, to, place))
        return
    cards = lower_expr(ctx, what, env, unit)
    out.append(MoveCards(cards, _source(ctx, cards, what, env, unit), to, place))


def _source(ctx: LoweringContext, cards: Expr, what: c.Expr, env: Env, unit: CodeUnit) -> ZoneRef | None:
    """The zone in which the cards probably lie: the pile whose top they are, or the zone from which the name was
    picked.
    """
    match cards:
        case PileEnd(zone, index):
            return ZoneRef(zone, index)
        case Unary("single", operand):
            inner = getattr(operand, "operand", operand)
            if isinstance(inner, PileEnd):
                return ZoneRef(inner.zone, inner.index)
        case _:
            pass
    match what:
        case c.Op(op="except", args=(c.ZoneRef(zone, owner, at), _)):
            number = program_zone(ctx, zone, at)
            return ZoneRef(number, owner_index(ctx, owner, env, unit)) if number is not None else None
        case c.Op(op="single", args=(c.LocalRef(local),)) | c.LocalRef(local):
            return ctx.origins.get(local)
        case _:
            return None


# -------------------------------------------------------------------------------------------------- loops


def _repeat(ctx: LoweringContext, st: c.Repeat, env: Env, unit: CodeUnit, out: list[Stmt]) -> None:
    place = ctx.layout.place(st.span)
    if st.times is None:
        until = lower_expr(ctx, st.until, env, unit) if st.until is not None else None
        out.append(Loop(until, (*ctx.round_mark(st), *plain_block(ctx, st.body, env, unit)), place))
        return
    times = lower_expr(ctx, st.times, env, unit)
    over = Domain("range", (Const(1), times))
    reg = unit.register()
    until = lower_expr(ctx, st.until, env, unit) if st.until is not None else None
    if not st.otherwise:
        body = (*ctx.round_mark(st), *plain_block(ctx, st.body, env, unit))
        out.append(ForEach(reg, over, None, until, body, place))
        return
    left = unit.register()
    # `left` records whether the loop was left early: it stays 0 only if every round was played to its end.
    body = (SetReg(left, Const(1)), *ctx.round_mark(st), *plain_block(ctx, st.body, env, unit), SetReg(left, Const(0)))
    out.append(SetReg(left, Const(0)))
    out.append(ForEach(reg, over, None, until, body, place))
    reached = s.negation(until) if until is not None else Const(1)
    again = s.binary("and", s.binary("=", Reg(left), Const(0)), reached)
    out.append(When(again, plain_block(ctx, st.otherwise, env, unit), (), place))


def _for(ctx: LoweringContext, st: c.For, env: Env, unit: CodeUnit, out: list[Stmt]) -> None:
    place = ctx.layout.place(st.span)
    reg = unit.register()
    inner: Env = {**env, st.local: Reg(reg)}
    if st.domain is None:
        start = lower_expr(ctx, st.start, env, unit) if st.start is not None else Const(0)
        until = lower_expr(ctx, st.until, inner, unit) if st.until is not None else None
        ahead = attribute(ctx.layout, "next", [Reg(reg)], PLAYER)
        out.append(SetReg(reg, start))
        out.append(
            Loop(until, (*ctx.round_mark(st), *plain_block(ctx, st.body, inner, unit), SetReg(reg, ahead)), place)
        )
        return
    over = lower_domain(ctx, st.domain, env, unit)
    where = lower_expr(ctx, st.where, inner, unit) if st.where is not None else None
    until = lower_expr(ctx, st.until, inner, unit) if st.until is not None else None
    with round_of(ctx, st.local):
        body = (*ctx.round_mark(st), *plain_block(ctx, st.body, inner, unit))
    out.append(ForEach(reg, over, where, until, body, place))


# ------------------------------------------------------------------------------------------ phases and tables


def procedure(ctx: LoweringContext, phase: c.PhaseSymbol) -> int:
    """The procedure of a phase without choices.  It is made when the phase is first called."""
    at = ctx.procedure_of.get(phase)
    if at is not None:
        return at
    at = ctx.procedure_of[phase] = len(ctx.procedures)
    ctx.procedures.append(None)
    unit = CodeUnit()
    env: Env = {param: Reg(unit.register()) for param in phase.params}
    out: list[Stmt] = list(opening(ctx, phase))
    for statement in phase.body:
        if phase.table and isinstance(statement, c.Let):
            ctx.lets[statement.local] = statement.value
        lower_statement(ctx, statement, env, unit, out)
    out.extend(_plain_rows(ctx, phase, env, unit))
    out.extend(closing(ctx, phase, env, unit))
    ctx.procedures[at] = Procedure(phase.name, len(phase.params), unit.registers, tuple(out))
    return at


def _plain_rows(ctx: LoweringContext, phase: c.PhaseSymbol, env: Env, unit: CodeUnit) -> tuple[Stmt, ...]:
    if not phase.rows:
        return ()
    out: list[Stmt] = []
    taken = row_taken(ctx, phase, env, unit)
    if not isinstance(taken, Const):
        reg = unit.register()
        out.append(SetReg(reg, taken))
        taken = Reg(reg)
    for i, row in enumerate(phase.rows):
        place = ctx.layout.place(row.span)
        body = (Mark("row", 0, None, place), *plain_block(ctx, row.actions, env, unit, row.guard))
        test = Const(1) if is_always(row) else s.binary("=", taken, Const(i))
        if isinstance(test, Const):
            out.extend(body if test.value else ())
        else:
            out.append(When(test, body, (), place))
    return tuple(out)


def row_taken(ctx: LoweringContext, phase: c.PhaseSymbol, env: Env, unit: CodeUnit) -> Expr:
    """The number of the row that applies, apart from the rows that always apply.  It is computed before any row changes
    something; -1 if there are no such rows.
    """
    others = [(i, row) for i, row in enumerate(phase.rows) if not is_always(row)]
    result: Expr = Stuck(ctx.layout.place(phase.span)) if others else Const(NONE)
    for i, row in others:
        result = Const(i) if row.otherwise else result
    for i, row in reversed(others):
        if row.guard is not None:
            result = s.choose(lower_expr(ctx, row.guard, env, unit), Const(i), result)
    return result


def opening(ctx: LoweringContext, phase: c.PhaseSymbol) -> tuple[Stmt, ...]:
    """What happens when a phase begins: its record, the reset of its variables, and the incidents that it allows."""
    place = ctx.layout.place(phase.span)
    out: list[Stmt] = []
    if not phase.table:
        out.append(Mark("begin", phase_number(ctx, phase), None, place))
    for variable in ctx.layout.game.variables:
        if variable.during is phase:
            number = ctx.layout.variable_of[variable]
            info = ctx.layout.variables[number]
            value = ctx.layout.initial[info.base]
            assert isinstance(value, int)
            out += [SetSlot(info.base + i, None, Const(value), number, info.place) for i in range(info.count)]
    out += kept(ctx, phase)
    out += [set_window(w, 1, place) for w in ctx.windows if w.rule.start is phase]
    for window in ctx.windows:
        if window.rule.until is phase:
            there = Binary("!=", Get(window.slot), Const(0))
            out.append(When(there, (set_window(window, LAST, place),), (), place))
    return tuple(out)


def closing(ctx: LoweringContext, phase: c.PhaseSymbol, env: Env, unit: CodeUnit) -> tuple[Stmt, ...]:
    """What happens when a phase ends: its incidents become impossible; then the author's invariants, and its record."""
    closed = [w for w in ctx.windows if (w.rule.until or w.rule.start) is phase]
    out: list[Stmt] = [set_window(w, 0, ctx.layout.place(phase.span)) for w in closed]
    if phase is not ctx.layout.game.main:
        out += invariants(ctx, phase, env, unit)
    if not phase.table:
        out.append(Mark("end", phase_number(ctx, phase), None, ctx.layout.place(phase.span)))
    return tuple(out)


def phase_number(ctx: LoweringContext, phase: c.PhaseSymbol) -> int:
    """The number of a phase in `Program.phases`."""
    if phase not in ctx.layout.phases:
        ctx.layout.phases.append(phase)
    return ctx.layout.phases.index(phase)


def set_window(window: Window, value: int, place: int) -> Stmt:
    """Make an incident possible from now on (1), until the next choice (`LAST`), or impossible (0)."""
    return SetSlot(window.slot, None, Const(value), -1, place)


def is_always(row: c.Row) -> bool:
    """Whether a row of a table of actions always applies, besides the others."""
    return row.guard is None and not row.otherwise
