"""The short run: always the same few games, with players that choose at random.

The length of the run is counted in choices, never in seconds, so the result for a file is the same on every machine.
The default settings are played most, and longer if a variant was laid over the game; then the fewest and the most
players, each preset, and some other values of options.  Measured on the rulesets that come with Hoyle, `hoyle check`
takes at most about twice the time of `hoyle check --no-play`.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from ...dsl.checked import CheckedGame, Choose, PlayTrick
from ...dsl.limits import MOST_OFFERED
from ...dsl.provenance.citations import children
from ...dsl.source.span import Span
from ...dsl.syntax.nodes import Node
from ...dsl.traversal import everything
from ...dsl.types import setting_text
from ..engine.chance import Dice
from ..engine.engine import Engine
from ..engine.state import number_in
from ..faults import Fault
from ..fuzz.settings import PLAYERS, row_text, rows
from ..lowering import SettingsError, lower
from ..program import ACTOR, OVER, PC, Program
from ..records import AnyRecord, Listener

GAMES = 3
"""How many games are played under the default settings."""
VARIANT_GAMES = 40
"""The same for a variant: what it changes may come up in only one game of many, and is what its author wants to know
about.
"""
OTHER_GAMES = 1
"""How many games are played under each of the other settings."""
MOST_SETTINGS = 3
MOST_CHOICES = 1_000
"""The most choices in one game; then it is abandoned."""
PLAIN_CHOICES, VARIANT_CHOICES, OTHER_CHOICES = 600, 4_000, 150
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
    for number, (program, settings) in enumerate(_programs(game, unchecked)):
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
                # The records of an endless loop would fill the memory and show nothing.
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
    """Whether a variant was laid over the game: some part of it is in another file."""
    nodes: list[Node] = [game.tree]
    while nodes:
        node = nodes.pop()
        if node.span.source != game.tree.span.source:
            return True
        nodes.extend(children(node))
    return False


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


def _programs(game: CheckedGame, unchecked: Set[Span]) -> Iterator[tuple[Program, tuple[str, ...]]]:
    """The programs of the settings that are played, the default first; each with the settings that are not defaults."""
    low, high, default = game.players
    try:
        plain = lower(game, unchecked=unchecked)
    except SettingsError as error:
        raise Unplayable(str(error)) from error
    yield plain, ()
    tried = 1
    for players in dict.fromkeys((low, high)):
        if players != default:
            yield lower(game, {}, players, unchecked=unchecked), (f"{players} players",)
            tried += 1
    for row in rows(game):
        if tried >= MOST_SETTINGS:
            return
        with suppress(SettingsError):  # these values do not go together; neither is at fault
            program = lower(game, row_text(game, row), row[PLAYERS], unchecked=unchecked)
            if program.options != plain.options:
                yield program, _set(plain, program)
                tried += 1


def _set(plain: Program, program: Program) -> tuple[str, ...]:
    """The settings of a program that are not defaults, as they are written: `aces low`."""
    usual = plain.options
    return tuple(f"{name} {setting_text(value)}" for name, value in program.options.items() if usual.get(name) != value)
