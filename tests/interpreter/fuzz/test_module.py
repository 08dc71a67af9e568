"""Faults planted in the WebAssembly module: random games find them, shorten the game and reproduce the fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.cli.main import run
from hoyle.interpreter.batch import modules
from hoyle.interpreter.fuzz.trace import choices
from hoyle.interpreter.program import Binary, Checked
from hoyle.interpreter.wasm.machine import Machine
from hoyle.interpreter.wasm.writing import expressions, statements

pytest.importorskip("wasmtime")


@pytest.fixture(autouse=True)
def _none_compiled_before(monkeypatch):
    modules.code_of.clear()


@pytest.fixture
def beside(fuzz):
    """`fuzz`, with every choice made in the module, too."""

    def made(text, games=30, **more):
        found = fuzz(text, 0, **more)
        work = replace(found.work, module=True)
        return replace(found, work=work, sums=work.runner().run(0, games).sums)

    return made


def adding(patch):
    """Plant a fault: the module adds points that it should subtract."""
    set_slot = statements._set_slot

    def wrong(w, st):
        program, held = w.unit.layout.program, st.value
        points = st.variable >= 0 and program.variables[st.variable].name == "points"
        if points and isinstance(held, Checked) and isinstance(held.operand, Binary) and held.operand.op == "-":
            st = replace(st, value=replace(held, operand=replace(held.operand, op="+")))
        return set_slot(w, st)

    patch.setattr(statements, "_set_slot", wrong)


def unguarded(patch):
    patch.setattr(expressions, "_held_to_range", lambda w, local, e: "")


def trapping(patch):
    patch.setattr(statements, "_tick", lambda w, place: "(unreachable)")


def reversing(patch):
    options = Machine.options
    patch.setattr(Machine, "options", lambda self, most=None: options(self, most)[::-1])


# the planted fault; the points given after a hand; the message; the fewest choices that show it
BROKEN = {
    "a sum for a difference": (adding, None, "`points` is 2 in the module, 0 in the engine", 7),
    "a range that is not kept": (
        unguarded,
        "always -> add 9",
        "only the engine stops",
        7,
    ),
    "a trap": (trapping, None, "the compiled rules failed", 0),
    "options in another order": (reversing, None, "the module offers other options", 0),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_fault_in_the_module_is_found_and_the_game_shortened(name, pinch, beside, monkeypatch):
    patch, change, said, fewest = BROKEN[name]
    patch(monkeypatch)
    text = pinch.replace("points of each player: number", "points of each player: 0..9")
    text = text.replace("always -> add 1", change or "always -> add 1")
    found = beside(text, 20, options={})
    number, failure = next((i, f) for i, f in enumerate(found.sums.failures) if f.broken.invariant == "module")
    shortest = found.shortest(number)
    assert shortest.broken.key == failure.broken.key
    assert shortest.broken.message.startswith(said)
    assert choices(shortest.trace) == fewest


def test_a_sound_module_agrees_even_when_the_rules_stop_a_game(pinch, beside):
    assert beside(pinch, 12).sums.failures == []
    stopped = beside(pinch.replace("points of each player: number", "points of each player: 0..5"), options={})
    assert {failure.broken.invariant for failure in stopped.sums.failures} == {"rules"}


def test_a_program_that_cannot_be_compiled_is_a_failure_with_a_reason(pinch, beside, monkeypatch):
    monkeypatch.setattr("hoyle.interpreter.wasm.layout.MOST_PAGES", 3)
    (failure,) = beside(pinch, 2, options={}).sums.failures
    assert "cannot be compiled to WebAssembly" in failure.broken.message


def test_the_command_finds_saves_and_reproduces_a_fault(pinch, tmp_path, monkeypatch, capsys):
    rules = tmp_path / "pinch.hoyle"
    rules.write_text(pinch)
    base = ["fuzz", str(rules), "-n", "9", "-w", "1", "-o", "pay=1", "--save", str(tmp_path)]
    assert run([*base, "--engine", "wasm"]) == 0
    adding(monkeypatch)
    modules.code_of.clear()
    assert run([*base, "--engine", "python"]) == 0
    capsys.readouterr()
    assert run(base) == 1
    out = capsys.readouterr().out
    assert ": module: `points` is " in out
    (saved,) = tmp_path.glob("*.play")
    assert "--engine wasm --script" in saved.read_text()
    again = ["fuzz", str(rules), "--script", str(saved)]
    assert run(again) == 1
    assert "in the module" in capsys.readouterr().out
    assert run([*again, "--engine", "python"]) == 0


def test_without_wasmtime_only_the_engine_plays(pinch, tmp_path, monkeypatch, capsys):
    rules = tmp_path / "pinch.hoyle"
    rules.write_text(pinch)
    monkeypatch.setattr("hoyle.api.running.find_spec", lambda _: None)
    base = ["fuzz", str(rules), "-n", "2", "-w", "1", "--save", str(tmp_path)]
    assert run([*base, "--engine", "wasm"]) == 2
    assert "pip install wasmtime" in capsys.readouterr().err
    assert run([*base, "--format", "json"]) == 0
    assert '"name": "module"' not in capsys.readouterr().out
