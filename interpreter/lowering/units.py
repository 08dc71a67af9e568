"""Where the names of a piece of code are kept, and its registers."""

from __future__ import annotations

from dataclasses import dataclass

from ...dsl import checked as c
from ..program import Expr

Env = dict[c.LocalSymbol, Expr]
"""Where the names of a block are: in registers, in slots, or as known values."""


@dataclass
class CodeUnit:
    """A piece of code with its own registers: a function, a procedure, the blocks of a phase, an alternative."""

    registers: int = 0

    def register(self) -> int:
        """A new register."""
        self.registers += 1
        return self.registers - 1
