"""What the author says must hold is looked at once, and again only when something it speaks of was changed.

`always` stands before every question.  A condition that held there, and of whose slots none was written on the way
here, holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...program import (
    AskPlayer,
    Const,
    Expr,
    FunctionCall,
    Get,
    PileEnd,
    RandomPick,
    Require,
    RunProcedure,
    SetSlot,
    Slot,
    Stmt,
    ZoneCards,
)
from .piles import Piles
from .reading import parts


@dataclass
class Invariants(Piles):
    """Writes what must hold."""

    holding: frozenset[Expr] = frozenset()
    """Conditions that hold where the next line is written."""
    _read: dict[Expr, frozenset[Slot] | None] = field(default_factory=dict["Expr", "frozenset[Slot] | None"])
    _written: dict[int, frozenset[Slot]] = field(default_factory=dict["int", "frozenset[Slot]"])

    def statement(self, st: Stmt) -> None:
        if not self.walking:
            super().statement(st)
            return
        if not isinstance(st, Require) or st.condition not in self.holding:
            super().statement(st)
        self.holding = self.after(st, self.holding)

    def held_at(self, number: int) -> frozenset[Expr]:
        """What holds wherever a question is asked, and when its answer has been noted."""
        found: frozenset[Expr] | None = None
        for block in self.program.blocks:
            match block.body[-1]:
                case AskPlayer(ask, _) if ask == number:
                    holding = frozenset[Expr]()
                    for st in block.body:
                        holding = self.after(st, holding)
                    found = holding if found is None else found & holding
                case _:
                    pass
        names = {bound.slot for one in self.program.asks[number].alternatives for bound in one.bound}
        return frozenset(e for e in found or () if not names & (self.read(e) or set()))

    def after(self, st: Stmt, holding: frozenset[Expr]) -> frozenset[Expr]:
        """What holds behind a statement, given what does before it."""
        if isinstance(st, Require):
            return holding if self.read(st.condition) is None else holding | {st.condition}
        if not holding:
            return holding
        written = self.written(st)
        return frozenset(e for e in holding if not written & (self.read(e) or set())) if written else holding

    def read(self, e: Expr) -> frozenset[Slot] | None:
        """The slots of numbers an expression depends on; None if it depends on more than these."""
        if e not in self._read:
            found = set[Slot]()
            for node in parts(e):
                match node:
                    case Get(base, index, count):
                        found.update((base + index.value,) if isinstance(index, Const) else range(base, base + count))
                    case FunctionCall(function, _):
                        inner = self.read(self.program.functions[function].body)
                        found.update(inner if inner is not None else {-1})
                    case ZoneCards() | PileEnd() | RandomPick():
                        found.add(-1)
                    case _:
                        pass
            self._read[e] = None if -1 in found else frozenset(found)
        return self._read[e]

    def written(self, node: object) -> frozenset[Slot]:
        """The slots of variables a part of the program writes."""
        found = set[Slot]()
        for part in parts(node):
            match part:
                case SetSlot(base, None):
                    found.add(base)
                case SetSlot(base, Const(index)):
                    found.add(base + index)
                case SetSlot(_, _, _, variable):
                    info = self.program.variables[variable]
                    found.update(range(info.base, info.base + info.count))
                case RunProcedure(procedure):
                    if procedure not in self._written:
                        self._written[procedure] = self.written(self.program.procedures[procedure].body)
                    found |= self._written[procedure]
                case _:
                    pass
        return frozenset(found)
