"""The strongest player of the studio makes the same choices in the page as in `hoyle play` with the same seed."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.main import run
from hoyle.cli.pages.studio.desk import Desk
from hoyle.cli.pages.studio.scripts import opened_game
from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.search.sides import watch
from hoyle.interpreter.text.parse import Words
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


def rules_of(name: str, players: int) -> dict[str, Any]:
    text = (RULESETS / f"{name}.hoyle").read_text("utf-8")
    return {"name": name, "text": text, "options": {}, "players": players}


def ready(desk: Desk, rules: dict[str, Any]) -> str:
    """Start the search module of a game, as the page does.  Return its key."""
    found = ask(desk, "search", **rules)
    program = lower(load(rules["name"]).game, {}, rules["players"])
    module = Module(program, watch(program), searching=True)
    assert module.text == found["wat"]
    code = CompiledModule(module)
    desk.run_search(found["key"], lambda: Instance(code))
    assert ask(desk, "search", **rules) == {"key": found["key"], "wat": ""}
    return found["key"]


def chosen(desk: Desk, key: str, seed: int, most: int) -> list[int]:
    """The choices of players that think, one after the other."""
    choices: list[int] = []
    while len(choices) < most:
        found = ask(desk, "think", key=key, seed=str(seed), choices=choices, kind="think:quick")
        if "problem" in found:
            assert found["problem"] == "the game is over"
            break
        choices.append(found["number"])
    return choices


def test_it_makes_the_choices_of_hoyle_play(desk: Desk, tmp_path: Path) -> None:
    name, path = "briscola", tmp_path / "played.play"
    assert run(["play", name, "--seed", "5", "--seat", "all=think:quick", "--plain", "--record", str(path)]) == 0
    rules = rules_of(name, 2)
    key = ready(desk, rules)
    choices = chosen(desk, key, 5, 1_000)
    script = ask(desk, "script", **rules, seed="5", choices=choices, own=False)["text"]
    assert script.partition("seed 5")[2].strip() == path.read_text("utf-8").partition("seed 5")[2].strip()
    # After an undo the player still answers.  So does another game.
    again = ask(desk, "think", key=key, seed="5", choices=choices[:1], kind="think:quick")
    assert again == {"number": choices[1]}
    assert len(chosen(desk, key, 6, 2)) == 2
    assert ask(desk, "think", key=key, seed="5", choices=[500], kind="think:quick")["problem"]
    assert ask(desk, "think", key="other", seed="5", choices=[], kind="think:quick")["problem"]


def test_it_judges_choices_as_hoyle_replay_does(desk: Desk, tmp_path: Path) -> None:
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


def test_the_player_in_the_page_makes_the_same_choices(desk: Desk, within: Any) -> None:
    seed, many = 7, 10
    rules = rules_of("whist", 4)
    choices = chosen(desk, ready(desk, rules), seed, many)
    program = lower(load("whist").game)
    engine, words = Engine(program), Words(program)
    state, wanted = engine.start(seed=seed), list[str]()
    for number in choices:
        question = engine.question(state)
        assert question is not None
        choice = next(islice(question.choices(), number, None))
        wanted.append(words.label(program.asks[question.ask].alternatives[choice.alternative], choice.values))
        state = engine.apply(state, choice)
    page = within("#/watch/whist")
    page.js("crypto.getRandomValues = array => array.fill(7n)")
    page.js("document.getElementById('speed').value = 'fast'")
    page.js("document.getElementById('speed').dispatchEvent(new Event('change'))")
    for seat in range(4):
        page.js(f"document.getElementById('seat-{seat}').value = 'searching'")
        page.js(f"document.getElementById('seat-{seat}').dispatchEvent(new Event('change'))")
    page.wait("document.querySelector('.page').dataset.thought")
    page.wait(f"{MADE}.length >= {many}")
    shown = [one.partition(": ")[2] for one in page.js(MADE)[:many]]
    assert shown == wanted
