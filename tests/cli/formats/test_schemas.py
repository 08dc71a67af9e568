"""What commands print as JSON is as the schemas of the same names say."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from hoyle.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parents[3]
SCHEMAS = sorted((ROOT / "schemas").glob("*.schema.json"))
GAMES = ROOT / "rulesets" / "games"
OTHERS = ("simulate",)
"""Schemas that other schemas refer to."""


def schema(name: str) -> Any:
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_a_schema_is_one_and_has_its_name(path: Path) -> None:
    found = json.loads(path.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    assert found["$id"] == f"https://hoyle.invalid/schemas/{path.name}"
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"


FILES = {
    "broken.play": "hoyle play 1\n\nnonsense\n",
    "failing.play": "hoyle play 1\n\ngame whist\nexpect tricks: A and C 9\n",
    "damaged.hoyle": "nonsense\n",
}
BENNY = str(ROOT / "rulesets" / "variants" / "benny.hoyle")
ROUND = str(GAMES / "texas_worked_round.play")
BLUFF = str(GAMES / "kuhn_poker_bluff.play")
PRINTED = [
    ("check", ("check", "kuhn_poker", "--no-play", "--format", "json")),
    ("check", ("check", "{damaged}", "--no-play", "--format", "json")),
    ("compare", ("compare", "kuhn_poker", "leduc_poker", "-n", "3", "--engine", "python", "--format", "json")),
    ("compare_players", ("compare", "kuhn_poker", "-n", "4", "--players-a", "random", "--players-b", "sound",
                 "--format", "json")),
    ("diff", ("diff", BENNY, "--json")),
    ("diff", ("diff", "whist", "spades", "--json")),
    ("fuzz", ("fuzz", "kuhn_poker", "-n", "2", "--engine", "python", "--format", "json")),
    ("list", ("list", "--format", "json")),
    ("list", ("list", "players", "--format", "json")),
    ("show", ("show", "whist", "--json")),
    ("show", ("show", "noteuchre", "--json")),
    ("show", ("show", BENNY, "--json")),
    ("replay", ("replay", ROUND, "--format", "json")),
    ("replay", ("replay", ROUND, "--as", "B", "--format", "json")),
    ("replay", ("replay", "{broken}", "--format", "json")),
    ("replay", ("replay", "{failing}", "--format", "json")),
    ("rulings", ("rulings", "newberry_euchre", "--format", "json")),
    ("rulings", ("rulings", "whist", "--json")),
    ("simulate", ("simulate", "kuhn_poker", "-n", "3", "--engine", "python", "--format", "json")),
    ("simulate", ("simulate", "kuhn_poker", "-n", "3", "--players", "random", "--measures", "--format", "json")),
    ("solve", ("solve", BLUFF, "--at", "1", "--format", "json")),
    ("trace", ("trace", "newberry_euchre", "--format", "json")),
    ("tree", ("tree", "whist", "--json")),
    ("tune", ("tune", "whist", "--vary", "target=5,7", "--aim", "balance", "-n", "3", "--players", "random",
              "--format", "json")),
    ("stats", ("stats", BLUFF, "--judge", "--format", "json")),
    ("stats", ("stats", ROUND, "--against", ROUND, "--format", "json")),
]  # fmt: skip
"""The name of a schema, and a command that prints such data."""


@pytest.mark.parametrize(("name", "arguments"), PRINTED)
def test_what_a_command_prints_is_as_its_schema_says(name: str, arguments: Any, hoyle: Any, tmp_path: Path) -> None:
    places: dict[str, Path] = {}
    for file, text in FILES.items():
        places[file.partition(".")[0]] = tmp_path / file
        (tmp_path / file).write_text(text, "utf-8")
    done = hoyle(*[one.format(**places) for one in arguments])
    data = json.loads(done.out)
    assert data
    known = [(found["$id"], Resource.from_contents(found)) for found in map(schema, OTHERS)]
    jsonschema.Draft202012Validator(schema(name), registry=Registry[Any]().with_resources(known)).validate(data)


def test_every_command_that_prints_json_is_held_against_a_schema() -> None:
    prints: set[str] = set()
    for name, entry in COMMANDS.items():
        command = getattr(import_module(f"hoyle.cli.commands.{entry.module}"), entry.name or name)
        for option in command.params:
            choices = getattr(option.type, "choices", ()) if "--format" in option.opts else ()
            if "json" in choices or "--json" in option.opts:
                prints.add(name)
    assert prints == {arguments[0] for _, arguments in PRINTED} | (prints & set(ELSEWHERE))


ELSEWHERE = {
    "analyse": "tests/cli/commands/games/test_analyse.py",
    "asked": "tests/interpreter/story/test_asked.py",
    "cover": "tests/cli/commands/games/test_replay_play.py",
    "deal_table": "tests/cli/commands/games/test_solve.py",
    "game": "tests/interpreter/game/test_game.py",
    "lesson": "tests/studio/test_lessons.py",
    "mapping": "tests/interchange/test_mappings.py",
    "module": "tests/interpreter/wasm/test_compile.py",
    "play": "tests/interpreter/notation/test_json_form.py",
    "scene": "tests/interpreter/story/test_scene.py",
    "train": "tests/api/test_reports.py",
    "table": "tests/server/test_web.py",
}
"""The schemas of files and of messages, and the test that holds such data against each."""


def test_every_schema_is_tried() -> None:
    assert {path.name.partition(".")[0] for path in SCHEMAS} == {name for name, _ in PRINTED} | set(ELSEWHERE)
    for name, test in ELSEWHERE.items():
        assert name in (ROOT / test).read_text("utf-8"), test
