"""Options whose values are suits: whatever is said of them names the suits of the deck, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from ...small_rules import small_rules

HEAD = 'kind strain: suit or no_trump\noption favourite: strain = no_trump "which strain counts double"\n'
ACT = "if c.suit = favourite\n                    add 1 to p.points"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "favourites.hoyle"
    path.write_text(small_rules(head=HEAD, act=ACT), "utf-8")
    return path


def test_the_readings_are_the_suits_and_the_other_words(hoyle, rules: Path) -> None:
    done = hoyle("rulings", rules, "--option", "favourite=hearts")
    assert done.code == 0, done.err
    readings = [line.removeprefix("  * ").split()[0] for line in done.out.splitlines() if line.startswith("  ")]
    assert readings == ["clubs", "diamonds", "hearts", "spades", "no_trump"]
    assert "  * hearts" in done.out


def test_a_variant_that_sets_a_suit_is_compared_in_words(hoyle, rules: Path) -> None:
    variant = rules.with_name("hearts.hoyle")
    variant.write_text('variant "Hearts" of favourites\nset favourite to hearts\n', "utf-8")
    done = hoyle("diff", rules, variant)
    assert done.code == 0, done.err
    assert "which strain counts double: “hearts” instead of “no trump”" in done.out


def test_another_value_is_called_by_name(hoyle, rules: Path) -> None:
    done = hoyle("check", rules, "--no-play")
    assert done.code == 0, done.out
    rules.write_text(rules.read_text("utf-8").replace("= no_trump", "= heart"), "utf-8")
    assert "did you mean `hearts`?" in hoyle("check", rules, "--no-play").out
