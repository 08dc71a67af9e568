"""Counts what happened in games that people played: the sums of a simulation, from scripts instead of players.

A script is replayed by the rules once, which proves that it is right and says what chance gave.  Then the same choices
are made again with code that counts, and everything is added up as for a simulation, so both have the same report.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import cast

from ..engine import Engine, State
from ..engine.compiled import CompiledProgram
from ..notation.model import ScriptedGame
from ..opening.opened import OpenedGame
from ..players import Player, RandomPlayer
from ..program import ACTOR, Program, Slots
from ..records import AnyRecord, Chosen, Declared, Listener
from ..replay.again import ChanceAgain
from ..replay.events import Acted, Began, Failed, Records, mainline
from ..replay.replayer import Replay
from .measures import MeasuredPlayout, MeasuredRunner
from .playout import Asked, Outcome
from .sums import GameSums
from .work import BatchPart, Simulation

PERSON = "person"
"""Who plays in a game that happened."""


@dataclass(frozen=True)
class GameThatHappened:
    """One game: the records before its first question, and those of each choice."""

    opening: Records
    acts: tuple[Records, ...]
    over: bool


def happened(game: ScriptedGame, opened: OpenedGame) -> GameThatHappened | Failed:
    """What happened in a script; or what is wrong with it."""
    opening: Records = ()
    acts: list[Records] = []
    state = State([])
    for event in mainline(Replay(game, opened)):
        match event:
            case Began(records, state):
                opening = records
            case Acted(records=records, state=state):
                acts.append(records)
            case Failed():
                return event
            case _:
                pass
    return GameThatHappened(opening, tuple(acts), opened.engine.asked(state) is None)


class HappenedPlayout(MeasuredPlayout):
    """Plays recorded games again, and counts what happens in them."""

    def __init__(self, program: Program, games: Sequence[GameThatHappened]) -> None:
        super().__init__(program, [_anybody] * program.players, 0)
        runtime = self.watch.runtime(program)
        self.engine = Engine(program, CompiledProgram(program, runtime, counted=True, listened=True))
        self.games = games
        self._chance = ChanceAgain(())

    def _add_up(self) -> None:
        counts = self.engine.compiled.traced.counts
        self._counts = [a + b for a, b in zip(self._counts, counts, strict=True)]
        counts[:] = [0] * len(counts)

    def moves(
        self,
        index: int,
        listener: Listener | None = None,
        asked: Asked | None = None,
        chance_state: Callable[[Slots], object] | None = None,
    ) -> Generator[None, None, Outcome]:
        """Play game `index` again."""
        game, watch, engine = self.games[index], self.watch, self.engine
        watch.begin(0)
        values = engine.fresh(0, index)
        engine.compiled.run(values, ChanceAgain(game.opening), _ignored)
        for records in game.acts:
            self._chance = ChanceAgain(records)
            match records[0]:
                case Chosen(_, ask, choice):
                    self._take(values, ask, (choice.alternative, *choice.values))
                case Declared(incident):
                    state = engine.declare(State(values), incident, chance=self._chance, listener=_ignored)
                    values = state.values
                case _:
                    pass
            yield
        return self._outcome(values)

    def _make(self, values: Slots, ask: int, option: tuple[int, ...]) -> None:
        self.engine.take(values, ask, option, self._chance, _ignored, cast("int", values[ACTOR]))


def _anybody(program: Program, seat: int) -> Player:
    """A player for a seat whose choices are all given; nobody asks it."""
    return RandomPlayer()


def _ignored(record: AnyRecord, slots: Slots) -> None:
    """Hear a record, and do nothing: code for listeners counts here."""


@dataclass(frozen=True)
class HappenedGames(Simulation):
    """Games of one program that people played.  Only those that are over count."""

    games: tuple[GameThatHappened, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        """Nobody need know players of these names: they are people."""

    def counted(self) -> BatchPart[GameSums]:
        """Count all of them."""
        finished = tuple(game for game in self.games if game.over)
        return MeasuredRunner(HappenedPlayout(self.program, finished)).run(0, len(finished))
