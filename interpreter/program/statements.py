"""The instructions that are executed: they change a state, make a record, or say which block comes next."""

from __future__ import annotations

from typing import Literal

from ...dsl.source.frozen import Frozen, frozen
from .expressions import Domain, Expr
from .slots import BlockId, Place, Slot


@frozen
class SetReg(Frozen):
    reg: int
    value: Expr


@frozen
class SetSlot(Frozen):
    """Slot `base` (or `base + index`) takes a value.  `variable`: its index if it is a variable of the rule file, for
    records.
    """

    base: Slot
    index: Expr | None
    value: Expr
    variable: int
    place: Place


@frozen
class ZoneRef(Frozen):
    """A zone and its owner (None for a shared zone)."""

    zone: int
    index: Expr | None


@frozen
class MoveCards(Frozen):
    """The cards of a mask move from wherever they are to the top of a zone, in ascending order."""

    cards: Expr
    source: ZoneRef | None
    """The zone in which all of them probably lie; it is searched first."""
    target: ZoneRef
    place: Place


@frozen
class MoveAll(Frozen):
    """Every card of a zone moves, in its order, to the top of another zone."""

    source: ZoneRef
    target: ZoneRef
    place: Place


@frozen
class Tuck(Frozen):
    """The top `count` cards of a pile move, in their order, to its bottom or into its middle.

    The middle is among the cards whose order is unknown; the order of the tucked cards then becomes unknown too.  If
    the order of all cards is known, half of the others lie below the tucked ones.
    """

    pile: ZoneRef
    count: Expr
    end: Literal["bottom", "middle"]
    place: Place


@frozen
class GatherAll(Frozen):
    """Every card of the deck moves into one zone."""

    target: ZoneRef
    place: Place


@frozen
class ShufflePile(Frozen):
    """The order of a pile becomes unknown: its cards are drawn when they are taken or looked at."""

    pile: ZoneRef
    place: Place


@frozen
class DealCards(Frozen):
    """`amount` cards move from the top of a pile to a zone.  If there are too few, that is a fault; with `at_most`,
    all that there are move.
    """

    amount: Expr
    at_most: bool
    pile: ZoneRef
    target: ZoneRef
    place: Place


@frozen
class ShowCards(Frozen):
    """The cards of a mask become known to all players (-1) or to the players of a mask."""

    cards: Expr
    to: Expr | None
    place: Place


@frozen
class When(Frozen):
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    place: Place


@frozen
class ForEach(Frozen):
    """`reg` takes each element of a set that is fixed at the start.  `until` is tested before each round."""

    reg: int
    domain: Domain
    where: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    place: Place


@frozen
class Loop(Frozen):
    """Rounds until a `Break`, or until `until` holds before a round.  Each round counts towards the step limit."""

    until: Expr | None
    body: tuple[Stmt, ...]
    place: Place


@frozen
class Break(Frozen):
    """Leave the innermost `ForEach` or `Loop`."""


@frozen
class RunProcedure(Frozen):
    """Call a procedure of `Program.procedures` (a phase without choices)."""

    procedure: int
    args: tuple[Expr, ...]
    place: Place


UNITS = 10
"""The units of work of one round of a short loop."""


@frozen
class Tick(Frozen):
    """Count a round of a loop that might not end towards the step limit.

    With `in_state` the count is the slot `STEPS`, otherwise `units` are added to a number outside the state, which may
    not exceed `WORK_LIMIT`; both are reset after a choice.
    """

    place: Place
    in_state: bool = True
    units: int = UNITS


@frozen
class Mark(Frozen):
    """Only make a record: a phase (`subject`) begins or ends, a row applies, a trick in zone `subject` is led or
    taken by the player `who`, or the next change of a number counts the cards of the mask `who`.  Only executors that
    record evaluate `who`; it is not counted as work.  A `round` makes no record: the deal that the next statement
    with which a deal begins (`firing.deal_begins`) begins has begun here already.
    """

    what: Literal["begin", "end", "row", "lead", "trick", "cards", "round"]
    subject: int
    who: Expr | None
    place: Place


@frozen
class Fail(Frozen):
    """The game cannot continue: an error of the rule file.  `message` is a text of Hoyle."""

    message: str
    place: Place


@frozen
class Require(Frozen):
    """An invariant of the author: `condition` must hold here."""

    condition: Expr
    message: str
    place: Place


# Only at the end of a block:


@frozen
class Goto(Frozen):
    block: BlockId


@frozen
class Branch(Frozen):
    condition: Expr
    then: BlockId
    otherwise: BlockId


@frozen
class Return(Frozen):
    """Continue where the phase was called: at the block in its return slot."""

    slot: Slot


@frozen
class AskPlayer(Frozen):
    """Open a question (`Program.asks`) for the player `actor`; the game waits for the answer."""

    ask: int
    actor: Expr


@frozen
class End(Frozen):
    """The game is over.  `Program.endings` says who wins."""

    ending: int


Stmt = (
    SetReg | SetSlot | MoveCards | MoveAll | Tuck | GatherAll | ShufflePile | DealCards | ShowCards | When | ForEach
    | Loop | Break | RunProcedure | Tick | Mark | Fail | Require | Goto | Branch | Return | AskPlayer | End
)  # fmt: skip
