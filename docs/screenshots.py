"""The pictures of docs/studio.md:  python docs/screenshots.py  writes docs/images/*.png from the built studio."""

from __future__ import annotations

import os
import shutil
import threading
import time
from pathlib import Path
from typing import Any

from selenium import webdriver

from hoyle.cli.pages.studio.serve import Studio

OUT = Path(__file__).resolve().parent / "images"
LOADING = 300
WIDE, NARROW = (1280, 860), (360, 740)
PICKS = "document.querySelector('button.pick.legal, .offers button.offer')"
DONE = "document.querySelector('.page').dataset.done"
CURRENT = "document.querySelector('.captions [aria-current]')"
VIEWS: tuple[tuple[str, str, str, str, tuple[int, int], str], ...] = (
    ("gallery", "", "document.querySelectorAll('.cards-of-games li').length", "", WIDE, "light"),
    ("play", "#/play/hearts", PICKS, "", WIDE, "light"),
    ("bidding", "#/play/oh_hell", PICKS, "", WIDE, "dark"),
    ("watch", "#/watch/whist", "document.querySelectorAll('.made').length > 6", "", WIDE, "light"),
    (
        "replay",
        "#/replay/texas_worked_round/20",
        "document.querySelector('.captions [aria-current]')",
        "",
        WIDE,
        "dark",
    ),
    ("narrow", "#/play/spades", PICKS, "", NARROW, "light"),
    ("write", "#/write/whist", DONE, "", WIDE, "light"),
    ("results", "#/write/newberry_euchre", DONE, "document.getElementById('tab-does').click()", WIDE, "dark"),
)


def main() -> None:
    server = Studio()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    page: Any = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    OUT.mkdir(exist_ok=True)
    for name, where, ready, then, (width, height), scheme in VIEWS:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        media = [{"name": "prefers-color-scheme", "value": scheme}]
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
        page.get("about:blank")
        page.get(server.address + where)
        end = time.monotonic() + LOADING
        while not page.execute_script(f"return {ready}"):
            if time.monotonic() > end:
                raise TimeoutError(name)
            time.sleep(0.1)
        page.execute_script(then)
        time.sleep(0.5)
        page.save_screenshot(str(OUT / f"studio-{name}.png"))
    page.quit()
    server.shutdown()


if __name__ == "__main__":
    main()
