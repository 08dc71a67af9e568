"""What a deal is worth, as a function of one sum that a side wins in tricks and points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product
from operator import mul
from struct import pack

from .assumptions import Assumptions, Counted

ByBest = dict[tuple[int, int, int, int], tuple[int, ...]]
"""Masks of preferred cards by duty, for the group led, the card that wins so far, its player and the seat to play."""


@dataclass(frozen=True, slots=True)
class Payoff:
    """What a deal is worth.  `side`: the seats whose winnings are counted.  A trick counts `each`, its cards `points`
    (by card), the last trick `last` more.  `worth[n]`: what it is worth in the end if this side wins `n`; it never
    falls.
    """

    side: int
    each: int
    points: tuple[int, ...]
    last: int
    worth: dict[int, int]

    def of_other_side(self, taking: int, tricks: int, in_play: int) -> Payoff:
        """The same as the other of two sides sees it: what one gains, the other loses.  `taking`: all seats that win
        anything; `tricks` and `in_play`: how many tricks are left, and their cards.
        """
        points = sum(n for card, n in enumerate(self.points) if in_play >> card & 1)
        whole = self.each * tricks + points + self.last
        worth = {whole - n: -self.worth[n] for n in sorted(self.worth, reverse=True)}
        return replace(self, side=taking & ~self.side, worth=worth)


@dataclass(frozen=True)
class DividedPayoff:
    """What a deal is worth where it is no function of one sum.  A trick counts `each` and its cards `points` (by card)
    for one of the `parts` of the seats; together they win `total`.  `worth`: what the deal is worth in the end, by what
    each part has won.
    """

    parts: tuple[int, ...]
    each: int
    points: tuple[int, ...]
    total: int
    worth: dict[tuple[int, ...], int]

    def of_other_side(self, taking: int, tricks: int, in_play: int) -> DividedPayoff:
        """The same as the other of two sides sees it."""
        return replace(self, worth={won: -worth for won, worth in self.worth.items()})

    @cached_property
    def _worth_of_part(self) -> tuple[int, ...]:
        """By how much the number of what the parts have won is larger if one of them wins one more."""
        return tuple((self.total + 1) ** part for part in range(len(self.parts)))

    def number(self, won: Iterable[int]) -> int:
        """What the parts have won, as the kernel numbers it."""
        return sum(map(mul, won, self._worth_of_part))

    def part(self, seat: int) -> int:
        """The part of a seat (0 for one that takes no part)."""
        return next((part for part, seats in enumerate(self.parts) if seats >> seat & 1), 0)

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """All that the deal can be worth, in rising order."""
        return tuple(sorted({*self.worth.values()}))

    @cached_property
    def results(self) -> bytes:
        """The levels as the kernel reads them."""
        level = {worth: i for i, worth in enumerate(self.levels)}
        numbers = [n for won, worth in self.worth.items() for n in (self.number(won), level[worth])]
        return pack(f"<{len(numbers)}i", *numbers)


@dataclass(frozen=True)
class OpenPayoff:
    """What a deal is worth while it is not known which cards lie aside.  `needed`: what counts; `won`: how much of each
    the `side` has won already; `aside`: the slots of the heaps aside that count for it.  `ranges`: what the deal is
    worth, by what the side has in the end.  `taking`: all seats that win anything.
    """

    side: int
    taking: int
    needed: tuple[Counted, ...]
    won: tuple[int, ...]
    aside: frozenset[int]
    ranges: tuple[WorthForRange, ...]

    def known(self, heaps: dict[int, int], tricks: int, in_play: int) -> Payoff | None:
        """The same when it is known what lies in the heaps, by slot; None if it is no function of one sum.  `tricks`
        and `in_play`: how many tricks are left, and their cards.
        """
        ours = 0
        for slot in self.aside:
            ours |= heaps[slot]
        won = tuple(n + (_points(one, ours) if one else 0) for n, one in zip(self.won, self.needed, strict=True))
        most = tuple(tricks if one is None else _points(one, in_play) for one in self.needed)
        if (won, most) not in self._known:
            self._known[won, most] = self._when(won, most, tricks)
        return self._known[won, most]

    def _when(self, won: tuple[int, ...], most: tuple[int, ...], tricks: int) -> Payoff | None:
        """The pay-off if our side has won so much of what counts, and there is so much to win."""
        areas = [area for one in self.ranges for area in self._areas(one, won, most)]
        lasts = _LAST if self._last_matters else (0,)
        for times in _factors([*self.needed], [*most]):
            for last in dict.fromkeys(n * each for each in (1, *times) for n in lasts):
                for side in (self.side, self.taking & ~self.side):
                    whole = None if side == self.side else sum(n * t for n, t in zip(most, times, strict=True)) + last
                    worth = _rising(areas, times, last, whole)
                    if worth is not None:
                        factors = dict(zip(self.needed, times, strict=True))
                        return Payoff(side, factors.get(None, 0), _weights(factors), last, worth)
        return None

    @cached_property
    def _known(self) -> dict[tuple[tuple[int, ...], tuple[int, ...]], Payoff | None]:
        return {}

    def _areas(self, one: WorthForRange, won: tuple[int, ...], most: tuple[int, ...]) -> Iterator[_Area]:
        """The divisions of a range that may occur, by what is won from now on: who has no trick has nothing, who has
        all has everything.
        """
        box: list[tuple[int, int]] = []
        for counted, before, all_of_it in zip(self.needed, won, most, strict=True):
            low, high = one.won.get(counted, (before, before + all_of_it))
            box.append((max(low - before, 0), min(high - before, all_of_it)))
        if any(low > high for low, high in box):
            return
        if None not in self.needed:
            yield _Area(tuple(box), one.last, one.worth)
            return
        at = self.needed.index(None)
        low, high = box[at]
        if not low and not one.last and not any(least for least, _ in box):
            yield _Area(tuple((0, 0) for _ in box), 0, one.worth)
        if high == most[at] and one.last and tuple(end for _, end in box) == most:
            yield _Area(tuple((n, n) for n in most), 1, one.worth)
        if max(low, 1) <= min(high, most[at] - 1):
            between = max(low, 1), min(high, most[at] - 1)
            yield _Area((*box[:at], between, *box[at + 1 :]), one.last, one.worth)

    @cached_property
    def _last_matters(self) -> bool:
        """Whether it matters who takes the last trick."""
        found = {(tuple(one.won.items()), one.last): one.worth for one in self.ranges}
        return any(found.get((won, 1 - last), worth) != worth for (won, last), worth in found.items())


@dataclass(frozen=True, slots=True)
class _Area:
    """Divisions that are all worth the same: what a side wins of each that counts, the least and the most."""

    box: tuple[tuple[int, int], ...]
    last: int
    worth: int


def _points(counted: tuple[int, ...], cards: int) -> int:
    return sum(n for card, n in enumerate(counted) if n and cards >> card & 1)


def _weights(factors: dict[Counted, int]) -> tuple[int, ...]:
    """What each card counts."""
    cards = range(max((len(counted) for counted in factors if counted), default=0))
    return tuple(sum(t * counted[card] for counted, t in factors.items() if counted) for card in cards)


def _rising(areas: list[_Area], times: tuple[int, ...], last: int, whole: int | None) -> dict[int, int] | None:
    """The least sum for which the deal is worth each that it can be; None if it may fall where the sum rises.  `whole`:
    the sum of both sides if the other side is counted.
    """
    ends: dict[int, tuple[int, int]] = {}
    for area in areas:
        low = high = last * area.last
        for (least, most), n in zip(area.box, times, strict=True):
            low, high = low + n * least, high + n * most
        if whole is not None:
            low, high = whole - high, whole - low
        before = ends.get(area.worth, (low, high))
        ends[area.worth] = min(low, before[0]), max(high, before[1])
    order = sorted(ends)
    if any(ends[a][1] >= ends[b][0] for a, b in pairwise(order)):
        return None
    return {ends[worth][0]: worth for worth in order}


@dataclass(frozen=True, slots=True)
class Course:
    """How play goes on.  `duties[trick][up][duty][place][seat]`: the cards that a duty prefers, for the trick with this
    number from now, if one of the cards `flag` has been played or not.  `by_best`: the same for all but the leader of a
    trick, by the group led, the card that wins so far, its player and the seat to play, for each duty; None if the
    duties do not depend on these.
    """

    payoff: Payoff | DividedPayoff | OpenPayoff
    taking: int
    flag: int
    duties: tuple[tuple[tuple[tuple[tuple[int, ...], ...], ...], ...], ...]
    by_best: ByBest | None = None
    also: int = 0
    """The cards that may be played as well as those that follow suit."""

    @property
    def settled(self) -> Payoff | DividedPayoff:
        """What the deal is worth where it is known what lies aside."""
        assert not isinstance(self.payoff, OpenPayoff)
        return self.payoff


@dataclass(frozen=True, slots=True)
class WorthForRange:
    """What the deal is worth for some divisions of what counts.  `last`: whether our side took the last trick."""

    won: dict[Counted, tuple[int, int]]
    last: int
    worth: int


def payoff_of(ranges: list[WorthForRange], assumed: Assumptions) -> Payoff | None:
    """The pay-off that says the same as what was found for ranges; None if it is no function of one sum."""
    needed = list(dict.fromkeys(counted for one in ranges for counted in one.won))
    if len(needed) > 2:
        return None
    results: dict[tuple[int, ...], int] = {}
    for one in ranges:
        won = [one.won.get(counted, (0, assumed.most(counted))) for counted in needed]
        for amounts in product(*(range(low, high + 1) for low, high in won)):
            if _occurs((one.last, *amounts), needed, assumed):
                results[one.last, *amounts] = one.worth
    return _scaled(results, needed, assumed, assumed.tricks)


def _occurs(result: tuple[int, ...], needed: list[Counted], assumed: Assumptions) -> bool:
    """Whether a result may occur: who has no trick has nothing, who has all has everything."""
    last, *amounts = result
    won = dict(zip(needed, amounts, strict=True))
    if None not in won:
        return True
    others = {counted: n for counted, n in won.items() if counted is not None}
    if won[None] == 0:
        return not last and not any(others.values())
    if won[None] == assumed.tricks:
        return bool(last) and all(n == assumed.most(counted) for counted, n in others.items())
    return True


def _scaled(
    results: dict[tuple[int, ...], int], needed: list[Counted], assumed: Assumptions, tricks: int
) -> Payoff | None:
    """The pay-off as a function of one sum that never falls; None if there is none."""
    most = [assumed.most(counted) for counted in needed]
    matters = any(results.get((1 - last, *amounts), worth) != worth for (last, *amounts), worth in results.items())
    for times in _factors(needed, most):
        without = [
            (took_last, sum(a * t for a, t in zip(amounts, times, strict=True)), worth)
            for (took_last, *amounts), worth in results.items()
        ]
        for last in dict.fromkeys(n * each for each in (1, *times) for n in _LAST) if matters else (0,):
            whole = sum(n * t for n, t in zip(most, times, strict=True)) + last
            for side in (assumed.side, assumed.taking & ~assumed.side):
                sums: dict[int, int] = {}
                for took_last, base, worth in without:
                    n = last * took_last + base
                    if sums.setdefault(n if side == assumed.side else whole - n, worth) != worth:
                        break
                else:
                    order = sorted(sums)
                    if all(sums[a] <= sums[b] for a, b in pairwise(order)):
                        factors = dict(zip(needed, times, strict=True))
                        worth = {n: sums[n] for n in order}
                        return Payoff(side, factors.get(None, 0), _weights(factors), last, worth)
    return None


_LAST = (0, *range(1, 31))
"""What the last trick may count besides."""


def open_payoff(ranges: list[WorthForRange], assumed: Assumptions) -> OpenPayoff | None:
    """The pay-off that is made of what was found for ranges, with cards aside.  None if what is won is counted in
    more than two ways, or a card counts less than nothing.
    """
    needed = tuple(dict.fromkeys(counted for one in ranges for counted in one.won))
    if len(needed) > 2 or any(min(counted) < 0 for counted in needed if counted):
        return None
    aside = assumed.aside_with or frozenset()
    return OpenPayoff(assumed.side, assumed.taking, needed, (0,) * len(needed), aside, tuple(ranges))


def _factors(needed: list[Counted], most: list[int]) -> Iterable[tuple[int, ...]]:
    """Ways to make one sum of several."""
    match len(needed):
        case 0:
            return [()]
        case 1:
            return [(1,)]
        case _:
            return [(1, 0), (0, 1), (most[1] + 1, 1), (1, most[0] + 1)]
