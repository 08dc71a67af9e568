"""The smallest pieces of WebAssembly text: numbers and locals."""

from __future__ import annotations

import re

from ...faults import KINDS

FAULTS = (*KINDS, "broken")
"""Kinds of faults by number; the last is ours: an index out of its row."""
_WORD = re.compile(r"\(i32\.const (\d+)\)")
_SUM = re.compile(r"\(i32\.add \(i32\.const (\d+)\)\s+(.*)\)", re.DOTALL)


def const(value: int) -> str:
    """A number of 64 bits."""
    return f"(i64.const {value})"


def word(value: int) -> str:
    """A number of 32 bits."""
    return f"(i32.const {value})"


def get(local: str) -> str:
    """What is in a local."""
    return f"(local.get {local})"


def put(local: str, value: str) -> str:
    """A local takes a value."""
    return f"(local.set {local} {value})"


def number(text: str) -> int | None:
    """The number of 32 bits that a text is; None if it is not known yet."""
    found = _WORD.fullmatch(text)
    return int(found[1]) if found else None


def split(address: str) -> tuple[str, str]:
    """The fixed part of an address as the offset of a load or store, which costs nothing, and the rest of it.

    The rest is never below 0, so that their sum is the same."""
    found = _SUM.fullmatch(address)
    return (f"offset={found[1]}", found[2]) if found else ("offset=0", address)


def at(address: str) -> str:
    """Where a load or store goes: its offset, and the rest of its address."""
    return " ".join(split(address))
