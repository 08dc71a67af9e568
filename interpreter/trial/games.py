"""The short run: always the same few games, with players that choose at random.

The length of the run is counted in choices, never in seconds, so the result for a file is the same on every machine.
Every number of players, every preset, every value of every option and most pairs of them are played by the engine
(`settings.py`): a module would have to be compiled for each setting, which takes longer than the few games.  If a game
stops under other settings, those that make no difference to that are put back, so that the message names only those
that do.  At last the default settings are played many times in a module (`modules.py`), by chance and by a player that
learns.  A fault in there by chance is played once more by the engine, which has the records of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

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
from ..program import ACTOR, OVER, PC, Program, Slots
from ..records import AnyRecord, Assigned, Listener, SetAgain
from .modules import choices_for, first_fault
from .settings import at_the_ends, programs
from .unfired import FiredRules

GAMES = 3
"""How many games the engine plays under the default settings."""
MEASURED_GAMES = 30
"""In how many more games the values are measured that a check would have to allow."""
OTHER_GAMES = 3
"""How many games are played at most under each of the other settings."""
EXTREME_CHOICES = 60
"""The most choices in each of two more games under these: by players who always choose the most, and the least."""
GREATEST_GAMES, GREATEST_CHOICES = 2, 200
"""Where all numbers are at their greatest, players who choose the most play more and longer games: decks run out."""
MOST_CHOICES = 1_000
"""The most choices in one game; then it is abandoned."""
PLAIN_CHOICES, OTHER_CHOICES = 600, 130
"""The most choices in all these games: under the default settings, and under each of the other settings."""
MANY = 50
"""So many options count as one more choice: each of them is looked at."""
MANY_TRIALS = 200
"""So many combinations of cards that are tested, legal or not, count as one more choice."""
SEED = 0
Way = Literal["option", "answer", "most", "least"]
"""How players choose: any option with the same probability; first one of the answers of the rules, then one of its
options (`_one_answer`); the option with the most in it (the highest number, the largest set of cards), or the least, so
that they pass where they can.
"""
EXTREMES: tuple[Way, ...] = ("most", "least")


@dataclass(frozen=True, slots=True)
class TrialGame:
    """A game of the short run: its number, which chance depends on, the most choices in it, and how players choose."""

    index: int
    limit: int
    way: Way = "option"


def _by_turns(index: int, limit: int) -> TrialGame:
    """A random game.  In every other one, each option of a question is as likely as any other; else, each answer is."""
    return TrialGame(index, limit, "answer" if index % 2 else "option")


@dataclass(frozen=True)
class StoppedGame:
    """A game that was stopped: the fault, its number, its program, the settings that are not defaults, its
    records, and how it was played.
    """

    fault: Fault
    game: int
    program: Program
    settings: tuple[str, ...]
    records: tuple[AnyRecord, ...]
    trial: TrialGame


class Unplayable(Exception):
    """The default values of the options do not go together; the text says why."""


class NobodyAsked(Exception):
    """Every game under the default settings was over before a player had to choose."""


def first_stopped(
    game: CheckedGame,
    unchecked: Set[Span] = frozenset(),
    *,
    only_defaults: bool = False,
    fired: FiredRules | None = None,
) -> StoppedGame | None:
    """The first game of the short run that stops with a fault of the rules; None if no game does.

    `unchecked`: the places of checks after a phase that are left out.  `only_defaults`: the rules passed with other
    default values, so a few games are enough.  `fired` gets what came up.  Raises `Unplayable` and `NobodyAsked`.
    """
    plain = _plain(game, unchecked)
    ready = Engine if fired is None else fired.engine
    engine, asked, offered, left = ready(plain), 0, 0, OTHER_CHOICES if only_defaults else PLAIN_CHOICES
    for index in range(GAMES):
        trial = _by_turns(index, min(MOST_CHOICES, left))
        made = _tried(engine, trial, fired)
        if isinstance(made, Fault):
            return _stopped(engine, made, trial, ())
        left -= made.cost
        asked += made.questions
        offered += made.offered
        if left <= 0:
            break
    if not asked and asks(game):
        raise NobodyAsked
    if only_defaults:
        return None
    most = at_the_ends(game, max)
    for number, (row, program) in enumerate(programs(game, unchecked)):
        engine, left = ready(program), OTHER_CHOICES
        for index in range(number, number + OTHER_GAMES):
            trial = _by_turns(index, left)
            made = _tried(engine, trial, fired)
            if isinstance(made, Fault):
                return _fewest(game, unchecked, plain, row, program, trial, made)
            left -= made.cost
            if left <= 0:
                break
        for trial in _extremes(number, greatest=row == most):
            made = _tried(engine, trial, fired)
            if isinstance(made, Fault):
                return _fewest(game, unchecked, plain, row, program, trial, made)
    return _in_module(plain, choices_for(offered / asked), fired) if asked else None


def values_in(
    game: CheckedGame, stopped: StoppedGame, unchecked: Set[Span], comparisons: Set[tuple[Span, Span]]
) -> dict[Span, set[int]]:
    """The values in comparisons of a check where it does not hold, by the place of each comparison.

    They are those of the game that was stopped by it, and of more games under the same settings.  `comparisons`: the
    places of the comparisons, and of their left sides.
    """
    played = stopped.program
    program = lower(game, played.options, played.players, unchecked=unchecked, measured=comparisons)
    engine, left, found = Engine(program), PLAIN_CHOICES, dict[Span, set[int]]()

    def listener(record: AnyRecord, _: Slots) -> None:
        if isinstance(record, Assigned | SetAgain) and not program.variables[record.variable].name:
            found.setdefault(record.span, set()).add(record.value)

    with suppress(Fault):
        _play(engine, stopped.trial, listener)
    for index in range(MEASURED_GAMES):
        with suppress(Fault):
            left -= _play(engine, _by_turns(index, min(MOST_CHOICES, left)), listener).cost
        if left <= 0:
            break
    return found


def _extremes(number: int, *, greatest: bool) -> Iterator[TrialGame]:
    """The games of players who always choose the most, and the least, under one setting."""
    for way in EXTREMES:
        yield TrialGame(number, EXTREME_CHOICES, way)
    for index in range(GREATEST_GAMES if greatest else 0):
        yield TrialGame(number + 1 + index, GREATEST_CHOICES, "most")


def _in_module(plain: Program, choices: int, fired: FiredRules | None) -> StoppedGame | None:
    """Play games in a module; return the first that stops with a fault, None if none does."""
    found = first_fault(plain, choices, SEED, fired)
    if found is None:
        return None
    if found.game is not None and found.fault.code not in _UNBOUNDED:
        engine, trial = Engine(plain), TrialGame(found.game, choices)
        again = _tried(engine, trial)
        if isinstance(again, Fault):
            return _stopped(engine, again, trial, ())
    return StoppedGame(found.fault, found.game or 0, plain, (), (), TrialGame(0, choices))


def _plain(game: CheckedGame, unchecked: Set[Span]) -> Program:
    """The program under the default settings.  Raises `Unplayable`."""
    try:
        return lower(game, unchecked=unchecked)
    except SettingsError as error:
        raise Unplayable(str(error)) from error


@dataclass(frozen=True, slots=True)
class _TrialLength:
    """How many questions a game had, how many options they had together, and how many combinations were tested."""

    questions: int
    offered: int
    trials: int

    @property
    def cost(self) -> int:
        """What counts for the length of the run."""
        return self.questions + self.offered // MANY + self.trials // MANY_TRIALS


def _tried(engine: Engine, trial: TrialGame, fired: FiredRules | None = None) -> _TrialLength | Fault:
    """What was played of a game, or the fault that stopped it."""
    try:
        return _play(engine, trial, fired=fired)
    except Fault as fault:
        return fault


def _stopped(engine: Engine, fault: Fault, trial: TrialGame, settings: tuple[str, ...]) -> StoppedGame:
    records = () if fault.code in _UNBOUNDED else _records(engine, trial)
    return StoppedGame(fault, trial.index, engine.program, settings, records, trial)


_UNBOUNDED = frozenset({"E1205"})
"""Endless loops: their records would fill the memory and show nothing."""


def _fewest(
    game: CheckedGame,
    unchecked: Set[Span],
    plain: Program,
    row: SettingRow,
    program: Program,
    trial: TrialGame,
    fault: Fault,
) -> StoppedGame:
    """The same fault with as few settings as possible that are not defaults."""
    base = default_row(game)
    for name in [name for name in row if row[name] != base[name]]:
        fewer = {**row, name: base[name]}
        with suppress(SettingsError):
            other = lower(game, row_text(game, fewer), fewer[PLAYERS], unchecked=unchecked)
            found = _tried(Engine(other), trial)
            if isinstance(found, Fault) and (found.code, found.span) == (fault.code, fault.span):
                row, program, fault = fewer, other, found
    return _stopped(Engine(program), fault, trial, different(plain, program))


def asks(game: CheckedGame) -> bool:
    """Whether the rules contain any question."""
    return any(isinstance(st, Choose | PlayTrick) for st in everything(game))


def _play(
    engine: Engine, trial: TrialGame, listener: Listener | None = None, fired: FiredRules | None = None
) -> _TrialLength:
    """Play a game for at most `trial.limit` choices; fewer, if they have very many options.  `fired` gets what came up.

    Raises `Fault` for an error of the rules.
    """
    state = engine.start(seed=SEED, index=trial.index, listener=listener)
    values, options_of = state.values, engine.compiled.options
    dice = [Dice(SEED, trial.index, player) for player in range(engine.program.players)]
    offering = engine.compiled.runtime.offering
    tested, length, answers = offering.trials, _TrialLength(0, 0, 0), set[tuple[int, int]]()
    while length.cost < trial.limit and (pc := number_in(values[PC])) > OVER:
        player = number_in(values[ACTOR])
        options = list(islice(options_of(values, ~pc), MOST_OFFERED))
        engine.compiled.written(values)
        if not options:
            engine.compiled.runtime.guards.fault("no choice", engine.program.asks[~pc].place)
        match trial.way:
            case "most" | "least":
                options = _extreme(engine.program, ~pc, options, most=trial.way == "most")
            case "answer":
                options = _one_answer(options, dice[player])
            case "option":
                pass
        option = options[dice[player].below(len(options)) if len(options) > 1 else 0]
        answers.add((~pc, option[0]))
        engine.take(values, ~pc, option, listener=listener, player=player)
        length = _TrialLength(length.questions + 1, length.offered + len(options), offering.trials - tested)
    if fired is not None:
        fired.add_game(engine, answers)
    return replace(length, questions=length.questions + (number_in(values[PC]) > OVER))


def _extreme(program: Program, ask: int, options: list[tuple[int, ...]], *, most: bool) -> list[tuple[int, ...]]:
    """The options with the most, or the least, numbers and cards in them."""
    kinds = [[bound.type.kind for bound in alternative.bound] for alternative in program.asks[ask].alternatives]

    def amount(option: tuple[int, ...]) -> int:
        named = zip(kinds[option[0]], option[1:], strict=False)
        return sum(1 + (v if kind == "number" else v.bit_count() if kind == "set" else 0) for kind, v in named)

    amounts = [amount(option) for option in options]
    wanted = max(amounts) if most else min(amounts)
    return [option for option, found in zip(options, amounts, strict=True) if found == wanted]


def _one_answer(options: list[tuple[int, ...]], dice: Dice) -> list[tuple[int, ...]]:
    """The options of one of the answers of the rules, each of which has the same probability.

    For example, a bid of misere is one of forty options, but one of only three answers.
    """
    answers = list(dict.fromkeys(option[0] for option in options))
    if not 1 < len(answers) < len(options):
        return options
    chosen = answers[dice.below(len(answers))]
    return [option for option in options if option[0] == chosen]


def _records(engine: Engine, trial: TrialGame) -> tuple[AnyRecord, ...]:
    """Play a game that stops once more, and return its records."""
    found: list[AnyRecord] = []
    with suppress(Fault):
        _play(engine, trial, lambda record, _: found.append(record))
    return tuple(found)


def different(plain: Program, program: Program) -> tuple[str, ...]:
    """The settings of a program that are not defaults, as they are written: `aces low`."""
    usual, players = plain.options, (f"{program.players} players",) * (program.players != plain.players)
    changed = ((name, value) for name, value in program.options.items() if usual.get(name) != value)
    return (*players, *(f"{name} {setting_text(value)}" for name, value in changed))
