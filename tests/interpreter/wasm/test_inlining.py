"""Small functions written out where they are called: the same results, with fewer calls."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from wasmtime import Config, Engine, Instance, Store
from wasmtime import Module as Compiled

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.batch.modules import Entry, Games, Seating
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.learning.nets import BY_CHANCE, FIRST, NetMachine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.search.sides import watch_of
from hoyle.interpreter.wasm import CompiledModule, Module
from hoyle.interpreter.wasm.inlining import MOST, inlined
from hoyle.interpreter.wasm.module import assembled
from hoyle.interpreter.wasm.tallies import LOGGED

SMALL = """(memory 1 1)
(func $twice (param $a i64) (result i64) (i64.add (local.get $a) (local.get $a)))
(func $least (param $a i64) (param $b i64) (result i64)
(if (i64.lt_s (local.get $a) (local.get $b)) (then (return (call $twice (local.get $a)))))
(call $twice (local.get $b)))
(func $ones (param $a i64) (result i64) (local $n i64)
(block $done (loop $next
(br_if $done (i64.eqz (local.get $a)))
(local.set $a (i64.and (local.get $a) (i64.sub (local.get $a) (i64.const 1))))
(local.set $n (i64.add (local.get $n) (i64.const 1)))
(br $next)))
(local.get $n))
(func $down (param $a i64) (result i64)
(if (result i64) (i64.eqz (local.get $a)) (then (i64.const 7)) (else (call $down (i64.sub (local.get $a) (i64.const 1))))))
(func $even (param $a i64) (result i32)
(if (result i32) (i64.eqz (local.get $a)) (then (i32.const 1)) (else (call $odd (i64.sub (local.get $a) (i64.const 1))))))
(func $odd (param $a i64) (result i32)
(if (result i32) (i64.eqz (local.get $a)) (then (i32.const 0)) (else (call $even (i64.sub (local.get $a) (i64.const 1))))))
(func $one_of_them (result i64) (i64.const 5)) ;; (called by nobody)
(func $keep (param $n i32) (param $to i32) (param $value i64) (result i32)
(i64.store (local.get $to) (local.get $value))
(local.get $to))
(func $s_count (param $n i32) (param $a i32) (result i64) (local $i i32) (local $found i64)
(loop $next
(local.set $found (i64.add (local.get $found) (i64.popcnt (i64.load (i32.add (local.get $a) (local.get $i))))))
(local.set $i (i32.add (local.get $i) (i32.const 8)))
(br_if $next (i32.lt_u (local.get $i) (i32.shl (local.get $n) (i32.const 3)))))
(local.get $found))
(func (export "all") (param $a i64) (param $b i64) (result i64) (local $sum i64) (local $i i64)
(loop $next
(local.set $sum (i64.add (i64.mul (i64.const 3) (local.get $sum)) (call $least
 (call $ones (i64.add (local.get $a) (local.get $i))) (call $least (local.get $b) (call $ones (local.get $b))))))
(local.set $i (i64.add (local.get $i) (i64.const 1)))
(br_if $next (i64.lt_u (local.get $i) (i64.const 9))))
(drop (call $keep (i32.const 1) (i32.const 64) (local.get $a)))
(drop (call $keep (i32.const 1) (i32.const 72) (local.get $b)))
(local.set $sum (i64.add (local.get $sum) (call $s_count (i32.const 2) (i32.const 64))))
(local.set $sum (i64.add (local.get $sum) (i64.mul (i64.const 100) (call $s_count (i32.const 1) (i32.const 72)))))
(i64.add (local.get $sum) (i64.add (i64.extend_i32_u (call $even (i64.and (local.get $a) (i64.const 7))))
 (call $down (i64.and (local.get $b) (i64.const 15))))))"""


def answers(forms: str) -> list[int]:
    """What the function `all` of some forms gives for several numbers."""
    engine = Engine(Config())
    store = Store(engine)
    instance = Instance(store, Compiled(engine, assembled(f"(module\n{forms})\n")), [])
    function = instance.exports(store)["all"]
    return [function(store, a, b) for a in (0, 1, 77, -5, 1 << 40) for b in (0, 3, -1, 12345)]  # type: ignore[operator]


def functions(forms: str) -> set[str]:
    return set(re.findall(r"^\(func (\$\w+)", forms, re.MULTILINE))


def test_what_is_written_out_gives_the_same() -> None:
    written = inlined(SMALL)
    assert answers(written) == answers(SMALL)
    assert (
        functions(written) == set(re.findall(r"\(call (\$\w+)", written)) == {"$down", "$odd"}
    )  # they call themselves


def test_large_functions_stay() -> None:
    line = "(local.set $a (i64.add (local.get $a) (i64.const 1)))\n"
    many = (MOST - 1) // 4
    for lines, stays in ((many, False), (many + 1, True)):
        large = f"(func $large (param $a i64) (result i64)\n{line * lines}(local.get $a))\n"
        call = '(func (export "all") (param $a i64) (param $b i64) (result i64) (call $large (local.get $b)))'
        assert ("$large" in functions(inlined(large + call))) == stays
        assert answers(inlined(large + call)) == answers(large + call)


def module(program: Program, *, inlining: bool) -> CompiledModule:
    return CompiledModule(Module(program, watch_of(program), learning=True, inlining=inlining))


def program_of(name: str) -> Program:
    game = load(name).game
    assert game is not None
    return lower(game, {})


@pytest.mark.parametrize("name", sorted(path.stem for path in RULESETS.glob("*.hoyle")))
def test_modules_play_and_learn_the_same(name: str) -> None:
    """Games by chance and by a net, and the net itself after a lesson, byte for byte."""
    program, found = program_of(name), list[object]()
    for inlining in (False, True):
        code = module(program, inlining=inlining)
        machine = NetMachine(code)
        machine.call("l_begin_net", 5)
        try:
            machine.call("l_train", 600, 3, 0.002, 8_000)
        except Fault as fault:
            found.append(str(fault))
        net = bytes(machine.net())
        seats = tuple(FIRST if seat % 2 else BY_CHANCE for seat in range(program.players))
        games, log = Games(code, 4, LOGGED, Seating(seats, net)), list[Entry]()
        done = games.machine.call("games", LOGGED, 4, 0, 3, 400)
        log += games.machine.log()
        chosen = games.machine.words(games.machine.module.tallies.counts, len(program.places))
        found.append((sha256(net).hexdigest(), done, log, chosen, games.machine.state))
    half = len(found) // 2
    assert found[:half] == found[half:]
