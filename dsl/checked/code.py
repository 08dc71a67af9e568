"""What is done and worked out: names, expressions and statements, each of which refers to the others.

A variable belongs to a phase, a phase has statements, a statement has expressions, and these name variables.  So they
are in one file.  A name has become a *symbol*: one object that all places share that use the name.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field
from typing import ClassVar, Literal

from ..source.frozen import Frozen, frozen
from ..source.span import NOWHERE, Span
from ..syntax import nodes as n
from ..types import UNKNOWN, Type

# ---------------------------------------------------------------------------------------------------------- symbols


@dataclass(eq=False, slots=True)
class Symbol:
    """Something with a name.  `used` is set when anything reads it.  `description` is the author's text about it."""

    name: str
    span: Span
    type: Type = UNKNOWN
    used: bool = False
    description: str | None = field(default=None, kw_only=True)
    sealed: bool = field(default=False, init=False, repr=False)

    def __setattr__(self, name: str, value: object) -> None:
        if getattr(self, "sealed", False):
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)


@dataclass(eq=False, slots=True)
class LocalSymbol(Symbol):
    """A name that is known inside one block: the name of a `let`, a parameter, a loop or a choice."""


@dataclass(eq=False, slots=True)
class OptionSymbol(Symbol):
    """An option.  `values` lists the allowed values in the author's order (None: the whole range of a number type).

    A value is a number, 0 or 1 for a flag, or the index of one of `words`."""

    words: tuple[str, ...] = ()
    """The words that it can have as values: the suits of the deck, if its type has them, then the words of the type."""
    default: int = 0
    values: tuple[int, ...] | None = None
    node: n.Option | None = None
    condition: Expr | None = None

    def word(self, value: int) -> str:
        """A value in the words of the rule file: `yes`, `hearts`, `12`."""
        if self.type.kind == "flag":
            return "yes" if value else "no"
        return self.words[value] if 0 <= value < len(self.words) else str(value)


@dataclass(eq=False, slots=True)
class VariableSymbol(Symbol):
    """A variable of the game.  `during` is the phase that resets it whenever the phase begins (None: never reset)."""

    owner: n.Owner | None = None
    during: PhaseSymbol | None = None
    written: bool = False


@dataclass(eq=False, slots=True)
class ZoneSymbol(Symbol):
    """A place for cards.  `places` is the number of its numbered places (0: it has none).

    `entered` and `left` say whether any rule puts cards into the zone or takes cards out of it."""

    owner: n.Owner | None = None
    visibility: n.Visibility = "face down"
    ordered: bool = False
    shuffled: bool = False
    entered: bool = False
    left: bool = False
    places: int = 0

    def place_name(self, number: int) -> str:
        """What scripts and records call one of its places: place 3 of `row` is `row_3`."""
        return f"{self.name}_{number}"


@dataclass(eq=False, slots=True)
class ValuesSymbol(Symbol):
    """`values pips of each card`: a number for each value of the type `of`, given row by row."""

    of: Type = UNKNOWN
    rows: tuple[ValuesEntry, ...] = ()


@frozen
class ValuesEntry(Frozen):
    """One row: its numbers, and the values they belong to (ranks and a suit, words, a joker, or all other values)."""

    ranks: tuple[int, ...] = ()
    suit: int | None = None
    words: tuple[int, ...] = ()
    joker: bool = False
    otherwise: bool = False
    low: Expr | None = None
    paired: bool = False
    """True for `A..9: 1..9`: the numbers rise by one from rank to rank."""
    span: Span = NOWHERE


@frozen
class CardForm(Frozen):
    """`3 or more cards of one suit in sequence`.  `most` is None for `or more`."""

    least: int
    most: int | None
    same: Literal["rank", "suit"] | None
    sequence: bool
    wild: frozenset[tuple[int, int]] = frozenset()
    """The faces (rank, suit; both -1 for the joker) that may replace any card of the deck."""


@dataclass(eq=False, slots=True)
class ShapeSymbol(Symbol):
    """A shape: every form its cards may have.  The forms of the shapes it is made of are included."""

    forms: tuple[CardForm, ...] = ()


@dataclass(eq=False, slots=True)
class DefineSymbol(Symbol):
    """A define, or a table with values.  `rows` keeps the guards separate, because the checks of tables need them."""

    params: tuple[LocalSymbol, ...] = ()
    lets: tuple[Let, ...] = ()
    body: Expr | None = None
    rows: tuple[Row, ...] = ()
    table: bool = False
    node: n.Define | n.Table | None = None


@dataclass(eq=False, slots=True)
class PhaseSymbol(Symbol):
    """A phase, or a table of actions.  Of a table, `rows` holds the rows, and `body` the `let`s in front of them."""

    params: tuple[LocalSymbol, ...] = ()
    body: tuple[Stmt, ...] = ()
    rows: tuple[Row, ...] = ()
    table: bool = False
    node: n.Phase | n.Table | n.Main | None = None
    afters: tuple[After, ...] = ()


@frozen
class Row(Frozen):
    """A row of a table: its guard (None for `always`), its outcome, and whether it is the `otherwise` row."""

    guard: Expr | None
    actions: tuple[Stmt, ...]
    value: Expr | None
    otherwise: bool
    span: Span


@frozen
class After(Frozen):
    """An invariant.  It must hold after a phase, or always (`phase` is None)."""

    condition: Expr
    span: Span


# ------------------------------------------------------------------------------------------------------ expressions


@frozen
class Typed(Frozen):
    """Any expression: its type and its place."""

    type: Type = field(kw_only=True)
    span: Span = field(default=NOWHERE, kw_only=True)
    by_chance: ClassVar[bool] = False
    """Whether chance decides the value, so that each evaluation may give another one."""


@frozen
class Lit(Typed):
    """A value written in the file, stored as a number: `3`, `yes`, `clubs`, `none`, a word."""

    value: int


@frozen
class OptionRef(Typed):
    """The value of an option."""

    option: OptionSymbol


@frozen
class LocalRef(Typed):
    """The value of a local name."""

    local: LocalSymbol


@frozen
class VariableRef(Typed):
    """A variable; with its owner, if the variable has owners."""

    variable: VariableSymbol
    owner: Expr | None


@frozen
class Gained(Typed):
    """`maker.team.points gained`: how much the variable has grown since the phase began."""

    variable: VariableSymbol
    owner: Expr | None
    phase: PhaseSymbol


@frozen
class ZoneRef(Typed):
    """The cards of a zone.  In a zone with places: the cards at one `place`, or at all of them (None)."""

    zone: ZoneSymbol
    owner: Expr | None
    place: Expr | None = None


@frozen
class FaceRef(Typed):
    """`J of trump.sister`: a face, not a particular card."""

    rank: int
    suit: Expr


AttributeName = Literal[
    "suit", "rank", "number", "joker", "sister", "color",
    "left", "right", "partner", "team", "opponents", "opposing", "members",
    "played by", "played", "next",
    "face", "named", "face suit", "face rank",
]  # fmt: skip
"""`opponents` of a player is a set of players.  `opposing` of a team is the other team.  `members` of a team are its
players.

`played by` is the player who played a card to the trick.  `played` is the card that a player has played to it, or
none.

A `face` is what is printed on a card: a rank and a suit, as one value.  `face` is that of a card, `named` the face with
a rank and a suit, `face suit` and `face rank` are its parts."""

TrickName = Literal["winner so far", "winning card so far", "beats", "follows", "trump", "standing"]
"""Values that follow from the ranking: who wins the trick so far and with which card, whether one card beats or follows
another, whether a card is a trump, and the height of a card (`standing`).  A height is a number that is only useful in
a comparison with the height of another card."""

OpName = Literal[
    "+", "-", "*", "/", "mod", "negate", "=", "!=", "<", "<=", ">", ">=", "and", "or", "not",
    "union", "except", "has", "size", "empty", "single", "larger", "smaller",
    "number of players", "players", "teams", "suits", "ranks", TrickName, AttributeName,
]  # fmt: skip


@frozen
class Op(Typed):
    """A built-in operation."""

    op: OpName
    args: tuple[Expr, ...] = ()


@frozen
class Cond(Typed):
    """`2 if long otherwise 1`"""

    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class CallDefine(Typed):
    """`worth(p)`: a define with its arguments."""

    define: DefineSymbol
    args: tuple[Expr, ...]


@frozen
class ValueOf(Typed):
    """`c.pips`"""

    values: ValuesSymbol
    operand: Expr


@frozen
class IsShape(Typed):
    """`cs is a run`"""

    shape: ShapeSymbol
    cards: Expr


@frozen
class LeftOver(Typed):
    """`p.hand left over by melds with least pips`: the cards that belong to no meld.  The melds share no card.  They
    are chosen so that the cards left over have the smallest total, and among equal totals so that the fewest are left
    over.

    `worth` is the total of these cards (0 if there are none)."""

    cards: Expr
    shape: ShapeSymbol
    worth: Expr


@frozen
class PileEnd(Typed):
    """`top of stock`: a card; `top 3 of stock`: a set."""

    end: Literal["top", "bottom"]
    pile: ZoneRef
    count: Expr | None


@frozen
class Domain(Frozen):
    """The values a name runs over.

    `kind`: a set, a range upwards or downwards, a written list, or combinations of cards."""

    kind: Literal["set", "range", "down", "list", "combinations"]
    element: Type
    args: tuple[Expr, ...]
    span: Span
    start: Expr | None = None
    step: int = 1
    """How far apart the numbers of a range are."""


FoldKind = Literal["count", "any", "every", "no", "sum", "max", "min", "set", "first", "the", "highest", "lowest"]
"""`highest` and `lowest` give the first element for which `body` is highest or lowest."""


@frozen
class Fold(Typed):
    """A phrase over a set."""

    kind: FoldKind
    local: LocalSymbol
    domain: Domain
    where: Expr | None
    body: Expr | None


@frozen
class Present(Typed):
    """A value that may be none, at a place where it must not be none."""

    operand: Expr


@frozen
class Random(Typed):
    """`a random player`, `a random card of stock`: one of a set (`of` None: of all players), or a number from `low` to
    `high`, as chance decides."""

    what: Literal["player", "card", "value"]
    of: Expr | None
    low: Expr | None = None
    high: Expr | None = None
    by_chance: ClassVar[bool] = True


Expr = (
    Lit | OptionRef | LocalRef | VariableRef | Gained | ZoneRef | FaceRef | Op | Cond | CallDefine | ValueOf | IsShape
    | LeftOver | PileEnd | Fold | Present | Random
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------- statements


@frozen
class Statement(Frozen):
    """Any statement, with its place."""

    span: Span = field(default=NOWHERE, kw_only=True)


@frozen
class Let(Statement):
    """`let leader be thrower`"""

    local: LocalSymbol
    value: Expr


@frozen
class Assign(Statement):
    """`set`, `add` and `subtract`.  If the variable has owners, the variable of one owner changes, or of `each`."""

    target: LocalSymbol | VariableSymbol
    owner: Expr | None
    each: bool
    op: Literal["set", "add", "subtract"]
    value: Expr


@frozen
class ZonePlace(Frozen):
    """A place that receives cards: a zone of one owner, of `each` owner, or a shared zone.

    `place` is the number of one of its places."""

    zone: ZoneSymbol
    owner: Expr | None
    each: bool
    span: Span
    place: Expr | None = None


@frozen
class Gather(Statement):
    """`gather every card into stock`.  `as_they_lie`: the cards keep their order, pile upon pile."""

    zone: ZonePlace
    as_they_lie: bool = False


@frozen
class Shuffle(Statement):
    """`shuffle stock`"""

    zone: ZonePlace


@frozen
class Cut(Statement):
    """`cut stock`: a random number of cards, at least one, from the top of the pile go to its bottom."""

    zone: ZonePlace


@frozen
class Deal(Statement):
    """`deal 2, 3 from stock to hand of each player from dealer.left`.  `amounts` are the sizes of the packets."""

    amounts: tuple[Expr, ...]
    at_most: bool
    pile: ZonePlace
    target: ZonePlace
    start: Expr | None


@frozen
class Move(Statement):
    """Moves a set of cards, or a whole zone in its order.  `end` says which end of the pile receives them."""

    what: Expr
    target: ZonePlace
    end: Literal["top", "bottom", "middle"] = "top"


@frozen
class Show(Statement):
    """`show c to p`.  `to` is None for everyone."""

    what: Expr
    to: Expr | None


@frozen
class CallPhase(Statement):
    """`make(p, s)`: a phase or a table of actions with its arguments."""

    phase: PhaseSymbol
    args: tuple[Expr, ...]


@frozen
class Nothing(Statement):
    """`nothing`"""


@frozen
class Stop(Statement):
    """`stop`: leaves the innermost loop."""


@frozen
class Again(Statement):
    """`start deal_hand again`"""

    phase: PhaseSymbol


@frozen
class TurnedRound(Statement):
    """Reverses the direction of play."""


@frozen
class Award(Frozen):
    """Which player takes a trick, if the rules say it themselves: the player whose card has the `highest` or `lowest`
    value, or the player `who` is given.

    `local` is a card of the trick, as `value` names it."""

    which: Literal["highest", "lowest", "who"]
    local: LocalSymbol | None
    value: Expr


@frozen
class StandIn(Frozen):
    """Who chooses the cards of another player: `with declarer playing for dummy`."""

    player: Expr
    absent: Expr


@frozen
class PlayTrick(Statement):
    """`play trick from hand to trick, led by leader`, with its clauses."""

    hand: ZoneSymbol
    trick: ZoneSymbol
    leader: Expr
    without: Expr | None
    follow: bool
    narrow: tuple[tuple[LocalSymbol, Expr], ...]
    winner: LocalSymbol | None
    player: LocalSymbol | None = None
    """The player whose turn it is, as the conditions of `narrow` name him."""
    exception: tuple[LocalSymbol, Expr] | None = None
    """Cards that may always be played, although the player could follow suit."""
    award: Award | None = None
    before: tuple[Stmt, ...] = ()
    """What is done before each card is chosen, for the player `before_player`."""
    before_player: LocalSymbol | None = None
    after: tuple[Stmt, ...] = ()
    """What is done after each card `after_card`, played by `after_player`."""
    after_player: LocalSymbol | None = None
    after_card: LocalSymbol | None = None
    stand_in: StandIn | None = None


@frozen
class Over(Statement):
    """`game over, won by the player with lowest points`"""

    owner: n.Owner
    criteria: tuple[tuple[bool, VariableSymbol | DefineSymbol], ...]
    """The criteria in order: whether the highest value is best, and which value counts.  A later criterion decides only
    if the earlier ones are equal."""
    tie: Literal["draw", "shared"]


@frozen
class If(Statement):
    """`if C`, with the statements of both branches."""

    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen
class Repeat(Statement):
    """A loop.  `otherwise` is carried out if the loop reaches the bound `times` of an `at most`."""

    times: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen
class For(Statement):
    """A loop over the values of a domain.  Without a `domain` it goes around the table without end, beginning with
    `start`; a domain has its own start."""

    local: LocalSymbol
    domain: Domain | None
    start: Expr | None
    where: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]


@frozen
class Choice(Statement):
    """`"bid {n}" for n in 1..8 where C`: one answer of a question, and the statements that follow from it."""

    texts: tuple[str, ...]
    holes: tuple[LocalSymbol, ...]
    guard: Expr | None
    generators: tuple[tuple[LocalSymbol, Domain], ...]
    where: Expr | None
    body: tuple[Stmt, ...]
    otherwise: bool = False
    """Whether the answer is offered only if no other answer is.  `guard` holds this condition."""


@frozen
class Choose(Statement):
    """`p chooses`: a question, with its answers."""

    player: Expr
    choices: tuple[Choice, ...]


@frozen
class Together(Statement):
    """`in secret together`: choices that stay hidden until all are made."""

    choosers: tuple[Choose | For, ...]


Stmt = (
    Let | Assign | Gather | Shuffle | Cut | Deal | Move | Show | CallPhase | Nothing | Stop | Again | TurnedRound
    | PlayTrick | Over | If | Repeat | For | Choose | Together
)  # fmt: skip
