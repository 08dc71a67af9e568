"""The instructions that give a value."""

from __future__ import annotations

from typing import Literal

from ...dsl.source.frozen import Frozen, frozen
from ...dsl.types import Type
from .slots import Place, Slot

BinaryOp = Literal[
    "+", "-", "*", "/", "mod", "=", "!=", "<", "<=", ">", ">=", "and", "or",
    "union", "intersect", "without", "has", "min", "max",
]  # fmt: skip
"""`/` rounds down.  `and`, `or` evaluate the right operand only if needed.  `has`: mask, element."""

UnaryOp = Literal["not", "-", "single", "count", "any"]
"""`single`: the mask of one element; `count`: the number of elements of a mask; `any`: whether it has any."""


@frozen
class Const(Frozen):
    value: int


@frozen
class Get(Frozen):
    """The integer or mask in a slot.  With `index`, the content of slot `base + index`, one of `count` consecutive
    slots.
    """

    base: Slot
    index: Expr | None = None
    count: int = 1


@frozen
class Reg(Frozen):
    """A name bound by an enclosing `Fold`, `Let` statement or function parameter: a register of this function."""

    number: int


@frozen
class Binary(Frozen):
    op: BinaryOp
    left: Expr
    right: Expr


@frozen
class Unary(Frozen):
    op: UnaryOp
    operand: Expr


@frozen
class If(Frozen):
    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class Look(Frozen):
    """Entry `index` of the constant table `table` (`Program.tables`)."""

    table: int
    index: Expr


@frozen
class ZoneCards(Frozen):
    """The cards of a zone as a mask, whether it is ordered or not."""

    zone: int
    index: Expr | None


@frozen
class PileEnd(Frozen):
    """The card at one end of an ordered zone, or -1 if the zone is empty.  In a shuffled pile, this draws the card.

    With `count`, a mask of that many cards (fewer if the pile is shorter).
    """

    zone: int
    index: Expr | None
    end: Literal["top", "bottom"]
    count: Expr | None
    place: Place


@frozen
class FunctionCall(Frozen):
    """A pure function (`define`, value table) of `Program.functions`."""

    function: int
    args: tuple[Expr, ...]


@frozen
class Domain(Frozen):
    """The values that a name runs over, in this order.

    `mask`: the elements of a mask, ascending; `range`: low to high; `down`: high down to low; `list`: constants or
    expressions in the order written; `seats`: the players of a mask in seat order beginning with `start`; `subsets` (of
    `low`, `high` and a mask): every set of so many elements of the mask, the smallest first, those of one size
    ascending as numbers.  The sets are counted before the first is made; more than `TRIAL_LIMIT` of them are an error.
    """

    kind: Literal["mask", "range", "down", "list", "seats", "subsets"]
    args: tuple[Expr, ...]
    start: Expr | None = None
    step: int = 1
    """How far apart the numbers of a `range` or `down` are."""

    @property
    def short(self) -> bool:
        """Whether a range is certainly short enough for a game; executors count the rounds over other ranges."""
        match self.args:
            case (Const(low), Const(high)):
                return abs(high - low) < 1000
            case _:
                return False


@frozen
class Fold(Frozen):
    """A fold over a set: `reg` takes each element of the domain for which `where` holds.

    count, any, every (of `body`), sum, max, min (of `body`; 0 over nothing), set (the mask of those elements), first
    (the first element or -1), the (the only element; any other number of elements is an error at `place`).

    Each element adds `units` to the work since the last choice (`Tick`): 1 if there is another fold inside, else 0.
    """

    kind: Literal["count", "any", "every", "sum", "max", "min", "set", "first", "the"]
    reg: int
    domain: Domain
    where: Expr | None
    body: Expr | None
    place: Place
    units: int = 0


@frozen
class Leftover(Frozen):
    """The cards of a mask that are left over by the best melds.  No two melds share a card.  Melds are best if the sum
    of `value` (of the card in `reg`) over the cards left over is the lowest; among equal sums, if the fewest cards are
    left over; among these, the first found.

    Each entry of the table `melds` is the mask of a meld; entries are sorted by their lowest card and then by size, the
    largest first.  A meld contains those of identical cards that have the lowest numbers, and stands for any of them.
    A search that examines more than `TRIAL_LIMIT` hands is an error.
    """

    cards: Expr
    reg: int
    value: Expr
    melds: int
    place: Place


@frozen
class Checked(Frozen):
    """`operand`, which must lie in `low..high`; any other value is an error of the rule file at `place`."""

    operand: Expr
    low: int
    high: int
    place: Place


@frozen
class Present(Frozen):
    """`operand`, which must not be `none` (-1)."""

    operand: Expr
    place: Place


@frozen
class Stuck(Frozen):
    """No row of a table applies: an error of the rule file at `place`."""

    place: Place


@frozen
class RandomPick(Frozen):
    """A random element of a mask.  `purpose` is the variable that takes it, as scripts name it."""

    mask: Expr
    what: Literal["player", "card", "value"]
    purpose: str
    place: Place
    type: Type | None = None
    """The type of the value, if it is neither a player nor a card."""


@frozen
class Noted(Frozen):
    """`operand`; each evaluation is counted at place `places[index]` (-1: nowhere), for coverage.

    Only a program that was lowered with `noted` contains these.  An executor that does not count just evaluates the
    operand.
    """

    what: NotedKind
    operand: Expr
    places: tuple[Place, ...]
    index: Expr


NotedKind = Literal["row", "define", "values row", "ranking row", "check"]
"""A row of a table with values, a define, a row of `values`, a row of the ranking, an `after` or `always`."""

Expr = (
    Const | Get | Reg | Binary | Unary | If | Look | ZoneCards | PileEnd | FunctionCall | Fold | Leftover | Checked
    | Present | Stuck | RandomPick | Noted
)  # fmt: skip
