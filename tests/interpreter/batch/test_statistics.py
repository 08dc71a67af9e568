"""Estimates and sums, compared with formulas computed by hand and with random samples."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.interpreter.batch.statistics import (
    frequency,
    mean,
    rate_difference,
    ratio,
    ratio_difference,
    variance,
    wilson,
)
from hoyle.interpreter.batch.sums import EARLY, Cross, Spread, two_digits


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (5, 10, 0.23659, 0.76341), (18, 1000, 0.01142, 0.02827)],
)
def test_the_wilson_interval(count, of, low, high) -> None:
    found = wilson(count, of)
    assert (round(found.low, 5), round(found.high, 5)) == (low, high)
    assert found.value == count / of


@given(st.integers(0, 500), st.integers(1, 500))
def test_the_interval_of_a_rate_contains_it_and_stays_between_0_and_1(count, of) -> None:
    found = wilson(min(count, of), of)
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_without_games_there_is_no_estimate() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert mean(Cross(1), 0).value == ratio(Cross(2), 0, 1).value == 0.0


def test_the_mean_and_its_interval() -> None:
    cross = Cross(1)
    for value in (1, 2, 3, 4):
        cross.add(value)
    found = mean(cross, 0)
    assert found.value == 2.5
    assert found.high - found.value == pytest.approx(1.959964 * (5 / 3 / 4) ** 0.5)


def test_sums_of_large_numbers_are_exact() -> None:
    cross = Cross(1)
    for value in (10**9, 10**9 + 2):
        cross.add(value)
    assert mean(cross, 0).high - mean(cross, 0).value == pytest.approx(1.959964)


def test_intervals_of_ratios_and_paired_ratios_cover_the_true_value() -> None:
    """About ninety-five of a hundred samples must contain the true value, and pairing must narrow the interval."""
    dice = random.Random(7)
    held = {"ratio": 0, "difference": 0}
    for _ in range(200):
        cross = Cross(4)
        for _ in range(200):
            deals = dice.randint(5, 15)
            luck = sum(dice.randint(-2, 4) for _ in range(deals))
            cross.add(luck, deals, luck + sum(dice.random() < 0.2 for _ in range(deals)), deals)
        one, both = ratio(cross, 0, 1), ratio_difference(cross, (0, 1), (2, 3))
        held["ratio"] += one.low <= 1.0 <= one.high
        held["difference"] += both.low <= 0.2 <= both.high
        assert both.high - both.low < 0.5 * (one.high - one.low)
    assert all(180 <= count <= 199 for count in held.values()), held


@pytest.mark.parametrize("seldom", [0.02, 0.1, 0.4])
def test_intervals_of_paired_rates_that_seldom_differ_cover_zero(seldom) -> None:
    dice, held = random.Random(5), 0
    for _ in range(400):
        cross = Cross(2)
        for _ in range(40):
            one = dice.random() < 0.5
            cross.add(one, not one if dice.random() < seldom else one)
        found = rate_difference(cross)
        held += found.low <= 0 <= found.high
        assert found.low <= found.value <= found.high
        assert found.high > found.low
    assert held >= 0.93 * 400


def test_equal_rates_in_a_sample_are_not_called_certainly_equal() -> None:
    cross = Cross(2)
    for i in range(100):
        cross.add(i % 2, i % 2)
    found = rate_difference(cross)
    assert found.value == 0
    assert -0.03 < found.low < 0 < found.high < 0.03
    assert not found.sure


def test_the_variance_of_a_weighted_sum() -> None:
    cross = Cross(2)
    for a, b in ((1, 5), (2, 3), (4, 4)):
        cross.add(a, b)
    differences = [4, 1, 0]
    middle = sum(differences) / 3
    assert variance(cross, {0: -1, 1: 1}) == pytest.approx(sum((d - middle) ** 2 for d in differences) / 2)


def test_the_frequency_of_events_that_happen_more_than_once_a_deal() -> None:
    found, bursts = frequency(400, 100), frequency(400, 100, 4.0)
    assert (found.value, found.low < 4 < found.high) == (4.0, True)
    assert bursts.high - bursts.low == pytest.approx(2 * (found.high - found.low), rel=0.01)
    assert frequency(0, 100).low == 0.0 < frequency(0, 100).high < 0.04
    assert frequency(0, 0).data() == {"value": 0, "low": 0, "high": 0}


def test_intervals_computed_by_hand() -> None:
    z = 1.959964
    cross = Cross(4)
    for row in ((4, 2, 6, 3), (9, 3, 8, 4), (5, 5, 2, 1)):
        cross.add(*row)
    # At 18 events in 10 deals, the residuals of the games are 0.4, 3.6 and -4.
    one = ratio(cross, 0, 1, 10.0)
    half = z * (29.12 * 3 / 2) ** 0.5
    assert (one.low, one.value, one.high) == pytest.approx((18 - half, 18, 18 + half))
    # 16 events in 8 deals minus 18 in 10: the first sample has residuals of zero.
    both = ratio_difference(cross, (0, 1), (2, 3))
    assert (both.low, both.value, both.high) == pytest.approx((0.2 - half / 10, 0.2, 0.2 + half / 10))
    back = ratio_difference(cross, (2, 3), (0, 1))
    assert (back.low, back.value, back.high) == pytest.approx((-0.2 - half / 10, -0.2, -0.2 + half / 10))
    for pair in ((0, 1), (2, 3)):
        none = Cross(4)
        none.add(*(i in pair for i in range(4)))
        assert ratio_difference(none, (0, 1), (2, 3)).data() == {"value": 0, "low": 0, "high": 0}
    rates = Cross(2)
    for row in [(1, 0)] + 4 * [(0, 1)] + 3 * [(1, 1)] + 2 * [(0, 0)]:
        rates.add(*row)
    found, half = rate_difference(rates), z * (6 - 9 / 12) ** 0.5 / 12
    assert (found.low, found.value, found.high) == pytest.approx((0.25 - half, 0.3, 0.25 + half))
    seldom, half = frequency(4, 10), z * (4 + z * z / 4) ** 0.5
    assert (seldom.low, seldom.high) == pytest.approx(((4 + z * z / 2 - half) / 10, (4 + z * z / 2 + half) / 10))


def test_the_variance_of_a_count_relative_to_a_random_process() -> None:
    """2 events in 4 deals and 5 in 6: 0.8 less and 0.8 more than expected at the rate of 0.7."""
    spread = Spread.of(2)
    spread.add([2, 0], 4)
    assert spread.against_chance(0) == 1.0
    spread.add([5, 0], 6)
    assert spread.against_chance(0) == pytest.approx(1.28 * 2 / 7)
    assert spread.against_chance(1) == 1.0


def _games(dice: random.Random, games: int, kind: str) -> tuple[Spread, int, int]:
    """Games in which an event sometimes happens.

    Return the count in the first games, the count in all games, and the deals.
    """
    spread, total, deals = Spread.of(1), 0, 0
    for index in range(games):
        dealt = dice.randint(4, 16)
        match kind:
            case "rare":
                count = sum(dice.random() < 0.02 for _ in range(dealt))
            case "bursts":
                count = 4 * sum(dice.random() < 0.1 for _ in range(dealt))
            case "nearly once":
                count = sum(dice.random() < 0.97 for _ in range(dealt))
            case "four chances":
                count = sum(dice.random() < 0.25 for _ in range(4 * dealt))
            case _:
                count = 1  # once in a game of any length
        if index < EARLY:
            spread.add([count], dealt)
        total, deals = total + count, deals + dealt
    return spread, total, deals


@pytest.mark.parametrize(
    ("kind", "true"),
    [("rare", 0.02), ("bursts", 0.4), ("nearly once", 0.97), ("four chances", 1.0), ("once in a game", 0.1)],
)
def test_the_interval_of_a_rule_frequency_covers_the_true_value(kind, true) -> None:
    dice, held = random.Random(3), 0
    for _ in range(150):
        spread, count, deals = _games(dice, 100, kind)
        found = frequency(count, deals, spread.against_chance(0))
        held += found.low <= true <= found.high
    assert 135 <= held <= 149


def test_an_event_of_every_deal_has_a_narrow_interval() -> None:
    spread = Spread.of(2)
    for deals in (3, 9, 5, 7) * 50:
        spread.add([deals, 0], deals)
    found = frequency(1200, 1200, spread.against_chance(0))
    assert 0.998 < found.low < 1 < found.high < 1.002
    assert spread.against_chance(1) == 1.0


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9))), st.integers(0, 20))
def test_merged_spreads_equal_the_spread_of_the_whole(games, at) -> None:
    whole, one, other = Spread.of(1), Spread.of(1), Spread.of(1)
    for i, (count, deals) in enumerate(games):
        whole.add([count], deals)
        (one if i < at else other).add([count], deals)
    one.merge(other)
    assert one == whole


@given(st.integers(0, 10**7))
def test_rounding_to_two_digits(number) -> None:
    kept = two_digits(number)
    assert kept <= number < kept + max(1, number // 10 + 1)
    assert len(str(kept).rstrip("0")) <= 2


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9))), st.integers(0, 20))
def test_merged_sums_equal_the_sums_of_the_whole(pairs, at) -> None:
    whole, one, other = Cross(2), Cross(2), Cross(2)
    for i, pair in enumerate(pairs):
        whole.add(*pair)
        (one if i < at else other).add(*pair)
    one.merge(other)
    assert one == whole
