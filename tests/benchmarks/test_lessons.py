"""The table of the lessons from which the weights that come with Hoyle are made."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.learning.weights import head_of
from hoyle.interpreter.wasm.learned.plan import PLAN

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture
def teach(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(FOLDER)
    import teach

    return teach


def test_the_table_says_what_every_shipped_file_says_of_its_lessons(teach: ModuleType) -> None:
    heads = {file.stem: head_of(file.read_bytes()) for file in RULESETS.glob("weights/*.weights")}
    assert {name: {key: row[key] for key in ("choices", "seed")} for name, row in teach.lessons().items()} == {
        name: {"choices": head.choices, "seed": head.seed} for name, head in heads.items() if head.ruleset == name
    }
    assert heads.keys() == teach.lessons().keys()
    for row in teach.lessons().values():
        replace(PLAN, **row.get("plan", {}))  # numbers that there are


def test_weights_that_take_the_place_of_others_change_their_row_only(
    teach: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teach, "TABLE", Path(shutil.copy(teach.TABLE, tmp_path)))
    before, text = teach.lessons(), teach.TABLE.read_text("utf-8")
    head = head_of((RULESETS / "weights" / "whist.weights").read_bytes())
    teach.note(head, {})
    assert teach.TABLE.read_text("utf-8") == text
    changed = json.loads(text) | {"whist": {"choices": 5, "seed": 7}}
    teach.TABLE.write_text(json.dumps(changed), "utf-8")
    assert teach.lessons()["whist"] == {"choices": 5, "seed": 7}
    teach.note(head, teach.plan_of(["tried=0.05", "slices=100"]))
    assert teach.lessons()["whist"] == before["whist"] | {"plan": {"tried": 0.05, "slices": 100}}
    assert teach.plan_for("whist", None) == {"tried": 0.05, "slices": 100}, "weights made by the table keep its numbers"
    assert teach.plan_for("whist", []) == {}
    teach.note(head, {})
    assert teach.lessons() == before
