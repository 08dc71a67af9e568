"""`hoyle compile`: the module, its description, and other hosts that run it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from hoyle import schemas
from hoyle.cli.main import hoyle
from hoyle.dsl.loading import load
from hoyle.interpreter.batch.modules import ModuleSimulation, read, watch_of
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wasm import Memory, Module

HERE = Path(__file__).parent
SCHEMA = json.loads((Path(schemas.__file__).parent / "module.schema.json").read_text(encoding="utf-8"))


SHORT = """game "Short"
language 1
players 2
deck 2 3 4 5
zones
    stock: face down
remember
    score of each player: 0..1
main
    gather every card into stock
    repeat 2 times
        for p in players
            p chooses
                "on"
                    add 2 to p.score
                "not"
    game over, won by the player with highest score
"""
"""Rules with a fault at the first `on`."""


def compiled(folder, *arguments):
    result = CliRunner().invoke(hoyle, ["compile", *arguments, "--output", str(folder / "game.wasm")])
    assert result.exit_code == 0, result.output
    return (folder / "game.wasm").read_bytes(), json.loads((folder / "game.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["whist", "noteuchre", "crazy_eights"])
def test_the_description_fits_its_schema_and_is_true(tmp_path, name):
    from wasmtime import Engine
    from wasmtime import Module as Checked

    binary, described = compiled(tmp_path, name)
    jsonschema.validate(described, SCHEMA)
    checked = Checked(Engine(), binary)
    assert not checked.imports
    assert sorted(described["exports"]) == sorted(export.name for export in checked.exports)
    program = lower(load(name).game)
    assert [slot["name"] for slot in described["state"]["slots"][:5]] == [
        "pc", "rng", "steps", "actor", "decisions",
    ]  # fmt: skip
    named = {slot.get("name") for slot in described["state"]["slots"]}
    assert {info.name for info in (*program.variables, *program.zones)} <= named
    assert len(described["cards"]) == len(program.deck)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed here")
@pytest.mark.parametrize("name", ["newberry_euchre", "texas_euchre"])
def test_games_under_node_are_the_same(tmp_path, name):
    _, described = compiled(tmp_path, name)
    files = [str(tmp_path / one) for one in ("game.wasm", "game.json")]
    command = ["node", str(HERE / "play.mjs"), *files, "7", "300", str(tmp_path / "memory")]
    found = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    program = lower(load(name).game)
    here = ModuleSimulation(program, ("random",) * program.players, 7).runner().run(0, 300).sums
    assert int(found["trail"]) == here.trail
    assert found["pages"] == described["memory"]["pages"]
    memory = Memory(Module(program, watch_of(program)), memoryview(bytearray((tmp_path / "memory").read_bytes())))
    there = read(memory, memory.log())
    there.early = here.early  # the memory at the end does not show how the first games ended
    assert there.digest() == here.digest()
    python = Simulation(program, ("random",) * program.players, 7).runner().run(0, 20).sums
    assert (
        python.digest() == ModuleSimulation(program, ("random",) * program.players, 7).runner().run(0, 20).sums.digest()
    )


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed here")
def test_a_fault_is_reported_under_node(tmp_path):
    rules = tmp_path / "short.hoyle"
    rules.write_text(SHORT)
    compiled(tmp_path, str(rules))
    files = [str(tmp_path / one) for one in ("game.wasm", "game.json")]
    command = ["node", str(HERE / "play.mjs"), *files, "7", "300", str(tmp_path / "memory")]
    kind, place = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)["fault"]
    line = SHORT.splitlines().index("                    add 2 to p.score") + 1
    assert (kind, place) == ("outside", f"{rules.name}:{line}:21")


def test_the_text_of_a_module_can_be_printed(tmp_path):
    target = tmp_path / "game.wat"
    result = CliRunner().invoke(hoyle, ["compile", "whist", "--output", str(target)])
    assert result.exit_code == 0, result.output
    assert target.read_text(encoding="utf-8").startswith("(module\n(memory (export")


def test_equal_rules_give_equal_modules(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert compiled(tmp_path / "a", "hearts") == compiled(tmp_path / "b", "hearts")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["whist"], 2, "--output"),
        (["whist", "--output", "game.txt"], 2, "ends neither in .wasm nor in .wat"),
        (["whist", "--output", "game.wasm", "--description", "game.wasm"], 2, "that is the module itself"),
        (["whist", "--output", "nowhere/game.wasm"], 74, "cannot be written: no such file or directory"),
        (["whist", "--output", "game.wasm", "--seats", "9"], 2, "9"),
        (["wist", "--output", "game.wasm"], 2, "did you mean `whist`"),
        (["whist", "--output", "game.wasm", "--option", "x=1"], 2, "x"),
    ],
)
def test_wrong_use_gives_a_message(tmp_path, monkeypatch, arguments, code, said):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(hoyle, ["compile", *arguments])
    assert (result.exit_code, said in result.output) == (code, True), result.output
    assert list(tmp_path.iterdir()) == []


def test_without_wasmtime_the_message_names_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr("hoyle.cli.commands.compile.find_spec", lambda _: None)
    result = CliRunner().invoke(hoyle, ["compile", "whist", "--output", str(tmp_path / "game.wasm")])
    assert result.exit_code == 2
    assert "pip install wasmtime" in result.output
