"""What a worker gets: everything it needs to play any game of a batch, as plain data.

A worker unpickles a `Work` once and makes a runner of it.  Then it gets chunks of games: (first, count).
"""

from __future__ import annotations

import hashlib
import pickle
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from operator import sub
from typing import Any, ClassVar, Generic, TypeVar, cast

from ...dsl.source.span import Span
from ..engine import Fault
from ..learning.weights import Weights
from ..players import BadPlayer, UnknownPlayer, maker, makers, plays_inside
from ..program import Program
from .playout import Outcome, Playout
from .sums import EARLY, GameSums

S = TypeVar("S")


@dataclass(frozen=True)
class FailedGame:
    """A game that could not be played to its end: its number, what is wrong, and the place of the rule if a rule is
    wrong.
    """

    index: int
    code: str
    message: str
    span: Span | None


@dataclass
class BatchPart(Generic[S]):
    """The sums over consecutive games.  With a failure, they are over the games before it."""

    sums: S
    count: int
    failure: FailedGame | None = None
    seconds: float = 0.0


class Runner(ABC, Generic[S]):
    """Plays chunks of a batch."""

    @abstractmethod
    def run(self, first: int, count: int) -> BatchPart[S]:
        """Play games `first` to `first + count - 1`."""


class Work(ABC, Generic[S]):
    """A batch to be played.  It can be pickled."""

    ahead: ClassVar[int] = 0
    """How many games are played in the process of the caller before other processes start, so that their results are
    known sooner.
    """

    @abstractmethod
    def runner(self) -> Runner[S]:
        """Make a runner in this process.  Raises `UnknownPlayer`."""

    @abstractmethod
    def nothing(self) -> S:
        """The sums over no games."""

    def merge(self, into: S, more: S) -> None:
        """Add the sums `more` to the sums `into`."""
        cast("Any", into).merge(more)

    def packed(self) -> bytes:
        """The work as bytes, to be sent to a worker."""
        return pickle.dumps(self, protocol=5)


class SharedWork(Work[S]):
    """A batch that is played inside modules.  Its runners share the compiled module, so each thread can have one.

    It is named before the batch that it is a kind of, because its runners take the place of that one's.
    """

    def runner(self) -> Runner[S]:
        return next(self.runners())

    @abstractmethod
    def runners(self) -> Iterator[Runner[S]]:
        """Make any number of runners."""

    @abstractmethod
    def plain(self) -> Work[S]:
        """The same batch for the Python engine, where modules cannot run: the same sums, but slower."""


def unpacked(data: bytes) -> Work[object]:
    """The work in such bytes.  They must come from our own parent process or client."""
    work: object = pickle.loads(data)  # noqa: S301 - made by `packed` in the process that started this one
    assert isinstance(work, Work)
    return work


def describe_failure(error: Fault | BadPlayer, index: int) -> FailedGame:
    """Describe a failure."""
    return FailedGame(index, error.code, error.message, error.span if isinstance(error, Fault) else None)


@dataclass(frozen=True)
class Simulation(Work[GameSums]):
    """Games of one program.  `players`: the name of a player for each seat.  `weights`: those of the players `learned`,
    if they are not to be looked for.

    Raises `UnknownPlayer` if a seat stays empty, a name is left over, or there is no player of that name.
    """

    program: Program
    players: tuple[str, ...]
    seed: int = 0
    weights: Weights | None = None

    def __post_init__(self) -> None:
        check_seats(self.players, self.program)

    def playout(self) -> Playout:
        """The playout of its games."""
        return Playout(self.program, makers(self.players, self.weights), self.seed)

    def runner(self) -> Runner[GameSums]:
        return SimulationRunner(self.playout())

    def nothing(self) -> GameSums:
        return GameSums.over(self.program)


class SimulationRunner(Runner[GameSums]):
    """Plays the games of a simulation."""

    def __init__(self, playout: Playout) -> None:
        self.playout = playout
        self.sides = playout.program.sides

    def play(self, index: int) -> Outcome:
        """Play one game.  Raises `Fault`, `BadPlayer`."""
        return self.playout.play(index)

    def run(self, first: int, count: int) -> BatchPart[GameSums]:
        playout = self.playout
        sums = GameSums.over(playout.program)
        playout.clear()
        failure, counts = None, playout.counts.copy()
        for index in range(first, first + count):
            try:
                outcome = self.play(index)
            except (Fault, BadPlayer) as error:
                failure = describe_failure(error, index)
                break
            sums.add(index, outcome, self.sides)
            if index < EARLY:
                before, counts = counts, playout.counts.copy()
                sums.early.add(list(map(sub, counts, before)), len(outcome.deals))
        sums.counts = playout.counts.copy()
        sums.chosen = [tally.copy() for tally in playout.chosen]
        return BatchPart(sums, sums.games, failure)


def seats(players: tuple[str, ...], count: int) -> tuple[str, ...]:
    """A player for each of `count` seats: the given names, repeated.

    Raises `UnknownPlayer` if there is no player of that name, or if there are more names than seats.
    """
    if not players:
        raise UnknownPlayer("no player is named")
    if len(players) > count:
        raise UnknownPlayer(f"{len(players)} players are named, but only {count} can sit")
    for name in players:
        maker(name)
    return tuple(players[seat % len(players)] for seat in range(count))


def check_seats(players: tuple[str, ...], *programs: Program) -> None:
    """Raise `UnknownPlayer` unless these are names of players, one for each seat of the programs."""
    if isinstance(players, str):
        raise UnknownPlayer(f"players are a tuple with a name for each seat, not the text {players!r}")
    for program in programs:
        if len(players) != program.players:
            named = f"{len(players)} are named" if len(players) != 1 else "1 is named"
            raise UnknownPlayer(f"`{program.title}` is played by {program.players}, but {named} (one for each seat)")
    for name in players:
        maker(name)


def inside_alone(players: tuple[str, ...]) -> None:
    """Raise `UnknownPlayer` unless a module can play for all of these players."""
    for name in players:
        if not plays_inside(name):
            raise UnknownPlayer(f"inside a module `random` and `learned` play, so `{name}` cannot be seated there")


def program_hash(program: Program) -> str:
    """A hash of a whole program, the same on every machine that lowers it: 16 hexadecimal digits."""
    return hashlib.sha256(repr(program).encode()).hexdigest()[:16]
