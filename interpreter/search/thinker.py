"""Thinks about a question in a module: takes what a seat has seen and a budget, and returns the values of all options.

    thinker = Thinker(program)
    found = thinker.think(seen, options, Budget(worlds=32, playouts=400), seed=1)
    found.best, found.values

`seen` is the result of `History.seen_by`; the thinker gets nothing else of the game.

Rules that break down in a game that is only imagined say nothing of the game that is played.  A playout that stops so
counts as what it was worth so far, a world is left out, and if nothing can be measured, what is expected decides.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import floor, fsum
from time import monotonic

from ..faults import Fault
from ..program import ACTOR, PC, Program, Slots
from ..wasm import Machine
from ..wasm.search.host import (
    CHOICES_AT_ONCE,
    CHOICES_EACH_MILLISECOND,
    FIRST_REPLAYS,
    LONGER_BY_NET,
    REPLAYS_AT_ONCE,
    SOLVED_WORLDS,
    Budget,
    lesson_of,
)
from ..wasm.search.host import LESSON as _LESSON
from ..wasm.search.host import LESSONS as _LESSONS
from ..wasm.search.host import RATE as _RATE
from ..wasm.search.host import SEED as _SEED
from ..wasm.search.structs import ARM
from ..wasm.search.writer import MOST_ARMS, NEAR_TRIALS
from .modules import code_of
from .reach import CardsInReach
from .seen import CARD, SeenDeal
from .seen_writer import SeenWriter
from .world_solver import WorldSolver

SAMPLED = 0.3
"""The share of the time in which worlds are sampled."""
_FEW_PLAYOUTS = 8
"""So many playouts of each option tell how many there is time for."""
PLAYED_SHARE = 0.25
"""How much playouts count beside what is exact with all cards known, where there is time for both."""


@dataclass(frozen=True, slots=True)
class ValuedOption:
    """The value of an option: the mean gain of the seat's side until the deal ends, its standard error, and the number
    of playouts it was measured with (0: the option was not tried).
    """

    option: int
    value: float
    error: float
    playouts: int


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of thinking: the number of the best option, and all options, best first.

    `worlds`: how many worlds agreed with what was seen.  If it is 0, no world was found and nothing was measured.
    """

    best: int
    values: tuple[ValuedOption, ...]
    worlds: int
    replays: int


@dataclass(frozen=True, slots=True)
class ThoughtRequest:
    """How a question is thought about: with which budget and seed, until when (on the clock of `monotonic`, in seconds;
    None: until the budget is used up), what somebody who has learned the game expects of each option, in points
    (nothing: nobody has), and whether playouts go on by the net in the module, which remembers the deal.
    """

    budget: Budget
    seed: int = 0
    end: float | None = None
    expected: Sequence[float] = ()
    by_net: bool = False

    @property
    def begun_with(self) -> int:
        """As how many playouts of each option what is expected counts."""
        return self.budget.learned if self.expected else 0


class Thinker:
    """Thinks about the questions of one program.  An instance must not be used by several threads at once.  Raises
    `wasm.Uncompilable`.

    `machine`: an instance of the program's module that can search; if it is not given, one is made with `wasmtime`.
    """

    def __init__(self, program: Program, machine: Machine | None = None) -> None:
        self.program = program
        self.machine = Machine(code_of(program)) if machine is None else machine
        module = self.machine.module
        assert module.search is not None
        self.search = module.search
        self.writer = SeenWriter(program, self.machine, self.search)
        self.scale = max(1, len(program.sides) - 1)
        self.worlds = WorldSolver(program, self.machine, self.scale)
        self._in_reach: dict[tuple[int, bool, Budget], CardsInReach] = {}
        """How many cards can be solved in the time of a budget, by the question and whether the kernel is of no use."""
        self._seconds: dict[tuple[int, int], float] = {}
        """How long a playout took the last time, by the question and the cards; see `_size`."""
        self.learn()

    def learn(self) -> None:
        """Train the cheap model of a player in games against itself.  The result is the same for every run and
        machine.
        """
        at, size = self.search.at["WEIGHTS"], self.search.learned
        known = self.machine.module.shared.weights
        if not known:
            lesson = lesson_of(self.program, _LESSON)
            for part in range(_LESSONS):
                rate = _RATE * (_LESSONS - part) // _LESSONS
                self.going_on("train", lesson, _SEED, rate)
            known = self.machine.module.shared.weights = bytes(self.machine.memory[at : at + size])
        self.machine.memory[at : at + size] = known
        self.machine.put_at("BY_MODEL", (1).to_bytes(8, "little"))

    def think(
        self,
        seen: SeenDeal,
        options: int,
        budget: Budget,
        seed: int = 0,
        imagined: Callable[[], Slots] | None = None,
        expected: Sequence[float] = (),
        by_net: bool = False,
    ) -> Thought:
        """Estimate the value of each option of the open question, as far as the seat can know it.

        `options`: how many there are.  `imagined` makes a state that looks the same to the seat; such states are used
        if no world is found that agrees with everything that happened.  `expected`: what somebody who has learned the
        game expects of each option, in points; it counts as `budget.learned` says.  `by_net`: playouts go on by the net
        that is in the module, which remembers the deal; otherwise, by the cheap model.
        """
        end = None if budget.milliseconds is None else monotonic() + budget.milliseconds / 1000
        request = ThoughtRequest(budget, seed, end, expected if budget.learned else (), by_net)
        try:
            return self._think(seen, options, request, imagined)
        except Fault:  # not even the options can be found in an imagined state
            self.begin_anew()
            best = max(range(options), key=request.expected.__getitem__) if request.expected else seed % options
            return Thought(best, (), 0, 0)
        except BaseException:
            self.begin_anew()
            raise

    def glance(self, states: list[Slots], options: int, playouts: int, seed: int = 0) -> Thought:
        """Estimate the value of each option of the question that is open in some states, all of which look the same to
        the player who chooses.  This needs no record of the deal, and concludes nothing from what happened.  Raises
        `Fault`.
        """
        return self.think_in(states, options, Budget(playouts=playouts, nodes=0), seed)

    def think_in(self, states: list[Slots], options: int, budget: Budget, seed: int = 0) -> Thought:
        """The same with a budget; the states are the worlds.  Raises `Fault`."""
        asked, pc = states[0][ACTOR], states[0][PC]
        assert isinstance(asked, int) and isinstance(pc, int)
        states = states[: self.search.most_worlds]
        seen = SeenDeal(asked, states[0], (), (), ~pc, 0, 0)
        try:
            self.writer.head(seen, options, budget)
            self.put_worlds(states)
            return self._search(seen, len(states), 0, ThoughtRequest(budget, seed))
        except BaseException:
            self.begin_anew()
            raise

    def begin_anew(self) -> None:
        """Go on in a new instance, because the memory of the last one may be in any state."""
        self.machine.begin_anew()
        self.learn()

    def going_on(self, name: str, *args: int) -> int:
        """Call a function of the module that plays many imagined games (`train`, `worlds`, `search`).  If the rules
        break down in one of them, the function goes on with the next.
        """
        while True:
            with suppress(Fault):
                return self.machine.call(name, *args)

    def begin_search(self, playouts: int, seed: int) -> int:
        """Begin to compare the options in the worlds that are stored; how many are compared.  Raises `Fault` if they
        cannot be found in the first of them.
        """
        for _ in range(NEAR_TRIALS):  # in so many playouts it is looked whether the match is near its end
            with suppress(Fault):
                return self.machine.call("search_begin", playouts, seed)
        return self.machine.call("search_begin", playouts, seed)

    def prepare(self, seen: SeenDeal, options: int, budget: Budget) -> bool:
        """Pass what a seat has seen to the module.  Returns False if it is too much to be replayed."""
        self.writer.head(seen, options, budget)
        return self.writer.write(seen)

    def _think(
        self, seen: SeenDeal, options: int, request: ThoughtRequest, imagined: Callable[[], Slots] | None
    ) -> Thought:
        budget, seed = request.budget, request.seed
        worlds, replays = 0, 0
        if self.prepare(seen, options, budget):
            worlds, replays = self.sample(seen, budget, seed, request.end)
        if worlds:
            return self._search(seen, worlds, replays, request)
        if imagined is None:
            return Thought(seed % options, (), 0, replays)
        worlds = min(budget.worlds, self.search.most_worlds)
        self.put_worlds([imagined() for _ in range(worlds)])
        # what is exact in states that contradict what happened is worth nothing
        return self._search(seen, worlds, replays, replace(request, budget=replace(budget, nodes=0)))

    def _search(self, seen: SeenDeal, worlds: int, replays: int, request: ThoughtRequest) -> Thought:
        """Estimate all options in the worlds that are stored in the module.  Raises `Fault` if they cannot be found."""
        budget, end = request.budget, request.end
        playouts = max(budget.playouts, budget.each * min(self.machine.word(self.search.at["OPTION_COUNT"]), MOST_ARMS))
        if self.machine.module.learned is not None:
            self.machine.call("search_by_net", int(request.by_net))
        if request.by_net:
            playouts = -(-playouts // LONGER_BY_NET)
        arms = self.begin_search(playouts, request.seed)
        solved = self._solved(seen, arms, worlds, budget, end)
        if solved is not None and (end is None or monotonic() >= end):
            return self._exactly(solved, replays, request)
        if end is not None:
            playouts = self._in_time(seen.ask, playouts, arms, request, end)
        begun = monotonic()
        if playouts:
            self._play_out(playouts, arms, request)
        played = self._read(arms, worlds, replays, request.begun_with)
        if end is not None and playouts:
            done = sum(one.playouts for one in played.values)
            self._seconds[self._size(seen.ask)] = (monotonic() - begun) / max(done, 1)
        return played if solved is None else self._exactly(solved, replays, request, played)

    def _solved(
        self, seen: SeenDeal, arms: int, worlds: int, budget: Budget, end: float | None
    ) -> dict[int, list[float]] | None:
        """What is found by solving the worlds in the module; None if that does not pay (see `reach.py`)."""
        ask, seat, kernel = seen.ask, seen.seat, bool(budget.kernel)
        if not budget.nodes or self.program.asks[ask].trick is None:
            return None
        self.worlds.deal(seen.base)
        if end is None:
            return self.worlds.solved(arms, worlds, budget.nodes, seat=seat, kernel=kernel)
        refused = seat in self.worlds.refused
        known, cards = self._in_reach.setdefault((ask, refused, budget), CardsInReach()), self.worlds.cards_left(ask)
        if not known.tries(cards):
            return self.worlds.prepare_early(seat, worlds, end) if kernel else None
        found = self.worlds.solved(arms, worlds, budget.nodes, end, seat=seat, kernel=kernel)
        if found is not None or not (self.worlds.unfinished or refused != (seat in self.worlds.refused)):
            known.tried(cards, solved=found is not None)
        return found

    def _size(self, ask: int) -> tuple[int, int]:
        """A question, and with how many cards it is asked in tricks: so long playouts take there."""
        return ask, 0 if self.program.asks[ask].trick is None else self.worlds.cards_left(ask)

    def _in_time(self, ask: int, playouts: int, arms: int, request: ThoughtRequest, end: float) -> int:
        """How many playouts there is time for, at most `playouts`: the last ones at such a question tell, or a few now.
        0: there is no time for more than these.
        """
        size, tried, begun = self._size(ask), 0, monotonic()
        if size not in self._seconds:
            tried = min(playouts, _FEW_PLAYOUTS * arms)
            self._play_out(tried, arms, request)
            self._seconds[size] = (monotonic() - begun) / tried
        left = int((end - monotonic()) / max(self._seconds[size], 1e-9))
        return 0 if left <= tried and tried else max(arms, min(playouts, left))

    def _play_out(self, playouts: int, arms: int, request: ThoughtRequest) -> None:
        """Try all options in playouts."""
        call, at_once, end = self.machine.call, CHOICES_AT_ONCE, request.end
        call("search_again", playouts)
        if request.begun_with:
            self._begin_with(request.expected, arms, request.begun_with)
        if request.budget.milliseconds is not None:
            at_once = max(1_000, min(at_once, CHOICES_EACH_MILLISECOND * request.budget.milliseconds))
        while True:
            with suppress(Fault):  # the playout counts as what it was worth so far
                if call("search", at_once):
                    break
            if end is not None and monotonic() >= end:
                break

    def _begin_with(self, expected: Sequence[float], arms: int, weight: int) -> None:
        """Let every option begin with so many playouts as bring what is expected of it."""
        place, size = self.search.at["MATCH_SUMS"], ARM.size
        for number in range(arms):
            option: int = ARM.unpack(self._held("ARMS", size, number))[3]
            total = floor(weight * self.scale * expected[option] + 0.5)
            at = self.search.at["ARMS"] + size * number
            head = struct.pack("<qqi", total, total * total // weight, weight)
            self.machine.memory[at : at + len(head)] = head
            self.machine.memory[place + 8 * number : place + 8 * number + 8] = struct.pack("<q", total)

    def _exactly(
        self, solved: dict[int, list[float]], replays: int, request: ThoughtRequest, played: Thought | None = None
    ) -> Thought:
        """What was found by solving.  `played`: what playouts in the same worlds tell; it decides between options that
        are nearly as good with all cards known, and so does what is expected of them.
        """
        also = {one.option: one.value for one in played.values} if played is not None else {}
        worlds = len(next(iter(solved.values())))
        learned = SOLVED_WORLDS * request.begun_with / worlds

        def worth(one: ValuedOption) -> float:
            found = one.value + PLAYED_SHARE * also.get(one.option, 0.0)
            return found + learned * request.expected[one.option] if learned else found

        found: list[ValuedOption] = []
        for number, values in solved.items():
            count, mean = len(values), fsum(values) / len(values)
            spread = max(0.0, fsum(value * value for value in values) / count - mean * mean) / max(1, count - 1)
            found.append(ValuedOption(number, mean, spread**0.5, count))
        found.sort(key=worth, reverse=True)
        return Thought(found[0].option, tuple(found), worlds, replays)

    def sample(self, seen: SeenDeal, budget: Budget, seed: int, end: float | None = None) -> tuple[int, int]:
        """Sample worlds; the record must have been written.  Returns how many worlds there are now, and how many
        replays that took.
        """
        machine = self.machine
        machine.call("worlds_begin", seed)
        unseen = sum(draw.kind == CARD and draw.value < 0 for draw in seen.draws)
        hidden = sum(step.alternative < 0 or any(h >= 0 for h in step.hidden) for step in seen.steps)
        played = sum(step.player != seen.seat and step.ask >= 0 for step in seen.steps)
        free = max(unseen - played, min(unseen, 4))
        many = max(1, self.machine.word(self.search.at["OPTION_COUNT"]) // 256)  # then steps take long
        steps = max(6, min(200, budget.steps * (free + 2 * hidden)) // many)
        count = min(budget.worlds, self.search.most_worlds)
        if not unseen and not hidden:
            count = 1
        each = -(-count // budget.chains)
        found, replays = 0, 0
        at_once = REPLAYS_AT_ONCE if end is None else FIRST_REPLAYS
        begun = monotonic()
        while found < count and replays < budget.replays:
            found = self.going_on("worlds", count, each, steps, min(at_once, budget.replays))
            replays += at_once
            at_once = min(2 * at_once, REPLAYS_AT_ONCE)
            if end is not None and budget.milliseconds is not None:
                now = monotonic()
                left = end - (1 - SAMPLED) * budget.milliseconds / 1000 - now
                if left <= 0:
                    break
                at_once = min(at_once, 1 + int(replays * left / max(now - begun, 1e-6)))
        return found, replays

    def put_worlds(self, states: list[Slots]) -> None:
        """Store worlds that the caller already knows."""
        at, size = self.search.at, self.machine.layout.state_size
        for number, values in enumerate(states):
            place = at["WORLDS"] + number * size
            self.machine.memory[place : place + size] = self.machine.layout.pack(values)
        self.machine.put_at("WORLD_COUNT", len(states).to_bytes(8, "little"))

    def _held(self, name: str, size: int, number: int) -> memoryview:
        """The bytes of the structure with a number in a row of them."""
        at = self.search.at[name] + size * number
        return self.machine.memory[at : at + size]

    def _read(self, arms: int, worlds: int, replays: int, begun_with: int = 0) -> Thought:
        """What playouts told.  `begun_with`: as how many of them something else counts in all options."""
        found: list[ValuedOption] = []
        alive: list[bool] = []
        for i in range(arms):
            total, squares, count, option, left, *_ = ARM.unpack(self._held("ARMS", ARM.size, i))
            mean = total / count if count else 0.0
            spread = max(0.0, squares / count - mean * mean) / max(1, count - 1) if count else 0.0
            found.append(ValuedOption(option, mean / self.scale, spread**0.5 / self.scale, count - begun_with))
            alive.append(bool(left))

        def worth(i: int) -> tuple[bool, int, float]:
            # that one of those that are left had a playout more is chance: the time was up
            tried = found[i].playouts + begun_with
            return alive[i], min(tried, 1) if alive[i] else tried, found[i].value

        order = sorted(range(arms), key=worth, reverse=True)
        return Thought(found[order[0]].option, tuple(found[i] for i in order), worlds, replays)


__all__ = ["Budget", "Thinker", "Thought", "ThoughtRequest", "ValuedOption"]
