"""What a story looks up, computed once from the program: who sees what, what is worth telling, the words of everything.

It is plain data.  Python reads it as the classes of this file; the description of a module has it as JSON
(`description.py`, `story` in schemas/module.schema.json), so that a page tells the same story by the same data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ...dsl.rulebook import english as en
from ...dsl.rulebook.names import lying_in
from ...dsl.source.span import Span
from ...dsl.types import Type
from ..program import (
    Bound,
    Combinations,
    DealCards,
    Expr,
    ForEach,
    FunctionCall,
    GatherAll,
    Get,
    Mark,
    Program,
    SetSlot,
    When,
    ZoneCards,
)
from ..traversal import carried_out, nodes_within
from .view import WATCHER, sees

TELLING = frozenset(("player", "team", "suit", "rank", "card", "word"))
"""The kinds of shared variables that are worth a line when they are set; plain numbers are mostly counters."""
_MOST_KEPT = 16
"""For how many programs the data is kept."""

_CITED = re.compile(r"\[([^\[\]\"]+)\]\s*$")
"""What is cited at the end of a line."""

OwnerKind = Literal["player", "team"]


@dataclass(frozen=True, slots=True)
class StoryZone:
    """A zone: its name, its slots, and who sees the faces of its cards: everybody (`open`), or for each owner some
    seats.  `deals`: whether cards are dealt from it.
    """

    name: str
    owner: OwnerKind | None
    count: int
    ordered: bool
    slot: int
    bag: int
    open: bool
    seats: tuple[tuple[int, ...], ...]
    deals: bool = True

    @property
    def looked_at(self) -> bool:
        """Whether somebody sees the faces."""
        return self.open or any(self.seats)

    @property
    def where(self) -> str:
        """Where its cards are, in words: `among the laid cards`; empty if they are held by a player, who alone sees
        them.
        """
        held = self.owner == "player" and self.looked_at and not self.open
        return "" if held or en.is_hand(self.row) else lying_in(self.row)

    @property
    def row(self) -> str:
        """The zone to which a place belongs: `down` for `down_3`."""
        zone, _, number = self.name.rpartition("_")
        return zone if number.isdecimal() else self.name


@dataclass(frozen=True, slots=True)
class StoryVariable:
    """A variable of the rule file.

    `tells`: whether it names something, so that setting it is worth a line.  `looked_for`: whether a line on the
    table reads it, or there are no such lines; what is kept only to count with is told to nobody.  `carried`: whether
    its next value is computed from the one it has (a dealer that moves on, a counter), so that it outlasts a deal.
    `decides`: whether it is a score, a number that is counted and decides who wins.  What only breaks a tie, like the
    size of the last payment, is remembered and not counted: it is no score.  `feeds`: whether it is counted towards
    such a score (melds, the points of the tricks taken), or decides whether it changes.
    """

    name: str
    owner: OwnerKind | None
    type: Type
    slot: int
    count: int
    place: int
    tells: bool
    looked_for: bool
    carried: bool
    decides: bool
    feeds: bool


@dataclass(frozen=True, slots=True)
class StoryPlace:
    """A row of a table or a statement that changes a variable: where it is, the phases that a row names, and whether it
    is a plain `set`.
    """

    span: Span
    sets: bool
    phases: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StoryData:
    """All of it, for one program."""

    zones: tuple[StoryZone, ...]
    variables: tuple[StoryVariable, ...]
    places: tuple[StoryPlace | None, ...]
    """By place; None where nothing is a row or changes a variable."""
    leads: frozenset[tuple[int, int]]
    """The slots of the power and the player of the winning card, for each kind of trick."""
    calling: frozenset[int]
    """The questions that are answered by calls: everybody hears the answer, and none names a card."""


def words_of(name: str) -> str:
    """A name as words: `last hit` of `last_hit`."""
    return name.replace("_", " ")


@lru_cache(_MOST_KEPT)
def story_zones(program: Program) -> tuple[StoryZone, ...]:
    """The zones of a program, with who sees which (`view.sees`)."""
    seats = range(program.players)
    dealing = {st.pile.zone for st in carried_out(program) if isinstance(st, DealCards)}
    return tuple(
        StoryZone(
            zone.name, zone.owner, zone.count, zone.ordered, zone.base, zone.bag, sees(program, zone, 0, WATCHER),
            tuple(tuple(seat for seat in seats if sees(program, zone, owner, seat)) for owner in range(zone.count)),
            number in dealing,
        )
        for number, zone in enumerate(program.zones)
    )  # fmt: skip


@lru_cache(_MOST_KEPT)
def story_data(program: Program) -> StoryData:
    """The data of a program."""
    carried = _carried(program)
    deciding = _deciding(program, carried)
    feeding = _feeding(program, carried, deciding)
    looked_for = _looked_for(program)
    variables = tuple(
        StoryVariable(
            one.name, one.owner, one.type, one.base, one.count, one.place, one.type.kind in TELLING,
            number in looked_for, number in carried, number in deciding, number in feeding,
        )
        for number, one in enumerate(program.variables)
    )  # fmt: skip
    leads = frozenset((ask.trick.winning, ask.trick.best) for ask in program.asks if ask.trick is not None)
    return StoryData(story_zones(program), variables, _places(program), leads, _calling(program))


def _calling(program: Program) -> frozenset[int]:
    """The questions that are answered by calls."""
    return frozenset(
        number
        for number, ask in enumerate(program.asks)
        if not ask.secret
        and not any(name.type.kind == "card" or name.type.holds_cards for one in ask.alternatives for name in one.bound)
    )


def _looked_for(program: Program) -> frozenset[int]:
    """The variables that the lines on the table read; all, if there are no lines."""
    slots = {slot for line in program.written for slot in _read(program, line)}
    return frozenset(
        number
        for number, info in enumerate(program.variables)
        if not program.written or any(info.base <= slot < info.base + info.count for slot in slots)
    )


def _carried(program: Program) -> frozenset[int]:
    """The variables of which some assignment reads the value that the variable has."""
    found: set[int] = set()
    for st in carried_out(program):
        if isinstance(st, SetSlot) and st.variable >= 0 and st.variable not in found:
            info = program.variables[st.variable]
            if any(info.base <= slot < info.base + info.count for slot in _read(program, st.value)):
                found.add(st.variable)
    return frozenset(found)


def _deciding(program: Program, carried: frozenset[int]) -> frozenset[int]:
    """The scores: of the numbers that decide an ending those that are counted, or if there is none, the first."""
    number_of = {
        info.base: number
        for number, info in enumerate(program.variables)
        if info.owner is not None and info.type.kind == "number"
    }
    found: set[int] = set()
    for ending in program.endings:
        numbers = [number_of[base] for base, _ in ending.criteria if base in number_of]
        found.update([number for number in numbers if number in carried] or numbers[:1])
    return frozenset(found)


def _feeding(program: Program, carried: frozenset[int], deciding: frozenset[int]) -> frozenset[int]:
    """The numbers that are counted and then go into a score; if there is none, those that decide whether it changes."""
    values = [st.value for st in carried_out(program) if isinstance(st, SetSlot) and st.variable in deciding]
    return (_numbers_read(program, values) & carried) - deciding or (
        _numbers_read(program, list(_guards(program, deciding))) - deciding
    )


def _guards(program: Program, deciding: frozenset[int]) -> Iterator[Expr]:
    """The conditions of the statements that directly contain a change of one of these variables."""
    for st in carried_out(program):
        match st:
            case When(condition=condition, then=then, otherwise=otherwise):
                body = (*then, *otherwise)
            case ForEach(where=condition, body=body) if condition is not None:
                pass
            case _:
                continue
        if any(isinstance(one, SetSlot) and one.variable in deciding for one in nodes_within(body)):
            yield condition


def _numbers_read(program: Program, values: Sequence[Expr]) -> frozenset[int]:
    """The numbers of players and teams that some expressions read."""
    slots = {slot for value in values for slot in _read(program, value)}
    return frozenset(
        number
        for number, info in enumerate(program.variables)
        if info.owner is not None and info.type.kind == "number"
        if any(info.base <= slot < info.base + info.count for slot in slots)
    )


def _read(program: Program, value: object) -> Iterator[int]:
    """The slots that an expression reads, also in the functions that it calls."""
    left, seen = [value], set[int]()
    while left:
        for node in nodes_within(left.pop()):
            match node:
                case Get(base):
                    yield base
                case FunctionCall(function) if function not in seen:
                    seen.add(function)
                    left.append(program.functions[function].body)
                case _:
                    pass


def _places(program: Program) -> tuple[StoryPlace | None, ...]:
    names = {number: re.compile(rf"\b{re.escape(name)}\b") for number, name in enumerate(program.phases)}
    found: list[StoryPlace | None] = [None] * len(program.places)
    for st in carried_out(program):
        match st:
            case SetSlot(variable=variable, place=place) if variable >= 0 and found[place] is None:
                span = program.places[place]
                found[place] = StoryPlace(span, span.text.startswith("set "), ())
            case Mark("row", place=place):
                span = program.places[place]
                called = tuple(number for number, name in names.items() if name.search(span.text))
                found[place] = StoryPlace(span, span.text.startswith("set "), called)
            case _:
                pass
    return tuple(found)


@lru_cache(_MOST_KEPT)
def gathered(program: Program) -> frozenset[int]:
    """The places that gather the deck in its own order."""
    return frozenset(node.place for node in carried_out(program) if isinstance(node, GatherAll))


def zone_of(bound: Bound) -> int:
    """The zone from all of whose cards a name is picked; -1 if it is picked in another way."""
    if not (bound.type.kind == "card" or bound.type.holds_cards):
        return -1
    of = bound.domain.of if isinstance(bound.domain, Combinations) else next(iter(bound.domain.args), None)
    return of.zone if isinstance(of, ZoneCards) else -1


def cited_lines(span: Span) -> tuple[str, ...]:
    """The lines of the rulebook that are cited behind a row or a statement: `55-56`, `199`."""
    line, _ = span.end_place
    found = _CITED.search(span.source.line(line))
    return tuple(one.strip() for one in re.split("[,;]", found[1])) if found is not None else ()


def said(span: Span, outcome: Callable[[Span, int], str] | None, change: int = 0) -> str:
    """What a row or a statement did, as a sentence, or a row in its own words; empty for another statement.  `change`:
    how the number changed.
    """
    found = outcome(span, change) if outcome is not None else ""
    if not found and "->" in span.text:
        found = re.sub(r"\s*\[[^\]]*\]$", "", " ".join(span.text.split()))
    return found
