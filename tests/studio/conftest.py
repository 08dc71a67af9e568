"""The studio in a real browser.  Its own server serves the page, and the console must stay free of errors."""

from __future__ import annotations

import itertools
import shutil
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hoyle.cli.pages.studio.built import SITE, is_built
from hoyle.cli.pages.studio.serve import Studio

from ..browsers import SharedBrowser

pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
Open = Callable[..., "Page"]

PATIENCE = 90
"""Seconds to wait for an event that must come.

The limit is generous, because the machine may be busy; no test measures time.
"""
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
"""Replaces the random numbers of a page by fixed sequences: the deals and the random players are the same in every run.
"""
ASKED = "document.querySelector('.offers[data-asked]') && document.querySelector('button.pick.legal')"
"""True if a person must choose a card.  Cards are also marked legal while a choice of several cards is being made."""
FAILED = """[...document.querySelectorAll('.failed, .state, .status')].map(one => one.textContent)
    .find(text => /^This cannot be opened|break down/.test(text)) ?? ''"""


class Page:
    """An open page of the studio."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser

    def js(self, code: str, *arguments: object) -> Any:
        """Return the value of a JavaScript expression in the page."""
        return self.browser.execute_script(f"return {code}", *arguments)

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script.  It calls its last argument with the result when it is done."""
        return self.browser.execute_async_script(script, *arguments)

    def keys(self, *keys: str) -> None:
        """Press keys, independent of the focus."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.browser).send_keys(*keys).perform()

    def wait(self, condition: str, seconds: float = PATIENCE) -> Any:
        """Wait until a JavaScript expression is true, and return its value.

        Fail at once if the page shows an error message.
        """
        end = time.monotonic() + seconds
        for look in itertools.count(1):
            # Look for an error message now and then, and before the first wait: the test may wait for the message
            # itself.
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
    server = Studio(prepared=SITE if is_built() else None)  # so that not every game is compiled once more
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def seeded(browser: Any) -> None:
    """Fix the random numbers of every page that a new browser will open."""
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SEEDED})


@pytest.fixture(scope="session")
def shared_browser(start_browser: Callable[[], Any]) -> Iterator[SharedBrowser]:
    shared = SharedBrowser(start_browser, seeded)
    yield shared
    shared.quit()


@pytest.fixture
def browser(shared_browser: SharedBrowser) -> Any:
    return shared_browser()


SHOWN = "document.querySelector('#page h1, #page .failed')"
FORGET = """
localStorage.clear();  // the speed that a test has chosen, too
const done = arguments[0], gone = indexedDB.deleteDatabase('hoyle-studio');
gone.onsuccess = gone.onerror = () => done();
"""


@pytest.fixture
def at(studio: Studio, browser: Any) -> Iterator[Open]:
    """Return a function that opens an address of the studio, such as `#/play/whist`, in a new document.

    The console must have no errors at the end of the test.
    """

    def open_page(where: str = "") -> Page:
        browser.get("about:blank")
        browser.get(studio.address + where)
        page = Page(browser)
        page.wait(SHOWN)
        return page

    with clean(browser):
        yield open_page
    browser.get(studio.address + "style.css")  # a file of the same origin, which is no page that must be drawn
    browser.execute_async_script(FORGET)


WINDOWS: dict[str, str] = {}
"""The window of a browser, by its session, in which Python is loaded.  Loading takes seconds, so tests share the window."""


@pytest.fixture
def loaded(studio: Studio, browser: Any) -> str:
    """A window of the studio in which Python is loaded."""
    if browser.session_id not in WINDOWS:
        first = browser.current_window_handle
        browser.switch_to.new_window("window")
        WINDOWS[browser.session_id] = browser.current_window_handle
        seeded(browser)
        browser.get(studio.address + "#/write/whist")
        Page(browser).wait("document.querySelector('.page')?.dataset.done")
        browser.switch_to.window(first)
    return WINDOWS[browser.session_id]


@pytest.fixture
def within(studio: Studio, browser: Any, loaded: str) -> Iterator[Open]:
    """Return a function that opens an address of the studio in the window with Python."""

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
    """Fail if the console contains errors at the end of the block."""
    browser.set_window_size(1280, 900)
    browser.get_log("browser")
    yield
    problems = [one["message"] for one in browser.get_log("browser") if one["level"] in ("SEVERE", "WARNING")]
    assert problems == []
