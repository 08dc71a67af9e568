"""The smallest elements of WebAssembly text: numbers and locals."""

from __future__ import annotations

import re

from ...faults import KINDS

FAULTS = (*KINDS, "broken")
"""The kinds of faults by number.  The last is a bug of Hoyle: an index out of range."""
_WORD = re.compile(r"\(i32\.const (\d+)\)")
_SUM = re.compile(r"\(i32\.add \(i32\.const (\d+)\)\s+(.*)\)", re.DOTALL)


def const(value: int) -> str:
    """A number of 64 bits."""
    return f"(i64.const {value})"


def word(value: int) -> str:
    """A number of 32 bits."""
    return f"(i32.const {value})"


def get(local: str) -> str:
    """The value of a local."""
    return f"(local.get {local})"


def put(local: str, value: str) -> str:
    """Set a local to a value."""
    return f"(local.set {local} {value})"


def number(text: str) -> int | None:
    """The number of 32 bits that a text stands for; None if it is not a constant."""
    found = _WORD.fullmatch(text)
    return int(found[1]) if found else None


def split(address: str) -> tuple[str, str]:
    """The constant part of an address, as the offset of a load or store, where it costs nothing; and the rest of the
    address.

    The rest is never below 0, so the sum is the same.
    """
    found = _SUM.fullmatch(address)
    return (f"offset={found[1]}", found[2]) if found else ("offset=0", address)


def at(address: str) -> str:
    """The operands of a load or store: its offset, and the rest of its address."""
    return " ".join(split(address))


def switch(number: str, cases: dict[int, str]) -> str:
    """Execute the text that belongs to a number; for any other number, continue after all of them."""
    if not cases:
        return ""
    order = sorted(cases)
    labels = [f"$n{n}" for n in range(max(order) + 1)]
    known = " ".join(labels[n] if n in cases else "$none" for n in range(len(labels)))
    text = f"(br_table {known} $none {number})"
    for n in order:
        text = f"(block {labels[n]}\n{text})\n{cases[n]}"
    return f"(block $none\n{text})"
