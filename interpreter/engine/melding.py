"""Melds that share no card, and what they leave over of a hand.

Cards of a hand are taken from the lowest on: each is left over, or in one of the melds of which it is the lowest card.
A branch ends where what it leaves over is no better than the best so far.  Of cards that are alike a hand always has
the first ones, so that melds are compared as masks; what is left over is turned into cards of the hand at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ..program import TRIAL_LIMIT, Place
from .guards import Guards
from .sets import bits
from .zones import Zones

CARDS_APART = 1 << 10
"""By how much a number counts for more than a card left over: no hand has so many cards."""


class Melding:
    """The melds of one program."""

    def __init__(self, zones: Zones, guards: Guards) -> None:
        self.program = zones.program
        self._guards = guards
        self._distinct, self._seconds = zones.distinct, zones.seconds

    @cached_property
    def _same_as_next(self) -> tuple[int, int]:
        """The cards that are like the one after them; how many are alike at most."""
        deck = self.program.deck
        return self._seconds >> 1, max(map(deck.count, deck))

    def leftover(self, mask: int, value: Callable[[int], int], table: int, place: Place) -> int:
        """The cards of a mask in none of the best melds, see `program.Leftover`."""
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
        sure = hand & ~union if self._distinct else 0  # in no meld at all
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
        """As many of each kind of card, but those with the lowest numbers."""
        if self._distinct:
            return mask
        alike, most = self._same_as_next
        for _ in range(most - 1):
            down = mask >> 1 & ~mask & alike
            mask = mask & ~(down << 1) | down
        return mask
