"""Pieces of the text that more than one file of the folder writes: numbers in cells, functions by question, files."""

from __future__ import annotations

from importlib.resources import files

from ..writing.text import const, get, word

ONE_BY_ONE, LINEAR, WIDEST = 32, 32, 2_048
"""Numbers with at most so many values are told apart one by one, those with at most `WIDEST` in `LINEAR` equal steps,
others by their size.
"""
LOGARITHMIC = 49


def number_cells(low: int, high: int, value: str) -> tuple[int, str]:
    """Into how many cells the values of a number are sorted, and the code that gives the cell of a value."""
    size = high - low + 1
    if size <= ONE_BY_ONE:
        return max(size, 0), f"(call $clamped (i64.sub {value} {const(low)}) {const(max(size - 1, 0))})"
    if size <= WIDEST:
        scaled = f"(i64.div_s (i64.mul (i64.sub {value} {const(low)}) {const(LINEAR)}) {const(size)})"
        return LINEAR, f"(call $clamped {scaled} {const(LINEAR - 1)})"
    return LOGARITHMIC, f"(call $l_log {value})"


def by_ask(name: str, params: str, args: str, count: int, each: str) -> str:
    """A function that calls the one of the question."""
    result = "(result" in params
    cases = "\n".join(
        f"(if (i32.eq {get('$ask')} {word(i)}) (then (return (call {each}{i} {args}))))" for i in range(count)
    )
    return f"(func {name} (param $ask i32) {params}\n{cases}\n{word(0) if result else ''})"


def part(name: str) -> str:
    """The text of a file of this folder."""
    return files("hoyle.interpreter.wasm.learned").joinpath(f"{name}.wat").read_text("utf-8")
