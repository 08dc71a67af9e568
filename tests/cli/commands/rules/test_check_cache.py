"""`hoyle check` plays the same rules only once."""

from __future__ import annotations

from pathlib import Path

import pytest

RULES = """game "Small"
language 1
players 2..4
deck 2 3 4 5 6 7 8 9 10 J Q K A
option share: 0..9 = 3     "points that are divided"
option ends: early or late = late
option sharing: yes or no = no "works only if the game ends early"
{require}
zones
    stock: face down
    hand of each player: private
    pile: face up
remember
    points of each player: number
main
    shuffle every card into stock
    deal {cards} from stock to hand of each player
    for p in players
        p chooses
            "play {{c}}" for c in p.hand
                move c to pile
                add {value} to p.points
    game over, won by the player with highest points, otherwise shared
"""


def test_the_command_plays_rules_only_once(hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "small.hoyle"
    file.write_text(RULES.format(cards="3", value="1", require=""), "utf-8")
    runs: list[str] = []
    monkeypatch.setattr(
        "hoyle.interpreter.trial.report.found_in_play", lambda game, played, fired: (runs.append(game.title), ())[1]
    )
    for arguments in ([], [], ["--no-cache"], ["--no-play"]):
        assert hoyle("check", str(file), *arguments).code == 0
    assert runs == ["Small"] * 2
    file.write_text(RULES.format(cards="12 / share", value="1", require=""), "utf-8")
    assert hoyle("check", str(file)).code == 0
    assert len(runs) == 3
    assert hoyle("check", str(file), "--thorough", "--no-play").code == 2
