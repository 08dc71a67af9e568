"""Players that are programs: they get a view and the options, and return a choice.

    from hoyle.interpreter.players import NamedPlayer, Turn

    class Timid(NamedPlayer):
        def answer(self, turn: Turn) -> LegalChoice:
            return turn.choices[0]

A `NamedPlayer` works with names; a plain `Player` works with numbers, which is faster.

A package offers its players in the entry point group `hoyle.players`: a name, and a function that makes a `Player` for
a `Program` and a seat.  `registry.py` finds them, and has the players that come with Hoyle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .player import Decision, Maker, Player, TrickSeen, decision_of
from .plugins import BadPlayer, guarded
from .random_player import RandomPlayer
from .registry import LEARNED, UnknownPlayer, maker, makers, names, plays_inside, strongest
from .sound import SoundPlayer

if TYPE_CHECKING:
    from .named import NamedPlayer, TrickHeard, Turn

__all__ = [
    "LEARNED",
    "BadPlayer",
    "Decision",
    "Maker",
    "NamedPlayer",
    "Player",
    "RandomPlayer",
    "SoundPlayer",
    "TrickHeard",
    "TrickSeen",
    "Turn",
    "UnknownPlayer",
    "decision_of",
    "guarded",
    "maker",
    "makers",
    "names",
    "plays_inside",
    "strongest",
]


def __getattr__(name: str) -> object:
    """Import `NamedPlayer`, `TrickHeard` and `Turn` when they are first used: few players need what they import."""
    if name not in ("NamedPlayer", "TrickHeard", "Turn"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import named

    return getattr(named, name)
