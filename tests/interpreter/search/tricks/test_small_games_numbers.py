"""Numbers that depend on what is won in tricks, held against the numbers that they are once it is known."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from operator import gt
from typing import Any

import pytest

from hoyle.interpreter.search.tricks.assumptions import (
    TRICK,
    Assumptions,
    NeedsAnswer,
    NeedsCard,
    NeedsPart,
    NeedsTotal,
    Sum,
    Undecided,
    _apart,
    _by_finding,
)
from hoyle.interpreter.search.tricks.folds import CardBits, PileEnds, UnknownFolds, highest, lowest
from hoyle.interpreter.search.tricks.later import _agrees, _is, _ways
from hoyle.interpreter.search.tricks.position import _ranked
from hoyle.interpreter.search.tricks.slots import NeedsRead, SomeSlots, TrackedSlots, UnreadValue
from hoyle.interpreter.search.tricks.symbols import (
    UNKNOWN,
    CardOfSeat,
    HeldCards,
    OpenTrick,
    PlayedTrick,
    SomeTrick,
    Taken,
    Total,
    mask_of_pile,
)

TRICKS = 5
POINTS = (0, 2, 0, 3, 1, 0)
"""What each of six cards counts."""
ALL_CARDS = (1 << len(POINTS)) - 1
TESTS: dict[str, Callable[[Any, Any], Any]] = {
    "less": lambda a, b: a < 3, "more": lambda a, b: a > 3, "at most": lambda a, b: a <= 2, "at least": lambda a, b: a >= 4,
    "equal": lambda a, b: a == 2, "other": lambda a, b: a != 5, "truth": lambda a, b: bool(a - 3), "number": lambda a, b: int(a),
    "half": lambda a, b: a // 2, "rest": lambda a, b: a % 3, "of ten": lambda a, b: 10 // (a + 1), "by": lambda a, b: 7 % (a + 2),
    "turned": lambda a, b: -a < -1, "times": lambda a, b: 3 * a + 1 > 7, "from": lambda a, b: 4 - a >= 2, "minus": lambda a, b: a - 2 == 0,
    "both": lambda a, b: a > b, "sum": lambda a, b: a + b == TRICKS, "twice": lambda a, b: 2 * a - b >= 4, "product": lambda a, b: a * b,
    "highest": lambda a, b: highest(a, b) >= 4, "lowest": lambda a, b: lowest(a, b) < 2, "top": lambda a, b: highest(a, 2, b) == a,
    "not highest": lambda a, b: highest(a, b) != 3, "above": lambda a, b: highest(a, b) > 3, "low above": lambda a, b: lowest(a, b) > 1,
    "low equal": lambda a, b: lowest(a, b) == 1, "low at most": lambda a, b: lowest(a, b, 4) <= 1, "sum of highest": lambda a, b: int(highest(a, b) + 1),
    "less highest": lambda a, b: int(9 - highest(a, b)), "highest less": lambda a, b: int(highest(a, b) - 1), "times lowest": lambda a, b: int(lowest(a, b) * 3),
    "any highest": lambda a, b: bool(lowest(a, b)), "hash": lambda a, b: {int(highest(a, b)): 1},
}  # fmt: skip


def tried(kind: type[Exception], find: Callable[[Any, Any], Any], a: Any, b: Any) -> tuple[Any, Any]:
    """What is found, or the exception that says what must be known."""
    try:
        return find(a, b), None
    except kind as needed:
        return None, needed


def concrete(find: Callable[[Any, Any], Any], ours: int) -> Any:
    """What is found when it is known how much each side has won."""
    return find(ours, TRICKS - ours)


@pytest.mark.parametrize("name", TESTS)
def test_a_number_decides_what_it_decides_whatever_was_won(name: str) -> None:
    find = TESTS[name]
    for ours in range(TRICKS + 1):
        assumed = Assumptions(TRICKS, ALL_CARDS, 0b1111, side=0b0101, won={})
        a = Total(assumed, 0, {(0, None): 1, (2, None): 1})
        b = Total(assumed, 0, {(1, None): 1, (3, None): 1})
        for _ in range(20):
            found, needed = tried(NeedsTotal, find, a, b)
            if needed is None:
                break
            assert needed.counted is None
            low, high = assumed.won[None]  # type: ignore[index]
            assert [n for least, most in needed.ranges for n in range(least, most + 1)] == [*range(low, high + 1)]
            assert len(needed.ranges) > 1
            assumed.won = {None: next(one for one in needed.ranges if one[0] <= ours <= one[1])}
        else:
            raise AssertionError("it is never decided")
        assert found == concrete(find, ours), (ours, assumed.won)
        low, high = assumed.won.get(None, (0, TRICKS)) if assumed.won else (0, TRICKS)
        assert {str(concrete(find, other)) for other in range(low, high + 1)} == {str(found)}


def test_points_of_cards_are_divided_as_tricks_are() -> None:
    whole = sum(POINTS)
    for ours, bound in product(range(whole + 1), range(-1, whole + 2)):
        assumed = Assumptions(TRICKS, ALL_CARDS, 0b1111, side=0b0101, won={})
        total = Total(assumed, 1, {(0, POINTS): 2, (2, POINTS): 2})
        for _ in range(20):
            found, needed = tried(NeedsTotal, gt, total, bound)
            if needed is None:
                break
            assert needed.counted == POINTS
            assumed.won = {POINTS: next(one for one in needed.ranges if one[0] <= ours <= one[1])}
        assert found == (2 * ours + 1 > bound)
    assert Assumptions(TRICKS, ALL_CARDS, 0b1111).most(POINTS) == whole
    assert Assumptions(TRICKS, 0b1010, 0b1111).most(POINTS) == 5
    assert Assumptions(TRICKS, 0b1010, 0b1111).most(None) == TRICKS
    assert Assumptions(TRICKS, 0b1010, 0b1111, winner=1).most(None) == TRICKS + 1


def test_what_parts_of_the_seats_have_won_is_divided_among_all() -> None:
    parts = (0b001, 0b010, 0b100)
    for won in [one for one in product(range(TRICKS + 1), repeat=3) if sum(one) == TRICKS]:
        for find in (lambda a, b: a > 2, lambda a, b: a - b > 1, lambda a, b: int(a), lambda a, b: 2 * a + b == 4):
            assumed = Assumptions(TRICKS, ALL_CARDS, 0b111, parts=parts, box=[(0, 0)] * 3)
            a, b = (Total(assumed, 0, {(seat, None): 1}) for seat in (0, 1))
            for _ in range(30):
                found, needed = tried(NeedsPart, find, a, b)
                if needed is None:
                    break
                whole = [*assumed.box]
                whole[needed.part] = next(one for one in needed.ranges if one[0] <= won[needed.part] <= one[1])
                assumed.box = whole
                assert len(needed.ranges) > 1
            else:
                raise AssertionError("it is never decided")
            assert found == find(won[0], won[1])
            assert assumed.counted is None


def test_how_far_a_number_can_be_is_known_roughly_at_once() -> None:
    assumed = Assumptions(TRICKS, ALL_CARDS, 0b1111)
    assert assumed.roughly(Sum(3, {})) == (3, 3)
    assert assumed.roughly(Sum(3, {(0, None): 2})) == (3, 3 + 2 * TRICKS)
    assert assumed.roughly(Sum(3, {(0, None): -2})) == (3 - 2 * TRICKS, 3)
    assert assumed.roughly(Sum(0, {(0, None): 2, (1, None): 2, (2, None): 2, (3, None): 2, (TRICK, None): 2})) == (
        10,
        10,
    )
    assert assumed.roughly(Sum(0, {(0, POINTS): 1, (1, None): -1})) == (-TRICKS, 6)
    negative = (0, -2, 3, 0, 0, 0)
    assert assumed.roughly(Sum(0, {(0, negative): 1})) == (-2, 3)
    assert Sum(1, {(0, None): 0, (1, None): 2}).terms == {(1, None): 2}
    with pytest.raises(Undecided):
        bool(Total(assumed, 0, {(0, None): 1}) > 2)
    assert Total(assumed, 6, {(0, None): 1}) > TRICKS
    assert not Total(assumed, -6, {(0, None): 1}) > 0


def test_ranges_are_taken_apart() -> None:
    assert _apart(2, 5) == [(2, 2), (3, 3), (4, 4), (5, 5)]
    assert _apart(0, 7) == [(n, n) for n in range(8)]
    assert _apart(0, 8) == [(0, 4), (5, 8)]
    assert _apart(3, 21) == [(3, 12), (13, 21)]
    with pytest.raises(Undecided):
        _apart(4, 4)
    assert _by_finding(0, 6, lambda n: n > 2) == [(0, 2), (3, 6)]
    assert _by_finding(1, 6, lambda n: n % 4 == 0) == [(1, 3), (4, 4), (5, 6)]
    assert _by_finding(0, 3, lambda _: True) == [(0, 0), (1, 1), (2, 2), (3, 3)]


# ---------------------------------------------------------------------------------------------------------------- cards


def test_sums_over_cards_that_were_won() -> None:
    folds = UnknownFolds(len(POINTS))
    folds.assumed = assumed = Assumptions(TRICKS, 0b101010, 0b1111)
    every = tuple(range(len(POINTS)))
    bits = CardBits({5: (0, 2)}, every)
    taken = Taken(assumed, 0b000010, frozenset({0, 2}), frozenset({7}))
    assert bits[5] == (0, 2)

    def points(cards: Any) -> Any:
        return folds.sum(POINTS[card] for card in bits[cards])

    found = points(taken)
    assert isinstance(found, Total)
    in_play = (0, 2, 0, 3, 0, 0)
    assert (found.known, found.terms) == (2, {(0, in_play): 1, (2, in_play): 1})
    assert assumed.reads == {7}
    again = points(taken)
    assert again.same(found)
    assert not found.same(found + 1)
    assert not found.same(Taken(assumed, 0, frozenset()))
    assert points(Taken(assumed, 0b1010, frozenset())) == 5
    assert folds.sum(card for card in (1, 2)) == 3
    assert folds.sum([Total(assumed, 1, {(0, None): 1}), 2]).known == 3
    assert points(Taken(assumed, 0b11, frozenset({1}))).known == 2
    with pytest.raises(Undecided):
        points(HeldCards(assumed, 0, 2))
    assumed.waiting.clear()
    with pytest.raises(Undecided):
        next(bits[taken])


def test_whether_a_trick_has_a_card() -> None:
    folds = UnknownFolds(6)
    folds.assumed = assumed = Assumptions(TRICKS, 0b011110, 0b1111, holders={1: 0, 2: 1, 3: 2, 4: 3})
    bits = CardBits({}, tuple(range(6)))
    trick = Taken(assumed, 0, frozenset({TRICK}))

    def some(cards: Any, *wanted: int) -> bool:
        return folds.any(card in wanted for card in bits[cards])

    def every(cards: Any, *wanted: int) -> bool:
        return folds.all(card in wanted for card in bits[cards])

    assert not some(trick, 0, 5)
    assert some(Taken(assumed, 0b100, frozenset({TRICK})), 2)
    with pytest.raises(NeedsAnswer) as asked:
        some(trick, 0, 2, 3)
    assert asked.value.cards == 0b1100
    for answer in (True, False):
        assumed.answers = {0b1100: answer}
        assert some(trick, 2, 3, 5) is answer
    assumed.answers = {0b010010: True}
    assert not every(trick, 2, 3, 0, 5)
    assumed.answers = {0b010010: False}
    assert every(trick, 2, 3, 0, 5)
    with pytest.raises(Undecided):
        some(Taken(assumed, 0, frozenset({1})), 2)
    assumed.waiting.clear()
    assert not some(HeldCards(assumed, 0, 2), 2, 3)
    with pytest.raises(Undecided):
        some(HeldCards(assumed, 0, 2), 1, 2)
    assumed.waiting.clear()
    assert folds.any(iter([0, 1]))
    assert not folds.all(iter([0, 1]))
    with pytest.raises(NeedsCard) as needed:
        folds.elements(card for card in bits[trick])
    assert needed.value.card == 1
    assumed.waiting.clear()
    assumed.in_trick = {1: True, 2: False, 3: False, 4: True}
    assert folds.elements(card for card in bits[trick]) == (1, 4)
    assert folds.elements(card for card in bits[Taken(assumed, 0b100, frozenset({TRICK}))]) == (1, 2, 4)
    assert folds.elements(card for card in bits[Taken(assumed, 0b100, frozenset())]) == (2,)
    assert folds.elements(iter((3, 4))) == (3, 4)


def test_values_in_a_range_and_out_of_it() -> None:
    folds = UnknownFolds(6)
    folds.assumed = assumed = Assumptions(TRICKS, 0, 0b1111)
    total = Total(assumed, 1, {(0, None): 1})
    assert folds.checked(3, 0, 3, 0) == 3
    assert folds.checked(total, 1, 6, 0) is total
    for wrong in ((4, 0, 3), (-1, 0, 3), (Total(assumed, 9, {(0, None): 1}), 0, 8)):
        with pytest.raises(Undecided):
            folds.checked(*wrong, 0)
    for low, high in ((2, 6), (1, 5)):
        with pytest.raises(Undecided):
            folds.checked(total, low, high, 0)
    assert (highest(3, 5), lowest(3, 5), highest([1, 4]), lowest([], default=7)) == (5, 3, 4, 7)


def test_what_is_asked_of_unknown_cards() -> None:
    assumed = Assumptions(TRICKS, 0b1110, 0b1111, holders={1: 0, 2: 1, 3: 1})
    held, none = HeldCards(assumed, 1, 3), HeldCards(assumed, 1, 0)
    assert (held == 0, held != 0, bool(held), held.bit_count()) == (False, True, True, 3)
    assert (none == 0, none != 0, bool(none), none.bit_count()) == (True, False, False, 0)
    assert (held == 5) is UNKNOWN
    assert (held != 5) is UNKNOWN
    assert (held & 3) is UNKNOWN
    assert held.may_hold(0b0100)
    assert not held.may_hold(0b0011)
    assert assumed.asked == {0, 1, 2}
    card = CardOfSeat(assumed, 1)
    assumed.in_trick = {2: True, 3: False, 1: True}
    assert [(card == one, card != one) for one in (-1, 1, 2, 3, 5)] == [
        (False, True), (False, True), (True, False), (False, True), (False, True),
    ]  # fmt: skip
    assert (card == "x") is UNKNOWN
    with pytest.raises(Undecided):
        bool(UNKNOWN + 1)
    taken, other = Taken(assumed, 1, frozenset({0}), frozenset({4})), Taken(assumed, 2, frozenset({1}), frozenset({5}))
    both = taken | other
    assert (both.cards, both.of, both.origins) == (3, {0, 1}, {4, 5})
    assert (4 | taken).cards == (taken | 4).cards == 5
    assert both.same(other | taken)
    assert not both.same(taken)
    assert mask_of_pile((1, 3)) == 0b1010
    assert mask_of_pile(OpenTrick(2)) is UNKNOWN
    trick = mask_of_pile(PlayedTrick(assumed, 4))
    assert (trick.cards, trick.of) == (0, {TRICK})


def test_what_is_asked_of_a_trick() -> None:
    lying = OpenTrick(2)
    assert (len(lying), lying == (), lying != ()) == (2, False, True)
    assert lying.__add__((1,)) is UNKNOWN
    for do in (lambda: lying == (1,), lambda: lying[0], lambda: [*lying], lambda: len(SomeTrick())):
        with pytest.raises(Undecided):
            do()
    assert bool(SomeTrick())
    ends = PileEnds(lambda slots, _, zone, owner, top: ("end", zone, owner, top), (1, 3))
    slots = [0, SomeTrick(7), SomeTrick(), OpenTrick(1), (4, 5)]
    assert ends(slots, None, 0, 0, False) == 7
    assert ends(slots, None, 1, 1, True) == ("end", 1, 1, True)
    for zone, owner, top in ((0, 0, True), (0, 1, False), (1, 0, False)):
        with pytest.raises(Undecided):
            ends(slots, None, zone, owner, top)


# ---------------------------------------------------------------------------------------------------------------- slots


def test_slots_note_which_of_their_first_values_are_read() -> None:
    reads: set[int] = set()
    slots = TrackedSlots([10, 11, 12, 13], reads)
    assert (slots.peek(0), slots.plain()) == (10, [10, 11, 12, 13])
    assert reads == set()
    slots[1] = 5
    assert (slots[1], slots[2]) == (5, 12)
    assert reads == {2}
    other = slots.branch()
    other[0] = 9
    assert (other[0], slots[0], other[3]) == (9, 10, 13)
    assert reads == {0, 2, 3}
    assert slots.fresh == {0, 2, 3}
    assert other.fresh == {2, 3}
    reads.clear()
    assert slots[0:2] == [10, 5]
    assert reads == {0, 2, 3}
    reads.clear()
    assert [*other] == [9, 5, 12, 13]
    assert reads == {2, 3}
    some = SomeSlots([7, 8, 9], {0, 2})
    assert (some[0], some[2]) == (7, 9)
    assert isinstance(some[1], UnreadValue)
    copy = some.branch()
    copy[1] = 4
    assert (copy[1], copy[0], isinstance(some[1], UnreadValue)) == (4, 7, True)
    with pytest.raises(NeedsRead) as needed:
        bool(some[1] + 1)
    assert needed.value.slot == 1


# ------------------------------------------------------------------------------------------------------------ divisions


def test_ways_to_divide_tricks_among_seats() -> None:
    for seats, tricks in product(([2], [0, 1], [1, 3, 0]), range(5)):
        expected = {way for way in product(range(tricks + 1), repeat=len(seats)) if sum(way) == tricks}
        found = [*_ways(seats, tricks)]
        assert [*found[0]] == seats
        assert {tuple(way[seat] for seat in seats) for way in found} == expected
        assert len(found) == len(expected)
    ways = [*_ways([0, 1], 3)]
    assert [way for way in ways if _agrees(way, [({0: 2, 1: 1}, 5)])] == [{0: 2, 1: 1}]
    assert [way for way in ways if _agrees(way, [({0: 1}, 1), ({1: 1, 7: 4}, 2)])] == [{0: 1, 1: 2}]
    assert [way for way in ways if _agrees(way, [({0: 1}, 1), ({1: 1}, 1)])] == []
    assert _agrees({}, [])
    assert (_is(3, 3), _is(3, 4), _is(True, 1), _is((), 0)) == (True, False, False, False)


def test_a_ranking_in_which_groups_and_then_heights_decide() -> None:
    """Two groups of cards: 0 to 2 and 3 to 4.  For each card the cards that beat it, with each group led."""
    size, start = [3, 2], [0, 3]
    whole = [0b00111, 0b11000]
    higher = (0b00110, 0b00100, 0b00000, 0b10000, 0b00000)
    trumps_second = tuple(mask | (0b11000 if card < 3 else 0) for card, mask in enumerate(higher))
    assert _ranked([higher], whole, size, start)
    assert _ranked([trumps_second], whole, size, start)
    assert _ranked([higher, trumps_second], whole, size, start)
    for wrong in (
        (0b00010, *higher[1:]),  # the third does not beat the first
        (0b01110, *higher[1:]),  # one of the other group beats it
        (0b00110, 0b00101, *higher[2:]),  # a lower card beats a higher one
        (0b11110, *higher[1:]),  # the other group beats one card of the first
        (0b00000, 0b00100, *higher[2:]),  # within the group the first card alone is beaten by none
        (*higher[:3], 0b00111, 0b00000),  # the first group beats one card of the other
    ):
        assert not _ranked([wrong], whole, size, start)
        assert not _ranked([higher, wrong], whole, size, start)
    flat = (0, 0, 0, 0, 0)
    assert _ranked([flat], whole, size, start)
