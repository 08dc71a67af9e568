"""Hoyle: the rules of card games as data.

Write the rules in the rule language (`hoyle.dsl`), play by them with the engine (`hoyle.interpreter`), from the
shell with the command `hoyle` (`hoyle.cli`).  Rule files and scripted games ship in `hoyle.rulesets`.

What most programs need is here by its short name; each is imported when it is first used:

    game = hoyle.open("texas_euchre", seed=3)      # a game to play: docs/python.md
    game.turn, game.choices, game.choose("pass")
    hoyle.load("texas_euchre")                     # a checked game, or what is wrong with its rules
    for step in hoyle.replay("evening.play"):    # a scripted game, step by step
        step.state, step.records, step.question
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .dsl.codes.reporting import ScriptError
    from .dsl.loading import load
    from .interpreter.faults import Fault
    from .interpreter.game import (
        Card,
        Choices,
        Game,
        GameError,
        IllegalChoice,
        LegalChoice,
        Rules,
        RulesError,
        SeatView,
        UnknownName,
        from_json,
        open,
        rules,
    )
    from .interpreter.notation.files import parse_script, read_script
    from .interpreter.opening.opened import OpenedGame
    from .interpreter.opening.rulesets import Rulesets
    from .interpreter.replay.steps import ReplayStep, replay
    from .interpreter.replay.why import why

__all__ = [
    "Card",
    "Choices",
    "Fault",
    "Game",
    "GameError",
    "IllegalChoice",
    "LegalChoice",
    "OpenedGame",
    "ReplayStep",
    "Rules",
    "RulesError",
    "Rulesets",
    "ScriptError",
    "SeatView",
    "UnknownName",
    "from_json",
    "load",
    "open",
    "parse_script",
    "read_script",
    "replay",
    "rules",
    "why",
]

_HOMES = {
    "Card": ".interpreter.game",
    "Choices": ".interpreter.game",
    "Fault": ".interpreter.faults",
    "Game": ".interpreter.game",
    "GameError": ".interpreter.game",
    "IllegalChoice": ".interpreter.game",
    "LegalChoice": ".interpreter.game",
    "ReplayStep": ".interpreter.replay.steps",
    "Rules": ".interpreter.game",
    "RulesError": ".interpreter.game",
    "Rulesets": ".interpreter.opening.rulesets",
    "ScriptError": ".dsl.codes.reporting",
    "SeatView": ".interpreter.game",
    "OpenedGame": ".interpreter.opening.opened",
    "UnknownName": ".interpreter.game",
    "from_json": ".interpreter.game",
    "load": ".dsl.loading",
    "open": ".interpreter.game",
    "parse_script": ".interpreter.notation.files",
    "read_script": ".interpreter.notation.files",
    "replay": ".interpreter.replay.steps",
    "rules": ".interpreter.game",
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
