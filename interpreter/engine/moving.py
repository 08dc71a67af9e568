"""Moves cards from zone to zone, and shows cards to players."""

from __future__ import annotations

from ..program import Place, Slots
from ..records import Moved, Shown, Tucked
from .drawing import Drawing
from .emitting import Emitter
from .observers import Observers
from .sets import bits, mask_of
from .zones import ZoneAccess


class Moving:
    """Moves the cards of one program."""

    def __init__(self, zones: ZoneAccess, drawing: Drawing, emitter: Emitter) -> None:
        self.program = zones.program
        self._zones, self._emitter = zones.zones, emitter
        self._bases, self._ordered, self._bag_slots = zones.bases, zones.ordered, zones.bag_slots
        self._everywhere, self._pile_of_all = zones.everywhere, zones.pile_of_all
        self._where, self._take_out, self._put_on = zones.where, zones.take_out, zones.put_on
        self._settle = drawing.settle

    def move(
        self,
        S: Slots,
        K: Observers | None,
        mask: int,
        guess: int,
        guess_owner: int,
        zone: int,
        owner: int,
        place: Place,
    ) -> None:
        """Move the cards of a mask, wherever they lie, to the top of a zone.  The zone `guess` (or -1) is searched
        first.
        """
        left = mask
        if guess >= 0:
            left = self._move_from(S, K, left, guess, guess_owner, zone, owner, place)
        if left:
            for slot, _, whose, source in self._everywhere:
                content = S[slot]
                if content and left & (content if isinstance(content, int) else mask_of(content)):
                    left = self._move_from(S, K, left, source, whose, zone, owner, place)
                    if not left:
                        return

    def _move_from(
        self, S: Slots, K: Observers | None, mask: int, source: int, whose: int, zone: int, owner: int, place: Place
    ) -> int:
        """Move those cards of a mask that lie in one zone.  Returns the mask of the cards not moved."""
        slot = self._bases[source] + whose
        content = S[slot]
        here = mask & (content if isinstance(content, int) else mask_of(content))
        if not here:
            return mask
        if K is None and isinstance(content, int) and not self._ordered[zone]:
            S[slot] = content ^ here
            S[self._bases[zone] + owner] |= here  # pyrefly: ignore[unsupported-operation] - a heap's slot
            return mask ^ here
        cards = bits(here) if isinstance(content, int) else tuple(c for c in content if here >> c & 1)
        self._take_out(S, slot, source, whose, here)
        self._put_on(S, zone, owner, cards)
        if K is not None:
            self._tell_moved(S, K, cards, source, whose, zone, owner, place)
        return mask & ~here

    def move_all(
        self, S: Slots, K: Observers | None, source: int, whose: int, zone: int, owner: int, place: Place
    ) -> None:
        """Move every card of a zone, in order, to the top of another zone.  If the order is unknown, it stays unknown
        or is decided.
        """
        slot, to = self._bases[source] + whose, self._bases[zone] + owner
        if slot == to:
            return
        content = S[slot]
        cards = bits(content) if isinstance(content, int) else content
        if not cards:
            return
        bag = self._bag_slots[source]
        if bag >= 0 and self._ordered[zone]:
            self._carry_unknown(S, K, source, whose, zone, owner)
            cards = S[slot]
            assert isinstance(cards, tuple)
        if bag >= 0:
            S[bag + 2 * whose] = S[bag + 2 * whose + 1] = 0
        S[slot] = () if self._ordered[source] else 0
        self._put_on(S, zone, owner, cards)
        if K is not None:
            self._tell_moved(S, K, cards, source, whose, zone, owner, place)

    def tuck(
        self, S: Slots, K: Observers | None, zone: int, owner: int, count: int, middle: bool, place: Place
    ) -> None:
        """Move the top cards of a pile to its bottom, or into its middle; see `program.Tuck`."""
        slot, bag = self._bases[zone] + owner, self._bag_slots[zone]
        content = S[slot]
        assert isinstance(content, tuple)
        below = len(content) - max(0, min(count, len(content)))
        rest, cards = content[:below], content[below:]
        if not rest or not cards:
            return
        low, high = (S[bag + 2 * owner], S[bag + 2 * owner + 1]) if bag >= 0 else (0, 0)
        assert isinstance(low, int) and isinstance(high, int)
        at = len(rest) // 2 if middle else 0
        if low < high and middle:
            at = -1
            S[slot] = rest[:low] + tuple(sorted(rest[low:high] + cards)) + rest[high:]
            S[bag + 2 * owner + 1] = high + len(cards)
            for player in range(self.program.players if self.program.known >= 0 else 0):
                S[self.program.known + player] &= ~mask_of(cards)  # pyrefly: ignore[unsupported-operation] - a mask's slot
        else:
            S[slot] = rest[:at] + cards + rest[at:]
            if low < high:
                S[bag + 2 * owner], S[bag + 2 * owner + 1] = low + len(cards), high + len(cards)
        if K is not None:
            self._emitter.tell(K, S, Tucked(cards, self._where(zone, owner), at, span=self._emitter.span(place)))

    def gather(self, S: Slots, K: Observers | None, zone: int, owner: int, place: Place) -> None:
        """Move every card of the deck into one zone.

        If all lie there already, but in another order, the record says that they move from the zone to itself."""
        listening, moved = K if K is not None and K.listener is not None else None, False
        pile, info = self._bases[zone] + owner, self._zones[zone]
        lying, bag = S[pile], info.bag + 2 * owner if info.bag >= 0 else -1
        in_order = not self._ordered[zone] or (lying == self._pile_of_all and (bag < 0 or S[bag] == S[bag + 1]))
        for slot, ordered, whose, source in self._everywhere:
            content = S[slot]
            if not content or (source, whose) == (zone, owner):
                continue
            S[slot] = () if ordered else 0
            moved = True
            if listening is not None:
                cards = content if isinstance(content, tuple) else bits(content)
                self._put_on(S, zone, owner, cards)
                self._tell_moved(S, listening, cards, source, whose, zone, owner, place)
        for info in self._zones:
            if info.bag >= 0:
                S[info.bag : info.bag + 2 * info.count] = [0] * (2 * info.count)
        S[pile] = self._pile_of_all if self._ordered[zone] else (1 << len(self._pile_of_all)) - 1
        if listening is not None and not moved and not in_order and isinstance(lying, tuple):
            self._tell_moved(S, listening, lying, zone, owner, zone, owner, place)

    def _tell_moved(
        self,
        S: Slots,
        K: Observers,
        cards: tuple[int, ...],
        source: int,
        whose: int,
        zone: int,
        owner: int,
        place: Place,
    ) -> None:
        record = Moved(cards, self._where(source, whose), self._where(zone, owner), span=self._emitter.span(place))
        self._emitter.tell(K, S, record)

    def show(self, S: Slots, K: Observers | None, mask: int, to: int, place: Place) -> None:
        """Show cards to the players of a mask, or to all (-1)."""
        for player in range(self.program.players):
            if to < 0 or to >> player & 1:
                S[self.program.known + player] |= mask  # pyrefly: ignore[unsupported-operation] - a mask's slot
        if K is not None:
            self._emitter.tell(K, S, Shown(bits(mask), to, span=self._emitter.span(place)))

    def _carry_unknown(self, S: Slots, K: Observers | None, source: int, whose: int, zone: int, owner: int) -> None:
        """Put a pile of partly unknown order onto another pile: if that one is empty, the order stays unknown;
        otherwise it is decided.
        """
        at, target = self._bag_slots[source] + 2 * whose, self._bag_slots[zone]
        low, high = S[at], S[at + 1]
        assert isinstance(low, int) and isinstance(high, int)
        if low == high:
            return
        if target >= 0 and not S[self._bases[zone] + owner]:
            S[target + 2 * owner], S[target + 2 * owner + 1] = low, high
            return
        while S[at + 1] != S[at]:
            self._settle(S, K, source, whose, None, top=True)
