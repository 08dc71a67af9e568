"""Runtime functions that are never called are left out of a module, and no others."""

from __future__ import annotations

import os
import subprocess
import sys

from hoyle.interpreter.wasm.unused import used_of

RUNTIME = """;; A comment.
(global $g (mut i64) (i64.const 0))
(func $one (result i64)
  (call $two))
(func $two (result i64) (global.get $g))
(func $three (call $four))
(func $four)
(func $five (export "five") (call $four))
(func (export "six") (drop (call $seven)))
(func $seven (result i64) (call $seven))
"""


def test_exported_and_called_functions_stay() -> None:
    left = used_of([RUNTIME], ["(func $mine (drop (call $one)))"])
    assert {name for name in ("one", "two", "three", "four", "five", "seven") if f"(func ${name}" in left} == {
        "one", "two", "four", "five", "seven",
    }  # fmt: skip
    assert '(export "six")' in left
    assert "(global $g" in left
    assert "comment" not in left


def test_uncalled_functions_are_removed() -> None:
    left = used_of([RUNTIME], [])
    assert "(func $one" not in left
    assert "(func $two" not in left


def test_functions_keep_their_order() -> None:
    several = ["(func $a (call $seven))", "(func $b (call $four) (drop (call $one)))"]
    left = used_of([RUNTIME, "(func $last (call $two))"], [*several, "(func $c (call $last))"])
    assert left == used_of([RUNTIME, "(func $last (call $two))"], ["(func $c (call $last))", *reversed(several)])
    places = [left.index(f"(func ${name}") for name in ("one", "two", "four", "five", "seven", "last")]
    assert places == sorted(places)


def test_the_bytes_of_a_module_do_not_depend_on_the_process() -> None:
    """Python's hashes of strings differ from process to process, unless PYTHONHASHSEED is set."""
    code = """if True:
        from hoyle.dsl.loading import load
        from hoyle.interpreter.batch.modules import watch_of
        from hoyle.interpreter.lowering import lower
        from hoyle.interpreter.wasm import Module
        import hashlib
        program = lower(load("kuhn_poker").game)
        print(hashlib.sha256(Module(program, watch_of(program)).binary()).hexdigest())
    """
    seeds = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    runs = [
        subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        for env in seeds
    ]
    assert len(runs[0].stdout.strip()) == 64
    assert runs[0].stdout == runs[1].stdout
