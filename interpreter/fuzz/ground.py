"""What all watched games of one program share: the engine, the module, and which lines may change a score."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from ..engine import Engine
from ..engine.compiled import CompiledProgram
from ..program import Mark, Program, SetSlot
from ..records import Where
from ..traversal import carried_out

if TYPE_CHECKING:
    from ..wasm import CompiledModule, Machine
    from ..wasm.stepping import Stepper


@lru_cache(1)
def stepwise_code(program: Program) -> CompiledModule:
    """The rules of a program as a module that makes single choices.  It is compiled quickly, as it plays only a few
    games; the last one is kept.

    Raises `wasm.Uncompilable`.
    """
    from ..batch.modules import watch_of
    from ..wasm import CompiledModule, Module

    return CompiledModule(Module(program, watch_of(program), stepwise=True), quickly=True)


class Ground:
    """A program ready for games: its engine, whose plain code counts what fires, and what may change its scores."""

    def __init__(self, program: Program) -> None:
        self.program = program
        compiled = CompiledProgram(program, counted=True, expressions=True, listened=True)
        self.engine = Engine(program, compiled)
        self.causes = Causes(program)
        self.zones = zone_slots(program)
        self.slots = dict(self.zones)
        """The slot of each zone."""
        self.groups = [
            (info.base, info.base + info.count, [zone for zone in self.zones if zone[0].zone == number])
            for number, info in enumerate(program.zones)
        ]
        """For each zone of the rules: its first slot, one past its last slot, and its owners' zones with their
        slots.
        """

    @property
    def counts(self) -> tuple[list[int], list[int]]:
        """How often each place of the rules was executed so far, and how often each expression for a question was
        computed.
        """
        return self.engine.compiled.traced.counts, self.engine.compiled.plain.counts

    @cached_property
    def machine(self) -> Machine:
        """An instance of the module of the same rules, compiled for a few games.  Raises `wasm.Uncompilable`."""
        from ..wasm import Machine

        return Machine(stepwise_code(self.program))

    @cached_property
    def stepper(self) -> Stepper:
        """The module's answers to questions, with little overhead.  Raises `wasm.Uncompilable`."""
        from ..wasm.stepping import Stepper

        return Stepper(self.machine, "take")


def zone_slots(program: Program) -> list[tuple[Where, int]]:
    """Each zone of each owner, with its slot."""
    return [
        (Where(number, owner if zone.owner is not None else -1), zone.base + owner)
        for number, zone in enumerate(program.zones)
        for owner in range(zone.count)
    ]


class Causes:
    """Which lines may change a score, and the rows of tables, by their first and last character."""

    def __init__(self, program: Program) -> None:
        slots = set(program.scores)
        places = program.places
        self.scores = {i for i, info in enumerate(program.variables) if info.base in slots}
        self.setters: set[tuple[int, int, int]] = set()
        self.rows: list[tuple[int, int]] = []
        self.asks = [places[ask.place] for ask in program.asks]
        for node in carried_out(program):
            if isinstance(node, SetSlot) and node.variable in self.scores:
                self.setters.add((node.variable, places[node.place].start, places[node.place].end))
            elif isinstance(node, Mark) and node.what == "row":
                self.rows.append((places[node.place].start, places[node.place].end))

    def asks_inside(self, row: tuple[int, int]) -> bool:
        """Whether a player chooses within a row, so that the row is still being executed after its record."""
        return any(row[0] <= span.start < row[1] for span in self.asks)
