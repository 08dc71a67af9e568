"""The values that every slot of a state can hold, so that a forged or damaged state is rejected instead of being run.

Variables, zones and names of choices have types.  The slots that a phase keeps for itself (its counters, its `let`s)
have no type in the program; they are checked by their use: a slot that selects an owner or one of several slots is
limited by how many there are.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.types import HIGHEST, LOWEST, NONE, Type
from ..program import (
    ACTOR,
    CUT,
    DECISIONS,
    LENGTH_LIMIT,
    NOWHERE_KNOWN,
    OVER,
    PC,
    RNG,
    STEP_LIMIT,
    STEPS,
    AskPlayer,
    Const,
    Get,
    Look,
    PileEnd,
    Present,
    Program,
    Return,
    SetSlot,
    Unary,
    ZoneCards,
    ZoneRef,
)
from ..traversal import nodes_within

Limit = tuple[int, int, int]
"""A slot, and the lowest and the highest number it can hold."""


class Bounds:
    """The values that the slots of one program can hold."""

    def __init__(self, program: Program) -> None:
        self.program = program
        most = (1 << max(64, len(program.deck))) - 1
        self.limits = [(LOWEST - 1, most)] * program.slots
        self.limits[PC] = (CUT, len(program.blocks))
        for slot, low, high in (*_typed(program), *_used(program, program.blocks), *_used(program, program.asks)):
            self.limits[slot] = max(low, self.limits[slot][0]), min(high, self.limits[slot][1])
        self.returns = _returns(program)

    def check(self, values: list[int | tuple[int, ...]]) -> None:
        """Raise `ValueError` unless every slot holds a value that is possible there."""
        program = self.program
        number = [value if isinstance(value, int) else 0 for value in values]
        pc = number[PC]
        if pc != CUT and not -len(program.asks) <= pc < 0 and not OVER - len(program.endings) < pc <= OVER:
            raise ValueError("this state is not at a question")
        zones = {slot for zone in program.zones for slot in range(zone.base, zone.base + zone.count)}
        for slot, (low, high) in enumerate(self.limits):
            if slot not in zones and not low <= number[slot] <= high:
                raise ValueError("this state is out of range")
        for slot, known in self.returns.items():
            if number[slot] not in known:
                raise ValueError("this state goes back to nowhere")
        for zone in program.zones:
            for i in range(zone.count if zone.bag >= 0 else 0):
                low, high = number[zone.bag + 2 * i], number[zone.bag + 2 * i + 1]
                pile = values[zone.base + i]
                assert isinstance(pile, tuple)
                if not 0 <= low <= high <= len(pile) or list(pile[low:high]) != sorted(pile[low:high]):
                    raise ValueError("a pile of this state is out of order")


def _typed(program: Program) -> Iterator[Limit]:
    """The limits of slots that have a type or a meaning of their own."""
    yield from ((RNG, 0, (1 << 64) - 1), (STEPS, 0, STEP_LIMIT + 1), (ACTOR, 0, program.players - 1))
    yield DECISIONS, 0, LENGTH_LIMIT
    for variable in program.variables:
        low, high = _range(program, variable.type)
        yield from ((slot, low, high) for slot in range(variable.base, variable.base + variable.count))
    for ask in program.asks:
        for alternative in ask.alternatives:
            for bound in alternative.bound:
                low, high = _range(program, bound.type)
                yield bound.slot, min(low, 0), max(high, 0)
    yield from ((entry.window, 0, 2) for entry in program.incidents)
    if program.known != NOWHERE_KNOWN:
        yield from ((program.known + player, 0, (1 << len(program.deck)) - 1) for player in range(program.players))


def _range(program: Program, type: Type) -> tuple[int, int]:
    """The lowest and the highest number that stands for a value of a type."""
    counted = type.element if type.kind == "set" else type
    size = None
    if counted is not None and counted.kind not in ("number", "set", "none", "unknown"):
        size = program.count_of(counted)
    if type.kind == "set":
        return 0, (1 << (64 if size is None else size)) - 1
    if type.kind == "number":
        return type.low, type.high
    return (NONE if type.optional else 0), max((HIGHEST if size is None else size) - 1, 0)


def _used(program: Program, node: object) -> Iterator[Limit]:
    """The limits of slots that select an owner or one of several slots, by how many there are.  None and one past the
    last are allowed too.
    """
    for one in nodes_within(node):
        index, count = _selected(program, one)
        if isinstance(index, Present):
            index = index.operand
        if isinstance(index, Get) and index.index is None:
            yield index.base, NONE, count


def _selected(program: Program, node: object) -> tuple[object, int]:
    """The number by which a node selects one of several things, and how many there are; None if it selects nothing."""
    match node:
        case Get(_, index, count):
            return index, count
        case SetSlot(index=index, variable=variable) if variable >= 0:
            return index, program.variables[variable].count
        case Look(table, index):
            return index, len(program.tables[table])
        case ZoneCards(zone, index) | ZoneRef(zone, index) | PileEnd(zone, index):
            return index, program.zones[zone].count
        case AskPlayer(_, index):
            return index, program.players
        case Unary("single", index):
            return index, max(64, len(program.deck))
        case _:
            return None, 0


def _returns(program: Program) -> dict[int, set[int]]:
    """For each slot that holds the return address of a phase or an incident, the blocks to which it can return (0: it
    was never called).
    """
    found = {end.slot: {0} for block in program.blocks if isinstance(end := block.body[-1], Return)}
    for block in program.blocks:
        for statement in block.body:
            if isinstance(statement, SetSlot) and statement.base in found and isinstance(statement.value, Const):
                found[statement.base].add(statement.value.value)
    for entry in program.incidents:
        found.setdefault(entry.back, {0}).update(ask.block for ask in program.asks)
    return found
