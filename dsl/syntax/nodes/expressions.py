"""Expressions, and what names run over."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ...source.frozen import frozen
from .base import COMPARISON, NAME, NOT, PHRASE, POSTFIX, SUM, UNARY, Name, Node


@frozen
class Number(Node):
    """`10`"""

    value: int


@frozen
class Rank(Node):
    """`J`, `10` where a rank is meant: the name of a rank."""

    text: str = field(metadata={"pattern": "[A-Z][A-Za-z0-9]*|[0-9]+"})


@frozen
class Word(Node):
    """`yes`, `no`, `none`, `players`: the words that are values of their own."""

    word: Literal["yes", "no", "none", "players"]


@frozen
class Ref(Node):
    """`dealer`, `clubs`, `tricks_won`: a name used as a value."""

    name: str = field(metadata=NAME)


@frozen
class CardFace(Node):
    """`2 of clubs`, `J of trump.sister`: the face with that rank and suit."""

    rank: Rank
    suit: Expr

    form = "{rank} of {suit:POSTFIX}"
    looseness = UNARY


@frozen
class Attribute(Node):
    """`p.left`, `p.left(2)`, `leader.team.opponents`: an attribute of a value."""

    of: Expr
    name: Name
    args: tuple[Expr, ...] | None = None

    looseness = POSTFIX


@frozen
class Apply(Node):
    """`worth(p)`: a define or table with its arguments."""

    name: Name
    args: tuple[Expr, ...]

    form = "{name}({args})"


@frozen
class NumberOfPlayers(Node):
    """`number of players`"""

    form = "number of players"
    looseness = UNARY


@frozen
class SizeOf(Node):
    """`size of hand`: the number of members of a set."""

    of: Expr

    form = "size of {of:POSTFIX}"
    looseness = UNARY


@frozen
class Pick(Node):
    """`top of stock`, `bottom of stock`, `top 3 of stock`: cards from one end of a pile."""

    end: Literal["top", "bottom"]
    count: Expr | None
    of: Expr

    form = "{end}[ {count:ATOM}] of {of:POSTFIX}"
    looseness = UNARY


@frozen
class Extreme(Node):
    """`highest points`, `total tricks`, `total pips of p.won`: a measure over all its owners, or over a set.

    Of `total points gained` it is what each has gained since the phase began."""

    which: Literal["total", "highest", "lowest"]
    measure: Name
    of: Expr | None
    gained: bool = False

    looseness = UNARY


@frozen
class Some(Node):
    """`p in players`: a name that runs over a domain."""

    name: Name
    domain: Domain

    form = "{name} in {domain:SUM}"


@frozen
class Gained(Node):
    """`pot gained`, `maker.team.points gained`: how much a variable has grown since the phase began."""

    of: Ref | Attribute

    form = "{of:POSTFIX} gained"
    looseness = UNARY


@frozen
class ExtremeFor(Node):
    """`total card_points(c) for c in p.laid where C`"""

    which: Literal["total", "highest", "lowest"]
    measure: Expr
    some: Some
    where: Expr | None

    looseness = PHRASE


@frozen
class Quantified(Node):
    """`any p in players has p.hand is empty`, `no c in p.hand, d in q.hand has c = d`"""

    which: Literal["any", "every", "no"]
    some: Some
    body: Expr
    more: bool = False
    """Whether another name follows after a comma: `body` is then the phrase for that name."""

    looseness = NOT


@frozen
class EveryWhere(Node):
    """`every p in players where C`: the set of those for which the condition holds."""

    some: Some
    where: Expr

    form = "every {some} where {where:OR}"
    looseness = PHRASE


@frozen
class TheOne(Node):
    """`the p in players where C`: the only one for which the condition holds; there must be exactly one."""

    some: Some
    where: Expr

    form = "the {some} where {where:OR}"
    looseness = PHRASE


@frozen
class First(Node):
    """`first q in victors.players from leader where C`: the first in seat order, or none."""

    some: Some
    start: Expr | None
    where: Expr | None

    form = "first {some}[ from {start:SUM}][ where {where:OR}]"
    looseness = PHRASE


@frozen
class NumberWhere(Node):
    """`number of p in players where C`, `number of c in p.hand, d in q.hand where C`"""

    some: Some
    where: Expr
    more: bool = False
    """Whether another name follows after a comma: `where` is then the phrase for that name."""

    looseness = PHRASE


Peak = Literal["highest", "lowest"]


@frozen
class Best(Node):
    """`the highest c in trick where C by the ranking` (`by` is None), `the lowest p in players by p.points`"""

    which: Peak
    some: Some
    where: Expr | None
    by: Expr | None

    looseness = PHRASE


@frozen
class LeftOver(Node):
    """`p.hand left over by melds with least pips`: the cards outside the best melds; no card is in two melds."""

    of: Expr
    shapes: Name
    least: Name | None

    form = "{of:SUM} left over by {shapes}[ with least {least}]"
    looseness = SUM


@frozen
class SoFar(Node):
    """`the winner so far`, `the winning card so far`: of the trick in progress, or of the last one."""

    what: Literal["winner", "winning card"]

    form = "the {what} so far"


@frozen
class RandomThing(Node):
    """`a random player`, `a random card of stock`, `a random suit`, `a random number in 1..6`"""

    what: str = field(metadata=NAME)
    of: Expr | None
    among: Domain | None = None

    form = "a random {what}[ of {of:POSTFIX}][ in {among:SUM}]"
    looseness = PHRASE


@frozen
class Conditional(Node):
    """`2 if number of players = 6 otherwise 1`"""

    value: Expr
    condition: Expr
    otherwise: Expr

    form = "{value:OR} if {condition:OR} otherwise {otherwise}"
    looseness = PHRASE


BinaryOp = Literal[
    "or", "and", "=", "!=", "<", "<=", ">", ">=", "+", "-", "except", "*", "/", "mod", "beats", "follows",
]  # fmt: skip


@frozen
class Binary(Node):
    """`a + b`, `a and b`, `a <= b`, `hand except c`"""

    op: BinaryOp
    left: Expr
    right: Expr


@frozen
class Unary(Node):
    """`not x`, `-x`"""

    op: Literal["not", "-"]
    operand: Expr


@frozen
class Is(Node):
    """`maker is not none`, `p.hand is empty`, `c is joker`, `cs is a run`"""

    operand: Expr
    property: Name
    negated: bool
    kind: bool = False
    """True for `is a NAME`."""

    looseness = COMPARISON


@frozen
class In(Node):
    """`c.rank in {3, 7}`, `n in 3..4`, `p not in sitting_out`"""

    operand: Expr
    members: Expr | Range
    negated: bool = False

    looseness = COMPARISON


@frozen
class SetOf(Node):
    """`{1, 3, 2, 0}`: these values, in this order; `{}`: the empty set."""

    items: tuple[Expr, ...]


@frozen
class Range(Node):
    """`1..13`, `60..180 in steps of 5`: the numbers from low to high; none if the first is greater than the second."""

    low: Expr
    high: Expr
    step: int = 1


@frozen
class DownTo(Node):
    """`8 down to 1`, `180 down to 60 in steps of 10`"""

    high: Expr
    low: Expr
    step: int = 1


@frozen
class CardsOf(Node):
    """`3 cards of hand`, `1 or more cards of hand`, `2..5 cards of hand`: every such combination."""

    low: Expr
    high: Expr | None
    """None for `or more`; equal to `low` for an exact count."""
    of: Expr


Expr = (
    Number | Rank | Word | Ref | CardFace | Attribute | Apply | NumberOfPlayers | SizeOf | Pick | Extreme | Gained
    | ExtremeFor | Quantified | EveryWhere | TheOne | First | NumberWhere | Best | LeftOver | SoFar | RandomThing
    | Conditional | Binary | Unary | Is | In | SetOf
)  # fmt: skip
Domain = Expr | Range | DownTo | CardsOf
