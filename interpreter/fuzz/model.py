"""A model of the table made from the records alone: where every card lies, the value of every variable, who was shown
what.

It does not depend on how the engine keeps its state, so the two can be compared.  A difference shows what changed
without a record, or differently from its record.
"""

from __future__ import annotations

from ...dsl.types import Type
from ..engine.sets import bits, mask_of
from ..program import Program
from ..records import AnyRecord, Assigned, Chosen, Moved, RowFired, Shown, Shuffled, Tucked, Where
from ..story.data import gathered

_FOLLOWED = frozenset((Assigned, Chosen, Moved, RowFired, Shown, Shuffled, Tucked))
"""The kinds of records that change the model."""


class Model:
    """The table according to the records of one game.  `hear` takes the next record and returns what is wrong
    with it.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.zones: dict[Where, list[int]] = {}
        for number, zone in enumerate(program.zones):
            for owner in range(zone.count):
                content = program.initial[zone.base + owner]
                where = Where(number, owner if zone.owner is not None else -1)
                self.zones[where] = list(content if isinstance(content, tuple) else bits(content))
        self.variables = [
            [value if isinstance(value := program.initial[info.base + i], int) else 0 for i in range(info.count)]
            for info in program.variables
        ]
        self.known: list[set[int]] = [set() for _ in range(program.players)]
        self.public = [[set[int]() for _ in range(info.count)] for info in program.variables]
        """For each variable and owner: the cards in it that everybody knew when they were put there."""
        self.assigned: dict[int, Assigned] = {}
        """For each variable that was assigned: the last record that did."""
        self._chosen: set[int] = set()
        """The cards that the last choice, made openly, has named."""
        self._gathered = frozenset(program.places[place] for place in gathered(program))
        """The lines that gather all cards in the order of the deck."""
        self.rows: set[tuple[int, int]] = set()
        """The rows that fired since the last choice, by their first and last character."""

    def public_at(self, slot: int) -> int:
        """The cards in the slot of a variable, as a mask, that everybody knew when they were assigned."""
        for number, info in enumerate(self.program.variables):
            if info.base <= slot < info.base + info.count:
                return mask_of(tuple(self.public[number][slot - info.base]))
        return 0

    def hear(self, record: AnyRecord) -> str | None:
        """Apply a record; returns what is wrong if it does not fit the earlier records."""
        if type(record) not in _FOLLOWED:
            return None
        match record:
            case Moved(cards, source, target):
                wrong = self._move(cards, source, target)
                if len(self.zones[target]) == len(self.program.deck) and record.span in self._gathered:
                    self.zones[target].sort()  # they lie in the order of the deck
                return wrong
            case Assigned(variable, owner, before, value):
                self.assigned[variable] = record
                return self._assign(variable, owner, before, value)
            case Chosen(_, ask, choice):
                entry = self.program.asks[ask]
                bound = entry.alternatives[choice.alternative].bound
                named = [cards_in(one.type, value) for one, value in zip(bound, choice.values, strict=True)]
                self._chosen = set() if entry.secret else {card for cards in named for card in cards}
            case Shown(cards, to):
                for player, known in enumerate(self.known):
                    if to < 0 or to >> player & 1:
                        known.update(cards)
            case Tucked(cards, pile, at):
                if not set(cards) <= set(self.zones[pile]):
                    return "a record tucks cards under a pile in which they do not lie"
                if at < 0:
                    for known in self.known:
                        known.difference_update(cards)
                else:
                    rest = [card for card in self.zones[pile] if card not in cards]
                    self.zones[pile] = [*rest[:at], *cards, *rest[at:]]
            case Shuffled(pile):
                for known in self.known:
                    known.difference_update(self.zones[pile])
            case RowFired():
                self.rows.add((record.span.start, record.span.end))
            case _:
                pass
        return None

    def _move(self, cards: tuple[int, ...], source: Where, target: Where) -> str | None:
        there = self.zones[source]
        for card in cards:
            if card not in there:
                return f"a record moves card {card} out of a zone where it does not lie"
            there.remove(card)
        self.zones[target] += cards
        return None

    def _assign(self, variable: int, owner: int, before: int, value: int) -> str | None:
        kept, at = self.variables[variable], max(owner, 0)
        was, kept[at] = kept[at], value
        cards = set(cards_in(self.program.variables[variable].type, value))
        if cards:
            known = set[int]().union(*(one for several in self.public for one in several))
            self.public[variable][at] = cards & (known | self._chosen | self._seen_by_all())
        elif self.public[variable][at]:
            self.public[variable][at] = set()
        if was != before:
            name = self.program.variables[variable].name
            return f"a record changes `{name}` from {before}, but the records before left it at {was}"
        return None

    def _seen_by_all(self) -> set[int]:
        """The cards that lie face up or were shown to everybody."""
        shown = set(self.known[0]).intersection(*self.known)
        open_ = (cards for where, cards in self.zones.items() if self.program.zones[where.zone].visibility == "face up")
        return shown.union(*open_)


def cards_in(kind: Type, value: int) -> tuple[int, ...]:
    """The cards that a value of a type stands for; none if the type is about something else."""
    if kind.kind == "card":
        return (value,) if value >= 0 else ()
    return bits(value) if kind.element is not None and kind.element.kind == "card" else ()
