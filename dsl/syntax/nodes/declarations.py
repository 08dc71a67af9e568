"""The parts of a game: what is declared of the table, the cards, the names and the phases."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ...source.frozen import frozen
from .base import NAME, Clause, Described, Name, Node, Owner
from .expressions import Attribute, Expr, Number, Rank, Ref, Some, Word
from .statements import Let, Stmt


@frozen
class NumberType(Node):
    """`number` (both None) or `0..5`"""

    low: int | None
    high: int | None


@frozen
class OneOf(Node):
    """`player`, `player or none`, `yes or no`, `1 or 2`, `suit or no_trump`: type names and values, joined by `or`."""

    values: tuple[Value, ...]


Type = NumberType | OneOf
Value = Number | Word | Ref
"""`10`, `yes`, `no`, `none`, `tricks_won`: a value an option or a type may name."""


@frozen
class Players(Clause):
    """`players 3..6 = 4, partners opposite`, `players 2 or 4, partners opposite with 4, counterclockwise`"""

    low: int
    high: int
    default: int | None
    partners: bool
    among: tuple[int, ...] = ()
    """The listed numbers, if they are not a range."""
    paired: tuple[int, ...] = ()
    """The numbers with which there are partners, if not all."""
    counterclockwise: bool = False


@frozen
class DeckRow(Clause):
    """`1..21 Fool of trumps`, `A K Q, 2 copies if number of players > 3`: some cards of a deck given row by row."""

    ranks: tuple[Rank | FaceRange, ...]
    suits: tuple[Name, ...] | None
    copies: Expr | None
    condition: Expr | None


@frozen
class Deck(Clause):
    """`deck 2 3 4 7 8, 2 jokers`, `deck A K Q of coins cups, 2 copies`, or `deck` and rows below it"""

    ranks: tuple[Rank, ...]
    suits: tuple[Name, ...] | None
    copies: Expr | None
    jokers: Expr | None
    rows: tuple[DeckRow, ...] = ()


@frozen
class Kind(Described):
    """`kind strain: suit or no_trump`"""

    name: Name
    type: Type


@frozen
class CardForm(Node):
    """`3 or more cards of one suit in sequence`: how many, what they share, whether their ranks follow each other.

    `most` is None for `or more`; of `3..4 cards of one rank` it is 4, of `3 cards` like `count` 3."""

    count: int
    most: int | None
    same: Literal["rank", "suit"] | None
    sequence: bool


@frozen
class Shape(Described):
    """`shape meld: triple or 3 or more cards of one suit in sequence, 2 and joker wild`"""

    name: Name
    forms: tuple[CardForm | Ref, ...]
    wild: tuple[Faces | FaceRange | JokerPattern, ...] = ()
    """The cards that may replace any card of the deck."""


@frozen
class OptionValue(Described):
    """`may_fold "the dealer may fold" [150-155]`"""

    value: Value


@frozen
class Option(Described):
    """`option target: 10..500 = 100 "points that end the game" if C`"""

    name: Name
    type: Type | None
    default: Value
    condition: Expr | None
    values: tuple[OptionValue, ...]


@frozen
class Require(Clause):
    """`require C "why"`"""

    condition: Expr
    text: str | None


@frozen
class Setting(Clause):
    """`set target to 7`, inside a preset or a variant"""

    name: Name
    value: Value


@frozen
class Preset(Clause):
    """`preset "failure costs"` and its settings"""

    title: str
    settings: tuple[Setting, ...]


Visibility = Literal["face down", "face up", "private"]


@frozen
class Zone(Described):
    """`hand of each player: private "the cards held"`, `row of each player: 6 places, face down`"""

    name: Name
    owner: Owner | None
    visibility: Visibility
    places: int | None = None
    """The number of its places, which are numbered from 1; None for a zone without places."""


@frozen
class Zones(Clause):
    """`zones` and the list of them"""

    zones: tuple[Zone, ...]


@frozen
class Variable(Described):
    """`turn, idle: number`, `points of each player: number`"""

    names: tuple[Name, ...]
    owner: Owner | None
    type: Type


@frozen
class Remember(Clause):
    """`remember`, or `remember during play_hand`, and the list of variables"""

    phase: Name | None
    variables: tuple[Variable, ...]


@frozen
class RankPattern(Node):
    """`J of trump.sister`, `A`: one rank, of the row's suit or of another."""

    rank: Rank
    suit: Expr | None


@frozen
class JokerPattern(Node):
    """`joker`"""


Pattern = RankPattern | JokerPattern


@frozen
class SuitRow(Clause):
    """`trump: J, J of trump.sister, A K Q` (high to low); `spades: A K Q`; `trump if reversed: 9 10 Q K A`"""

    suit: Expr
    patterns: tuple[Pattern, ...]
    when: Expr | None = None


@frozen
class AnySuitRow(Clause):
    """`any suit: A K Q`, `any other suit: A K Q`, `any suit if trump = low: 9 10 J Q K A`"""

    other: bool
    ranks: tuple[Rank, ...]
    when: Expr | None = None


@frozen
class AnyCardRow(Clause):
    """`any card: A K Q`: suits do not matter; all cards follow each other and the higher rank wins."""

    ranks: tuple[Rank, ...]
    when: Expr | None = None


@frozen
class JokerRow(Clause):
    """`joker`: a row for a joker that no row above lists.  It is a suit of its own and beats the rows below."""


@frozen
class EqualCards(Clause):
    """`equal cards: last played wins`"""

    which: Literal["first", "last"]


RankingRow = SuitRow | AnySuitRow | AnyCardRow | JokerRow | EqualCards


@frozen
class Ranking(Clause):
    """`ranking` and its rows"""

    rows: tuple[RankingRow, ...]


@frozen
class Faces(Node):
    """`10 J Q K`, `Q of spades`"""

    ranks: tuple[Rank, ...]
    suit: Name | None


@frozen
class FaceRange(Node):
    """`A..9`, in deck order"""

    low: Rank
    high: Rank


@frozen
class NamedFace(Node):
    """`joker`, `otherwise`, or the name of a suit or of a value of a kind"""

    name: str = field(metadata=NAME)


@frozen
class ValuesRow(Clause):
    """`A..9: 1..9`, `10 J Q K: 10`, `otherwise: 0`"""

    face: Faces | FaceRange | NamedFace
    low: Expr
    high: Expr | None


@frozen
class Values(Described):
    """`values pips of each card` and its rows"""

    name: Name
    of: Name
    rows: tuple[ValuesRow, ...]


@frozen
class Notice(Node):
    """`"contract {level} {trump}"`, `"bid {p.bid}"`: `texts` are the pieces around the values, one more than they."""

    texts: tuple[str, ...]
    holes: tuple[Ref | Attribute, ...]


@frozen
class WrittenLine(Clause):
    """`"contract {level} {trump}" if bidder is not none`, `"bid {p.bid}" beside p in players where p.bid > 0`"""

    notice: Notice
    condition: Expr | None
    beside: Some | None
    where: Expr | None


@frozen
class Written(Clause):
    """`written on the table` and its lines"""

    lines: tuple[WrittenLine, ...]


@frozen
class Naming(Clause):
    """`C "cavalier"`, `Rook of birds "Rook"`, `hazard "hazards"`, `alone_eight "8 alone"`"""

    face: Faces | FaceRange | NamedFace
    text: str


@frozen
class Namings(Clause):
    """`names` and its lines: what people read in place of a rank, a suit, a card or a word of a kind"""

    rows: tuple[Naming, ...]


@frozen
class Param(Node):
    """`p: player`"""

    name: Name
    type: Type


@frozen
class Guard(Node):
    """`always`, `otherwise`: the two guards of rows that are not conditions."""

    word: Literal["always", "otherwise"]


@frozen
class ValueRow(Clause):
    """`c.rank = A -> 14`"""

    guard: Expr | Guard
    value: Expr


@frozen
class Define(Described):
    """`define worth(p: player) means total pips of p.laid`, or rows, of which the first that holds counts"""

    name: Name
    params: tuple[Param, ...]
    body: Expr | tuple[ValueRow, ...]


@frozen
class ActionRow(Clause):
    """`n = 5 and alone -> add 4 to makers.points`"""

    guard: Expr | Guard
    actions: tuple[Stmt, ...]


@frozen
class Table(Described):
    """`table settle(p: player)` and its rows, complete and without overlap"""

    name: Name
    params: tuple[Param, ...]
    result: Type | None
    lets: tuple[Let, ...]
    rows: tuple[ActionRow, ...] | tuple[ValueRow, ...]


@frozen
class Main(Clause):
    """`main` and its block"""

    body: tuple[Stmt, ...]


@frozen
class Phase(Described):
    """`phase bid(p: player, n: 1..8) "a bid is made"` and its block"""

    name: Name
    params: tuple[Param, ...]
    body: tuple[Stmt, ...]


@frozen
class Incident(Clause):
    """`incident "misdeal" from deal_hand until the first choice of order_up` or `during play_hand`, and perhaps whose
    it is: `incident "revoke" by p in players where p.tricks > 0 during play_hand`"""

    title: str
    by: Some | None
    where: Expr | None
    start: Name
    until: Name | None
    """None for `during`."""
    body: tuple[Stmt, ...]


@frozen
class After(Clause):
    """`after score_hand: total tricks = 5`"""

    phase: Name
    condition: Expr


@frozen
class Always(Clause):
    """`always total tricks <= 13`"""

    condition: Expr


Part = (
    Players | Deck | Kind | Shape | Option | Zones | Remember | Ranking | Values | Define | Main | Phase | Table
    | Incident | Written | Namings
)  # fmt: skip
