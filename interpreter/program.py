"""The program: a checked game with its options and number of players chosen, lowered to something flat and typed.

Everything is a whole number.  A *state* is one flat list of slots (`State.values`): the variables of the rule file,
the locals and return places of its phases, and the zones.  A slot holds an integer, except a zone's:

* an unordered zone (a hand, a heap) is a bit mask of the cards in it, bit *c* for card *c*;
* an ordered zone (a pile, a trick) is a tuple of cards, bottom first.

Cards are numbered 0 to n-1; `deck[c]` is the face of card *c*, so two packs have two cards of each face.  Sets of
players, teams, suits and ranks are masks too.  `none` is -1.

The rules are statements and expressions over slots (`Stmt`, `Expr` below: the whole instruction set is this page).
Statements nest only where nobody has to choose; whatever contains a question is cut into *blocks* that run from one
question to the next and end in a `Goto`, `Ask` or `End`.  So between two questions a game is nothing but its state: no
call stack, no generator.  Phases may not recurse, so each has one static frame: its slots and one slot for where to
go back to.

`Place` numbers index `Program.places`, the spans of the rule file, carried along for messages, traces and coverage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..dsl.source.span import Span
from ..dsl.types import Type

Place = int
Slot = int
Slots = list[int | tuple[int, ...]]
"""What is in the slots of a state."""
BlockId = int

# Slots every program has.
PC, RNG, STEPS, ACTOR, DECISIONS = range(5)
FIRST_FREE = 5
"""PC: the block to run next, or ~ask while a question is open (so negative), or `OVER`.  RNG: the generator's
state, 64 bits.  STEPS: loop rounds since the last question.  ACTOR: the seat asked.  DECISIONS: choices so far."""
OVER = -(2**20)
CUT = OVER * 2
"""PC of a game that was cut at `LENGTH_LIMIT`."""
DEAL_SALT = 0x2545F4914F6CDD1D
"""What is added to a seed for each deal of a game whose deals are to be the same under other rules."""

STEP_LIMIT = 1_000_000
"""Rounds of `repeat` between two questions after which a game is stopped with an error."""
NOWHERE_KNOWN: Slot = -1
"""`Program.known` of a game without `show`."""
LENGTH_LIMIT = 100_000
"""Choices after which a game is cut: it ends without a winner and says so."""
TRIAL_LIMIT = 1_000_000
"""Combinations of cards that one question may try; they are counted first, and if there are more, it is an error."""


# ------------------------------------------------------------------------------------------------------ expressions

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

# ------------------------------------------------------------------------------------------------------- statements


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

# --------------------------------------------------------------------------------------------- questions and the rest


@dataclass(frozen=True, slots=True)
class Combinations:
    """Every combination of `low` to `high` cards of a mask (identical cards once), as a domain of an alternative.

    `groups` (a table of masks, or -1): only combinations that lie within one of these, which do not overlap."""

    low: Expr
    high: Expr
    of: Expr
    groups: int = -1


@dataclass(frozen=True, slots=True)
class Bound:
    """A name an alternative binds: the slot that takes it, its type, what it runs over.

    `domain` of kind `mask` over cards offers identical cards once.
    """

    name: str
    slot: Slot
    type: Type
    domain: Domain | Combinations


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that must hold for a choice to be legal, where it is written, and `text` if no one wrote it."""

    condition: Expr
    place: Place
    text: str = ""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One kind of choice: `"bid {n} {s}" for n in …, s in … where …` and the block that follows from it."""

    texts: tuple[str, ...]
    holes: tuple[int, ...]
    """Which of `bound` each hole of the template shows."""
    bound: tuple[Bound, ...]
    guard: Expr | None
    """Looked at before the domains."""
    where: Expr | None
    body: BlockId
    place: Place
    because: tuple[Reason, ...] = ()
    """`guard` and `where` taken apart at their `and`s: what explains an illegal choice."""

    def tries(self, name: int) -> bool:
        """Whether everything a name (by number) runs over is tried: those of the last one that nothing more is asked of
        are options, of which no more are made than are looked at."""
        return name < len(self.bound) - 1 or self.where not in (None, Const(1))


@dataclass(frozen=True, slots=True)
class TrickRules:
    """What decides a trick, for players who think: all of it lies open on the table.

    Tables over faces (`Program.tables`): `group[at * faces + face]` is the group a face belongs to (cards of a group
    follow each other), `power[(at * groups + led) * faces + face]` what a face counts where group `led` was led (-1 if
    it cannot win; the highest takes the trick).  `at` is the value of the suit the ranking depends on, plus one: that
    of variable `ruler`, if it is one (else -1).  The slots: the group led, the power that wins so far (-2 before the
    first card), whose card that is, and the mask of players still to play."""

    hand: int
    trick: int
    groups: int
    group: int
    power: int
    at: Expr
    ruler: int
    led: Slot
    winning: Slot
    best: Slot
    rest: Slot


@dataclass(frozen=True, slots=True)
class Ask:
    """One question of the rule file."""

    alternatives: tuple[Alternative, ...]
    place: Place
    secret: bool = False
    incidents: tuple[int, ...] = ()
    """Those that may be declared instead of answering (indices of `Program.incidents`)."""
    block: BlockId = -1
    """The block that opens this question: where an incident goes back to."""
    opens: int = 0
    """The statement of that block with which the question begins; those in front of it belong to what came before."""
    trick: TrickRules | None = None
    """Of a card to play to a trick."""


@dataclass(frozen=True, slots=True)
class IncidentEntry:
    """`window` is the slot that is not 0 while the incident can happen; `back` takes the question it interrupts.

    One that is somebody's is an incident for each player whose it can be, all of the same title."""

    title: str
    player: int
    """Whose it is; -1: nobody's."""
    body: BlockId
    window: Slot
    back: Slot
    place: Place


@dataclass(frozen=True, slots=True)
class Face:
    """Rank and suit by index, or a joker (both -1)."""

    rank: int
    suit: int


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """A variable of the rule file: slots `base` to `base + count - 1`, one per owner."""

    name: str
    owner: Literal["player", "team"] | None
    type: Type
    base: Slot
    count: int
    place: Place


@dataclass(frozen=True, slots=True)
class ZoneInfo:
    """A zone of the rule file: slots `base` to `base + count - 1`, one per owner.

    `bag` is -1 for a zone that is never shuffled.  Else owner *i* has two more slots, `bag + 2 i` and the next: the
    cards from the one position up to, not including, the other are of unknown order (and stand there ascending).
    """

    name: str
    owner: Literal["player", "team"] | None
    visibility: Literal["face down", "face up", "private"]
    base: Slot
    count: int
    ordered: bool
    bag: Slot
    place: Place


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function: registers 0 to params-1 are its arguments."""

    name: str
    params: int
    registers: int
    body: Expr


@dataclass(frozen=True, slots=True)
class Procedure:
    """A phase in which nobody chooses: registers 0 to params-1 are its arguments."""

    name: str
    params: int
    registers: int
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Block:
    body: tuple[Stmt, ...]
    """The last one is a Goto, Branch, Return, AskPlayer, End or Fail."""
    registers: int


@dataclass(frozen=True, slots=True)
class Ending:
    """Who wins: the owners ordered by the criteria, (first slot of a variable, whether the highest is best) each."""

    owner: Literal["player", "team"]
    criteria: tuple[tuple[Slot, bool], ...]
    tie: Literal["draw", "shared"]
    place: Place


@dataclass(frozen=True)
class Program:
    """One game, ready to run.  `ruleset` is the name it was loaded under; `fingerprint` the hash of its text."""

    title: str
    ruleset: str
    fingerprint: str
    options: Mapping[str, int | str | bool]
    players: int
    teams: tuple[tuple[int, ...], ...]
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    faces: tuple[Face, ...]
    deck: tuple[int, ...]
    """`deck[card]` is an index of `faces`; identical cards are neighbours."""
    variables: tuple[VariableInfo, ...]
    zones: tuple[ZoneInfo, ...]
    slots: int
    initial: tuple[int | tuple[int, ...], ...]
    """The slots at the start: every card lies in the first zone that is ordered."""
    tables: tuple[tuple[int, ...], ...]
    functions: tuple[Function, ...]
    procedures: tuple[Procedure, ...]
    blocks: tuple[Block, ...]
    asks: tuple[Ask, ...]
    incidents: tuple[IncidentEntry, ...]
    endings: tuple[Ending, ...]
    phases: tuple[str, ...]
    places: tuple[Span, ...] = field(repr=False)
    start: BlockId = 0
    parts: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The hash of each part of the rules, by its name."""
    settled: tuple[tuple[NotedKind, Place], ...] = ()
    """Of a program with `Noted`: what would be noted, but is known from the settings alone."""
    known: Slot = NOWHERE_KNOWN
    """The first of a slot per player: the mask of cards that were shown to that player and not shuffled since."""

    @property
    def score(self) -> tuple[Slot, bool] | None:
        """What is counted during a game that decides it: the first slot, one for each side, and whether the highest is
        best.  It is the first criterion that is a variable: what a define makes is worked out only when all is over."""
        criteria = self.endings[0].criteria if self.endings else ()
        counted = {info.base for info in self.variables}
        return next((one for one in criteria if one[0] in counted), criteria[0] if criteria else None)

    def count_of(self, type: Type) -> int:
        """How many values a type has that is neither a number nor a set: they are numbered from 0."""
        match type.kind:
            case "player":
                return self.players
            case "team":
                return len(self.teams)
            case "suit":
                return len(self.suits)
            case "rank":
                return len(self.ranks)
            case "card":
                return len(self.deck)
            case "flag":
                return 2
            case "word":
                return len(type.words) + (len(self.suits) if type.suits else 0)
            case _:
                raise AssertionError(type)
