"""What can be read off a program before it is written out: who goes where, who uses which slots, what is simple."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import cast

from ...program import (
    DECISIONS,
    FIRST_FREE,
    NOWHERE_KNOWN,
    STEPS,
    Alternative,
    AskPlayer,
    Binary,
    Branch,
    Const,
    DealCards,
    Expr,
    Fold,
    ForEach,
    FunctionCall,
    GatherAll,
    Get,
    Goto,
    Look,
    Loop,
    MoveAll,
    MoveCards,
    Program,
    Reg,
    Return,
    RunProcedure,
    SetSlot,
    ShufflePile,
    Slot,
    Tick,
    Unary,
    ZoneRef,
)

COMPARE = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def parts(node: object) -> Iterator[object]:
    """A part of a program and everything in it."""
    if isinstance(node, tuple):
        for item in cast("tuple[object, ...]", node):
            yield from parts(item)
    elif is_dataclass(node):
        yield node
        for part in fields(node):
            yield from parts(getattr(node, part.name))


def always(alternative: Alternative) -> bool:
    """Whether an alternative has no condition."""
    return alternative.guard in (None, Const(1)) and alternative.where in (None, Const(1))


def comers(program: Program) -> list[int]:
    """For each block, how many others go on there."""
    found = [0] * len(program.blocks)
    for block in program.blocks:
        match block.body[-1]:
            case Goto(to):
                found[to] += 1
            case Branch(_, then, otherwise):
                found[then] += 1
                found[otherwise] += 1
            case _:
                pass
    return found


def before(program: Program, steps: int) -> list[frozenset[int]]:
    """For each question, the blocks from which it can be reached in so many steps, the last being the one that asks."""
    found: list[frozenset[int]] = []
    for number in range(len(program.asks)):
        near = set[int]()
        for _ in range(steps):
            for i, block in enumerate(program.blocks):
                match block.body[-1]:
                    case AskPlayer(ask, _) if ask == number:
                        near.add(i)
                    case Goto(to) if to in near:
                        near.add(i)
                    case Branch(_, then, otherwise) if then in near or otherwise in near:
                        near.add(i)
                    case _:
                        pass
        found.append(frozenset(near))
    return found


def pieces(program: Program, width: int = 13) -> list[tuple[int, int]]:
    """The cards of the deck in pieces of so many at most, from one up to another: none lies across identical cards."""
    deck = program.deck
    edges = [0]
    width = -(-len(deck) // -(-len(deck) // width))
    for card in range(1, len(deck)):
        if card - edges[-1] >= width and deck[card] != deck[card - 1]:
            edges.append(card)
    return list(pairwise([*edges, len(deck)]))


def listed(program: Program) -> list[tuple[int, int]]:
    """The same in pieces that are small enough for all their subsets to be listed, identical cards once; none if there
    are too many.

    Of identical cards it matters only which is the first, so more of them go into a piece."""
    copies = min(map(program.deck.count, program.deck))
    width = max((n for n in range(copies, LISTED + 1, copies) if (copies + 1) ** (n // copies) <= 1 << 13), default=0)
    found = pieces(program, width) if width else []
    return found if len(found) <= _MOST_PIECES and all(high - low <= LISTED for low, high in found) else []


LISTED = 16
"""Cards of which the subsets are few enough to be listed."""
_MOST_PIECES = 5
"""Pieces of a deck in which the cards of a hand are looked up."""


def returns(program: Program) -> dict[Slot, set[int]]:
    """For each slot a phase or an incident goes back by, the blocks it can go back to."""
    found = {end.slot: set[int]() for block in program.blocks if isinstance(end := block.body[-1], Return)}
    for block in program.blocks:
        for statement in block.body:
            if isinstance(statement, SetSlot) and statement.base in found and isinstance(statement.value, Const):
                found[statement.base].add(statement.value.value)
    for entry in program.incidents:
        found.setdefault(entry.back, set()).update(ask.block for ask in program.asks)
    return found


def named(*zones: ZoneRef) -> bool:
    """Whether the owners can be looked up twice: nothing is drawn or settled by asking who they are."""
    return all(zone.index is None or cheap(zone.index) for zone in zones)


def cheap(e: Expr) -> bool:
    """Whether an expression only looks something up."""
    match e:
        case Const() | Reg() | Get(index=None):
            return True
        case Get(index=index) | Look(_, index):
            return index is None or cheap(index)
        case _:
            return False


def at_hand(e: Expr) -> bool:
    """Whether an expression is no more than a number, a name, or a slot."""
    return isinstance(e, Const | Reg) or (isinstance(e, Get) and (e.index is None or isinstance(e.index, Const)))


def is_truth(e: Expr) -> bool:
    """Whether an expression is written as a Python truth value."""
    match e:
        case Binary(op, _, _):
            return op in COMPARE or op in ("and", "or")
        case Unary(op, _):
            return op in ("not", "any")
        case Fold(kind, _, _, _, _, _):
            return kind in ("any", "every")
        case _:
            return False


class Usage:
    """Which of the slots that can be kept in names of their own a part of a program reads or writes.

    Not to be kept: zones and what belongs to them, the generator, and rows of slots somebody picks one of."""

    def __init__(self, program: Program, watched: tuple[Slot, ...] = ()) -> None:
        self.program = program
        self.watched = {*watched, DECISIONS} if watched else set[Slot]()
        self._functions: dict[int, frozenset[Slot]] = {}
        self._procedures: dict[int, tuple[frozenset[Slot], frozenset[Slot]]] = {}
        fixed = set[Slot]()
        for zone in program.zones:
            fixed.update(range(zone.base, zone.base + zone.count))
            if zone.bag >= 0:
                fixed.update(range(zone.bag, zone.bag + 2 * zone.count))
        if program.known != NOWHERE_KNOWN:
            fixed.update(range(program.known, program.known + program.players))
        whole = (program.functions, program.procedures, program.blocks, program.asks)
        for node in parts(whole):
            match node:
                case Get(base, index, count) if index is not None and not isinstance(index, Const):
                    fixed.update(range(base, base + count))
                case SetSlot(base, index, _, variable) if index is not None and not isinstance(index, Const):
                    info = program.variables[variable]
                    fixed.update(range(info.base, info.base + info.count))
                case _:
                    pass
        self.kept = frozenset({STEPS, DECISIONS, *range(FIRST_FREE, program.slots)} - fixed)

    def of(self, *nodes: object) -> tuple[frozenset[Slot], frozenset[Slot]]:
        """The slots parts of a program use in any way, and those of them it writes."""
        used, written = set[Slot](), set[Slot]()
        for node in parts(nodes):
            match node:
                case Get(base, index):
                    used.add(base + (index.value if isinstance(index, Const) else 0))
                case SetSlot(base, index):
                    written.add(base + (index.value if isinstance(index, Const) else 0))
                case Tick() | Loop() | ForEach():
                    written.add(STEPS)
                case GatherAll() | ShufflePile():
                    used |= self.watched
                case FunctionCall(function, _):
                    used |= self.function(function)
                case RunProcedure(procedure, _, _):
                    reads, writes = self.procedure(procedure)
                    used |= reads
                    written |= writes
                case _:
                    pass
        return self.kept & (used | written), self.kept & written

    def function(self, number: int) -> frozenset[Slot]:
        """The slots a function reads."""
        if number not in self._functions:
            self._functions[number] = self.of(self.program.functions[number].body)[0]
        return self._functions[number]

    def moves(self, procedure: int) -> bool:
        """Whether a procedure, or one it calls, moves cards."""
        body = self.program.procedures[procedure].body
        return any(
            isinstance(node, MoveCards | MoveAll | GatherAll | DealCards)
            or (isinstance(node, RunProcedure) and self.moves(node.procedure))
            for node in parts(body)
        )

    def procedure(self, number: int) -> tuple[frozenset[Slot], frozenset[Slot]]:
        """The slots a procedure uses, and those it writes."""
        if number not in self._procedures:
            self._procedures[number] = self.of(self.program.procedures[number].body)
        return self._procedures[number]
