"""The lessons of the studio: their questions fit the scripts, and the page asks all of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hoyle.cli.pages.viewer.data import animation_data
from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.notation.files import games
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.story.scripted.frames import animate

Json = dict[str, Any]
LESSONS = sorted((RULESETS / "lessons").glob("*.json"))
SCHEMA = json.loads((RULESETS.parent / "schemas" / "lesson.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_is_as_its_schema_says_and_no_other_word_is(path: Path) -> None:
    lesson = json.loads(path.read_text("utf-8"))
    holds = jsonschema.Draft202012Validator(SCHEMA)
    holds.validate(lesson)
    (first, *_), question = lesson["chapters"], lesson["chapters"][0]["questions"][0]
    for spoiled in (
        {**lesson, "nonsense": 1},
        {**lesson, "chapters": []},
        {**lesson, "chapters": [{**first, "questions": [{**question, "game": "first"}]}]},
        {**lesson, "chapters": [{**first, "questions": [{**question, "choices": ["one", "other"], "right": []}]}]},
    ):
        assert not holds.is_valid(spoiled)


def animations(script: str) -> list[Json]:
    """The animation data of each game of a shipped script, as the page gets it."""
    path = RULESETS / "games" / f"{script}.play"
    made: list[Json] = []
    for game in games(path):
        assert not isinstance(game, tuple)
        made.append(animation_data("", animate(game, Rulesets().for_script(game, path.parent))))
    return made


def wrong_with(question: Json, animation: Json) -> str:
    """Return what is wrong with a question about a game, or an empty string."""
    who, said = question["at"].split(": ")
    hand: list[str] = []
    zones: dict[str, Json] = {}
    for frame in animation["frames"]:
        if any(one["kind"] == "made" and [one["player"], one["label"]] == [who, said] for one in frame["captions"]):
            hand = [
                card
                for zone in zones.values()
                if (zone["name"], zone["whose"]) == ("hand", who)
                for card in zone["cards"]
            ]
            break
        for number, zone in frame["scene"].get("zones", {}).items():
            zones[number] = {**zones.get(number, {}), **zone}
    else:
        return "nobody chose that"
    if "choices" in question:
        right = question["right"]
        if said in question["choices"] and right != [said]:
            return "something else was chosen"
        return "" if set(right) < set(question["choices"]) else "the answer cannot be given"
    played = [card for card in hand if card in said.split()]
    right = question.get("right", played)
    if not set(played) <= set(right):
        return "another card was played"
    return "" if set(right) < set(hand) and right else "these cards are not held, or all are"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_question_fits_its_script(path: Path) -> None:
    known: dict[str, list[Json]] = {}
    for chapter in json.loads(path.read_text("utf-8"))["chapters"]:
        for question in chapter["questions"]:
            script = question["script"]
            if script not in known:
                known[script] = animations(script)
            animation = known[script][question["game"]]
            assert wrong_with(question, animation) == "", question["ask"]
            other = {**question, "at": question["at"] + "!"}
            assert wrong_with(other, animation) == "nobody chose that"
            if "choices" not in question:
                assert wrong_with({**question, "right": ["joker"]}, animation)


SAID = "document.querySelector('.status').textContent"
CARDS = "[...document.querySelectorAll('button.pick .unseen')].map(one => one.textContent)"
OFFERS = "[...document.querySelectorAll('.offers button.offer')].map(one => one.textContent)"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_can_be_completed(at: Any, path: Path) -> None:
    page = at(f"#/learn/{path.stem}")
    questions = [one for chapter in json.loads(path.read_text("utf-8"))["chapters"] for one in chapter["questions"]]
    for number, question in enumerate(questions, 1):
        page.wait(f"document.querySelector('.where').textContent.startsWith('{number} of ')")
        assert page.js("document.querySelector('.asking').textContent") == question["ask"]
        if "choices" in question:
            assert page.js(OFFERS) == question["choices"]
            wrong = next(one for one in question["choices"] if one not in question["right"])
            press = (
                "[...document.querySelectorAll('.offers button')].find(one => one.textContent === arguments[0]).click()"
            )
            page.js(press, wrong)
            assert "Try again" in page.js(SAID)
            page.js(press, question["right"][0])
        else:
            assert page.js(CARDS)
            for place in range(len(page.js(CARDS))):
                page.js(f"document.querySelectorAll('button.pick')[{place}]?.click()")
        assert page.wait(SAID).endswith(question["why"])
        page.js("document.getElementById('next-question').click()")
    page.wait(f"{SAID}.includes('right at once')")


def test_questions_about_cards_are_asked_for_any_script(at: Any) -> None:
    page = at("#/replay/whist_short")
    page.wait("document.querySelector('.captions [aria-current]')")
    page.js("document.getElementById('find-cards').click()")
    page.wait("document.querySelector('.asking')?.textContent.startsWith('Which card did ')")
    assert page.js("location.hash") == "#/find/whist_short/0"
    backs = "document.querySelectorAll('.seat .stack[aria-label$=\"cards, face down\"]').length"
    assert page.js(backs) > 0
    page.js("document.getElementById('answer').click()")
    assert page.js(SAID).startswith("The answer: ")
    page.js("document.getElementById('next-question').click()")
    page.wait("document.querySelector('.where').textContent.startsWith('2 of ')")
