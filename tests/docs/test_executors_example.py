"""The example of `docs/executors.md` runs as printed."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from hoyle.dsl.loading import load
from hoyle.interpreter.batch.pool import finish, run
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower


def test_a_million_games_from_python(capsys) -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "executors.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(textwrap.dedent(code).replace("2_000", "40"), {})
    game = load("newberry_euchre").game
    assert game is not None
    program = lower(game)
    sums = finish(run(Simulation(program, ("random",) * program.players, seed=7), 40, workers=1)).sums
    assert capsys.readouterr().out == f"{sums.wins} {sums.decisions}\n"
