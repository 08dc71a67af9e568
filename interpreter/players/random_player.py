"""The player that takes any option, each with the same probability."""

from __future__ import annotations

from ..records import Choice
from .player import Decision, Player


class RandomPlayer(Player):
    """Chooses at random.  It looks at nothing, so playouts make no `Decision` for it but draw in its place."""

    def choose(self, decision: Decision) -> Choice:
        return decision.options[decision.dice.below(len(decision.options))]
