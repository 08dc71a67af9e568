"""The aims of `hoyle tune`: numbers computed from a report, compared with results by hand."""

from __future__ import annotations

import pytest

from hoyle.interpreter.batch.aims import NoAim, aim
from hoyle.interpreter.batch.statistics import Estimate


def rate(value: float, low: float, high: float) -> dict[str, float]:
    return {"value": value, "low": low, "high": high}


def found(name: str, data: dict[str, object]) -> tuple[float, float, float] | None:
    estimate = aim(name)(data)
    assert estimate is None or isinstance(estimate, Estimate)
    return None if estimate is None else (estimate.value, estimate.low, estimate.high)


@pytest.mark.parametrize(
    ("deals", "away"),
    [((6, 5, 7), (2, 1, 3)), ((11, 10, 12), (3, 2, 4)), ((8.5, 7, 10), (0.5, 0, 2)), ((7.5, 5, 10), (0.5, 0, 3))],
)
def test_the_distance_from_the_wanted_length(deals, away) -> None:
    assert found("length=8", {"length": {"deals": rate(*deals)}}) == away


def test_balance_is_the_excess_of_the_best_side_over_its_share() -> None:
    sides = [{"wins": rate(0.25, 0.2, 0.3)}, {"wins": rate(0.75, 0.7, 0.8)}]
    assert found("balance", {"sides": sides}) == pytest.approx((0.25, 0.2, 0.3))
    even = [{"wins": rate(0.5, 0.4, 0.6)}] * 2
    assert found("balance", {"sides": even}) == pytest.approx((0, 0, 0.1))
    assert found("balance", {"sides": []}) is None


def test_the_advantage_of_dealing() -> None:
    dealer = {"per_deal": rate(2, 1.7, 2.3), "others_per_deal": rate(1, 0.6, 1.4)}
    assert found("dealer", {"dealer": dealer}) == pytest.approx((1, 0.5, 1.5))
    other = {"per_deal": rate(1, 0.7, 1.3), "others_per_deal": rate(2, 1.6, 2.4)}
    assert found("dealer", {"dealer": other}) == pytest.approx((1, 0.5, 1.5))
    assert found("dealer", {"dealer": None}) is None
    assert found("dealer", {"dealer": {"name": "dealer"}}) is None


def test_measures_are_found_in_the_report_by_name() -> None:
    measures = {"drama": rate(1, 0, 2), "decided": rate(3, 2, 4), "spread": rate(5, 4, 6)}
    assert found("drama", {"measures": measures}) == (1, 0, 2)
    assert found("open", {"measures": measures}) == (3, 2, 4)
    assert found("choices", {"measures": measures}) == (5, 4, 6)
    assert found("choices", {"measures": {}}) is None


@pytest.mark.parametrize("name", ["length", "length=", "length=0", "length=-3", "length=x", "drama=3", "fun", "=8"])
def test_an_unknown_aim_is_refused(name) -> None:
    with pytest.raises(NoAim):
        aim(name)
