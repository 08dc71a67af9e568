"""Players who are programs: a view and the options in, a choice out.

    from hoyle.interpreter.players import Decision, Player

    class Timid(Player):
        def choose(self, decision: Decision) -> Choice:
            return decision.options[0]

A package offers its players under the entry point group `hoyle.players`: a name, and what makes a `Player` of a
`Program` and a seat.  `registry.py` finds them; `random` and `sound` are always there.
"""

from __future__ import annotations

from .player import Decision, Maker, Player, TrickSeen, decision_of
from .random_player import RandomPlayer
from .registry import UnknownPlayer, maker, names, strongest
from .sound import SoundPlayer

__all__ = [
    "Decision",
    "Maker",
    "Player",
    "RandomPlayer",
    "SoundPlayer",
    "TrickSeen",
    "UnknownPlayer",
    "decision_of",
    "maker",
    "names",
    "strongest",
]
