"""Four people at one table on telephones, with the keyboard alone and with what a screen reader reads aloud."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from .pages import clean, state, wait
from .serving import ServerProcess

ENTER, TAB, DOWN, RIGHT, BACK, ESCAPE = "\ue007", "\ue004", "\ue015", "\ue014", "\ue003", "\ue00c"
WIDTH = 375
HASTE = 0.5
"""Seconds after which Enter does not belong to a digit before it any more."""
NAMES = ("Ann", "Bob", "Cyd", "Dee")
FOCUSED = """
const one = document.activeElement;
return one.getAttribute('aria-label') ?? one.closest('label')?.textContent.trim() ?? one.textContent;
"""
ALOUD = "[...document.querySelectorAll('.aloud p')].map(one => one.textContent)"
TYPED = "document.querySelector('.offers .typed')?.textContent ?? ''"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    found = ServerProcess(str(tmp_path_factory.mktemp("keyboard") / "tables.sqlite"), "--generous")
    yield found
    found.stop()


def keys(browser: Any, *pressed: str) -> None:
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*pressed).perform()


def tab_to(browser: Any, text: str) -> list[str]:
    """Press Tab until the focus is on what is called so.  Returns what was passed."""
    passed: list[str] = []
    for _ in range(60):
        keys(browser, TAB)
        passed.append(browser.execute_script(FOCUSED))
        if passed[-1] == text:
            return passed
    raise AssertionError(f"{text} is not reached: {passed}")


@pytest.fixture
def four(server: ServerProcess, browsers: Any) -> list[Any]:
    """Four people who sit down at Spades."""
    made = server.open(game="spades")
    found: list[Any] = []
    for at, name in enumerate(NAMES):
        browser = browsers()
        found.append(browser)
        size = {"width": WIDTH, "height": 700, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.get(f"{server.url}t/{made['table']}#{made['chairs'][at]}")
        wait(browser, "document.querySelector('.sit input')")
        tab_to(browser, "Name")
        if at == 0:
            keys(browser, "Ann-", ENTER)
            wait(
                browser,
                "document.querySelector('.problem').textContent === 'A name ends with a letter, a digit or a full stop.'",
            )
            keys(browser, BACK, ENTER)
            wait(browser, "!document.querySelector('.sit') && !document.querySelector('.problem').textContent")
        else:
            keys(browser, name, ENTER)
    for browser in found:
        wait(browser, "document.querySelector('.table .seat')")
    return found


def asked(four: list[Any]) -> int:
    """Who is asked."""
    for _ in range(200):
        for at, browser in enumerate(four):
            if "you choose" in state(browser) and browser.execute_script(
                "return document.querySelector('.offers .offer')"
            ):
                return at
    raise AssertionError("nobody is asked")


def playing(four: list[Any]) -> int:
    """Who has the focus on a card that can be played."""
    for _ in range(400):
        for at, browser in enumerate(four):
            if browser.execute_script("return document.activeElement.matches('button.pick.legal')"):
                return at
    raise AssertionError("nobody has the focus on a card")


def test_four_people_bid_talk_and_take_back_with_the_keyboard_alone(four: list[Any]) -> None:
    first = asked(four)
    one, other, third = four[first], four[(first + 1) % 4], four[(first + 2) % 4]
    name = NAMES[first]
    assert one.execute_script(FOCUSED) == "nil"
    assert other.execute_script("return document.querySelector('.state').textContent") == f"{name} chooses"
    keys(one, "1")
    assert one.execute_script(f"return {TYPED}") == "1: bid 1. Enter chooses it."
    keys(one, "3")
    assert one.execute_script(f"return {TYPED}") == "13: bid 13. Enter chooses it."
    keys(one, BACK, ENTER)
    wait(third, f"{ALOUD}.includes('{name}: bid 1')")
    assert one.execute_script("return document.activeElement.className") == "ask"

    wait(other, "document.querySelector('.offers .offer')")
    assert asked(four) == (first + 1) % 4
    keys(other, "3")
    wait(third, f"{ALOUD}.includes('{NAMES[(first + 1) % 4]}: bid 3')")
    wait(third, "document.activeElement.textContent === 'nil'")
    passed = tab_to(third, "Something to say")
    assert passed == [
        *(f"bid {number}" for number in range(1, 14)),
        "Take back",
        "Pause",
        "End the game early",
        "Something to say",
    ]
    keys(third, DOWN, DOWN)
    keys(third, TAB)
    assert third.execute_script(FOCUSED) == "Say"
    keys(third, ENTER)
    said = f"{NAMES[(first + 2) % 4]}: Well played."
    for browser in four:
        wait(browser, f"{ALOUD}.includes('{said}')")
        assert browser.execute_script(f"return {ALOUD}.filter(one => /Hello|luck/.test(one))") == []
    assert third.execute_script(FOCUSED) == "Say"

    tab_to(other, "Take back")
    keys(other, ENTER)
    wait(one, f"{ALOUD}.includes('{NAMES[(first + 1) % 4]} would like to take back the last choice.')")
    assert one.execute_script("return document.querySelector('.proposal').textContent").endswith("AgreeNo")
    wait(other, "document.activeElement.textContent === 'Pause'")  # in the place of the button that is gone
    tab_to(other, "Withdraw")
    keys(other, ENTER)
    wait(one, f"{ALOUD}.includes('Nothing is proposed any more.')")
    wait(other, "document.activeElement.className === 'ask'")

    keys(third, RIGHT)  # from the button with which something was said to the choices
    wait(third, "document.activeElement.textContent === 'nil'")
    keys(third, "2")
    last = four[(first + 3) % 4]
    wait(last, "document.activeElement.textContent === 'nil'")
    keys(last, "4")
    time.sleep(HASTE)  # until then, Enter belongs to what was typed
    for _ in range(4):
        wait(four[0], f"{ALOUD}.some(one => one.includes(': bid 4'))")
        at = playing(four)
        before = four[at].execute_script("return document.activeElement.querySelector('.unseen').textContent")
        keys(four[at], ENTER)
        for browser in four:
            wait(browser, f"{ALOUD}.includes('{NAMES[at]}: play {before}')")
        wait(four[at], "document.activeElement.className === 'ask' || document.activeElement.matches('button.pick')")
    for browser in four:
        wait(browser, f"{ALOUD}.some(one => one.endsWith('takes the trick'))")
    keys(one, "l")
    wait(one, "document.activeElement.textContent === 'Close'")
    keys(one, ESCAPE)
    wait(one, "!document.querySelector('.last-trick-box') && document.activeElement.matches('.ask, button.pick')")
    for browser in four:
        assert browser.execute_script("return document.documentElement.scrollWidth") <= WIDTH
        clean(browser)


def test_what_is_typed_stands_on_the_buttons_of_choices_without_numbers(server: ServerProcess, browsers: Any) -> None:
    made = server.open(game="mine", text='variant "Rich" of leduc_poker\n', chairs=[None, "random"])
    browser = browsers()
    browser.get(f"{server.url}t/{made['table']}#{made['chairs'][0]}")
    wait(browser, "document.querySelector('.sit input')")
    tab_to(browser, "Name")
    keys(browser, "Ann", ENTER)
    wait(browser, "document.querySelectorAll('.offers .offer').length > 1")
    buttons = browser.find_elements("css selector", ".offers .offer")
    texts = [one.get_property("textContent") for one in buttons]
    assert [one.accessible_name for one in buttons] == [f"{at} {text}" for at, text in enumerate(texts, 1)]
    assert [one.get_attribute("aria-keyshortcuts") for one in buttons] == [str(at + 1) for at in range(len(texts))]
    keys(browser, "2")
    wait(browser, f"{ALOUD}.some(one => one.startsWith('Ann: {texts[1]}'))")
    clean(browser)
