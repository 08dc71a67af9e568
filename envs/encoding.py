"""What a seat knows, as one row of numbers (float32) whose order depends on the rules alone.

The fields stand in this order; `Encoding.fields` lists them with their places.  *Owners* are counted from the observing
seat: `+0` is its own hand, `+1` that of the next player clockwise; `+0` is also its own team.

1.  `turn`: the player who is to choose, one-hot (`+0` first); all zeros when the game is over.
2.  `question`: the open question of the rule file, one-hot.
3.  For each zone and owner: `seen`, for each face how many cards of it are known to lie there; `order`, only for a pile
   that lies open and is never shuffled, the place of the topmost card of each face, 1 at the bottom; `hidden`, how many
   other cards lie there.  `seen` is left out where no card can ever be seen.
4.  For each variable of the game and owner: a number as it is; a flag as 1 or 0; a player (`+0` first), team, suit,
   rank, card (its face) or word one-hot, all zeros for `none`; a set with a 1 for each member.
5.  What the seat remembers of the deal, as far as `history` asks for it: see `remembering.py`.
6.  For each of the last `tail` choices, the last one first: who made it (`+0` first), its kind (`Actions.kinds`; none
   while it is secret), the faces of those of its cards that the seat saw, how many it did not see, and the values of
   its other names: a player or team counted from the seat, the size of a set, otherwise the number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..dsl.types import Type, about_cards
from ..interpreter.arguments import numbers_checked
from ..interpreter.engine.sets import bits
from ..interpreter.program import NOWHERE_KNOWN, Program, ZoneInfo, relative_name
from ..interpreter.story.view import sees, view
from .actions import Actions
from .position import GameNode, ObservedStep, seen_steps
from .remembering import HistoryFields

ObservationRow = npt.NDArray[np.float32]

TAIL = 8
"""The default of `tail`: how many of the last choices an observation contains."""


@dataclass(frozen=True, slots=True)
class Field:
    """A section of an observation."""

    name: str
    start: int
    size: int


class Encoding:
    """The observations of one program, of `size` numbers each."""

    @numbers_checked()
    def __init__(self, actions: Actions, tail: int = TAIL, history: Iterable[str] = ()) -> None:
        """Raises `GameError` for a tail below 0 and for a word of `history` that there is not."""
        self.actions, self.tail = actions, tail
        program = self.program = actions.program
        self.fields: list[Field] = []
        self.size = 0
        players, faces = program.players, len(program.faces)
        self._add("turn", players)
        self._add("question", len(program.asks))
        self.zones: list[tuple[int, int, int, int, int]] = []
        """For each zone and relative owner: the zone, the owner, and the offsets of `seen`, `order` (-1: left out) and
        `hidden`.
        """
        for number, zone in enumerate(program.zones):
            for owner in range(zone.count):
                name = relative_name(zone, owner)
                seen = self._add(f"{name} seen", faces) if _ever_seen(program, zone, owner) else -1
                order = self._add(f"{name} order", faces) if _in_order(zone) else -1
                self.zones.append((number, owner, seen, order, self._add(f"{name} hidden", 1)))
        self.variables: list[tuple[int, int, int]] = []
        """For each variable and relative owner: the variable, the owner, and the offset."""
        for number, info in enumerate(program.variables):
            for owner in range(info.count):
                name = relative_name(info, owner)
                self.variables.append((number, owner, self._add(name, width(program, info.type))))
        self.history = HistoryFields(program, history, self._add)
        """The fields of what a seat remembers."""
        self._names = max(
            (
                sum(not about_cards(bound.type) for bound in one.bound)
                for ask in program.asks
                for one in ask.alternatives
            ),
            default=0,
        )
        self._kinds = len(actions.kinds)
        for number in range(tail):
            name = f"choice -{number + 1}"
            self._add(f"{name} player", players)
            self._add(f"{name} kind", self._kinds)
            self._add(f"{name} cards", faces)
            self._add(f"{name} hidden", 1)
            self._add(f"{name} values", self._names)

    def _add(self, name: str, size: int) -> int:
        start = self.size
        self.fields.append(Field(name, start, size))
        self.size += size
        return start

    def observe(self, position: GameNode, seat: int) -> ObservationRow:
        """What a seat knows of a position: a row of `size` numbers."""
        program, players = self.program, self.program.players
        row = np.zeros(self.size, np.float32)
        if position.ask >= 0:
            row[(position.player - seat) % players] = 1
            row[players + position.ask] = 1
        looked = view(program, position.values, seat)
        known = {zone.where: zone.cards for zone in looked.zones}
        wheres = {(zone.zone, max(zone.owner, 0)): cards for zone, cards in known.items()}
        for number, owner, seen, order, hidden in self.zones:
            cards = wheres[number, program.owner_from(program.zones[number], seat, owner)]
            for place, card in enumerate(cards, 1):
                if card < 0:
                    row[hidden] += 1
                    continue
                row[seen + program.deck[card]] += 1
                if order >= 0:
                    row[order + program.deck[card]] = place
        for number, owner, start in self.variables:
            info = program.variables[number]
            value = looked.variables[number][program.owner_from(info, seat, owner)]
            self._value(row, start, info.type, value, seat)
        if self.history.asked:
            seen = {card for zone in looked.zones for card in zone.cards if card >= 0}
            self.history.write(row, position, seat, sum(1 << card for card in seen))
        if self.tail:
            start = self.fields[-5 * self.tail].start
            length = (self.size - start) // self.tail
            for number, step in zip(range(self.tail), seen_steps(program, position, seat), strict=False):
                self._step(row, start + number * length, step, seat)
        return row

    def _value(self, row: ObservationRow, start: int, type: Type, value: int, seat: int) -> None:
        program = self.program
        match type.kind:
            case "number":
                row[start] = value
            case "flag":
                row[start] = value == 1
            case "set":
                assert type.element is not None
                for one in bits(value):
                    row[start + self._turned(type.element, one, seat)] += 1
            case _ if value >= 0:
                row[start + self._turned(type, value, seat)] = 1
            case _:
                assert program

    def _turned(self, type: Type, value: int, seat: int) -> int:
        match type.kind:
            case "player":
                return (value - seat) % self.program.players
            case "team":
                return (value - (self.program.team_of(seat) or 0)) % len(self.program.teams)
            case "card":
                return self.program.deck[value]
            case _:
                return value

    def _step(self, row: ObservationRow, start: int, step: ObservedStep, seat: int) -> None:
        program = self.program
        row[start + (step.player - seat) % program.players] = 1
        if step.raw is None:
            return
        at = start + program.players
        row[at + self.actions.kind_of[step.ask][step.raw[0]]] = 1
        at += self._kinds
        for card in step.cards:
            row[at + program.deck[card]] += 1
        at += len(program.faces)
        row[at] = step.unseen
        for bound, value in zip(program.asks[step.ask].alternatives[step.raw[0]].bound, step.raw[1:], strict=True):
            if about_cards(bound.type):
                continue
            at += 1
            row[at] = value.bit_count() if bound.type.kind == "set" else self._turned(bound.type, value, seat)


def width(program: Program, type: Type) -> int:
    """How many numbers a value of a type takes in a row."""
    match type.kind:
        case "player" | "team" | "suit" | "rank" | "word":
            return program.count_of(type)
        case "card":
            return len(program.faces)
        case "set" if type.element is not None:
            return width(program, type.element)
        case _:
            return 1


def _ever_seen(program: Program, zone: ZoneInfo, relative: int) -> bool:
    """Whether a seat can ever know a card in the zone of the owner `relative` places after it."""
    if program.known != NOWHERE_KNOWN or zone.visibility == "face up":
        return True
    if zone.visibility == "face down":
        return False
    # The players of a team see its zone; teams are counted from the seat's own.
    return relative == 0 if zone.owner is not None else sees(program, zone, 0, 0)


def _in_order(zone: ZoneInfo) -> bool:
    return zone.ordered and zone.bag < 0 and zone.visibility == "face up"
