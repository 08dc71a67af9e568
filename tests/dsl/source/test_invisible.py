"""Invisible characters in what is shown."""

from __future__ import annotations

import unicodedata

import pytest

from hoyle.dsl.source.invisible import excerpt, stripped, tamed, visible

EVERY = [chr(code) for code in range(0x3000)] + ["\ufeff", "\ud800", "\udfff"]


def test_no_character_that_controls_a_terminal_or_the_direction_of_writing_is_left() -> None:
    for character in EVERY:
        seen = visible(character)
        if unicodedata.category(character) in ("Cc", "Cs") or unicodedata.bidirectional(character) in (
            "LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI",
        ):  # fmt: skip
            assert seen == f"\\u{ord(character):04x}"
        assert seen in (character, f"\\u{ord(character):04x}")


@pytest.mark.parametrize("text", ["Zoë’s ♠ game", "naïve", "日本", "", "a b"])
def test_what_can_be_seen_stays(text: str) -> None:
    assert visible(text) == tamed(text) == stripped(text) == excerpt(text) == text


def test_lines_and_tabs_may_stay() -> None:
    text = "a\tb\nc\rd\x00e\u200b"
    assert visible(text) == "a\\u0009b\\u000ac\\u000dd\\u0000e\\u200b"
    assert tamed(text) == "a\tb\nc\\u000dd\\u0000e\\u200b"
    assert stripped(text) == "a\tb\ncde"


def test_an_excerpt_is_cut_before_it_is_escaped() -> None:
    assert excerpt("x" * 100) == "x" * 100
    assert excerpt("x" * 101) == "x" * 99 + "…"
    assert excerpt("\0" * 1000) == "\\u0000" * 99 + "…"
