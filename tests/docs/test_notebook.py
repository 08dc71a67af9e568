"""The worked notebook of docs/: its cells run one after the other, and what they show is HTML or text."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "house_rule.ipynb"


def shown(cell: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does: what its last line gives is shown."""
    tree = ast.parse(cell)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "cell", "exec"), names)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_notebook_goes_from_a_house_rule_to_a_plot(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # it writes a file
    data = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in data["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {"__name__": "__main__"}
    results = [shown(cell, names) for cell in cells]
    checked, diff, game, seen, page, _, compared, rows, bars = results
    assert checked.ok
    assert "5" in str(diff)
    assert diff._repr_html_()
    assert "to choose" in game._repr_html_()
    assert "??" in seen._repr_html_()
    assert page._repr_html_().startswith("<iframe")
    assert page.pictures > 30
    assert compared.games == 100
    assert "<svg" in compared.html()
    assert rows[1] > 50
    assert {"ruleset", "seed"} <= set(names["rows"][0])
    assert bars._repr_html_().count("<rect") == 3
    assert "games" in capsys.readouterr().out
