"""Lowers waiting phases as a whole: hands each statement to the function that writes it."""

from __future__ import annotations

from ....dsl import checked as c
from ...program import (
    Binary,
    Const,
    End,
    Ending,
    Fail,
    Get,
    Goto,
    IncidentEntry,
    Mark,
    Require,
    Return,
    Slot,
    Tick,
)
from ..context import Loops, LoweringContext, Window
from ..expressions import call_define, lower_arguments, lower_expr
from ..invariants import ending_invariants
from ..statements import closing, is_always, lower_statement, opening, row_taken
from ..units import CodeUnit, Env
from .blocks import must_be_cut, require_invariants
from .loops import for_blocks, repeat_blocks
from .questions import choose_blocks, settle_ends, together_blocks
from .tricks import trick_blocks


def lower_phases(ctx: LoweringContext) -> int:
    """Lower every phase that waits.  Returns the number of the first block of the game."""
    game = ctx.layout.game
    waiting = [phase for phase in (game.main, *game.phases) if phase in ctx.waits]
    for phase in waiting:
        _frame(ctx, phase)
        if phase in ctx.again:
            ctx.restart[phase] = (ctx.new(), ctx.back[phase])
    ctx.windows = [_window(ctx, rule) for rule in game.incidents]
    for phase in waiting:
        _phase(ctx, phase, phase in ctx.again)
    for window in ctx.windows:
        _incident(ctx, window)
    return ctx.entry[game.main]


def _frame(ctx: LoweringContext, phase: c.PhaseSymbol) -> None:
    """Make the frame of a phase: its first block, the slot for its return, the slots of its parameters."""
    ctx.entry[phase] = ctx.new()
    ctx.back[phase] = ctx.layout.slot()
    ctx.params[phase] = [ctx.layout.slot() for _ in phase.params]


def _phase(ctx: LoweringContext, phase: c.PhaseSymbol, again: bool = False) -> None:
    ctx.phase = phase
    ctx.unit = CodeUnit()
    ctx.open(ctx.entry[phase])
    if again:
        _keep_windows(ctx, phase)
    env: Env = {p: Get(slot) for p, slot in zip(phase.params, ctx.params[phase], strict=True)}
    ctx.code += opening(ctx, phase)
    for statement in phase.body:
        if statement is ctx.deals.first:
            ctx.code.append(Mark("round", 0, None, ctx.layout.place(statement.span)))
        _statement(ctx, statement, env, ())
    _table(ctx, phase, env)
    ctx.code += closing(ctx, phase, env, ctx.unit)
    if phase is ctx.layout.game.main:
        ctx.close(Fail("the game has come to its end without `game over`", ctx.layout.place(phase.span)))
    else:
        ctx.close(Return(ctx.back[phase]))


def _keep_windows(ctx: LoweringContext, phase: c.PhaseSymbol) -> None:
    """Let a phase that can be started again remember which incidents could happen when it began, so that a restart
    restores this.
    """
    place = ctx.layout.place(phase.span)
    kept = [(window.slot, ctx.layout.slot()) for window in ctx.windows]
    for slot, copy in kept:
        ctx.put(copy, Get(slot), place)
    body = ctx.new()
    ctx.close(Goto(body))
    ctx.open(ctx.restart[phase][0])
    for slot, copy in kept:
        ctx.put(slot, Get(copy), place)
    ctx.start(body)


def _window(ctx: LoweringContext, rule: c.IncidentRule) -> Window:
    match rule.players:
        case None | c.Op(op="players"):
            return Window(ctx.layout.slot(), rule)
        case _:
            return Window(ctx.layout.slot(), rule, ctx.layout.slots(ctx.layout.players))


def _incident(ctx: LoweringContext, window: Window) -> None:
    """Write what an incident does.  It cannot happen again while it is being carried out.

    The phases it calls get separate frames, because the game itself may be in the middle of these phases.
    """
    place = ctx.layout.place(window.rule.span)
    outer, ctx.phase, ctx.unit = (ctx.entry, ctx.back, ctx.params), None, CodeUnit()
    ctx.entry, ctx.back, ctx.params, begun, ctx.begun = {}, {}, {}, ctx.begun, {}
    start, back, was = ctx.new(), ctx.layout.slot(), ctx.layout.slot()
    env: Env = {}
    if window.rule.player is None:
        ctx.incidents.append(IncidentEntry(window.rule.title, -1, start, window.slot, back, place))
    else:
        whose = ctx.layout.slot()
        env[window.rule.player] = Get(whose)
        for player in range(ctx.layout.players):
            block, open_ = ctx.new(), window.slot if window.each is None else window.each + player
            ctx.open(block)
            ctx.put(whose, Const(player), place)
            ctx.close(Goto(start))
            ctx.incidents.append(IncidentEntry(window.rule.title, player, block, open_, back, place))
    ctx.open(start)
    ctx.put(was, Get(window.slot), place)
    ctx.put(window.slot, Const(0), place)
    ctx.sequence(window.rule.body, env, ())
    ctx.put(window.slot, Get(was), place)
    ctx.close(Return(back))
    done: set[c.PhaseSymbol] = set()
    while called := [phase for phase in ctx.entry if phase not in done]:
        for phase in called:
            _phase(ctx, phase)
        done.update(called)
    ctx.entry, ctx.back, ctx.params = outer
    ctx.begun = begun


# -------------------------------------------------------------------------------------------------- statements


def write_sequence(ctx: LoweringContext, statements: tuple[c.Stmt, ...], env: Env, loops: Loops) -> None:
    """Write statements one after another in a scope of their own; some of them may wait."""
    inner = dict(env)
    for statement in statements:
        _statement(ctx, statement, inner, loops)


def _statement(ctx: LoweringContext, st: c.Stmt, env: Env, loops: Loops) -> None:
    place = ctx.layout.place(st.span)
    match st:
        case c.Let(local, value):
            slot = ctx.layout.slot()
            ctx.put(slot, lower_expr(ctx, value, env, ctx.unit), place)
            env[local] = Get(slot)
        case c.Stop():
            ctx.close(Goto(loops[-1]))
            ctx.open(ctx.new())
        case c.Again(phase):
            block, back = ctx.restart[phase]
            begun = Binary("!=", Get(back), Const(0))  # block 0 begins the game: no phase returns to it
            ctx.code.append(Require(begun, f"`{phase.name}` cannot start again: it has not begun yet", place))
            ctx.code.append(Tick(place))
            ctx.close(Goto(block))
            ctx.open(ctx.new())
        case c.Over():
            _over(ctx, st)
        case c.CallPhase(phase, args) if phase in ctx.waits:
            _jump(ctx, phase, args, env, place)
        case c.PlayTrick():
            trick_blocks(ctx, st, env)
        case c.Choose():
            choose_blocks(ctx, st, env, loops)
        case c.Together():
            together_blocks(ctx, st, env)
        case c.If() if must_be_cut(ctx, st):
            _if(ctx, st, env, loops)
        case c.Repeat() if must_be_cut(ctx, st):
            repeat_blocks(ctx, st, env, loops)
        case c.For() if must_be_cut(ctx, st):
            for_blocks(ctx, st, env, loops)
        case _:
            lower_statement(ctx, st, env, ctx.unit, ctx.code)


def _jump(ctx: LoweringContext, phase: c.PhaseSymbol, args: tuple[c.Expr, ...], env: Env, place: int) -> None:
    if phase not in ctx.entry:
        _frame(ctx, phase)
    values = lower_arguments(ctx, args, phase.params, env, ctx.unit)
    for slot, value in zip(ctx.params[phase], values, strict=True):
        ctx.put(slot, value, place)
    after = ctx.new()
    ctx.put(ctx.back[phase], Const(after), place)
    ctx.close(Goto(ctx.entry[phase]))
    ctx.open(after)


def _table(ctx: LoweringContext, phase: c.PhaseSymbol, env: Env) -> None:
    """Write the rows of a table some of whose actions wait.  If none waits, `statements.py` writes it."""
    if not phase.rows:
        return
    slot = ctx.layout.slot()
    ctx.put(slot, row_taken(ctx, phase, env, ctx.unit), ctx.layout.place(phase.span))
    for i, row in enumerate(phase.rows):
        done = ctx.new()
        if not is_always(row):
            yes, no = ctx.split(Binary("=", Get(slot), Const(i)))
            ctx.open(no)
            ctx.close(Goto(done))
            ctx.open(yes)
        ctx.code.append(Mark("row", 0, None, ctx.layout.place(row.span)))
        ctx.sequence(row.actions, env, ())
        ctx.start(done)


def _if(ctx: LoweringContext, st: c.If, env: Env, loops: Loops) -> None:
    test = lower_expr(ctx, st.condition, env, ctx.unit)
    if isinstance(test, Const):
        ctx.sequence(st.then if test.value else st.otherwise, env, loops)
        return
    done = ctx.new()
    yes, no = ctx.split(test)
    for block, body in ((yes, st.then), (no, st.otherwise)):
        ctx.open(block)
        ctx.sequence(body, env, loops)
        ctx.close(Goto(done))
    ctx.open(done)


def _over(ctx: LoweringContext, st: c.Over) -> None:
    place = ctx.layout.place(st.span)
    bases: list[tuple[Slot, bool]] = []
    for highest, measure in st.criteria:
        if isinstance(measure, c.VariableSymbol):
            bases.append((ctx.layout.variables[ctx.layout.variable_of[measure]].base, highest))
            continue
        owners = ctx.layout.owners(st.owner)
        base = ctx.layout.slots(owners)  # the value of a define for each owner is kept for the end
        for i in range(owners):
            ctx.put(base + i, call_define(ctx, measure, (Const(i),)), place)
        bases.append((base, highest))
    ctx.endings.append(Ending(st.owner, tuple(bases), st.tie, ctx.layout.place(st.span)))
    require_invariants(ctx)
    ctx.code += ending_invariants(ctx)
    settle_ends(ctx, ctx.written)
    ctx.close(End(len(ctx.endings) - 1))
    ctx.open(ctx.new())
