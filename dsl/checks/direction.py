"""Checks that turns, deals and leads begin in the direction of play."""

from __future__ import annotations

from ..checked import Assign, CheckedGame, Deal, Expr, For, Let, Lit, Op, PlayTrick, Present, Stmt, TurnedRound
from ..resolve.context import ResolveContext
from ..traversal import everything


def first_comes_next(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report turns, deals and leads that begin on the side of the player who comes last (W0617): to the left although
    play goes counterclockwise, or to the right although it does not."""
    if any(isinstance(st, TurnedRound) for st in everything(game)) or game.players[1] < 3:
        return
    wrong, direction = ("left", "counterclockwise") if game.counterclockwise else ("right", "clockwise")
    for st in everything(game):
        first = first_player(st)
        if first is None and not game.counterclockwise and isinstance(st, Let | Assign):
            first = _bare(st.value)  # `set dealer to dealer.right`
        beside = neighbour(first) if first is not None else None
        if first is not None and beside is not None and beside[0] == wrong and first.span.text.endswith(f".{wrong}"):
            name = beside[1].span.text
            better = f"{name}.{beginnings(game)[0]}"
            ctx.report(
                "W0617",
                first.span,
                name=name,
                side=wrong,
                direction=direction,
                help=f"whoever comes first is `{better}`",
            )


def neighbour(first: Expr) -> tuple[str, Expr] | None:
    """The side (`left`) and the player beside whom somebody sits; None for any other expression."""
    match first:
        case Op(op="left" | "right" | "next" as side, args=(owner, *rest)):
            away = rest[0] if rest else None
            return (side, owner) if away is None or (isinstance(away, Lit) and away.value == 1) else None
        case _:
            return None


def beginnings(game: CheckedGame) -> tuple[str, ...]:
    """The words for whoever comes first after a player, the usual one first."""
    return ("next",) if game.counterclockwise else ("left", "next")


def first_player(st: Stmt) -> Expr | None:
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
    return _bare(first) if first is not None else None


def _bare(e: Expr) -> Expr:
    return e.operand if isinstance(e, Present) else e
