"""What is kept by the identity of objects."""

from __future__ import annotations

from hoyle.dsl.source.identity import each_once, kept_for_last


def test_objects_that_are_equal_are_not_the_same() -> None:
    one, other = [1], [1]
    found = each_once([one, other, one, other])
    assert [id(each) for each in found] == [id(one), id(other)]


def test_what_a_function_gave_is_kept_for_the_last_object_only() -> None:
    calls: list[list[int]] = []

    @kept_for_last
    def made(it: list[int]) -> list[int]:
        """Makes it."""
        calls.append(it)
        return [*it, 0]

    one, other = [1], [1]
    first = made(one)
    assert first == [1, 0]
    assert made(one) is first
    assert made(other) is not first
    again = made(one)
    assert again == first
    assert again is not first
    assert made(one) is again
    assert [id(each) for each in calls] == [id(one), id(other), id(one)]
    assert (made.__name__, made.__doc__) == ("made", "Makes it.")
