"""The studio in a real browser: the built page served by its own server, and nothing wrong in the console afterwards."""

from __future__ import annotations

import itertools
import os
import shutil
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hoyle.cli.pages.studio.built import COMMAND, is_built
from hoyle.cli.pages.studio.serve import Studio

selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
WebDriverException = pytest.importorskip("selenium.common.exceptions").WebDriverException
Open = Callable[..., "Page"]

PATIENCE = 90
"""Seconds to wait for what is bound to come, however busy the machine is: nothing is measured here."""
SEEDED = """
window.seeded = () => {
  const generator = state => () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const chance = generator(1), dealt = generator(2);
  Math.random = () => chance() / 2 ** 32;
  crypto.getRandomValues = array => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    bytes.forEach((_, at) => { bytes[at] = dealt(); });
    return array;
  };
};
window.seeded();
"""
"""Chance on a page that is the same in every run: the deals, and what the players by chance choose."""
ASKED = "document.querySelector('.offers button') && document.querySelector('button.pick.legal')"
"""Whether somebody is asked for a card: legal cards alone may be those of the choice that is being made."""
FAILED = """[...document.querySelectorAll('.failed, .state, .status')].map(one => one.textContent)
    .find(text => /^This cannot be opened|break down/.test(text)) ?? ''"""


class Page:
    """An open page of the studio."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser

    def js(self, code: str, *arguments: object) -> Any:
        """The value of an expression in the page."""
        return self.browser.execute_script(f"return {code}", *arguments)

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script that calls its last argument when it is done."""
        return self.browser.execute_async_script(script, *arguments)

    def keys(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.browser).send_keys(*keys).perform()

    def wait(self, condition: str, seconds: float = PATIENCE) -> Any:
        """Wait until an expression is true; its value.  A page that says that it failed is not waited for."""
        end = time.monotonic() + seconds
        for look in itertools.count(1):
            # Asked now and then, and first: what is waited for may be the message itself.
            failed = look % 20 == 0 and self.js(FAILED)
            if value := self.js(condition):
                return value
            if failed or time.monotonic() > end:
                break
            time.sleep(0.03)
        text = self.js("document.body.innerText")[:2000]
        raise AssertionError(f"never so: {condition}; the page says: {failed or text}")


def found(*names: str) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def studio() -> Iterator[Studio]:
    if not is_built():
        pytest.skip(f"the studio is not built ({COMMAND})")
    server = Studio()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    chrome = found("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    driver = found("chromedriver")
    if chrome is None or driver is None:
        pytest.skip("there is no Chromium with its driver (apt-get install chromium chromium-driver)")
    options = selenium.ChromeOptions()
    options.binary_location = chrome
    for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"):
        options.add_argument(argument)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium will not run as root with it
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    try:
        page = selenium.Chrome(options=options, service=selenium.ChromeService(driver))
        page.command_executor.client_config.timeout = 2 * PATIENCE
    except WebDriverException as error:
        pytest.skip(f"the browser does not start here: {error.msg}")
    page.set_script_timeout(PATIENCE)
    page.set_page_load_timeout(PATIENCE)
    page.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SEEDED})
    yield page
    page.quit()


SHOWN = "document.querySelector('#page h1, #page .failed')"
FORGET = """
const done = arguments[0], gone = indexedDB.deleteDatabase('hoyle-studio');
gone.onsuccess = gone.onerror = () => done();
"""


@pytest.fixture
def at(studio: Studio, browser: Any) -> Iterator[Open]:
    """Opens an address of the studio (`#/play/whist`) anew; nothing may have gone wrong in it by the end of the test."""

    def open_page(where: str = "") -> Page:
        browser.get("about:blank")
        browser.get(studio.address + where)
        page = Page(browser)
        page.wait(SHOWN)
        return page

    with clean(browser):
        yield open_page
    browser.get(studio.address)
    browser.execute_async_script(FORGET)


@pytest.fixture(scope="session")
def loaded(studio: Studio, browser: Any) -> str:
    """A window of the studio in which Python is loaded: that takes seconds, and is done once for all tests."""
    first = browser.current_window_handle
    browser.switch_to.new_window("window")
    window = browser.current_window_handle
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SEEDED})
    browser.get(studio.address + "#/write/whist")
    Page(browser).wait("document.querySelector('.page')?.dataset.done")
    browser.switch_to.window(first)
    return window


@pytest.fixture
def within(studio: Studio, browser: Any, loaded: str) -> Iterator[Open]:
    """Opens an address of the studio in the window in which Python is loaded."""

    def open_page(where: str = "#/") -> Page:
        page = Page(browser)
        page.js("window.seeded()")
        page.js("document.getElementById('page').replaceChildren()")
        if page.js("location.hash") == where:
            page.js("window.dispatchEvent(new Event('hashchange'))")
        else:
            page.js("location.hash = arguments[0]", where)
        page.wait(SHOWN)
        return page

    first = browser.current_window_handle
    browser.switch_to.window(loaded)
    try:
        with clean(browser):
            yield open_page
        open_page()
        browser.execute_async_script(FORGET)
    finally:
        browser.switch_to.window(first)


@contextmanager
def clean(browser: Any) -> Generator[None]:
    """Nothing goes wrong in the console meanwhile."""
    browser.set_window_size(1280, 900)
    browser.get_log("browser")
    yield
    problems = [one["message"] for one in browser.get_log("browser") if one["level"] in ("SEVERE", "WARNING")]
    assert problems == []
