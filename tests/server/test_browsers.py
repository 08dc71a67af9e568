"""Real browsers at one table: they play, one loads the page again at every question, one loses the network."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from .pages import STATE, STEP, begin_table, clean, over, sit, state, wait
from .serving import ServerProcess

WHOLE = "HOYLE_WHOLE_GAMES" in os.environ
"""Whether games are played to their end, which takes some minutes each."""
VARIANT = 'variant "Five" of newberry_euchre\n\nset lone_march to 5\nset target to 5\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[ServerProcess]:
    found = ServerProcess(str(tmp_path_factory.mktemp("browsers") / "tables.sqlite"), "--generous")
    yield found
    found.stop()


@pytest.fixture
def firefoxes(tmp_path: Path) -> Iterator[Callable[[], Any] | None]:
    """Start Firefoxes, which are ended after the test; None where there is none."""
    binary = shutil.which("firefox-esr") or shutil.which("firefox")
    if binary is None:
        yield None
        return
    pytest.importorskip("websocket", reason="websocket-client is not installed")
    from ..studio.firefox import Firefox

    started: list[Firefox] = []

    def start() -> Firefox:
        folder = tmp_path / f"firefox{len(started)}"
        folder.mkdir()
        started.append(Firefox(binary, folder))
        return started[-1]

    yield start
    for one in started:
        with suppress(Exception):
            one.quit()


class NetworkCable:
    """A way to the server that can be cut: whoever comes through it then loses its connections and gets no new ones."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}/"
        self.whole = True
        self.open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                one, _ = self.listening.accept()
                if not self.whole:
                    one.close()
                    continue
                other = socket.create_connection(("127.0.0.1", self.server.port))
                self.open += [one, other]
                for source, target in ((one, other), (other, one)):
                    threading.Thread(target=self._pump, args=(source, target), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        self.whole = False
        for one in self.open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self.open.clear()

    def end(self) -> None:
        self.cut()
        self.listening.close()


@pytest.fixture
def cable(server: ServerProcess) -> Iterator[NetworkCable]:
    found = NetworkCable(server)
    yield found
    found.end()


@dataclass
class PlayedInBrowsers:
    """What happened: how many things were done at the pages, how often a page was loaded again, how often the network
    was lost."""

    done: int = 0
    loaded: int = 0
    lost: int = 0


def play(
    browsers: list[Any], most: float, reload: Any = None, cable: NetworkCable | None = None, enough: int | None = None
) -> PlayedInBrowsers:
    """Let all browsers play until the game is over, or for some seconds, or until `enough` things were done, however
    long each takes on a busy machine.  `reload` loads its page again at each question before it answers; `cable` is cut
    for a while after some things were done."""
    found, until, mended, answered = PlayedInBrowsers(), time.monotonic() + most, 0.0, None
    while time.monotonic() < until:
        for browser in browsers:
            if browser is reload and "you choose" in state(browser):
                question = browser.execute_script("return document.querySelector('.ask').dataset.question")
                if question != answered:
                    browser.refresh()
                    wait(browser, STATE)
                    answered, found.loaded = question, found.loaded + 1
            with suppress(Exception):
                found.done += bool(browser.execute_script(STEP))
        if cable is not None and not found.lost and found.done > 4:
            cable.cut()
            found.lost, mended = 1, time.monotonic() + 3
        if cable is not None and mended and time.monotonic() > mended:
            cable.whole = True
        again = cable is None or (cable.whole and mended)
        if over(browsers[0]) or (enough is not None and found.done >= enough and again):
            break
    if cable is not None:
        cable.whole = True
    return found


SHORT = {
    "mine": {}, "newberry_euchre": {"target": "5"}, "hearts": {"target": "50"}, "cribbage": {"target": "61"},
}  # fmt: skip
"""What is played, each with options that make it short; `mine` is a variant of one's own."""
EVERY_TABLE = [
    ("mine", 4, 4), ("newberry_euchre", 4, 4), ("hearts", 4, 4), ("cribbage", 2, 2), ("cribbage", 4, 4),
    ("newberry_euchre", 4, 2), ("hearts", 4, 2), ("mine", 4, 2),
]  # fmt: skip
TABLES = EVERY_TABLE if WHOLE else [("mine", 4, 2)]
"""Which game, for how many, and how many of them are people with browsers; programs have the other chairs."""


@pytest.mark.parametrize(("game", "seats", "people"), TABLES)
def test_browsers_play_one_loads_again_at_each_question_and_one_loses_the_network(
    server, browsers, firefoxes, cable, game, seats, people, tmp_path
):
    """Chromiums and Firefoxes in turn, to the end with HOYLE_WHOLE_GAMES (benchmarks/whole_games.md), else until a few
    things were done."""
    chairs: list[str | None] = [None if at < people else "random" for at in range(seats)]
    began = time.monotonic()
    wanted = {"game": game, "chairs": chairs, "options": SHORT[game], "players": seats}
    made = server.open(**wanted, **({"text": VARIANT} if game == "mine" else {}))
    all_ = [firefoxes() if at % 2 == 0 and firefoxes is not None else browsers() for at in range(people)]
    for at, browser in enumerate(all_):
        sit(browser, cable.url if at == people - 1 else server.url, made, at, ("Ann", "Bob", "Cyd", "Dee")[at])
    wait(all_[0], "document.querySelector('.table .seat')")
    found = play(all_, 2400 if WHOLE else 120, all_[0], cable, enough=None if WHOLE else 8)
    assert found.done > 4
    wait(all_[-1], "document.querySelector('.lost').hidden")
    for one in all_:
        clean(one)
    if not WHOLE:
        return
    for one in all_:
        wait(one, "document.querySelector('.state').textContent.includes('over')")
    secret = f"Bearer {made['chairs'][0]}"
    for name, kept in (("script", "game.play"), ("rules", "rules.hoyle")):
        status, _, text = server.ask(f"api/tables/{made['table']}/{name}", authorization=secret)
        assert status == 200
        (tmp_path / kept).write_text(text, "utf-8")
    script = str(tmp_path / "game.play")
    replayed = subprocess.run([sys.executable, "-m", "hoyle", "replay", script], capture_output=True, check=False)
    assert replayed.returncode == 0, replayed.stdout
    seconds = time.monotonic() - began
    print(f"\n{game}, {seats} seats, {people} browsers: {found}, {seconds:.0f} s; the script replays")


def test_the_server_is_killed_and_the_game_goes_on(server, browsers):
    made = server.open(game="cribbage", chairs=[None, "random"])
    browser = browsers()
    sit(browser, server.url, made, 0, "Ann")
    wait(browser, "document.querySelector('.table .seat')")
    assert play([browser], 90, enough=2).done > 1
    server.kill()
    wait(browser, "!document.querySelector('.lost').hidden")
    server.start()
    wait(browser, "document.querySelector('.lost').hidden")
    assert play([browser], 90, enough=1).done > 0


def test_when_a_game_is_over_everybody_has_its_replay_the_judge_and_what_the_house_rule_did(server, browsers):
    made = server.open(game="mine", text='variant "Rich" of leduc_poker\n', chairs=[None, "random"])
    browser = browsers()
    sit(browser, server.url, made, 0, "Ann")
    wait(browser, "document.querySelector('.table .seat')")
    play([browser], 60)
    wait(browser, "document.querySelector('.afterwards a')")
    browser.execute_script("[...document.querySelectorAll('.afterwards button')].at(-1).click()")
    wait(browser, "document.querySelector('.judged').textContent.includes('Leduc')")
    pages = browser.execute_script("return [...document.querySelectorAll('.afterwards a')].map(one => one.href)")
    clean(browser)
    for page, shown in zip(pages, ("#transcript li", "#graph svg"), strict=True):
        browser.get(page)
        wait(browser, f"document.querySelector('{shown}')")
        browser.execute_script("document.getElementById('on').click()")
        assert "Ann" in browser.execute_script("return document.getElementById('transcript').textContent")
        clean(browser)


CONNECTING = """
const made = [];
globalThis.WebSocket = class {
  constructor() { this.readyState = 0; this.sent = []; made.push(this); }
  send(text) { this.sent.push(JSON.parse(text)); }
};
const wire = new Wire.Connection("table", "secret", () => {}, () => {});
wire.choose(7, {option: 2});
const [socket] = made;
socket.readyState = 1;
socket.onopen();
socket.onmessage({data: JSON.stringify({type: "table", question: 7})});
socket.onmessage({data: JSON.stringify({type: "table", question: 7})});
return socket.sent;
"""


def test_an_answer_given_while_the_page_connects_again_is_sent_once_it_is_connected(server, browsers):
    browser = browsers()
    browser.get(server.url)
    hello, *answers = browser.execute_script(CONNECTING)
    assert hello["type"] == "hello"
    assert [(one["type"], one["question"], one["option"]) for one in answers] == [("choose", 7, 2)]


REFUSING = """
const waits = [], made = [];
const later = globalThis.setTimeout;
globalThis.setTimeout = (act, wait) => { waits.push(wait); act(); };
globalThis.WebSocket = class {
  constructor() { this.readyState = 0; made.push(this); }
  send() {}
};
const wire = new Wire.Connection("table", "secret", () => {}, () => {});
const refused = {type: "refused", code: "S06", sentence: "please try again in 30 seconds", seconds: 30};
for (const messages of [[refused], [{...refused, seconds: undefined}], [refused, {type: "table"}], []]) {
  const socket = made[made.length - 1];
  for (const message of messages) socket.onmessage({data: JSON.stringify(message)});
  socket.onclose();
}
globalThis.setTimeout = later;
return waits.map(Math.round);
"""


def test_a_page_leaves_a_server_alone_for_as_long_as_it_asks(server, browsers):
    browser = browsers()
    browser.get(server.url)
    assert browser.execute_script(REFUSING) == [30000, 680, 400, 680]


def test_the_first_page_opens_a_table(server, browsers):
    browser = browsers()
    browser.get(server.url + "?game=cribbage")
    wait(browser, "document.querySelector('.chairs select')")
    begin_table(browser, [1])
    assert "Ann" in browser.execute_script("return document.querySelector('.people').textContent")
    clean(browser)


def test_rules_go_from_the_studio_to_a_table_for_friends(browsers, tmp_path):
    """*Play with friends*: a file of one's own, with the settings chosen beside it."""
    from hoyle.cli.pages.studio.friends import FriendsServer
    from hoyle.cli.pages.studio.serve import Studio

    studio = Studio()
    studio.friends = FriendsServer(str(tmp_path / "tables.sqlite"), port=0)
    thread = threading.Thread(target=studio.serve_forever, daemon=True)
    thread.start()
    try:
        file = json.dumps({"name": "my_five", "text": VARIANT}).encode()
        packed = zlib.compressobj(wbits=-15)
        part = base64.urlsafe_b64encode(packed.compress(file) + packed.flush()).rstrip(b"=").decode()
        browser = browsers()
        browser.get(f"{studio.address}#/write/shared/{part}")
        wait(browser, "document.querySelector('#play-with-friends')")
        browser.execute_script("document.querySelector('#play-with-friends').click()")
        until = time.monotonic() + 60
        while len(browser.window_handles) < 2 and time.monotonic() < until:
            time.sleep(0.1)
        browser.switch_to.window(browser.window_handles[1])
        wait(browser, "document.querySelector('.chairs select')")
        assert "Five (your own)" in browser.execute_script(
            "return document.querySelector('[name=game]').selectedOptions[0].textContent"
        )
        begin_table(browser, (1, 2, 3))
        assert browser.execute_script("return document.title") == "Five"
    finally:
        studio.shutdown()
        studio.server_close()
        thread.join()
