"""Finds the melds without common cards that leave the least of a hand.

The search goes through the cards of a hand from the lowest up: each card is left over, or is in one of the melds whose
lowest card it is.  A branch ends when the cards it leaves over are no better than the best result so far.  Identical
cards of a hand are replaced by the first ones of their kind, so that melds can be compared as masks; at the end, the
cards left over are turned back into cards of the hand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ...dsl.limits import TRIAL_LIMIT
from ..program import Place
from .guards import Guards
from .sets import bits
from .zones import ZoneAccess

CARDS_APART = 1 << 10
"""A factor that is greater than the number of cards in any hand: one point of value outweighs all cards left over."""


class Melding:
    """Finds the best melds for one program."""

    def __init__(self, zones: ZoneAccess, guards: Guards) -> None:
        self.program = zones.program
        self._guards = guards
        self._distinct, self._seconds = zones.distinct, zones.seconds

    @cached_property
    def _same_as_next(self) -> tuple[int, int]:
        """The cards that are identical to the card after them, and the largest number of identical cards."""
        deck = self.program.deck
        return self._seconds >> 1, max(map(deck.count, deck))

    def leftover(self, mask: int, value: Callable[[int], int], table: int, place: Place) -> int:
        """The cards of a mask that are in none of the best melds; see `program.Leftover`."""
        hand = self._first_ones(mask)
        own = dict(zip(bits(hand), bits(mask), strict=True))
        melds: dict[int, list[int]] = {}
        union = 0
        for meld in self.program.tables[table]:
            if meld & hand == meld:
                melds.setdefault(meld & -meld, []).append(meld)
                union |= meld
        worth = {1 << card: value(one) * CARDS_APART + 1 for card, one in own.items()}
        gain = sum(min(amount, 0) for amount in worth.values())
        best, found, looked = sum(map(abs, worth.values())) + 1, 0, 0
        sure = hand & ~union if self._distinct else 0  # cards that are in no meld
        waiting = [(hand & ~sure, sum(worth[1 << card] for card in bits(sure)), sure)]
        while waiting:
            rest, left, which = waiting.pop()
            looked += 1
            if looked > TRIAL_LIMIT:
                self._guards.fault("too many to try", place, TRIAL_LIMIT)
            if left + gain >= best:
                continue
            if not rest:
                if left < best:
                    best, found = left, which
                continue
            lowest = rest & -rest
            last = lowest
            while not self._distinct and last << 1 & rest and self._seconds & last << 1:
                last <<= 1
            waiting.append((rest & ~last, left + worth[last], which | last))
            fitting = [meld for meld in reversed(melds.get(lowest, ())) if meld & rest == meld]
            waiting += [(self._first_ones(rest & ~meld), left, which) for meld in fitting]
        return sum(1 << own[card] for card in bits(found))

    def _first_ones(self, mask: int) -> int:
        """The same number of cards of each kind, but those with the lowest numbers."""
        if self._distinct:
            return mask
        alike, most = self._same_as_next
        for _ in range(most - 1):
            down = mask >> 1 & ~mask & alike
            mask = mask & ~(down << 1) | down
        return mask
