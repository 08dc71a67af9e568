"""`hoyle convert` from one form of scripted games to the other, and its refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.loading import RULESETS

GAMES = RULESETS / "games"
ROUND = GAMES / "texas_worked_round.play"


def test_converting_there_and_back_on_standard_output(hoyle: Callable[..., Any]) -> None:
    done = hoyle("convert", ROUND)
    assert done.code == 0
    assert json.loads(done.out)["play"] == 1
    back = hoyle("convert", "-", stdin=done.out.encode())
    assert back.code == 0
    assert back.out == hoyle("convert", "--to", "play", ROUND).out
    assert "# Lines 73 to 204 of the document, card for card." in back.lines


def test_an_existing_file_is_overwritten_only_on_request(hoyle: Callable[..., Any], tmp_path: Path) -> None:
    target = tmp_path / "round.json"
    assert hoyle("convert", ROUND, "--output", target).code == 0
    written = target.read_bytes()
    again = hoyle("convert", ROUND, "--output", target)
    assert again.code == 2
    assert "exists already" in again.err
    assert hoyle("convert", "--to", "play", ROUND, "--output", target, "--force").code == 0
    assert target.read_bytes() != written
    assert sorted(path.name for path in tmp_path.iterdir()) == ["round.json"]


def test_several_scripts_are_converted_into_a_folder(hoyle: Callable[..., Any], tmp_path: Path) -> None:
    assert hoyle("convert", ROUND, GAMES / "benny.play").code == 2
    assert hoyle("convert", ROUND, GAMES / "benny.play", "--output", tmp_path).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["benny.json", "texas_worked_round.json"]
    assert hoyle("replay", "-q", tmp_path / "benny.json").code == 0


def test_input_that_cannot_be_converted(hoyle: Callable[..., Any], tmp_path: Path) -> None:
    bad = tmp_path / "bad.play"
    bad.write_text("hoyle play 1\ngame whist\nhand A\n", encoding="utf-8")
    done = hoyle("convert", bad)
    assert (done.code, done.out) == (1, "")
    assert "E1004" in done.err
    assert hoyle("convert", tmp_path / "no.play").code == 2
    assert hoyle("convert", tmp_path).code == 1
    assert hoyle("convert", "-", stdin=b"").code == 1
    assert hoyle("convert", ROUND, "--output", tmp_path / "no" / "x.json").code == 74
    assert hoyle("convert", ROUND, "--to", "xml").code == 2
    assert hoyle("convert").code == 2


def test_a_script_in_another_folder_names_the_same_rules(
    hoyle: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("rules", "games/whist", "out"):
        Path(folder).mkdir(parents=True)
    house = (RULESETS / "whist.hoyle").read_text(encoding="utf-8").replace('game "Whist"', 'game "Club Whist"')
    Path("games/whist/whist.hoyle").write_text(house, encoding="utf-8")
    Path("rules/club.hoyle").write_text(house, encoding="utf-8")
    for name, rules, there in (
        ("beside", "whist", "../games/whist/whist.hoyle"),
        ("path", "../../rules/club.hoyle", "../rules/club.hoyle"),
        ("missing", "../../rules/no.hoyle", "../rules/no.hoyle"),
        ("shipped", "spades", "spades"),
        ("variant", "whist\nvariant ../../rules/double.hoyle", "../games/whist/whist.hoyle"),
    ):
        script = Path("games/whist", f"{name}.play")
        script.write_text(f"hoyle play 1\ngame {rules}\nfirst dealer C\nexpect turn D\n", encoding="utf-8")
        assert hoyle("convert", script, "--output", f"out/{name}.json").code == 0
        found = json.loads(Path("out", f"{name}.json").read_text(encoding="utf-8"))["games"][0]
        assert found["ruleset"] == there
        if name == "variant":
            assert found["variants"] == ["../rules/double.hoyle"]
        same = hoyle("convert", script, "--output", "games/whist")
        assert same.code == 0
        assert hoyle("convert", script.with_suffix(".json"), "--output", "out").code == 0
        assert f"game {there}\n" in Path("out", f"{name}.play").read_text(encoding="utf-8")
        assert json.loads(script.with_suffix(".json").read_bytes())["games"][0]["ruleset"] == rules.split("\n")[0]
    assert "Club Whist" in hoyle("replay", "out/beside.json").out
    assert hoyle("replay", "-q", "out/path.json", "out/path.play").code == 0


def test_a_ruleset_keeps_meaning_what_ships_beside_another_of_its_name(
    hoyle: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("out").mkdir()
    house = (RULESETS / "whist.hoyle").read_text(encoding="utf-8").replace('game "Whist"', 'game "Club Whist"')
    Path("out/whist.hoyle").write_text(house, encoding="utf-8")
    Path("g.play").write_text("hoyle play 1\ngame whist\nfirst dealer C\nexpect turn D\n", encoding="utf-8")
    assert hoyle("convert", "g.play", "--output", "out").code == 0
    played = hoyle("replay", "out/g.json")
    assert (played.code, "Club Whist" in played.out) == (0, False)
