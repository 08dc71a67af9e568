"""Accessibility of the studio: axe finds no problem, narrow screens need no horizontal scrolling, and the dark
scheme is dark.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

AXE = Path(__file__).resolve().parents[2] / "studio" / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = {
    "gallery": ("", "document.querySelectorAll('.cards-of-games li').length > 10"),
    "play": ("#/play/hearts", "document.querySelector('button.pick.legal')"),
    "bidding": ("#/play/oh_hell", "document.querySelector('.offers button')"),
    "replay": ("#/replay/texas_worked_round/20", "document.querySelector('.captions [aria-current]')"),
    "lesson": ("#/find/whist_short/0", "document.querySelector('button.pick')"),
    "learn": ("#/learn/newberry_euchre", "document.querySelector('#page h1')"),
    "what if": ("#/replay/president_five/1.30", "document.querySelector('.what-if')"),
    "settled": ("#/replay/cribbage_two/1.14", "document.querySelector('.settlement')"),
    "watch": ("#/watch/whist", "document.querySelectorAll('.made').length > 2"),
    "write": ("#/write/whist", "document.querySelector('.page').dataset.done"),
}


def opener(request: pytest.FixtureRequest, view: str) -> Any:
    """Return the fixture that opens a view.  The editor needs the window with Python."""
    return request.getfixturevalue("within" if view == "write" else "at")


SCHEMES = [(view, "light") for view in VIEWS] + [("play", "dark"), ("replay", "dark")]


@pytest.mark.parametrize(("view", "scheme"), SCHEMES)
def test_axe_finds_no_problem_and_a_narrow_screen_needs_no_scrolling(
    request: pytest.FixtureRequest, view: str, scheme: str
) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed (npm ci in studio/)")
    where, ready = VIEWS[view]
    page = opener(request, view)(where)
    # Switch off animations: during a fade a text has another contrast than at its end.
    media = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    try:
        page.wait(ready)
        page.browser.execute_script(AXE.read_text(encoding="utf-8"))
        found = page.run(
            "axe.run(document, {resultTypes: ['violations']}).then(arguments[0], error => arguments[0]({violations: [String(error)]}))"
        )
    finally:
        page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    problems = [
        (one["id"], [node["target"] for node in one["nodes"]][:3], one["nodes"][0].get("failureSummary"))
        for one in found["violations"]
    ]
    assert problems == []
    if scheme == "light":
        needs_no_horizontal_scrolling(page)


def needs_no_horizontal_scrolling(page: Any) -> None:
    """Make the screen of an open page as narrow as a small telephone."""
    metrics = {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": True}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        page.wait("innerWidth === 320 && document.documentElement.scrollWidth <= 320")  # redraws the page
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_name_that_is_cut_keeps_its_number(at: Any) -> None:
    """`Player 2` and `Player 3` over a card that is narrower than either."""
    page = at("#/play/whist")
    page.wait("document.querySelector('.table .seat')")
    page.run("""
        document.querySelector('.table').insertAdjacentHTML('beforeend', `<div class="zone"><ul class="cards named-cards">
        <li><span class="who"><span class="begin">Player</span><span class="ending"> 2</span></span></li></ul></div>`);
        document.querySelector('.named-cards').parentElement.style.setProperty('--other', '34px');
        document.querySelector('.named-cards .who').style.setProperty('--run', '1');
        arguments[0]();
    """)
    who, begin, ending = (f"document.querySelector('.named-cards .{part}')" for part in ("who", "begin", "ending"))
    assert page.js(f"{begin}.scrollWidth > {begin}.clientWidth"), "the name fits, so that nothing is tested"
    assert page.js(f"{ending}.getBoundingClientRect().right <= {who}.getBoundingClientRect().right + 0.5")
    assert page.js(f"{begin}.clientWidth > 5 && {who}.textContent === 'Player 2'")


def test_animations_are_off_where_the_user_prefers_less_motion(at: Any) -> None:
    page = at("#/play/hearts")
    media = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    try:
        page.wait("document.querySelector('button.pick.legal')")
        page.wait("getComputedStyle(document.querySelector('button.pick')).transitionDuration === '0s'")
        page.js("document.querySelector('button.pick.legal').click()")
        page.js("document.querySelector('button.pick.legal')?.click()")
        assert page.js("document.getAnimations().filter(one => !(one instanceof CSSTransition)).length") == 0
    finally:
        page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_a_live_region_announces_what_happens(at: Any) -> None:
    page = at("#/watch/whist")
    page.wait("/ of /.test(document.getElementById('live').textContent)")  # cards by name: the ten of hearts
    assert page.js("document.getElementById('live').getAttribute('aria-live')") == "polite"
