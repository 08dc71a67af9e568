"""The player that thinks makes the same choices in the page as in `hoyle play`, and judges games as `hoyle replay` does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hoyle.api import judging
from hoyle.cli.main import run
from hoyle.cli.pages.studio import scripts
from hoyle.cli.pages.studio.desk import Desk
from hoyle.cli.pages.studio.scripts import opened_game
from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.search.sides import watch
from hoyle.interpreter.wasm import CompiledModule, Machine, Module

pytest.importorskip("wasmtime", reason="wasmtime is not installed")


class Bytes:
    """Memory that looks to Python like a JavaScript array."""

    def __init__(self, memory: memoryview) -> None:
        self.memory, self.length = memory, len(memory)

    def slice(self, start: int, stop: int) -> Bytes:
        return Bytes(memoryview(bytearray(self.memory[start:stop])))

    def subarray(self, start: int, stop: int) -> Bytes:
        return Bytes(self.memory[start:stop])

    def fill(self, value: int, start: int, stop: int) -> None:
        self.memory[start:stop] = bytes([value]) * (stop - start)

    def assign(self, content: bytes) -> None:
        self.memory[:] = content

    def to_bytes(self) -> bytes:
        return bytes(self.memory)


class Instance:
    """A module instance that looks to Python like one of the page."""

    def __init__(self, code: CompiledModule) -> None:
        self.machine = Machine(code)
        self.memory = Bytes(self.machine.memory)

    def call(self, name: str, arguments: str) -> int | None:
        given = [int(value) for value, _ in json.loads(arguments)]
        return self.machine.exported(name)(self.machine.store, *given) or 0


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(lambda message: None, tmp_path / "files")


def ask(desk: Desk, question: str, /, **arguments: object) -> Any:
    return json.loads(desk.call(question, json.dumps(arguments)))


def test_it_judges_choices_as_hoyle_replay_does(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "BESIDE_NODES", judging.BESIDE_NODES)  # a page looks at fewer positions
    path = RULESETS / "games" / "revoke.play"
    text = path.read_text("utf-8")
    found = ask(desk, "judging", text=text, game=0)
    _, table = opened_game(text, tmp_path, 0)
    module = Module(table.engine.program, watch(table.engine.program), searching=True)
    assert module.text == found["wat"]
    code = CompiledModule(module)
    desk.run_search(found["key"], lambda: Instance(code))
    animation = ask(desk, "judge", key=found["key"])
    run(["replay", str(path), "--html", str(tmp_path / "page.html"), "--analyse"])
    page = re.search(
        r'<script type="application/json" id="data">(.*?)</script>', (tmp_path / "page.html").read_text("utf-8")
    )
    assert page is not None
    assert animation["judged"] == json.loads(page[1])[0]["judged"]
    assert any("known" in one for one in animation["judged"])
    assert any(one["mistake"] for one in animation["judged"])
    assert ask(desk, "judge", key="other")["problem"]
    assert ask(desk, "judging", text=text, game=7)["problem"]


def test_the_page_shows_the_cost_of_choices(within: Any) -> None:
    page = within("#/replay/revoke")
    page.wait("document.querySelector('.captions [aria-current]')")
    page.js("document.getElementById('judge').click()")
    page.wait("document.querySelector('.graph a')")
    assert page.js("document.querySelectorAll('.captions .costly').length") == page.js(
        "document.querySelectorAll('.graph a').length"
    )
    page.js(
        "document.querySelector('.graph a').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))"
    )
    page.wait("document.querySelector('[aria-current] .costly')")


MADE = "[...document.querySelectorAll('.made')].map(one => one.textContent)"


def test_the_player_in_the_page_makes_the_choices_of_hoyle_play(at: Any, tmp_path: Path) -> None:
    path, many = tmp_path / "played.play", 16
    assert (
        run(["play", "whist", "--seed", "7", "--seat", "all=think:quick:kernel=0", "--plain", "--record", str(path)])
        == 0
    )
    made = [line.partition(": ")[2].split(" #")[0] for line in path.read_text("utf-8").splitlines() if line[1:2] == ":"]
    page = at("#/watch/whist")
    page.js("crypto.getRandomValues = array => array.fill(7n)")
    page.js("document.getElementById('speed').value = 'fast'")
    page.js("document.getElementById('speed').dispatchEvent(new Event('change'))")
    for seat in range(4):
        page.js(f"document.getElementById('seat-{seat}').value = 'thinking'")
        page.js(f"document.getElementById('seat-{seat}').dispatchEvent(new Event('change'))")
    page.js("document.getElementById('new').click()")
    page.wait(f"{MADE}.length >= {many}")
    shown = [one.partition(": ")[2] for one in page.js(MADE)[:many]]
    assert shown == made[:many]
