"""What a worker is given: everything it needs to play any game of a batch, as plain data.

A worker unpickles a `Work` once, makes a runner of it, and is then given stretches of games: (first, count).
"""

from __future__ import annotations

import hashlib
import pickle
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from operator import sub
from typing import ClassVar, Generic, TypeVar

from ...dsl.source.span import Span
from ..engine import Fault
from ..players import UnknownPlayer, maker
from ..program import Program
from .playout import BadChoice, Outcome, Playout, sides_are
from .sums import EARLY, Sums

S = TypeVar("S")


class CannotWrite(Exception):
    """A game could not be written down: where, and why."""


@dataclass(frozen=True)
class Failure:
    """A game that could not be played to its end: its number, what is wrong, the place of the rule if it is one."""

    index: int
    code: str
    message: str
    span: Span | None


@dataclass
class Part(Generic[S]):
    """What was added up over some games in a row; with a failure, over those before it."""

    sums: S
    count: int
    failure: Failure | None = None
    seconds: float = 0.0


class Runner(ABC, Generic[S]):
    """Plays stretches of a batch."""

    @abstractmethod
    def run(self, first: int, count: int) -> Part[S]:
        """Games `first` to `first + count - 1`."""


class Work(ABC, Generic[S]):
    """A batch to be played; may be pickled."""

    ahead: ClassVar[int] = 0
    """Games played where the batch is asked for, before other processes start: what they show is known sooner."""

    @abstractmethod
    def runner(self) -> Runner[S]:
        """What plays it, here.  Raises `UnknownPlayer`."""

    @abstractmethod
    def nothing(self) -> S:
        """Sums over no game."""

    @abstractmethod
    def merge(self, into: S, more: S) -> None:
        """Add up sums."""

    def packed(self) -> bytes:
        """As bytes, to be sent."""
        return pickle.dumps(self, protocol=5)


class SharedWork(Work[S]):
    """A batch played inside modules.  Its runners share what is compiled, so each thread can have one."""

    @abstractmethod
    def runners(self) -> Iterator[Runner[S]]:
        """As many as are wanted."""

    @abstractmethod
    def plain(self) -> Work[S]:
        """The same batch played by the Python engine, for where modules cannot run: the same sums, more slowly."""


def unpacked(data: bytes) -> Work[object]:
    """The work in such bytes, which come from our own parent process or client."""
    work: object = pickle.loads(data)  # noqa: S301 - made by `packed` in the process that started this one
    assert isinstance(work, Work)
    return work  # pyright: ignore[reportUnknownVariableType]


def sides(program: Program) -> tuple[tuple[int, ...], ...]:
    """The players of each side."""
    return program.teams if sides_are(program) == "team" else tuple((p,) for p in range(program.players))


def guarded(error: Fault | BadChoice, index: int) -> Failure:
    """A failure in words."""
    if isinstance(error, Fault):
        return Failure(index, error.code, error.message, error.span)
    return Failure(index, "", str(error), None)


@dataclass(frozen=True)
class Simulation(Work[Sums]):
    """Games of one program: who plays (a name for each seat), and the seed."""

    program: Program
    players: tuple[str, ...]
    seed: int = 0

    def playout(self) -> Playout:
        """What plays its games."""
        return Playout(self.program, [maker(name) for name in self.players], self.seed)

    def runner(self) -> Runner[Sums]:
        return SimulationRunner(self.playout())

    def nothing(self) -> Sums:
        return Sums.of(Playout(self.program, (), self.seed))

    def merge(self, into: Sums, more: Sums) -> None:
        into.merge(more)


class SimulationRunner(Runner[Sums]):
    """Plays the games of a simulation."""

    def __init__(self, playout: Playout) -> None:
        self.playout = playout
        self.sides = sides(playout.program)

    def play(self, index: int) -> Outcome:
        """One game.  Raises `Fault`, `BadChoice`."""
        return self.playout.play(index)

    def run(self, first: int, count: int) -> Part[Sums]:
        playout = self.playout
        sums = Sums.of(playout)
        playout.clear()
        failure, counts = None, playout.counts.copy()
        for index in range(first, first + count):
            try:
                outcome = self.play(index)
            except (Fault, BadChoice) as error:
                failure = guarded(error, index)
                break
            sums.add(index, outcome, self.sides)
            if index < EARLY:
                before, counts = counts, playout.counts.copy()
                sums.early.add(list(map(sub, counts, before)), len(outcome.deals))
        sums.counts = playout.counts.copy()
        sums.chosen = [tally.copy() for tally in playout.chosen]
        return Part(sums, sums.games, failure)


def seats(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """A name for each seat: those given, over and over.  Raises `UnknownPlayer` if there is none of that name."""
    if not names:
        raise UnknownPlayer("no player is named")
    for name in names:
        maker(name)
    return tuple(names[seat % len(names)] for seat in range(players))


def program_hash(program: Program) -> str:
    """A hash of a whole program, the same wherever it is lowered: 16 hexadecimal digits."""
    return hashlib.sha256(repr(program).encode()).hexdigest()[:16]
