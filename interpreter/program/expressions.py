"""The instructions that give a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...dsl.types import Type
from .slots import Place, Slot

BinaryOp = Literal[
    "+", "-", "*", "/", "mod", "=", "!=", "<", "<=", ">", ">=", "and", "or",
    "union", "intersect", "without", "has", "min", "max",
]  # fmt: skip
"""`/` rounds down.  `and`, `or` look at the right side only when needed.  `has`: mask, element."""

UnaryOp = Literal["not", "-", "single", "count", "any"]
"""`single`: the mask of one element; `count`: how many a mask holds; `any`: whether it holds one."""


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Get:
    """The integer or mask in a slot; with `index`, in slot `base + index` (`count` of them, in order)."""

    base: Slot
    index: Expr | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Reg:
    """A name bound by an enclosing `Fold`, `Let` statement or function parameter: a register of this function."""

    number: int


@dataclass(frozen=True, slots=True)
class Binary:
    op: BinaryOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Unary:
    op: UnaryOp
    operand: Expr


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Look:
    """Entry `index` of constant table `table` (`Program.tables`)."""

    table: int
    index: Expr


@dataclass(frozen=True, slots=True)
class ZoneCards:
    """The cards of a zone as a mask, whether it is ordered or not."""

    zone: int
    index: Expr | None


@dataclass(frozen=True, slots=True)
class PileEnd:
    """The card at one end of an ordered zone, or -1 if it is empty.  Looking at a shuffled pile settles that card.

    With `count`, a mask of that many (fewer if the pile is shorter)."""

    zone: int
    index: Expr | None
    end: Literal["top", "bottom"]
    count: Expr | None
    place: Place


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A pure function (`define`, value table) of `Program.functions`."""

    function: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Domain:
    """What a name runs over, in this order.

    `mask`: the elements of a mask, ascending; `range`: low to high; `down`: high down to low; `list`: constants or
    expressions in the order written; `seats`: the players of a mask in seat order beginning with `start`; `subsets`
    (of `low`, `high` and a mask): every set of so many elements of the mask, the smallest first, those of one size
    ascending as numbers.  They are counted before the first is made: more than `TRIAL_LIMIT` are an error.
    """

    kind: Literal["mask", "range", "down", "list", "seats", "subsets"]
    args: tuple[Expr, ...]
    start: Expr | None = None

    @property
    def short(self) -> bool:
        """Whether a range is known to be no longer than a game can bear; of others executors count the rounds."""
        match self.args:
            case (Const(low), Const(high)):
                return abs(high - low) < 1000
            case _:
                return False


@dataclass(frozen=True, slots=True)
class Fold:
    """A phrase over a set: `reg` takes each element of the domain for which `where` holds.

    count, any, every (of `body`), sum, max, min (of `body`; 0 over nothing), set (the mask of those elements),
    first (the first element or -1), the (the only one; any other number of them is an error at `place`).
    """

    kind: Literal["count", "any", "every", "sum", "max", "min", "set", "first", "the"]
    reg: int
    domain: Domain
    where: Expr | None
    body: Expr | None
    place: Place


@dataclass(frozen=True, slots=True)
class Leftover:
    """The cards of a mask that no meld takes, where melds share no card and are taken such that `value` (of the card
    in `reg`), added up over these cards, is least, and they are fewest then; of several such sets the first found.

    Entry by entry, table `melds` is the mask of a meld, sorted by its lowest card and then its size, the largest first.
    Of cards that are alike a meld takes those with the lowest numbers, and stands for any of them.  A search that looks
    at more than `TRIAL_LIMIT` hands is an error."""

    cards: Expr
    reg: int
    value: Expr
    melds: int
    place: Place


@dataclass(frozen=True, slots=True)
class Checked:
    """`operand`, which must lie in `low..high`: leaving it is an error of the rule file at `place`."""

    operand: Expr
    low: int
    high: int
    place: Place


@dataclass(frozen=True, slots=True)
class Present:
    """`operand`, which must not be `none` (-1)."""

    operand: Expr
    place: Place


@dataclass(frozen=True, slots=True)
class Stuck:
    """No row of a table applies: an error of the rule file at `place`."""

    message: str
    place: Place


@dataclass(frozen=True, slots=True)
class RandomPick:
    """One element of a mask, by chance; `purpose` is the variable it is for, as scripts name it."""

    mask: Expr
    what: Literal["player", "card", "value"]
    purpose: str
    place: Place
    type: Type | None = None
    """Of a `value`: its type."""


@dataclass(frozen=True, slots=True)
class Noted:
    """`operand`: that it was worked out is to be counted at place `places[index]` (-1: nowhere), for coverage.

    Only a program lowered to be looked at so closely has these; who does not count goes on with the operand."""

    what: NotedKind
    operand: Expr
    places: tuple[Place, ...]
    index: Expr


NotedKind = Literal["row", "define", "values row", "ranking row", "check"]
"""A row of a table with values, a define, a row of `values`, one of the ranking, an `after` or `always`."""

Expr = (
    Const | Get | Reg | Binary | Unary | If | Look | ZoneCards | PileEnd | FunctionCall | Fold | Leftover | Checked
    | Present | Stuck | RandomPick | Noted
)  # fmt: skip
