"""A browser without a window, for the benchmarks that measure pages."""

from __future__ import annotations

import os
import shutil
from typing import Any

from selenium import webdriver


def browser() -> Any:
    """Start Chromium."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
