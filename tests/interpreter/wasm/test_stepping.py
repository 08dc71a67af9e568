"""Calls through wasmtime's C interface do the same as calls through its Python classes, which are used where it is
missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wasm import CompiledModule, Machine, Module, stepping
from hoyle.interpreter.wasm.stepping import Stepper, quick_call

FAILS = """game "Fails"
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


@pytest.fixture(params=["quick", "slow"])
def calling(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Use the C interface in one run of a test and the Python classes, with a warning, in the other."""
    if request.param == "quick":
        yield request.param
    else:

        def missing(name: str) -> Any:
            raise ImportError(name)

        monkeypatch.setattr(stepping, "import_module", missing)
        with pytest.warns(RuntimeWarning, match="much slower"):
            yield request.param


def machine_of(what: str | Source) -> Machine:
    game = load(what).game
    assert game is not None
    program = lower(game)
    return Machine(CompiledModule(Module(program, watch_of(program)), quickly=True))


def test_a_game_is_the_same_with_both_kinds_of_calls(calling: str) -> None:
    machine, other = machine_of("whist"), machine_of("whist")
    start, options, stepper = quick_call(machine, "start", 2), quick_call(machine, "options", 1), Stepper(machine)
    quick = type(stepper.step).__name__ == "function"
    assert quick == (calling == "quick")
    for seed, index in ((7, 0), ((1 << 63) - 1, 3), ((1 << 64) - 1, (1 << 40) + 5)):
        start(seed, index)
        other.start(seed, index)
        dice = Random(seed)
        count = options(0)
        for _ in range(60):
            assert machine.state == other.state
            assert count == len(other.options())
            chosen = dice.randrange(count)
            count = stepper.step(chosen)
            other.take(other.options()[chosen])
    while count > 0:
        count = stepper.step(0)
    assert count == -1


@pytest.mark.usefixtures("calling")
def test_a_function_without_arguments_gives_its_result() -> None:
    machine = machine_of("whist")
    written = quick_call(machine, "written", 0)
    machine.start(7)
    assert [written() for _ in range(3)] == [machine.call("written")] * 3 == [len(machine.written())] * 3


@pytest.mark.usefixtures("calling")
def test_a_fault_is_raised_and_the_next_call_works() -> None:
    machine = machine_of(Source("fails.hoyle", FAILS))
    start, options, stepper = quick_call(machine, "start", 2), quick_call(machine, "options", 1), Stepper(machine)
    for _ in range(3):
        start(1, 0)
        assert options(0) == 2
        with pytest.raises(Fault, match=r"outside 0\.\.1"):
            stepper.step(0)
