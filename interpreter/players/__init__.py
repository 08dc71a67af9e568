"""Players who are programs: a view and the options in, a choice out.

    from hoyle.interpreter.players import NamedPlayer, Turn

    class Timid(NamedPlayer):
        def answer(self, turn: Turn) -> LegalChoice:
            return turn.choices[0]

A `NamedPlayer` is asked by names, any `Player` by numbers, which is quicker.

A package offers its players under the entry point group `hoyle.players`: a name, and what makes a `Player` of a
`Program` and a seat.  `registry.py` finds them; `random` and `sound` are always there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .player import Decision, Maker, Player, TrickSeen, decision_of
from .random_player import RandomPlayer
from .registry import UnknownPlayer, maker, names, strongest
from .sound import SoundPlayer

if TYPE_CHECKING:
    from .named import NamedPlayer, Turn

__all__ = [
    "Decision",
    "Maker",
    "NamedPlayer",
    "Player",
    "RandomPlayer",
    "SoundPlayer",
    "TrickSeen",
    "Turn",
    "UnknownPlayer",
    "decision_of",
    "maker",
    "names",
    "strongest",
]


def __getattr__(name: str) -> object:
    """`NamedPlayer` and `Turn`, imported when they are used: few players need all that names need."""
    if name not in ("NamedPlayer", "Turn"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import named

    return getattr(named, name)
