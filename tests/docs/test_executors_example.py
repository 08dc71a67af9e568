"""The example of `docs/executors.md` runs as printed."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import hoyle


def test_a_million_games_from_python(capsys) -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "executors.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(textwrap.dedent(code).replace("2_000", "40"), {})
    report = hoyle.simulate("newberry_euchre", games=40, seed=7, players="random", engine="python", workers=1)
    assert capsys.readouterr().out == f"{report.sides[0].wins.value} {report.length.decisions.value}\n"
