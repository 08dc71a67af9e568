"""A place in a game that tests look at, and the assertions that it is sound."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..interpreter.engine import Dice, Engine, Question, State
from ..interpreter.fuzz.invariants import INVARIANTS, STANDING
from ..interpreter.fuzz.scripts import message_of
from ..interpreter.fuzz.strategies import STRATEGIES, Strategy
from ..interpreter.fuzz.watched import BrokenInvariant, GameUnderTest, Ground, Watched
from ..interpreter.game import Game, Rules
from ..interpreter.program import Program
from ..interpreter.records import AnyRecord, Choice, Where
from ..interpreter.replay.setup import Table
from ..interpreter.text.parse import Words
from .drawn import DrawnProgram
from .printing import Short


@dataclass(frozen=True)
class Position(Short):
    """A state of a game, with the engine that plays it and how it was reached.

    `seed`, `strategy` and `dice` are what the game so far was played with, `choices` how many there were."""

    ground: Ground
    state: State
    records: tuple[AnyRecord, ...]
    seed: int
    strategy: str
    dice: int
    choices: int

    @property
    def engine(self) -> Engine:
        """What plays the game."""
        return self.ground.engine

    @property
    def program(self) -> Program:
        """The game, with its options chosen."""
        return self.ground.program

    @property
    def question(self) -> Question | None:
        """The question that is open; None if the game is over."""
        return self.engine.question(self.state)

    @property
    def game(self) -> Game:
        """The same place as a `hoyle.Game`, which is read and played on by names; a new one each time.

        Raises `ValueError` for a program that no strategy made: it does not know its rules."""
        rules = rules_of(self.ground)
        if rules is None:
            raise ValueError("only programs of `programs` and `settings` can be played as games")
        return rules.at(self.state)

    def after(self, choice: Choice) -> Position:
        """The position a choice leads to.  Raises `ValueError` if it is not legal, and `Fault`."""
        records = list(self.records)

        def hear(record: AnyRecord, slots: object) -> None:
            records.append(record)

        state = self.engine.apply(self.state, choice, listener=hear)
        return replace(self, state=state, records=tuple(records), choices=self.choices + 1)

    def value(self, name: str, owner: int = -1) -> int:
        """What the rules remember under a name (of an owner), as a number.  Raises `KeyError`."""
        numbers = {info.name: number for number, info in enumerate(self.program.variables)}
        return self.engine.value(self.state, numbers[name], owner)

    def values(self, name: str) -> list[int]:
        """The same for every owner."""
        counts = {info.name: info.count for info in self.program.variables}
        return [self.value(name, owner) for owner in range(counts[name])]

    def cards(self, name: str, owner: int = -1) -> tuple[int, ...]:
        """The cards in a zone (of an owner), as numbers.  Raises `KeyError`."""
        numbers = {info.name: number for number, info in enumerate(self.program.zones)}
        return self.engine.cards(self.state, Where(numbers[name], owner))

    def sizes(self, name: str) -> list[int]:
        """How many cards lie in a zone, for every owner."""
        counts = {info.name: info.count for info in self.program.zones}
        return [len(self.cards(name, owner)) for owner in range(counts[name])]

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.program.options.items())
        return (
            f"<{self.program.title} ({options}) for {self.program.players}, seed {self.seed}, "
            f"after {self.choices} choices of strategy {self.strategy!r}, dice {self.dice}>"
        )


def rules_of(ground: Ground) -> Rules | None:
    """The rules of a program in the Python API; None for one that no strategy made, as it does not know its rules."""
    program = ground.program
    if not isinstance(program, DrawnProgram) or program.checked is None:
        return None
    return Rules(program.ruleset, (), Table(program.checked, ground.engine, Words(program)), "python")


def played(ground: Ground, seed: int, strategy: str, dice: int, choices: int) -> Position:
    """The position after so many choices of a random game, or at its end.  Raises `Fault` for an error of the rules."""
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
    """Everything built in that must hold where a game stands and of what led there.  Raises `AssertionError`."""
    looked = Watched(position.ground, INVARIANTS, Dice(position.dice))
    looked.state, looked.records = position.state, list(position.records)
    complain(looked.look(), position)


def assert_sound_state(ground: Ground, state: State, dice: int = 0) -> None:
    """Everything built in that must hold where a game stands, whatever led there.  Raises `AssertionError`."""
    complain(GameUnderTest(ground, Dice(dice), state).broken(STANDING), state)


def assert_sound_game(program: Program, seed: int = 0, *, strategy: str = STRATEGIES[0], length: int = 1_000) -> int:
    """Play a random game with every invariant looked at after every choice; how many choices it had.

    `strategy` is one of `interpreter.fuzz.strategies.STRATEGIES`.  Raises `AssertionError` for what does not hold."""
    game = Watched(Ground(program), INVARIANTS, Dice(seed))
    chooser = Strategy(Dice(seed, 1), strategy)
    broken = game.start(seed)
    while broken is None and game.question is not None and len(game.steps) <= length:
        incident = chooser.incident(game.question)
        broken = game.declare(incident) if incident is not None else game.take(chooser.choose(game.question))
    complain(broken, f"game {seed} of {program.title}, choice {len(game.steps) - 1}")
    return len(game.steps) - 1


def complain(broken: BrokenInvariant | None, where: object) -> None:
    """Raise `AssertionError` if something does not hold."""
    if broken is not None:
        place = f"{broken.span}: " if broken.span is not None else ""
        raise AssertionError(f"{place}{broken.code or broken.invariant}: {message_of(broken)} — {where}")
