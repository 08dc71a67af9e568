"""Gives each combination of the values of an option that are not cards a number, its *cell*: a table of the learned
player has a weight for each cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...program import ACTOR, Alternative, Bound, Combinations
from ..layout import MemoryLayout
from ..writing.questions import stored_values
from ..writing.text import const, get, word

MOST_CELLS = 128
"""The most values of one kind of option that are told apart."""


@dataclass(frozen=True)
class CellName:
    """A name that is counted: its index, where its value is in an option, its lowest value, and how many are told
    apart; `turned`: a player, counted from the one who chooses.
    """

    index: int
    offset: int
    low: int
    size: int
    turned: bool


@dataclass(frozen=True)
class Cells:
    """The cells of one kind of option."""

    names: tuple[CellName, ...]
    count: int
    players: int

    def of(self, values: Sequence[int], actor: int) -> int:
        """The cell of an option, by its values."""
        cell = 0
        for name in self.names:
            value = (values[name.index] - actor) % self.players if name.turned else values[name.index] - name.low
            cell = cell * name.size + min(max(value, 0), name.size - 1)
        return cell

    def text(self, layout: MemoryLayout) -> str:
        """The same for the option stored at `$o`, as WebAssembly text."""
        cell = word(0)
        actor = f"(i64.load {word(layout.slots[ACTOR].address)})"
        for name in self.names:
            value = f"(i64.load (i32.add {get('$o')} {word(name.offset)}))"
            if name.turned:
                turned = f"(i64.add (i64.sub {value} {actor}) {const(self.players)})"
                value = f"(i64.rem_u {turned} {const(self.players)})"
            else:
                value = f"(i64.sub {value} {const(name.low)})"
            inside = f"(call $clamped {value} {const(name.size - 1)})"
            cell = f"(i32.add (i32.mul {cell} {word(name.size)}) {inside})"
        return cell


def several_cards(bound: Bound) -> bool:
    """Whether a name stands for several cards."""
    return isinstance(bound.domain, Combinations) or bound.type.holds_cards


def cells_of(layout: MemoryLayout, ask: int, number: int, alternative: Alternative) -> Cells:
    """The cells of an alternative: its values that are neither cards nor sets."""
    registers = layout.ranges.registers[f"a{ask}_{number}"]
    players, cells = layout.program.players, 1
    names: list[CellName] = []
    for value in stored_values(layout, alternative):
        kind = value.bound.type.kind
        if kind != "card" and not several_cards(value.bound) and value.words == 1:
            turned = kind == "player"
            low, high = (0, players - 1) if turned else registers.get(value.number, (0, 0))
            size = max(1, min(high - low + 1, MOST_CELLS // cells)) if low <= high else 1
            names.append(CellName(value.number, value.offset, max(low, -(1 << 40)), size, turned))
            cells *= size
    return Cells(tuple(names), cells, players)
