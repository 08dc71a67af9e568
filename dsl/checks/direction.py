"""Checks that turns, deals and leads begin in the direction of play."""

from __future__ import annotations

from ..checked import CheckedGame, Deal, Expr, For, Lit, Op, PlayTrick, Present, Stmt
from ..resolve.context import ResolveContext
from ..traversal import everything


def first_comes_next(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report turns, deals and leads that begin to a player's left although play goes counterclockwise (W0617)."""
    if not game.counterclockwise:
        return
    for st in everything(game):
        match _first(st):
            case Op(op="left", args=(owner, Lit(value=1)), span=span) if span.text.endswith(".left"):
                name = owner.span.text
                ctx.report("W0617", span, name=name, help=f"whoever comes first is `{name}.next`")
            case _:
                pass


def _first(st: Stmt) -> Expr | None:
    """The player with whom a statement begins, if it names one."""
    match st:
        case Deal():
            first = st.start
        case For():
            first = st.start if st.domain is None else st.domain.start
        case PlayTrick():
            first = st.leader
        case _:
            return None
    return first.operand if isinstance(first, Present) else first
