"""Games that go on from a file: what the table says, and what the file then has, word for word.

The texts lie in `printed/`; UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.cli.main import run

from ...golden import same_as_file

CLUB = Path(__file__).parents[2] / "cli" / "club"
HEAD = (CLUB / "evening.play").read_text("utf-8").partition("\nDan: pass")[0]
UNNAMED = re.sub("hand Cyd: .*", "hand Cyd: A♠ ?? ?? Q♠", HEAD)
FILES = {
    "whole": (CLUB / "evening.play").read_text("utf-8"),
    "begun": HEAD + "\n",
    "seated": HEAD.replace("option target 3", "option target 3\nseats person, random, random, random")
    + "\nDan: pass\n",
    "cut": HEAD + "\nDan: pass\nAnn: bid",
    "unnamed": UNNAMED + "\n",
    "seeded": HEAD.replace("option target 3", "option target 3\nseed 4") + "\nDan: pass\n",
    "seeded unnamed": "hoyle play 1\n\ngame club_whist\nplayers Ann, Bob, Cyd, Dan\nseed 4\n",
    "another seed": UNNAMED.replace("option target 3", "option target 3\nseed 4") + "\nDan: pass\n",
    "incident": HEAD + "\ntable: misdeal\n",
    "wrong": HEAD + "\nDan: bid 7\n",
    "json": '{"play": 1, "games": [{"ruleset": "club_whist", "players": ["A", "B", "C", "D"], "steps": []}]}\n',
    "position": (CLUB / "position.play").read_text("utf-8"),
    "nothing": "",
    "unknown rules": HEAD.replace("game club_whist", "game heartz") + "\n",
}


@pytest.mark.parametrize("name", FILES)
def test_a_game_goes_on_from_a_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in CLUB.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    file = tmp_path / "game.play"
    file.write_text(FILES[name], "utf-8")
    answers = tmp_path / "answers"
    answers.write_text("1\nundo\n1\n1\nq\n", "utf-8")
    with answers.open(encoding="utf-8") as keys:
        monkeypatch.setattr("sys.stdin", keys)
        code = run(["play", "--resume", "game.play", "--plain", "--seat", "all=person"][: 6 if name != "seated" else 4])
    out, err = capsys.readouterr()
    text = f"{out}{err}exit {code}\n== game.play\n{file.read_text('utf-8')}"
    same_as_file(Path(__file__).with_name("printed") / f"{name.replace(' ', '_')}.txt", text)
