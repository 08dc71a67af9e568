"""The smallest parts of WebAssembly text: splitting an address into a base and an offset."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from hoyle.dsl.source.span import Span
from hoyle.interpreter.faults import KINDS, fault, text_of
from hoyle.interpreter.wasm.writing.text import at, get, number, split, word


@pytest.mark.parametrize(
    ("address", "offset", "rest"),
    [
        ("(i32.add (i32.const 480) (i32.shl (local.get $t1) (i32.const 3)))", 480, "(i32.shl (local.get $t1) (i32.const 3))"),
        ("(i32.add (i32.const 8)\n(local.get $at))", 8, "(local.get $at)"),
        ("(i32.add (local.get $at) (i32.const 8))", 0, "(i32.add (local.get $at) (i32.const 8))"),
        ("(i32.add (i32.const -8) (local.get $at))", 0, "(i32.add (i32.const -8) (local.get $at))"),
        ("(i32.const 480)", 0, "(i32.const 480)"),
    ],
)  # fmt: skip
def test_the_constant_part_of_an_address_becomes_the_offset(address: str, offset: int, rest: str) -> None:
    assert split(address) == (f"offset={offset}", rest.strip())
    assert at(address) == f"offset={offset} {rest.strip()}"


def test_constants_are_recognized() -> None:
    assert number(word(7)) == 7
    assert number(get("$at")) is None
    assert number("(i32.add (i32.const 1) (i32.const 2))") is None


@pytest.mark.parametrize("kind", KINDS)
def test_the_text_of_a_fault_has_a_gap_for_each_of_the_numbers_it_is_about(kind: str) -> None:
    values = [1_001, 1_002, 1_003]  # as many as a module stores
    gaps = [name for _, name, _, _ in Formatter().parse(text_of(kind)) if name is not None]
    message = fault(kind, Span.of_name("x"), *values).message
    assert [int(one.replace(",", "")) for one in re.findall(r"1,?00\d", message)] == values[: len(gaps)]
