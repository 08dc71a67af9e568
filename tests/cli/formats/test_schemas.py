"""What commands print as JSON is as the schemas of the same names say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

ROOT = Path(__file__).resolve().parents[3]
SCHEMAS = sorted((ROOT / "schemas").glob("*.schema.json"))
GAMES = ROOT / "rulesets" / "games"


def schema(name: str) -> Any:
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_a_schema_is_one_and_has_its_name(path: Path) -> None:
    found = json.loads(path.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    assert found["$id"] == f"https://hoyle.invalid/schemas/{path.name}"
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("list", ("list", "--format", "json")),
        ("list", ("list", "players", "--format", "json")),
        ("show", ("show", "whist", "--json")),
        ("show", ("show", "noteuchre", "--json")),
        ("show", ("show", str(ROOT / "rulesets" / "variants" / "benny.hoyle"), "--json")),
        ("replay", ("replay", str(GAMES / "texas_worked_round.play"), "--format", "json")),
        ("replay", ("replay", "{broken}", "--format", "json")),
        ("replay", ("replay", "{failing}", "--format", "json")),
        ("tune", ("tune", "whist", "--vary", "target=5,7", "--aim", "balance", "-n", "3", "--players", "random",
                  "--format", "json")),
        ("stats", ("stats", str(GAMES / "kuhn_poker_bluff.play"), "--judge", "--format", "json")),
        ("stats", ("stats", str(GAMES / "texas_worked_round.play"), "--against", str(GAMES / "texas_worked_round.play"),
                   "--format", "json")),
    ],
)  # fmt: skip
def test_what_a_command_prints_is_as_its_schema_says(name: str, arguments: Any, hoyle: Any, tmp_path: Path) -> None:
    scripts = {
        "broken": "hoyle play 1\n\nnonsense\n",
        "failing": "hoyle play 1\n\ngame whist\nexpect tricks: A and C 9\n",
    }
    for key, text in scripts.items():
        (tmp_path / f"{key}.play").write_text(text, "utf-8")
    done = hoyle(*[one.format(**{key: tmp_path / f"{key}.play" for key in scripts}) for one in arguments])
    data = json.loads(done.out)
    assert data
    simulate = Resource.from_contents(schema("simulate"))
    registry = Registry[Any]().with_resource("https://hoyle.invalid/schemas/simulate.schema.json", simulate)
    jsonschema.Draft202012Validator(schema(name), registry=registry).validate(data)
