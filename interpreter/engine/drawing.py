"""Chance in play: shuffled piles, whose cards are drawn when they are taken or looked at, and random picks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from ...dsl.source.identity import each_once
from ..program import Place, RandomPick, Slots
from ..records import Drawn, Moved, Shuffled, Where
from ..traversal import nodes_within
from .chance import below
from .chance import draw_cards as draw
from .emitting import Emitter
from .guards import Guards
from .observers import Observers
from .sets import bits, mask_of
from .zones import ZoneAccess

_WHAT: tuple[Literal["player", "card", "value"], ...] = ("player", "card", "value")


class Drawing:
    """Draws cards and other random values for one program."""

    def __init__(self, zones: ZoneAccess, guards: Guards, emitter: Emitter) -> None:
        program = self.program = zones.program
        self._zones, self._guards, self._emitter = zones.zones, guards, emitter
        self._bases, self._bag_slots, self._distinct = zones.bases, zones.bag_slots, zones.distinct
        self._where, self._put_on = zones.where, zones.put_on
        self._every = [1 << card for card in zones.pile_of_all]
        self._alike = [
            [1 << card for card in reversed(zones.pile_of_all) if program.deck[card] == face]
            for face in range(len(program.faces))
        ]
        self._types = {
            node.place: node.type
            for node in nodes_within((program.blocks, program.functions, program.procedures))
            if isinstance(node, RandomPick) and node.type is not None
        }
        """For random values that are neither players nor cards: the type, by the place where the value is drawn."""

    def pick(self, S: Slots, K: Observers | None, mask: int, what: int, purpose: str, place: Place) -> int:
        """Pick a random player (`what` 0), card (1) or other value (2) of a mask."""
        candidates = bits(mask)
        if not candidates:
            self._guards.fault("nothing to pick", place)
        chosen: int | None = None
        if K is not None and K.chance is not None and what == 0:
            chosen = K.chance.player(purpose, candidates)
        elif K is not None and K.random_card is not None and what == 1:
            chosen = K.random_card(purpose, candidates)
        elif K is not None and K.random_value is not None and what == 2:
            chosen = K.random_value(purpose, self._types[place], candidates)
        if chosen is None:
            chosen = candidates[below(S, len(candidates)) if len(candidates) > 1 else 0]
        if K is not None:
            type = self._types[place] if what == 2 else None
            self._emitter.tell(K, S, Drawn(_WHAT[what], purpose, chosen, type, span=self._emitter.span(place)))
        return chosen

    def every(self) -> list[int]:
        """A pile of all cards to draw from, with one bit for each card; see `python/deals.py`."""
        return self._every.copy()

    def alike(self) -> list[list[int]]:
        """The same for a deck with identical cards: each card has the bits of all cards identical to it."""
        kinds = [kind.copy() for kind in self._alike]
        return [kinds[face] for face in self.program.deck]

    def rest(self, pile: list[Any]) -> tuple[int, ...]:
        """The cards left in such a pile, ascending."""
        if self._distinct:
            return tuple([bit.bit_length() - 1 for bit in pile])
        return bits(sum(bit for kind in each_once(pile) for bit in kind))

    def shuffle(self, S: Slots, K: Observers | None, zone: int, owner: int, place: Place) -> None:
        """Shuffle a pile: its order becomes unknown, and its cards are drawn when they are taken."""
        slot = self._bases[zone] + owner
        content = S[slot]
        assert isinstance(content, tuple)
        S[slot] = tuple(sorted(content))
        if self.program.known >= 0:
            mixed = mask_of(content)
            for player in range(self.program.players):
                S[self.program.known + player] &= ~mixed  # pyrefly: ignore[unsupported-operation] - a mask's slot
        at = self._bag_slots[zone] + 2 * owner
        S[at], S[at + 1] = 0, len(content)
        if K is not None:
            pile = self._where(zone, owner)
            if K.shuffled is not None:
                K.shuffled(pile)
            if K.listener is not None:
                self._emitter.tell(K, S, Shuffled(pile, span=self._emitter.span(place)))

    def settle(self, S: Slots, K: Observers | None, zone: int, owner: int, target: Where | None, *, top: bool) -> None:
        """Draw the card at one end of the unknown part of a pile.  It then lies there, but no player knows it yet."""
        slot, at = self._bases[zone] + owner, self._bag_slots[zone] + 2 * owner
        pile, low, high = S[slot], S[at], S[at + 1]
        assert isinstance(pile, tuple) and isinstance(low, int) and isinstance(high, int)
        chosen: int | None = None
        if K is not None and K.chance is not None:
            chosen = K.chance.card(self._where(zone, owner), target, pile[low:high])
        index = (
            low + (below(S, high - low) if high - low > 1 else 0) if chosen is None else pile.index(chosen, low, high)
        )
        index = self._first_alike(pile, index, low)
        card = pile[index]
        rest = pile[:index] + pile[index + 1 :]
        if top:
            S[slot], S[at + 1] = (*rest[: high - 1], card, *rest[high - 1 :]), high - 1
        else:
            S[slot], S[at] = (*rest[:low], card, *rest[low:]), low + 1
        if K is not None and target is None:
            self._emitter.tell(K, S, Drawn("card", self._zones[zone].name, card, end="top" if top else "bottom"))

    def _first_alike(self, cards: Sequence[int], index: int, low: int) -> int:
        """The first of identical cards that are left: of those the first is always drawn, so that the faces alone
        describe what happened.
        """
        deck = self.program.deck
        while index > low and deck[cards[index - 1]] == deck[cards[index]]:
            index -= 1
        return index

    def _known(self, S: Slots, K: Observers | None, zone: int, owner: int, target: Where | None, top: bool) -> None:
        """Make sure that the card at one end of a pile is decided."""
        bag = self._bag_slots[zone]
        if bag < 0:
            return
        pile, low, high = S[self._bases[zone] + owner], S[bag + 2 * owner], S[bag + 2 * owner + 1]
        assert isinstance(pile, tuple)
        if low != high and (high == len(pile) if top else low == 0):
            self.settle(S, K, zone, owner, target, top=top)

    def pile_end(self, S: Slots, K: Observers | None, zone: int, owner: int, top: bool) -> int:
        """The card on top or at the bottom of a pile; -1 if it is empty."""
        slot = self._bases[zone] + owner
        if not S[slot]:
            return -1
        self._known(S, K, zone, owner, None, top)
        pile = S[slot]
        assert isinstance(pile, tuple)
        return pile[-1 if top else 0]

    def pile_ends(self, S: Slots, K: Observers | None, zone: int, owner: int, top: bool, count: int) -> int:
        """A mask of the `count` cards at one end of a pile, or of all if there are fewer."""
        slot = self._bases[zone] + owner
        bag = self._bag_slots[zone]
        pile = S[slot]
        assert isinstance(pile, tuple)
        count = max(0, min(count, len(pile)))
        if bag >= 0:
            at = bag + 2 * owner
            while S[at] != S[at + 1] and (S[at + 1] > len(pile) - count if top else S[at] < count):  # type: ignore[operator]
                self.settle(S, K, zone, owner, None, top=top)
        pile = S[slot]
        assert isinstance(pile, tuple)
        return mask_of(pile[len(pile) - count :] if top else pile[:count])

    def deal(
        self,
        S: Slots,
        K: Observers | None,
        amount: int,
        at_most: bool,
        zone: int,
        owner: int,
        to: int,
        whose: int,
        place: Place,
    ) -> None:
        """Deal cards from the top of a pile to a zone, one by one."""
        slot, bag = self._bases[zone] + owner, self._bag_slots[zone]
        pile = S[slot]
        assert isinstance(pile, tuple)
        if amount > len(pile):
            if not at_most:
                self._guards.fault("too few", place, amount, len(pile))
            amount = len(pile)
        if amount <= 0:
            return
        low, high = (S[bag + 2 * owner], S[bag + 2 * owner + 1]) if bag >= 0 else (0, 0)
        assert isinstance(low, int) and isinstance(high, int)
        unknown = high == len(pile) and high - low >= amount
        ask = K.deal if unknown and K is not None else None
        taken = ask(self._where(zone, owner), self._where(to, whose), pile[low:], amount) if ask is not None else None
        if taken is not None:
            if not self._distinct:
                left = list(pile)
                taken = [left.pop(self._first_alike(left, left.index(card, low), low)) for card in taken]
            S[slot] = tuple([card for card in pile if card not in taken])
            S[bag + 2 * owner + 1] = high - amount
        elif (K is None or K.chance is None) and unknown and low == 0:
            drawn = list(pile)
            if self._distinct:
                taken = draw(S, drawn, amount)
            else:
                taken = [
                    drawn.pop(self._first_alike(drawn, below(S, len(drawn)) if len(drawn) > 1 else 0, 0))
                    for _ in range(amount)
                ]
            S[slot], S[bag + 2 * owner + 1] = tuple(drawn), len(drawn)
        else:
            taken = [self._deal_one(S, K, zone, owner, self._where(to, whose)) for _ in range(amount)]
            if K is not None and K.dealt is not None:
                K.dealt(self._where(to, whose), taken)
        cards = tuple(taken)
        self._put_on(S, to, whose, cards)
        if K is not None and K.listener is not None:
            span = self._emitter.span(place)
            self._emitter.tell(K, S, Moved(cards, self._where(zone, owner), self._where(to, whose), True, span=span))

    def _deal_one(self, S: Slots, K: Observers | None, zone: int, owner: int, target: Where) -> int:
        slot, bag = self._bases[zone] + owner, self._bag_slots[zone]
        self._known(S, K, zone, owner, target, True)
        pile = S[slot]
        assert isinstance(pile, tuple)
        S[slot] = pile[:-1]
        if bag >= 0:
            at, left = bag + 2 * owner, len(pile) - 1
            S[at], S[at + 1] = min(S[at], left), min(S[at + 1], left)
        return pile[-1]
