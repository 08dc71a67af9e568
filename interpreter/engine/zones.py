"""The zones of a game: the slots in which they lie, and how cards are taken out of them and put on them.

`S` is the list of slots.
"""

from __future__ import annotations

from itertools import pairwise

from ..program import Program, Slots
from ..records import Where
from .sets import mask_of


class ZoneAccess:
    """The zones of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.zones = program.zones
        self.bases = tuple(z.base for z in program.zones)
        self.ordered = tuple(z.ordered for z in program.zones)
        self.bag_slots = tuple(z.bag for z in program.zones)
        self.everywhere = tuple(
            (z.base + i, z.ordered, i, n) for n, z in enumerate(program.zones) for i in range(z.count)
        )
        self.named = tuple(
            tuple(Where(n, i if z.owner is not None else -1) for i in range(z.count))
            for n, z in enumerate(program.zones)
        )
        """Each zone of each owner, in the form that records use."""
        self.pile_of_all = tuple(range(len(program.deck)))
        self.distinct = len(program.deck) == len(program.faces)
        self.seconds = sum(1 << b for b, (f, g) in enumerate(pairwise(program.deck), 1) if f == g)
        """The cards that are identical to the card before them."""

    def where(self, zone: int, owner: int) -> Where:
        """A zone and its owner in the form that records use."""
        return self.named[zone][owner]

    def take_out(self, S: Slots, slot: int, zone: int, owner: int, mask: int) -> None:
        """Take the cards of a mask, all of which lie in this zone, out of it."""
        content = S[slot]
        if isinstance(content, int):
            S[slot] = content & ~mask
            return
        bag = self.bag_slots[zone]
        if bag >= 0:
            at = bag + 2 * owner
            low, high = S[at], S[at + 1]
            assert isinstance(low, int) and isinstance(high, int)
            S[at] = low - sum(1 for card in content[:low] if mask >> card & 1)
            S[at + 1] = high - sum(1 for card in content[:high] if mask >> card & 1)
        S[slot] = tuple(card for card in content if not mask >> card & 1)

    def put_on(self, S: Slots, zone: int, owner: int, cards: tuple[int, ...]) -> None:
        slot = self.bases[zone] + owner
        content = S[slot]
        S[slot] = content | mask_of(cards) if isinstance(content, int) else content + cards
