"""Finding the nearest name for a misspelled one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.source.nearest import distance, nearest, slip_for


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("", "", 0),
        ("shuffle", "shuffle", 0),
        ("shufle", "shuffle", 1),
        ("shufffle", "shuffle", 1),
        ("shaffle", "shuffle", 1),
        ("hsuffle", "shuffle", 1),
        ("pahse", "phase", 1),
        ("abc", "cba", 2),
        ("deal", "meld", 3),
        ("zones", "options", 5),
    ],
)
def test_the_edit_distance(a: str, b: str, steps: int) -> None:
    assert distance(a, b, 5) == steps
    assert distance(a, b, 1) == min(steps, 2)


@pytest.mark.parametrize(
    ("name", "candidates", "found"),
    [
        ("orderup", ["order_up", "order"], "order_up"),
        ("Dealer", ["dealer", "leader"], "dealer"),
        ("leeder", ["dealer", "leader"], "leader"),
        ("hnad", ["hand", "and"], "hand"),
        ("dealer", ["dealer"], None),
        ("x", ["y", "xy"], None),
        ("stock", ["trick"], None),
        ("won", [], None),
        ("lokal", ["vocal", "local"], "local"),
        ("newberry", ["newberry_euchre", "reverse_newberry"], "newberry_euchre"),
        ("newbery", ["newberry_euchre", "newberry_with_the_benny", "whist"], "newberry_euchre"),
        ("lead", ["leaders", "leader", "load"], "load"),
        ("le", ["leader"], None),
    ],
)
def test_the_nearest_name(name: str, candidates: list[str], found: str | None) -> None:
    assert nearest(name, candidates) == found


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_the_edit_distance_is_symmetric(a: str, b: str) -> None:
    assert distance(a, b, 6) == distance(b, a, 6)
    assert (distance(a, b, 6) == 0) == (a == b)


@given(st.text(max_size=8), st.lists(st.text(max_size=8)))
def test_the_nearest_name_is_one_of_the_candidates(name: str, candidates: list[str]) -> None:
    found = nearest(name, candidates)
    assert found is None or found in candidates


def steps_slowly(a: str, b: str) -> int:
    """The edit distance with swapped neighbours, by its definition."""
    if not a or not b:
        return len(a) + len(b)
    found = min(
        steps_slowly(a[:-1], b) + 1, steps_slowly(a, b[:-1]) + 1, steps_slowly(a[:-1], b[:-1]) + (a[-1] != b[-1])
    )
    if len(a) > 1 and len(b) > 1 and a[-1] == b[-2] and a[-2] == b[-1]:
        found = min(found, steps_slowly(a[:-2], b[:-2]) + 1)
    return found


WORDS = st.text("abA", min_size=0, max_size=5)


@given(WORDS, WORDS, st.integers(0, 3))
def test_the_edit_distance_is_the_least_number_of_steps_up_to_a_limit(a: str, b: str, limit: int) -> None:
    assert distance(a, b, limit) == min(steps_slowly(a, b), limit + 1)


@given(WORDS, st.lists(WORDS, max_size=4))
def test_a_slip_is_the_nearest_of_those_that_are_near_enough(name: str, candidates: list[str]) -> None:
    limit = {0: 0, 1: 0, 2: 1, 3: 1, 4: 1, 5: 1}[len(name)]
    near = [
        (steps, one[:1].lower() != name[:1].lower(), one)
        for one in candidates
        if one != name and (steps := steps_slowly(name.lower(), one.lower())) <= limit
    ]
    assert slip_for(name, candidates) == (min(near)[2] if near else None)


@pytest.mark.parametrize(
    ("name", "candidates", "found"),
    [
        ("abcdef", ["abcdxy"], "abcdxy"),
        ("abcde", ["abcxy"], None),
        ("abcdefghi", ["abcdefxyz"], "abcdefxyz"),
        ("abcdefghijkl", ["abcdefghwxyz"], None),
        ("ab", ["a"], "a"),
        ("a", ["A"], "A"),
        ("a", ["b", "ab"], None),
        ("", ["a"], None),
    ],
)
def test_one_letter_in_three_may_be_wrong_and_three_at_most(
    name: str, candidates: list[str], found: str | None
) -> None:
    assert slip_for(name, candidates) == found
