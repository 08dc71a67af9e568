"""Solves worlds that are stored in a module: by the kernel for tricks where it can, else by the general search."""

from __future__ import annotations

from functools import cached_property
from time import monotonic
from typing import cast

from ..engine import Fault, State
from ..program import PC, Program, Slots
from ..wasm import Machine
from ..wasm.search.host import FEWEST_SOLVED
from ..wasm.search.liveness import live_slots
from ..wasm.search.structs import ARM
from .exact import TooLarge
from .tricks.running import TakesTooLong
from .tricks.solver import TrickSolver

ENOUGH = 16
"""How many worlds are enough for a choice, if time is limited: with fewer, playouts tell more."""
TRIED = 3
"""After so many worlds it is looked whether the time will be enough."""
CHEAP = 1_000
"""The most positions for a world that is left to the general search."""
PREPARED = 0.25
"""The share of the time left in which the rules are run for later choices, while worlds are too large to be solved."""
SPEED, PACE = 2e6, 5e5
"""How many positions the kernel and the general search are thought to look at in a second, before it is known."""
TELLING = 1_000
"""With so many positions a world tells that."""
LONGEST = 60.0
"""The most seconds for a world."""
SHARE = 4.0
"""If time is limited, a world may take so many times what each of those that are missing could."""
KERNEL_MEMORY = 64 << 20
"""The most bytes for the table of positions of the kernel that solves tricks."""
_OPTION = 3
"""Which of the numbers of an `ARM` is its option."""


class WorldSolver:
    """Solves the worlds of one module that thinks.  `scale`: what the module's values are divided by."""

    def __init__(self, program: Program, machine: Machine, scale: int) -> None:
        assert machine.module.search is not None
        self.program, self.machine, self.scale = program, machine, scale
        self.at = machine.module.search.at
        self.refused = set[int]()
        """The seats for whose worlds the kernel was found to be of no use in this deal."""
        self._deal: object = None
        self._aside: dict[int, frozenset[int]] = {}
        """For each seat the slots of cards that differed in its worlds in this deal."""
        self._speed, self._pace = SPEED, PACE
        """How many positions the kernel and the general search look at in a second."""
        self.unfinished = False
        """Whether there was no time the last time to find out about the rules all that the kernel needs."""
        self._heaps = [
            [
                slot
                for zone in program.zones
                if zone.base in alive
                and not zone.ordered
                and (ask.trick is None or zone != program.zones[ask.trick.hand])
                for slot in range(zone.base, zone.base + zone.count)
            ]
            for ask, alive in zip(program.asks, live_slots(program), strict=True)
        ]
        """For each question the slots of sets of cards that may matter from it on, but for the hands."""

    def solved(
        self,
        arms: int,
        worlds: int,
        nodes: int,
        end: float | None = None,
        *,
        seat: int = -1,
        kernel: bool = True,
    ) -> dict[int, list[float]] | None:
        """The exact values of every option that is tried, by its number: one for each world, for as many worlds as can
        be solved with so many positions in all, and until `end`.  None if these are too few; the search must then begin
        again.

        `arms`: how many options are tried.  `seat`: who chooses.  `kernel`: whether the kernel may solve them.
        """
        try:
            return self._solved(arms, worlds, nodes, end, seat, kernel=kernel)
        except Fault:  # the rules break down in a continuation: such worlds have no exact value
            return None

    def _solved(
        self, arms: int, worlds: int, nodes: int, end: float | None, seat: int, *, kernel: bool
    ) -> dict[int, list[float]] | None:
        """The same.  Raises `Fault` for an error of the rules in a continuation."""
        self.unfinished = False
        numbers = [ARM.unpack(self._arm(i))[_OPTION] for i in range(arms)]
        rows: list[list[float]] = []
        used, by_kernel, begun = 0, False, 0.0
        fewest = min(worlds, FEWEST_SOLVED if end is None else ENOUGH)
        if kernel and worlds:  # the first positions tell what a world costs
            first = self._by_rules(0, arms, min(nodes // FEWEST_SOLVED, CHEAP))
            if first is None:
                refused = end is not None and seat in self.refused
                by_kernel = not refused and self.prepare(seat, worlds, end)
                if self.unfinished:
                    return None
            else:
                rows.append(first[0])
                used += first[1]
        for world in range(len(rows), worlds):
            left = nodes - used if world >= FEWEST_SOLVED else nodes // FEWEST_SOLVED
            if left <= 0 or (end is not None and self._too_slow(len(rows) - 1, fewest - len(rows), begun, end)):
                break
            most = left if end is None else self._in_time(fewest - len(rows), end)
            try:
                kernel_found = self._by_kernel(world, numbers, most) if by_kernel else None
            except TooLarge:
                break
            found = kernel_found or self._by_rules(world, arms, left if end is None else self._until(left, end))
            if found is None:
                break
            if kernel_found is None or end is None:  # the clock limits the kernel
                used += found[1]
            rows.append(found[0])
            begun = begun or monotonic()
            if end is not None and len(rows) >= ENOUGH and all(len({*row}) == 1 for row in rows):
                break  # it does not matter what is chosen
        if len(rows) < fewest:
            return None
        return {number: [row[i] for row in rows] for i, number in enumerate(numbers)}

    def deal(self, base: object) -> None:
        """Forget what holds for one deal only if `base`, the state in which the deal began, is another one."""
        if base is not self._deal:
            self._deal = base
            self.refused.clear()
            self._aside.clear()

    def prepare_early(self, seat: int, worlds: int, end: float | None) -> None:
        """Find out for later choices about the rules what the kernel needs."""
        if seat not in self.refused:
            self.prepare(seat, worlds, end, PREPARED)

    def prepare(self, seat: int, worlds: int, end: float | None, share: float = 0.5) -> bool:
        """Find out about the rules what the kernel needs to solve worlds of a seat; whether it can solve them.  That
        takes a share of the time until `end` at most; what is missing then is gone on with at the next choice.
        """
        reader = self._tricks.reader
        courses, some = reader.courses, [self._world(n) for n in range(worlds)]
        if courses is None:
            self.refused.add(seat)
            return False
        courses.aside = self._aside[seat] = self._aside.get(seat, frozenset()) | self._differing(some)
        courses.until = None if end is None else (1 - share) * monotonic() + share * end
        try:
            found = reader.learn(some)
            if not found:
                self.refused.add(seat)
            return found
        except TakesTooLong:
            self.unfinished = True
            return False
        finally:
            courses.until = None

    def _differing(self, worlds: list[Slots]) -> frozenset[int]:
        """The slots of cards, but for the hands, that differ from world to world and may matter."""
        heaps, first = self._heaps[~cast("int", worlds[0][PC])], worlds[0]
        return frozenset(slot for slot in heaps if any(one[slot] != first[slot] for one in worlds[1:]))

    def cards_left(self, ask: int) -> int:
        """How many cards the hands have at most in the worlds."""
        rules = self.program.asks[ask].trick
        assert rules is not None
        zone, values = self.program.zones[rules.hand], self._world(0)
        held = [values[zone.base + seat] for seat in range(zone.count)]
        return max(hand.bit_count() if isinstance(hand, int) else len(hand) for hand in held)

    def _too_slow(self, solved: int, missing: int, begun: float, end: float) -> bool:
        """Whether the time is over, or will be before enough worlds are solved.  `solved`: how many were since `begun`;
        the first is not among them, because with it something is found out about the rules.
        """
        now = monotonic()
        return now >= end or (solved >= TRIED and missing > 0 and (now - begun) / solved * missing > end - now)

    def _in_time(self, missing: int, end: float) -> int:
        """The most positions for the kernel in one world: so many that the others have time, too."""
        left = min(end - monotonic(), LONGEST)
        return int(left * min(1.0, SHARE / max(missing, 1)) * self._speed)

    def _until(self, nodes: int, end: float) -> int:
        """The most positions for the general search in one world: no more than there is time for."""
        return max(1, min(nodes, int(min(end - monotonic(), LONGEST) * self._pace)))

    def _by_rules(self, world: int, arms: int, nodes: int) -> tuple[list[float], int] | None:
        """The exact values of options in a world by the general search, and how many positions that took; None if it
        would take more.
        """
        before, begun = [ARM.unpack(self._arm(i))[0] for i in range(arms)], monotonic()
        if not self.machine.call("exact", world, nodes):
            return None
        if (looked_at := self.machine.word(self.at["SOLVED"])) >= TELLING:
            self._pace = looked_at / max(monotonic() - begun, 1e-6)
        sums = [ARM.unpack(self._arm(i))[0] for i in range(arms)]
        row = [(now - then) / self.scale for now, then in zip(sums, before, strict=True)]
        return row, looked_at

    def _by_kernel(self, world: int, numbers: list[int], nodes: int) -> tuple[list[float], int] | None:
        """The exact values of options in a world of tricks, and how many positions that took; None if the kernel cannot
        take such a world.  Raises `TooLarge` if it needs more positions.
        """
        begun = monotonic()
        found = self._tricks.solve(State(self._world(world)), nodes, None, line=False, total=nodes)
        if found is None:
            return None
        positions = sum(one.nodes for one in found.values)
        if positions >= TELLING:
            self._speed = positions / max(monotonic() - begun, 1e-6)
        return [found.values[number].value for number in numbers], positions

    def _arm(self, number: int) -> memoryview:
        """The bytes of what was measured of an option."""
        at = self.at["ARMS"] + ARM.size * number
        return self.machine.memory[at : at + ARM.size]

    def _world(self, number: int) -> Slots:
        """The state of a world that is stored in the module."""
        at, size = self.at["WORLDS"], self.machine.layout.state_size
        return self.machine.layout.unpack(self.machine.memory[at + number * size : at + (number + 1) * size])

    @cached_property
    def _tricks(self) -> TrickSolver:
        """What solves worlds of tricks."""
        made = TrickSolver(self.program, KERNEL_MEMORY)
        if made.reader.courses is not None:
            made.reader.courses.most_followed = 0  # who holds a card differs from world to world
        return made
