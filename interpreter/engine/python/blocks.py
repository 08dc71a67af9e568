"""A program as functions, one for each block: any state can be taken up, and left, at any question.

b3(S, K)      a block: returns the next block, or a negative number when a question is open or the game over
p1(S, K, …)   a procedure            f2(S, K, …)  a pure function
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...program import ACTOR, OVER, AskPlayer, Branch, End, Goto, Noted, Place, Return, Stmt
from .questions import Questions
from .reading import comers

_SHORT_BLOCK = 6
"""Statements of a block that is written out wherever somebody goes there."""
_MOST_INSIDE = 16
"""Blocks written out inside each other."""
_MOST_INDENTED = 30
"""How deep code may be indented before another block begins; Python bears a hundred."""


@dataclass
class BlockWriter(Questions):
    """Writes one program as functions of its blocks."""

    comers: list[int] = field(default_factory=list["int"])
    """For each block, how many others go on there."""
    tables_noted: list[tuple[Place, ...]] = field(default_factory=list["tuple[Place, ...]"])
    """Where expressions are counted, if anything is: `note` is given a number of these, and an index into it."""
    path: list[int] = field(default_factory=list["int"])
    """The block being written, and those written out inside it around this place."""

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

    def end(self, st: Stmt) -> None:
        match st:
            case Goto(block):
                self.follow(block)
            case Branch(condition, then, otherwise):
                self.line(f"if {self.expr(condition)}:")
                self.depth += 1
                self.follow(then)
                self.depth -= 1
                self.follow(otherwise)
            case Return(slot):
                self.line(f"return S[{slot}]")
            case AskPlayer(ask, actor):
                self.line(f"S[{ACTOR}] = {self.number(actor)}")
                self.line(f"return {~ask}")
            case End(ending):
                self.line(f"return {OVER - ending}")
            case _:
                super().end(st)

    def follow(self, block: int) -> None:
        """Go on at a block: it is written out here if it is short or nobody else goes there, else left to the caller.

        Registers do not live from block to block, so those of one written out may take the places of the others'."""
        body = self.program.blocks[block].body
        alone = self.comers[block] == 1 or len(body) <= _SHORT_BLOCK
        if block in self.path or not alone or len(self.path) >= _MOST_INSIDE or self.depth >= _MOST_INDENTED:
            self.line(f"return {block}")
            return
        self.path.append(block)
        self.body(body)
        self.path.pop()
