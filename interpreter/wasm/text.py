"""The smallest pieces of WebAssembly text: numbers and locals."""

from __future__ import annotations

from ..faults import KINDS

FAULTS = (*KINDS, "broken")
"""Kinds of faults by number; the last is ours: an index out of its row."""


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
