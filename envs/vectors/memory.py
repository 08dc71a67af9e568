"""Keeps inside a module what each seat remembers of the deal, for many games, and writes the fields of it.

The memory of a game is copied to and from its row together with the state.  `remembering.py` says what the fields mean
and finds the same from a position with its past.
"""

from __future__ import annotations

from ...interpreter.firing import deal_begins
from ...interpreter.program import GatherAll
from ...interpreter.story.view import sees
from ...interpreter.wasm import Module
from ...interpreter.wasm.learned.memory import DealMemory
from ...interpreter.wasm.playing import CLAMPED
from ...interpreter.wasm.writing.text import const, get, word
from ...interpreter.wasm.writing.unit import WasmFunction
from ..remembering import HistoryFields
from .rows import RowFunctions

HOOKS = {"DEAL_BEGINS": "(call $v_deal_begins)"}
"""What the runtime does besides in a module that remembers."""


class SeatMemory(DealMemory):
    """The memory of one deal, with the last two tricks."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.trick_size = 2 * (self.program.players + 1)
        """For each player the number of the card plus 1; then the player who led, plus 1."""
        self.at["TRICK"] = self.layout.reserve(self.trick_size)
        self.at["BEFORE"] = self.layout.reserve(self.trick_size)
        self.size = self.layout.reserve(0) - self.at["PUBLIC"]

    def _played(self, unit: WasmFunction, number: int) -> str:
        rules = self.program.asks[number].trick
        assert rules is not None
        slots, size = self.layout.slots, word(self.trick_size)
        player = f"(i32.wrap_i64 (i64.load {word(slots[rules.player].address)}))"
        trick, before = word(self.at["TRICK"]), word(self.at["BEFORE"])
        leads = f"(i64.eq (i64.load {word(slots[rules.winning].address)}) {const(-2)})"
        leader = f"(i32.store16 {word(self.at['TRICK'] + 2 * self.program.players)} (i32.add {player} {word(1)}))"
        begun = f"(memory.copy {before} {trick} {size}) (memory.fill {trick} {word(0)} {size}) {leader}"
        card = f"(i32.add (i32.wrap_i64 {get('$c')}) {word(1)})"
        return (
            f"(if {leads} (then {begun}))"
            f" (i32.store16 (i32.add {trick} (i32.shl {player} {word(1)})) {card})"
            f" {self._shown_lacking(unit, number, player)}"
        )


class MemoryFunctions:
    """Writes the functions that keep the memory and write its fields."""

    def __init__(self, fields: HistoryFields, module: Module, rows: RowFunctions) -> None:
        self.fields, self.module, self.rows = fields, module, rows
        self.memory = SeatMemory(module.layout, module.shared)
        self._sets = {name: module.layout.reserve(self.memory.set_size) for name in ("TEMP", "SEEN")}

    def functions(self) -> str:
        """All functions; `$v_history` writes the fields of the player who is to choose into a row of zeros."""
        gathers = int(deal_begins(self.memory.program) is GatherAll)
        begins = f"""(func $v_deal_begins
  (if (i32.eqz {word(gathers)}) (then (if (i32.eqz (call $l_together)) (then (return)))))
  (call $l_forget))"""
        text = f"{CLAMPED}\n{self.memory.functions()}\n{begins}"
        text = text.replace("#TEMP#", str(self._sets["TEMP"]))
        return f"{text}\n{self._history()}"

    def _history(self) -> str:
        fields = self.fields
        lines = [*self._gone()] if fields.gone >= 0 else []
        for one, start in enumerate(fields.voids):
            lines.append(f"(call $v_mask (i64.load {self._of(one, 'LACKING', 8)}) {self._to(start)} {_PLAIN})")
        players = self.memory.program.players
        for name, (led, starts) in zip(("TRICK", "BEFORE"), fields.tricks, strict=False):
            leader = f"(i64.sub (i64.load16_u {word(self.memory.at[name] + 2 * players)}) {const(1)})"
            lines.append(f"(call $v_one {leader} {self._to(led)} {get('$seat')} {word(players)})")
            for one, start in enumerate(starts):
                card = f"(i32.load16_u {self._of(one, name, 2)})"
                face = f"(call $v_face {self._to(start)} (i32.sub {card} {word(1)}))"
                lines.append(f"(if {card} (then {face}))")
        width = 2 * len(self.memory.chosen)
        for index, starts in enumerate(fields.calls):
            for one, start in enumerate(starts):
                cell = f"(i64.load16_u offset={2 * index} {self._of(one, 'SAID', width)})"
                lines.append(f"(call $v_one (i64.sub {cell} {const(1)}) {self._to(start)} {_PLAIN})")
        body = "\n".join(lines)
        return f"(func $v_history (param $row i32) (param $seat i32) (local $known i32)\n{body})"

    def _gone(self) -> list[str]:
        """Cards that the seat knows and does not see."""
        program, words = self.memory.program, word(self.module.layout.card_words)
        temp, seen = word(self._sets["TEMP"]), word(self._sets["SEEN"])
        lines = [f"(drop (call $s_zero {words} {seen}))", *self.rows.known()]
        for zone in program.zones:
            for relative in range(zone.count):
                looks = [sees(program, zone, program.owner_from(zone, one, relative), one) for one in self.rows.seats]
                part = f"(drop (call $s_intersect {words} {temp} {temp} {get('$known')}))"
                if not self.rows.known():
                    if not any(looks):
                        continue
                    part = f"(drop (call $s_zero {words} {temp}))"
                look = self.rows.by_seat(lambda seat, looks=looks: int(looks[seat]))
                lines.append(
                    f"(call $l_to_set {self.rows.place(zone, relative)} {word(int(zone.ordered))})"
                    f" (if (i32.eqz {look}) (then {part}))"
                    f" (drop (call $s_union {words} {seen} {seen} {temp}))"
                )
        own = self._of(0, "OWN", self.memory.set_size)
        return [
            *lines,
            f"(drop (call $s_union {words} {temp} {word(self.memory.at['PUBLIC'])} {own}))",
            f"(drop (call $s_without {words} {temp} {temp} {seen}))",
            f"(call $v_set {temp} {self._to(self.fields.gone)} {words})",
        ]

    def _of(self, relative: int, name: str, size: int) -> str:
        """The address of what belongs to a player counted from the seat."""
        players, at = self.memory.program.players, self.memory.at[name]
        return self.rows.by_seat(lambda seat: at + size * ((seat + relative) % players))

    def _to(self, field: int) -> str:
        return f"(i32.add {get('$row')} {word(4 * field)})"


_PLAIN = f"{word(0)} {word(0)}"
"""Values that are not counted from a seat."""
