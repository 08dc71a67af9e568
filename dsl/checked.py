"""The checked game: what a rule file means, with every name resolved and every value typed.

The syntax tree says what was written; this says what it stands for.  Sugar is gone (a one-argument define read like an
attribute is a call, `p.hand` is a zone and its owner), every expression has a type, and names are *symbols*: objects
with an identity, shared by all who speak of the same thing.  Nothing here depends on which options are chosen or how
many play: that is settled when the game is lowered to a program.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from .source.frozen import Frozen, frozen
from .source.span import NOWHERE, Span
from .syntax import nodes as n
from .types import UNKNOWN, Type

LANGUAGE = 1
"""The version of the rule language."""

# ---------------------------------------------------------------------------------------------------------- symbols


@dataclass(eq=False, slots=True)
class Symbol:
    """Something with a name.  `used` is set when anything reads it; `description` is what its author says it is."""

    name: str
    span: Span
    type: Type = UNKNOWN
    used: bool = False
    description: str | None = field(default=None, kw_only=True)


@dataclass(eq=False, slots=True)
class LocalSymbol(Symbol):
    """A name of a block: `let`, a parameter, a loop's or a choice's name."""


@dataclass(eq=False, slots=True)
class OptionSymbol(Symbol):
    """An option.  `values` are the allowed ones in the order listed (None: the whole range of a number type).

    A value is a number, a flag as 0 or 1, or the index of a word of the type."""

    default: int = 0
    values: tuple[int, ...] | None = None
    node: n.Option | None = None
    condition: Expr | None = None


@dataclass(eq=False, slots=True)
class VariableSymbol(Symbol):
    """Something the game remembers; `during` is the phase at whose start it is set back."""

    owner: n.Owner | None = None
    during: PhaseSymbol | None = None
    written: bool = False


@dataclass(eq=False, slots=True)
class ZoneSymbol(Symbol):
    """A place for cards, or so many numbered `places` (0: it has none).

    `entered` and `left`: whether any rule puts cards there or takes them away."""

    owner: n.Owner | None = None
    visibility: n.Visibility = "face down"
    ordered: bool = False
    shuffled: bool = False
    entered: bool = False
    left: bool = False
    places: int = 0


@dataclass(eq=False, slots=True)
class ValuesSymbol(Symbol):
    """`values pips of each card`: a number for each value of `of`, by row."""

    of: Type = UNKNOWN
    rows: tuple[ValuesEntry, ...] = ()


@frozen
class ValuesEntry(Frozen):
    """One row: the values it is for (ranks and a suit, words, a joker, or all others) and their numbers."""

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
    """`3 or more cards of one suit in sequence`: `most` is None for `or more`."""

    least: int
    most: int | None
    same: Literal["rank", "suit"] | None
    sequence: bool
    wild: frozenset[tuple[int, int]] = frozenset()
    """The faces (rank, suit; both -1 for the joker) that may stand for any card of the deck."""


@dataclass(eq=False, slots=True)
class ShapeSymbol(Symbol):
    """A shape: the forms cards can have to be one, those of other shapes it is made of included."""

    forms: tuple[CardForm, ...] = ()


@dataclass(eq=False, slots=True)
class DefineSymbol(Symbol):
    """A define, or a table with values.  `rows` keep the guards apart for the checks of tables."""

    params: tuple[LocalSymbol, ...] = ()
    lets: tuple[Let, ...] = ()
    body: Expr | None = None
    rows: tuple[Row, ...] = ()
    table: bool = False
    node: n.Define | n.Table | None = None


@dataclass(eq=False, slots=True)
class PhaseSymbol(Symbol):
    """A phase, or a table of actions (`rows`, with their lets in front)."""

    params: tuple[LocalSymbol, ...] = ()
    body: tuple[Stmt, ...] = ()
    rows: tuple[Row, ...] = ()
    table: bool = False
    node: n.Phase | n.Table | n.Main | None = None
    afters: list[After] = field(default_factory=list["After"])


@frozen
class Row(Frozen):
    """A row of a table: its guard (None for `always`), what follows, and whether it is the `otherwise` row."""

    guard: Expr | None
    actions: tuple[Stmt, ...]
    value: Expr | None
    otherwise: bool
    span: Span


# ------------------------------------------------------------------------------------------------------ expressions


@frozen
class Typed(Frozen):
    """Any expression: its type and its place."""

    type: Type = field(kw_only=True)
    span: Span = field(default=NOWHERE, kw_only=True)
    by_chance: ClassVar[bool] = False
    """Whether it is drawn by chance, so that it may be another value whenever it is worked out."""


@frozen
class Lit(Typed):
    """A value written in the file, as a number: `3`, `yes`, `clubs`, `none`, a word."""

    value: int


@frozen
class OptionRef(Typed):
    option: OptionSymbol


@frozen
class LocalRef(Typed):
    local: LocalSymbol


@frozen
class VariableRef(Typed):
    """A variable, of an owner if it has owners."""

    variable: VariableSymbol
    owner: Expr | None


@frozen
class Gained(Typed):
    """`maker.team.points gained`: how much more a variable is than when the phase began."""

    variable: VariableSymbol
    owner: Expr | None
    phase: PhaseSymbol


@frozen
class ZoneRef(Typed):
    """The cards of a zone; of a zone with places those of one `place`, or (None) of all."""

    zone: ZoneSymbol
    owner: Expr | None
    place: Expr | None = None


@frozen
class FaceRef(Typed):
    """`J of trump.sister`: a face, not one card."""

    rank: int
    suit: Expr


AttributeName = Literal[
    "suit", "rank", "number", "joker", "sister", "color",
    "left", "right", "partner", "team", "opponents", "opposing", "members",
    "played by", "played", "next",
]  # fmt: skip
"""`opponents` of a player is a set of players, `opposing` of a team the other team, `members` of a team its players.

`played by`: who played a card to the trick; `played`: the card a player has played to it, or none."""

TrickName = Literal["winner so far", "winning card so far", "beats", "follows", "trump", "standing"]
"""What the ranking decides: who wins the trick so far and with which card, whether one card beats or follows another,
whether a card is a trump, and how high a card stands (a number that only has a meaning beside another such)."""

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
    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class CallDefine(Typed):
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
    """`p.hand left over by melds with least pips`: the cards that are in no meld, where the melds share no card and are
    taken such that these cards come to least, and are fewest then.

    `worth` adds the number up over the cards (of none: nothing)."""

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
    """What a name runs over.  `kind`: a set, a range up or down, a list as written, combinations of cards."""

    kind: Literal["set", "range", "down", "list", "combinations"]
    element: Type
    args: tuple[Expr, ...]
    span: Span
    start: Expr | None = None


FoldKind = Literal["count", "any", "every", "no", "sum", "max", "min", "set", "first", "the", "highest", "lowest"]
"""`highest`, `lowest`: the first element for which `body` is highest or lowest."""


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
    """A value that may be none, where it must not be."""

    operand: Expr


@frozen
class Random(Typed):
    """`a random player`, `a random card of stock`"""

    """Something by chance: one of a set (`of` None: of all players), or a number `low` to `high`."""

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
    local: LocalSymbol
    value: Expr


@frozen
class Assign(Statement):
    """`set`, `add`, `subtract`: for a variable with owners, of one owner or of `each`."""

    target: LocalSymbol | VariableSymbol
    owner: Expr | None
    each: bool
    op: Literal["set", "add", "subtract"]
    value: Expr


@frozen
class ZonePlace(Frozen):
    """Where cards are put: a zone of one owner, of `each`, or shared; `place`: at which of its places."""

    zone: ZoneSymbol
    owner: Expr | None
    each: bool
    span: Span
    place: Expr | None = None


@frozen
class Gather(Statement):
    zone: ZonePlace


@frozen
class Shuffle(Statement):
    zone: ZonePlace


@frozen
class Deal(Statement):
    amounts: tuple[Expr, ...]
    at_most: bool
    pile: ZonePlace
    target: ZonePlace
    start: Expr | None


@frozen
class Move(Statement):
    """Cards (a set), or a whole zone in its order; `end`: to where in a pile."""

    what: Expr
    target: ZonePlace
    end: Literal["top", "bottom", "middle"] = "top"


@frozen
class Show(Statement):
    what: Expr
    to: Expr | None


@frozen
class CallPhase(Statement):
    phase: PhaseSymbol
    args: tuple[Expr, ...]


@frozen
class Nothing(Statement):
    pass


@frozen
class Stop(Statement):
    pass


@frozen
class Again(Statement):
    phase: PhaseSymbol


@frozen
class TurnedRound(Statement):
    """The direction of play is reversed."""


@frozen
class PlayTrick(Statement):
    hand: ZoneSymbol
    trick: ZoneSymbol
    leader: Expr
    without: Expr | None
    follow: bool
    narrow: tuple[tuple[LocalSymbol, Expr], ...]
    winner: LocalSymbol | None
    player: LocalSymbol | None = None
    """Whoever is to play, in the conditions of `narrow`."""


@frozen
class Over(Statement):
    owner: n.Owner
    criteria: tuple[tuple[bool, VariableSymbol | DefineSymbol], ...]
    """Whether the highest is best, of what; the next one counts where the ones before are equal."""
    tie: Literal["draw", "shared"]


@frozen
class If(Statement):
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen
class Repeat(Statement):
    """`otherwise` is what happens when the bound `times` of an `at most` was reached."""

    times: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@frozen
class For(Statement):
    """`domain` None: around the table without end, from `start`; a domain has its own start."""

    local: LocalSymbol
    domain: Domain | None
    start: Expr | None
    where: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]


@frozen
class Choice(Statement):
    texts: tuple[str, ...]
    holes: tuple[LocalSymbol, ...]
    guard: Expr | None
    generators: tuple[tuple[LocalSymbol, Domain], ...]
    where: Expr | None
    body: tuple[Stmt, ...]
    otherwise: bool = False
    """Offered only if no other answer is: that is what `guard` says then."""


@frozen
class Choose(Statement):
    player: Expr
    choices: tuple[Choice, ...]


@frozen
class Together(Statement):
    choosers: tuple[Choose | For, ...]


Stmt = (
    Let | Assign | Gather | Shuffle | Deal | Move | Show | CallPhase | Nothing | Stop | Again | TurnedRound | PlayTrick
    | Over | If | Repeat | For | Choose | Together
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------------- game


@frozen
class After(Frozen):
    """An invariant: after a phase, or always (`phase` None)."""

    condition: Expr
    span: Span


@frozen
class RankRow(Frozen):
    """A row of the ranking: the suit it is of (None: any suit not ranked above) and its faces, high to low.

    `alike`: suits do not matter, all its cards follow each other.  `alone`: the joker as a suit by itself.

    `when`: the row counts only while the suit the ranking depends on is this word of its kind.

    A face is (rank, "own" or "sister" of the row's suit, or a suit's index); (-1, "own") is the joker."""

    suit: Expr | None
    faces: tuple[tuple[int, Literal["own", "sister"] | int], ...]
    span: Span
    alike: bool = False
    alone: bool = False
    when: tuple[Expr, Lit] | None = None

    @property
    def depends_on(self) -> Expr | None:
        """What is only known in play and decides which cards belong to the row."""
        if self.when is not None:
            return self.when[0]
        return None if isinstance(self.suit, Lit) else self.suit

    @property
    def trumps(self) -> bool:
        """Whether its cards are a group of their own, which beats the cards of all rows below."""
        return self.suit is not None or self.alone


@frozen
class RankingRule(Frozen):
    rows: tuple[RankRow, ...]
    last_wins: bool
    span: Span


@frozen
class DeckPart(Frozen):
    """Some cards of a deck given row by row: faces, how many of each (None: one), and when."""

    faces: tuple[tuple[int, int], ...]
    copies: Expr | None
    condition: Expr | None


@frozen
class DeckRule(Frozen):
    """`ranks` are indices of `Game.ranks`, in the order declared."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    copies: Expr | None
    jokers: Expr | None
    span: Span
    rows: tuple[DeckPart, ...] = ()
    """Of a deck given row by row; else every rank is there in every suit."""

    @property
    def faces(self) -> list[tuple[int, int]]:
        """Every rank and suit there can be a card of, jokers aside."""
        if self.rows:
            return [*dict.fromkeys(face for row in self.rows for face in row.faces)]
        return [(rank, suit) for rank in self.ranks for suit in self.suits]


@frozen
class IncidentRule(Frozen):
    """`players`: those whose it can be, of whom `player` is the one it is; both None if it is nobody's."""

    title: str
    player: LocalSymbol | None
    players: Expr | None
    start: PhaseSymbol
    until: PhaseSymbol | None
    body: tuple[Stmt, ...]
    span: Span


@dataclass(frozen=True)
class CheckedGame:
    """A checked game.  Only a game without errors is lowered."""

    title: str
    name: str
    language: int
    players: tuple[int, int, int]
    """Fewest, most, and how many when nothing is said."""
    partners: bool
    """Whether there are partners, with some number of players at least."""
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    deck: DeckRule
    options: tuple[OptionSymbol, ...]
    requirements: tuple[tuple[Expr, str], ...]
    presets: tuple[tuple[str, tuple[tuple[OptionSymbol, int], ...]], ...]
    zones: tuple[ZoneSymbol, ...]
    variables: tuple[VariableSymbol, ...]
    ranking: RankingRule | None
    defines: tuple[DefineSymbol, ...]
    phases: tuple[PhaseSymbol, ...]
    main: PhaseSymbol
    incidents: tuple[IncidentRule, ...]
    always: tuple[After, ...]
    tree: n.RuleFile = field(repr=False)
    fingerprint: str = ""
    values: tuple[ValuesSymbol, ...] = ()
    counts: tuple[int, ...] = ()
    """How many may play, ascending."""
    paired: tuple[int, ...] = ()
    """With how many there are partners; else everybody is a team of one."""
    counterclockwise: bool = False
    """Seats are numbered in the order of play; whoever comes next sits to the right, if play goes that way."""

    def teams(self, players: int) -> int:
        """How many teams so many players form; none in a game without partners."""
        return 0 if not self.partners else players // 2 if players in self.paired else players

    @property
    def first_zone(self) -> ZoneSymbol | None:
        """Where all cards lie at the start: the first shared pile, else the first shared zone."""
        shared = [zone for zone in self.zones if zone.owner is None and not zone.places]
        return next((zone for zone in shared if zone.ordered), shared[0] if shared else None)
