"""A program as Python functions, one for each block, so that a game can be left and taken up again at any question.

    b3(S, K)      a block: returns the next block, or a negative number when a question is open or the game is over
    p1(S, K, …)   a procedure            f2(S, K, …)  a pure function

A block that ends with a jump would cost a call for the block it jumps to.  So a block that is short, or that only one
other block jumps to, is written out in the place of the jump (`follow`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...program import ACTOR, OVER, AskPlayer, Branch, End, Goto, Noted, Place, Return, Stmt
from .questions import Questions
from .reading import predecessor_counts

SHORT_BLOCK = 6
"""A block of at most so many statements is written out wherever another block jumps to it."""
_MOST_INSIDE = 16
"""So many blocks at most are written out inside each other."""
_MOST_INDENTED = 30
"""Code is indented so often at most before a jump is left a jump; Python allows a hundred."""


@dataclass
class BlockWriter(Questions):
    """Writes one program as functions of its blocks."""

    path: list[int] = field(default_factory=list["int"])
    """The blocks written out around this place, the innermost last."""
    predecessors: list[int] = field(init=False)
    """For each block, how many blocks jump to it."""
    brief: bool = False
    """Whether no block is written out twice: quicker to compile, slower to play."""
    expressions: bool = False
    """Whether the values that a program notes (`Noted`) are counted, too."""
    tables_noted: list[tuple[Place, ...]] = field(default_factory=list["tuple[Place, ...]"])
    """Where expressions are counted, if anything is: `note` is given a number of these, and an index into it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.predecessors = predecessor_counts(self.program)

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
        for i, block in enumerate(self.program.blocks):
            self.head(f"b{i}", 0)
            self.path = [i]
            self.body(block.body)
            self.depth = 0
        for i, ask in enumerate(self.program.asks):
            self.ask(i, ask)
        return "\n".join([*self.lines, *self.helpers]) + "\n"

    def noted(self, e: Noted) -> str:
        if not self.expressions:
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
        """Go on at a block: written out here, or left to the caller.

        No register lives from one block to the next, so the registers of a block written out here may overwrite those
        of the block around it."""
        body = self.program.blocks[block].body
        full = len(self.path) >= _MOST_INSIDE or self.depth >= _MOST_INDENTED
        short = not self.brief and len(body) <= SHORT_BLOCK
        if full or block in self.path or not (self.predecessors[block] == 1 or short):
            self.line(f"return {block}")
            return
        self.path.append(block)
        self.body(body)
        self.path.pop()
