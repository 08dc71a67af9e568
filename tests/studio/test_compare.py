"""The studio compares two rule sets on the same deals and gives the same result as `hoyle compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.main import run
from hoyle.cli.pages.studio.desk import Desk
from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.batch.modules import LOGGED, code_of
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wasm import Machine

pytest.importorskip("wasmtime", reason="wasmtime is not installed")
GAMES, SEED = 20, 1


def log_of(program: Any) -> str:
    """The log of games in a module, as the page passes it to Python."""
    machine = Machine(code_of(program))
    assert machine.call("games", LOGGED, SEED, 0, GAMES, 1_000_000) == GAMES
    tallies = machine.module.tallies
    return bytes(machine.memory[tallies.log : tallies.log + machine.word(tallies.logged)]).hex()


def test_the_studio_gives_the_result_of_hoyle_compare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = rulesets()["whist"].read_text("utf-8").replace("= 5 ", "= 7 ")
    (tmp_path / "short.hoyle").write_text(text, "utf-8")
    short, whist = load(tmp_path / "short.hoyle").game, load("whist").game
    assert short is not None
    assert whist is not None
    logs = [log_of(lower(one)) for one in (whist, short)]
    desk = Desk(lambda message: None, tmp_path / "files")
    asked = {"name": "short", "text": text, "options": {}, "seed": SEED, "games": GAMES, "logs": logs}
    found = json.loads(desk.call("compare", json.dumps({**asked, "base": "whist"})))
    assert (
        run(
            [
                "compare",
                "whist",
                str(tmp_path / "short.hoyle"),
                "-p",
                "random",
                "-n",
                str(GAMES),
                "--seed",
                str(SEED),
                "--format",
                "json",
            ]
        )
        == 0
    )
    wanted = json.loads(capsys.readouterr().out)
    for key in ("games", "sides", "winner_changes"):
        assert found[key] == wanted[key]
    assert wanted["sentence"].endswith(found["sentence"])
    assert found["winner_changes"]["value"] > 0
    other = json.loads(desk.call("compare", json.dumps({**asked, "base": "hearts"})))
    assert "not won by the same sides" in other["problem"]
