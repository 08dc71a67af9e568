"""Hoyle: the rules of card games as data.

Write the rules in the rule language (`hoyle.dsl`), play by them with the engine (`hoyle.interpreter`), from the
shell with the command `hoyle` (`hoyle.cli`).  Rule files and scripted games ship in `hoyle.rulesets`.

What most programs need is here by its short name; each is imported when it is first used:

    hoyle.load("texas_euchre")                     # a checked game, or what is wrong with its rules
    table = hoyle.Rulesets().open("texas_euchre")  # a table to play it at: engine, words
    for moment in hoyle.replay("evening.play"):    # a scripted game, moment by moment
        moment.state, moment.records, moment.question
    hoyle.why(table, state, "play J♠")             # why that is not legal
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .dsl.codes.scripts import ScriptError
    from .dsl.loading import load
    from .interpreter.notation.files import parse_script, read_script
    from .interpreter.replay.setup import Rulesets, Table
    from .interpreter.replay.steps import Moment, replay
    from .interpreter.replay.why import why

__all__ = [
    "Moment",
    "Rulesets",
    "ScriptError",
    "Table",
    "load",
    "parse_script",
    "read_script",
    "replay",
    "why",
]

_HOMES = {
    "Moment": ".interpreter.replay.steps",
    "Rulesets": ".interpreter.replay.setup",
    "ScriptError": ".dsl.codes.scripts",
    "Table": ".interpreter.replay.setup",
    "load": ".dsl.loading",
    "parse_script": ".interpreter.notation.files",
    "read_script": ".interpreter.notation.files",
    "replay": ".interpreter.replay.steps",
    "why": ".interpreter.replay.why",
}


def __getattr__(name: str) -> object:
    """A public name, imported now that it is wanted."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home, __name__), name)


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
