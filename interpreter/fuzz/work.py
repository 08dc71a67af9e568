"""Random games as a batch: what a worker gets, the sums, and how one game is played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ..batch.work import BatchPart, Runner, Work
from ..engine import Dice
from .coverage import Coverage, Key, live_rules
from .ground import Ground
from .invariants import INVARIANTS
from .module import MODULE
from .settings import Programs
from .strategies import Strategy
from .trace import GameTrace, choices, trace_of
from .watched import BrokenInvariant, Invariants, WatchedGame

MOST_FAILURES = 20
"""How many different failures are kept."""
LENGTH = 1_000
"""The number of choices after which a game is abandoned."""
ROUNDS = 2_000_000
"""The number of rounds of loops after which a game is abandoned."""
SAMPLE = 24
"""Invariants that need not be checked after every choice are checked after one choice in this many, and whenever a game
does something for the first time.
"""
_STRATEGIES, _LOOKS = (1 << 22), (1 << 23)
"""Random streams: what players choose, and what is sampled."""


@dataclass(frozen=True)
class FuzzFailure:
    """A game in which an invariant fails: its number, its setting, its trace."""

    index: int
    setting: int
    broken: BrokenInvariant
    trace: GameTrace


@dataclass
class FuzzSums:
    """The sums over random games."""

    games: int = 0
    decisions: int = 0
    ended: int = 0
    left: int = 0
    """How many games were abandoned because they took too long."""
    longest: int = 0
    by_setting: dict[int, list[int]] = field(default_factory=dict["int", "list[int]"])
    """For each setting: how many games were played, and how many of them were abandoned."""
    fired: dict[Key, int] = field(default_factory=dict["Key", "int"])
    live: set[Key] = field(default_factory=set["Key"])
    """The rules that are part of at least one setting of which a game was played.  They are found as the games are
    played: the report is made when somebody waits for it.
    """
    failures: list[FuzzFailure] = field(default_factory=list["FuzzFailure"])
    """Different failures, at most `MOST_FAILURES`; of equal ones the one with the fewest choices."""
    failed: int = 0

    def merge(self, more: FuzzSums) -> None:
        """Add the sums of the games that follow."""
        self.games += more.games
        self.decisions += more.decisions
        self.ended += more.ended
        self.left += more.left
        self.failed += more.failed
        self.longest = max(self.longest, more.longest)
        for setting, (games, left) in more.by_setting.items():
            kept = self.by_setting.setdefault(setting, [0, 0])
            kept[0] += games
            kept[1] += left
        for key, count in more.fired.items():
            self.fired[key] = self.fired.get(key, 0) + count
        self.live |= more.live
        for failure in more.failures:
            self.keep(failure)

    def keep(self, failure: FuzzFailure) -> None:
        """Keep a failure if it is new, or shorter than a kept one with the same key."""
        for i, other in enumerate(self.failures):
            if other.broken.key == failure.broken.key:
                if choices(failure.trace) < choices(other.trace):
                    self.failures[i] = failure
                return
        if len(self.failures) < MOST_FAILURES:
            self.failures.append(failure)


@dataclass(frozen=True)
class Fuzzing(Work[FuzzSums]):
    """Random games of some programs, taken in turn; game *i* depends on the seed and *i* alone.

    `module`: whether the WebAssembly module of the program also makes each step.
    """

    ahead: ClassVar[int] = 1
    programs: Programs
    seed: int = 0
    length: int = LENGTH
    module: bool = False

    @property
    def invariants(self) -> Invariants:
        """The invariants that are checked."""
        return (*INVARIANTS, *MODULE) if self.module else INVARIANTS

    def runner(self) -> FuzzRunner:
        return FuzzRunner(self)

    def nothing(self) -> FuzzSums:
        return FuzzSums()


class FuzzRunner(Runner[FuzzSums]):
    """Plays random games.  A program is made ready when its first game is played."""

    def __init__(self, work: Fuzzing) -> None:
        self.work = work
        self.ready: dict[int, tuple[Ground, Coverage]] = {}

    def run(self, first: int, count: int) -> BatchPart[FuzzSums]:
        sums = FuzzSums()
        for index in range(first, first + count):
            self._play(index, sums)
        for _, coverage in self.ready.values():
            for key, times in coverage.harvest().items():
                sums.fired[key] = sums.fired.get(key, 0) + times
        return BatchPart(sums, count)

    def _play(self, index: int, sums: FuzzSums) -> None:
        """Play one game from its start until it ends, fails or is abandoned."""
        setting = index % len(self.work.programs)
        if setting not in self.ready:
            ground = Ground(self.work.programs[setting])
            self.ready[setting] = ground, Coverage(ground)
            sums.live |= live_rules(ground.program)
        ground, coverage = self.ready[setting]
        strategy = Strategy(Dice(self.work.seed, index, _STRATEGIES))
        game = WatchedGame(ground, self.work.invariants, Dice(self.work.seed, index, _LOOKS), sample=SAMPLE)
        broken = game.start(self.work.seed, index)
        rounds = 0
        while broken is None and game.question is not None and len(game.steps) <= self.work.length and rounds < ROUNDS:
            rounds += game.rounds
            incident = strategy.incident(game.question)
            broken = game.declare(incident) if incident is not None else game.take(strategy.choose(game.question))
        coverage.add(game)
        left = broken is None and game.question is not None
        sums.games += 1
        sums.decisions += len(game.steps) - 1
        sums.longest = max(sums.longest, len(game.steps) - 1)
        sums.left += left
        sums.ended += broken is None and not left
        kept = sums.by_setting.setdefault(setting, [0, 0])
        kept[0] += 1
        kept[1] += left
        if broken is not None:
            sums.failed += 1
            sums.keep(FuzzFailure(index, setting, broken, trace_of(ground.program, game.steps)))
