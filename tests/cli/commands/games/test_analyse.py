"""`hoyle analyse`: which choices it judges, as text and as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

Hoyle = Callable[..., Any]
BUDGET = ("--budget", "60")


@pytest.fixture(scope="module")
def schema(root: Path) -> Any:
    found = json.loads((root / "schemas" / "analyse.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return found


@pytest.fixture
def report(hoyle: Hoyle, root: Path, schema: Any) -> Callable[..., Any]:
    """Return a function that gives the JSON report on a shipped script, checked against the schema."""

    def call(name: str, *more: str) -> Any:
        done = hoyle("analyse", root / "rulesets" / "games" / f"{name}.play", "--format", "json", *BUDGET, *more)
        found = json.loads(done.out)
        jsonschema.validate(found, schema)
        assert (done.code, done.err, found["ok"]) == (0, "", True)
        return found["scripts"][0]["games"][0]

    return call


def test_the_json_report(report: Callable[..., Any]) -> None:
    game = report("lone_march_five")
    assert game == report("lone_march_five"), "the same seed, the same report"
    assert game["sides"] == [["A", "C"], ["B", "D"]]
    choices = game["choices"]
    assert [one["number"] for one in choices] == [*range(1, len(choices) + 1)]
    judged = [one for one in choices if one["judged"]]
    assert len(judged) >= 10
    for one in judged:
        made = [option for option in one["options"] if option["made"]]
        assert [option["choice"] for option in made] == [one["choice"]]
        assert [o["value"] for o in one["options"]] == sorted((o["value"] for o in one["options"]), reverse=True)
        assert one["outlook"]["value"] == pytest.approx(one["lead"] + made[0]["value"], abs=1e-5)
        assert one["mistake"] == (one["cost"]["low"] > 0)
    costs = {one["number"]: one["cost"]["value"] for one in judged if one["mistake"]}
    assert game["turning_points"] == sorted(costs, key=lambda number: (-costs[number], number))[:3]
    other = report("lone_march_five", "--seed", "1")
    assert other["choices"] != choices


def test_choices_that_are_not_judged_have_a_reason(report: Callable[..., Any]) -> None:
    position = report("a_lead_to_think_about")
    whys = {one["choice"]: one.get("why") for one in position["choices"] if "aside" in one}
    assert whys["play A♠"] == "the only choice"
    assert "drawn by chance" in whys.values()
    revoke = report("revoke")
    (table,) = [one for one in revoke["choices"] if one["player"] is None]
    assert table["why"] == "at the table"
    assert {one["deal"] for one in report("poor_hand")["choices"]} == {1, 2}


def test_the_report_with_open_hands(report: Callable[..., Any]) -> None:
    game = report("lone_march_five", "--open")
    assert game["judged_by"] == {"open": True, "seed": 0}
    for one in game["choices"]:
        if one["judged"]:
            assert one["exact"]
            assert one["cost"]["low"] == one["cost"]["high"] == one["cost"]["value"] >= 0


def test_the_text_report(hoyle: Hoyle, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    script = root / "rulesets" / "games" / "a_lead_to_think_about.play"
    done = hoyle("analyse", script, *BUDGET)
    assert done.code == 0
    assert "What if: whichever club D throws away" in done.lines
    assert "Back" in done.lines
    assert any(line.startswith("  * ") and line.endswith(" play 9♥") for line in done.lines)
    assert "A: no clear mistake in 1 choice" in done.lines
    ascii_ = hoyle("analyse", script, "--ascii", *BUDGET).out
    assert "play 9H" in ascii_
    quiet = hoyle("analyse", script, "-q", *BUDGET).lines
    assert not any("play" in line and line.startswith("  ") for line in quiet)


def test_wrong_input_is_reported(hoyle: Hoyle, root: Path, here: Path, schema: Any) -> None:
    assert hoyle("analyse", "nowhere.play").code == 2
    assert hoyle("analyse").code == 2
    script = root / "rulesets" / "games" / "revoke.play"
    for budget in ("0", "much", "9999999999999"):
        done = hoyle("analyse", script, "--budget", budget)
        assert done.code == 2
        assert "quick, normal, deep" in done.err
    (here / "x.play").write_text("hoyle play 1\n\ngame whist\nplayers A, B, C, D\n\nA: play 2♣\nB: fly\n", "utf-8")
    (here / "y.play").write_bytes(b"\xff\xfe")
    done = hoyle("analyse", "x.play", "y.play", "--format", "json", *BUDGET)
    found = json.loads(done.out)
    jsonschema.validate(found, schema)
    assert (done.code, found["ok"]) == (1, False)
    assert found["scripts"][0]["games"][0]["error"]["code"].startswith("E10")
    assert found["scripts"][1]["errors"]
    assert hoyle("analyse", "x.play", *BUDGET).code == 1


@pytest.mark.parametrize("command", ["analyse", "solve"])
def test_without_wasmtime_the_package_is_named(root: Path, command: str) -> None:
    """docs/executors.md: these two need it."""
    script = str(root / "rulesets" / "games" / "kuhn_poker_bluff.play")
    code = (
        "import sys; sys.modules['wasmtime'] = None; from hoyle.cli.main import run;"
        f"sys.exit(run([{command!r}, {script!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert "the package `wasmtime` is not installed (pip install wasmtime)" in done.stderr
    assert "a mistake of hoyle itself" not in done.stderr
