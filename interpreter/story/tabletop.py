"""The table while a game is replayed: where every card lies, who put it there, and the values of variables, all from
the records.

It needs no state and no engine: records describe everything that happens on a table.  The method `cards` decides what a
seat may know, by the same rule as elsewhere (`view.py`); hidden information is never returned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import Literal

from ...dsl.source.span import Span
from ..program import Program
from ..records import AnyRecord, Assigned, Chosen, Drawn, Moved, Shuffled, TrickTaken, Tucked, Where
from ..text.format import bits
from .data import gathered
from .known_cards import KnownCards
from .view import UNSEEN


class Tabletop:
    """The table of one game, followed record by record (`apply`).

    `viewer`: a seat, or None for a viewer who sees everything except the order of a shuffled pile.
    """

    def __init__(self, program: Program, viewer: int | None = None) -> None:
        self.program = program
        self.viewer = viewer
        self.zones: dict[Where, list[int]] = {where: [] for where in all_zones(program)}
        """The cards of each zone, bottom first; `UNSEEN` in the part of a pile whose order is unknown."""
        self.loose: dict[Where, set[int]] = {}
        """The cards whose pile is known, but not their position in it."""
        self.brought: list[int] = [-1] * len(program.deck)
        """The player who put a card where it lies, if a player did; else -1."""
        self.changed: dict[Where, int] = dict.fromkeys(self.zones, 0)
        """How often each zone was changed: where it was not, it looks as it did."""
        self.known_cards = KnownCards(program, viewer)
        self.values: dict[tuple[int, int], int] = {}
        """The value of every variable, by its number and owner (-1: none)."""
        self.tricks = {ask.trick.trick for ask in program.asks if ask.trick is not None}
        """The zones to which tricks are played."""
        self.actor = -1
        self.lay_out(program.initial)

    def lay_out(self, slots: Sequence[int | tuple[int, ...]]) -> None:
        """Take the table from a state: at the beginning, and for a game that begins in the middle."""
        program = self.program
        for number, info in enumerate(program.variables):
            for owner in range(info.count):
                value = slots[info.base + owner]
                self.values[number, owner if info.owner is not None else -1] = value if isinstance(value, int) else 0
        for where in self.zones:
            self.changed[where] += 1
            info, owner = program.zones[where.zone], max(where.owner, 0)
            content = slots[info.base + owner]
            self.zones[where] = list(content if isinstance(content, tuple) else bits(content))
            low, high = (slots[info.bag + 2 * owner + i] for i in (0, 1)) if info.bag >= 0 else (0, 0)
            if isinstance(low, int) and isinstance(high, int) and low < high:
                self.loose[where] = set(self.zones[where][low:high])
                self.zones[where][low:high] = [UNSEEN] * (high - low)
        self.known_cards.lay_out(slots)

    def copy(self) -> Tabletop:
        """An independent copy, for a side line."""
        other = copy(self)
        other.zones = {where: cards.copy() for where, cards in self.zones.items()}
        other.loose = {where: cards.copy() for where, cards in self.loose.items()}
        other.known_cards, other.changed = self.known_cards.copy(), self.changed.copy()
        other.brought, other.values, other.tricks = self.brought.copy(), self.values.copy(), self.tricks.copy()
        return other

    def apply(self, record: AnyRecord) -> None:
        """Apply a record."""
        self.known_cards.follow(record)
        match record:
            case Moved():
                self._move(record)
            case Shuffled(pile):
                self._shuffle(pile)
            case Tucked(cards, pile, at):
                self._tuck(cards, pile, at)
            case Assigned(variable, owner, _, value):
                self.values[variable, owner] = value
            case Chosen(player):
                self.actor = player
            case TrickTaken(_, trick):
                self.tricks.add(trick.zone)
            case Drawn("card", value=card, end="top" | "bottom" as end):
                self._settle(card, end)
            case _:
                pass

    def _move(self, record: Moved) -> None:
        source, target = self.zones[record.source], self.zones[record.target]
        self.changed[record.source] += 1
        self.changed[record.target] += 1
        owner = self.program.zones[record.source.zone].owner
        whole = not record.dealt and not target and len(record.cards) == len(source)
        carried, unknown = list[int](), set[int]()
        if whole and self.program.zones[record.target.zone].bag >= 0:  # the unknown order moves along
            carried, unknown = source.copy(), self.loose.get(record.source, set()).copy()
        brought = -1
        if not record.dealt and record.target.owner < 0 and owner is not None:
            brought = record.source.owner if owner == "player" else self.actor
        for card in record.cards:
            self._settle(card, "top")
            source.remove(card)
            self.brought[card] = brought
        target.extend(record.cards)
        if len(target) == len(self.program.deck) and record.span in self.gathered:
            target[:] = range(len(self.program.deck))  # it lies in the order of the deck
            self.loose.pop(record.target, None)
        elif unknown:
            target[:] = carried
            self.loose[record.target] = unknown

    @cached_property
    def gathered(self) -> frozenset[Span]:
        """The lines that gather the deck in its own order."""
        return frozenset(self.program.places[place] for place in gathered(self.program))

    def _tuck(self, cards: tuple[int, ...], pile: Where, at: int) -> None:
        """Move cards from the top of a pile under others, or, if `at` is -1, among the cards of unknown order."""
        content = self.zones[pile]
        self.changed[pile] += 1
        for card in cards:
            self._settle(card, "top")
        del content[len(content) - len(cards) :]
        if at >= 0:
            content[at:at] = cards
            return
        start = content.index(UNSEEN)
        content[start:start] = [UNSEEN] * len(cards)
        self.loose.setdefault(pile, set()).update(cards)

    def _settle(self, card: int, end: Literal["top", "bottom"]) -> None:
        """Note that a card of unknown position was looked at or taken: it then lies on top of the others of its pile,
        or below them.
        """
        for where, loose in self.loose.items():
            if card in loose:
                loose.remove(card)
                content = self.zones[where]
                self.changed[where] += 1
                first = content.index(UNSEEN)
                content[first + len(loose) if end == "top" else first] = card

    def _shuffle(self, pile: Where) -> None:
        cards = self.loose.setdefault(pile, set())
        self.changed[pile] += 1
        content = self.zones[pile]
        cards.update(card for card in content if card != UNSEEN)
        content[:] = [UNSEEN] * len(content)

    # ------------------------------------------------------------------------------------------------- looking at it

    def cards(self, where: Where) -> tuple[int, ...]:
        """The cards of a zone as the viewer sees them, bottom first; those of a heap ascending, the unseen ones
        last.
        """
        info = self.program.zones[where.zone]
        content = self.zones[where]
        if self.known_cards.sees(where):
            found = tuple(content)
        else:
            known = self.known_cards.recalled
            found = tuple(card if card >= 0 and known >> card & 1 else UNSEEN for card in content)
        return found if info.ordered else tuple(sorted(found, key=lambda card: (card < 0, card)))


def all_zones(program: Program) -> Iterator[Where]:
    """Every zone of every owner."""
    for number, zone in enumerate(program.zones):
        for owner in range(zone.count) if zone.owner is not None else (-1,):
            yield Where(number, owner)
