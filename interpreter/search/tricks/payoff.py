"""What a deal is worth, as a function of one sum that a side wins in tricks and points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, product
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

    def number(self, won: Iterable[int]) -> int:
        """What the parts have won, as the kernel numbers it."""
        return sum(n * (self.total + 1) ** part for part, n in enumerate(won))

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
        return b"".join(pack("<2i", self.number(won), level[worth]) for won, worth in self.worth.items())


@dataclass(frozen=True, slots=True)
class Course:
    """How play goes on.  `duties[trick][up][duty][place][seat]`: the cards that a duty prefers, for the trick with this
    number from now, if one of the cards `flag` has been played or not.  `by_best`: the same for all but the leader of a
    trick, by the group led, the card that wins so far, its player and the seat to play, for each duty; None if the
    duties do not depend on these.
    """

    payoff: Payoff | DividedPayoff
    taking: int
    flag: int
    duties: tuple[tuple[tuple[tuple[tuple[int, ...], ...], ...], ...], ...]
    by_best: ByBest | None = None
    also: int = 0
    """The cards that may be played as well as those that follow suit."""


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
    for times in _factors(needed, most, tricks):
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
                        cards = range(max((len(counted) for counted in factors if counted), default=0))
                        points = tuple(
                            sum(t * counted[card] for counted, t in factors.items() if counted) for card in cards
                        )
                        return Payoff(side, factors.get(None, 0), points, last, {n: sums[n] for n in order})
    return None


_LAST = (0, *range(1, 31))
"""What the last trick may count besides."""


def _factors(needed: list[Counted], most: list[int], tricks: int) -> Iterable[tuple[int, ...]]:
    """Ways to make one sum of several."""
    match len(needed):
        case 0:
            return [()]
        case 1:
            return [(1,)]
        case _:
            return [(1, 0), (0, 1), (most[1] + 1, 1), (1, most[0] + 1)]
