"""A position in a game for tests, and assertions that it is sound."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..interpreter.engine import Dice, Engine, Question, State
from ..interpreter.errors import wrong
from ..interpreter.fuzz.invariants import INVARIANTS
from ..interpreter.fuzz.scripts import message_of
from ..interpreter.fuzz.strategies import STRATEGIES, Strategy
from ..interpreter.fuzz.watched import BrokenInvariant, Ground, WatchedGame
from ..interpreter.game import Game, Rules
from ..interpreter.opening.opened import OpenedGame
from ..interpreter.program import Program
from ..interpreter.records import AnyRecord, Choice, Where
from ..interpreter.text.parse import Words
from .drawn import DrawnProgram
from .printing import ShortRepr


@dataclass(frozen=True)
class Position(ShortRepr):
    """A state of a game, with the engine that plays it and how it was reached.

    `seed`, `strategy` and `dice` are those with which the game was played so far; `choices` is the number of choices.
    """

    ground: Ground
    state: State
    records: tuple[AnyRecord, ...]
    seed: int
    strategy: str
    dice: int
    choices: int

    @property
    def engine(self) -> Engine:
        """The engine that plays the game."""
        return self.ground.engine

    @property
    def program(self) -> Program:
        """The program: the game with its options."""
        return self.ground.program

    @property
    def question(self) -> Question | None:
        """The open question; None if the game is over."""
        return self.engine.question(self.state)

    @property
    def game(self) -> Game:
        """The same position as a `hoyle.Game`, which is used by names; a new object at each call.

        Raises `GameError` for a program that was not made by a strategy, because it does not know its rules.
        """
        rules = rules_of(self.ground)
        if rules is None:
            raise wrong("only programs of `programs` and `settings` can be played as games")
        return rules.at(self.state)

    def after(self, choice: Choice) -> Position:
        """The position after a choice.  Raises `GameError` if the choice is not legal, and `Fault` for an error of the
        rules.
        """
        records = list(self.records)

        def hear(record: AnyRecord, slots: object) -> None:
            records.append(record)

        state = self.engine.apply(self.state, choice, listener=hear)
        return replace(self, state=state, records=tuple(records), choices=self.choices + 1)

    def value(self, name: str, owner: int = -1) -> int:
        """The value of a variable (of an owner), as a number.  Raises `KeyError` if there is none of that name."""
        numbers = {info.name: number for number, info in enumerate(self.program.variables)}
        return self.engine.value(self.state, numbers[name], owner)

    def values(self, name: str) -> list[int]:
        """The values of a variable for all owners."""
        counts = {info.name: info.count for info in self.program.variables}
        return [self.value(name, owner) for owner in range(counts[name])]

    def cards(self, name: str, owner: int = -1) -> tuple[int, ...]:
        """The cards in a zone (of an owner), as numbers.  Raises `KeyError` if there is no zone of that name."""
        numbers = {info.name: number for number, info in enumerate(self.program.zones)}
        return self.engine.cards(self.state, Where(numbers[name], owner))

    def sizes(self, name: str) -> list[int]:
        """The number of cards in a zone, for each owner."""
        counts = {info.name: info.count for info in self.program.zones}
        return [len(self.cards(name, owner)) for owner in range(counts[name])]

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.program.options.items())
        return (
            f"<{self.program.title} ({options}) for {self.program.players}, seed {self.seed}, "
            f"after {self.choices} choices of strategy {self.strategy!r}, dice {self.dice}>"
        )


def rules_of(ground: Ground) -> Rules | None:
    """The rules of a program in the Python API; None for a program that was not made by a strategy."""
    program = ground.program
    if not isinstance(program, DrawnProgram) or program.checked is None:
        return None
    return Rules(program.ruleset, (), OpenedGame(program.checked, ground.engine, Words(program)), "python")


def played(ground: Ground, seed: int, strategy: str, dice: int, choices: int) -> Position:
    """The position after `choices` choices of a random game, or at its end.  Raises `Fault` for an error of the
    rules.
    """
    records: list[AnyRecord] = []

    def hear(record: AnyRecord, slots: object) -> None:
        records.append(record)

    engine = ground.engine
    state = engine.start(seed=seed, listener=hear)
    chooser, made = Strategy(Dice(dice), strategy), 0
    while made < choices and (question := engine.question(state)) is not None:
        incident = chooser.incident(question)
        if incident is not None:
            state = engine.declare(state, incident, listener=hear)
        else:
            state = engine.apply(state, chooser.choose(question), listener=hear)
        made += 1
    return Position(ground, state, tuple(records), seed, strategy, dice, made)


def assert_sound(position: Position) -> None:
    """Assert every built-in invariant about a position and what led to it.  Raises `AssertionError`."""
    looked = WatchedGame(position.ground, INVARIANTS, Dice(position.dice))
    looked.state, looked.records = position.state, list(position.records)
    complain(looked.look(), position)


def assert_sound_game(program: Program, seed: int = 0, *, strategy: str = STRATEGIES[0], length: int = 1_000) -> int:
    """Play a random game and check every invariant after every choice.  Returns how many choices the game had.

    `strategy` is one of `interpreter.fuzz.strategies.STRATEGIES`.  Raises `AssertionError` for the first invariant that
    fails.
    """
    game = WatchedGame(Ground(program), INVARIANTS, Dice(seed))
    chooser = Strategy(Dice(seed, 1), strategy)
    broken = game.start(seed)
    while broken is None and game.question is not None and len(game.steps) <= length:
        incident = chooser.incident(game.question)
        broken = game.declare(incident) if incident is not None else game.take(chooser.choose(game.question))
    complain(broken, f"game {seed} of {program.title}, choice {len(game.steps) - 1}")
    return len(game.steps) - 1


def complain(broken: BrokenInvariant | None, where: object) -> None:
    """Raise `AssertionError` if an invariant failed."""
    if broken is not None:
        place = f"{broken.span}: " if broken.span is not None else ""
        raise AssertionError(f"{place}{broken.code or broken.invariant}: {message_of(broken)} — {where}")
