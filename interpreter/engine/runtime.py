"""What the generated code calls: moving cards, drawing, faults.  One instance serves one program.

`S` is the list of slots, `K` who listens and who decides chance (None when nobody does either).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, pairwise
from typing import Any, NoReturn

from ...dsl.source import Span
from ..faults import fault
from ..program import STEP_LIMIT, TRIAL_LIMIT, Place, Program
from ..records import (
    AnyRecord,
    Assigned,
    Drawn,
    Listener,
    Moved,
    PhaseBegan,
    PhaseEnded,
    RowFired,
    Shown,
    Shuffled,
    TrickBegan,
    TrickTaken,
    Where,
)
from .chance import Chance, Dealing, below
from .chance import drawn as draw
from .python.reading import pieces
from .sets import MOST_OFFERED, PLACES, SomeOf, bits, mask_of, masks, piecewise, ways, ways_of_alike

Slots = list[int | tuple[int, ...]]
_MOST_AGAIN = 4
"""Ways of choosing some of identical cards for each combination, below which going through them all is quickest."""


class Company:
    """Who listens to a game and who decides its chance."""

    __slots__ = "chance", "deal", "dealt", "listener", "random_card", "shuffled"

    def __init__(self, listener: Listener | None, chance: Chance | None) -> None:
        self.listener = listener
        self.chance = chance
        self.deal: Dealing | None = getattr(chance, "deal", None)
        self.dealt: Callable[[Where, Sequence[int]], None] | None = getattr(chance, "dealt", None)
        self.random_card: Callable[[str, tuple[int, ...]], int | None] | None = getattr(chance, "random_card", None)
        self.shuffled: Callable[[Where], None] | None = getattr(chance, "shuffled", None)


class Runtime:
    """The moves and draws of one program."""

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
        self.twice_at_most = all(program.deck.count(face) <= 2 for face in range(len(program.faces)))
        self.faces_once = piecewise(self.faces_one_by_one, pieces(program))
        """The cards of a mask, of identical ones the first."""
        self._one_by_one = piecewise(masks, pieces(program))
        self._every = [1 << card for card in self.pile_of_all]
        self._alike = [
            [1 << card for card in reversed(self.pile_of_all) if program.deck[card] == face]
            for face in range(len(program.faces))
        ]
        self._seats: dict[tuple[int, int], tuple[int, ...]] = {}

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

    # -------------------------------------------------------------------------------------------- sets in seat order

    def seats(self, mask: int, start: int) -> tuple[int, ...]:
        """The players of a mask in seat order, beginning with `start`."""
        key = (mask, start)
        known = self._seats.get(key)
        if known is None:
            n = self.program.players
            known = self._seats[key] = tuple(p for i in range(n) if mask >> (p := (start + i) % n) & 1)
        return known

    def faces_one_by_one(self, mask: int) -> tuple[int, ...]:
        """The same as `faces_once`, of masks that come but once."""
        deck, seen, found = self.program.deck, set[int](), list[int]()
        for card in bits(mask):
            if deck[card] not in seen:
                seen.add(deck[card])
                found.append(card)
        return tuple(found)

    def options(self, alternative: int, mask: int, once: bool) -> tuple[tuple[int, int], ...]:
        """The options of an alternative that names one element of a mask; `once`: of identical cards one."""
        return tuple([(alternative, element) for element in (self.faces_once(mask) if once else bits(mask))])

    def nothing(self, place: Place) -> NoReturn:
        """Nobody can answer a question."""
        self.fault("no choice", place)

    def some_of(self, low: int, high: int, mask: int) -> Sequence[tuple[int, int]]:
        """The options of an only alternative that names `low` to `high` cards of a mask, made when looked at."""
        size = mask.bit_count()
        if not self.twice_at_most or ways(size, low, high) > MOST_OFFERED:
            return [(0, made) for made in islice(self.combinations(low, high, mask), MOST_OFFERED)]
        alike, again = 0, mask & mask << 1 & self.seconds
        while again:
            card = again & -again
            alike |= 1 << (mask & card - 1).bit_count()
            again ^= card
        return SomeOf(self._one_by_one(mask), PLACES[size, alike, max(low, 0), high])

    def combinations(self, low: int, high: int, mask: int, within: tuple[int, ...] | None = None) -> Iterator[int]:
        """Masks of every combination of `low` to `high` cards, smallest first, identical cards counting once.

        `within`: masks that do not overlap; then group by group, only combinations inside one of them."""
        if within is not None:
            for part in within:
                yield from self.combinations(max(low, 1), high, mask & part)
            return
        deck, cards = self.program.deck, bits(mask)
        if self.twice_at_most and ways(len(cards), low, high) <= _MOST_AGAIN * self.amount(low, high, mask):
            # Of two identical cards the second is taken only with the first, which is the number before it.
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
        """The same combinations, each of which is to be tried; `trials`: how many this question has tried before."""
        trials[0] += self.amount(low, high, mask, within)
        if trials[0] > TRIAL_LIMIT:
            self.fault("too many to try", place, TRIAL_LIMIT)
        return self.combinations(low, high, mask, within)

    def limited(
        self, low: int, high: int, mask: int, within: tuple[int, ...] | None, place: Place
    ) -> tuple[int, int, int]:
        """What is known of combinations that could all be tried."""
        self.tried(low, high, mask, within, place, [0])
        return low, high, mask

    def amount(self, low: int, high: int, mask: int, within: tuple[int, ...] | None = None) -> int:
        """How many combinations there are."""
        if within is not None:
            return sum(self.amount(max(low, 1), high, mask & part) for part in within)
        if self.twice_at_most and not mask & mask << 1 & self.seconds:
            return ways(mask.bit_count(), low, high)
        deck = self.program.deck
        alike = Counter(deck[card] for card in bits(mask))
        return ways_of_alike(tuple(sorted(alike.values())), low, high)

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

    # ------------------------------------------------------------------------------------------------------ records

    def tell(self, K: Company, S: Slots, record: AnyRecord) -> None:
        """Tell the listener, if there is one."""
        if K.listener is not None:
            K.listener(record, S)

    def span(self, place: Place) -> Span:
        """The place in the rule file."""
        return self.program.places[place]

    def mark(self, S: Slots, K: Company, what: str, subject: int, who: int, place: Place) -> None:
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

    def assign(self, S: Slots, K: Company, slot: int, value: int, variable: int, place: Place) -> None:
        """Set a variable, and record it if that changes it."""
        before = S[slot]
        S[slot] = value
        info = self.program.variables[variable]
        if before != value and isinstance(before, int):
            owner = slot - info.base if info.owner is not None else -1
            self.tell(K, S, Assigned(variable, owner, before, value, span=self.span(place)))

    def pick(self, S: Slots, K: Company | None, mask: int, what: int, purpose: str, place: Place) -> int:
        """A random player (`what` 0) or card (1) of a mask."""
        candidates = bits(mask)
        if not candidates:
            self.fault("nothing to pick", place)
        chosen: int | None = None
        if K is not None and K.chance is not None and what == 0:
            chosen = K.chance.player(purpose, candidates)
        elif K is not None and K.random_card is not None and what == 1:
            chosen = K.random_card(purpose, candidates)
        if chosen is None:
            chosen = candidates[below(S, len(candidates)) if len(candidates) > 1 else 0]
        if K is not None:
            self.tell(K, S, Drawn("card" if what else "player", purpose, chosen, span=self.span(place)))
        return chosen

    # ------------------------------------------------------------------------------------------------ moving cards

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

    def move(
        self, S: Slots, K: Company | None, mask: int, guess: int, guess_owner: int, zone: int, owner: int, place: Place
    ) -> None:
        """The cards of a mask, wherever they are, to the top of a zone; `guess` (or -1) is looked at first."""
        left = mask
        if guess >= 0:
            left = self._move_from(S, K, left, guess, guess_owner, zone, owner, place)
        if left:
            for slot, _, whose, source in self.everywhere:
                content = S[slot]
                if content and left & (content if isinstance(content, int) else mask_of(content)):
                    left = self._move_from(S, K, left, source, whose, zone, owner, place)
                    if not left:
                        return

    def _move_from(
        self, S: Slots, K: Company | None, mask: int, source: int, whose: int, zone: int, owner: int, place: Place
    ) -> int:
        """Move those cards of a mask that lie in a zone; the mask of those left."""
        slot = self.bases[source] + whose
        content = S[slot]
        here = mask & (content if isinstance(content, int) else mask_of(content))
        if not here:
            return mask
        if K is None and isinstance(content, int) and not self.ordered[zone]:
            S[slot] = content ^ here
            S[self.bases[zone] + owner] |= here  # pyright: ignore[reportOperatorIssue] - a heap's slot
            return mask ^ here
        cards = bits(here) if isinstance(content, int) else tuple(c for c in content if here >> c & 1)
        self._take_out(S, slot, source, whose, here)
        self._put_on(S, zone, owner, cards)
        if K is not None:
            self.tell(K, S, Moved(cards, self.where(source, whose), self.where(zone, owner), span=self.span(place)))
        return mask & ~here

    def move_all(
        self, S: Slots, K: Company | None, source: int, whose: int, zone: int, owner: int, place: Place
    ) -> None:
        """Every card of a zone, in its order, to the top of another; an unknown order goes along or is settled."""
        slot, to = self.bases[source] + whose, self.bases[zone] + owner
        if slot == to:
            return
        content = S[slot]
        cards = bits(content) if isinstance(content, int) else content
        if not cards:
            return
        bag = self.bag_slots[source]
        if bag >= 0 and self.ordered[zone]:
            self._carry_unknown(S, K, source, whose, zone, owner)
            cards = S[slot]
            assert isinstance(cards, tuple)
        if bag >= 0:
            S[bag + 2 * whose] = S[bag + 2 * whose + 1] = 0
        S[slot] = () if self.ordered[source] else 0
        self._put_on(S, zone, owner, cards)
        if K is not None:
            self.tell(K, S, Moved(cards, self.where(source, whose), self.where(zone, owner), span=self.span(place)))

    def _carry_unknown(self, S: Slots, K: Company | None, source: int, whose: int, zone: int, owner: int) -> None:
        """A pile of partly unknown order goes onto another: onto an empty one it stays unknown, else it is settled."""
        at, target = self.bag_slots[source] + 2 * whose, self.bag_slots[zone]
        low, high = S[at], S[at + 1]
        assert isinstance(low, int) and isinstance(high, int)
        if low == high:
            return
        if target >= 0 and not S[self.bases[zone] + owner]:
            S[target + 2 * owner], S[target + 2 * owner + 1] = low, high
            return
        while S[at + 1] != S[at]:
            self._settle(S, K, source, whose, None, top=True)

    def gather(self, S: Slots, K: Company | None, zone: int, owner: int, place: Place) -> None:
        """Every card of the deck into one zone."""
        for slot, ordered, whose, source in self.everywhere:
            content = S[slot]
            if not content or (source, whose) == (zone, owner):
                continue
            S[slot] = () if ordered else 0
            if K is not None and K.listener is not None:
                cards = content if isinstance(content, tuple) else bits(content)
                self._put_on(S, zone, owner, cards)
                self.tell(K, S, Moved(cards, self.where(source, whose), self.where(zone, owner), span=self.span(place)))
        for info in self.zones:
            if info.bag >= 0:
                S[info.bag : info.bag + 2 * info.count] = [0] * (2 * info.count)
        S[self.bases[zone] + owner] = self.pile_of_all if self.ordered[zone] else (1 << len(self.pile_of_all)) - 1

    def show(self, S: Slots, K: Company | None, mask: int, to: int, place: Place) -> None:
        """Cards become known to the players of a mask, or to all (-1)."""
        for player in range(self.program.players):
            if to < 0 or to >> player & 1:
                S[self.program.known + player] |= mask  # pyright: ignore[reportOperatorIssue] - a mask's slot
        if K is not None:
            self.tell(K, S, Shown(bits(mask), to, span=self.span(place)))

    # ------------------------------------------------------------------------------------------- shuffling, drawing

    def every(self) -> list[int]:
        """A pile of all cards to draw from, each a bit, see `python/deals.py`."""
        return self._every.copy()

    def alike(self) -> list[list[int]]:
        """The same for a deck with identical cards: for each card the bits of all that are alike."""
        kinds = [kind.copy() for kind in self._alike]
        return [kinds[face] for face in self.program.deck]

    def rest(self, pile: list[Any]) -> tuple[int, ...]:
        """The cards left in such a pile, ascending."""
        if self.distinct:
            return tuple([bit.bit_length() - 1 for bit in pile])
        return bits(sum(bit for kind in {id(kind): kind for kind in pile}.values() for bit in kind))

    def shuffle(self, S: Slots, K: Company | None, zone: int, owner: int, place: Place) -> None:
        """The order of a pile becomes unknown; its cards are drawn when they are taken."""
        slot = self.bases[zone] + owner
        content = S[slot]
        assert isinstance(content, tuple)
        S[slot] = tuple(sorted(content))
        if self.program.known >= 0:
            mixed = mask_of(content)
            for player in range(self.program.players):
                S[self.program.known + player] &= ~mixed  # pyright: ignore[reportOperatorIssue] - a mask's slot
        at = self.bag_slots[zone] + 2 * owner
        S[at], S[at + 1] = 0, len(content)
        if K is not None:
            pile = self.where(zone, owner)
            if K.shuffled is not None:
                K.shuffled(pile)
            if K.listener is not None:
                self.tell(K, S, Shuffled(pile, span=self.span(place)))

    def _settle(self, S: Slots, K: Company | None, zone: int, owner: int, target: Where | None, *, top: bool) -> None:
        """Draw the card at one end of the unknown part of a pile: it now lies there, known to no one yet."""
        slot, at = self.bases[zone] + owner, self.bag_slots[zone] + 2 * owner
        pile, low, high = S[slot], S[at], S[at + 1]
        assert isinstance(pile, tuple) and isinstance(low, int) and isinstance(high, int)
        chosen: int | None = None
        if K is not None and K.chance is not None:
            chosen = K.chance.card(self.where(zone, owner), target, pile[low:high])
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
            self.tell(K, S, Drawn("card", self.zones[zone].name, card))

    def _first_alike(self, cards: Sequence[int], index: int, low: int) -> int:
        """Of identical cards the first is drawn, so that a game can be told by faces alone."""
        deck = self.program.deck
        while index > low and deck[cards[index - 1]] == deck[cards[index]]:
            index -= 1
        return index

    def _known(self, S: Slots, K: Company | None, zone: int, owner: int, target: Where | None, top: bool) -> None:
        """Make sure the card at one end of a pile is settled."""
        bag = self.bag_slots[zone]
        if bag < 0:
            return
        pile, low, high = S[self.bases[zone] + owner], S[bag + 2 * owner], S[bag + 2 * owner + 1]
        assert isinstance(pile, tuple)
        if low != high and (high == len(pile) if top else low == 0):
            self._settle(S, K, zone, owner, target, top=top)

    def pile_end(self, S: Slots, K: Company | None, zone: int, owner: int, top: bool) -> int:
        """The card on top or at the bottom of a pile, -1 if it is empty."""
        slot = self.bases[zone] + owner
        if not S[slot]:
            return -1
        self._known(S, K, zone, owner, None, top)
        pile = S[slot]
        assert isinstance(pile, tuple)
        return pile[-1 if top else 0]

    def pile_ends(self, S: Slots, K: Company | None, zone: int, owner: int, top: bool, count: int) -> int:
        """A mask of the cards at one end of a pile, as many as there are."""
        slot = self.bases[zone] + owner
        bag = self.bag_slots[zone]
        pile = S[slot]
        assert isinstance(pile, tuple)
        count = max(0, min(count, len(pile)))
        if bag >= 0:
            at = bag + 2 * owner
            while S[at] != S[at + 1] and (S[at + 1] > len(pile) - count if top else S[at] < count):  # type: ignore[operator]
                self._settle(S, K, zone, owner, None, top=top)
        pile = S[slot]
        assert isinstance(pile, tuple)
        return mask_of(pile[len(pile) - count :] if top else pile[:count])

    def deal(
        self,
        S: Slots,
        K: Company | None,
        amount: int,
        at_most: bool,
        zone: int,
        owner: int,
        to: int,
        whose: int,
        place: Place,
    ) -> None:
        """Cards from the top of a pile to a zone, one by one."""
        slot, bag = self.bases[zone] + owner, self.bag_slots[zone]
        pile = S[slot]
        assert isinstance(pile, tuple)
        if amount > len(pile):
            if not at_most:
                self.fault("too few", place, amount, len(pile))
            amount = len(pile)
        if amount <= 0:
            return
        low, high = (S[bag + 2 * owner], S[bag + 2 * owner + 1]) if bag >= 0 else (0, 0)
        assert isinstance(low, int) and isinstance(high, int)
        unknown = high == len(pile) and high - low >= amount
        ask = K.deal if unknown and K is not None else None
        taken = ask(self.where(zone, owner), self.where(to, whose), pile[low:], amount) if ask is not None else None
        if taken is not None:
            if not self.distinct:
                left = list(pile)
                taken = [left.pop(self._first_alike(left, left.index(card, low), low)) for card in taken]
            S[slot] = tuple([card for card in pile if card not in taken])
            S[bag + 2 * owner + 1] = high - amount
        elif (K is None or K.chance is None) and unknown and low == 0:
            drawn = list(pile)
            if self.distinct:
                taken = draw(S, drawn, amount)
            else:
                taken = [
                    drawn.pop(self._first_alike(drawn, below(S, len(drawn)) if len(drawn) > 1 else 0, 0))
                    for _ in range(amount)
                ]
            S[slot], S[bag + 2 * owner + 1] = tuple(drawn), len(drawn)
        else:
            taken = [self._deal_one(S, K, zone, owner, self.where(to, whose)) for _ in range(amount)]
            if K is not None and K.dealt is not None:
                K.dealt(self.where(to, whose), taken)
        cards = tuple(taken)
        self._put_on(S, to, whose, cards)
        if K is not None and K.listener is not None:
            record = Moved(cards, self.where(zone, owner), self.where(to, whose), True, span=self.span(place))
            self.tell(K, S, record)

    def _deal_one(self, S: Slots, K: Company | None, zone: int, owner: int, target: Where) -> int:
        slot, bag = self.bases[zone] + owner, self.bag_slots[zone]
        self._known(S, K, zone, owner, target, True)
        pile = S[slot]
        assert isinstance(pile, tuple)
        S[slot] = pile[:-1]
        if bag >= 0:
            at, left = bag + 2 * owner, len(pile) - 1
            S[at], S[at + 1] = min(S[at], left), min(S[at + 1], left)  # type: ignore[type-var]
        return pile[-1]
