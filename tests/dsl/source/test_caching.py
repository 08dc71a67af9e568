"""Functions that keep their last results."""

from __future__ import annotations

import pytest

from hoyle.dsl.source.caching import cached


def test_a_result_is_made_once_and_the_least_recently_asked_for_is_dropped_first() -> None:
    made: list[int] = []

    @cached(most=2)
    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    assert [double(number) for number in (1, 2, 1, 3)] == [2, 4, 2, 6]
    assert made == [1, 2, 3]
    assert double(1) == 2
    assert made == [1, 2, 3]
    assert double(2) == 4
    assert made == [1, 2, 3, 2]


def test_more_can_be_kept_and_nothing() -> None:
    made: list[int] = []

    @cached(most=1)
    def same(number: int) -> int:
        made.append(number)
        return number

    same.most = 3
    for number in (1, 2, 3, 1, 2, 3):
        same(number)
    assert made == [1, 2, 3]
    same.clear()
    same(3)
    assert made == [1, 2, 3, 3]


def test_arguments_given_by_name_count_in_any_order() -> None:
    made: list[tuple[int, int]] = []

    @cached(most=4)
    def pair(*, first: int, second: int) -> None:
        made.append((first, second))

    pair(first=1, second=2)
    pair(second=2, first=1)
    pair(first=2, second=1)
    assert made == [(1, 2), (2, 1)]


def test_a_failure_is_not_kept() -> None:
    tries: list[int] = []

    @cached(most=4)
    def fails_once(number: int) -> int:
        tries.append(number)
        if len(tries) == 1:
            raise ValueError(number)
        return number

    with pytest.raises(ValueError, match="7"):
        fails_once(7)
    assert fails_once(7) == 7
