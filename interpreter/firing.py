"""Which statements of a program count as rules that fired: all executors that count use this."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard, get_args

from .program import (
    DealCards,
    GatherAll,
    Mark,
    MoveAll,
    MoveCards,
    Place,
    Program,
    SetSlot,
    ShowCards,
    ShufflePile,
    Stmt,
)
from .traversal import carried_out

Counted = SetSlot | MoveCards | MoveAll | GatherAll | ShufflePile | DealCards | ShowCards | Mark
_KINDS: tuple[type, ...] = get_args(Counted)
"""The same classes for `isinstance`, which is several times slower for a union."""


def fires(st: object) -> TypeGuard[Counted]:
    """Whether an author would count a statement: it changes a variable, moves cards, applies a row or plays a trick."""
    match st:
        case SetSlot(variable=variable):
            return variable >= 0
        case Mark(what=what):
            return what in ("begin", "row", "trick")
        case _:
            return isinstance(st, _KINDS)


def trick_places(program: Program) -> frozenset[Place]:
    """The places where tricks are played.  They are counted once for each trick, not for each card."""
    return frozenset(mark.place for mark in _marks(program) if mark.what == "trick")


def counting_place(st: Stmt, tricks: frozenset[Place]) -> int:
    """The place at which each execution of a statement is counted; -1 if it is not counted."""
    if fires(st) and not (isinstance(st, MoveCards) and st.place in tricks):
        return st.place
    return -1


def deal_begins(program: Program) -> type[GatherAll] | type[ShufflePile]:
    """The statement that begins a deal: gathering the cards or, in a game that never gathers them, shuffling."""
    gathers = any(isinstance(node, GatherAll) for node in carried_out(program))
    return GatherAll if gathers else ShufflePile


def _marks(program: Program) -> Iterator[Mark]:
    for block in program.blocks:
        for statement in block.body:
            if isinstance(statement, Mark):
                yield statement
