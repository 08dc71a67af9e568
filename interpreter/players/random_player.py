"""The player who takes any option, each as likely as the other."""

from __future__ import annotations

from ..records import Choice
from .player import Decision, Player


class RandomPlayer(Player):
    """Chooses by chance.  It looks at nothing, so playouts make no `Decision` for it: they draw in its place."""

    def choose(self, decision: Decision) -> Choice:
        return decision.options[decision.dice.below(len(decision.options))]
