"""Every executor cuts an endless game at the length limit, and the report says so."""

from __future__ import annotations

import pytest

from hoyle.cli.main import run
from hoyle.interpreter.program import LENGTH_LIMIT

ENDLESS = """game "Endless"
language 1
players 2
deck 2 3
zones
    stock: face down
remember
    score of each player: number
    n: number
main
    gather every card into stock
    repeat until n = 1000000
        for p in players
            p chooses
                "on"
                    add 1 to n
                "back"
                    set n to 0
    game over, won by the player with highest score
"""


@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_an_endless_game_is_cut_and_reported(tmp_path, capsys, command):
    rules = tmp_path / "endless.hoyle"
    rules.write_text(ENDLESS)
    arguments = [command, *[str(rules)] * (2 if command == "compare" else 1), "-n", "1", "-w", "1"]
    reports = []
    for engine in ("python", "wasm"):
        assert run([*arguments, "--engine", engine]) == 0
        reports.append(capsys.readouterr().out)
    assert reports[0] == reports[1]
    if command == "simulate":
        (cut,) = (
            line
            for line in reports[0].splitlines()
            if line.startswith(f"cut at the limit of {LENGTH_LIMIT:,} choices ")
        )
        assert "100.0 %" in cut
    (length,) = (line for line in reports[0].splitlines() if line.startswith("decisions in a game"))
    assert str(LENGTH_LIMIT) in length.replace(",", "")
