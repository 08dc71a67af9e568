"""Batches played inside WebAssembly modules: the same games, sums and digest, many times as fast.

A module plays whole games with players that choose at random or that have learned, and computes the same sums as
`GameSums`; this file reads them from its memory.  Threads share the compiled rules; each has its own memory.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from operator import sub
from typing import TypeVar

from ...dsl.source.caching import cached
from ..faults import Fault
from ..learning import nets
from ..learning.weights import Weights
from ..players import LEARNED
from ..players.learned import known_weights
from ..program import Program
from ..search.sides import watch_of
from ..wasm import CompiledModule, Machine, Memory, Module
from ..wasm.tallies import (
    ADDED,
    CHOSEN,
    CROSS,
    DEAL,
    DEALS,
    FINAL,
    GAIN,
    LENGTH,
    LOGGED,
    OUTCOME,
    CounterRow,
    entries_in,
)
from .course import CountedPairs, MeasureCalculator
from .followed import FollowedPlayout
from .paired_logs import PairedLogs
from .pairing import PairedGames, PairSums, add_chosen
from .playout import DealResult, Outcome, Playout
from .pool import BatchProgress, cores, merge_parts, parts_in_order, run_timed, solo
from .sums import EARLY, Cross, GameSums, Histogram, Spread, two_digits
from .work import BatchPart, Runner, SharedWork, Simulation, describe_failure, inside_alone

S = TypeVar("S")

BUDGET = 1_000_000
"""The most choices that a module makes in one call.  During a call Ctrl-C has no effect."""
CALL_SECONDS = 0.2
"""The longest time a call should take, in seconds.  Where choices take longer, the module gets fewer of them per
call.
"""
Entry = tuple[int, tuple[int, ...]]
"""An entry of a module's log."""


@cached(most=4)
def code_of(program: Program) -> CompiledModule:
    """The compiled module of a program.  Raises `wasm.Uncompilable`."""
    return CompiledModule(Module(program, watch_of(program)))


@dataclass(frozen=True)
class Seating:
    """Who sits where in a module with nets, and the net."""

    players: tuple[int, ...]
    net: bytes


def seating(program: Program, players: tuple[str, ...], weights: Weights | None) -> Seating | None:
    """How players are seated in a module; None if all choose by chance.  Raises `wasm.Uncompilable`."""
    if LEARNED not in players:
        return None
    learned = nets.code_of(program).module.learned
    assert learned is not None
    net, _ = (weights or known_weights(program)).net(learned.features.blocks)
    return Seating(tuple(nets.FIRST if name == LEARNED else nets.BY_CHANCE for name in players), net)


def code_for(program: Program, players: tuple[str, ...]) -> CompiledModule:
    """The compiled module in which these players play.  Raises `wasm.Uncompilable`."""
    return nets.code_of(program) if LEARNED in players else code_of(program)


class Games:
    """Plays chunks of games in one instance of a module."""

    def __init__(self, code: CompiledModule, seed: int, how: int, seats: Seating | None = None) -> None:
        """`seats`: who sits where, if not all choose by chance; `code` is then that of a module with nets."""
        self.seats = seats
        self.machine = Machine(code) if seats is None else nets.NetMachine(code)
        self._seat()
        self.seed = seed
        self.how = how
        self.budget = 1_000

    def _seat(self) -> None:
        if self.seats is not None and isinstance(self.machine, nets.NetMachine):
            self.machine.net()[: len(self.seats.net)] = self.seats.net
            self.machine.seat(self.seats.players)

    def begin_anew(self) -> None:
        """Make a new instance, after a game failed."""
        self.machine.begin_anew()
        self._seat()

    def play(self, first: int, count: int, log: list[Entry]) -> None:
        """Play games and append the entries of the module's log to `log`.  Raises `Fault`; then `failed` is the number
        of the game.
        """
        words: list[bytes] = []
        try:
            self.play_unread(first, count, words)
        finally:
            log += entries_in(b"".join(words))

    def play_unread(self, first: int, count: int, words: list[bytes]) -> None:
        """The same, but append the words of the log as the module has them."""
        done = 0
        try:
            while done < count:
                began = time.perf_counter()
                done += self.machine.call("games", self.how, self.seed, first + done, count - done, self.budget)
                took = time.perf_counter() - began
                if took > CALL_SECONDS:
                    self.budget = max(1, self.budget // 4)
                elif took < CALL_SECONDS / 4:
                    self.budget = min(BUDGET, self.budget * 4)
                words.append(self.machine.unread_log())
        except Fault:
            words.append(self.machine.unread_log())
            raise

    @property
    def failed(self) -> int:
        """The number of the game that is being played."""
        return self.machine.word(self.machine.module.tallies.game)


@dataclass(frozen=True)
class ModuleSimulation(SharedWork[GameSums], Simulation):
    """Games of one program, played at random in a module.  Raises `UnknownPlayer` for players who are not `random`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        inside_alone(self.players)

    def runners(self) -> Iterator[Runner[GameSums]]:
        code = code_for(self.program, self.players)
        seats = seating(self.program, self.players, self.weights)
        while True:
            yield ModuleRunner(code, self.program, self.seed, seats)

    def plain(self) -> Simulation:
        return Simulation(self.program, self.players, self.seed, self.weights)


class ModuleRunner(Runner[GameSums]):
    """Plays the games of a simulation in a module."""

    def __init__(self, code: CompiledModule, program: Program, seed: int, seats: Seating | None = None) -> None:
        self.games = Games(code, seed, ADDED, seats)
        self.program = program

    def run(self, first: int, count: int) -> BatchPart[GameSums]:
        machine, log = self.games.machine, list[Entry]()
        machine.clear()
        early = Spread.of(len(self.program.places))
        one_by_one = max(0, min(EARLY - first, count))
        try:
            for index in range(first, first + one_by_one):
                self._play_early(index, log, early)
            self.games.play(first + one_by_one, count - one_by_one, log)
        except Fault as fault:
            return self._failed(fault, first, log)
        sums = read(machine, log)
        sums.early = early
        return BatchPart(sums, sums.games)

    def _play_early(self, index: int, log: list[Entry], early: Spread) -> None:
        """Play one game and add how often every place fired in it to `early`."""
        machine, tallies = self.games.machine, self.games.machine.module.tallies
        before, deals = machine.words(tallies.counts, len(early.counts)), machine.word(tallies.deals)
        self.games.play(index, 1, log)
        counts = machine.words(tallies.counts, len(early.counts))
        early.add(list(map(sub, counts, before)), machine.word(tallies.deals) - deals)

    def _failed(self, fault: Fault, first: int, log: list[Entry]) -> BatchPart[GameSums]:
        """Make the part for a game that failed: the sums over the games before it, with everything counted until
        then.
        """
        counted = read_fired(self.games.machine, log)
        index = self.games.failed
        self.games.begin_anew()
        sums = GameSums.over(self.program)
        if index > first:
            again = self.run(first, index - first)
            assert again.failure is None
            sums = again.sums
        sums.counts, sums.chosen = counted.counts, counted.chosen
        return BatchPart(sums, sums.games, describe_failure(fault, index))


def read(machine: Memory, log: list[Entry]) -> GameSums:
    """Read the sums from the counters in a machine's memory and the entries of its log."""
    tallies, sums = machine.module.tallies, read_fired(machine, [])
    word, words = machine.word, machine.words
    sums.games, sums.ties, sums.cut = word(tallies.games), word(tallies.ties), word(tallies.cut)
    sums.decisions, sums.deals, sums.dealt = word(tallies.decisions), word(tallies.deals), word(tallies.dealt)
    sums.trail = word(tallies.trail) & (1 << 64) - 1
    sums.wins, sums.shared = words(tallies.wins, sums.sides), words(tallies.shared, sums.sides)
    sums.from_dealer = words(tallies.from_dealer, sums.players)
    _cross(machine, tallies.length, sums.length)
    _cross(machine, tallies.dealer_gain, sums.dealer_gain)
    for side in range(len(tallies.score)):
        _cross(machine, tallies.score[side], sums.score[side])
        _row(machine, tallies.final[side], sums.final[side])
        _row(machine, tallies.gains[side], sums.gains[side])
    _row(machine, tallies.deal_count, sums.deal_count)
    lengths: Histogram = {}
    _row(machine, tallies.lengths, lengths)
    for decisions, count in lengths.items():
        _add(sums.lengths, two_digits(decisions), count)
    for entry in log:
        _logged(entry, sums)
    return sums


def read_fired(machine: Memory, log: list[Entry]) -> GameSums:
    """Read only how often each place was executed and each answer given: a small part of what `read` reads."""
    sums = GameSums.over(machine.program)
    sums.counts = machine.words(machine.module.tallies.counts, len(machine.program.places))
    _chosen(machine, sums)
    for entry in log:
        if entry[0] == CHOSEN:
            _logged(entry, sums)
    return sums


def _cross(machine: Memory, address: int, cross: Cross) -> None:
    """Read sums of products.  Memory holds those of each pair only once."""
    size = cross.size
    found = machine.words(address, 1 + size + size * (size + 1) // 2)
    cross.games, cross.sums = found[0], found[1 : 1 + size]
    at = 1 + size
    for i in range(size):
        for j in range(i, size):
            cross.products[i * size + j] = cross.products[j * size + i] = found[at]
            at += 1


def _row(machine: Memory, row: CounterRow, histogram: Histogram) -> None:
    for i, count in enumerate(machine.words(row.address, row.size)):
        if count:
            _add(histogram, row.low + i, count)


def _add(histogram: Histogram, value: int, count: int) -> None:
    histogram[value] = histogram.get(value, 0) + count


def _chosen(machine: Memory, sums: GameSums) -> None:
    """Read how often each answer was given.  Counters follow each other by the values of the names, the last name
    fastest.
    """
    for ask, rows in enumerate(machine.module.tallies.chosen):
        for alternative, cells in enumerate(rows):
            for i, count in enumerate(machine.words(cells.address, cells.size)):
                if count:
                    values: list[int] = []
                    for low, size in reversed(cells.names):
                        i, value = divmod(i, size)
                        values.append(low + value)
                    sums.chosen[ask][alternative, *reversed(values)] = count


def _logged(entry: Entry, sums: GameSums) -> None:
    """Add a log entry: something for which there is no counter."""
    match entry:
        case (kind, (which, value)) if kind == FINAL:
            _add(sums.final[which], value, 1)
        case (kind, (which, value)) if kind == GAIN:
            _add(sums.gains[which], value, 1)
        case (kind, (_, value)) if kind == DEALS:
            _add(sums.deal_count, value, 1)
        case (kind, (_, value)) if kind == LENGTH:
            _add(sums.lengths, two_digits(value), 1)
        case (kind, (which, *values)) if kind == CROSS:
            (sums.length, sums.dealer_gain, *sums.score)[which].add(*values)
        case (kind, (ask, *option)) if kind == CHOSEN:
            sums.chosen[ask][tuple(option)] = sums.chosen[ask].get(tuple(option), 0) + 1
        case _:
            raise AssertionError(f"an entry of an unknown kind: {entry}")


# ------------------------------------------------------------------------------------------------------ paired games


@dataclass(frozen=True)
class ModulePairedGames(SharedWork[PairSums], PairedGames):
    """Games of two programs, played at random in modules.  Raises `UnknownPlayer` for players who are not `random`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        inside_alone(self.players)

    def runners(self) -> Iterator[Runner[PairSums]]:
        a, b = (code_for(one, self.players) for one in (self.a, self.b))
        seats = [
            seating(one, self.players, weights) for one, weights in zip((self.a, self.b), self.weights, strict=True)
        ]
        while True:
            yield ModuleComparisonRunner(a, b, self.seed, (seats[0], seats[1]))

    def counted(self) -> tuple[Games, Games]:
        """Games of both rule sets that add up what is counted, one after the other."""
        a, b = (
            Games(code_for(one, self.players), self.seed, LOGGED, seating(one, self.players, weights))
            for one, weights in zip((self.a, self.b), self.weights, strict=True)
        )
        return a, b

    def playouts(self) -> tuple[Playout, Playout]:
        both = [games.machine for games in self.counted()] if set(self.players) == {LEARNED} else []
        sure = [one for one in both if isinstance(one, nets.NetMachine) and not one.mixing()]
        if len(sure) != 2:
            return super().playouts()
        return FollowedPlayout(sure[0], self.seed), FollowedPlayout(sure[1], self.seed)

    def plain(self) -> PairedGames:
        return PairedGames(self.a, self.b, self.players, self.seed, self.weights)


class ModuleComparisonRunner(Runner[PairSums]):
    """Plays each game under both rule sets."""

    def __init__(
        self,
        a: CompiledModule,
        b: CompiledModule,
        seed: int,
        seats: tuple[Seating | None, Seating | None] = (None, None),
    ) -> None:
        self.both = Games(a, seed, LOGGED, seats[0]), Games(b, seed, LOGGED, seats[1])
        self.courses = MeasureCalculator(a.module.program), MeasureCalculator(b.module.program)
        self.alike = vars(self.courses[0]) == vars(self.courses[1])
        """Whether games that went alike have the same measures."""
        self.adder = PairedLogs(self.courses)

    def run(self, first: int, count: int) -> BatchPart[PairSums]:
        sums, failure = PairSums.of(len(self.both[0].machine.module.watch.sides)), None
        logs: list[bytes] = []
        failures: list[tuple[int, int, Fault]] = []
        for games in self.both:
            words: list[bytes] = []
            games.machine.clear()
            try:
                games.play_unread(first, count, words)
            except Fault as fault:
                failures.append((games.failed, len(logs), fault))
                games.begin_anew()
            logs.append(b"".join(words))
        if failures:
            index, _, fault = min(failures, key=lambda one: one[:2])
            failure, count = describe_failure(fault, index), index - first
        scores, read = {len(games.machine.module.watch.scores) for games in self.both}, True
        if len(scores) > 1 or not self.adder.add(sums, first, (logs[0], logs[1]), count, *scores):
            played = list(islice(zip(*map(outcomes, map(entries_in, logs)), strict=False), count))
            sums.add_games(first, played, [self._measured(*pair) for pair in played])
        elif not failures:
            read = self.adder.others
        for which, games in enumerate(self.both):
            log = [entry for entry in entries_in(logs[which]) if entry[0] == CHOSEN] if read else []
            add_chosen(sums, which, games.machine.program, read_fired(games.machine, log).chosen)
        return BatchPart(sums, sums.games, failure)

    def _measured(self, a: Outcome, b: Outcome) -> tuple[CountedPairs, CountedPairs]:
        """The measures of a game under A and under B."""
        in_a = self.courses[0].of(a)
        return in_a, in_a if self.alike and a == b else self.courses[1].of(b)


def outcomes(log: list[Entry]) -> Iterator[Outcome]:
    """The outcomes of the games in a log."""
    deals: list[DealResult] = []
    for kind, values in log:
        if kind == DEAL:
            deals.append(DealResult(values[0], values[3:], values[1], values[2]))
        elif kind == OUTCOME:
            _, won, tie, cut, decisions, dealer, *scores = values
            winners = tuple(i for i in range(won.bit_length()) if won >> i & 1)
            yield Outcome(winners, bool(tie), bool(cut), tuple(scores), decisions, dealer, tuple(deals), [])
            deals = []


# ----------------------------------------------------------------------------------------------------------- threads


def run(work: SharedWork[S], games: int, *, workers: int = 0, chunk: int = 0) -> Generator[BatchProgress[S]]:
    """Play games 0 to `games` - 1 in threads; yield the progress after each chunk.  Stops at the first failure.

    Raises `wasm.Uncompilable`.
    """
    made = work.runners()
    workers = min(workers or cores(), max(1, games))
    if workers == 1:
        yield from merge_parts(work, solo(next(made), games, chunk))
        return
    own, lock = threading.local(), threading.Lock()

    def play(first: int, count: int) -> BatchPart[S]:
        if not hasattr(own, "runner"):
            with lock:
                own.runner = next(made)
        return run_timed(own.runner, first, count)

    pool = ThreadPoolExecutor(workers)
    try:
        yield from merge_parts(work, parts_in_order(partial(pool.submit, play), games, workers, chunk))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
