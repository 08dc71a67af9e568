"""What people have after a game, in a real browser: files, the club's page, and a game that goes on another evening."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

import hoyle

from .pages import STEP, begin_table, clean, over, press, sit, wait
from .serving import ServerProcess

RICH = 'variant "Rich" of leduc_poker\n'
FIVE = 'variant "Five" of newberry_euchre\n\nset lone_march to 5\nset target to 5\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    found = ServerProcess(str(tmp_path_factory.mktemp("club") / "tables.sqlite"), "--generous")
    yield found
    found.stop()


@pytest.fixture
def browser(browsers: Any, tmp_path: Path) -> Any:
    """A browser that puts the files it saves into `tmp_path`."""
    found = browsers()
    found.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    return found


def saved(path: Path) -> str:
    """The text of a file that the browser saves."""
    until = time.monotonic() + 60
    while not path.is_file() and time.monotonic() < until:
        time.sleep(0.05)
    return path.read_text("utf-8")


def play_on(browser: Any, enough: int = 10_000) -> None:
    """Play until the game is over, or until this much was done."""
    until, done = time.monotonic() + 90, 0
    while not over(browser) and done < enough and time.monotonic() < until:
        done += bool(browser.execute_script(STEP))


def test_scripts_and_rules_are_taken_along_counted_at_the_club_and_compared(server, browser, tmp_path):
    made = server.open(game="mine", text=RICH, chairs=[None, "random"])
    sit(browser, server.url, made, 0, "Ann")
    for number in range(2):
        wait(browser, "document.querySelector('.table .seat')")
        play_on(browser)
        for name in ("game.play", "rules.hoyle"):
            (tmp_path / name).unlink(missing_ok=True)
        press(browser, "Script with all cards")
        assert saved(tmp_path / "rules.hoyle") == RICH
        assert "./rules.hoyle" in saved(tmp_path / "game.play")
        assert [*hoyle.replay(tmp_path / "game.play")]  # it is right
        if not number:
            press(browser, "Next game")
            wait(browser, "!document.querySelector('.state').textContent.includes('over')")
    browser.get(server.url + "club")
    wait(browser, "document.querySelectorAll('.games li').length === 2")
    press(browser, "What happened")
    counted = wait(browser, "document.querySelector('.counted').textContent")
    assert "2 games" in counted
    assert "95 % interval" in counted
    assert "betting" in counted  # how often each answer was chosen
    browser.execute_script("""
        const [, second] = document.querySelectorAll('.games select');
        second.value = 'against';
        document.querySelector('[name=judge]').click();
        document.querySelector('.counted').textContent = '';
    """)
    press(browser, "What happened")
    compared = wait(browser, "document.querySelector('.counted').textContent")
    assert "2 games" not in compared
    assert "Set 2" in compared
    assert "Ann:" in compared  # how well she chose
    clean(browser)


def test_a_game_that_was_ended_goes_on_another_evening_from_its_script_and_rule_file(server, browser, tmp_path):
    made = server.open(game="mine", text=FIVE, chairs=[None, "random", "random", "random"])
    sit(browser, server.url, made, 0, "Ann")
    wait(browser, "document.querySelector('.table .seat')")
    play_on(browser, 4)
    wait(browser, "document.querySelector('.state').textContent === 'you choose'")
    browser.execute_script("document.querySelector('#continue')?.click()")  # the last deal may just have been settled
    wait(browser, "!document.querySelector('#continue')")
    held = browser.execute_script("return document.querySelector('.table').textContent")
    press(browser, "End the game")  # programs agree
    wait(browser, "document.querySelector('.state').textContent.includes('ended the game')")
    press(browser, "Script with all cards")
    script = saved(tmp_path / "game.play")
    assert saved(tmp_path / "rules.hoyle") == FIVE
    browser.get(server.url)
    wait(browser, "document.querySelector('.chairs select')")
    for label, name in (("A rule file of your own", "rules.hoyle"), ("A script of a game to go on with", "game.play")):
        browser.find_element("css selector", f"input[aria-label='{label}']").send_keys(str(tmp_path / name))
    wait(browser, "document.querySelector('.chairs').textContent.includes('Ann')")
    begin_table(browser, (1, 2, 3))
    assert browser.execute_script("return document.title") == "Five"
    wait(browser, "document.querySelector('.state').textContent === 'you choose'")
    assert browser.execute_script("return document.querySelector('.table').textContent") == held
    play_on(browser, 8)  # a whole game takes a minute
    press(browser, "End the game")
    wait(browser, "document.querySelector('.state').textContent.includes('ended the game')")
    (tmp_path / "game.play").unlink()
    press(browser, "Script with all cards")
    whole = saved(tmp_path / "game.play")
    assert len(whole.splitlines()) > len(script.splitlines())
    assert [*hoyle.replay(tmp_path / "game.play")]  # it is right
    clean(browser)


def test_the_operator_has_a_page_with_load_and_tables(server, browser):
    made = server.open(game="whist")
    browser.get(server.url + "operator#token")
    wait(browser, "document.querySelector('pre').textContent.includes('tables in memory')")
    wait(browser, "document.querySelector('tbody').textContent.includes('Whist')")
    shown = browser.execute_script("return document.documentElement.textContent")
    assert not any(secret in shown for secret in (made["door"], made["table"], *made["chairs"]))
    browser.get(server.url + "healthy")
    browser.get(server.url + "operator#wrong")
    wait(browser, "document.querySelector('pre').textContent.includes('operator of the server')")
