"""What a loop counts is compared with the range of the variable only if every round counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

SAMPLE = (Path(__file__).parent / "samples" / "counted.hoyle").read_text(encoding="utf-8")
LINE = "        move trick to winner.won\n"
MORE = "phase pause\n    nothing\n"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [("", "", True), (LINE, LINE + "        pause\n", False), (LINE, LINE + "        if stuck: stop\n", False)],
)
def test_a_loop_that_may_end_early_or_plays_a_phase_is_left_alone(old: str, new: str, found: bool) -> None:
    text = SAMPLE.replace(old, new, 1) + (MORE if "pause" in new else "")
    codes = [
        one.code for one in load(Source("counted", text)).diagnostics if one.severity == "error" or "043" in one.code
    ]
    assert ("W0431" in codes) == found, codes
    assert not any(code.startswith("E") for code in codes)


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [(0, 5, None), (0, 4, 5), (2, 7, None), (2, 6, 7), (1, 5, 6), (3, 7, 8)],
)
def test_a_count_begins_at_the_lowest_number_of_its_range(low: int, high: int, found: int | None) -> None:
    text = SAMPLE.replace("tricks of each player: 0..4", f"tricks of each player: {low}..{high}")
    said = [one.message for one in load(Source("counted", text)).diagnostics if one.code == "W0431"]
    assert [one.partition(" (")[0] for one in said] == (
        [f"`tricks` may reach {found} here, but its range ends at {high}"] if found else []
    )


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [("add 1 to winner.tricks", "add 2 to winner.tricks", ["10"]), ("repeat 5 times", "repeat 2 times", []),
     ("add 1 to winner.tricks", "add fold to winner.tricks", []), ("        set leader", "        add 1 to leader.tricks\n        set leader", []),
     ("        set leader", "        if stuck: set tricks of each player to 0\n        set leader", []),
     ("add 1 to winner.tricks", "subtract 1 from winner.tricks", []), ("tricks of each player: 0..4", "tricks of each player: number", [])],
)  # fmt: skip
def test_only_what_is_counted_in_every_round_is_compared(old: str, new: str, found: list[str]) -> None:
    diagnostics = load(Source("counted", SAMPLE.replace(old, new, 1))).diagnostics
    assert [one.message.split()[3] for one in diagnostics if one.code == "W0431"] == found
