"""Chromium without a window, driven by Selenium, in which nothing waits for ever.

Where Debian's `chromium-headless-shell` is installed, it is used: it draws the same pages with less of the processor.

A browser that does not answer is ended at once, with its driver and all its processes: whatever is asked of it after that
fails at once, and the next test gets a new one.
"""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

ANSWER = 120
"""Seconds within which a browser must answer a command.  A command that loads a page or waits for one has them, too."""
RESTARTS = 2
"""How many browsers that broke down are replaced in one process of the tests."""


def _program(*names: str) -> str | None:
    """The first of some programs that is installed."""
    return next((path for name in names if (path := shutil.which(name))), None)


def _bounded(send: Callable[..., Any], end: Callable[[], None]) -> Callable[..., Any]:
    """Send commands, and end the browser that does not answer one in time."""
    from urllib3.exceptions import HTTPError

    def sent(*arguments: Any, **named: Any) -> Any:
        try:
            return send(*arguments, **named)
        except (HTTPError, OSError) as error:
            end()
            raise RuntimeError(f"the browser did not answer within {ANSWER} seconds, so it was ended") from error

    return sent


def end(browser: Any) -> None:
    """End a browser with its driver and all their processes, whether they answer or not."""
    process = browser.service.process
    if process is not None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # a process group of its own: see `start`
        process.wait()


def lives(browser: Any) -> bool:
    """Whether a browser still answers."""
    try:
        return bool(browser.window_handles)
    except Exception:  # whatever a browser that broke down brings about
        return False


def start() -> Any:
    """Start Chromium without a window.  Where there is none, skip the test."""
    selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    chrome = _program(
        "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"
    )
    driver = _program("chromedriver")
    if chrome is None or driver is None:
        pytest.skip("there is no Chromium with its driver (apt-get install chromium chromium-driver)")
    options = selenium.ChromeOptions()
    options.binary_location = chrome
    for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"):
        options.add_argument(argument)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium refuses to run as root with its sandbox
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = selenium.ChromeService(driver, popen_kw={"start_new_session": True})
    try:
        browser = selenium.Chrome(options=options, service=service)
    except pytest.importorskip("selenium.common.exceptions").WebDriverException as error:
        pytest.skip(f"the browser does not start here: {error.msg}")
    commands = browser.command_executor
    commands.client_config.timeout = ANSWER
    commands._request = _bounded(commands._request, lambda: end(browser))
    browser.set_page_load_timeout(ANSWER - 10)
    browser.set_script_timeout(ANSWER - 10)
    return browser


class SharedBrowser:
    """A browser for many tests, which is replaced if it breaks down.

    `prepare` is called with each new one.  After `RESTARTS` of them every test that asks for one fails at once.
    """

    def __init__(self, start: Callable[[], Any], prepare: Callable[[Any], None]) -> None:
        self._start, self._prepare = start, prepare
        self._browser: Any = None
        self._started = 0

    def __call__(self) -> Any:
        """Return the browser, or a new one if it does not answer."""
        if self._browser is None or not lives(self._browser):
            assert self._started <= RESTARTS, f"{self._started} browsers broke down; no more are started"
            self.quit()
            self._browser = self._start()
            self._started += 1
            self._prepare(self._browser)
        return self._browser

    def quit(self) -> None:
        """End the browser."""
        if self._browser is not None:
            self._browser.quit()
            end(self._browser)
