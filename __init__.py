"""Hoyle: the rules of card games as data.

Write the rules in the rule language (`hoyle.dsl`), play by them with the engine (`hoyle.interpreter`), from the
shell with the command `hoyle` (`hoyle.cli`).  Rule files and scripted games ship in `hoyle.rulesets`.

What most programs need is here by its short name; each is imported when it is first used:

    game = hoyle.open("texas_euchre", seed=3)      # a game to play: docs/python.md
    game.turn, game.choices, game.choose("pass")
    hoyle.check("house.hoyle")                     # every mistake in some rules
    hoyle.simulate("texas_euchre", games=1000)     # many games: simulate, compare, tune, fuzz
    for step in hoyle.replay("evening.play"):      # a scripted game, step by step
        step.state, step.records, step.question

docs/api.md lists every name.  `open` and `list` are not part of `from hoyle import *`, because Python has functions of
these names.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api.checking import CheckResult, check
    from .api.comparing import ComparisonList, ComparisonResult, compare, compare_settings
    from .api.comparing_players import PlayersResult, compare_players
    from .api.counting import CannotCount, StatsResult, stats
    from .api.covering import CoverResult, cover
    from .api.deal_tables import DealTable, DealTables, solve_deals
    from .api.fuzzing import FuzzResult, fuzz
    from .api.judging import AnalysisResult, analyse
    from .api.listing import ListResult
    from .api.listing import list as list
    from .api.reading import (
        DiffResult,
        Rulebook,
        RulingsResult,
        TraceResult,
        diff,
        rulebook,
        rulings,
        trace,
    )
    from .api.results import Report
    from .api.running import CannotPlay, GamesStopped, Progress
    from .api.scripts import Converted, ImportedGames, convert, import_records
    from .api.showing import GamePage, show
    from .api.simulating import SimulationResult, simulate
    from .api.solving import CannotSolve, SolveResult, solve
    from .api.training import TrainResult, train
    from .api.tuning import TuneResult, tune
    from .dsl.codes.reporting import ScriptError
    from .dsl.loading import load
    from .interpreter.batch.statistics import Estimate
    from .interpreter.errors import UnknownDocument
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
        rules,
    )
    from .interpreter.game import open as open
    from .interpreter.notation.files import parse_script, read_script
    from .interpreter.opening.opened import OpenedGame
    from .interpreter.opening.rulesets import Rulesets
    from .interpreter.players import BadPlayer, UnknownPlayer
    from .interpreter.replay.steps import ReplayStep, replay
    from .interpreter.replay.why import why

    __version__: str

_HOMES = {
    ".api.checking": "CheckResult check",
    ".api.comparing": "ComparisonList ComparisonResult compare compare_settings",
    ".api.comparing_players": "PlayersResult compare_players",
    ".api.covering": "CoverResult cover",
    ".api.fuzzing": "FuzzResult fuzz",
    ".api.judging": "AnalysisResult analyse",
    ".api.listing": "ListResult list",
    ".api.reading": "DiffResult Rulebook RulingsResult TraceResult diff rulebook rulings trace",
    ".api.results": "Report",
    ".api.running": "CannotPlay GamesStopped Progress",
    ".api.deal_tables": "DealTable DealTables solve_deals",
    ".api.scripts": "Converted ImportedGames convert import_records",
    ".api.solving": "CannotSolve SolveResult solve",
    ".api.counting": "StatsResult CannotCount stats",
    ".api.showing": "GamePage show",
    ".api.simulating": "SimulationResult simulate",
    ".api.training": "TrainResult train",
    ".api.tuning": "TuneResult tune",
    ".dsl.codes.reporting": "ScriptError",
    ".dsl.loading": "load",
    ".interpreter.batch.statistics": "Estimate",
    ".interpreter.errors": "UnknownDocument",
    ".interpreter.faults": "Fault",
    ".interpreter.game": "Card Choices Game GameError IllegalChoice LegalChoice Rules RulesError SeatView UnknownName"
    " from_json open rules",
    ".interpreter.notation.files": "parse_script read_script",
    ".interpreter.opening.opened": "OpenedGame",
    ".interpreter.opening.rulesets": "Rulesets",
    ".interpreter.players": "BadPlayer UnknownPlayer",
    ".interpreter.replay.steps": "ReplayStep replay",
    ".interpreter.replay.why": "why",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}
"""The module of each public name."""

__all__ = [
    "AnalysisResult", "BadPlayer", "CannotCount", "CannotPlay", "CannotSolve", "Card", "CheckResult", "Choices",
    "ComparisonList", "ComparisonResult", "Converted", "CoverResult", "DealTable", "DealTables", "DiffResult",
    "Estimate", "Fault", "FuzzResult", "Game", "GameError", "GamePage", "GamesStopped", "IllegalChoice",
    "ImportedGames", "LegalChoice", "ListResult", "OpenedGame", "PlayersResult", "Progress", "ReplayStep", "Report",
    "Rulebook", "Rules", "RulesError", "Rulesets", "RulingsResult", "ScriptError", "SeatView", "SimulationResult",
    "SolveResult", "StatsResult", "TraceResult", "TrainResult", "TuneResult", "UnknownDocument", "UnknownName",
    "UnknownPlayer", "analyse", "check", "compare", "compare_players", "compare_settings", "convert", "cover",
    "diff", "from_json", "fuzz", "import_records", "load", "parse_script", "read_script", "replay", "rulebook",
    "rules", "rulings", "show", "simulate", "solve", "solve_deals", "stats", "trace", "train", "tune", "why",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """A public name, imported now that it is wanted."""
    if name == "__version__":
        from .cli.version import version

        return version()
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home, __name__), name)


def __dir__() -> Iterable[str]:
    return sorted((*globals(), *_HOME, "__version__"))
