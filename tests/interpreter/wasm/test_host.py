"""A host in C plays modules by docs/modules.md alone: it must show every position as Python does."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.text.parse import Words
from hoyle.interpreter.wasm import Module
from hoyle.interpreter.wasm.description import describe

HERE = Path(__file__).parent
SEED, SEAT, QUESTIONS = 7, 1, 30
GAMES = ("whist", "cribbage", "go_fish", "schnapsen", "kuhn_poker")
"""Games in which cards are played, chosen in sets, asked for by rank, shown to one player."""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The host, compiled and linked with the engine that the Python package `wasmtime` brings along."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler here")
    wasmtime = pytest.importorskip("wasmtime", reason="wasmtime is not installed")
    libraries = sorted(Path(wasmtime.__file__).parent.glob("linux-*/_libwasmtime.so"))
    if not libraries:
        pytest.skip("the library of wasmtime is linked on Linux only")
    program = tmp_path_factory.mktemp("host") / "host"
    command = [compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(program), str(HERE / "host.c")]
    command += [str(libraries[0]), f"-Wl,-rpath,{libraries[0].parent}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Exec format" in done.stderr or "incompatible" in done.stderr:
        pytest.skip("the library of wasmtime is for another machine")
    assert done.returncode == 0, done.stderr
    return program


@pytest.mark.parametrize("name", GAMES)
def test_a_host_in_c_shows_what_python_shows(host, tmp_path, name):
    game = load(name).game
    assert game is not None
    program = lower(game)
    module = Module(program, watch_of(program), stepwise=True)
    binary = module.binary()
    (tmp_path / "game.wasm").write_bytes(binary)
    (tmp_path / "game.json").write_text(json.dumps(describe(module, binary), ensure_ascii=False), encoding="utf-8")
    command = [str(host), *(str(tmp_path / one) for one in ("game.wasm", "game.json"))]
    done = subprocess.run([*command, str(SEED), str(SEAT), str(QUESTIONS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    engine, words, lines = Engine(program), Words(program), list[str]()
    state = engine.start(seed=SEED)
    for number in range(QUESTIONS):
        question = engine.question(state)
        if question is None:
            break
        choices = list(question.choices())
        labels = " / ".join(question.label(choice, words) for choice in choices)
        zones = "".join(
            " |" + "".join(f" {words.card(card)}" for card in zone.cards) for zone in engine.view(state, SEAT).zones
        )
        lines.append(f"{words.player(question.player)}: {labels}{zones}")
        state = engine.apply(state, choices[3 * number % len(choices)])
    assert [line for line in done.stdout.splitlines() if not line.startswith("over")] == lines
