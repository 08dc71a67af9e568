"""What a module that records writes down besides what it does, as WebAssembly text (`runtime/records.wat`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeGuard

from ...program import (
    ACTOR,
    CUT,
    OVER,
    PC,
    Alternative,
    DealCards,
    GatherAll,
    Mark,
    MoveAll,
    MoveCards,
    Place,
    RandomPick,
    SetSlot,
    ShowCards,
    ShufflePile,
    Stmt,
    Tuck,
)
from ..layout import MemoryLayout
from ..stream import KINDS, RecordStream
from .text import at as at_address
from .text import const, get, put, word
from .unit import WasmFunction
from .writer import FunctionWriter

HOOKS = {
    "RECORD_MOVED": "(call $record_moved (local.get $from) (local.get $to) (i32.const 0))",
    "RECORD_DEALT": "(call $record_moved (local.get $from) (local.get $to) (i32.const 1))",
    "RECORD_SHUFFLED": f"(call $record_1 {word(KINDS['shuffled'].number)} (i64.extend_i32_u (local.get $z)))",
    "RECORD_TUCKED": """(call $record_tucked (local.get $z) (local.get $pile) (local.get $below) (local.get $n)
    (if (result i32) (local.get $middle)
      (then (select (i32.const -1) (i32.shr_u (local.get $below) (i32.const 1))
        (i32.lt_s (local.get $low) (local.get $high))))
      (else (i32.const 0))))""",
    "RECORD_SETTLED": """(call $record_drawn (i32.add (i32.shl (local.get $z) (i32.const 1)) (local.get $top))
    (i64.extend_i32_u (local.get $card)) (i64.const 0))""",
    "RECORD_OVER": f"(if (i64.le_s (i64.load (i32.const @PC@)) {const(OVER)}) (then (call $record_over)))",
}
"""What the runtime does besides, where these names stand between @s."""
SILENT = dict.fromkeys(HOOKS, "")
"""The same in a module that does not record."""


def placed(place: Place) -> str:
    """Note the place of the statement that is carried out next."""
    return f"(global.set $place {const(place + 1)}) "


Telling = SetSlot | MoveCards | MoveAll | Tuck | GatherAll | ShufflePile | DealCards | ShowCards | Mark


def tells(st: Stmt) -> TypeGuard[Telling]:
    """Whether a statement makes a record."""
    return (
        st.variable >= 0
        if isinstance(st, SetSlot)
        else isinstance(st, Telling) and not (isinstance(st, Mark) and st.what == "round")
    )


def marked(w: FunctionWriter, mark: Mark, who: str) -> str:
    """The record of a mark.  `who`: the text of the player, if there is one."""
    match mark.what:
        case "begin" | "end":
            kind = KINDS["phase_began" if mark.what == "begin" else "phase_ended"].number
            return f"(call $record_1 {word(kind)} {const(mark.subject)})"
        case "row":
            return f"(call $record_0 {word(KINDS['row_fired'].number)})"
        case "lead":
            return f"(call $record_1 {word(KINDS['trick_began'].number)} {who})"
        case _:
            zone = w.unit.layout.zone_number[mark.subject]
            return f"(call $record_2 {word(KINDS['trick_taken'].number)} {who} {const(zone)})"


def picked(stream: RecordStream, pick: RandomPick, arguments: str, *, wide: bool) -> str:
    """A random pick, with its record.  `arguments`: those of `$pick`, or of `$s_pick` if it is `wide`."""
    return f"(call {'$recorded_s_pick' if wide else '$recorded_pick'} {arguments} {word(stream.draw_of(pick))})"


def stored(w: FunctionWriter, st: SetSlot, address: str, value: str) -> str:
    """Store a value in a slot; if it is that of a variable, with its record.  `address`, `value`: the texts of both."""
    unit, layout = w.unit, w.unit.layout
    words = layout.slots[st.base].words
    if not w.recording or st.variable < 0:
        copied = f"(drop (call $s_copy {w.words} {address} {value}))"
        return copied if words > 1 else f"(i64.store {at_address(address)} {value})"
    info, slots, at = layout.program.variables[st.variable], layout.slots, unit.local("i32")
    first = slots[info.base].address
    stride = slots[info.base + 1].address - first if info.count > 1 else 1
    owner = f"(i32.div_u (i32.sub {get(at)} {word(first)}) {word(stride)})" if info.owner is not None else word(-1)
    about = f"{word(st.variable)} {owner}"
    if words > 1:
        return f"{put(at, address)} (call $recorded_copy {word(words)} {get(at)} {value} {about})"
    return f"{put(at, address)} (call $recorded_set {get(at)} {value} {about})"


def chosen(unit: WasmFunction, ask: int, number: int, alternative: Alternative, values: Sequence[str]) -> str:
    """The record of a choice.  `values`: the texts of its values, numbers or addresses of sets of several words."""
    layout, at = unit.layout, unit.local("i32")
    widths = [layout.slots[bound.slot].words for bound in alternative.bound]
    kind, fields = (
        KINDS["chosen"].number,
        (f"(i64.load {word(layout.slots[ACTOR].address)})", const(ask), const(number)),
    )
    lines = [f"(i64.store offset={8 * i} {get(at)} {text})" for i, text in enumerate(fields)]
    offset = 8 * len(fields)
    for width, value in zip(widths, values, strict=True):
        if width == 1:
            lines.append(f"(i64.store offset={offset} {get(at)} {value})")
        else:
            to = f"(i32.add {get(at)} {word(offset)})"
            lines.append(f"(drop (call $s_copy {word(width)} {to} {value}))")
        offset += 8 * width
    begun = put(at, f"(call $record {word(kind)} {word(len(fields) + sum(widths))})")
    return f"{placed(alternative.place)}{begun} (if {get(at)} (then {' '.join(lines)}))"


def over_function(layout: MemoryLayout) -> str:
    """`$record_over`: the record of the end of a game: its ending (-1 if it was cut), and the mask of the winners."""
    pc = f"(i64.load {word(layout.slots[PC].address)})"
    won = f"(i64.and (call $winners) {const((1 << 62) - 1)})"

    def cases() -> Iterable[str]:
        for number, ending in enumerate(layout.program.endings):
            yield f"(if (i64.eq {pc} {const(OVER - number)}) (then {placed(ending.place)}))"

    ending = f"(select {const(-1)} (i64.sub {const(OVER)} {pc}) (i64.eq {pc} {const(CUT)}))"
    ending_record = f"(call $record_2 {word(KINDS['game_over'].number)} {ending} {won})"
    return f"(func $record_over\n{placed(-1)}\n{' '.join(cases())}\n{ending_record})"
