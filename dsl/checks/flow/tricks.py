"""Finds tricks that nobody takes, and tricks that are played inside another trick."""

from __future__ import annotations

from ...checked import CallPhase, CheckedGame, Op, PhaseSymbol, PlayTrick, Stmt
from ...resolve.context import ResolveContext
from ...traversal import all_expressions, every, everything, phases_in_order, within

_TAKERS = frozenset({"winner so far", "winning card so far", "played by", "played"})
"""The operations with which the rules can ask who has taken a trick."""


def tricks_are_taken(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report tricks of which the rules never ask who has taken them (W0618), and tricks inside a trick (E0619)."""
    asked: bool | None = None
    plays: dict[PhaseSymbol, bool] | None = None
    for st in everything(game):
        if not isinstance(st, PlayTrick):
            continue
        if st.winner is None and st.award is None:
            if asked is None:
                asked = any(isinstance(e, Op) and e.op in _TAKERS for e in all_expressions(game))
            if not asked:
                ctx.report("W0618", st.span)
        if st.before or st.after:
            plays = plays if plays is not None else _phases_with_tricks(game)
            for inner in within((*st.before, *st.after)):
                if _plays(inner, plays):
                    ctx.report("E0619", inner.span, notes=((st.span, "this trick is still being played"),))


def _phases_with_tricks(game: CheckedGame) -> dict[PhaseSymbol, bool]:
    """For each phase, whether a trick is played in it or in a phase that it plays."""
    found: dict[PhaseSymbol, bool] = {}
    for phase in phases_in_order(game):
        found[phase] = any(_plays(st, found) for st in every(phase))
    return found


def _plays(st: Stmt, phases: dict[PhaseSymbol, bool]) -> bool:
    return isinstance(st, PlayTrick) or (isinstance(st, CallPhase) and phases.get(st.phase, False))
