"""Blocks: the pieces a phase that waits is cut into, each run from one question to the next.

A phase *waits* if it asks, plays a trick, ends the game, starts a phase again, or calls a phase that waits.  Such a
phase is not called but jumped to: its parameters, names and loops live in slots of its own (no recursion, so one set
is enough), and one more slot says where to go back to.  A statement inside it that does not wait stays nested, as in
`statements.py`; one that waits is taken apart into blocks that end in a jump.

`code` is the block being written: `close` ends it, `start` ends it with a jump and opens the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...dsl import checked as c
from ...dsl.traversal import every, within
from ..program import Ask, Block, Branch, Ending, Expr, Goto, IncidentEntry, Require, SetSlot, Slot, Stmt
from .statements import Statements
from .units import Env, Unit

Loops = tuple[int, ...]
"""For each loop around a statement, the block behind it."""


@dataclass
class Window:
    """When an incident can happen: from the start of a phase until the first choice in another, or its own end.

    The slot is 0 while it cannot, 1 while it can, and `LAST` once the phase has begun whose first choice ends it.  If
    it is somebody's, and not everybody's, `each` has a slot for each player, settled before each question."""

    slot: Slot
    rule: c.IncidentRule
    each: Slot | None = None


LAST = 2


@dataclass
class Blocks(Statements):
    """Writes the blocks of phases that wait; what goes into them is in the layers above."""

    blocks: list[Block | None] = field(default_factory=list["Block | None"])
    asks: list[Ask] = field(default_factory=list["Ask"])
    endings: list[Ending] = field(default_factory=list["Ending"])
    incidents: list[IncidentEntry] = field(default_factory=list["IncidentEntry"])
    entry: dict[c.PhaseSymbol, int] = field(default_factory=dict["c.PhaseSymbol", int])
    back: dict[c.PhaseSymbol, Slot] = field(default_factory=dict["c.PhaseSymbol", Slot])
    params: dict[c.PhaseSymbol, list[Slot]] = field(default_factory=dict["c.PhaseSymbol", "list[Slot]"])
    waits: set[c.PhaseSymbol] = field(default_factory=set["c.PhaseSymbol"])
    restart: dict[c.PhaseSymbol, tuple[int, Slot]] = field(default_factory=dict["c.PhaseSymbol", "tuple[int, Slot]"])
    """For a phase that can start again: the block that does it, and the slot where it goes back to."""
    again: set[c.PhaseSymbol] = field(default_factory=set["c.PhaseSymbol"])
    windows: list[Window] = field(default_factory=list["Window"])
    current: int = -1
    code: list[Stmt] = field(default_factory=list["Stmt"])
    unit: Unit = field(default_factory=Unit)
    phase: c.PhaseSymbol | None = None

    # ------------------------------------------------------------------------------------------------------ who waits

    def find_waiting(self) -> None:
        """Find the phases that wait: those with a question in them, and those that call one."""
        game = self.layout.game
        everything = [game.main, *game.phases]
        self.again = {st.phase for phase in everything for st in every(phase) if isinstance(st, c.Again)}
        self.again |= {st.phase for rule in game.incidents for st in within(rule.body) if isinstance(st, c.Again)}
        self.waits = {game.main} | self.again
        changed = True
        while changed:
            changed = False
            for phase in everything:
                if phase not in self.waits and any(self.waiting(st) or _depth(st) > _DEEPEST for st in every(phase)):
                    self.waits.add(phase)
                    changed = True

    def waiting(self, st: c.Stmt) -> bool:
        """Whether a statement itself (not what stands in it) waits."""
        if isinstance(st, c.CallPhase):
            return st.phase in self.waits
        return isinstance(st, c.Choose | c.Together | c.PlayTrick | c.Over | c.Again)

    def cut(self, st: c.Stmt) -> bool:
        """Whether a statement must be taken apart: something in it waits, a `stop` in it leaves a loop outside, or it
        is too deep to stay nested."""
        return any(self.waiting(inner) for inner in within((st,))) or _stops(st) or _depth(st) > _DEEPEST

    # ------------------------------------------------------------------------------------------------------ writing

    def new(self) -> int:
        self.blocks.append(None)
        return len(self.blocks) - 1

    def open(self, block: int) -> None:
        self.current, self.code = block, []

    def close(self, end: Stmt) -> None:
        self.blocks[self.current] = Block((*self.code, end), self.unit.registers)
        self.current, self.code = -1, []

    def start(self, block: int) -> None:
        """Jump to a block and go on writing there."""
        self.close(Goto(block))
        self.open(block)

    def split(self, condition: Expr) -> tuple[int, int]:
        """Close the block with a branch; both new blocks are still to be written."""
        yes, no = self.new(), self.new()
        self.close(Branch(condition, yes, no))
        return yes, no

    def put(self, slot: Slot, value: Expr, place: int) -> None:
        self.code.append(SetSlot(slot, None, value, -1, place))

    def leave_if(self, condition: Expr, block: int) -> None:
        """Go to a block if the condition holds; else go on."""
        on = self.new()
        self.close(Branch(condition, block, on))
        self.open(on)

    def invariants(self) -> None:
        for rule in self.layout.game.always:
            test = self.note("check", self.lower(rule.condition, {}, self.unit), rule.span)
            self.code.append(Require(test, "this must always hold", self.layout.place(rule.span)))

    def sequence(self, statements: tuple[c.Stmt, ...], env: Env, loops: Loops) -> None:
        """Write the statements of a block; the top layer knows how."""
        raise NotImplementedError


_DEEPEST = 15
"""How many statements may stand inside each other in one piece: an executor need not bear more."""


def _depth(st: c.Stmt) -> int:
    """How deep the statements in a statement stand inside each other."""
    match st:
        case c.If(then=one, otherwise=other) | c.Repeat(body=one, otherwise=other):
            return 1 + max((_depth(inner) for inner in (*one, *other)), default=0)
        case c.For(body=body):
            return 1 + max(map(_depth, body), default=0)
        case _:
            return 0


def _stops(st: c.Stmt) -> bool:
    """Whether a `stop` in a statement leaves a loop that stands around the statement."""
    match st:
        case c.Stop():
            return True
        case c.If(then=then, otherwise=otherwise):
            return any(map(_stops, then)) or any(map(_stops, otherwise))
        case c.Repeat(otherwise=otherwise):
            return any(map(_stops, otherwise))
        case _:
            return False
