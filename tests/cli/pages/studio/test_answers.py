"""What Python answers to the page of the studio, about the small game of the club."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.pages.studio import catalogue
from hoyle.cli.pages.studio.questions import LONGEST, Questions
from hoyle.cli.pages.studio.switches import switches
from hoyle.dsl.loading import load
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wasm import Module

from ....golden import same_as_file
from ....small_rules import game_of, small_rules

PRINTED = Path(__file__).parents[1] / "printed"
Ask = Callable[..., Any]


@pytest.fixture
def ask(club: Path) -> Ask:
    """Return a function that asks a question as the page does."""
    questions = Questions(club)

    def asked(name: str, /, **arguments: Any) -> Any:
        return json.loads(questions.call(name, json.dumps(arguments)))

    return asked


@pytest.fixture
def rules(club: Path) -> str:
    return (club / "club_whist.hoyle").read_text("utf-8")


@pytest.fixture
def script(club: Path) -> str:
    return (club / "evening.play").read_text("utf-8")


def same(name: str, found: dict[str, Any]) -> None:
    same_as_file(PRINTED / f"studio_{name}.json", json.dumps(found, ensure_ascii=False, indent=1) + "\n")


def test_answers_about_rules(ask: Ask, rules: str, club: Path) -> None:
    mine = {"name": "my rules!", "text": rules}
    target = {**mine, "options": {"target": "3"}}
    bad = {**mine, "text": rules.replace("set bidder to p", "set bider to p")}
    found = {
        "about": ask("about", **target, players=4),
        "wrong option": ask("about", **mine, options={"target": "99"}),
        "mistakes": ask("about", **bad, options={}),
        "long file": ask("file", name="x", text="x" * (LONGEST + 1)),
        "longest file": ask("file", name="", text="x" * LONGEST),
        "rulebook": ask("rulebook", **target),
        "settled": ask("settled", **target),
        "trace": ask("trace", **mine, documents={"club": "one\ntwo\n\nfour"}),
        "no module": ask("report", key="x", seed=1, games=1, tallies="", log="", early=[]),
    }
    assert {path.name for path in club.glob("*.hoyle")} >= {"my_rules_.hoyle", "untitled.hoyle"}
    same("rules", found)


def test_what_stops_a_game_and_the_lines_that_mend_it(ask: Ask, rules: str, club: Path) -> None:
    assert ask("tried", name="mine", text=rules) == {"found": []}
    checked = f"{rules}\nafter score_hand: total points gained <= 8\n"
    (club / "checked_whist.hoyle").write_text(checked, "utf-8")
    row = "side.tricks in 2..3"
    text = f'variant "More" of checked_whist\n\nchange bid_pays\n    replace the row {row}\n        {row} -> add 9 to side.points\n'
    found = ask("tried", name="more", text=text)
    same("tried", {"more": found, "checked": ask("tried", name="checked_whist", text=checked)})
    mended = "\n".join([text, *(line for line in found["found"][0]["lines"] if line.startswith("remove"))])
    assert ask("tried", name="more", text=mended) == {"found": []}


def test_answers_about_what_differs(ask: Ask, rules: str, club: Path) -> None:
    doubled = (club / "club_double.hoyle").read_text("utf-8")
    found = {
        "diff": ask("diff", name="club_double", text=doubled, base="club_whist"),
        "diff with nothing": ask("diff", name="mine", text=rules, base="no_such_rules"),
    }
    same("differences", found)


def test_answers_about_scripts(ask: Ask, rules: str, script: str) -> None:
    found = {
        "animation": ask("animation", text=script),
        "mistaken script": ask("animation", text=script.replace("Ann: bid 1", "Ann: bid 3")),
        "script in JSON": ask("animation", text=' {"play": 1}'),
        "no game": ask("judging", text=script, game=1),
        "nothing judged": ask("judge", key="x"),
    }
    same("scripts", found)


def test_answers_about_games_that_were_played(ask: Ask, rules: str, script: str) -> None:
    target = {"name": "my rules!", "text": rules, "options": {"target": "3"}}
    found = {
        "side line": ask("vary", text=script, game=0, frame=6, choices=[0, 0], title="if", comment="he says"),
        "no side line": ask("vary", text=script, game=0, frame=6, choices=[9], title="", comment=""),
        "nobody asked": ask("vary", text=script, game=0, frame=999, choices=[0], title="", comment=""),
        "written": ask("script", **target, players=4, seed="7", choices=[0, 1, 0, 0], own=True),
        "not written": ask("script", **target, players=4, seed="7", choices=[9], own=False),
    }
    same("played", found)


def test_a_position_of_a_script_is_played_on_and_a_forbidden_choice_explained(
    ask: Ask, rules: str, script: str
) -> None:
    at = ask("position", text=script, game=0, frame=6)
    assert at["seats"] == ["Ann", "Bob", "Cyd", "Dan"]
    assert (at["description"]["title"], len(at["key"]), at["counts"][0] > 0) == ("Club Whist", 64, True)
    assert "(module" in at["wat"]
    program = lower(load_text(rules), {"target": "3"})
    state = bytes(Module(program, watch_of(program)).layout.pack(Engine(program).start(seed=3).values)).hex()
    game = {"name": "c", "text": rules, "options": {"target": "3"}, "players": 4, "state": state}
    assert ask("why", **game, choice="pass")["reasons"] == []
    no = ask("why", **game, choice="bid 7")
    assert all(no["reasons"] or [""])


def load_text(text: str) -> Any:
    Path("text.hoyle").write_text(text, "utf-8")
    game = load(Path("text.hoyle")).game
    assert game is not None
    return game


def test_what_can_be_set_before_a_game() -> None:
    """A short range is listed, of a long one only the ends are given; flags and words have their names."""
    head = """option few: 1..24 = 2
option more: 1..25 = 2
option many: 0..90 = 2
option open: yes or no = no "is it open"
option how = slow_play  "how" if open
    slow_play
    quick "at once"
option pair: 2 or 4 = 4
    2 "two"
    4 "four"
"""
    act = "add few + more + many + pair to p.points"
    game = game_of(small_rules(head=head, act=act + "\n                if open and how = quick: add 1 to p.points"))
    found = switches(game, {"how": "quick", "open": "yes"}, 3)
    assert found["players"] == {"counts": [2, 3, 4], "default": 2, "here": 3}
    listed = {one["name"]: [value["value"] for value in one["values"]] for one in found["options"]}
    assert listed == {
        "few": [str(n) for n in range(1, 25)], "more": [], "many": [],
        "open": ["yes", "no"], "how": ["slow_play", "quick"], "pair": ["2", "4"],
    }  # fmt: skip
    by_name = {one["name"]: one for one in found["options"]}
    assert (by_name["many"]["least"], by_name["many"]["most"], by_name["many"]["value"]) == (0, 90, "2")
    assert (by_name["open"]["value"], by_name["open"]["default"]) == ("yes", "no")
    assert (by_name["how"]["condition"], by_name["how"]["description"]) == ("open", "how")
    assert [one["text"] for one in by_name["how"]["values"]] == ["slow play", "at once"]
    assert [one["text"] for one in by_name["pair"]["values"]] == ["two", "four"]


def test_the_first_comment_says_what_a_game_is_about() -> None:
    assert catalogue.about("# One\n#two\n\n# three\n") == "One two"
    assert catalogue.about('game "x"\n# One\n') == ""


def test_the_catalogue_holds_a_game_and_a_script_as_the_page_reads_them(root: Path) -> None:
    path = root / "rulesets" / "whist.hoyle"
    entry = catalogue.game_entry("whist", path)
    assert {key: entry[key] for key in ("title", "variant", "base", "players", "least", "most", "cards", "learned")} == {
        "title": "Whist", "variant": False, "base": None, "players": 4, "least": 4, "most": 4, "cards": 52, "learned": "whist",
    }  # fmt: skip
    assert entry["about"].startswith("Whist: the last card dealt")
    assert catalogue.packed({"é": [1, 2]}) == '{"é":[1,2]}'.encode()
    shown, files = catalogue.script_files(Path(__file__).parents[2] / "club" / "evening.play")
    assert shown == {"name": "evening", "title": "An evening at the club", "game": "Club Whist"}
    assert {*files} == {"scripts/evening.play", "scripts/evening.json"}
    assert json.loads(files["scripts/evening.json"])[0]["title"] == "An evening at the club"
    lesson, content = catalogue.lesson_file(catalogue.lesson_paths()[0])
    assert json.loads(content)["title"] == lesson["title"]
    contents = json.loads(catalogue.listed([entry], [lesson], [shown]))
    assert (contents["games"], contents["scripts"]) == ([entry], [shown])
    assert contents["start"].startswith("#") or "game" in contents["start"]
