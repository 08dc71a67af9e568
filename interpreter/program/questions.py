"""Questions: who may choose what, and what may happen meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ...dsl.source.frozen import Frozen, frozen
from ...dsl.types import Type, about_cards
from .expressions import Const, Domain, Expr
from .slots import BlockId, Place, Slot


@frozen
class Combinations(Frozen):
    """Every combination of `low` to `high` cards of a mask (identical cards once), as a domain of an alternative.

    `groups` (a table of masks that do not overlap, or -1): only combinations within one of these masks count.
    """

    low: Expr
    high: Expr
    of: Expr
    groups: int = -1


@frozen
class Bound(Frozen):
    """A name that an alternative binds: the slot that takes its value, its type, and its domain.

    A `domain` of kind `mask` over cards offers only one of identical cards.
    """

    name: str
    slot: Slot
    type: Type
    domain: Domain | Combinations


@frozen
class Reason(Frozen):
    """A condition that must hold for a choice to be legal, and its place; `text` describes it if the rule file does not
    contain it.
    """

    condition: Expr
    place: Place
    text: str = ""


@frozen
class Destination(Frozen):
    """Where the cards of a choice go: a zone, and its owner before anything has happened; None for a shared zone."""

    zone: int
    owner: Expr | None


@frozen
class Alternative(Frozen):
    """One kind of choice: `"bid {n} {s}" for n in …, s in … where …` and the block that follows from it."""

    texts: tuple[str, ...]
    holes: tuple[int, ...]
    """For each placeholder of the template, the index in `bound` of the name it shows."""
    bound: tuple[Bound, ...]
    guard: Expr | None
    """A condition that is tested before the domains are computed."""
    where: Expr | None
    body: BlockId
    place: Place
    because: tuple[Reason, ...] = ()
    """The conditions joined by `and` in `guard` and `where`, one by one: they explain an illegal choice."""
    guards: int = 0
    """How many of them, the first ones, are parts of `guard`."""
    to: Destination | None = None
    """Where the cards of the choice go, if this is known when it is asked."""

    def filled(self, shown: Callable[[int], str | None] = lambda _: None) -> str:
        """The words of an answer, with what `shown` makes of the name (by its index in `bound`) at each placeholder;
        `…` where it makes nothing of it.
        """
        parts = [self.texts[0]]
        for hole, text in zip(self.holes, self.texts[1:], strict=True):
            said = shown(hole)
            parts += ("…" if said is None else said, text)
        return "".join(parts)

    @property
    def kind(self) -> str:
        """The label with its placeholders: `play {card}`."""
        return self.filled(lambda hole: f"{{{self.bound[hole].name}}}")

    @property
    def names_cards(self) -> bool:
        """Whether an answer names cards."""
        return any(about_cards(one.type) for one in self.bound)

    def tries(self, name: int) -> bool:
        """Whether every value of a name (given by its number) is tested.  The values of the last name, if there is no
        further condition, are options themselves; no more of them are made than are read.
        """
        return name < len(self.bound) - 1 or self.where not in (None, Const(1))


@frozen
class TrickRules(Frozen):
    """What decides a trick, for thinking players: all of it is visible on the table.

    Tables over faces (`Program.tables`): `group[at * faces + face]` is the group of a face (cards of a group follow
    each other); `power[(at * groups + led) * faces + face]` is the power of a face if group `led` was led (-1 if it
    cannot win; the highest takes the trick).  `at` is the value of the suit that the ranking depends on, plus one.
    `ruler` is the variable that holds this suit (-1 if it is not a variable).  The slots hold: the group led, the power
    of the winning card (-2 before the first card), its player, the mask of the players still to play, the player from
    whose hand the next card comes, who is asked unless another one plays for him, and the mask of all cards that follow
    suit.
    """

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
    player: Slot
    following: Slot


@frozen
class Ask(Frozen):
    """One question of the rule file."""

    alternatives: tuple[Alternative, ...]
    place: Place
    secret: bool = False
    incidents: tuple[int, ...] = ()
    """The incidents that may be declared instead of answering (indices of `Program.incidents`)."""
    block: BlockId = -1
    """The block that opens this question.  After an incident, the game returns to it."""
    opens: int = 0
    """The index of the statement in that block with which the question begins; earlier statements belong to what came
    before.
    """
    trick: TrickRules | None = None
    """What decides the trick, if the question asks for a card to play to it."""

    @property
    def names_cards(self) -> bool:
        """Whether any of its answers names cards."""
        return any(one.names_cards for one in self.alternatives)


@frozen
class WrittenValue(Frozen):
    """A value in a line on the table."""

    type: Type
    value: Expr

    @property
    def may_be_none(self) -> bool:
        """Whether -1 stands for none: not for numbers and sets."""
        return self.type.kind not in ("number", "set")


@frozen
class WrittenLine(Frozen):
    """A line of what everybody sees written on the table, with a value between each two of its texts.

    With an `owner`, the line is written beside each of the players or teams in the mask `owners`, whose number is
    register 0; without one, on the table.  It is there if `condition` holds (None: always) and no value is none.
    `within`: the variables it reads that belong to a part of a deal; until that part begins they are those of the last
    deal, and the line is not shown.
    """

    texts: tuple[str, ...]
    holes: tuple[WrittenValue, ...]
    condition: Expr | None
    owner: Literal["player", "team"] | None
    owners: Expr | None
    place: Place
    within: tuple[int, ...] = ()


@frozen
class IncidentEntry(Frozen):
    """An incident.  `window`: the slot that is not 0 while the incident can happen; `back`: the slot that takes the
    question it interrupts.

    An incident about a player has one entry for each possible player, all with the same title.
    """

    title: str
    player: int
    """The player it is about; -1: no player."""
    body: BlockId
    window: Slot
    back: Slot
    place: Place
