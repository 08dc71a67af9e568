"""Blocks: the pieces a phase that waits is cut into, each run from one question to the next.

A phase *waits* if it asks, plays a trick, ends the game, starts a phase again, or calls a phase that waits.  Such a
phase is not called but jumped to: its parameters, names and loops live in slots of its own (no recursion, so one set
is enough), and one more slot says where to go back to.  A statement inside it that does not wait stays nested, as in
`statements.py`; one that waits is taken apart into blocks that end in a jump.
"""

from __future__ import annotations

from ...dsl import checked as c
from ...dsl.traversal import every, within
from ..program import Require
from .context import Context
from .expressions import lower_expr, note

# ------------------------------------------------------------------------------------------------------ who waits


def find_waiting(ctx: Context) -> None:
    """Find the phases that wait: those with a question in them, and those that call one."""
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


def waits_itself(ctx: Context, st: c.Stmt) -> bool:
    """Whether a statement itself (not what stands in it) waits."""
    if isinstance(st, c.CallPhase):
        return st.phase in ctx.waits
    return isinstance(st, c.Choose | c.Together | c.PlayTrick | c.Over | c.Again)


def must_be_cut(ctx: Context, st: c.Stmt) -> bool:
    """Whether a statement must be taken apart: something in it waits, a `stop` in it leaves a loop outside, or it
    is too deep to stay nested."""
    return any(waits_itself(ctx, inner) for inner in within((st,))) or _stops(st) or _depth(st) > _DEEPEST


def require_invariants(ctx: Context) -> None:
    for rule in ctx.layout.game.always:
        test = note(ctx, "check", lower_expr(ctx, rule.condition, {}, ctx.unit), rule.span)
        ctx.code.append(Require(test, "this must always hold", ctx.layout.place(rule.span)))


_DEEPEST = 15
"""How many statements may stand inside each other in one piece: an executor need not bear more."""


def _depth(st: c.Stmt) -> int:
    """How deep the statements in a statement stand inside each other."""
    match st:
        case c.If(then=one, otherwise=other) | c.Repeat(body=one, otherwise=other):
            return 1 + max((_depth(inner) for inner in (*one, *other)), default=0)
        case c.For(body=body):
            return 1 + max(map(_depth, body), default=0)
        case _:
            return 0


def _stops(st: c.Stmt) -> bool:
    """Whether a `stop` in a statement leaves a loop that stands around the statement."""
    match st:
        case c.Stop():
            return True
        case c.If(then=then, otherwise=otherwise):
            return any(map(_stops, then)) or any(map(_stops, otherwise))
        case c.Repeat(otherwise=otherwise):
            return any(map(_stops, otherwise))
        case _:
            return False
