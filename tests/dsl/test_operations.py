"""The table of operations: the range computed for a result contains every possible result."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.checked import OpName
from hoyle.dsl.operations import NUMBERS, Interval

SMALL = st.integers(-12, 12)
RANGES = st.tuples(SMALL, SMALL).map(lambda ends: (min(ends), max(ends)))
ONE_NUMBER = {"negate", "not"}


@pytest.mark.parametrize("name", NUMBERS)
@given(RANGES, RANGES)
def test_results_are_in_their_computed_range(name: str, a: Interval, b: Interval) -> None:
    operation = NUMBERS[name]
    ranges = (a,) if name in ONE_NUMBER else (a, b)
    low, high = operation.range(*ranges)
    for x in range(a[0], a[1] + 1):
        for y in range(b[0], b[1] + 1) if len(ranges) == 2 else (0,):
            value = operation.value(*((x, y)[: len(ranges)]))
            assert value is None or low <= value <= high, (x, y)


@pytest.mark.parametrize("name", sorted({*NUMBERS} - {"=", "!=", "<", "<=", ">", ">=", "not", "and", "or"}))
@given(SMALL, st.integers(1, 12))
def test_the_range_for_known_numbers_is_the_value(name: str, a: int, b: int) -> None:
    """So analyses are exact on literal numbers.  Only a remainder has a wider range."""
    args = (a,) if name in ONE_NUMBER else (a, b)
    value = NUMBERS[name].value(*args)
    low, high = NUMBERS[name].range(*((x, x) for x in args))
    assert low <= (value or 0) <= high
    assert low == high or name == "mod"


def test_every_operation_is_one_of_the_checked_game() -> None:
    assert {*NUMBERS} <= {name for part in get_args(OpName) for name in (get_args(part) or (part,))}


def test_division_by_zero_has_no_value_and_division_rounds_down() -> None:
    assert NUMBERS["/"].value(3, 0) is None
    assert NUMBERS["mod"].value(3, 0) is None
    assert NUMBERS["/"].value(-7, 2) == -4
    assert NUMBERS["mod"].value(7, -4) == -1
