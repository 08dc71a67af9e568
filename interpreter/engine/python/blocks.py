"""A program as functions, one for each block: any state can be taken up, and left, at any question.

b3(S, K)      a block: returns the next block, or a negative number when a question is open or the game over
p1(S, K, …)   a procedure            f2(S, K, …)  a pure function
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...program import Noted, Place, Slot
from .flow import SHORT_BLOCK, Flow, Label
from .reading import comers


@dataclass
class BlockWriter(Flow):
    """Writes one program as functions of its blocks."""

    tables_noted: list[tuple[Place, ...]] = field(default_factory=list["tuple[Place, ...]"])
    """Where expressions are counted, if anything is: `note` is given a number of these, and an index into it."""

    def module(self) -> str:
        """The whole source."""
        for i, function in enumerate(self.program.functions):
            self.head(f"f{i}", function.params)
            self.line(f"return {self.number(function.body)}")
            self.depth = 0
        for i, procedure in enumerate(self.program.procedures):
            self.head(f"p{i}", procedure.params)
            self.body(procedure.body)
            self.depth = 0
        self.comers = comers(self.program)
        for i, block in enumerate(self.program.blocks):
            self.head(f"b{i}", 0)
            self.path = [i]
            self.body(block.body)
            self.depth = 0
        for i, ask in enumerate(self.program.asks):
            self.ask(i, ask)
        return "\n".join([*self.lines, *self.helpers]) + "\n"

    def noted(self, e: Noted) -> str:
        if not self.counted:
            return super().noted(e)
        if e.places not in self.tables_noted:
            self.tables_noted.append(e.places)
        return f"note({self.tables_noted.index(e.places)}, {self.number(e.index)}, {self.number(e.operand)})"

    def go(self, label: Label) -> None:
        self.leave(label)

    def leave(self, label: Label) -> None:
        self.line(f"return {label}")

    def back(self, slot: Slot) -> None:
        self.line(f"return S[{slot}]")

    def alone(self, block: int) -> bool:
        """A block is written out if it is short or nobody else goes there, else left to the caller."""
        return self.comers[block] == 1 or len(self.program.blocks[block].body) <= SHORT_BLOCK
