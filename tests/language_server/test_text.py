"""Positions in texts: lines and columns of editors, and offsets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.language_server.text import BadPosition, Text

TEXTS = st.text(alphabet="ab\n\r\t é€𝔸🂡", max_size=30)


@given(TEXTS, st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_every_offset_survives_the_way_to_a_position_and_back(text, encoding) -> None:
    made = Text(text, encoding)
    for offset in range(len(text) + 1):
        inside = offset and text[offset - 1 : offset + 1] == "\r\n"
        assert made.offset(made.position(offset)) == offset - bool(inside)


@given(TEXTS)
def test_columns_are_utf_16_units(text) -> None:
    made = Text(text)
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        end = {"line": number, "character": len(line.encode("utf-16-le")) // 2}
        assert made.line(number) == line
        assert made.position(made.offset(end)) == end


def test_a_position_outside_the_text_is_moved_to_the_nearest_end() -> None:
    text = Text("ab\r\nc")
    assert text.offset({"line": 0, "character": 99}) == 2
    assert text.offset({"line": 9, "character": 0}) == 5


@pytest.mark.parametrize("position", [{}, {"line": -1, "character": 0}, {"line": 0, "character": "1"}, {"line": True}])
def test_an_invalid_position_is_refused(position) -> None:
    with pytest.raises(BadPosition):
        Text("ab").offset(position)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.text("x\n🂡", max_size=3)), max_size=6))
def test_edits_by_range_equal_edits_by_offset(edits) -> None:
    plain = text = "one 🂡\r\ntwo\n\tthree"
    made = Text(text)
    for start, end, new in edits:
        start, end = sorted((min(start, len(plain)), min(end, len(plain))))
        where = made.range(start, end)
        start, end = made.offset(where["start"]), made.offset(where["end"])
        made = made.changed([{"range": where, "text": new}])
        plain = plain[:start] + new + plain[end:]
    assert made.text == plain
