"""The short run: the same few games every time, by players who choose by chance.

How much is played is counted in choices, never in seconds, so a file is found right or wrong on every machine alike.
The plain settings are played most; then the fewest and the most players, each preset, and some other values of options.
Measured on the rulesets that ship, the run takes less time than reading and checking the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from ...dsl.checked import Choose, Game, PlayTrick
from ...dsl.traversal import everything
from ..batch.playout import Playout
from ..faults import Fault
from ..fuzz.settings import plan
from ..lowering import OptionValue, SettingsError, lower
from ..players import maker
from ..program import Program
from ..records import AnyRecord

GAMES = 10
"""Games under the plain settings."""
OTHER_GAMES = 2
"""Games under each of the other settings."""
MOST_SETTINGS = 4
MOST_CHOICES = 1_000
"""Choices of one game; then it is left alone."""
PLAIN_CHOICES, OTHER_CHOICES = 2_000, 400
"""Choices of all games under the plain settings, and under each of the others."""
SEED = 0


@dataclass(frozen=True)
class Stopped:
    """A game that stopped: why, its number, its program, what was not played by default, and what had happened."""

    fault: Fault
    game: int
    program: Program
    settings: tuple[str, ...]
    records: tuple[AnyRecord, ...]


class Unplayable(Exception):
    """The options as they stand by default are not allowed together; says why."""


class NobodyAsked(Exception):
    """Every game of the plain settings was over before anybody had to choose."""


class _Enough(Exception):
    """A game has been played for long enough."""


def first_stopped(game: Game) -> Stopped | None:
    """The first game of the short run that stops with a fault of the rules; None if none does.

    Raises `Unplayable` and `NobodyAsked`."""
    for number, (program, settings) in enumerate(_programs(game)):
        left = PLAIN_CHOICES if number == 0 else OTHER_CHOICES
        asked = 0
        playout = Playout(program, [maker("random")] * program.players, SEED)
        for index in range(GAMES if number == 0 else OTHER_GAMES):
            limit = min(MOST_CHOICES, left)
            counter = _Counter(limit)
            try:
                playout.play(index, asked=counter)
            except _Enough:
                pass
            except Fault as fault:
                return Stopped(fault, index, program, settings, _records(playout, index, limit))
            left -= counter.made
            asked += counter.made
            if left <= 0:
                break
        if number == 0 and not asked and asks(game):
            raise NobodyAsked
    return None


def asks(game: Game) -> bool:
    """Whether the rules ask anybody anything, here or there."""
    return any(isinstance(st, Choose | PlayTrick) for st in everything(game))


class _Counter:
    """Counts the choices of a game, and stops it when there were enough."""

    def __init__(self, limit: int) -> None:
        self.limit, self.made = limit, 0

    def __call__(self, player: int, ask: int, options: list[tuple[int, ...]]) -> None:
        self.made += 1
        if self.made > self.limit:
            raise _Enough


def _records(playout: Playout, index: int, limit: int) -> tuple[AnyRecord, ...]:
    """Everything that happened in a game that stops, once more."""
    found: list[AnyRecord] = []
    with suppress(Fault, _Enough):
        playout.play(index, lambda record, _: found.append(record), _Counter(limit))
    return tuple(found)


def _programs(game: Game) -> Iterator[tuple[Program, tuple[str, ...]]]:
    """The programs of the settings that are played, the plain ones first, each with what is set in it."""
    low, high, default = game.players
    try:
        yield lower(game), ()
    except SettingsError as error:
        raise Unplayable(str(error)) from error
    tried = 1
    for players in dict.fromkeys((low, high)):
        if players != default:
            yield lower(game, {}, players), (f"{players} players",)
            tried += 1
    for program in plan(game, {}, vary=True, players=default, most=MOST_SETTINGS - tried + 1)[1:]:
        yield program, _set(game, program)


def _set(game: Game, program: Program) -> tuple[str, ...]:
    """What is not played by default, as it is written: `aces low`."""
    plain: dict[str, OptionValue] = dict(lower(game).options)
    return tuple(f"{name} {_word(value)}" for name, value in program.options.items() if plain.get(name) != value)


def _word(value: OptionValue) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
