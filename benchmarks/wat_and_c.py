"""Compares a part of the search as WebAssembly text with the same part in C: speed, size, and whether both agree.

    python benchmarks/wat_and_c.py [--rounds 9] [--times 20000] [--write benchmarks/wat_and_c.md]

The part is the inner loop of playouts: the probability of each option by the cheap model of a player (`$likelihoods` in
`interpreter/wasm/search/policy.wat`).  It calls a function that is written for each program (`$features`), and lies on
addresses that differ from program to program.  In C (`likelihoods.c`) it is therefore a second instance, which imports
the memory and that function.  Needs `clang` and `wasm-ld`; without them it says so and measures nothing.

Both rate the same questions of random games in one store, in turns.  The table shows the medians of the ratios within a
round.  `stand-in`: the same with a `$features` that returns at once, so that little but the loops around it is left.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from revision import measured_on
from wasmtime import Instance, Linker, wat2wasm
from wasmtime import Module as Compiled

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.search.sides import watch
from hoyle.interpreter.search.thinker import Thinker
from hoyle.interpreter.wasm import CompiledModule, Machine, Module
from hoyle.interpreter.wasm.search.structs import STRUCTS

HERE = Path(__file__).resolve().parent
POLICY = HERE.parent / "interpreter" / "wasm" / "search" / "policy.wat"
RULESETS = ("newberry_euchre", "whist", "hearts")
QUESTIONS = 6
"""How many questions of each ruleset are rated."""
ADDRESSES = ("KINDS", "OPTIONS", "OPTION_SIZE", "LIKELY", "FEATURES", "WEIGHTS")
FIELDS = dict(number for one in STRUCTS for number in one.numbers())
MORE = """
(func (export "x_asked") (result i32) (call $ask))
(func (export "x_options") (result i32) (call $options (call $ask) (i64.const 0)))
(func (export "x_features") (param $ask i32) (param $option i32) (param $from i32) (result i32)
  (global.set $s_feature_count (local.get $from))
  (call $features (local.get $ask) (local.get $option))
  (global.get $s_feature_count))
(func (export "x_nothing") (param $ask i32) (param $option i32) (param $from i32) (result i32) (local.get $from))
(func $no_features (param $ask i32) (param $option i32))
(func (export "x_likelihoods") (param $ask i32) (param $count i32) (param $times i32) (result f64)
  (local $last f64)
  (loop $again
    (local.set $last (call $likelihoods (local.get $ask) (local.get $count)))
    (br_if $again (local.tee $times (i32.sub (local.get $times) (i32.const 1)))))
  (local.get $last))
(func (export "x_stand_in") (param $ask i32) (param $count i32) (param $times i32) (result f64)
  (local $last f64)
  (loop $again
    (local.set $last (call $likelihoods_alone (local.get $ask) (local.get $count)))
    (br_if $again (local.tee $times (i32.sub (local.get $times) (i32.const 1)))))
  (local.get $last))
"""


def functions() -> dict[str, str]:
    """The functions of the part, by name, as they stand in the text."""
    text = POLICY.read_text(encoding="utf-8")
    found = dict(re.findall(r"^\(func \$(\w+) (.*?\))\n(?=\n|;;|\(func)", text, re.MULTILINE | re.DOTALL))
    return {name: f"(func ${name} {found[name]}" for name in ("exp", "likelihoods")}


def numbered(text: str, numbers: dict[str, int]) -> str:
    """The text with numbers in place of names; names without a number are left for the module."""
    return re.sub(r"@([\w.]+)@", lambda found: str(numbers.get(found[1], found[0])), text)


def more(module: Module) -> str:
    """What is written into the module of a program besides: a way in, and the addresses."""
    assert module.search is not None
    alone = functions()["likelihoods"].replace("(func $likelihoods ", "(func $likelihoods_alone ")
    alone = alone.replace("(call $features ", "(call $no_features ")
    addresses = [f'(func (export "x_{name}") (result i32) (i32.const @{name}@))' for name in ADDRESSES]
    return numbered("\n".join([MORE, alone, *addresses]), {**module.search.at, **FIELDS})


def compiled(addresses: dict[str, int], folder: Path) -> bytes:
    """The part in C for these addresses."""
    made = folder / "likelihoods.wasm"
    given = [f"-D{name}={value}" for name, value in addresses.items()]
    options = ["--target=wasm32", "-O2", "-mbulk-memory", "-fno-builtin", "-nostdlib", "-ffp-contract=off"]
    linked = ["-Wl,--no-entry", "-Wl,--import-memory", "-Wl,--strip-all"]
    command = ["clang", *options, *given, *linked, "-o", str(made), str(HERE / "likelihoods.c")]
    subprocess.run(command, check=True, capture_output=True)
    return made.read_bytes()


def assembled(addresses: dict[str, int]) -> bytes:
    """The part as it stands in the text, alone in a module."""
    text = numbered("\n".join(functions().values()), {**addresses, **FIELDS})
    head = (
        '(module (import "rules" "memory" (memory 2)) (import "rules" "features" (func $features (param i32 i32)))\n'
        "(global $s_feature_count (mut i32) (i32.const 0))\n"
    )
    return bytes(wat2wasm(f'{head}{text}\n(export "likelihoods" (func $likelihoods)))'))


def timed(work: Callable[[], object]) -> float:
    """Processor seconds."""
    began = time.process_time()
    work()
    return time.process_time() - began


def in_turns(one: Callable[[], object], other: Callable[[], object]) -> Iterator[float]:
    """The time of the first as a multiple of the second, again and again, each first in turn."""
    while True:
        first = timed(one)
        yield first / timed(other)
        second = timed(other)
        yield timed(one) / second


def measure(name: str, rounds: int, times: int, folder: Path) -> tuple[list[float], list[float], int, int]:
    """The ratios of C to text, with the features of a ruleset and with the stand-in; the sizes of C and text."""
    program = Rulesets().open(name).engine.program
    code = CompiledModule(Module(program, watch(program), searching=True, more=more))
    machine, engine = Machine(code), Rulesets().open(name).engine
    addresses = {one: machine.call(f"x_{one}") for one in ADDRESSES}
    binary = compiled(addresses, folder)
    part = Compiled(code.engine, binary)

    def instance(features: str) -> Callable[[int, int, int], float]:
        linker = Linker(code.engine)
        linker.define(machine.store, "env", "memory", machine.exported("memory"))
        linker.define(machine.store, "rules", "features", machine.exported(features))
        made: Instance = linker.instantiate(machine.store, part)
        function: Any = made.exports(machine.store)["likelihoods"]
        return lambda *given: function(machine.store, *given)

    pairs = [(instance("x_features"), "x_likelihoods"), (instance("x_nothing"), "x_stand_in")]
    dice, found = Dice(5, 1), ([], [])
    weights = addresses["WEIGHTS"]
    for at in range(0, 8 * 64, 8):  # weights that differ, so that a mistake would be seen
        machine.memory[weights + at : weights + at + 8] = struct.pack("<d", at / 997)
    state, rated = engine.start(seed=5), 0
    while rated < QUESTIONS:
        question = engine.question(state)
        if question is None:
            state = engine.start(seed=5 + rated)
            continue
        choices = list(question.choices())
        if len(choices) > 2:
            machine.put(state.values)
            ask, count = machine.call("x_asked"), machine.call("x_options")
            rated += 1
            for ratios, (in_c, in_text) in zip(found, pairs, strict=True):
                assert in_c(ask, count, 1) == machine.call(in_text, ask, count, 1), (name, count)
                works = (partial(in_c, ask, count, times), partial(machine.call, in_text, ask, count, times))
                ratios += list(islice(in_turns(*works), 1, rounds + 1))  # the first only warms up
        state = engine.apply(state, choices[dice.below(len(choices))])
    return found[0], found[1], len(binary), len(assembled(addresses))


def share(name: str, playouts: int) -> float:
    """How much of the time of a playout by the model is not there if chance plays instead: an upper bound of what the
    part and the features it reads take.
    """
    engine = Rulesets().open(name).engine
    thinker = Thinker(engine.program)
    state = engine.start(seed=3)
    while len(options := list(engine.asked(state).choices())) < 3:  # type: ignore[union-attr] - a game has just begun
        state = engine.apply(state, options[0])
    at, found = thinker.search.at["BY_MODEL"], list[float]()
    for by_model in (1, 0) * 3:
        thinker.machine.memory[at : at + 8] = by_model.to_bytes(8, "little")
        found.append(timed(lambda: thinker.glance([state.values], len(options), playouts)))
    return 1 - min(found[1::2]) / min(found[::2])


def main() -> None:
    """Print the report, and write it to a file if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--times", type=int, default=20_000)
    parser.add_argument("--playouts", type=int, default=20_000)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    lines = ["# A part of the search in C, beside the text", ""]
    if not (shutil.which("clang") and shutil.which("wasm-ld")):
        print(f"clang or wasm-ld is missing, so nothing was compared\n{measured_on()}")
        return
    lines += [
        "Made by `benchmarks/wat_and_c.py`, which says what is compared. Time of C as a multiple of that of the text.",
        "",
        "| ruleset | with the features of the rules | with a stand-in | share of a playout, features included |",
        "|---|---:|---:|---:|",
    ]
    sizes = (0, 0)
    with tempfile.TemporaryDirectory() as folder:
        for name in RULESETS:
            real, alone, *sizes = measure(name, given.rounds, given.times, Path(folder))
            lines.append(
                f"| {name} | {statistics.median(real):.2f} | {statistics.median(alone):.2f} | "
                f"{100 * share(name, given.playouts):.0f} % |"
            )
    rows = sum(text.count("\n") + 1 for text in functions().values())
    c = (HERE / "likelihoods.c").read_text(encoding="utf-8")
    own = [
        line for line in c[c.index("static int *kind_of") : c.index("__attribute__((export_name")].splitlines() if line
    ]
    lines += ["", f"Bytes: {sizes[0]} in C, {sizes[1]} as text. Lines: {len(own)} and {rows}.", "", measured_on()]
    print("\n".join(lines))
    if given.write is not None:
        given.write.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
