"""The studio in a real browser: the built page served by its own server, and nothing wrong in the console afterwards."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hoyle.cli.pages.studio.built import COMMAND, is_built
from hoyle.cli.pages.studio.serve import Studio

selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
WebDriverException = pytest.importorskip("selenium.common.exceptions").WebDriverException
Open = Callable[..., "Page"]


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

    def wait(self, condition: str, seconds: float = 60) -> Any:
        """Wait until an expression is true; its value."""
        end = time.monotonic() + seconds
        while not (value := self.js(condition)):
            if time.monotonic() > end:
                raise AssertionError(
                    f"never so: {condition}; the page says: {self.js('document.body.innerText')[:2000]}"
                )
            time.sleep(0.02)
        return value


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
    except WebDriverException as error:
        pytest.skip(f"the browser does not start here: {error.msg}")
    page.set_script_timeout(120)
    yield page
    page.quit()


@pytest.fixture
def at(studio: Studio, browser: Any) -> Iterator[Open]:
    """Opens an address of the studio (`#/play/whist`); nothing may have gone wrong in it by the end of the test."""

    def open_page(where: str = "") -> Page:
        browser.get("about:blank")
        browser.get(studio.address + where)
        page = Page(browser)
        page.wait("document.querySelector('#page h1, #page .failed')")
        return page

    browser.set_window_size(1280, 900)
    browser.get_log("browser")
    yield open_page
    problems = [one["message"] for one in browser.get_log("browser") if one["level"] in ("SEVERE", "WARNING")]
    assert problems == []
    browser.get(studio.address)
    browser.execute_async_script(
        "const done = arguments[0], gone = indexedDB.deleteDatabase('hoyle-studio');"
        "gone.onsuccess = gone.onerror = gone.onblocked = () => done();"
    )
