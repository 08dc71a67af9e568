"""Functions of the runtime that nobody calls are left out of a module, and no others."""

from __future__ import annotations

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


def test_what_is_exported_or_called_stays() -> None:
    left = used_of(RUNTIME, ["(func $mine (drop (call $one)))"])
    assert {name for name in ("one", "two", "three", "four", "five", "seven") if f"(func ${name}" in left} == {
        "one", "two", "four", "five", "seven",
    }  # fmt: skip
    assert '(export "six")' in left
    assert "(global $g" in left
    assert "comment" not in left


def test_what_nobody_calls_goes() -> None:
    left = used_of(RUNTIME, [])
    assert "(func $one" not in left
    assert "(func $two" not in left
