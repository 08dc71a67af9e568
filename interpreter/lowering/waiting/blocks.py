"""Blocks: the pieces into which a waiting phase is cut.  Each runs from one question to the next.

A phase *waits* if it asks a question, plays a trick, ends the game, starts a phase again, or calls a phase that waits.
The program does not call such a phase but jumps to it: its parameters, names and loops are kept in slots of its own
(one set is enough, because phases do not recurse), and one more slot holds the block to return to.  A statement in it
that does not wait stays nested, as in `statements.py`; one that waits is divided into blocks that end in a jump.
"""

from __future__ import annotations

from ....dsl import checked as c
from ....dsl.traversal import every, within
from ...program import Require
from ..context import LoweringContext
from ..expressions import lower_expr, note

# ------------------------------------------------------------------------------------------------------ who waits


def find_waiting(ctx: LoweringContext) -> None:
    """Find the phases that wait: those that contain a question, and those that call a waiting phase."""
    game = ctx.layout.game
    everything = [game.main, *game.phases]
    ctx.again = {st.phase for phase in everything for st in every(phase) if isinstance(st, c.Again)}
    ctx.again |= {st.phase for rule in game.incidents for st in within(rule.body) if isinstance(st, c.Again)}
    ctx.waits = {game.main} | ctx.again
    changed = True
    while changed:
        changed = False
        for phase in everything:
            if phase not in ctx.waits and any(waits_itself(ctx, st) or _depth(st) > _DEEPEST for st in every(phase)):
                ctx.waits.add(phase)
                changed = True


def waits_itself(ctx: LoweringContext, st: c.Stmt) -> bool:
    """Whether a statement waits itself, apart from the statements inside it."""
    if isinstance(st, c.CallPhase):
        return st.phase in ctx.waits
    return isinstance(st, c.Choose | c.Together | c.PlayTrick | c.Over | c.Again)


def must_be_cut(ctx: LoweringContext, st: c.Stmt) -> bool:
    """Whether a statement must be divided into blocks: because something in it waits, because a `stop` in it leaves a
    loop around it, or because it is nested too deeply.
    """
    return any(waits_itself(ctx, inner) for inner in within((st,))) or _stops(st) or _depth(st) > _DEEPEST


def require_invariants(ctx: LoweringContext) -> None:
    for rule in ctx.layout.game.always:
        test = note(ctx, "check", lower_expr(ctx, rule.condition, {}, ctx.unit), rule.span)
        ctx.code.append(Require(test, "this must always hold", ctx.layout.place(rule.span)))


_DEEPEST = 15
"""How deeply the statements of one piece may be nested, so that executors need not support more."""


def _depth(st: c.Stmt) -> int:
    """How deeply the statements inside a statement are nested."""
    match st:
        case c.If(then=one, otherwise=other) | c.Repeat(body=one, otherwise=other):
            return 1 + max((_depth(inner) for inner in (*one, *other)), default=0)
        case c.For(body=body):
            return 1 + max(map(_depth, body), default=0)
        case _:
            return 0


def _stops(st: c.Stmt) -> bool:
    """Whether a `stop` in a statement leaves a loop around that statement."""
    match st:
        case c.Stop():
            return True
        case c.If(then=then, otherwise=otherwise):
            return any(map(_stops, then)) or any(map(_stops, otherwise))
        case c.Repeat(otherwise=otherwise):
            return any(map(_stops, otherwise))
        case _:
            return False
