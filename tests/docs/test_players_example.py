"""The example of docs/players.md, installed as the page says: Hoyle finds the player by its name and the player plays."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.players import NamedPlayer, Turn, decision_of, registry

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "players.md").read_text(encoding="utf-8")


def fence(language: str) -> str:
    """The first example in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]


def installed(folder: Path, code: str) -> dict[str, str]:
    """Install the example as a package.  Return the environment variables with which Python finds it."""
    project = tomllib.loads(fence("toml"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"]
    lines = [line for group in groups for line in (f"[{group}]", *(f"{k} = {v}" for k, v in groups[group].items()))]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    (folder / "bold.py").write_text(code, encoding="utf-8")
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), *sys.path]), "PYTHONUTF8": "1"}


def simulate(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hoyle.cli.main", "simulate", "whist", "--games", "40", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)


def test_the_example_plays_the_same_in_several_processes_as_in_one(tmp_path) -> None:
    environment = installed(tmp_path, fence("python"))
    reports = []
    for workers in ("1", "2"):
        done = simulate(environment, "--players", "bold,random", "--format", "json", "--workers", workers)
        assert (done.returncode, done.stderr) == (0, "")
        reports.append(json.loads(done.stdout))
    assert reports[0] == reports[1]
    assert reports[0]["players"] == ["bold", "random", "bold", "random"]
    assert reports[0]["sides"][0]["players"] == ["bold", "bold"]
    reports.append(json.loads(simulate(environment, "--format", "json", "--workers", "1").stdout))
    assert reports[2]["digest"] != reports[0]["digest"], "it plays otherwise than by chance"


def test_a_failing_player_is_reported_and_its_game_stops(tmp_path) -> None:
    code = fence("python").replace("        return max(", "        raise RuntimeError('no idea')\n        return max(")
    done = simulate(installed(tmp_path, code), "--players", "bold,random", "--workers", "1")
    assert done.returncode == 1
    assert "game 0 stopped: E1094: the player `bold` at seat A failed in " in done.stderr
    assert "bold.py:13: RuntimeError('no idea')" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_player_name_is_reported(tmp_path) -> None:
    done = simulate(installed(tmp_path, fence("python")), "--players", "bald")
    assert done.returncode == 2
    assert "did you mean `bold`?" in done.stderr


def test_the_page_says_what_comes_out(tmp_path) -> None:
    environment = installed(tmp_path, fence("python"))
    for games in ("100", "500"):
        done = simulate(environment, "--games", games, "--players", "bold,random", "--format", "json")
        wins = json.loads(done.stdout)["sides"][0]["wins"]
        value, low, high = (f"{100 * wins[key]:.1f}" for key in ("value", "low", "high"))
        said = re.sub(r"\s+", " ", PAGE)
        assert f"wins {value} %, with an interval of {low} to {high} %" in said


def test_the_counting_player_knows_what_was_played() -> None:
    """In a game of Spades, its tricks and its unseen cards are those of the game."""
    code = PAGE.partition("<!-- player: counting -->\n```python\n")[2].partition("```\n")[0]
    names: dict[str, Any] = {"__name__": "counting"}
    exec(compile(code, "counting", "exec"), names)
    heard: list[tuple[str, tuple[Any, ...], frozenset[str]]] = []

    counting: Any = names["Counting"]

    class Watched(counting):
        def answer(self, turn: Any) -> Any:
            plays = tuple(play for trick in turn.tricks for play in trick.plays)
            heard.append((turn.player, plays, frozenset(turn.unseen)))
            return super().answer(turn)

    registry.BUILT_IN["watched"] = lambda program, seat: Watched(program)
    try:
        game = hoyle.open("spades", seed=3, executor="python")
        played: list[tuple[str, str]] = []
        asked = 0
        for _ in range(56):
            turn, hand = game.turn, game.cards("hand", game.turn)
            choice = game.ask("watched")
            if len(heard) > asked:
                asked = len(heard)
                who, plays, unseen = heard[-1]
                assert who == turn
                assert list(plays) == played
                assert unseen == frozenset(map(str, game.rules.values.cards[:-1])) - set(hand) - {c for _, c in played}
            if choice.cards:
                played.append((turn, str(choice.cards[0])))
            game.choose(choice)
        assert asked > 30
    finally:
        del registry.BUILT_IN["watched"]


def test_a_player_that_does_not_remember_learns_what_to_write() -> None:
    class Curious(NamedPlayer):
        def answer(self, turn: Turn) -> hoyle.LegalChoice:
            return turn.choices[len(turn.tricks)]

    game = hoyle.open("whist", seed=1)
    player = Curious(game.rules.program)
    with pytest.raises(ValueError, match="remembers = True"):
        player.choose(decision_of(game.engine, game.state, Dice(1)))


def test_the_page_has_the_budgets_of_think() -> None:
    from hoyle.interpreter.players.think import budget_of

    rows = re.findall(r"^\| `think(?::(\w+))?` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", PAGE, re.MULTILINE)
    assert [name for name, *_ in rows] == ["quick", "", "deep"]
    for name, *numbers in rows:
        budget = budget_of(name)
        assert [int(one.replace(",", "")) for one in numbers] == [budget.worlds, budget.playouts, budget.each]
    (said,) = re.findall(r"([\d,]+), ([\d,]+) or ([\d,]+) in all for the three names", PAGE)
    assert [int(one.replace(",", "")) for one in said] == [budget_of(name).nodes for name, *_ in rows]
