"""A whole program: its deck, variables, zones, functions, blocks and questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ...dsl.checked import UNNAMED, CheckedGame, GameNames
from ...dsl.source.frozen import Frozen, frozen
from ...dsl.source.span import Span
from ...dsl.types import Type
from .expressions import Expr, NotedKind
from .questions import Ask, IncidentEntry, TrickRules, WrittenLine
from .slots import NOWHERE_KNOWN, BlockId, Place, Slot, Slots
from .statements import Return, Stmt


@frozen
class Face(Frozen):
    """Rank and suit by index; both are -1 for a joker."""

    rank: int
    suit: int


@frozen
class VariableInfo(Frozen):
    """A variable of the rule file: its slots are `base` to `base + count - 1`, one for each owner."""

    name: str
    owner: Literal["player", "team"] | None
    type: Type
    base: Slot
    count: int
    place: Place


@frozen
class ZoneInfo(Frozen):
    """A zone of the rule file: its slots are `base` to `base + count - 1`, one for each owner.

    `bag` is -1 for a zone that is never shuffled.  Otherwise owner *i* has two more slots, `bag + 2 i` and the next.
    They hold two positions: the cards from the first position up to, but not including, the second are in unknown order
    (and are stored ascending).
    """

    name: str
    owner: Literal["player", "team"] | None
    visibility: Literal["face down", "face up", "private"]
    base: Slot
    count: int
    ordered: bool
    bag: Slot
    place: Place

    def stored(self, owner: int, cards: Sequence[int], values: Slots) -> int | tuple[int, ...]:
        """What the slot of an owner's zone holds if these cards lie there, in a state with these slots."""
        if not self.ordered:
            return sum(1 << card for card in cards)
        if self.bag < 0:
            return tuple(cards)
        low, high = self.shuffled(owner, values)
        return (*cards[:low], *sorted(cards[low:high]), *cards[high:])

    def shuffled(self, owner: int, values: Slots) -> tuple[int, int]:
        """From which position up to which the cards of an owner's zone are in unknown order."""
        if self.bag < 0:
            return 0, 0
        low, high = values[self.bag + 2 * owner], values[self.bag + 2 * owner + 1]
        assert isinstance(low, int) and isinstance(high, int)
        return low, high


@frozen
class DefineInfo(Frozen):
    """A define that play uses, without parameters or with one player or team: `value` gives it, with the owner in
    register 0.  Nothing of it is stored; scripts ask for it by name.
    """

    name: str
    owner: Literal["player", "team"] | None
    type: Type
    count: int
    value: Expr


@frozen
class Function(Frozen):
    """A pure function: registers 0 to params-1 are its arguments."""

    name: str
    params: int
    registers: int
    body: Expr


@frozen
class Procedure(Frozen):
    """A phase without choices: registers 0 to params-1 are its arguments."""

    name: str
    params: int
    registers: int
    body: tuple[Stmt, ...]


@frozen
class Block(Frozen):
    body: tuple[Stmt, ...]
    """The last statement is a Goto, Branch, Return, AskPlayer, End or Fail."""
    registers: int


@frozen
class Ending(Frozen):
    """Who wins: the owners are ordered by the criteria.  Each criterion is the first slot of a variable, and whether
    the highest value is best.
    """

    owner: Literal["player", "team"]
    criteria: tuple[tuple[Slot, bool], ...]
    tie: Literal["draw", "shared"]
    place: Place


class KnownIdentity(NamedTuple):
    """The fingerprints of rules as plain data."""

    fingerprint: str
    former_fingerprint: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Program:
    """One game, ready to run.  `ruleset`: the name under which it was loaded.  It equals only itself, so it can be a
    key.
    """

    title: str
    ruleset: str
    identity: CheckedGame | KnownIdentity = field(repr=False)
    """What knows the fingerprints of the rules: the rules themselves, which work them out when they are asked."""
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
    """The slots at the start: every card lies in the first ordered zone."""
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
    settled: tuple[tuple[NotedKind, Place], ...] = ()
    """For a program with `Noted` expressions: what would be noted, but is known from the settings alone."""
    known: Slot = NOWHERE_KNOWN
    """The first of several slots, one for each player: the mask of the cards that were shown to that player and not
    shuffled since.
    """
    defines: tuple[DefineInfo, ...] = ()
    """The defines that scripts may ask for."""
    written: tuple[WrittenLine, ...] = ()
    """What is written on the table."""
    names: GameNames = UNNAMED
    """What people read in place of suits, ranks, cards and words."""
    counted_at_the_end: tuple[Slot, ...] = ()
    """The criteria of the first ending that are written only after the last question (`interpreter/flow.py`)."""

    def __deepcopy__(self, memo: object) -> Program:
        """The program itself: nothing in it ever changes."""
        return self

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: of the rules only their identity, worked out."""
        one = self.identity
        return {**vars(self), "identity": KnownIdentity(one.fingerprint, one.former_fingerprint, one.parts)}

    @property
    def fingerprint(self) -> str:
        """The identity of the rules."""
        return self.identity.fingerprint

    @property
    def former_fingerprint(self) -> str:
        """The identity that the rules had in version 1, to which older scripts and states are bound."""
        return self.identity.former_fingerprint

    @property
    def parts(self) -> Mapping[str, str]:
        """The hash of each part of the rules, by its name."""
        return dict(self.identity.parts)

    @property
    def score(self) -> tuple[Slot, bool] | None:
        """The score that decides the game and is counted while it is played: its first slot (there is one for each
        side), and whether the highest is best.  It is the first criterion that is a variable and changes before the end
        (a define is computed only at the end).
        """
        criteria = self.endings[0].criteria if self.endings else ()
        counted = {info.base for info in self.variables} - {*self.counted_at_the_end}
        return next((one for one in criteria if one[0] in counted), criteria[0] if criteria else None)

    @property
    def sides_are(self) -> Literal["player", "team"]:
        """Whether players or teams win a game."""
        return self.endings[0].owner if self.endings else "player"

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The players of each side: the teams where teams win, otherwise single players."""
        return self.teams if self.sides_are == "team" else tuple((player,) for player in range(self.players))

    @property
    def scores(self) -> tuple[Slot, ...]:
        """The slots of the score that decides the game, one for each side; empty if it is not decided by numbers."""
        return () if self.score is None else tuple(range(self.score[0], self.score[0] + len(self.sides)))

    @property
    def highest_wins(self) -> bool:
        """Whether the highest of these scores is best."""
        return self.score is None or self.score[1]

    def has(self, type: Type, number: int) -> bool:
        """Whether a number stands for a value of a type."""
        match type.kind:
            case "number":
                return True
            case "set":
                return 0 <= number < 1 << len(self.deck)
            case _:
                return 0 <= number < self.count_of(type)

    def team_of(self, player: int) -> int | None:
        """The number of a player's team; None if there are no teams."""
        return next((number for number, team in enumerate(self.teams) if player in team), None)

    def group_of(self, rules: TrickRules, at: int, card: int) -> int:
        """The group to which a card belongs.  `at`: as in `TrickRules`."""
        return self.tables[rules.group][at * len(self.faces) + self.deck[card]]

    def power_of(self, rules: TrickRules, at: int, led: int, card: int) -> int:
        """The power of a card if a group was led; -1 if it cannot win."""
        return self.tables[rules.power][(at * rules.groups + led) * len(self.faces) + self.deck[card]]

    def owner_from(self, info: ZoneInfo | VariableInfo, player: int, relative: int) -> int:
        """The number of an owner that is counted from a player or his team."""
        if info.owner == "player":
            return (player + relative) % info.count
        if info.owner == "team":
            return ((self.team_of(player) or 0) + relative) % info.count
        return relative

    def count_of(self, type: Type) -> int:
        """The number of values of a type that is neither a number nor a set: they are numbered from 0."""
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


def relative_name(info: ZoneInfo | VariableInfo, relative: int) -> str:
    """The name of what belongs to an owner counted from a seat: `hand +1`, or `stock` if it belongs to nobody."""
    return f"{info.name} +{relative}" if info.owner is not None else info.name


def return_slots(program: Program) -> set[Slot]:
    """The slots that hold where the game goes on after a phase."""
    return {st.slot for block in program.blocks for st in block.body if isinstance(st, Return)}


def trick_rules(program: Program) -> TrickRules | None:
    """How tricks are decided in a game; None if it has no tricks."""
    return next((ask.trick for ask in program.asks if ask.trick is not None), None)
