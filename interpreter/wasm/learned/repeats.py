"""What an option has in common with earlier choices of the deal, as features.

Whoever asks in vain should not ask the same again, and whoever has asked for sevens holds one.  So for each option of
a kind that is remembered (`memory.py`), one feature says that the seat itself chose exactly this the last time.  For
each of its values that is a rank, a suit, a player or the like, others say who named the same one the last time: each
player, counted from the seat, and the player whom the option itself names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ....dsl.types import Type
from ...program import Alternative
from ..layout import MemoryLayout
from ..writing.questions import StoredValue, stored_values
from ..writing.text import const, word
from .cells import CellName
from .memory import DealMemory

MOST = 160
"""The most features of this kind that an option has; if there were more, it has only those of exact repetition."""
_COMPARED = {"rank", "suit", "player", "team", "word"}
"""The types of the values that are compared."""


@dataclass(frozen=True)
class _NamedBefore:
    """A value of an option that may be the same as one of an earlier choice; the earlier choice's number, its name and
    how to get at its value in the cell: divide, then take the remainder.
    """

    value: StoredValue
    kind: int
    name: CellName
    divisor: int


@dataclass
class RepeatFeatures:
    """Writes these features.  `add` begins a block of features."""

    layout: MemoryLayout
    memory: DealMemory
    add: Callable[[str, int], int]

    def of_option(self, ask: int, number: int, key: str, alternative: Alternative) -> list[str]:
        """The features of the option at `$o`."""
        program = self.layout.program
        lines = self._again(ask, number, key)
        pairs = list(self._pairs(alternative))
        players = [value for value in self._values(alternative) if value.bound.type.kind == "player"]
        each = program.players - 1
        if len(pairs) * (each + len(players)) > MOST:
            return lines
        for pair in pairs:
            kind = self.memory.chosen[pair.kind]
            before = program.asks[kind[0]].alternatives[kind[1]]
            what = f"{key} {pair.value.bound.name} as {before.bound[pair.name.index].name} of {'…'.join(before.texts)}"
            for relative in range(1, program.players):
                seat = f"(i32.rem_u (i32.add (global.get $l_seat) {word(relative)}) {word(program.players)})"
                lines.append(self._same(pair, seat, f"{what} +{relative}"))
            for player in players:
                if player.number != pair.value.number:
                    named = f"(i64.load {player.address()})"
                    some = f"(i64.lt_u {named} {const(program.players)})"
                    same = self._same(pair, f"(i32.wrap_i64 {named})", f"{what} by {player.bound.name}")
                    lines.append(f"(if {some} (then {same}))" if same else "")
        return lines

    def _again(self, ask: int, number: int, key: str) -> list[str]:
        """Whether the seat chose exactly this the last time."""
        for index, (asked, kind, cells) in enumerate(self.memory.chosen):
            if (asked, kind) == (ask, number) and cells.names and (start := self.add(f"{key} again", 1)) >= 0:
                cell = f"(call $l_last (global.get $l_seat) {word(index)})"
                mine = f"(i32.add {cells.text(self.layout)} {word(1)})"
                return [f"(if (i32.eq {cell} {mine}) (then (call $l_on {word(start)})))"]
        return []

    def _pairs(self, alternative: Alternative) -> Iterator[_NamedBefore]:
        """The values of an option and of earlier choices that can be the same."""
        for value in self._values(alternative):
            type = value.bound.type
            if type.kind not in _COMPARED:
                continue
            for kind, (asked, other, cells) in enumerate(self.memory.chosen):
                divisor = 1
                for name in reversed(cells.names):
                    before = self.layout.program.asks[asked].alternatives[other].bound[name.index]
                    if _comparable(type, before.type):
                        yield _NamedBefore(value, kind, name, divisor)
                    divisor *= name.size

    def _values(self, alternative: Alternative) -> list[StoredValue]:
        """The values of an option that take one word."""
        return [value for value in stored_values(self.layout, alternative) if value.words == 1]

    def _same(self, pair: _NamedBefore, seat: str, key: str) -> str:
        """Whether the value is the same as the one that a seat named the last time."""
        start = self.add(key, 1)
        if start < 0:
            return ""
        value = f"(i64.load {pair.value.address()})"
        how = f"{word(pair.divisor)} {word(pair.name.size)} {const(pair.name.low)} {word(int(pair.name.turned))}"
        return f"(call $l_same {seat} {word(pair.kind)} {how} {value} {word(start)})"


def _comparable(one: Type, other: Type) -> bool:
    """Whether values of two types are the same things if they are the same numbers."""
    return (one.kind, one.name, one.words) == (other.kind, other.name, other.words)
