"""A function that is being written as WebAssembly text: its locals, labels and memory.

No function of a program calls itself, not even through others, so what a function keeps in memory has a fixed address.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...program import Domain, Expr
from ..layout import MemoryLayout
from ..ranges import Interval, narrow


@dataclass
class WasmFunction:
    """One function.  `name` is the unit of the program (`traversal.units`) that is being written.  A function can
    contain several units in order; their registers are separate.
    """

    layout: MemoryLayout
    name: str
    locals: dict[str, str] = field(default_factory=dict["str", "str"])
    """The names and types of all locals except the parameters."""
    loops: list[str] = field(default_factory=list["str"])
    """The labels that leave the loops around this place, the innermost last."""
    _labels: int = 0
    _sets: dict[tuple[str, int], int] = field(default_factory=dict["tuple[str, int]", "int"])

    def local(self, kind: str = "i64") -> str:
        """The name of a new local."""
        name = f"$t{len(self.locals)}"
        self.locals[name] = kind
        return name

    def label(self) -> str:
        """A new label."""
        self._labels += 1
        return f"$l{self._labels}"

    def range(self, e: Expr) -> Interval:
        """The range of an expression of this unit."""
        return self.layout.ranges.found(self.name, e)

    def size(self, domain: Domain) -> int:
        """How many elements a domain of this unit can have at most."""
        self.layout.ranges.unit = self.name
        return self.layout.ranges.size(domain)

    def narrow(self, e: Expr) -> bool:
        """Whether an expression fits one word."""
        return narrow(self.range(e))

    def register_narrow(self, number: int) -> bool:
        """Whether a register fits one word, so that it is a local; otherwise it is in memory."""
        return narrow(self.layout.ranges.registers[self.name].get(number, (0, 0)))

    def register(self, number: int) -> str:
        """The local of a register of one word."""
        name = f"${self.name}r{number}"
        self.locals[name] = "i64"
        return name

    def register_set(self, number: int) -> str:
        """The address of a register that holds a set of several words."""
        key = (self.name, number)
        if key not in self._sets:
            self._sets[key] = self.layout.room()
        return f"(i32.const {self._sets[key]})"

    def function(self, head: str, body: str) -> str:
        """The text of the whole function."""
        kept = " ".join(f"(local {name} {kind})" for name, kind in self.locals.items())
        return f"(func {head}\n {kept}\n{body})\n"
