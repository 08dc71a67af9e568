"""Scripted games in the studio: stepped through, opened from disk, continued by playing, and written from played games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.main import run
from hoyle.cli.pages.studio.desk import Desk
from hoyle.dsl.loading import RULESETS, load, rulesets
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower

from .conftest import ASKED

Keys = pytest.importorskip("selenium.webdriver.common.keys", reason="selenium is not installed").Keys


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(lambda message: None, tmp_path / "files")


def ask(desk: Desk, question: str, /, **arguments: object) -> Any:
    return json.loads(desk.call(question, json.dumps(arguments)))


@pytest.mark.parametrize("name", ["whist", "crazy_eights", "hearts"])
def test_a_game_played_in_the_page_is_a_script_that_replays(desk: Desk, name: str, tmp_path: Path) -> None:
    program = lower(load(name).game)
    engine, choices = Engine(program), []
    state = engine.start(seed=2**61 + 7)
    while (question := engine.question(state)) is not None and len(choices) < 150:
        options = list(question.choices())
        choices.append((len(choices) * 7) % len(options))
        state = engine.apply(state, options[choices[-1]])
    text = rulesets()[name].read_text("utf-8")
    found = ask(
        desk, "script", name=name, text=text, options={}, players=program.players, seed=str(2**61 + 7),
        choices=choices, own=False,
    )  # fmt: skip
    path = tmp_path / "played.play"
    path.write_text(found["text"], encoding="utf-8")
    assert run(["replay", "--quiet", str(path)]) == 0
    assert ask(desk, "animation", text=found["text"])["problems"] == []
    wrong = ask(
        desk, "script", name=name, text=text, options={}, players=program.players, seed="1", choices=[500], own=False
    )
    assert "other rules" in wrong["problem"]


@pytest.mark.parametrize("text", ["", "nonsense", "hoyle play 1\n\ngame nothing\n", "{}", "a" * 300_000, "\0"])
def test_a_broken_script_gives_a_message(desk: Desk, text: str) -> None:
    found = ask(desk, "animation", text=text)
    assert found.get("problem") or found["problems"]
    assert ask(desk, "position", text=text, game=0, frame=0)["problem"]


def test_the_position_of_a_frame_has_the_same_player_to_move(desk: Desk) -> None:
    text = (RULESETS / "games" / "texas_worked_round.play").read_text("utf-8")
    animation = ask(desk, "animation", text=text)["animations"][0]
    turns, turn = [], -1
    for frame in animation["frames"]:
        turn = frame["scene"].get("turn", turn)
        turns.append(turn)
    at = next(i for i, turn in enumerate(turns) if i > 15 and turn >= 0)
    found = ask(desk, "position", text=text, game=0, frame=at)
    description = found["description"]
    actor = description["state"]["slots"][3]["address"] - description["state"]["address"]
    state = bytes.fromhex(found["state"])
    assert int.from_bytes(state[actor : actor + 8], "little", signed=True) == turns[at]
    assert found["seats"] == animation["seats"]


def test_a_shipped_game_is_stepped_through_with_keys(at: Any) -> None:
    page = at("#/replay/texas_worked_round")
    page.wait("document.querySelector('.captions [aria-current]')")
    where = "document.querySelector('.where').textContent"
    page.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert page.js(where).startswith("3 of ")
    assert page.js("document.getElementById('live').textContent")
    page.keys(Keys.END)
    first, last = page.js(where).split(" of ")
    assert last.startswith(f"{first} ·")


def test_a_script_from_disk_is_shown_and_can_be_continued(within: Any) -> None:
    page = within()
    path = RULESETS / "games" / "whist_short.play"
    page.browser.find_element("css selector", "input[type=file]").send_keys(str(path))
    page.wait("document.querySelector('.captions [aria-current]')")
    for _ in range(6):
        page.js("document.getElementById('next').click()")
    page.js("document.getElementById('play-on').click()")
    page.wait(ASKED)
    before = page.js("document.querySelectorAll('button.pick').length")
    page.js("document.querySelector('button.pick.legal').click()")
    page.wait(f"document.querySelectorAll('button.pick').length < {before}")


def test_a_game_continues_with_another_card_at_a_step(within: Any) -> None:
    page = within("#/replay/whist_short/1.3")
    cards = "[...document.querySelectorAll('.seat.turn button.what-if')]"
    page.wait(f"{cards}.length === 13")
    card = page.js(f"{cards}.at(-1).getAttribute('title')")
    page.js(f"{cards}.at(-1).click()")
    page.wait("document.querySelector('.page.play .offers') && document.querySelectorAll('.made').length > 0")
    name = re.fullmatch("What if: the (.+) now", card)
    assert name
    # Before the test looks, the other seats may have played, and this seat too if it had only one choice.
    hand = "[...document.querySelectorAll('button.pick')].map(one => one.textContent)"
    page.wait(f"{hand}.length > 0 && {hand}.length < 13")
    left = page.js(hand)
    assert all(" of " in text for text in left)
    assert not any(name[1] in text for text in left)


def test_a_broken_script_from_disk_shows_what_is_wrong(within: Any, tmp_path: Path) -> None:
    (tmp_path / "broken.play").write_text("<b>nonsense</b>\n")
    page = within()
    page.browser.find_element("css selector", "input[type=file]").send_keys(str(tmp_path / "broken.play"))
    assert "hoyle play 1" in page.wait("document.querySelector('.failed')?.textContent")


def test_a_judged_game_shows_the_values_with_all_cards_known(at: Any) -> None:
    page = at("#/replay/a_lead_to_think_about")
    page.wait("document.querySelector('.captions [aria-current]')")
    page.js("[...document.querySelectorAll('button')].find(one => one.textContent === 'Judge the choices').click()")
    page.wait("document.body.textContent.includes('all cards known: +1.00')")
