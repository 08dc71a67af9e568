"""Modules with nets in them: compiled once for a program, with as many instances as are wanted."""

from __future__ import annotations

from array import array

from ...dsl.source.caching import cached
from ..faults import Fault
from ..program import Program, Slots
from ..search.sides import watch_of
from ..wasm import CompiledModule, Machine, Module
from ..wasm.learned.net import HIDDEN
from ..wasm.learned.plan import PLAN
from ..wasm.learned.writer import LearnedFunctions
from .weights import Weights, WeightsHead

BY_CHANCE, FIRST, SECOND_NET = range(3)
"""Who chooses at a seat."""
FRESH = array("f", [PLAN.fresh])[0]


@cached(most=6)
def code_of(program: Program) -> CompiledModule:
    """The compiled module of a program with nets.  Raises `wasm.Uncompilable`."""
    return CompiledModule(Module(program, watch_of(program), learning=True, inlining=True))


class NetMachine(Machine):
    """An instance with two nets.  It must not be used by several threads at once."""

    def __init__(self, code: CompiledModule) -> None:
        super().__init__(code)
        assert code.module.learned is not None
        self.learned: LearnedFunctions = code.module.learned

    def seat(self, players: tuple[int, ...]) -> None:
        """Say who chooses at each seat: `BY_CHANCE`, `FIRST`, `SECOND_NET`."""
        at = self.learned.at["PLAYERS"]
        self.memory[at : at + len(players)] = bytes(players)

    def net(self, number: int = FIRST) -> memoryview:
        """The memory of a net."""
        size = self.learned.net.size
        at = self.learned.at["NETS"] + (number - 1) * size
        return self.memory[at : at + size]

    def put_net(self, content: bytes | memoryview, number: int = FIRST) -> None:
        """Replace a net."""
        self.net(number)[:] = content

    def kept(self) -> tuple[bytes, bytes]:
        """What has been learned: the first net, and how much each of its rows has learned."""
        at = self.learned.at["MEASURES"]
        return bytes(self.net()), bytes(self.memory[at : at + 4 * self.learned.net.rows])

    def restore(self, kept: tuple[bytes, bytes]) -> None:
        """Make a new instance, after a game failed, that has learned what was kept."""
        self.begin_anew()
        net, measures = kept
        self.put_net(net)
        at = self.learned.at["MEASURES"]
        self.memory[at : at + len(measures)] = measures

    def mixing(self, number: int = FIRST) -> float:
        """How unsure the player with a net is of each value; 0 if it never mixes its choices."""
        return float(self.net(number)[self.learned.net.mixing_at :][:4].cast("f")[0])

    def mix(self, mixing: float) -> None:
        """Let the player with the first net be unsure of each value by up to so much."""
        self.net(FIRST)[self.learned.net.mixing_at :][:4].cast("f")[0] = mixing

    def number(self, name: str) -> float:
        """A number of the lessons, by the name of its address: `LOSS`, `SCALE`."""
        at = self.learned.at[name]
        return self.memory[at : at + 4].cast("f")[0]

    def values(self, options: int, number: int = FIRST) -> list[float]:
        """What a net expects of each option of the open question: what its side gains from then on in the deal, in
        units of the usual gain.
        """
        count = self.call("l_values", number)
        assert count >= options
        return self.rated(options)

    def rated(self, options: int) -> list[float]:
        """The values of the options that the module rated last."""
        at = self.learned.at["VALUES"]
        return [float(one) for one in self.memory[at : at + 4 * options].cast("f")]

    def mark(self, state: Slots, remembered: bytes) -> int:
        """A number that stands for a question as a seat sees it; -1 if the rules break down there."""
        self.put(state)
        self.remember(remembered)
        try:
            return self.call("l_mark")
        except Fault:
            return -1

    def remember(self, content: bytes) -> None:
        """Replace what is remembered of the deal."""
        at = self.learned.memory.at["PUBLIC"]
        self.memory[at : at + len(content)] = content

    def weights(self, choices: int, seconds: float, seed: int, *, before: Weights | None = None) -> Weights:
        """The weights of the first net.  `before`: those it began with, whose rows were not empty."""
        program, learned = self.program, self.learned
        numbers = array("f", bytes(self.net()))
        count = learned.features.count
        rows, rest = numbers[: count * HIDDEN], numbers[count * HIDDEN :]
        if before is None:
            at = learned.at["MEASURES"]
            for feature, measure in enumerate(self.memory[at : at + 4 * count].cast("f").tolist()):
                if measure == FRESH:
                    rows[feature * HIDDEN : (feature + 1) * HIDDEN] = array("f", bytes(4 * HIDDEN))
        head = WeightsHead(
            program.title,
            program.ruleset,
            program.fingerprint,
            dict(program.options),
            program.players,
            dict(program.parts),
            self.number("SCALE"),
            choices,
            seconds,
            seed,
            blocks=tuple((block.key, block.size) for block in learned.features.blocks),
            counted=(1, 1) if before is None else before.head.counted,
            begun=0 if before is None else before.head.begun,
        )
        return Weights(head, rows, rest)


__all__ = ["BY_CHANCE", "FIRST", "SECOND_NET", "NetMachine", "code_of"]
