"""What all games of one program share while they are watched: the engine, the module, and what may move a score."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import TYPE_CHECKING

from ..batch.playout import score_slots
from ..engine import Engine
from ..engine.compiled import Compiled
from ..program import Mark, Program, SetSlot
from ..records import Where
from ..traversal import carried_out

if TYPE_CHECKING:
    from ..wasm import CompiledModule, Machine
    from ..wasm.stepping import Stepper


def stepwise_code(program: Program) -> CompiledModule:
    """The rules of a program as a module that makes single choices, compiled for a few games; the last one is kept.

    Raises `wasm.Uncompilable`."""
    from ..batch.modules import watch_of
    from ..wasm import CompiledModule, Module

    for known, code in _compiled:
        if known is program:
            return code
    code = CompiledModule(Module(program, watch_of(program), stepwise=True), quickly=True)
    _compiled.append((program, code))
    return code


_compiled: deque[tuple[Program, CompiledModule]] = deque(maxlen=1)


class Ground:
    """A program ready for games: its engine, whose plain code counts what fires, and what may move its scores."""

    def __init__(self, program: Program) -> None:
        self.program = program
        compiled = Compiled(program, counted=True, expressions=True, listened=True)
        self.engine = Engine(program, compiled)
        self.causes = Causes(program)
        self.zones = zone_slots(program)
        self.slots = dict(self.zones)
        """The slot of each zone."""
        self.groups = [
            (info.base, info.base + info.count, [zone for zone in self.zones if zone[0].zone == number])
            for number, info in enumerate(program.zones)
        ]
        """The zones of one name: from which slot to which, and each with its slot."""

    @property
    def counts(self) -> tuple[list[int], list[int]]:
        """How often each place of the rules was carried out so far, and how often each expression for a question."""
        return self.engine.compiled.traced.counts, self.engine.compiled.plain.counts

    @cached_property
    def machine(self) -> Machine:
        """The same rules as a module at work, made for a few games.  Raises `wasm.Uncompilable`."""
        from ..wasm import Machine

        return Machine(stepwise_code(self.program))

    @cached_property
    def stepper(self) -> Stepper:
        """The module's answer to a question, called with little around it.  Raises `wasm.Uncompilable`."""
        from ..wasm.stepping import Stepper

        return Stepper(self.machine, "take")


def zone_slots(program: Program) -> list[tuple[Where, int]]:
    """Each zone of each owner, and its slot."""
    return [
        (Where(number, owner if zone.owner is not None else -1), zone.base + owner)
        for number, zone in enumerate(program.zones)
        for owner in range(zone.count)
    ]


class Causes:
    """Which lines may move a score, and the rows of tables, by their characters."""

    def __init__(self, program: Program) -> None:
        slots = set(score_slots(program))
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
        """Whether somebody chooses within a row, so that it goes on after it was said to apply."""
        return any(row[0] <= span.start < row[1] for span in self.asks)
