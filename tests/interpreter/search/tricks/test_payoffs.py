"""What a deal is worth, as a function of one sum, held against what it is worth for each way in which it can end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from struct import iter_unpack

import pytest

from hoyle.interpreter.search.tricks.assumptions import Assumptions, Counted
from hoyle.interpreter.search.tricks.later import _Won
from hoyle.interpreter.search.tricks.payoff import (
    DividedPayoff,
    OpenPayoff,
    Payoff,
    WorthForRange,
    open_payoff,
    payoff_of,
)
from hoyle.interpreter.search.tricks.results import _divisions, _possible, _tightened

POINTS = (2, 0, 3, 1, 0, 4)
"""What each of six cards counts."""
OTHERS = (0, 1, 0, 0, 2, 1)
CARDS = (1 << len(POINTS)) - 1
TRICKS = 3
OURS, THEIRS = 0b0101, 0b1010
NEEDED: dict[str, tuple[Counted, ...]] = {
    "tricks": (None,),
    "points": (POINTS,),
    "tricks and points": (None, POINTS),
    "points and tricks": (POINTS, None),
    "two kinds of points": (POINTS, OTHERS),
}
WORTHS: dict[str, Callable[[int, int, int], int]] = {
    "the first": lambda first, _, last: first,
    "the second": lambda _, second, last: 5 * second,
    "from three on": lambda first, _, last: 10 if first >= 3 else -2,
    "from three on, and all": lambda first, _, last: 20 if first >= 10 else 10 if first >= 3 else 0,
    "the first before the second": lambda first, second, last: 100 * first + second,
    "the second before the first": lambda first, second, last: 100 * second + first,
    "with the last": lambda first, _, last: first + 2 * last,
    "three for the last": lambda first, _, last: 3 * last,
    "the fewer the better": lambda first, _, last: -first - 4 * last,
    "nothing": lambda first, second, last: 0,
}
NO_SUM: dict[str, Callable[[int, int, int], int]] = {
    "exactly two": lambda first, _, last: int(first == 2),
    "the less of the last": lambda first, _, last: first - 5 * last,
}


def most(counted: Counted, cards: int = CARDS) -> int:
    """How much there is of what counts."""
    return TRICKS if counted is None else sum(n for card, n in enumerate(counted) if cards >> card & 1)


def ends(needed: tuple[Counted, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each way to end: whether our side took the last trick, and what it has of what counts."""
    for last, *won in product((0, 1), *(range(most(one) + 1) for one in needed)):
        if None in needed:
            tricks = won[needed.index(None)]
            everything = [most(one) for one in needed]
            if (tricks == 0 and (last or any(won))) or (tricks == TRICKS and (not last or won != everything)):
                continue
        yield last, tuple(won)


def assumed() -> Assumptions:
    """As after the last trick: three tricks between two pairs."""
    return Assumptions(TRICKS, CARDS, OURS | THEIRS, side=OURS)


def ranges_of(needed: tuple[Counted, ...], worth: Callable[[int, int, int], int]) -> list[WorthForRange]:
    """What the deal is worth, one by one."""
    return [
        WorthForRange({one: (n, n) for one, n in zip(needed, won, strict=True)}, last, worth(won[0], won[-1], last))
        for last, won in ends(needed)
    ]


def worth_by(payoff: Payoff, needed: tuple[Counted, ...], last: int, won: tuple[int, ...], *, steps: bool) -> int:
    """What a pay-off says of one way to end.  `steps`: it holds only the least sums."""
    points = payoff.points
    n = 0
    left = [a if payoff.side == OURS else most(one) - a for one, a in zip(needed, won, strict=True)]
    for one, amount in zip(needed, left, strict=True):
        if one is None:
            n += payoff.each * amount
            continue
        card = next(card for card, value in enumerate(one) if value and not any(
            other[card] for other in needed if other not in (None, one)))  # fmt: skip
        times, rest = divmod(points[card] if card < len(points) else 0, one[card])
        assert not rest
        n += times * amount
    n += payoff.last * (last if payoff.side == OURS else 1 - last)
    if steps:
        return payoff.worth[max((least for least in payoff.worth if least <= n), default=min(payoff.worth))]
    return payoff.worth[n]


@pytest.mark.parametrize("name", NEEDED)
def test_a_payoff_says_what_was_found_for_each_way_to_end(name: str) -> None:
    needed = NEEDED[name]
    for worth in WORTHS.values():
        payoff = payoff_of(ranges_of(needed, worth), assumed())
        assert payoff is not None
        assert [*payoff.worth] == sorted(payoff.worth)
        assert [*payoff.worth.values()] == sorted(payoff.worth.values())
        for last, won in ends(needed):
            assert worth_by(payoff, needed, last, won, steps=False) == worth(won[0], won[-1], last)
    for worth in NO_SUM.values():
        assert payoff_of(ranges_of(needed, worth), assumed()) is None


def test_the_same_pay_off_by_numbers() -> None:
    found = payoff_of(ranges_of((None,), WORTHS["with the last"]), assumed())
    assert found == Payoff(OURS, 1, (), 2, {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5})


def test_three_things_that_count_are_too_many() -> None:
    three = [WorthForRange({None: (0, 1), POINTS: (0, 1), OTHERS: (0, 1)}, 0, 1)]
    assert payoff_of(three, assumed()) is None
    assert open_payoff(three, assumed()) is None
    assert open_payoff([WorthForRange({(0, -1): (0, 1)}, 0, 1)], assumed()) is None


@pytest.mark.parametrize("name", NEEDED)
def test_a_payoff_with_cards_aside_says_the_same_once_they_are_known(name: str) -> None:
    needed = NEEDED[name]
    for worth in [*WORTHS.values(), *NO_SUM.values()]:
        made = assumed()
        made.aside, made.aside_with = (7, 8), frozenset({7})
        whole = open_payoff(ranges_of(needed, worth), made)
        assert whole is not None
        assert (whole.side, whole.taking, whole.needed) == (OURS, OURS | THEIRS, needed)
        assert (whole.aside, whole.won) == (frozenset({7}), (0,) * len(needed))
        known = whole.known({7: 0, 8: 0}, TRICKS, CARDS)
        direct = payoff_of(ranges_of(needed, worth), assumed())
        assert (known is None) == (direct is None)
        if known is not None:
            for last, won in ends(needed):
                assert worth_by(known, needed, last, won, steps=True) == worth(won[0], won[-1], last)
            assert whole.known({7: 0, 8: CARDS}, TRICKS, CARDS) is known


def test_cards_aside_count_for_the_side_that_has_them() -> None:
    made = assumed()
    made.aside_with = frozenset({7})
    whole = open_payoff([WorthForRange({POINTS: (0, 4)}, last, -1) for last in (0, 1)]
                        + [WorthForRange({POINTS: (5, 10)}, last, 1) for last in (0, 1)], made)  # fmt: skip
    assert whole is not None
    at = {heap: whole.known({7: heap, 8: CARDS & ~heap}, 2, CARDS & ~heap) for heap in range(CARDS + 1)}
    for heap, payoff in at.items():
        here = sum(n for card, n in enumerate(POINTS) if heap >> card & 1)
        there = sum(POINTS) - here
        assert payoff is not None
        assert (payoff.side, payoff.each, payoff.points, payoff.last) == (OURS, 0, POINTS, 0)
        if here >= 5:
            assert payoff.worth == {0: 1}
        elif here + there < 5:
            assert payoff.worth == {0: -1}
        else:
            assert payoff.worth == {0: -1, 5 - here: 1}
    later = OpenPayoff(whole.side, whole.taking, whole.needed, (3,), whole.aside, whole.ranges)
    assert later.known({7: 0b1}, 1, 0b100000) == Payoff(OURS, 0, POINTS, 0, {0: 1})
    assert later.known({7: 0b1000}, 1, 0b100000) == Payoff(OURS, 0, POINTS, 0, {0: -1, 1: 1})


def test_the_other_side_loses_what_one_gains() -> None:
    one = Payoff(OURS, 2, (0, 3, 1), 5, {0: -4, 6: 0, 9: 7})
    other = one.of_other_side(0b1111, 2, 0b110)
    assert other == Payoff(THEIRS, 2, (0, 3, 1), 5, {4: -7, 7: 0, 13: 4})
    assert one.of_other_side(0b0111, 1, 0b001).worth == {-2: -7, 1: 0, 7: 4}
    assert one.of_other_side(0b0111, 1, 0b001).side == 0b0010
    divided = DividedPayoff((1, 2, 4), 1, (), 2, {(0, 0, 2): 3, (2, 0, 0): -1, (1, 0, 1): 3, (0, 2, 0): 0})
    assert divided.of_other_side(0b111, 2, 0).worth == {(0, 0, 2): -3, (2, 0, 0): 1, (1, 0, 1): -3, (0, 2, 0): 0}
    assert [divided.part(seat) for seat in range(4)] == [0, 1, 2, 0]
    assert divided.levels == (-1, 0, 3)
    assert [*iter_unpack("<2i", divided.results)] == [(18, 2), (2, 0), (10, 2), (6, 1)]


def test_what_cards_of_won_tricks_count_is_known_if_it_is_certain_where_they_lie() -> None:
    random = Random(1)
    certain = 0
    for _ in range(300):
        cards = random.randrange(64)
        where = {card: random.randrange(3) for card in range(6) if cards >> card & 1}
        shared = random.random() < 0.5
        masks = [sum(1 << card for card, at in where.items() if at == heap) for heap in range(3)]
        known = random.randrange(1, 4)
        heaps = [(frozenset({heap, heap + 3}) if shared else frozenset({heap}), masks[heap]) for heap in range(known)]
        side = random.randrange(64)
        found = _Won([{}], heaps, cards).points(side, POINTS)
        missing = any(POINTS[card] and at >= known for card, at in where.items())
        split = any(shared and (side >> at & 1) != (side >> at + 3 & 1) and POINTS[card]
                    for card, at in where.items() if at < known)  # fmt: skip
        if missing or split:
            assert found is None
        else:
            certain += 1
            assert found == sum(POINTS[card] for card, at in where.items() if side >> at & 1)
    assert certain > 60
    ways = [{0: 1, 1: 1, 2: 0}, {0: 1, 1: 0, 2: 1}]
    won = _Won(ways, [], 0)
    assert [won.number(side) for side in range(8)] == [0, 1, None, None, None, None, 1, 2]
    assert _Won([], [], 0).number(1) is None


def test_ranges_of_parts_are_as_narrow_as_their_total_allows() -> None:
    random = Random(2)
    for _ in range(200):
        total = random.randrange(6)
        box = [tuple(sorted((random.randrange(6), random.randrange(6)))) for _ in range(3)]
        whole = [(low, high) for low, high in box]
        ways = [won for won in product(*(range(low, high + 1) for low, high in whole)) if sum(won) == total]
        narrow = [(low, high) for low, high in whole]
        assert _tightened(narrow, total) == bool(ways)
        if ways:
            assert narrow == [(min(way[i] for way in ways), max(way[i] for way in ways)) for i in range(3)]
        assert sorted(dict(_divisions([(whole, 7)], total))) == sorted(ways)


def test_nobody_takes_the_last_trick_whose_part_has_none() -> None:
    class Run:
        """A run that counts tricks, or points."""

        def __init__(self, counted: Counted) -> None:
            self.assumed = assumed()
            self.assumed.counted = counted

    parts = (0b001, 0b110)
    for box, wanted in (([(0, 0), (1, 3)], [1, 2]), ([(1, 3), (0, 0)], [0]), ([(0, 1), (0, 2)], [0, 1, 2])):
        assert _possible(Run(None), [0, 1, 2], parts, box) == wanted  # type: ignore[arg-type]
        assert _possible(Run(POINTS), [0, 1, 2], parts, box) == [0, 1, 2]  # type: ignore[arg-type]
