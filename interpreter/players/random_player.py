"""The player who takes any option, each as likely as the other."""

from __future__ import annotations

from typing import ClassVar

from ..records import Choice
from .player import Decision, Player


class RandomPlayer(Player):
    """Chooses by chance.  Sees nothing, so playouts do not make a view for it: they draw in its place, the same way."""

    blind: ClassVar[bool] = True

    def choose(self, decision: Decision) -> Choice:
        return decision.options[decision.dice.below(len(decision.options))]
