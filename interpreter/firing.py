"""What of a program counts as a rule that fired: every executor that counts, counts the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

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


def fires(st: object) -> TypeGuard[Counted]:
    """Whether a statement is one an author would count: a change of what is remembered, a move, a row, a trick."""
    match st:
        case SetSlot(variable=variable):
            return variable >= 0
        case Mark(what=what):
            return what in ("begin", "row", "trick")
        case _:
            return isinstance(st, Counted)


def trick_places(program: Program) -> frozenset[Place]:
    """Where tricks are played: counted once for each trick, not for its cards."""
    return frozenset(mark.place for mark in _marks(program) if mark.what == "trick")


def counted(st: Stmt, tricks: frozenset[Place]) -> int:
    """The place at which a statement is counted each time it is carried out; -1 if it is not."""
    if fires(st) and not (isinstance(st, MoveCards) and st.place in tricks):
        return st.place
    return -1


def deal_begins(program: Program) -> type[GatherAll] | type[ShufflePile]:
    """The statement that begins a deal: cards are gathered or, in a game that never gathers them, shuffled."""
    gathers = any(isinstance(node, GatherAll) for node in carried_out(program))
    return GatherAll if gathers else ShufflePile


def _marks(program: Program) -> Iterator[Mark]:
    for block in program.blocks:
        for statement in block.body:
            if isinstance(statement, Mark):
                yield statement
