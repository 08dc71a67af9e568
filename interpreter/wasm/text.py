"""The small change of WebAssembly text, and what all functions of a module share."""

from __future__ import annotations

from dataclasses import dataclass, field

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


@dataclass
class Shared:
    """What all functions of a module share: the messages of rules that fail."""

    messages: list[str] = field(default_factory=list["str"])
    weights: bytes = b""
    """What a module that thinks has learned, for all its instances."""

    def message(self, text: str) -> int:
        """The number of a message."""
        if text not in self.messages:
            self.messages.append(text)
        return self.messages.index(text)
