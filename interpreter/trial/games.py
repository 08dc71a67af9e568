"""The short run: always the same few games, with players that choose at random.

The length of the run is counted in choices, never in seconds, so the result for a file is the same on every machine.
The default settings are played most, and longer if a variant was laid over the game.  Then every number of players,
every preset and every value of every option is played at least once (`settings.py`).  If a game stops under other
settings, those that make no difference to that are put back, so that the message names only those that do.

The games are played by the engine: a module would have to be compiled for each setting, which takes longer than the few
games.
"""

from __future__ import annotations

from collections.abc import Set
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from ...dsl.checked import CheckedGame, Choose, PlayTrick
from ...dsl.limits import MOST_OFFERED
from ...dsl.source.span import Span
from ...dsl.traversal import everything
from ...dsl.types import setting_text
from ..engine.chance import Dice
from ..engine.engine import Engine
from ..engine.state import number_in
from ..faults import Fault
from ..fuzz.settings import PLAYERS, SettingRow, default_row, row_text
from ..lowering import SettingsError, lower
from ..program import ACTOR, OVER, PC, Program
from ..records import AnyRecord, Listener
from .cached import sources
from .settings import programs

GAMES = 3
"""How many games are played under the default settings."""
VARIANT_GAMES = 40
"""The same for a variant: what it changes may come up in only one game of many, and is what its author wants to know
about.
"""
OTHER_GAMES = 3
"""How many games are played at most under each of the other settings."""
MOST_CHOICES = 1_000
"""The most choices in one game; then it is abandoned."""
PLAIN_CHOICES, VARIANT_CHOICES, OTHER_CHOICES = 600, 4_000, 130
"""The most choices in all games: under the default settings, the same for a variant, and under each of the other
settings.
"""
SEED = 0


@dataclass(frozen=True)
class StoppedGame:
    """A game that was stopped: the fault, its number, its program, the settings that are not defaults, and its
    records.
    """

    fault: Fault
    game: int
    program: Program
    settings: tuple[str, ...]
    records: tuple[AnyRecord, ...]


class Unplayable(Exception):
    """The default values of the options do not go together; the text says why."""


class NobodyAsked(Exception):
    """Every game under the default settings was over before a player had to choose."""


def first_stopped(game: CheckedGame, unchecked: Set[Span] = frozenset()) -> StoppedGame | None:
    """The first game of the short run that stops with a fault of the rules; None if no game does.

    `unchecked`: the places of checks after a phase that are left out.  Raises `Unplayable` and `NobodyAsked`.
    """
    variant = _is_variant(game)
    plain = _plain(game, unchecked)
    most, left = (VARIANT_GAMES, VARIANT_CHOICES) if variant else (GAMES, PLAIN_CHOICES)
    engine, asked = Engine(plain), 0
    for index in range(most):
        limit = min(MOST_CHOICES, left)
        made = _tried(engine, index, limit)
        if isinstance(made, Fault):
            return _stopped(engine, made, index, limit, ())
        left -= made
        asked += made
        if left <= 0:
            break
    if not asked and asks(game):
        raise NobodyAsked
    for number, (row, program) in enumerate(programs(game, unchecked)):
        engine, left = Engine(program), OTHER_CHOICES
        for index in range(number, number + OTHER_GAMES):
            made = _tried(engine, index, left)
            if isinstance(made, Fault):
                return _fewest(game, unchecked, plain, row, program, index, left, made)
            left -= made
            if left <= 0:
                break
    return None


def _plain(game: CheckedGame, unchecked: Set[Span]) -> Program:
    """The program under the default settings.  Raises `Unplayable`."""
    try:
        return lower(game, unchecked=unchecked)
    except SettingsError as error:
        raise Unplayable(str(error)) from error


def _tried(engine: Engine, index: int, limit: int) -> int | Fault:
    """The number of questions of a game, or the fault that stopped it."""
    try:
        return _play(engine, index, limit)
    except Fault as fault:
        return fault


def _stopped(engine: Engine, fault: Fault, index: int, limit: int, settings: tuple[str, ...]) -> StoppedGame:
    # The records of an endless loop would fill the memory and show nothing.
    records = () if fault.code == "E1205" else _records(engine, index, limit)
    return StoppedGame(fault, index, engine.program, settings, records)


def _fewest(
    game: CheckedGame,
    unchecked: Set[Span],
    plain: Program,
    row: SettingRow,
    program: Program,
    index: int,
    limit: int,
    fault: Fault,
) -> StoppedGame:
    """The same fault with as few settings as possible that are not defaults."""
    base = default_row(game)
    for name in [name for name in row if row[name] != base[name]]:
        fewer = {**row, name: base[name]}
        with suppress(SettingsError):
            other = lower(game, row_text(game, fewer), fewer[PLAYERS], unchecked=unchecked)
            found = _tried(Engine(other), index, limit)
            if isinstance(found, Fault) and (found.code, found.span) == (fault.code, fault.span):
                row, program, fault = fewer, other, found
    return _stopped(Engine(program), fault, index, limit, different(plain, program))


def _is_variant(game: CheckedGame) -> bool:
    """Whether a variant was laid over the game: some part of it is in another file."""
    return len(sources(game)) > 1


def asks(game: CheckedGame) -> bool:
    """Whether the rules contain any question."""
    return any(isinstance(st, Choose | PlayTrick) for st in everything(game))


def _play(engine: Engine, index: int, limit: int, listener: Listener | None = None) -> int:
    """Play game `index` with random players, for at most `limit` choices.  Returns how many questions there were.

    Raises `Fault` for an error of the rules.
    """
    state = engine.start(seed=SEED, index=index, listener=listener)
    values, options_of = state.values, engine.compiled.options
    dice = [Dice(SEED, index, player) for player in range(engine.program.players)]
    made = 0
    while made < limit and (pc := number_in(values[PC])) > OVER:
        player = number_in(values[ACTOR])
        options = list(islice(options_of(values, ~pc), MOST_OFFERED))
        engine.compiled.written(values)
        if not options:
            engine.compiled.runtime.guards.fault("no choice", engine.program.asks[~pc].place)
        option = _one_of(options, dice[player], index % 2 == 1)
        engine.take(values, ~pc, option, listener=listener, player=player)
        made += 1
    return made + (number_in(values[PC]) > OVER)


def _one_of(options: list[tuple[int, ...]], dice: Dice, by_answer: bool) -> tuple[int, ...]:
    """Choose a random option: either all options have the same probability, or (`by_answer`) first one of the answers
    of the rules is chosen, then one of its options.

    For example, a bid of misere is one of forty options, but one of only three answers.
    """
    if by_answer:
        answers = list(dict.fromkeys(option[0] for option in options))
        if 1 < len(answers) < len(options):
            chosen = answers[dice.below(len(answers))]
            options = [option for option in options if option[0] == chosen]
    return options[dice.below(len(options)) if len(options) > 1 else 0]


def _records(engine: Engine, index: int, limit: int) -> tuple[AnyRecord, ...]:
    """Play a game that stops once more, and return its records."""
    found: list[AnyRecord] = []
    with suppress(Fault):
        _play(engine, index, limit, lambda record, _: found.append(record))
    return tuple(found)


def different(plain: Program, program: Program) -> tuple[str, ...]:
    """The settings of a program that are not defaults, as they are written: `aces low`."""
    usual, players = plain.options, (f"{program.players} players",) * (program.players != plain.players)
    changed = ((name, value) for name, value in program.options.items() if usual.get(name) != value)
    return (*players, *(f"{name} {setting_text(value)}" for name, value in changed))
