"""The zones of a game: what lies there, the records of what happens to it, and what stops a game.

`S` is the list of slots, `K` who listens and who decides chance (None when nobody does either).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import comb
from typing import NoReturn

from ...dsl.source.span import Span
from ..faults import fault
from ..program import STEP_LIMIT, TRIAL_LIMIT, Place, Program, Slots
from ..records import AnyRecord, Assigned, PhaseBegan, PhaseEnded, RowFired, TrickBegan, TrickTaken, Where
from .observers import Observers
from .sets import mask_of, sized_subsets


class Zones:
    """The zones of one program, and its faults and records."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.zones = program.zones
        self.bases = tuple(z.base for z in program.zones)
        self.ordered = tuple(z.ordered for z in program.zones)
        self.bag_slots = tuple(z.bag for z in program.zones)
        self.everywhere = tuple(
            (z.base + i, z.ordered, i, n) for n, z in enumerate(program.zones) for i in range(z.count)
        )
        self.pile_of_all = tuple(range(len(program.deck)))
        self.distinct = len(program.deck) == len(program.faces)
        self.seconds = sum(1 << b for b, (f, g) in enumerate(pairwise(program.deck), 1) if f == g)
        """The cards that are like the one before them."""

    # ------------------------------------------------------------------------------------------------------ faults

    def fault(self, kind: str, place: Place, *values: int | str) -> NoReturn:
        """Stop the game with an error of the rule file (`faults.KINDS`)."""
        raise fault(kind, self.program.places[place], *values)

    def checked(self, value: int, low: int, high: int, place: Place) -> int:
        """The value, which must lie between low and high."""
        if not low <= value <= high:
            self.fault("outside", place, value, low, high)
        return value

    def present(self, value: int, place: Place) -> int:
        """The value, which must not be none."""
        if value == -1:
            self.fault("none", place)
        return value

    def divide(self, a: int, b: int, place: Place) -> int:
        """a / b, rounded down."""
        if b == 0:
            self.fault("division", place)
        return a // b

    def remainder(self, a: int, b: int, place: Place) -> int:
        """What is left over when a is divided by b."""
        if b == 0:
            self.fault("division", place)
        return a % b

    def numbers(self, first: int, last: int, step: int, place: Place) -> range:
        """The numbers from first up (`step` 1) or down (-1) to last, of which there cannot be too many."""
        found = range(first, last + step, step)
        if len(found) > STEP_LIMIT:
            self.fault("too many", place, len(found))
        return found

    def subsets(self, low: int, high: int, mask: int, place: Place) -> Iterator[int]:
        """Every set of `low` to `high` elements of a mask, of which there cannot be too many; the smallest first."""
        low, high = max(low, 0), min(high, mask.bit_count())
        if sum(comb(mask.bit_count(), size) for size in range(low, high + 1)) > TRIAL_LIMIT:
            self.fault("too many to try", place, TRIAL_LIMIT)
        return (subset for size in range(low, high + 1) for subset in sized_subsets(mask, size))

    def stuck(self, place: Place) -> NoReturn:
        """No row of a table applies."""
        self.fault("no row", place)

    def endless(self, place: Place) -> NoReturn:
        """A loop had more rounds than a game can bear."""
        self.fault("endless", place, STEP_LIMIT)

    def the(self, found: list[int], place: Place) -> int:
        """The only one found."""
        if len(found) != 1:
            self.fault("not one", place, len(found))
        return found[0]

    # ------------------------------------------------------------------------------------------------------ records

    def tell(self, K: Observers, S: Slots, record: AnyRecord) -> None:
        """Tell the listener, if there is one."""
        if K.listener is not None:
            K.listener(record, S)

    def span(self, place: Place) -> Span:
        """The place in the rule file."""
        return self.program.places[place]

    def mark(self, S: Slots, K: Observers, what: str, subject: int, who: int, place: Place) -> None:
        """Record that a phase began or ended, a row applied, a trick was led or taken."""
        span = self.span(place)
        match what:
            case "begin":
                self.tell(K, S, PhaseBegan(subject, span=span))
            case "end":
                self.tell(K, S, PhaseEnded(subject, span=span))
            case "row":
                self.tell(K, S, RowFired(span=span))
            case "lead":
                self.tell(K, S, TrickBegan(who, span=span))
            case _:
                self.tell(K, S, TrickTaken(who, Where(subject, -1), span=span))

    def assign(self, S: Slots, K: Observers, slot: int, value: int, variable: int, place: Place) -> None:
        """Set a variable, and record it if that changes it."""
        before = S[slot]
        S[slot] = value
        info = self.program.variables[variable]
        if before != value and isinstance(before, int):
            owner = slot - info.base if info.owner is not None else -1
            self.tell(K, S, Assigned(variable, owner, before, value, span=self.span(place)))

    # -------------------------------------------------------------------------------------------------------- zones

    def where(self, zone: int, owner: int) -> Where:
        """A zone and its owner as records name them."""
        return Where(zone, owner if self.zones[zone].owner is not None else -1)

    def _take_out(self, S: Slots, slot: int, zone: int, owner: int, mask: int) -> None:
        """Take the cards of a mask, which lie in this zone, out of it."""
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

    def _put_on(self, S: Slots, zone: int, owner: int, cards: tuple[int, ...]) -> None:
        slot = self.bases[zone] + owner
        content = S[slot]
        S[slot] = content | mask_of(cards) if isinstance(content, int) else content + cards
