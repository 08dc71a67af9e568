"""What is written on the table, as WebAssembly text: a function that stores the lines that are there now."""

from __future__ import annotations

from dataclasses import dataclass

from ...program import Const, Domain, WrittenLine
from ..layout import MemoryLayout
from ..ranges import narrow
from .expressions import number_of, set_of, truth_of
from .folds import over
from .text import const, get, put, word
from .writer import FunctionWriter

SURE = (None, Const(1))


@dataclass(frozen=True)
class WrittenBuffer:
    """The memory for lines on the table: each takes `size` bytes, first its number, then its owner (-1: the table),
    then its values.  `words`: for each line of the program, how many words of 64 bits each value takes.
    """

    address: int
    size: int
    words: tuple[tuple[int, ...], ...]


def written_buffer(layout: MemoryLayout) -> WrittenBuffer:
    """Reserve memory for as many lines as there can be at once."""
    program = layout.program
    words = tuple(
        tuple(1 if narrow(layout.ranges.found(f"l{i}", hole.value)) else layout.words for hole in line.holes)
        for i, line in enumerate(program.written)
    )
    size = 8 * (2 + max(map(sum, words), default=0))
    owners = {"player": program.players, "team": len(program.teams), None: 1}
    return WrittenBuffer(layout.reserve(size * sum(owners[line.owner] for line in program.written)), size, words)


def written_function(w: FunctionWriter, room: WrittenBuffer) -> str:
    """`written`: stores the lines that are on the table now.  Returns how many."""
    w.unit.locals |= {"$count": "i32", "$at": "i32"}
    made = [put("$at", word(room.address))]
    if w.shared.counting.work:
        made.append(f"(i64.store {word(w.unit.layout.work)} {const(0)})")
    for i, line in enumerate(w.unit.layout.program.written):
        w.unit.name = f"l{i}"
        made.append(_line(w, room, i, line))
    return w.unit.function('$written (export "written") (result i32)', "\n".join((*made, get("$count"))))


def _line(w: FunctionWriter, room: WrittenBuffer, number: int, line: WrittenLine) -> str:
    owner = get(w.unit.register(0)) if line.owners is not None else const(-1)
    stored = [f"(i64.store {get('$at')} {const(number)})", f"(i64.store {_address(8)} {owner})"]
    there: list[str] = []
    at = 16
    for hole, words in zip(line.holes, room.words[number], strict=True):
        if words == 1:
            value = w.unit.local()
            stored += [put(value, number_of(w, hole.value)), f"(i64.store {_address(at)} {get(value)})"]
            there += [f"(i64.ne {get(value)} {const(-1)})"] if hole.may_be_none else []
        else:
            stored.append(f"(drop (call $s_copy {w.words} {_address(at)} {set_of(w, hole.value)}))")
        at += 8 * words
    ahead = put("$at", f"(i32.add {get('$at')} {word(room.size)})")
    more = put("$count", f"(i32.add {get('$count')} {word(1)})")
    kept = f"{ahead} {more}"
    for condition in there:
        kept = f"(if {condition} (then {kept}))"
    text = "\n".join((*stored, kept))
    if line.owners is not None:
        leave, on = w.unit.label(), w.unit.label()
        text = over(w, Domain("mask", (line.owners,)), 0, line.place, text, leave, on)
    if line.condition not in SURE:
        assert line.condition is not None
        text = f"(if {truth_of(w, line.condition)} (then\n{text}))"
    return text


def _address(offset: int) -> str:
    return f"(i32.add {get('$at')} {word(offset)})"
