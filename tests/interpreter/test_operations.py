"""The operations of a program: every one has an entry, and the range computed for a result contains every result."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.operations import Interval
from hoyle.interpreter.operations import BINARY, UNARY
from hoyle.interpreter.program import BinaryOp, UnaryOp

SMALL = st.integers(0, 20)
RANGES = st.tuples(SMALL, SMALL).map(lambda ends: (min(ends), max(ends)))


def test_every_operation_of_a_program_has_an_entry() -> None:
    assert {*BINARY} == {*get_args(BinaryOp)}
    assert {*UNARY} == {*get_args(UnaryOp)}


@pytest.mark.parametrize("name", BINARY)
@given(RANGES, RANGES)
def test_results_of_binary_operations_are_in_their_range(name: str, a: Interval, b: Interval) -> None:
    low, high = BINARY[name].range(a, b)
    for x in range(a[0], a[1] + 1):
        for y in range(b[0], b[1] + 1):
            value = BINARY[name].value(x, y)
            assert value is None or low <= value <= high, (x, y)


@pytest.mark.parametrize("name", UNARY)
@given(RANGES)
def test_results_of_unary_operations_are_in_their_range(name: str, a: Interval) -> None:
    low, high = UNARY[name].range(a)
    for x in range(a[0], a[1] + 1):
        value = UNARY[name].value(x)
        assert value is None or low <= value <= high, x
