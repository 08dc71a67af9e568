"""Which cards somebody who follows a game knows: those that lie where they are seen, and those that were shown.

It is followed from the records alone, for a seat, for a watcher who sees what lies face up (-1), or for somebody who
sees everything (None).  Whatever tells of a game asks it before a card is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

from ..program import NOWHERE_KNOWN, Program
from ..records import AnyRecord, Moved, Shown, Shuffled, Tucked, Where
from ..text.format import bits
from .view import sees


class KnownCards:
    """What one viewer knows of the cards of one game, followed record by record (`follow`)."""

    def __init__(self, program: Program, viewer: int | None) -> None:
        self.program = program
        self.viewer = viewer
        self.lies: list[Where] = [Where(-1, -1)] * len(program.deck)
        """The zone of each card."""
        self.shown = 0
        """The mask of the cards that were shown to the viewer and not shuffled since."""
        self._seen: dict[Where, bool] = {}
        self.lay_out(program.initial)

    def lay_out(self, slots: Sequence[int | tuple[int, ...]]) -> None:
        """Take everything from a state: at the beginning, and for a game that begins in the middle."""
        for number, zone in enumerate(self.program.zones):
            for owner in range(zone.count):
                where, content = Where(number, owner if zone.owner is not None else -1), slots[zone.base + owner]
                for card in content if isinstance(content, tuple) else bits(content):
                    self.lies[card] = where
        if self.viewer is not None and self.viewer >= 0 and self.program.known != NOWHERE_KNOWN:
            known = slots[self.program.known + self.viewer]
            self.shown = known if isinstance(known, int) else 0

    def copy(self) -> KnownCards:
        """An independent copy."""
        other = copy(self)
        other.lies = self.lies.copy()
        return other

    def follow(self, record: AnyRecord) -> None:
        """Note what a record changes."""
        match record:
            case Moved(cards, _, target):
                lies = self.lies
                for card in cards:
                    lies[card] = target
            case Shown(cards, to):
                if to < 0 or (self.viewer is not None and self.viewer >= 0 and to >> self.viewer & 1):
                    self.shown |= sum(1 << card for card in cards)
            case Shuffled(pile) if self.shown:
                self._forget(card for card in bits(self.shown) if self.lies[card] == pile)
            case Tucked(cards, _, -1):
                self._forget(cards)
            case _:
                pass

    def _forget(self, cards: Iterable[int]) -> None:
        self.shown &= ~sum(1 << card for card in cards)

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
        return self.viewer is None or bool(self.shown >> card & 1) or self.sees(self.lies[card])

    def known(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Cards as the viewer knows them: -1 for each that it does not know."""
        return tuple(card if self.knows(card) else -1 for card in cards)
