"""Questions: who may choose what, and what may happen meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from ...dsl.types import Type
from .expressions import Const, Domain, Expr
from .slots import BlockId, Place, Slot


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
