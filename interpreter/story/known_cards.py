"""Which cards somebody who follows a game knows: those that lie where they are seen, and some that lie elsewhere.

It is followed from the records alone, for a seat, for a watcher who sees what lies face up (-1), or for somebody who
sees everything (None).  Whatever tells of a game asks it before a card is named.

A card that is not seen is known where it lies

* if it was shown there (`Shown`);
* if it was seen on its way there: a card that lay open and went to a hand, or that left a hand which the viewer sees.
  Cards that lay open and were turned over, into a pile into which nobody looks, are not: nobody may look at them again.

It stays known as long as every move out of that place is seen, or is certain without being seen: all cards of the place
move, or they lie in a pile whose order is known, where everybody sees which of them is taken, or they are those that
are shown just before or after, with no choice between.  After any other move none of the cards that lay in the place is
known, whether it went or stayed.  Nothing is known of cards that are shuffled, or after all cards were put together.
This is the least that a watcher can derive: nobody is credited with more, with one exception.  Cards that are shown
inside a pile, and not at its top or bottom, stay known in it although a move that nobody sees may take them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from ..engine.sets import mask_of
from ..program import NOWHERE_KNOWN, Program
from ..records import AnyRecord, Chosen, Drawn, Moved, Shown, Shuffled, Tucked, Where
from ..text.format import bits
from .view import sees


class KnownCards:
    """What one viewer knows of the cards of one game, followed record by record (`follow`)."""

    def __init__(self, program: Program, viewer: int | None) -> None:
        self.program = program
        self.viewer = viewer
        self.lies: list[Where] = [Where(-1, -1)] * len(program.deck)
        """The zone of each card."""
        self.recalled = 0
        """The mask of the cards that the viewer knows where it does not see them.  For somebody who sees everything:
        those that were shown to everybody and not shuffled since.
        """
        self._mixed = 0
        """The mask of the cards of which nobody knows where in their pile they lie."""
        self._presented = 0
        """The mask of the cards that were last shown to the viewer, if nothing was chosen or moved since."""
        self._doubted = 0, 0
        """The cards that moved last, if the viewer did not see which, and those that it has not known since."""
        self._seen: dict[Where, bool] = {}
        self._looked_at = [
            any(sees(program, zone, owner, seat) for owner in range(zone.count) for seat in range(program.players))
            for zone in program.zones
        ]
        """For each zone, whether anybody looks at the faces there."""
        self.lay_out(program.initial)

    def lay_out(self, slots: Sequence[int | tuple[int, ...]]) -> None:
        """Take everything from a state: at the beginning, and for a game that begins in the middle.

        A state says which cards were shown, and not what was seen before.
        """
        self._mixed = 0
        for number, zone in enumerate(self.program.zones):
            for owner in range(zone.count):
                where, content = Where(number, owner if zone.owner is not None else -1), slots[zone.base + owner]
                cards = content if isinstance(content, tuple) else bits(content)
                for card in cards:
                    self.lies[card] = where
                low, high = (slots[zone.bag + 2 * owner + i] for i in (0, 1)) if zone.bag >= 0 else (0, 0)
                assert isinstance(low, int) and isinstance(high, int)
                self._mixed |= mask_of(cards[low:high])
        if self.viewer is not None and self.viewer >= 0 and self.program.known != NOWHERE_KNOWN:
            known = slots[self.program.known + self.viewer]
            self.recalled = known if isinstance(known, int) else 0

    def put_together(self, pile: Where) -> None:
        """All cards lie in one pile, and nothing is known of them."""
        self.lies = [pile] * len(self.program.deck)
        self.recalled, self._mixed = 0, (1 << len(self.program.deck)) - 1

    def copy(self) -> KnownCards:
        """An independent copy."""
        other = copy(self)
        other.lies = self.lies.copy()
        return other

    def follow(self, record: AnyRecord) -> None:
        """Note what a record changes."""
        match record:
            case Moved():
                self._move(record)
            case Shown(cards, to):
                if to < 0 or (self.viewer is not None and self.viewer >= 0 and to >> self.viewer & 1):
                    self._show(mask_of(cards))
            case Chosen():
                self._presented, self._doubted = 0, (0, 0)
            case Shuffled(pile):
                self._mix(self._lying(pile))
            case Tucked(cards, _, -1):
                self._mix(mask_of(cards))
            case Drawn("card", value=card, end="top" | "bottom") if self._mixed >> card & 1:
                if self.recalled >> card & 1:
                    self.recalled &= ~(self._lying(self.lies[card]) & self._mixed)
                self._mixed &= ~(1 << card)
            case _:
                pass

    def _mix(self, mask: int) -> None:
        self.recalled &= ~mask
        self._mixed |= mask
        self._presented, self._doubted = 0, (0, 0)

    def _show(self, mask: int) -> None:
        moved, doubted = self._doubted
        self.recalled |= mask | (doubted if mask == moved else 0)
        self._presented, self._doubted = mask, (0, 0)

    def _move(self, record: Moved) -> None:
        mask, source, target = mask_of(record.cards), record.source, record.target
        there = self._lying(source)
        self._doubted = 0, 0
        if self.viewer is not None:
            if not self._watched(record, mask, there):
                confused = self._confused(record, mask, there)
                self._doubted = mask, self.recalled & confused
                self.recalled &= ~confused
            elif self._turned_over(source, target):
                self.recalled &= ~mask
            else:
                self.recalled |= mask
        self._presented &= ~mask
        lies = self.lies
        for card in record.cards:
            lies[card] = target
        if mask != there:
            self._mixed &= ~mask
        elif not self.program.zones[source.zone].ordered:
            self._mixed |= mask
        if mask == there and self.viewer is not None and lies.count(target) == len(lies):
            self.recalled = 0

    def _watched(self, record: Moved, mask: int, there: int) -> bool:
        """Whether the viewer sees which cards move.  `there`: those that lie where they come from."""
        return self.sees(record.source) or self.sees(record.target) or self._presented & there == mask

    def _turned_over(self, source: Where, target: Where) -> bool:
        return self.program.zones[source.zone].visibility == "face up" and not self._looked_at[target.zone]

    def _confused(self, record: Moved, mask: int, there: int) -> int:
        """The cards of a place out of which some move unseen, of which a viewer does not know whether they move."""
        if mask == there:
            return 0
        if not self.program.zones[record.source.zone].ordered:
            return there
        return there & self._mixed if mask & self._mixed else 0

    def _lying(self, where: Where) -> int:
        """The mask of the cards that lie in a zone."""
        return mask_of(card for card, lies in enumerate(self.lies) if lies == where)

    def sees(self, where: Where) -> bool:
        """Whether the viewer sees the faces of the cards in a zone."""
        found = self._seen.get(where)
        if found is None:
            zone = self.program.zones[where.zone]
            found = self.viewer is None or sees(self.program, zone, max(where.owner, 0), self.viewer)
            self._seen[where] = found
        return found

    def knows(self, card: int) -> bool:
        """Whether the viewer knows which card this is, wherever it lies."""
        return bool(self.recalled >> card & 1) or self.sees(self.lies[card])

    def seen(self, cards: Iterable[int]) -> Iterator[int]:
        """Those of some cards that lie where the viewer sees them.  Of a card that somebody else names, the viewer
        knows no more before it moves: a card that is known in a hand need not be the one that is laid away.
        """
        return (card for card in cards if self.sees(self.lies[card]))

    def known(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Cards as the viewer knows them: -1 for each that it does not know."""
        return tuple(card if self.knows(card) else -1 for card in cards)

    def moved(self, record: Moved) -> tuple[int, ...]:
        """The cards of a move as the viewer knows them, before it is followed: -1 for each that it does not know."""
        mask, there = mask_of(record.cards), self._lying(record.source)
        if self._watched(record, mask, there):
            return record.cards
        confused = self._confused(record, mask, there)
        return tuple(card if (self.recalled & ~confused) >> card & 1 else -1 for card in record.cards)
