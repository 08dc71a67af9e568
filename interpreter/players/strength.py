"""Estimates how strong cards are, from the ranking alone.

The *chance* of a card is that it takes a trick: the share of the other cards that would not beat it if it were led, to
the power of the number of other players.  Summed over a hand, it estimates how many tricks the hand takes with a given
trump suit.  So the same number is used for bidding, for leading, and for finding the least useful card.
"""

from __future__ import annotations

from functools import lru_cache

from ..program import Program, TrickRules


class Strength:
    """The chances of every card, for each value of the suit the ranking depends on."""

    def __init__(self, program: Program, rules: TrickRules) -> None:
        self.program = program
        self.rules = rules
        self.parts = len(program.tables[rules.group]) // len(program.faces)
        """The number of values of `at`."""
        self.chance = lru_cache(maxsize=None)(self._chance)

    def group(self, at: int, card: int) -> int:
        """The group to which a card belongs."""
        return self.program.group_of(self.rules, at, card)

    def power(self, at: int, led: int, card: int) -> int:
        """The power of a card if a group was led; -1 if it cannot win."""
        return self.program.power_of(self.rules, at, led, card)

    def _chance(self, at: int) -> tuple[float, ...]:
        """For each card, the probability that it takes the trick to which it is played.  The mean over the deck is 1 /
        `players`.
        """
        deck = range(len(self.program.deck))
        others = max(1, len(deck) - 1)
        rough: list[float] = []
        for card in deck:
            led = self.group(at, card)
            own = self.power(at, led, card)
            beaten = sum(self.power(at, led, other) <= own for other in deck) - 1
            rough.append((beaten / others) ** (self.program.players - 1))
        # A player who must follow suit cannot always beat a card, and the chances of all cards add up to one for each
        # trick.
        power = _exponent(rough, 1 / self.program.players)
        return tuple(one**power for one in rough)

    def tricks(self, at: int, cards: tuple[int, ...]) -> float:
        """An estimate of how many tricks these cards take."""
        chance = self.chance(at)
        return sum(chance[card] for card in cards)


def _exponent(rough: list[float], mean: float) -> float:
    """The exponent that gives some numbers from 0 to 1 a certain mean."""
    low, high = 0.01, 20.0
    for _ in range(40):
        middle = (low + high) / 2
        if sum(one**middle for one in rough) / len(rough) > mean:
            low = middle
        else:
            high = middle
    return low
