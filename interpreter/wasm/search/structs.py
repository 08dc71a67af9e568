"""The structures that lie in the memory of a module that thinks: for each its fields in their order, with their sizes.

The text of the search takes offsets and sizes from here (`@DRAW.epoch@`, `@DRAW.size@`), Python writes and reads by
`pack` and `unpack`, and the description of a module has them for hosts in other languages (`describe`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

NumberKind = Literal["i32", "i64", "f64"]
CODES: dict[NumberKind, str] = {"i32": "i", "i64": "q", "f64": "d"}


@dataclass(frozen=True)
class Struct:
    """A structure.  `fields`: the name of each, its kind of number, and how many stand in a row; `size` in bytes."""

    name: str
    fields: tuple[tuple[str, NumberKind, int], ...]

    @cached_property
    def _struct(self) -> struct.Struct:
        return struct.Struct("<" + "".join(f"{count}{CODES[kind]}" for _, kind, count in self.fields))

    @property
    def size(self) -> int:
        """The size in bytes."""
        return self._struct.size

    @cached_property
    def offsets(self) -> dict[str, int]:
        """Where each field begins, in bytes."""
        found: dict[str, int] = {}
        at = 0
        for name, kind, count in self.fields:
            found[name] = at
            at += count * struct.calcsize("<" + CODES[kind])
        return found

    def pack(self, *values: float) -> bytes:
        """The bytes of a structure.  Raises `struct.error` unless there is a value for each number."""
        return self._struct.pack(*values)

    def unpack(self, content: bytes | memoryview) -> tuple[Any, ...]:
        """The numbers of a structure, in the order of the fields."""
        return self._struct.unpack(content)

    def numbers(self) -> Iterator[tuple[str, int]]:
        """The names by which the text of the search knows its size and the offsets of its fields, with their values."""
        yield f"{self.name}.size", self.size
        for name, at in self.offsets.items():
            yield f"{self.name}.{name}", at


def _struct(name: str, **fields: NumberKind | tuple[NumberKind, int]) -> Struct:
    return Struct(
        name,
        tuple((name, *kind) if isinstance(kind, tuple) else (name, kind, 1) for name, kind in fields.items()),
    )


MOST_NAMES = 8
"""The most names of one alternative."""

ARM = _struct("ARM", total="i64", squares="i64", playouts="i32", option="i32", tried="i32", spare="i32", exact="i64")
"""What was measured of an option: the sum of its values and that of their squares, the number of playouts, the number
of the option, whether it is still tried; and its exact value in the world that was solved last.
"""
STEP = _struct(
    "STEP", ask="i32", player="i32", alternative="i32", spare="i32", hash="i64", decided="i32", secret="i32",
    counts=("i32", MOST_NAMES), option="i64",
)  # fmt: skip
"""A choice as a seat saw it: the question (-1: an incident, with its number as the alternative), the hash of what the
seat saw before it, the number by which a secret choice is decided, whether it is secret, for each name how many cards
were hidden (-1: none), and the alternative again, which the values of its names follow.
"""
DRAW = _struct(
    "DRAW", value="i32", known="i32", kind="i32", owner="i32", epoch="i32", step="i32", zone="i32", spare="i32"
)
"""What chance drew: the value (of an unseen one that of the world), whether it was seen, whether it is a card (0),
where it went, after how many shuffles and choices, and one more than the zone that it went to.
"""
PLAY = _struct("PLAY", card="i32", player="i32", step="i32", zone="i32")
"""A card that a choice named, or that was seen: by whom it was played (-1: it was seen), after how many choices, and
one more than the zone in which it was seen (0: it was played).
"""
LIST = _struct("LIST", free="i32", count="i32", unseen="i32", spare="i32")
"""The head of a list of cards between two shuffles: how many belong to no play, how many there are, how many draws were
not seen.  The cards follow, 16 bits each.
"""
FEATURE = _struct("FEATURE", weight="i32", spare="i32", value="f64")
"""A feature of an option: the number of its weight, and its value."""
LIKELY = _struct("LIKELY", share="f64", features="i32", kind="i32")
"""An option in the cheap model: how likely it is, the index of its first feature, and where its kind is counted (bytes
from `KINDS`).
"""
TRACE = _struct("TRACE", weight="i32", side="i32", amount="f64")
"""The derivative of a choice of a side by a weight."""
CHANCE = _struct("CHANCE", lowest="i64", highest="i64", matches="i64", deals="i64")
"""What is known of whole matches: the lowest and the highest score seen, and how many matches and deals were used."""
ENTRY = _struct("ENTRY", key="i64", low="i64", high="i64", option="i32", work="i32")
"""A position in the table of the solver: between which numbers its value lies, the option that was best, and how much
work it took (the logarithm of how many positions were looked at).
"""
SOLUTION = _struct("SOLUTION", value="i64", positions="i64")
"""What was solved: the value and the number of positions."""
VARIABLE = _struct("VARIABLE", address="i32", words="i32", slot="i32", card="i32")
"""A variable that everybody sees: whether it is a card counts in a deck with identical cards only."""

STRUCTS = (ARM, STEP, DRAW, PLAY, LIST, FEATURE, LIKELY, TRACE, CHANCE, ENTRY, SOLUTION, VARIABLE)

HOSTED = (ARM, STEP, DRAW, PLAY)
"""Those that a host writes or reads."""


def describe(one: Struct) -> dict[str, Any]:
    """The structure in the description of a module."""
    return {"size": one.size, "fields": one.offsets}
