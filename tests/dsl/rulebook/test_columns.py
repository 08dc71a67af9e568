"""Tables of a rulebook that are narrower than what they say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.rulebook.plain import _narrowed


@given(st.lists(st.integers(1, 60), min_size=1, max_size=6), st.integers(6, 120))
def test_narrow_columns_keep_their_width_and_wide_ones_share_the_rest_equally(widths: list[int], room: int) -> None:
    found = _narrowed(widths, room)
    shared = {width for width, whole in zip(found, widths, strict=True) if width < whole}
    assert len(shared) <= 1, "all that were made narrower are as wide"
    assert all(width <= whole for width, whole in zip(found, widths, strict=True))
    for share in shared:
        assert all(width <= share for width in found), "nobody has more than those who were made narrower"
        assert sum(found) <= room < sum(found) + len([w for w in found if w == share]), "no room is left over"


def test_three_columns() -> None:
    assert _narrowed([3, 40, 50], 63) == [3, 30, 30]
    assert _narrowed([3, 20, 50], 63) == [3, 20, 40]
    assert _narrowed([3, 4, 5], 63) == [3, 4, 5]
    assert _narrowed([50, 50, 50], 31) == [10, 10, 10]
