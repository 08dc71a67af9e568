"""`hoyle replay` and `hoyle play`: what is printed, how they end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

GAMES = Path(__file__).resolve().parents[2] / "rulesets" / "games"
ROUND = GAMES / "texas_worked_round.play"


def test_a_replay_ends_in_its_expectations(hoyle: Callable[..., Any]) -> None:
    done = hoyle("replay", ROUND)
    assert done.code == 0
    assert done.lines[-1].endswith("expectations hold")
    assert "B: lay 2♣, draws 4♥" in done.lines
    assert "K♦ ✓" in done.out


def test_ascii_and_json(hoyle: Callable[..., Any]) -> None:
    assert hoyle("replay", "--ascii", "--quiet", ROUND).out.isascii()
    data = json.loads(hoyle("replay", "--format", "json", ROUND).out)
    assert data["ok"] is True


def test_what_is_wrong_ends_in_one(hoyle: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_text(ROUND.read_text(encoding="utf-8").replace("B: throw down", "B: throw up"), encoding="utf-8")
    done = hoyle("replay", path)
    assert done.code == 1
    assert "E1051" in done.out
    assert "A: lay 4♠, draws 7♣" in done.lines
    assert hoyle("replay", tmp_path / "none.play").code == 1
    assert hoyle("replay").code == 2


def test_a_game_plays_itself(hoyle: Callable[..., Any]) -> None:
    done = hoyle("play", "texas_euchre", "--seat", "all=random", "--seed", "5", "-o", "target=30")
    assert done.code == 0
    assert "The game is over, won by" in done.out


def test_a_person_answers_and_leaves(hoyle: Callable[..., Any]) -> None:
    done = hoyle("play", "texas_euchre", "--seed", "5", stdin=b"1\nthrow\nq\n")
    assert done.code == 0
    assert "A: lay K♣, draws 3♥" in done.lines
    assert "A: throw down" in done.lines
    assert hoyle("play", "texas_euchre", "--seed", "5").code == 0
    assert hoyle("play", "nothing_of_that_name").code == 1
    assert hoyle("play", "texas_euchre", "-o", "target=1").code == 2
