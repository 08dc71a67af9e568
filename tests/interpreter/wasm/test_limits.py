"""Limits of a module: it must not run forever, use anything outside itself or take more memory.

Faults have a reason.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from wasmtime import Config, MemoryType

from hoyle.cli.main import run
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.modules import ModuleSimulation, code_of
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.engine import Engine, Fault
from hoyle.interpreter.learning.nets import NetMachine
from hoyle.interpreter.learning.nets import code_of as code_with_nets
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Binary, Const, Get, SetSlot, Unary
from hoyle.interpreter.wasm import Machine, ModuleError, Uncompilable
from hoyle.interpreter.wasm.layout import MOST_PAGES
from hoyle.interpreter.wasm.ranges import ProgramRanges

RULES = """
game "Test"
language 1
players 2
deck 2 3 4 5 6 7 8 9
zones
    stock: face down
    hand of each player: private
remember
    score of each player: {kind}
    n: number
main
    gather every card into stock
    shuffle stock
    deal 4 from stock to hand of each player
    repeat {rounds} times
        for p in players
            p chooses
                "play {{c}}" for c in p.hand
                    {what}
                "wait {{k}}" for k in 1..{most}
                    add k to n
    game over, won by the player with highest score
"""

FOLDS = """
game "Test"
language 1
players 3
deck 2 3 4
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    folded: players
    points of each player: number
ranking
    any suit: 4 3 2
main
    gather every card into stock
    shuffle stock
    deal 4 from stock to hand of each player
    for p in players
        p chooses
            "fold"
                set folded to folded + p
            "stay"
    play trick from hand to trick, led by (a random player), without folded, any card, taken by winner
    add 1 to winner.points
    game over, won by the player with highest points
"""


def program(what="add 1 to p.score", kind="number", rounds=2, most=3):
    text = RULES.format(what=textwrap.indent(what, " " * 20).lstrip(), kind=kind, rounds=rounds, most=most)
    loaded = load(Source("test.hoyle", text))
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    return lower(loaded.game)


def both(made, games=40, seed=3):
    """Play the same games on both engines and check that sums and faults are equal."""
    players = ("random",) * made.players
    python = Simulation(made, players, seed).runner().run(0, games)
    inside = ModuleSimulation(made, players, seed).runner().run(0, games)
    assert inside.failure == python.failure
    assert inside.sums == python.sums
    assert inside.sums.digest() == python.sums.digest()
    return inside


def finish(machine):
    while machine.ask >= 0:
        machine.take(machine.options()[0])


def test_a_module_imports_nothing():
    code = code_of(program())
    assert not code.compiled.imports


def test_the_memory_does_not_grow():
    machine = Machine(code_of(program()))
    kinds = [export.type for export in code_of(program()).compiled.exports]
    limits = next(kind.limits for kind in kinds if isinstance(kind, MemoryType))
    assert limits.min == limits.max == machine.layout.pages < MOST_PAGES
    before = len(machine.memory)
    machine.call("games", 1, 1, 0, 2000, 10**9)
    assert len(machine.memory) == before == machine.layout.pages * 65536


def test_a_program_that_needs_too_much_memory_is_not_compiled(monkeypatch):
    monkeypatch.setattr("hoyle.interpreter.wasm.layout.MOST_PAGES", 3)
    made = program(most=4)
    with pytest.raises(Uncompilable, match="MiB of memory") as error:
        code_of(made)
    assert error.value.message_for(made) == "`Test` cannot be compiled to WebAssembly: it has more than 0 MiB of memory"


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("add 1 to p.score", "is outside 0..1"),
        ("set n to 3 / (n - n)", "division by 0"),
        ("set n to 3 / (c.number mod 2)", "division by 0"),
        ("deal 9 from stock to p.hand", "9 to be dealt"),
    ],
)
def test_a_fault_has_its_place_and_the_sums_of_the_games_before_it(what, said):
    found = both(program(what, kind="0..1", rounds=9))
    assert found.failure is not None
    assert said in found.failure.message
    assert found.failure.span is not None
    assert found.failure.span.text in what
    assert sum(found.sums.counts) > 0


def test_a_trick_from_which_everybody_is_left_out_is_a_fault():
    loaded = load(Source("test.hoyle", FOLDS))
    assert loaded.game is not None
    found = both(lower(loaded.game))
    assert found.failure is not None
    assert found.failure.message == "everybody is left out of this trick"
    assert found.failure.span.text == "folded"
    ends = "    if folded = players\n        game over, won by the player with highest points\n"
    asked = load(Source("test.hoyle", FOLDS.replace("    play trick", f"{ends}    play trick")))
    assert asked.game is not None, [str(d) for d in asked.diagnostics]
    assert both(lower(asked.game)).failure is None


def test_an_instance_continues_with_the_next_game_after_a_fault():
    made = program(kind="0..1", rounds=9)
    machine, engine = Machine(code_of(made)), Engine(made)
    for index in range(30):
        machine.start(1, index)
        with pytest.raises(Fault, match="outside"):
            finish(machine)
    machine.start(5)
    assert machine.state == engine.start(seed=5).values


ALONE = """
import faulthandler, resource, signal, sys
from hoyle.dsl.loading import load
from hoyle.interpreter.batch.modules import code_of
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wasm import Machine

if sys.argv[2] != "unlimited":
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]),) * 2)
machine = Machine(code_of(lower(load(sys.argv[1]).game)))
faulthandler.enable()
for number in (signal.SIGILL, signal.SIGSEGV, signal.SIGFPE, signal.SIGBUS, signal.SIGTRAP):
    signal.signal(number, signal.SIG_DFL)
for index in range(2000):
    try:
        machine.call("games", 1, 1, index, 1, 10**6)
    except Exception as error:
        print(error)
        machine.begin_anew()
"""


@pytest.mark.parametrize("addresses", ["unlimited", str(600 * 2**20)])
def test_a_fault_raises_no_signal_and_a_small_address_space_is_enough(tmp_path, addresses):
    """If `wasmtime` used signals, a host that handles them itself would end the process.

    With `ulimit -v` there is no room to reserve addresses.
    """
    rules = tmp_path / "test.hoyle"
    rules.write_text(RULES.format(what="add 1 to p.score", kind="0..1", rounds=9, most=3))
    command = [sys.executable, "-c", ALONE, str(rules), addresses]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert ended.stdout.count("2 is outside 0..1") > 1900


def test_numbers_beyond_the_counters_are_counted():
    """Scores far outside the range of the counters, and choices with more values than there are counters."""
    found = both(program("add 300000 * c.number to p.score", rounds=4, most=9000), games=60)
    assert found.failure is None
    assert max(max(histogram) for histogram in found.sums.final) > 10**6
    assert len(found.sums.chosen[0]) >= 1


def test_more_options_than_the_limit():
    found = both(program(most=12_000, rounds=3), games=5)
    assert found.failure is None


def test_a_full_log_is_emptied_during_a_game(monkeypatch):
    made = program("add 300000 to p.score", rounds=60, most=9000)
    whole = both(made, games=6).sums
    players = ("random",) * made.players
    monkeypatch.setattr("hoyle.interpreter.wasm.tallies.LOG_SIZE", 4096)
    monkeypatch.setattr("hoyle.interpreter.wasm.module.LOG_SIZE", 4096)
    again = program("add 300000 to p.score", rounds=60, most=9000)
    assert ModuleSimulation(again, players, 3).runner().run(0, 6).sums == whole


def test_a_game_is_cut_at_the_length_limit(monkeypatch):
    for executor in ("engine.compiled", "wasm.module"):
        monkeypatch.setattr(f"hoyle.interpreter.{executor}.LENGTH_LIMIT", 9, raising=False)
    made = program(rounds=50)
    machine = Machine(code_of(made))
    machine.call("games", 1, 1, 0, 30, 10**6)
    assert machine.word(machine.module.tallies.cut) == 30
    assert machine.word(machine.module.tallies.decisions) == 270


def test_each_choice_restarts_the_count_of_rounds(monkeypatch):
    """A game has more than 100 rounds of the loop around the choices; at most 20 may follow each other without a choice."""
    for executor in ("engine.python.statements", "engine.guards", "wasm.module"):
        monkeypatch.setattr(f"hoyle.interpreter.{executor}.STEP_LIMIT", 20)
    found = both(program("for q in players\n    for r in players\n        add 1 to n", rounds=60), games=3)
    assert found.failure is None
    assert found.sums.decisions == 360


def test_a_module_that_traps_without_a_reason_is_an_internal_error():
    machine = Machine(code_of(program()))
    machine.start(1)
    pc = machine.layout.slots[0].address
    machine.memory[pc : pc + 8] = struct.pack("<q", 10**6)
    with pytest.raises(ModuleError):
        machine.call("resume")
    machine.start(1)
    assert machine.state == Engine(machine.program).start(seed=1).values


def test_an_impossible_state_is_refused():
    made = program()
    machine = Machine(code_of(made))
    values = Engine(made).start(seed=1).values
    for slot, value in ((3, 7), (1, -1), (5, 2**40), (5, (1, 2))):
        forged = list(values)
        forged[slot] = value
        with pytest.raises(ValueError, match="this state"):
            machine.put(forged)


def test_a_number_beyond_64_bits_is_refused_with_its_place():
    """The checker accepts no rule file with such numbers.

    A program made in another way must be refused, not played wrongly.
    """
    made = program()
    big = Const(2**62)
    for value in (Binary("+", big, big), Binary("*", big, Const(3)), Unary("single", Const(10**6))):
        st = SetSlot(made.variables[-1].base, None, value, -1, 0)
        block = made.blocks[made.start]
        blocks = list(made.blocks)
        blocks[made.start] = replace(block, body=(st, *block.body))
        with pytest.raises(Uncompilable):
            code_of(replace(made, blocks=tuple(blocks)))
    assert ProgramRanges(made).of(Get(1)) is not None


def test_a_requested_executor_that_is_missing_is_an_error(capsys, monkeypatch):
    assert run(["simulate", "whist", "-n", "2", "--engine", "wasm", "-p", "sound"]) == 2
    assert "`sound` is a player written in Python" in capsys.readouterr().err
    monkeypatch.setattr("hoyle.api.running.find_spec", lambda _: None)
    assert run(["compare", "whist", "whist", "-n", "2", "--engine", "wasm"]) == 2
    assert "pip install wasmtime" in capsys.readouterr().err
    assert run(["simulate", "whist", "-n", "2"]) == 0


def test_a_program_that_cannot_be_compiled_is_reported(capsys, monkeypatch):
    monkeypatch.setattr("hoyle.interpreter.wasm.layout.MOST_PAGES", 3)
    assert run(["simulate", "oh_hell", "-n", "2", "--engine", "wasm"]) == 1
    assert "cannot be compiled to WebAssembly" in capsys.readouterr().err
    assert run(["simulate", "oh_hell", "-n", "2"]) == 0
    shown = capsys.readouterr()
    assert "played by the Python engine" in shown.err
    assert "2 games" in shown.out


def test_no_memory_has_an_image_that_the_kernel_must_seal() -> None:
    """Linux refuses to seal it now and then: while it moves a page of it."""
    maps = Path("/proc/self/maps")
    if not maps.exists() or not hasattr(Config, "memory_init_cow"):
        pytest.skip("there is no list of what is mapped, or this version of wasmtime cannot do without images")
    game = load("whist").game
    assert game is not None
    machines = [Machine(code_of(lower(game))), NetMachine(code_with_nets(lower(game)))]
    assert len(machines[0].memory) < len(machines[1].memory)
    assert "memfd" not in maps.read_text()
