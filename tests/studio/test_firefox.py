"""The studio in Firefox: one test for each main feature that the tests in Chromium cover fully.

The console stays free of errors.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from hoyle.cli.pages.studio.serve import Studio

from .conftest import ASKED, SEEDED, Page, found
from .test_play import PLAY
from .test_write import EDITOR_ROOT, PLAYED, READY

pytest.importorskip("websocket", reason="websocket-client is not installed")

from .firefox import Firefox

WIDE, NARROW = (1280, 900), (320, 640)


class FirefoxPage(Page):
    """An open page of the studio in Firefox."""

    browser: Firefox

    def keys(self, *keys: str) -> None:
        for one in keys:
            self.browser.press(one)

    def open(self, where: str) -> None:
        """Open another page of the studio in the same document."""
        self.js("document.getElementById('page').replaceChildren()")
        self.js("location.hash = arguments[0]", where)
        self.wait("document.querySelector('#page h1, #page .failed')")


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    binary = found("firefox-esr", "firefox")
    if binary is None:
        pytest.skip("there is no Firefox (apt-get install firefox-esr)")
    try:
        browser = Firefox(binary, tmp_path_factory.mktemp("firefox"))
    except RuntimeError as error:
        pytest.skip(f"Firefox does not start here: {error}")
    yield browser
    browser.quit()


@pytest.fixture
def page(studio: Studio, firefox: Firefox) -> Iterator[FirefoxPage]:
    firefox.set_window_size(*WIDE)
    firefox.get(studio.address)
    made = FirefoxPage(firefox)
    made.browser.execute_script(SEEDED)
    made.wait("document.querySelector('.cards-of-games')")
    firefox.console.clear()
    yield made
    firefox.execute_script("return 1")  # the log entries arrived before this answer
    assert [one for one in firefox.console if one["level"] in ("error", "warn")] == []


def test_cards_are_played_by_click_and_key_and_the_game_continues_after_a_reload(page: FirefoxPage) -> None:
    page.open("#/play/whist")
    page.wait(ASKED)
    made, said = page.run(PLAY, 5)  # a game may be over after one deal
    assert made == 5, said
    page.wait(ASKED)
    hand = "[...document.querySelectorAll('button.pick')].map(one => one.querySelector('.unseen').textContent)"
    held = page.js(f"{hand}.join()")
    page.js("document.querySelector('button.pick.legal').focus()")
    page.keys("\ue007")
    # The hand must differ from the one before, even if all its cards are played and new ones dealt before the test
    # looks.
    page.wait(f"{hand}.join() !== {json.dumps(held)}")
    page.wait(ASKED)
    page.wait("document.querySelector('.page').dataset.kept")
    before = page.js(hand)
    page.browser.refresh()
    page.wait(ASKED)
    assert page.js(hand) == before


def test_a_card_is_dragged_to_the_table(page: FirefoxPage) -> None:
    page.open("#/play/sueca")  # no other test leaves a game of it under way
    page.wait("document.querySelectorAll('button.pick').length === 10 && document.querySelector('.offers[data-asked]')")
    page.wait("document.getAnimations().every(one => one.playState === 'finished')")
    middle = (
        "(one => [one.x + 12, one.y + one.height / 2])(document.querySelector(arguments[0]).getBoundingClientRect())"
    )
    left, top = page.js(middle, ".table")
    page.browser.drag(page.js(middle, "button.pick.legal"), (left + 400, top))
    page.wait("document.querySelectorAll('.made').length > 0 && document.querySelectorAll('button.pick').length < 10")


def test_a_script_is_replayed_step_by_step(page: FirefoxPage) -> None:
    page.open("#/replay/texas_worked_round/20")
    before = page.wait("document.querySelector('.captions [aria-current]')?.textContent")
    page.js("document.activeElement.blur()")
    page.keys("\ue014")
    page.wait(f"document.querySelector('.captions [aria-current]').textContent !== {before!r}")


def test_a_mistake_is_shown_and_fixed_and_a_thousand_games_are_played(page: FirefoxPage) -> None:
    page.open("#/write/whist")
    page.wait(READY)
    page.wait(PLAYED)
    assert "1,000 games of players who have learned the game" in page.js("document.querySelector('.does').textContent")
    page.js(f"{EDITOR_ROOT}.querySelector('.cm-content').focus()")
    page.keys("oops ")
    page.wait(f"{EDITOR_ROOT}.querySelector('.cm-lintRange-error')")
    page.keys("\ue003" * len("oops "))
    page.wait(f"!{EDITOR_ROOT}.querySelector('.cm-lintRange-error')")
    page.wait(READY)


def test_a_narrow_window_needs_no_horizontal_scrolling(page: FirefoxPage) -> None:
    page.open("#/play/spades")
    page.browser.set_window_size(*NARROW)
    page.wait("document.querySelector('button.pick.legal, .offers button.offer')")
    page.wait("document.documentElement.scrollWidth <= innerWidth")
