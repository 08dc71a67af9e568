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
