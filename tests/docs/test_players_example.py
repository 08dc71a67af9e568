"""The example of docs/players.md, installed as the page says: Hoyle finds the player by its name and the player plays."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "players.md").read_text(encoding="utf-8")


def fence(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return found


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
    assert "game 0 stopped: the player Bold at seat A failed in " in done.stderr
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
