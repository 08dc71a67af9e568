"""Floor 7, games driven by names: the Python API.  `docs/python.md` shows how to use it.

opening.py     rules opened by name: `open`, `rules`, `from_json`
game.py        `Game`, a game that is being played
setup.py       what all games of one opening share
choices.py     what may be chosen
values.py      cards and values as Python objects
seen.py        what lies on the table
deals.py       cards fixed by hand
errors.py      the errors that are raised
executors.py   what plays the game: the Python engine, or a WebAssembly module
"""

from __future__ import annotations

from ..errors import GameError, IllegalChoice, RulesError, UnknownName
from .choices import Choices, LegalChoice
from .game import Game
from .opening import Rules, from_json, open, rules
from .seen import SeatView
from .values import Card

__all__ = [
    "Card",
    "Choices",
    "Game",
    "GameError",
    "IllegalChoice",
    "LegalChoice",
    "Rules",
    "RulesError",
    "SeatView",
    "UnknownName",
    "from_json",
    "open",
    "rules",
]
