"""The context of lowering a game: what is known and what has been written so far.  Every function of this folder takes
it first.

Expressions become expressions over slots (`expressions.py`), statements without a player's choice stay nested
(`statements.py`), and phases with choices are cut into blocks (`blocks.py`, `questions.py`, `tricks.py`, `loops.py`,
`flow.py`).

`code` is the block being written: `close` ends it, `start` ends it with a jump and opens the next.  A question contains
statements, and statements contain questions.  So that no file imports another in a circle, `flow.py` hands the function
that writes statements to the context (`write`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ...dsl import checked as c
from ...dsl.source.span import Span
from ..program import (
    Ask,
    Block,
    Branch,
    Ending,
    Expr,
    Function,
    Goto,
    IncidentEntry,
    Mark,
    NotedKind,
    Place,
    Procedure,
    SetSlot,
    Slot,
    Stmt,
    WrittenLine,
    ZoneRef,
)
from .cards.beating import TrickSlots
from .cards.ranking import RankingTables
from .deals import DealRounds
from .layout import SlotLayout
from .units import CodeUnit, Env

Loops = tuple[int, ...]
"""For each loop around a statement, the block after the loop."""

LAST = 2


@dataclass
class Window:
    """When an incident can happen: from the start of a phase until the first choice in another phase, or until its own
    end.

    The slot is 0 while it cannot happen, 1 while it can, and `LAST` after the phase has begun whose first choice ends
    the window.  If the incident is about certain players only, `each` has a slot for each player, which is set before
    each question.
    """

    slot: Slot
    rule: c.IncidentRule
    each: Slot | None = None


@dataclass
class LoweredDefine:
    """The result of lowering a define: a known value, or a function."""

    constant: int | None = None
    function: int = -1


@dataclass
class LoweringContext:
    """The lowering of one game."""

    layout: SlotLayout
    write: Callable[[LoweringContext, tuple[c.Stmt, ...], Env, Loops], None]
    """Writes statements some of which wait; see `sequence`."""
    lower: Callable[[LoweringContext, c.Expr, Env, CodeUnit], Expr]
    """Lowers an expression; see `expression`."""
    noted: bool = False
    """Whether `Noted` expressions are written."""
    unchecked: frozenset[Span] = frozenset()
    """The places of checks after a phase that are left out."""
    measured: frozenset[tuple[Span, Span]] = frozenset()
    """The places of comparisons in checks after a phase, and of their left sides.  If a check has such comparisons,
    the game goes on when it does not hold, and there are records of these values.
    """
    functions: list[Function | None] = field(default_factory=list["Function | None"])
    compiled: dict[c.DefineSymbol, LoweredDefine] = field(default_factory=dict["c.DefineSymbol", LoweredDefine])
    settled: dict[tuple[NotedKind, Place], None] = field(default_factory=dict["tuple[NotedKind, Place]", None])
    """Expressions that would be noted but whose value is known before play."""
    begun: dict[tuple[c.PhaseSymbol, c.VariableSymbol], Slot] = field(
        default_factory=dict["tuple[c.PhaseSymbol, c.VariableSymbol]", "Slot"]
    )
    """The slots that hold the value a variable had when a phase began."""
    ranking: RankingTables | None = None
    trick: TrickSlots | None = None
    """The slots for the current trick, if the rules ask about it."""
    procedures: list[Procedure | None] = field(default_factory=list["Procedure | None"])
    procedure_of: dict[c.PhaseSymbol, int] = field(default_factory=dict["c.PhaseSymbol", int])
    origins: dict[c.LocalSymbol, ZoneRef] = field(default_factory=dict["c.LocalSymbol", ZoneRef])
    """For a name of a choice: the zone from which it was picked, if the owner of that zone is still the same when the
    choice is made.
    """

    rounds: list[c.LocalSymbol] = field(default_factory=list["c.LocalSymbol"])
    """The names of the loops around a statement that stand for a card or for cards."""

    deals: DealRounds = field(default_factory=lambda: DealRounds(gathers=False))
    """Where deals begin."""

    lets: dict[c.LocalSymbol, c.Expr] = field(default_factory=dict["c.LocalSymbol", "c.Expr"])
    """The values of the `let`s of tables."""

    # --------------------------------------------------------------------------------------- phases that are cut

    blocks: list[Block | None] = field(default_factory=list["Block | None"])
    asks: list[Ask] = field(default_factory=list["Ask"])
    endings: list[Ending] = field(default_factory=list["Ending"])
    incidents: list[IncidentEntry] = field(default_factory=list["IncidentEntry"])
    waits: set[c.PhaseSymbol] = field(default_factory=set["c.PhaseSymbol"])
    """The phases that wait."""
    entry: dict[c.PhaseSymbol, int] = field(default_factory=dict["c.PhaseSymbol", int])
    """The first block of each waiting phase."""
    back: dict[c.PhaseSymbol, Slot] = field(default_factory=dict["c.PhaseSymbol", Slot])
    """The slot that holds the block to which each waiting phase returns."""
    params: dict[c.PhaseSymbol, list[Slot]] = field(default_factory=dict["c.PhaseSymbol", "list[Slot]"])
    again: set[c.PhaseSymbol] = field(default_factory=set["c.PhaseSymbol"])
    """The phases that can be started again."""
    restart: dict[c.PhaseSymbol, tuple[int, Slot]] = field(default_factory=dict["c.PhaseSymbol", "tuple[int, Slot]"])
    """For a phase that can be started again: the block that restarts it, and the slot of the block to return to."""
    written: tuple[WrittenLine, ...] = ()
    """What is written on the table."""
    windows: list[Window] = field(default_factory=list["Window"])
    current: int = -1
    """The number of the block being written; -1 between blocks."""
    code: list[Stmt] = field(default_factory=list["Stmt"])
    """The statements of this block so far."""
    unit: CodeUnit = field(default_factory=CodeUnit)
    phase: c.PhaseSymbol | None = None

    def new(self) -> int:
        """Reserve the number of a block that will be written later."""
        self.blocks.append(None)
        return len(self.blocks) - 1

    def open(self, block: int) -> None:
        """Begin to write a block."""
        self.current, self.code = block, []

    def close(self, end: Stmt) -> None:
        """End the block being written."""
        self.blocks[self.current] = Block((*self.code, end), self.unit.registers)
        self.current, self.code = -1, []

    def start(self, block: int) -> None:
        """Jump to a block and continue writing there."""
        self.close(Goto(block))
        self.open(block)

    def split(self, condition: Expr) -> tuple[int, int]:
        """End the block with a branch.  Returns the two new blocks, which are still to be written."""
        yes, no = self.new(), self.new()
        self.close(Branch(condition, yes, no))
        return yes, no

    def leave_if(self, condition: Expr, block: int) -> None:
        """Jump to a block if the condition holds; otherwise continue."""
        on = self.new()
        self.close(Branch(condition, block, on))
        self.open(on)

    def put(self, slot: Slot, value: Expr, place: int) -> None:
        """Write a value to a slot that is no variable of the rules, without a record."""
        self.code.append(SetSlot(slot, None, value, -1, place))

    def round_mark(self, st: c.Stmt) -> tuple[Mark, ...]:
        """The mark with which each round of a loop begins a deal, if it does."""
        return (Mark("round", 0, None, self.layout.place(st.span)),) if self.deals.opens(st) else ()

    def expression(self, e: c.Expr, env: Env, unit: CodeUnit) -> Expr:
        """Lower an expression, for files that `expressions.py` uses."""
        return self.lower(self, e, env, unit)

    def sequence(self, statements: tuple[c.Stmt, ...], env: Env, loops: Loops) -> None:
        """Write the statements of a block in a scope of their own."""
        self.write(self, statements, env, loops)
