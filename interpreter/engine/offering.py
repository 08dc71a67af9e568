"""Finds what players may choose from: options, and combinations of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise

from ...dsl.limits import TRIAL_LIMIT
from ..program import Place
from .guards import Guards
from .python.reading import pieces
from .sets import bits, combination_count, combination_count_of_alike, piecewise
from .zones import ZoneAccess

_MOST_AGAIN = 4
"""If there are fewer than this many ways to choose identical cards for each combination, trying all of them is
fastest.
"""


class Offering:
    """Makes the options of one program."""

    def __init__(self, zones: ZoneAccess, guards: Guards) -> None:
        program = self.program = zones.program
        self._guards, self._seconds = guards, zones.seconds
        self.twice_at_most = all(program.deck.count(face) <= 2 for face in range(len(program.faces)))
        self.faces_once = piecewise(self.faces_one_by_one, pieces(program))
        """The cards of a mask; of identical cards only the first."""
        self._seats: dict[tuple[int, int], tuple[int, ...]] = {}
        self.trials = 0
        """How many combinations have been tested in all, legal or not: most of the time of such a question."""

    def seats(self, mask: int, start: int) -> tuple[int, ...]:
        """The players of a mask in seat order, beginning with `start`."""
        key = (mask, start)
        known = self._seats.get(key)
        if known is None:
            n = self.program.players
            known = self._seats[key] = tuple(p for i in range(n) if mask >> (p := (start + i) % n) & 1)
        return known

    def faces_one_by_one(self, mask: int) -> tuple[int, ...]:
        """The same as `faces_once`, for masks that occur only once."""
        deck, seen, found = self.program.deck, set[int](), list[int]()
        for card in bits(mask):
            if deck[card] not in seen:
                seen.add(deck[card])
                found.append(card)
        return tuple(found)

    def options(self, alternative: int, mask: int, once: bool) -> tuple[tuple[int, int], ...]:
        """The options of an alternative that names one element of a mask.  `once`: offer only one of identical
        cards.
        """
        return tuple([(alternative, element) for element in (self.faces_once(mask) if once else bits(mask))])

    def combinations(self, low: int, high: int, mask: int, within: tuple[int, ...] | None = None) -> Iterator[int]:
        """Masks of every combination of `low` to `high` cards, smallest first, identical cards counting once.

        `within`: masks that do not overlap.  Then only combinations inside one of them are made, mask by mask.
        """
        if within is not None:
            for part in within:
                yield from self.combinations(max(low, 1), high, mask & part)
            return
        deck, cards = self.program.deck, bits(mask)
        most = combination_count(len(cards), low, high)
        if self.twice_at_most and most <= _MOST_AGAIN * self.amount(low, high, mask):
            # Of two identical cards the second is taken only together with the first, which has the number before it.
            second = sum(1 << a for b, a in pairwise(cards) if deck[a] == deck[b])
            single = [1 << card for card in cards]
            for size in range(max(low, 0), min(high, len(cards)) + 1):
                for made in map(sum, combinations(single, size)):
                    if not (made & second) >> 1 & ~made:
                        yield made
            return
        groups: list[list[int]] = []
        for card in cards:
            if groups and deck[groups[-1][0]] == deck[card]:
                groups[-1].append(card)
            else:
                groups.append([card])
        total = sum(map(len, groups))
        for size in range(max(low, 0), min(high, total) + 1):
            yield from self._combine(groups, 0, size, 0, total)

    def tried(
        self, low: int, high: int, mask: int, within: tuple[int, ...] | None, place: Place, trials: list[int]
    ) -> Iterator[int]:
        """The same combinations, for a question that must test each of them.  `trials`: how many this question has
        tested so far.
        """
        amount = self.amount(low, high, mask, within)
        trials[0] += amount
        self.trials += amount
        if trials[0] > TRIAL_LIMIT:
            self._guards.fault("too many to try", place, TRIAL_LIMIT)
        return self.combinations(low, high, mask, within)

    def limited(
        self, low: int, high: int, mask: int, within: tuple[int, ...] | None, place: Place
    ) -> tuple[int, int, int]:
        """Limits of the combinations that can be tested."""
        self.tried(low, high, mask, within, place, [0])
        return low, high, mask

    def amount(self, low: int, high: int, mask: int, within: tuple[int, ...] | None = None) -> int:
        """How many combinations there are."""
        if within is not None:
            return sum(self.amount(max(low, 1), high, mask & part) for part in within)
        if self.twice_at_most and not mask & mask << 1 & self._seconds:
            return combination_count(mask.bit_count(), low, high)
        deck = self.program.deck
        alike = Counter(deck[card] for card in bits(mask))
        return combination_count_of_alike(tuple(sorted(alike.values())), low, high)

    def _combine(self, groups: list[list[int]], at: int, size: int, made: int, left: int) -> Iterator[int]:
        if size == 0:
            yield made
            return
        if left < size:
            return
        group = groups[at]
        rest = left - len(group)
        for taken in range(min(len(group), size), -1, -1):
            mask = made
            for card in group[:taken]:
                mask |= 1 << card
            if size == taken:
                yield mask
            elif at + 1 < len(groups) and rest >= size - taken:
                yield from self._combine(groups, at + 1, size - taken, mask, rest)
