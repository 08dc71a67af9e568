"""What is assumed while the rules are run with numbers and cards that are not known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

TRICK = -1
"""Stands for the trick just played, in place of the player who wins it."""
ASIDE = -2
"""Less a slot, stands for a heap that lies aside: its cards are not known, and none comes to it or leaves it."""
Counted = tuple[int, ...] | None
"""What is counted of tricks: the points of each card, or the tricks themselves (None)."""
Term = tuple[int, Counted]
"""What one player (or the trick just played, or a heap that lies aside) has of it."""


ANY = "any"
"""Stands for what is counted while that is not known."""


NOT_KNOWN = "what follows a trick depends on which cards are in it, or on who played them"


class Undecided(Exception):
    """The rules would have to know what is not known.  `what`: what that is, for people."""

    def __init__(self, what: str = NOT_KNOWN) -> None:
        super().__init__(what)
        self.what = what


class NeedsLed(Undecided):
    """The rules would have to know which card was led."""


class NeedsTotal(Exception):
    """How much the sides have won of something must be assumed more exactly: to be in one of `ranges`."""

    def __init__(self, counted: Counted, ranges: list[tuple[int, int]]) -> None:
        super().__init__()
        self.counted, self.ranges = counted, ranges


class NeedsPart(Exception):
    """How much a part of the seats has won must be assumed more exactly: to be in one of `ranges`."""

    def __init__(self, part: int, ranges: list[tuple[int, int]]) -> None:
        super().__init__()
        self.part, self.ranges = part, ranges


class NeedsCard(Exception):
    """Whether the trick just played has a card must be known before the run can go on: then runs begin anew with this
    card among those that are followed from trick to trick.
    """

    def __init__(self, card: int) -> None:
        super().__init__()
        self.card = card


class NeedsAnswer(Exception):
    """Whether the trick just played has one of some cards must be chosen before the run can go on."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.cards = cards


@dataclass
class Assumptions:
    """What is assumed during a run: how many tricks have been won, which cards are in play, and what the sides have
    won.
    """

    tricks: int
    """How many tricks have been won since the start, without the one just played."""
    cards: int
    """The cards of all tricks from the start on."""
    taking: int
    """The seats that take part."""
    side: int = 0
    """One of two sides of seats between which all that counts is divided; 0: not known yet."""
    won: dict[Counted, tuple[int, int]] | None = None
    """What this side has won in the end: the least and the most."""
    winner: int = -1
    """Who won the last trick of the deal, if that has just been played: what the sides have won includes it."""
    answers: dict[int, bool] = field(default_factory=dict["int", "bool"])
    """Whether the trick just played has one of the cards of a mask."""
    waiting: list[Any] = field(default_factory=list[Any])
    parts: tuple[int, ...] = ()
    """Parts of the seats between which what counts is divided, if it is not divided between two sides."""
    counted: Counted | str = ANY
    """What is divided between them, as soon as it is known."""
    box: list[tuple[int, int]] = field(default_factory=list["tuple[int, int]"])
    """What each of the parts has won in the end: the least and the most."""
    reads: set[int] = field(default_factory=set["int"])
    """The slots of the first state that the run depends on."""
    holders: dict[int, int] = field(default_factory=dict["int", "int"])
    """Who plays each of the cards in play."""
    in_trick: dict[int, bool] = field(default_factory=dict["int", "bool"])
    """For each card that is followed, whether the trick just played has it."""
    asked: set[int] = field(default_factory=set["int"])
    """The cards about which the run depends on who plays them."""
    looked: bool = False
    """Whether the run depends on which cards are in play."""
    aside: tuple[int, ...] = ()
    """The slots of heaps that lie aside; their cards are among `cards`."""
    aside_with: frozenset[int] | None = None
    """Those of which the points count for `side`; None: not known yet."""
    _sums: dict[tuple[int, ...], tuple[int, int]] = field(default_factory=dict["tuple[int, ...]", "tuple[int, int]"])

    @property
    def in_play(self) -> int:
        """The cards in play.  Whoever asks depends on them."""
        self.looked = True
        return self.cards

    def holder(self, card: int) -> int:
        """Who plays a card (-1: it is not in play).  Whoever asks depends on it."""
        self.asked.add(card)
        return self.holders.get(card, -1)

    def plays(self, card: int) -> bool:
        """Whether the trick just played has a card."""
        if self.holder(card) < 0:
            return False
        if card not in self.in_trick:
            raise NeedsCard(card)
        return self.in_trick[card]

    def most(self, counted: Counted) -> int:
        """What all tricks together count."""
        if counted is None:
            return self.tricks + (self.winner >= 0)
        return sum(self._negative_and_positive(counted))

    def decide(self, total: Sum, test: Callable[[int, int], int | None]) -> int:
        """What a test finds of the lowest and the highest that a number can be.  If it finds nothing, one of the
        exceptions says which assumption is missing.
        """
        found = test(*self.roughly(total))
        if found is not None:
            return found
        if self.parts:
            return self._by_part(total, test)
        parts = None if self.won is None else self._divided(total)
        if parts is None or self.won is None:
            raise Undecided
        low = high = self._offset(total)
        for counted, (ours, theirs) in parts.items():
            ends = [(ours - theirs) * own + theirs * self.most(counted) for own in self.won[counted]]
            low, high = low + min(ends), high + max(ends)
        found = test(low, high)
        if found is None:
            won = self.won
            widest = max(parts, key=lambda counted: won[counted][1] - won[counted][0])
            if len(parts) > 1:
                raise NeedsTotal(widest, _apart(*won[widest]))
            ours, theirs = parts[widest]
            least = self._offset(total) + theirs * self.most(widest)
            raise NeedsTotal(widest, _by_finding(*won[widest], _at_one(test, least, ours - theirs)))
        return found

    def _by_part(self, total: Sum, test: Callable[[int, int], int | None]) -> int:
        if not self.box:
            raise Undecided
        terms = total.terms
        (counted, *more) = {counted for _, counted in terms}
        if more or self.counted not in (ANY, counted) or (self.aside and counted):
            raise Undecided
        if self.counted == ANY:  # it has just become known what is divided
            self.counted, self.box = counted, [(0, self.most(counted)) for _ in self.parts]
        if self.winner >= 0:
            if terms.get((TRICK, counted), 0) != (terms.get((self.winner, counted), 0) if counted else 0):
                raise Undecided
        elif (TRICK, counted) in terms:
            raise Undecided
        times: list[int] = []
        for part in self.parts:
            own = {terms.get((seat, counted), 0) for seat in range(part.bit_length()) if part >> seat & 1}
            if len(own) > 1:
                raise Undecided
            times += own
        free = self.most(counted) - sum(low for low, _ in self.box)
        least = most = self._offset(total) + sum(n * low for n, (low, _) in zip(times, self.box, strict=True))
        order = sorted(range(len(times)), key=times.__getitem__)
        for sign, parts in ((0, order), (1, order[::-1])):
            rest = free
            for part in parts:
                more_won = min(rest, self.box[part][1] - self.box[part][0])
                rest -= more_won
                if sign:
                    most += times[part] * more_won
                else:
                    least += times[part] * more_won
        found = test(least, most)
        if found is None:
            widest = max(range(len(times)), key=lambda part: self.box[part][1] - self.box[part][0])
            for part, own in enumerate(times):
                others = {*times[:part], *times[part + 1 :]}
                if len(others) == 1 and self.box[part][1] > self.box[part][0]:  # it depends on this part alone
                    (other,) = others
                    base = self._offset(total) + other * self.most(counted)
                    ranges = _by_finding(*self.box[part], _at_one(test, base, own - other))
                    if len(ranges) > 1:
                        raise NeedsPart(part, ranges)
            raise NeedsPart(widest, _apart(*self.box[widest]))
        return found

    def roughly(self, total: Sum) -> tuple[int, int]:
        """The lowest and the highest that a number can be, whatever the sides have won."""
        low = high = total.known
        for counted in {counted for _, counted in total.terms}:
            # all of it is divided between the players, so that each bit of it is multiplied by one of these
            times = [n for (_, what), n in total.terms.items() if what == counted]
            if len(times) <= self.taking.bit_length() + len(self.aside):
                times.append(0)
            less, more = (0, self.tricks) if counted is None else self._negative_and_positive(counted)
            low += less * max(times) + more * min(times)
            high += less * min(times) + more * max(times)
        return low, high

    def _negative_and_positive(self, counted: tuple[int, ...]) -> tuple[int, int]:
        """The sums of the negative and of the positive points of the cards in play."""
        found = self._sums.get(counted)
        if found is None:
            points = [n for card, n in enumerate(counted) if self.in_play >> card & 1]
            found = self._sums[counted] = sum(min(n, 0) for n in points), sum(max(n, 0) for n in points)
        return found

    def _offset(self, total: Sum) -> int:
        """The known part, when what was won includes the trick just played."""
        return total.known - (total.terms.get((self.winner, None), 0) if self.winner >= 0 else 0)

    def _divided(self, total: Sum) -> dict[Counted, tuple[int, int]] | None:
        """For all that is counted, how many times it is multiplied if our side has won it, and if the other has; None
        if it does not depend on the sides alone.
        """
        terms = total.terms
        if self.winner >= 0:  # what they have won includes the trick just played
            last = {counted: times for (who, counted), times in terms.items() if who == TRICK}
            own = {counted: times for (who, counted), times in terms.items() if who == self.winner and counted}
            if last != own:
                return None
        elif any(who == TRICK for who, _ in terms):
            return None
        found: dict[Counted, tuple[int, int]] = {}
        seats = [seat for seat in range(self.taking.bit_length()) if self.taking >> seat & 1]
        for counted in {counted for _, counted in terms}:
            times = {seat: terms.get((seat, counted), 0) for seat in seats}
            aside = {terms.get((ASIDE - slot, counted), 0) for slot in self.aside} if counted else set[int]()
            values = sorted({*times.values(), *aside})
            if len(values) > 2:
                return None
            if len(values) == 1:
                ours = theirs = values[0]
            else:
                first = sum(1 << seat for seat in seats if times[seat] == values[0])
                if first in (0, self.taking):
                    return None
                if not self.side:
                    self.side = first
                if self.side not in (first, self.taking & ~first):
                    return None
                ours, theirs = values if self.side == first else values[::-1]
                if counted and not self._same_aside(terms, counted, ours):
                    return None
            if self.won is not None and counted not in self.won:
                self.won[counted] = (0, self.most(counted))
            found[counted] = ours, theirs
        return found

    def _same_aside(self, terms: dict[Term, int], counted: Counted, ours: int) -> bool:
        """Whether the heaps that lie aside count for the same side as everywhere else."""
        found = frozenset(slot for slot in self.aside if terms.get((ASIDE - slot, counted), 0) == ours)
        if self.aside_with is None:
            self.aside_with = found
        return found == self.aside_with


FEW = 8
"""A range of sums no longer than this is taken apart at once."""


def _apart(low: int, high: int) -> list[tuple[int, int]]:
    """Parts of a range.  Raises `Undecided` if it is a single number."""
    if low == high:
        raise Undecided
    each = 1 if high - low < FEW else (high - low) // 2 + 1
    return [(first, min(first + each - 1, high)) for first in range(low, high + 1, each)]


def _at_one(test: Callable[[int, int], int | None], base: int, times: int) -> Callable[[int], int | None]:
    """What a test finds of a number that is known, by what was won."""
    return lambda won: test(base + times * won, base + times * won)


def _by_finding(low: int, high: int, test: Callable[[int], int | None]) -> list[tuple[int, int]]:
    """The parts of a range in which a test finds the same."""
    found: list[tuple[int, int]] = []
    before: int | None = None
    for n in range(low, high + 1):
        now = test(n)
        if found and now == before:
            found[-1] = found[-1][0], n
        else:
            found.append((n, n))
        before = now
    return found if len(found) > 1 else _apart(low, high)


class Sum:
    """A number, plus multiples of what players win."""

    __slots__ = ("known", "terms")

    def __init__(self, known: int, terms: dict[Term, int]) -> None:
        self.known = known
        self.terms = {term: times for term, times in terms.items() if times}
