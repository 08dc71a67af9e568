"""Hypothesis strategies for rulesets, options, seeds, choices and positions."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from ..dsl.checked import CheckedGame
from ..dsl.loading import load
from ..dsl.loading import rulesets as shipped
from ..interpreter.engine import Question
from ..interpreter.errors import RulesError
from ..interpreter.fuzz.settings import tried_values
from ..interpreter.fuzz.strategies import STRATEGIES
from ..interpreter.fuzz.watched import Ground
from ..interpreter.lowering import SettingsError, SettingValue
from ..interpreter.lowering.settings import option_word
from ..interpreter.program import Program
from ..interpreter.records import Choice
from .drawn import drawn_game, drawn_program
from .position import Position, played

MOST_CHOICES = 60
"""The default of `most`: the most choices of a random game before a position."""
_LISTED = 1_000
"""How many options of a question can be drawn."""
_KEPT = 64
_TRIES = 20


def rulesets() -> st.SearchStrategy[str]:
    """The name of a ruleset or variant that comes with Hoyle."""
    return st.sampled_from(sorted(shipped()))


def games(*rules: str | Path) -> st.SearchStrategy[CheckedGame]:
    """A checked game: one of some rulesets (names) or rule files (paths, or names that end in .hoyle); by default, one
    of those that come with Hoyle.

    A file with errors raises `GameError` when it is drawn.
    """
    return st.sampled_from(rules or sorted(shipped())).map(_loaded)


@lru_cache(maxsize=_KEPT)
def _loaded(rules: str | Path) -> CheckedGame:
    found = load(Path(rules) if str(rules).endswith(".hoyle") else rules)
    if found.game is None:
        raise RulesError(*(one for one in found.diagnostics if one.severity == "error"))
    return drawn_game(found.game)


def options(game: CheckedGame) -> st.SearchStrategy[dict[str, SettingValue]]:
    """Any options of a game, as an author writes them.  They shrink to the defaults; of long ranges only some values
    are drawn.

    The values may not go together; see `settings`.
    """
    values = {option: tried_values(option) for option in game.options}
    drawn = {o.name: st.sampled_from([option_word(o, value) for value in values[o]]) for o in values}
    return st.fixed_dictionaries(drawn)


def settings(game: CheckedGame) -> st.SearchStrategy[tuple[dict[str, SettingValue], int]]:
    """Options that go together, and a number of players."""
    return _settled(game).map(lambda program: (dict(program.options), program.players))


def _settled(game: CheckedGame) -> st.SearchStrategy[Program]:
    """The program of settings that can be played: one of a few that are drawn, or else the default."""
    default = game.players[2]
    seats = st.just(default) | st.sampled_from(game.counts)

    @st.composite
    def settled(draw: st.DrawFn) -> Program:
        for _ in range(_TRIES):
            try:
                return _lowered(game, tuple(draw(options(game)).items()), draw(seats))
            except SettingsError:
                continue
        return _lowered(game, (), default)

    return settled()


_lowering: dict[Any, Program] = {}


def _lowered(game: CheckedGame, chosen: tuple[tuple[str, SettingValue], ...], players: int) -> Program:
    key = (game, chosen, players)
    if key not in _lowering:
        if len(_lowering) >= _KEPT:
            _lowering.clear()
        _lowering[key] = drawn_program(game, dict(chosen), players)
    return _lowering[key]


def programs(*rules: str | Path) -> st.SearchStrategy[Program]:
    """A game ready to be played: one of some rulesets (as in `games`), with any options and number of players."""
    return games(*rules).flatmap(_settled)


def seeds() -> st.SearchStrategy[int]:
    """A seed for the chance of a game."""
    return st.integers(0, 2**32 - 1)


def choices(question: Question) -> st.SearchStrategy[Choice]:
    """A legal answer to a question.  It shrinks to the first option."""
    return st.sampled_from(list(islice(question.choices(), _LISTED)))


def positions(program: Program, most: int = MOST_CHOICES) -> st.SearchStrategy[Position]:
    """A position in a random game of a program, after at most `most` choices.  It shrinks to the beginning of the
    game.
    """
    ground = ground_of(program)

    @st.composite
    def position(draw: st.DrawFn) -> Position:
        strategy = draw(st.sampled_from(sorted(set(STRATEGIES))))
        return played(ground, draw(seeds()), strategy, draw(st.integers(0, 999)), draw(st.integers(0, most)))

    return position()


_grounds: dict[Program, Ground] = {}


def ground_of(program: Program) -> Ground:
    """The engine and module for a program.  The last few are kept."""
    kept = _grounds.get(program)
    if kept is None:
        if len(_grounds) >= _KEPT:
            _grounds.clear()
        kept = _grounds[program] = Ground(program)
    return kept
