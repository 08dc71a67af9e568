"""Tests of keys and tables for objects that are the same, not merely equal."""

from __future__ import annotations

from hoyle.dsl.source.identity import Exactly, KeptFor, kept_for_last


def test_equal_objects_are_different_keys() -> None:
    one, other = [1], [1]
    assert Exactly(one) == Exactly(one)
    assert Exactly(one) != Exactly(other)


def test_a_table_works_out_each_object_once() -> None:
    asked: list[list[int]] = []

    def length(it: list[int]) -> int:
        asked.append(it)
        return len(it)

    lengths = KeptFor(length)
    one, other = [1], [1]
    assert [lengths(one), lengths(other), lengths(one)] == [1, 1, 1]
    assert len(asked) == 2
    assert asked[0] is one
    assert asked[1] is other


def test_a_table_holds_its_objects_so_that_no_other_gets_their_number() -> None:
    sizes = KeptFor[list[int], int](len)
    assert [sizes([0] * number) for number in range(100)] == list(range(100))


def test_only_the_last_object_is_kept() -> None:
    asked: list[list[int]] = []
    kept = kept_for_last(lambda it: asked.append(it))  # noqa: PLW0108 - a function of one argument
    one, other = [1], [1]
    for it in (one, one, other, one):
        kept(it)
    assert len(asked) == 3
