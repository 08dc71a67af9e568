"""Real browsers at one table: they play, one loads the page again at every question, one loses the network."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from .serving import ServerProcess

WHOLE = "HOYLE_WHOLE_GAMES" in os.environ
"""Whether the game is played to its end, which takes some minutes."""
VARIANT = 'variant "Five" of newberry_euchre\n\nset lone_march to 5\nset target to 5\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[ServerProcess]:
    found = ServerProcess(str(tmp_path_factory.mktemp("browsers") / "tables.sqlite"), "--generous")
    yield found
    found.stop()


@pytest.fixture
def browsers(start_browser: Callable[[], Any]) -> Iterator[Callable[[], Any]]:
    """Start browsers, which are ended after the test."""
    started: list[Any] = []

    def start() -> Any:
        started.append(start_browser())
        return started[-1]

    yield start
    for one in started:
        one.quit()


def wait(browser: Any, condition: str, seconds: float = 90) -> Any:
    """Wait until a condition of the page's script holds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(Exception):
            found = browser.execute_script(f"return {condition}")
            if found:
                return found
        time.sleep(0.05)
    raise AssertionError(f"{condition} did not come true: {browser.find_element('tag name', 'body').text[:600]}")


def sit(browser: Any, server: ServerProcess, made: dict[str, Any], chair: int, name: str) -> None:
    browser.get(f"{server.url}t/{made['table']}#{made['chairs'][chair]}")
    wait(browser, "document.querySelector('.sit input')")
    browser.execute_script("document.querySelector('.sit input').value = arguments[0]", name)
    browser.execute_script("document.querySelector('.sit button').click()")


STEP = """
const panel = document.querySelector('.settlement button');
if (panel) { panel.click(); return 'settled'; }
const offers = [...document.querySelectorAll('.offers button.offer')];
if (offers.length) { offers[Math.floor(Math.random() * offers.length)].click(); return 'offer'; }
const cards = [...document.querySelectorAll('button.pick.legal:not(.picked)')];
if (cards.length) { cards[Math.floor(Math.random() * cards.length)].click(); return 'card'; }
return '';
"""
"""Does what is to be done at the page, if anything."""


def over(browser: Any) -> bool:
    return "over" in browser.find_element("css selector", ".state").text


def play(browsers: list[Any], most: float, reload: Any = None) -> int:
    """Let all browsers play until the game is over, or for some seconds.  `reload` loads its page again before it
    answers.  Returns how many things were done."""
    done, until = 0, time.monotonic() + most
    while time.monotonic() < until:
        for browser in browsers:
            if browser is reload and "you choose" in browser.find_element("css selector", ".state").text:
                browser.refresh()
                wait(browser, "document.querySelector('.state')?.textContent")
            with suppress(Exception):
                done += bool(browser.execute_script(STEP))
        if over(browsers[0]):
            return done
    return done


def clean(browser: Any) -> None:
    """Nothing went wrong in the page, and its policy stopped nothing."""
    assert [
        one for one in browser.get_log("browser") if one["level"] == "SEVERE" and "WebSocket" not in one["message"]
    ] == []


def test_two_browsers_play_a_variant_of_their_own(server, browsers):
    made = server.open(game="mine", text=VARIANT, chairs=[None, "random", None, "random"])
    two = [browsers(), browsers()]
    sit(two[0], server, made, 0, "Ann")
    sit(two[1], server, made, 2, "Cyd")
    wait(two[0], "document.querySelector('.table .seat')")
    assert play(two, 600 if WHOLE else 15, reload=two[1]) > 4
    for one in two:
        clean(one)
    if WHOLE:
        assert over(two[0])
        wait(two[1], "document.querySelector('.state').textContent.includes('over')")
        assert server.ask(f"api/tables/{made['table']}/script", authorization=f"Bearer {made['chairs'][0]}")[0] == 200


@pytest.mark.parametrize("game", ["cribbage", "hearts"])
def test_a_browser_plays_and_loses_the_network_for_a_while(server, browsers, game):
    seats = {"cribbage": 2}.get(game, 4)
    made = server.open(game=game, chairs=[None, *["random"] * (seats - 1)])
    browser = browsers()
    sit(browser, server, made, 0, "Ann")
    wait(browser, "document.querySelector('.table .seat')")
    assert play([browser], 6) > 1
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_script("window.lost = []; Dom.kept.set('here', 1)")
    browser.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
    )
    server.kill()
    wait(browser, "!document.querySelector('.lost').hidden")
    server.start()
    browser.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    wait(browser, "document.querySelector('.lost').hidden")
    assert play([browser], 6) > 0


def test_the_first_page_opens_a_table(server, browsers):
    browser = browsers()
    browser.get(server.url + "?game=cribbage")
    wait(browser, "document.querySelector('.chairs select')")
    browser.execute_script("document.querySelector('[name=name]').value = 'Ann'")
    browser.execute_script("document.querySelector('[name=chair1]').value = 'random'")
    browser.execute_script("document.querySelector('.new').requestSubmit()")
    wait(browser, "location.pathname.startsWith('/t/') && document.querySelector('.table .seat')")
    assert "Ann" in browser.find_element("css selector", ".people").text
    clean(browser)
