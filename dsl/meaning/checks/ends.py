"""A game can end, and every phase is played."""

from __future__ import annotations

from ...core import Game, Over
from ..context import Context
from ..walk import every, reached


def can_end(game: Game, ctx: Context) -> None:
    """Report a game no `game over` of which can be reached (E0608), and phases nothing plays (W0609)."""
    played = reached(game)
    if not any(isinstance(st, Over) for phase in played for st in every(phase)):
        ctx.report("E0608", game.main.span)
    for phase in game.phases:
        if phase not in played:
            ctx.report("W0609", phase.span, name=phase.name)
