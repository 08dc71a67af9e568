"""The short run: the same few games every time, by players who choose by chance.

How much is played is counted in choices, never in seconds, so a file is found right or wrong on every machine alike.
The plain settings are played most, longer if a variant was laid over the game; then the fewest and the most players,
each preset, and some other values of options.
Measured on the rulesets that ship, `hoyle check` takes at most about twice the time of `hoyle check --no-play`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from ...dsl.checked import CheckedGame, Choose, PlayTrick
from ...dsl.limits import MOST_OFFERED
from ...dsl.provenance.citations import children
from ...dsl.syntax.nodes import Node
from ...dsl.traversal import everything
from ..engine.chance import Dice
from ..engine.engine import Engine
from ..faults import Fault
from ..fuzz.settings import PLAYERS, rows, said
from ..lowering import OptionValue, SettingsError, lower
from ..program import ACTOR, OVER, PC, Program
from ..records import AnyRecord, Listener

GAMES = 3
"""Games under the plain settings."""
VARIANT_GAMES = 40
"""… of a variant: what it changes may come up in one game of many, and is what somebody wants to know about."""
OTHER_GAMES = 1
"""Games under each of the other settings."""
MOST_SETTINGS = 3
MOST_CHOICES = 1_000
"""Choices of one game; then it is left alone."""
PLAIN_CHOICES, VARIANT_CHOICES, OTHER_CHOICES = 600, 4_000, 150
"""Choices of all games under the plain settings, those of a variant, and under each of the others."""
SEED = 0


@dataclass(frozen=True)
class StoppedGame:
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


def first_stopped(game: CheckedGame) -> StoppedGame | None:
    """The first game of the short run that stops with a fault of the rules; None if none does.

    Raises `Unplayable` and `NobodyAsked`."""
    variant = _is_variant(game)
    for number, (program, settings) in enumerate(_programs(game)):
        games, left = OTHER_GAMES, OTHER_CHOICES
        if number == 0:
            games, left = (VARIANT_GAMES, VARIANT_CHOICES) if variant else (GAMES, PLAIN_CHOICES)
        asked = 0
        engine = Engine(program)
        for index in range(games):
            limit = min(MOST_CHOICES, left)
            try:
                made = _play(engine, index, limit)
            except Fault as fault:
                # What happened in a loop without end would fill the memory, and says nothing.
                records = () if fault.code == "E1205" else _records(engine, index, limit)
                return StoppedGame(fault, index, program, settings, records)
            left -= made
            asked += made
            if left <= 0:
                break
        if number == 0 and not asked and asks(game):
            raise NobodyAsked
    return None


def _is_variant(game: CheckedGame) -> bool:
    """Whether a variant was laid over the game: some part of it stands in another file."""
    nodes: list[Node] = [game.tree]
    while nodes:
        node = nodes.pop()
        if node.span.source != game.tree.span.source:
            return True
        nodes.extend(children(node))
    return False


def asks(game: CheckedGame) -> bool:
    """Whether the rules ask anybody anything, here or there."""
    return any(isinstance(st, Choose | PlayTrick) for st in everything(game))


def _play(engine: Engine, index: int, limit: int, listener: Listener | None = None) -> int:
    """Game `index`, by players who choose by chance, for at most `limit` choices: how many questions there were.

    Raises `Fault`."""
    state = engine.start(seed=SEED, index=index, listener=listener)
    values, options_of = state.values, engine.compiled.options
    dice = [Dice(SEED, index, player) for player in range(engine.program.players)]
    made = 0
    while made < limit and (pc := _number(values[PC])) > OVER:
        player = _number(values[ACTOR])
        options = list(islice(options_of(values, ~pc), MOST_OFFERED))
        if not options:
            engine.compiled.runtime.guards.fault("no choice", engine.program.asks[~pc].place)
        option = _one_of(options, dice[player], index % 2 == 1)
        engine.take(values, ~pc, option, listener=listener, player=player)
        made += 1
    return made + (_number(values[PC]) > OVER)


def _one_of(options: list[tuple[int, ...]], dice: Dice, by_answer: bool) -> tuple[int, ...]:
    """One of the options by chance: each as likely, or first one of the answers of the rules, then how it is given.

    A bid of misere is one option beside forty others, but one of three answers."""
    if by_answer:
        answers = list(dict.fromkeys(option[0] for option in options))
        if 1 < len(answers) < len(options):
            chosen = answers[dice.below(len(answers))]
            options = [option for option in options if option[0] == chosen]
    return options[dice.below(len(options)) if len(options) > 1 else 0]


def _number(value: int | tuple[int, ...]) -> int:
    assert isinstance(value, int)
    return value


def _records(engine: Engine, index: int, limit: int) -> tuple[AnyRecord, ...]:
    """Everything that happened in a game that stops, once more."""
    found: list[AnyRecord] = []
    with suppress(Fault):
        _play(engine, index, limit, lambda record, _: found.append(record))
    return tuple(found)


def _programs(game: CheckedGame) -> Iterator[tuple[Program, tuple[str, ...]]]:
    """The programs of the settings that are played, the plain ones first, each with what is set in it."""
    low, high, default = game.players
    try:
        plain = lower(game)
    except SettingsError as error:
        raise Unplayable(str(error)) from error
    yield plain, ()
    tried = 1
    for players in dict.fromkeys((low, high)):
        if players != default:
            yield lower(game, {}, players), (f"{players} players",)
            tried += 1
    for row in rows(game):
        if tried >= MOST_SETTINGS:
            return
        with suppress(SettingsError):  # these values do not go together, which is none of their fault
            program = lower(game, said(game, row), row[PLAYERS])
            if program.options != plain.options:
                yield program, _set(plain, program)
                tried += 1


def _set(plain: Program, program: Program) -> tuple[str, ...]:
    """What is not played by default, as it is written: `aces low`."""
    usual = plain.options
    return tuple(f"{name} {_word(value)}" for name, value in program.options.items() if usual.get(name) != value)


def _word(value: OptionValue) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
