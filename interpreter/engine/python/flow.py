"""Where a block goes on: the last statement of each, and which blocks are written out inside each other."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from ...program import ACTOR, OVER, AskPlayer, Branch, End, Goto, Return, Slot, Stmt
from .questions import Questions

Label = int
"""A block; or of question 4, ~4; or of the end of a game, `OVER` less the number of the ending."""
SHORT_BLOCK = 6
"""Statements of a block that is written out though others go there, too."""
_MOST_INDENTED = 30
"""How deep code may be indented before another block begins by itself; Python bears a hundred."""


@dataclass
class Flow(Questions):
    """Writes the blocks of a program one inside the other."""

    path: list[int] = field(default_factory=list["int"])
    """The blocks written out around this place, the innermost last."""
    comers: list[int] = field(default_factory=list["int"])
    """For each block, how many others go on there."""
    actor: str = f"S[{ACTOR}]"
    """Where it stands who is asked."""
    most_inside: int = 16
    """Blocks written out inside each other."""

    @abstractmethod
    def go(self, label: Label) -> None:
        """Go on at a label that is not written out here."""

    @abstractmethod
    def leave(self, label: Label) -> None:
        """The same, for good: a question is open, or the game over."""

    @abstractmethod
    def back(self, slot: Slot) -> None:
        """Go on where a phase was called, which a slot says."""

    @abstractmethod
    def alone(self, block: int) -> bool:
        """Whether a block may be written out here."""

    def looking(self) -> AbstractContextManager[None]:
        """Around lines that may look at the state."""
        return nullcontext()

    def end(self, st: Stmt) -> None:
        match st:
            case Goto(block):
                self.follow(block)
            case Branch(condition, then, otherwise):
                with self.looking():
                    self.line(f"if {self.expr(condition)}:")
                self.depth += 1
                self.follow(then)
                self.depth -= 1
                self.follow(otherwise)
            case Return(slot):
                self.back(slot)
            case AskPlayer(ask, actor):
                with self.looking():
                    self.line(f"{self.actor} = {self.number(actor)}")
                self.go(~ask)
            case End(ending):
                self.leave(OVER - ending)
            case _:
                super().end(st)

    def follow(self, block: int) -> None:
        """Go on at a block: it is written out here, or there is a jump.

        Registers do not live from block to block, so those of one written out may take the places of the others'."""
        full = len(self.path) >= self.most_inside or self.depth >= _MOST_INDENTED
        if full or block in self.path or not self.alone(block):
            self.go(block)
            return
        self.path.append(block)
        self.body(self.program.blocks[block].body)
        self.path.pop()
