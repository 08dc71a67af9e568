"""Open hands: the exact value of every choice, and the best line, where all cards are known.

    solver = Solver(program)
    found = solver.solve(state)
    found.values[i].value       # of option i: what the side of the player asked gains until the deal ends
    found.line                  # the choices of both sides' best play from here

It is a search of the whole rest of the deal inside a module (`wasm/search/solve.wat`), so it works for any rule file.
A value is the gain of the side in points of the score that decides the game, less the mean gain of the other sides.
With two sides this is the game-theoretic value.  With more sides it is what the side can be sure of, whatever all
others do together.  Cards still to be drawn come in their order in the pile; from a pile of unknown order they come as
the generator in the state draws them.
"""

from __future__ import annotations

from functools import cached_property
from time import monotonic
from typing import cast

from ..engine import State
from ..program import ACTOR, OVER, PC, Program
from ..wasm import Machine, Uncompilable
from ..wasm.search.structs import ENTRY
from ..wasm.search.writer import TABLE_BITS, SearchFunctions
from .exact import BoundsProgress, ExactValue, Solution, TooLarge, ValueBounds
from .modules import code_of
from .tricks.solver import TrickSolver

NODES_AT_ONCE = 20_000
MOST_NODES = 50_000_000
"""The default of `nodes`: the most positions examined for one option."""
MEMORY = 256 << 20
"""The default of `memory`, in bytes."""
CHEAP = 10_000
"""What the general search solves with so many positions is solved by it, if the kernel would have to find out about the
rules first: on most machines that is a hundredth of a second.
"""
FEWEST_BITS = 10
"""The table of the general search has at least two to the power of so many entries, whatever `memory` is."""
_BONUS = 1000


class Solver:
    """Solves positions of one program.  An instance must not be used by several threads at once.

    `memory`: the most bytes for the table of positions; the answers are the same with any.  `off`: which
    of its refinements (`tricks.kernel.REFINEMENTS`) are not used; "kernel" uses the general search alone.
    """

    def __init__(self, program: Program, *, memory: int = MEMORY, off: frozenset[str] = frozenset()) -> None:
        self.program = program
        self.scale = max(1, len(program.sides) - 1)
        self.memory, self.off = memory, off
        self.by_kernel = False
        """Whether the kernel for tricks solved the last position."""

    @cached_property
    def tricks(self) -> TrickSolver | None:
        """What solves positions in the middle of tricks; None if it is not to be used."""
        return None if "kernel" in self.off else TrickSolver(self.program, self.memory, self.off)

    @cached_property
    def machine(self) -> Machine:
        """The module of the general search.  Raises `wasm.Uncompilable`."""
        machine = Machine(code_of(self.program))
        machine.call("remember", min(max((self.memory // ENTRY.size).bit_length() - 1, FEWEST_BITS), TABLE_BITS))
        return machine

    @cached_property
    def search(self) -> SearchFunctions:
        """The memory of the general search."""
        search = self.machine.module.search
        assert search is not None
        return search

    def solve(
        self,
        state: State,
        *,
        nodes: int = MOST_NODES,
        seconds: float | None = None,
        line: bool = True,
        progress: BoundsProgress | None = None,
    ) -> Solution:
        """Find the values of all options of the open question.  `progress` is called now and then meanwhile.

        Raises `TooLarge` if an option needs more than `nodes` positions or more than `seconds`, `Fault` for an error of
        the rules, `ValueError` if the game is over, `wasm.Uncompilable` if the game has no module.
        """
        if cast("int", state.values[PC]) <= OVER:
            raise ValueError("the game is over")
        end = None if seconds is None else monotonic() + seconds
        self.by_kernel = False
        if self.tricks is not None:
            if self.off or self.tricks.knows(state):
                found = None
            else:  # what few positions find is not worth an analysis of the rules
                found = self._cheaply(state, min(nodes, CHEAP), end, line)
            if found is not None:
                return found
            found = self.tricks.solve(state, nodes, end, line=line, progress=progress)
            if found is not None:
                self.by_kernel = True
                return found
        return self._safely(state, nodes, end, line, progress)

    def _cheaply(self, state: State, total: int, end: float | None, line: bool) -> Solution | None:
        """What the general search finds with so many positions for all options; None if that is not enough."""
        try:
            return self._safely(state, total, end, line, None, shared=True)
        except (TooLarge, Uncompilable):
            return None

    def _safely(
        self, state: State, nodes: int, end: float | None, line: bool, progress: BoundsProgress | None,
        *, shared: bool = False,
    ) -> Solution:  # fmt: skip
        """What the general search finds.  Raises `TooLarge`.  After any other error the module begins anew, because its
        memory may be in any state.
        """
        try:
            return self._solve(state, nodes, end, line, progress, shared=shared)
        except TooLarge:
            raise
        except BaseException:
            if "machine" in self.__dict__:
                self.machine.begin_anew()
            raise

    def _solve(
        self, state: State, nodes: int, end: float | None, line: bool, progress: BoundsProgress | None,
        *, shared: bool,
    ) -> Solution:  # fmt: skip
        """Find the values.  `shared`: all options together get `nodes` positions, not each of them."""
        player = cast("int", state.values[ACTOR])
        self._prepare(state, player)
        options = self.machine.options()
        found: list[ExactValue] = []
        for number, option in enumerate(options):
            left = nodes - sum(one.nodes for one in found) if shared else nodes
            found.append(ExactValue(option, self._value(number, left, end, fresh=number == 0), self._nodes()))
            if progress is not None:
                known = [ValueBounds(one.option, one.value, one.value) for one in found]
                progress((*known, *(ValueBounds(one, None, None) for one in options[number + 1 :])))
        best = max(range(len(found)), key=lambda number: found[number].value)
        return Solution(player, tuple(found), self._line(state, player, best, nodes, end) if line else ())

    def _prepare(self, state: State, seat: int) -> None:
        machine = self.machine
        machine.put(state.values)
        machine.put_at("BASE", machine.layout.pack(state.values))
        machine.put_at("SEAT", seat.to_bytes(8, "little"))
        machine.put_at("BONUS", (0 if self.program.scores else _BONUS).to_bytes(8, "little"))

    def _nodes(self) -> int:
        return self.machine.word(self.search.at["SOLVED"] + 8)

    def _value(self, option: int, nodes: int, end: float | None, *, fresh: bool) -> float:
        """The value of an option of the stored state.  The limit of positions grows from call to call, so that Ctrl-C
        works.
        """
        limit = min(nodes, NODES_AT_ONCE)
        while not self.machine.call("solve", option, limit, int(fresh)):
            fresh = False
            if limit >= nodes or (end is not None and monotonic() > end):
                raise TooLarge("too much is left of this deal to be solved")
            limit = min(nodes, limit * 2)
        return self.machine.word(self.search.at["SOLVED"]) / self.scale

    def _line(
        self, state: State, seat: int, best: int, nodes: int, end: float | None
    ) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Follow the best options to the end of the deal."""
        machine, line = self.machine, list[tuple[int, tuple[int, ...]]]()
        machine.put(state.values)
        number, own = best, self._side(seat)
        while True:
            options, player = machine.options(), machine.player
            line.append((player, options[number]))
            if machine.call("follow", number):
                return tuple(line)
            # Scores may have changed: values from here on are only compared with each other.
            values = machine.state
            options, player = machine.options(), machine.player
            number = 0
            if len(options) > 1:
                machine.put_at("BASE", machine.layout.pack(values))
                worths = [self._value(i, nodes, end, fresh=False) for i in range(len(options))]
                number = worths.index(max(worths) if self._side(player) == own else min(worths))
                machine.put(values)

    def _side(self, player: int) -> int:
        return next((side for side, players in enumerate(self.program.sides) if player in players), 0)


__all__ = ["ExactValue", "Solution", "Solver", "TooLarge"]
