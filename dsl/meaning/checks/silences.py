"""The comments that silence warnings are heeded."""

from __future__ import annotations

from ...core import Game
from ..context import Context
from ..silence import silence

BELOW = ("W0301", "W0303", "W0304", "W0423", "W0424", "W0425", "W0704", "W0924")
"""Warnings that are of no use to a variant where they speak of the game below it: what is not needed any more, or came
out the same because of the variant, cannot be taken out or silenced from above."""


def heed_silences(game: Game, ctx: Context) -> None:
    """Take silenced warnings away, and report silences that are no good.  The last of all checks."""
    own = game.tree.span.source
    sources = [declaration.span.source for declaration in game.tree.declarations]
    kept = [d for d in ctx.diagnostics if d.code not in BELOW or d.span.source == own]
    ctx.diagnostics[:] = silence(kept, sources, own)
