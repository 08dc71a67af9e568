"""Expressions, and what names run over."""

from __future__ import annotations

from typing import Literal

from ...source.frozen import frozen
from .base import Name, Node


@frozen
class Number(Node):
    """`10`"""

    value: int


@frozen
class Rank(Node):
    """`J`, `10` where a rank is meant: the name of a rank."""

    text: str


@frozen
class Word(Node):
    """`yes`, `no`, `none`, `players`: the words that are values of their own."""

    word: Literal["yes", "no", "none", "players"]


@frozen
class Ref(Node):
    """`dealer`, `clubs`, `tricks_won`: a name used as a value."""

    name: str


@frozen
class CardFace(Node):
    """`2 of clubs`, `J of trump.sister`: the face with that rank and suit."""

    rank: Rank
    suit: Expr


@frozen
class Attribute(Node):
    """`p.left`, `p.left(2)`, `leader.team.opponents`: something a value has."""

    of: Expr
    name: Name
    args: tuple[Expr, ...] | None = None


@frozen
class Apply(Node):
    """`worth(p)`: a define or table with its arguments."""

    name: Name
    args: tuple[Expr, ...]


@frozen
class NumberOfPlayers(Node):
    """`number of players`"""


@frozen
class SizeOf(Node):
    """`size of hand`: how many a set holds."""

    of: Expr


@frozen
class Pick(Node):
    """`top of stock`, `bottom of stock`, `top 3 of stock`: from one end of a pile."""

    end: Literal["top", "bottom"]
    count: Expr | None
    of: Expr


@frozen
class Extreme(Node):
    """`highest points`, `total tricks`, `total pips of p.won`: a measure over all its owners, or over a set.

    Of `total points gained` it is what each has gained since the phase began."""

    which: Literal["total", "highest", "lowest"]
    measure: Name
    of: Expr | None
    gained: bool = False


@frozen
class Some(Node):
    """`p in players`: a name that runs over a domain."""

    name: Name
    domain: Domain


@frozen
class Gained(Node):
    """`pot gained`, `maker.team.points gained`: how much more it is than when the phase began."""

    of: Ref | Attribute


@frozen
class ExtremeFor(Node):
    """`total card_points(c) for c in p.laid where C`"""

    which: Literal["total", "highest", "lowest"]
    measure: Expr
    some: Some
    where: Expr | None


@frozen
class Quantified(Node):
    """`any p in players has p.hand is empty`"""

    which: Literal["any", "every", "no"]
    some: Some
    body: Expr


@frozen
class EveryWhere(Node):
    """`every p in players where C`: a set."""

    some: Some
    where: Expr


@frozen
class TheOne(Node):
    """`the p in players where C`: exactly one must hold."""

    some: Some
    where: Expr


@frozen
class First(Node):
    """`first q in victors.players from leader where C`: the first in seat order, or none."""

    some: Some
    start: Expr | None
    where: Expr | None


@frozen
class NumberWhere(Node):
    """`number of p in players where C`"""

    some: Some
    where: Expr


@frozen
class RandomThing(Node):
    """`a random player`, `a random card of stock`"""

    what: Literal["player", "card"]
    of: Expr | None


@frozen
class Conditional(Node):
    """`2 if number of players = 6 otherwise 1`"""

    value: Expr
    condition: Expr
    otherwise: Expr


BinaryOp = Literal["or", "and", "=", "!=", "<", "<=", ">", ">=", "+", "-", "except", "*", "/", "mod"]


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


@frozen
class In(Node):
    """`c.rank in {3, 7}`, `n in 3..4`, `p in sitting_out`"""

    operand: Expr
    members: Expr | Range


@frozen
class SetOf(Node):
    """`{1, 3, 2, 0}`: these, in this order; `{}`: nobody and nothing."""

    items: tuple[Expr, ...]


@frozen
class Range(Node):
    """`1..13`; from high to low it is empty."""

    low: Expr
    high: Expr


@frozen
class DownTo(Node):
    """`8 down to 1`"""

    high: Expr
    low: Expr


@frozen
class CardsOf(Node):
    """`3 cards of hand`, `1 or more cards of hand`, `2..5 cards of hand`: every such combination."""

    low: Expr
    high: Expr | None
    """None for `or more`; equal to `low` for an exact count."""
    of: Expr


Expr = (
    Number | Rank | Word | Ref | CardFace | Attribute | Apply | NumberOfPlayers | SizeOf | Pick | Extreme | Gained
    | ExtremeFor | Quantified | EveryWhere | TheOne | First | NumberWhere | RandomThing | Conditional | Binary | Unary
    | Is | In | SetOf
)  # fmt: skip
Domain = Expr | Range | DownTo | CardsOf
