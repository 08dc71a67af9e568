"""Finding the nearest name for a misspelled one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.source.nearest import distance, nearest


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
