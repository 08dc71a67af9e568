"""The pictures of docs/studio.md and docs/play.md:  python docs/screenshots.py  writes docs/images/ from the built
studio and from games at a terminal; with arguments, only these: names of views, `terminal`.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from hoyle.cli.arguments.seats import seats_of
from hoyle.cli.terminal import table
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.record.session import GameSession

OUT = Path(__file__).resolve().parent / "images"
LOADING = 300
WIDE, NARROW = (1280, 860), (360, 740)
PICKS = "document.querySelector('button.pick.legal, .offers button.offer')"
DONE = "document.querySelector('.page').dataset.done"
CURRENT = "document.querySelector('.captions [aria-current]')"
SETTLED = """
const next = () => document.querySelector('.settlement:not(.brief)') || document.getElementById('next').click();
for (let step = 0; step < 60; step++) next();
"""
"""Steps to what a deal came to."""
VIEWS: tuple[tuple[str, str, str, str, tuple[int, int], str], ...] = (
    ("gallery", "", "document.querySelectorAll('.cards-of-games li').length", "", WIDE, "light"),
    ("play", "#/play/hearts", PICKS, "", WIDE, "light"),
    ("settlement", "#/replay/cribbage_two/1.1", CURRENT, SETTLED, WIDE, "light"),
    (
        "replay",
        "#/replay/texas_worked_round/1.21",
        CURRENT,
        "",
        WIDE,
        "dark",
    ),
    ("narrow", "#/play/spades", PICKS, "", NARROW, "light"),
    ("write", "#/write/whist", DONE, "", WIDE, "light"),
    ("results", "#/write/newberry_euchre", DONE, "document.getElementById('tab-does').click()", WIDE, "dark"),
)


TERMINALS: tuple[tuple[str, str, int, tuple[str, ...], str], ...] = (
    ("terminal-table", "hearts", 3, ("1 2", "8 9 10", "2H"), "Hearts"),
    ("terminal-settlement", "newberry_euchre", 3, ("10C", "1", "1", "1", "1", "1"), "what it came to"),
)
"""A picture of a terminal: its name, the game, the seed, what is typed, and the text with which it begins."""
_HIGHEST = 52
"""The most lines of a picture."""


def terminals() -> None:
    """Write the pictures of games at a terminal."""
    for name, game, seed, typed, start in TERMINALS:
        console = Console(file=io.StringIO(), width=72, record=True, force_terminal=True, color_system="truecolor")
        table.console_for = lambda console=console, **_: console  # type: ignore[assignment] - for this picture
        opened = Rulesets().open(game)
        session = GameSession(opened, seed)
        session.begin()
        seats = seats_of(opened.engine.program.players, ("all=random", "A=person"))
        shown = table.PlayTable(session, seats, ascii=False)
        shown.lines.read = _typed(console, typed)
        shown.play()
        lines = console.export_text(clear=False, styles=True).splitlines()
        at = next((at for at in range(len(lines) - 1, -1, -1) if start in lines[at]), 0)
        picture = Console(file=io.StringIO(), width=72, record=True, force_terminal=True, color_system="truecolor")
        left = next((number for number, line in enumerate(lines) if "left unfinished" in line), len(lines))
        picture.print(Text.from_ansi("\n".join(lines[at:left][:_HIGHEST])))
        svg = picture.export_svg(title=f"hoyle play {game}", unique_id=name)
        svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # nothing is fetched from elsewhere
        (OUT / f"{name}.svg").write_text(svg, encoding="utf-8")


def _typed(console: Console, answers: tuple[str, ...]) -> Any:
    """A reader of lines that types these answers, and then ends."""
    left = iter(answers)

    def read(prompt: str) -> str:
        answer = next(left, None)
        if answer is None:
            raise table.InputEnded
        console.print(prompt + answer, highlight=False, markup=False)
        return answer

    return read


def main() -> None:
    OUT.mkdir(exist_ok=True)
    names = sys.argv[1:]
    if not names or "terminal" in names:
        terminals()
    wanted = [view for view in VIEWS if not names or view[0] in names]
    if not wanted:
        return
    from selenium import webdriver

    from hoyle.cli.pages.studio.serve import Studio

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
    for name, where, ready, then, (width, height), scheme in wanted:
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
