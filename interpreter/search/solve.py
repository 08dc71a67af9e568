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

from dataclasses import dataclass
from time import monotonic

from ..engine import State
from ..program import ACTOR, OVER, PC, Program
from ..wasm import Machine
from .sides import scores_of, sides_of
from .thinker import code_of

NODES_AT_ONCE = 20_000
MOST_NODES = 50_000_000
"""The default of `nodes`: the most positions examined for one option."""
_BONUS = 1000


class TooLarge(ValueError):
    """The rest of the deal is too large to be solved in the time, or a question has too many options."""


@dataclass(frozen=True, slots=True)
class ExactValue:
    """The exact value of an option (alternative, values …) for the side of the player who chooses."""

    option: tuple[int, ...]
    value: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Solution:
    """Every option of the open question with its value, in the order of the rules, and the best line from here.

    `line`: for each choice until the deal ends, the player and the option; it includes forced choices.  `value`: the
    best of the values.
    """

    player: int
    values: tuple[ExactValue, ...]
    line: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def value(self) -> float:
        """The value of the best play for the side of the player who chooses."""
        return max(one.value for one in self.values)

    @property
    def best(self) -> tuple[int, ...]:
        """The numbers of all best options."""
        return tuple(i for i, one in enumerate(self.values) if one.value == self.value)


class Solver:
    """Solves positions of one program.  An instance must not be used by several threads at once.  Raises
    `wasm.Uncompilable`.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.machine = Machine(code_of(program))
        module = self.machine.module
        assert module.search is not None
        self.search = module.search
        self.scale = max(1, len(sides_of(program)) - 1)

    def solve(
        self, state: State, *, nodes: int = MOST_NODES, seconds: float | None = None, line: bool = True
    ) -> Solution:
        """Find the values of all options of the open question.

        Raises `TooLarge` if an option needs more than `nodes` positions or more than `seconds`, `Fault` for an error of
        the rules, `ValueError` if the game is over.
        """
        try:
            return self._solve(state, nodes, seconds, line)
        except TooLarge:
            raise
        except BaseException:
            self.machine.begin_anew()
            raise

    def _solve(self, state: State, nodes: int, seconds: float | None, line: bool) -> Solution:
        values = state.values
        pc, player = values[PC], values[ACTOR]
        assert isinstance(pc, int) and isinstance(player, int)
        if pc <= OVER:
            raise ValueError("the game is over")
        end = None if seconds is None else monotonic() + seconds
        self._prepare(state, player)
        options = self.machine.options()
        found = tuple(
            ExactValue(option, self._value(number, nodes, end, fresh=number == 0), self._nodes())
            for number, option in enumerate(options)
        )
        best = max(range(len(found)), key=lambda number: found[number].value)
        return Solution(player, found, self._line(state, player, best, nodes, end) if line else ())

    def _prepare(self, state: State, seat: int) -> None:
        machine = self.machine
        machine.put(state.values)
        self._put("BASE", machine.layout.pack(state.values))
        self._put("SEAT", seat.to_bytes(8, "little"))
        self._put("BONUS", (0 if scores_of(self.program) else _BONUS).to_bytes(8, "little"))

    def _put(self, name: str, content: bytes) -> None:
        at = self.search.at[name]
        self.machine.memory[at : at + len(content)] = content

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
                self._put("BASE", machine.layout.pack(values))
                worths = [self._value(i, nodes, end, fresh=False) for i in range(len(options))]
                number = worths.index(max(worths) if self._side(player) == own else min(worths))
                machine.put(values)

    def _side(self, player: int) -> int:
        return next((side for side, players in enumerate(sides_of(self.program)) if player in players), 0)
