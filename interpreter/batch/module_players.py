"""Two players compared inside modules: the same games and sums as in `skill.py`, many times as fast."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ..faults import Fault
from ..learning import nets
from ..learning.weights import Weights
from ..players import LEARNED
from ..players.learned import known_weights
from ..wasm import CompiledModule
from ..wasm.tallies import LOGGED
from .modules import Entry, Games, Seating, code_for, outcomes, seating
from .playout import Outcome
from .skill import GainCounter, PlayersCompared, SkillSums
from .work import BatchPart, Runner, SharedWork, describe_failure, inside_alone


@dataclass(frozen=True)
class ModulePlayersCompared(SharedWork[SkillSums], PlayersCompared):
    """Two players compared in modules.  Raises `UnknownPlayer` for players whom a module cannot seat."""

    def __post_init__(self) -> None:
        super().__post_init__()
        inside_alone((self.player_a, self.player_b))

    def runners(self) -> Iterator[Runner[SkillSums]]:
        names, weights = (self.player_a, self.player_b), self.weights
        code = code_for(self.program, names)
        if LEARNED in names and weights is None:
            weights = known_weights(self.program)
        while True:
            yield ModuleSkillRunner(self, code, weights)

    def plain(self) -> PlayersCompared:
        return PlayersCompared(self.program, self.player_a, self.player_b, self.seed, self.weights)


class ModuleSkillRunner(Runner[SkillSums]):
    """Plays each game once for every side."""

    def __init__(self, work: ModulePlayersCompared, code: CompiledModule, weights: Weights | None) -> None:
        program = work.program
        self.counter = GainCounter(program)
        self.games: list[Games] = []
        learned = LEARNED in (work.player_a, work.player_b)
        for own in self.counter.sides:
            names = tuple(work.player_a if seat in own else work.player_b for seat in range(program.players))
            seats = seating(program, names, weights) or Seating((nets.BY_CHANCE,) * program.players, b"")
            self.games.append(Games(code, work.seed, LOGGED, seats if learned else None))

    def run(self, first: int, count: int) -> BatchPart[SkillSums]:
        sums, failure = SkillSums(), None
        found: list[list[Outcome]] = []
        for games in self.games:
            log: list[Entry] = []
            try:
                games.play(first, count, log)
            except Fault as fault:
                count = games.failed - first
                failure = describe_failure(fault, games.failed)
                games.begin_anew()
            found.append(list(outcomes(log)))
        for played in islice(zip(*found, strict=False), count):
            self.counter.add(sums, played)
        return BatchPart(sums, sums.games, failure)
