"""Measures a first visit of the studio beside that of another version, in headless Chromium:

    python benchmarks/first_visit.py OLD_SITE NAME NEW_SITE > benchmarks/first_visit.md

Each site is the folder that `studio/build.mjs` and `hoyle.cli.pages.studio.catalogue` have written for a version;
Python in the page is not needed.  The sites are visited in turn, with an empty cache: what else the machine does is
then the same for both.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from statistics import median
from typing import Any

from chromium import browser
from revision import measured_on

from hoyle.cli.pages.studio.serve import Studio

VISITS = 15
GAME = "hearts"
"""A game in which the person chooses first."""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
CLICK = """
const [name, done] = arguments, begun = performance.now();
(document.getElementById('play-' + name) ?? document.querySelector(`a[href="#/play/${name}"]`)).click();
const look = () => document.querySelector('button.pick.legal') ? done(performance.now() - begun) : setTimeout(look, 2);
look();
"""
"""Resolves to the time from a click in the gallery until a card can be chosen."""


def visit(page: Any, address: str) -> tuple[float, float]:
    """The first paint of the gallery, and the time from a click until a card can be chosen, in milliseconds."""
    page.execute_cdp_cmd("Network.clearBrowserCache", {})
    page.get("about:blank")
    page.get(address)
    while not page.execute_script(f"return {PAINTED} && document.querySelector('.cards-of-games')"):
        time.sleep(0.01)
    painted: float = page.execute_script(f"return {PAINTED}")
    return painted, page.execute_async_script(CLICK, GAME)


def main() -> None:
    old, name, new = sys.argv[1:4]
    servers = {name: Studio(Path(old), prepared=Path(old)), "this version": Studio(Path(new), prepared=Path(new))}
    for server in servers.values():
        threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser()
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in servers}
    for _ in range(VISITS):
        for version, server in servers.items():
            found[version].append(visit(page, server.address))
    page.quit()
    print("# The first visit of the studio, beside another version\n")
    print(f"Written by `python benchmarks/first_visit.py`: headless Chromium on {os.cpu_count()} processors,")
    print(f"{VISITS} visits of each site in turn, with an empty cache, the game {GAME}.")
    print(f"Load at the end: {os.getloadavg()[0]:.1f}. Milliseconds, the median and, in brackets, the quickest.\n")
    print("| version | first paint of the gallery | from a click there until a card can be chosen |")
    print("|---|---|---|")
    for version, visits in found.items():
        paints, plays = zip(*visits, strict=True)
        print(f"| {version} | {median(paints):,.0f} ({min(paints):,.0f}) | {median(plays):,.0f} ({min(plays):,.0f}) |")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
