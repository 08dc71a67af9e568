"""Finds what is known while a question is open, because it held when the question was put.

A game continues from a question many times as often as it enters a function elsewhere.  So what is known at a question
is not tested again: whose turn it is, and the invariants that were tested just before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ..program import (
    DECISIONS,
    AskPlayer,
    Binary,
    Branch,
    Const,
    Expr,
    ForEach,
    Get,
    Goto,
    Loop,
    Present,
    Program,
    Require,
    Return,
    RunProcedure,
    SetSlot,
    Stmt,
    Unary,
    When,
)
from ..traversal import nodes_within

_SHORT_PROCEDURE = 24


@dataclass(frozen=True)
class KnownAtQuestion:
    """`actor`: the slot that holds the player who is asked (-1: no slot does).  `sure`: conditions that hold."""

    actor: int = -1
    sure: frozenset[Expr] = frozenset()


@dataclass
class QuestionFacts:
    """What is known at the questions of a program, and what procedures change.  `plain`: the slots that only
    assignments to slots can change.
    """

    program: Program
    plain: set[int]

    @cached_property
    def questions(self) -> dict[int, KnownAtQuestion]:
        """What is known at each question, for every block that puts it."""
        found: dict[int, KnownAtQuestion] = {}
        for block in self.program.blocks:
            match block.body[-1]:
                case AskPlayer(ask, actor):
                    one = KnownAtQuestion(_slot(actor), frozenset(self._required(block.body[:-1])))
                    other = found.get(ask, one)
                    found[ask] = KnownAtQuestion(one.actor if one.actor == other.actor else -1, one.sure & other.sure)
                case _:
                    pass
        return found

    @cached_property
    def answers(self) -> frozenset[int]:
        """The blocks after answers.  In games played at random these are written elsewhere, so they are rarely entered
        as blocks.
        """
        return frozenset(one.body for ask in self.program.asks for one in ask.alternatives)

    @cached_property
    def returns(self) -> dict[int, int]:
        """For each return slot that always holds the same block: that block."""
        back = {st.slot for block in self.program.blocks for st in block.body if isinstance(st, Return)}
        found: dict[int, set[int]] = {slot: set() for slot in back}
        units = (*self.program.blocks, *self.program.procedures)
        for st in (st for unit in units for st in _statements(unit.body)):
            match st:
                case SetSlot(slot, None, Const(block)) if slot in back:
                    found[slot].add(block)
                case SetSlot(slot) if slot in back:
                    found[slot].add(-1)
                case _:
                    pass
        open_ = {incident.back for incident in self.program.incidents}
        only = {slot: min(blocks) for slot, blocks in found.items() if len(blocks) == 1 and slot not in open_}
        return {slot: block for slot, block in only.items() if block >= 0}

    def _required(self, body: tuple[object, ...]) -> Iterator[Expr]:
        """The conditions that a block tests last."""
        for st in reversed(body):
            if not isinstance(st, Require):
                return
            if self.lasts(st.condition):
                yield st.condition

    def lasts(self, e: Expr) -> bool:
        """Whether a condition holds until an assignment changes one of the slots that it reads."""
        return all(
            isinstance(part, Const | Binary | Unary)
            or (isinstance(part, Get) and part.index is None and part.base > DECISIONS and part.base in self.plain)
            for part in nodes_within(e)
        )

    def carried(self, number: int) -> list[int]:
        """Slots that are read and changed between a question and the next time it is put."""
        ask, program = self.program.asks[number], self.program
        looked, changed, seen = list[int](), set[int](), set[int]()
        wanted: list[object] = [(ask.alternatives,)]
        after = [one.body for one in ask.alternatives]
        while wanted:
            for part in nodes_within(wanted.pop()):
                match part:
                    case Get(base, None):
                        looked.append(base)
                    case SetSlot(base, None, _, variable) if variable < 0 or program.variables[variable].count == 1:
                        changed.add(base)
                    case Goto(block):
                        after.append(block)
                    case Branch(_, then, otherwise):
                        after += (then, otherwise)
                    case _:
                        pass
            while after:
                block = after.pop()
                if block not in seen:
                    seen.add(block)
                    wanted.insert(0, program.blocks[block].body)
        bound = {bound.slot for one in ask.alternatives for bound in one.bound}
        left = changed & self.plain - bound - {self.questions[number].actor}
        return [slot for slot in dict.fromkeys(looked) if slot in left and slot > DECISIONS]

    def changed(self, procedure: int) -> frozenset[int]:
        """The plain slots that a procedure, or a procedure it calls, may change."""
        if procedure not in self._changed:
            slots = set[int]()
            for part in nodes_within(self.program.procedures[procedure].body):
                match part:
                    case SetSlot(base, None):
                        slots.add(base)
                    case SetSlot(base, _, _, variable):
                        slots |= {*range(base, base + (self.program.variables[variable].count if variable >= 0 else 1))}
                    case RunProcedure(called):
                        slots |= self.changed(called)
                    case _:
                        pass
            self._changed[procedure] = frozenset(slots)
        return self._changed[procedure]

    def short(self, procedure: int) -> bool:
        """Whether a procedure is so short that it is written in place of each call.

        Those that it calls count, if they are written in place too."""
        if procedure not in self._sizes:
            parts = list(nodes_within(self.program.procedures[procedure].body))
            called = [part.procedure for part in parts if isinstance(part, RunProcedure)]
            self._sizes[procedure] = len(parts) + sum(self._sizes[inner] for inner in called if self.short(inner))
        return self._sizes[procedure] <= _SHORT_PROCEDURE

    @cached_property
    def _sizes(self) -> dict[int, int]:
        return {}

    @cached_property
    def _changed(self) -> dict[int, frozenset[int]]:
        return {}


def _statements(body: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """Statements, and the statements inside them."""
    for st in body:
        yield st
        match st:
            case When(_, then, otherwise):
                yield from _statements(then)
                yield from _statements(otherwise)
            case ForEach(body=inside) | Loop(body=inside):
                yield from _statements(inside)
            case _:
                pass


def looked_at(e: Expr) -> set[int]:
    """The slots that a lasting condition reads."""
    return {part.base for part in nodes_within(e) if isinstance(part, Get)}


def _slot(actor: Expr) -> int:
    """The slot that holds a player; -1 if the expression is not just a slot."""
    match actor:
        case Get(base, None) | Present(Get(base, None)):
            return base
        case _:
            return -1
