"""The instructions that do something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .expressions import Domain, Expr
from .slots import BlockId, Place, Slot


@dataclass(frozen=True, slots=True)
class SetReg:
    reg: int
    value: Expr


@dataclass(frozen=True, slots=True)
class SetSlot:
    """Slot `base` (or `base + index`) takes a value.  `variable` (an index) if the rule file knows it, for records."""

    base: Slot
    index: Expr | None
    value: Expr
    variable: int
    place: Place


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A zone, and whose (None for a shared one)."""

    zone: int
    index: Expr | None


@dataclass(frozen=True, slots=True)
class MoveCards:
    """The cards of a mask leave wherever they are for the top of a zone, in ascending order."""

    cards: Expr
    source: ZoneRef | None
    """Where they probably all are: looked at first."""
    target: ZoneRef
    place: Place


@dataclass(frozen=True, slots=True)
class MoveAll:
    """Every card of a zone, in its order, to the top of another."""

    source: ZoneRef
    target: ZoneRef
    place: Place


@dataclass(frozen=True, slots=True)
class Tuck:
    """The top `count` cards of a pile, in their order, to its bottom or into its middle.

    The middle is among the cards whose order is unknown, and nobody knows the place of the tucked cards either then;
    where the order of all is known, half of the others lie below."""

    pile: ZoneRef
    count: Expr
    end: Literal["bottom", "middle"]
    place: Place


@dataclass(frozen=True, slots=True)
class GatherAll:
    """Every card of the deck into one zone."""

    target: ZoneRef
    place: Place


@dataclass(frozen=True, slots=True)
class ShufflePile:
    """The order of a pile becomes unknown: its cards are drawn as they are taken or looked at."""

    pile: ZoneRef
    place: Place


@dataclass(frozen=True, slots=True)
class DealCards:
    """`amount` cards from the top of a pile to a zone; fewer only with `at_most`, else too few is an error."""

    amount: Expr
    at_most: bool
    pile: ZoneRef
    target: ZoneRef
    place: Place


@dataclass(frozen=True, slots=True)
class ShowCards:
    """The cards of a mask become known to everyone (-1) or to a mask of players."""

    cards: Expr
    to: Expr | None
    place: Place


@dataclass(frozen=True, slots=True)
class When:
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class ForEach:
    """`reg` takes each element; the set is fixed at the start; `until` is looked at before each round."""

    reg: int
    domain: Domain
    where: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Loop:
    """Rounds until `Break`, or until `until` holds before a round; each counts against the step limit."""

    until: Expr | None
    body: tuple[Stmt, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost `ForEach` or `Loop`."""


@dataclass(frozen=True, slots=True)
class RunProcedure:
    """Call a procedure (a phase nobody chooses in) of `Program.procedures`."""

    procedure: int
    args: tuple[Expr, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Tick:
    """A round of a loop that might not end: counts against the step limit.

    With `in_state` the count is the slot `STEPS`, else a number beside the state; both begin anew after a choice."""

    place: Place
    in_state: bool = True


@dataclass(frozen=True, slots=True)
class Mark:
    """Nothing but a record: a phase (`subject`) begins or ends, a row applies, a trick in zone `subject` is led by
    or taken by the player `who`."""

    what: Literal["begin", "end", "row", "lead", "trick"]
    subject: int
    who: Expr | None
    place: Place


@dataclass(frozen=True, slots=True)
class Fail:
    """The game cannot go on: an error of the rule file. `message` is ours, from `FAULTS`."""

    message: str
    place: Place


@dataclass(frozen=True, slots=True)
class Require:
    """An invariant of the author: `condition` must hold here."""

    condition: Expr
    message: str
    place: Place


# Only at the end of a block:


@dataclass(frozen=True, slots=True)
class Goto:
    block: BlockId


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Expr
    then: BlockId
    otherwise: BlockId


@dataclass(frozen=True, slots=True)
class Return:
    """Go on where the phase was called: at the block in its return slot."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class AskPlayer:
    """A question is open (`Program.asks`) for the player `actor`; the game waits."""

    ask: int
    actor: Expr


@dataclass(frozen=True, slots=True)
class End:
    """The game is over; the winners are worked out from `Program.ending`."""

    ending: int


Stmt = (
    SetReg | SetSlot | MoveCards | MoveAll | Tuck | GatherAll | ShufflePile | DealCards | ShowCards | When | ForEach
    | Loop | Break | RunProcedure | Tick | Mark | Fail | Require | Goto | Branch | Return | AskPlayer | End
)  # fmt: skip
