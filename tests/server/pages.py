"""What the tests of the server's pages do with a browser."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any


def wait(browser: Any, condition: str, seconds: float = 90) -> Any:
    """Wait until a condition of the page's script holds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(Exception):
            found = browser.execute_script(f"return {condition}")
            if found:
                return found
        time.sleep(0.05)
    text = browser.execute_script("return document.body.innerText")[:600]
    raise AssertionError(f"{condition} did not come true: {text}")


def sit(browser: Any, url: str, made: dict[str, Any], chair: int, name: str) -> None:
    browser.get(f"{url}t/{made['table']}#{made['chairs'][chair]}")
    wait(browser, "document.querySelector('.sit input')")
    browser.execute_script("document.querySelector('.sit input').value = arguments[0]", name)
    browser.execute_script("document.querySelector('.sit button').click()")


def begin_table(browser: Any, chairs: Sequence[int]) -> None:
    """Open the table that the first page shows, for Ann, with programs that play by chance in some chairs."""
    browser.execute_script("document.querySelector('[name=name]').value = 'Ann'")
    for chair in chairs:
        browser.execute_script(f"document.querySelector('[name=chair{chair}]').value = 'random'")
    browser.execute_script("document.querySelector('.new').requestSubmit()")
    wait(browser, "location.pathname.startsWith('/t/') && document.querySelector('.table .seat')")


STEP = """
const panel = [...document.querySelectorAll('.settlement button')].at(-1);  // others show what counted
if (panel) { panel.click(); return 'settled'; }
const offers = [...document.querySelectorAll('.offers button.offer')];
if (offers.length) { offers[Math.floor(Math.random() * offers.length)].click(); return 'offer'; }
const cards = [...document.querySelectorAll('button.pick.legal:not(.picked)')];
if (cards.length) { cards[Math.floor(Math.random() * cards.length)].click(); return 'card'; }
return '';
"""
"""Does what is to be done at the page, if anything."""
STATE = "document.querySelector('.state')?.textContent ?? ''"


def state(browser: Any) -> str:
    with suppress(Exception):
        return browser.execute_script(f"return {STATE}") or ""
    return ""


def over(browser: Any) -> bool:
    return "over" in state(browser)


def clean(browser: Any) -> None:
    """Nothing went wrong in the page, and its policy stopped nothing."""
    if not hasattr(browser, "get_log"):  # Firefox
        return
    assert [
        one for one in browser.get_log("browser") if one["level"] == "SEVERE" and "WebSocket" not in one["message"]
    ] == []


def press(browser: Any, text: str) -> None:
    """Press the button with this text."""
    find = f"[...document.querySelectorAll('button')].find(one => one.textContent === {text!r})"
    wait(browser, find)
    browser.execute_script(f"{find}.click()")
