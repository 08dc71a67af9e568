"""Hand, trick and scores are visible together, whole and without scrolling: at 200 % zoom, on a tablet, on a telephone
upright and sideways.

Each game is played to a trick or a meld in one window, which then takes all sizes.  HOYLE_SWEEPS=all looks at more games.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from .test_play import PLAY

SIZES = {
    "desk": (1280, 800),
    "zoom": (640, 400),  # 200 % of the desk
    "tablet": (768, 1024),
    "upright": (360, 640),
    "sideways": (640, 360),
}
MANY = ["cribbage", "doppelkopf", "gin_rummy", "newberry_euchre", "rummy_500", "slovenian_tarok", "texas_holdem"]
GAMES = ["contract_bridge", "six_hand_euchre", *(MANY if os.environ.get("HOYLE_SWEEPS") == "all" else [])]
CHOICES = 9

CUT = """
const felt = document.querySelector('.table').getBoundingClientRect();
const inside = (one, whole) =>
  one.left >= whole.left - 1 && one.right <= whole.right + 1 && one.top >= whole.top - 1 && one.bottom <= whole.bottom + 1;
const parts = '.card, .name b, .badge, .facts li, .score'.split(', ').map(one => '.table ' + one).join();
const shown = [...document.querySelectorAll(parts)];
const said = one => (one.getAttribute('aria-label') || one.textContent) + ' ' + JSON.stringify(one.getBoundingClientRect());
return {
  size: [innerWidth, innerHeight],
  hand: document.querySelectorAll('.large .card').length,
  felt: inside(felt, {left: 0, top: 0, right: innerWidth, bottom: innerHeight}),
  cut: shown.filter(one => one.checkVisibility()).filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && !inside(box, felt);
  }).map(said),
};
"""
UNFOLDED = """
const felt = document.querySelector('.table').getBoundingClientRect();
const calls = document.querySelector('.table details.calls');
if (!calls) return null;
calls.open = true;
const list = calls.querySelector('ol'), {left, top, right, bottom, width, height} = list.getBoundingClientRect();
calls.open = false;
return {
  inside: left >= felt.left - 1 && right <= felt.right + 1 && top >= felt.top - 1 && bottom <= felt.bottom + 1,
  size: [width, height],
};
"""
"""The list of calls, which is folded while tricks are played, as it is unfolded."""


@pytest.mark.parametrize("name", GAMES)
def test_hand_trick_and_scores_are_visible_together(at: Any, name: str) -> None:
    page = at(f"#/play/{name}")
    page.run(PLAY, CHOICES)
    page.wait("document.querySelector('.large .card')")
    try:
        for name_of_size, (width, height) in SIZES.items():
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            page.wait(f"innerWidth === {width} && innerHeight === {height}")
            # The table is drawn anew for its size.
            page.wait("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
            found = page.browser.execute_script(CUT)
            assert found["felt"], (name_of_size, "the table is larger than the window")
            assert found["hand"], name_of_size
            assert found["cut"] == [], name_of_size
            calls = page.browser.execute_script(UNFOLDED)
            assert calls is None or (calls["inside"] and min(calls["size"]) > 24), (name_of_size, calls)
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
