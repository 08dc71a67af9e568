"""The tree of a rule file: what the author wrote, nothing more.

Every node is frozen and knows its place (`span`), which takes no part in equality: two files that differ only in
layout have equal trees.  A `Clause` is a node that may carry a citation, the `[12-14]` in the margin of a line.
The docstring of each node shows a line of the language that makes it.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from .frozen import Frozen, frozen
from .source import NOWHERE, Span

Owner = Literal["player", "team"]


@frozen
class Node(Frozen):
    """Anything with a place in a rule file."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


# ---------------------------------------------------------------------------------------------- names and citations


@frozen
class Name(Node):
    """`dealer`: a name as written."""

    text: str


@frozen
class Lines(Node):
    """`84-114` or `173`: lines of a document, both ends included."""

    first: int
    last: int


@frozen
class FromSource(Node):
    """`reprint 8, 10-12`: lines of one document; without a name, of the first one declared."""

    source: Name | None
    lines: tuple[Lines, ...]


@frozen
class Citation(Node):
    """`[10, 30; reprint 8]`: the document lines a clause implements."""

    parts: tuple[FromSource, ...]


@frozen
class Clause(Node):
    """A node that may cite the document."""

    cite: Citation | None = field(default=None, kw_only=True)


@frozen
class Described(Clause):
    """A clause that may say at its end, in a text, what it is about: `tricks of each team: 0..5 "tricks taken"`."""

    description: str | None = field(default=None, kw_only=True)


# ------------------------------------------------------------------------------------------------------ expressions


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
    """`highest points`, `total tricks`, `total pips of p.won`: a measure over all its owners, or over a set."""

    which: Literal["total", "highest", "lowest"]
    measure: Name
    of: Expr | None


@frozen
class Some(Node):
    """`p in players`: a name that runs over a domain."""

    name: Name
    domain: Domain


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
    Number | Rank | Word | Ref | CardFace | Attribute | Apply | NumberOfPlayers | SizeOf | Pick | Extreme | ExtremeFor
    | Quantified | EveryWhere | TheOne | First | NumberWhere | RandomThing | Conditional | Binary | Unary | Is | In
    | SetOf
)  # fmt: skip
Domain = Expr | Range | DownTo | CardsOf


# ------------------------------------------------------------------------------------------------------------ types


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


# ------------------------------------------------------------------------------------------------------- statements


@frozen
class Target(Node):
    """`points of each team`, `p.hand`, `stock`: where something is put."""

    place: Ref | Attribute
    each: Owner | None = None


@frozen
class Let(Clause):
    """`let upcard be top of turned`"""

    name: Name
    value: Expr


@frozen
class Set(Clause):
    """`set turn, idle to 0`"""

    targets: tuple[Target, ...]
    value: Expr


@frozen
class Change(Clause):
    """`add 1 to winner.tricks`, `subtract n from side.points`"""

    sign: Literal["add", "subtract"]
    amount: Expr
    target: Target


@frozen
class Gather(Clause):
    """`gather every card into stock`"""

    zone: Ref | Attribute


@frozen
class Shuffle(Clause):
    """`shuffle stock`"""

    zone: Ref | Attribute


@frozen
class Deal(Clause):
    """`deal 2, 3, 2, 2 from stock to hand of each player from dealer.left`"""

    at_most: bool
    amounts: tuple[Expr, ...]
    pile: Expr
    target: Target
    start: Expr | None


@frozen
class Move(Clause):
    """`move cs to p.laid`"""

    what: Expr
    target: Target


@frozen
class Show(Clause):
    """`show bottom of stock to everyone` (None), `show c to p`"""

    what: Expr
    to: Expr | None


@frozen
class Call(Clause):
    """`make(p, s)`, `deal_hand`"""

    name: Name
    args: tuple[Expr, ...]


@frozen
class Nothing(Clause):
    """`nothing`"""


@frozen
class Stop(Clause):
    """`stop`: leave the innermost loop."""


@frozen
class Again(Clause):
    """`start deal_hand again`"""

    phase: Name


@frozen
class Narrow(Node):
    """`if able c where C`: among the cards a player could play, those for which C holds, unless there are none."""

    name: Name
    where: Expr


@frozen
class PlayTrick(Clause):
    """`play trick from hand to trick, led by leader, without sitting_out, following suit, taken by winner`"""

    hand: Name
    trick: Name
    leader: Expr
    without: Expr | None
    rule: Literal["following suit", "any card"]
    narrow: tuple[Narrow, ...]
    winner: Name | None


@frozen
class Criterion(Node):
    """`lowest last_hit`"""

    which: Literal["highest", "lowest"]
    measure: Name


@frozen
class Over(Clause):
    """`game over, won by the player with lowest points, then lowest last_hit, otherwise shared`"""

    owner: Owner
    criteria: tuple[Criterion, ...]
    tie: Literal["draw", "shared"] | None


@frozen
class If(Clause):
    """`if C: statement`, or a block; `otherwise` may be another `if`."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] | None
    otherwise_cite: Citation | None = None
    """What the line of the `otherwise` block cites."""


@frozen
class Repeat(Clause):
    """`repeat 5 times`, `repeat until C`, `repeat at most 10 times until C` … `otherwise`"""

    times: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    at_most: bool = False
    otherwise: tuple[Stmt, ...] | None = None
    otherwise_cite: Citation | None = None
    """What the line of the `otherwise` block cites."""


@frozen
class For(Clause):
    """`for p in players from dealer.left where C until D`; `for p around the table from q` goes round without end."""

    name: Name
    domain: Domain | None
    """None for `around the table`."""
    start: Expr | None
    where: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]


@frozen
class Template(Node):
    """`"bid {n} {s} alone"`: `texts` are the pieces around the `holes`, one more than they."""

    texts: tuple[str, ...]
    holes: tuple[Name, ...]


@frozen
class Choice(Clause):
    """`"play {cs}" for cs in 1 or more cards of p.hand where C` or `"pass" if C`, and what follows from it."""

    template: Template
    guard: Expr | None
    generators: tuple[Some, ...]
    where: Expr | None
    body: tuple[Stmt, ...]


@frozen
class Choose(Clause):
    """`p chooses`"""

    player: Expr
    choices: tuple[Choice, ...]


@frozen
class Together(Clause):
    """`in secret together`: choices kept hidden until all are made."""

    choosers: tuple[Choose | For, ...]


Stmt = (
    Let | Set | Change | Gather | Shuffle | Deal | Move | Show | Call | Nothing | Stop | Again | PlayTrick | Over | If
    | Repeat | For | Choose | Together
)  # fmt: skip


# ----------------------------------------------------------------------------------------------------- declarations


@frozen
class Game(Clause):
    """`game "Bid Euchre"`"""

    title: str


@frozen
class Language(Clause):
    """`language 1`"""

    version: int


@frozen
class Document(Clause):
    """`source rules "rules.txt"`"""

    name: Name
    path: str


@frozen
class Ruling(Clause):
    """`ruling "Of two equal cards the first played wins." [7]`"""

    text: str


@frozen
class NotARule(Clause):
    """`not a rule [1-14, 18]`"""


@frozen
class Variant(Clause):
    """`variant "Reverse Texas Euchre" of texas_euchre`"""

    title: str
    base: Name


@frozen
class Players(Clause):
    """`players 3..6 = 4, partners opposite`"""

    low: int
    high: int
    default: int | None
    partners: bool


@frozen
class Deck(Clause):
    """`deck 2 3 4 7 8, 2 jokers`, `deck A K Q of coins cups, 2 copies`"""

    ranks: tuple[Rank, ...]
    suits: tuple[Name, ...] | None
    copies: Expr | None
    jokers: Expr | None


@frozen
class Kind(Described):
    """`kind strain: suit or no_trump`"""

    name: Name
    type: Type


@frozen
class CardForm(Node):
    """`3 or more cards of one suit in sequence`: how many, what they share, whether their ranks follow each other."""

    count: int
    more: bool
    same: Literal["rank", "suit"] | None
    sequence: bool


@frozen
class Shape(Described):
    """`shape meld: triple or 3 or more cards of one suit in sequence`; asked for by `cs is a meld`."""

    name: Name
    forms: tuple[CardForm | Ref, ...]


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
    """`hand of each player: private "the cards held"`"""

    name: Name
    owner: Owner | None
    visibility: Visibility


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
    """`trump: J, J of trump.sister, A K Q` (high to low); `spades: A K Q`"""

    suit: Expr
    patterns: tuple[Pattern, ...]


@frozen
class AnySuitRow(Clause):
    """`any suit: A K Q`, `any other suit: A K Q`"""

    other: bool
    ranks: tuple[Rank, ...]


@frozen
class AnyCardRow(Clause):
    """`any card: A K Q`: suits do not matter; all cards follow each other and the higher rank wins."""

    ranks: tuple[Rank, ...]


@frozen
class EqualCards(Clause):
    """`equal cards: last played wins`"""

    which: Literal["first", "last"]


RankingRow = SuitRow | AnySuitRow | AnyCardRow | EqualCards


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

    name: str


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
class Param(Node):
    """`p: player`"""

    name: Name
    type: Type


@frozen
class Guard(Node):
    """`always`, `otherwise`: the two row guards that are no condition."""

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
    """`incident "misdeal" from deal_hand until the first choice of order_up` or `during play_hand`"""

    title: str
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
    | Incident
)  # fmt: skip


@frozen
class Replace(Clause):
    """`replace ranking` …: the part of that name in the base gives way to this one."""

    part: Part


@frozen
class Add(Clause):
    """`add option …`: a part the base has not."""

    part: Part


@frozen
class Remove(Clause):
    """`remove option floor`, `remove incident "misdeal"`, `remove ranking` (no name)"""

    what: Literal["option", "define", "phase", "table", "values", "incident", "ranking"]
    name: Name | None


@frozen
class RowOf(Node):
    """`the row n = 5 and alone`: a row of a table, by what stands in front of its arrow."""

    guard: Expr | Guard


@frozen
class Edit(Clause):
    """`replace the choice "pass"`, `remove the line shuffle stock`, `add before the line play_hand`, `add rows` …

    `at` is a choice by its label, a line (of a statement with a block its heading alone), a row, or None where lines
    come to an end of the phase or rows to a table."""

    how: Literal["replace", "remove", "before", "after", "start", "end", "rows"]
    at: Template | RowOf | Stmt | None
    lines: tuple[Stmt, ...] | tuple[Choice, ...] | tuple[ActionRow, ...]


@frozen
class Amend(Clause):
    """`change order_up`: single lines of a phase, of a table or of `main`, and what becomes of them."""

    name: Name
    edits: tuple[Edit, ...]


Decl = (
    Part | Game | Language | Document | Ruling | NotARule | Variant | Require | Preset | Setting | After | Always
    | Replace | Add | Remove | Amend
)  # fmt: skip


@frozen
class RuleFile(Node):
    """A whole rule file, its declarations in the order written."""

    declarations: tuple[Decl, ...]
