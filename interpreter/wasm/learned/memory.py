"""What the learning player remembers of a deal: what a careful person would.

* the cards that lay open when somebody was asked, or were played to an open trick: all know them;
* the cards that a seat itself named in its choices;
* the groups of cards (suits, trumps) that a player has shown to lack, by playing another card to a trick;
* for each kind of choice that names no card: which each player chose last.  Secret choices are not remembered.

A module keeps it while it plays (`$l_seen` at each question, `$l_note` at each choice, `$l_forget` when a deal begins);
`interpreter/learning/remembered.py` finds the same from the record of a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...program import ACTOR, Program, Slots, trick_rules
from ..layout import MemoryLayout
from ..writing.expressions import number_of
from ..writing.folds import function_writer
from ..writing.questions import stored_values
from ..writing.text import const, get, put, word
from ..writing.unit import WasmFunction
from ..writing.writer import ModuleContext
from .cells import Cells, cells_of, several_cards
from .pieces import part

MOST_REMEMBERED = 256
"""The most cells of choices that are remembered of each player; if there are more, only kinds are told apart."""


@dataclass
class DealMemory:
    """Where the memory of a deal lies, and the functions that keep it."""

    layout: MemoryLayout
    shared: ModuleContext
    chosen: list[tuple[int, int, Cells]] = field(default_factory=list["tuple[int, int, Cells]"])
    """The kinds of choices that are remembered: question, alternative, cells."""
    at: dict[str, int] = field(default_factory=dict["str", "int"])

    def __post_init__(self) -> None:
        layout = self.layout
        program = self.program = layout.program
        self.rules = trick_rules(program)
        self.tricks = open_tricks(program)
        """Whether cards are played openly to tricks."""
        self.chosen = remembered_choices(layout)
        self.set_size = 8 * layout.card_words
        room = layout.reserve
        self.at = {"PUBLIC": room(self.set_size)}
        self.at["OWN"] = room(self.set_size * program.players)
        self.at["LACKING"] = room(8 * program.players)
        self.at["SAID"] = room(2 * program.players * max(1, len(self.chosen)))
        self.size = layout.reserve(0) - self.at["PUBLIC"]
        """All of it lies together, in so many bytes."""

    def functions(self) -> str:
        """The functions that keep it."""
        notes = [self._note(i) for i in range(len(self.program.asks))]
        cases = "\n".join(
            f"(if (i32.eq {get('$ask')} {word(i)}) (then (call $l_n{i} {get('$o')}) (return)))"
            for i in range(len(notes))
        )
        forget = f"(memory.fill {word(self.at['PUBLIC'])} {word(0)} {word(self.size)})"
        return "\n".join((
            part("memory"),
            *notes,
            f"(func $l_note (param $ask i32) (param $o i32)\n{cases})",
            f"(func $l_forget {forget})",
            self._seen(),
        ))  # fmt: skip

    def _seen(self) -> str:
        """`$l_seen`: at a question, all see what lies open."""
        lines: list[str] = []
        words, public = word(self.layout.card_words), word(self.at["PUBLIC"])
        for number, zone in enumerate(self.program.zones):
            if zone.visibility != "face up" or (self.tricks and self.rules is not None and number == self.rules.trick):
                continue
            for owner in range(zone.count):
                place = word(self.layout.slots[zone.base + owner].address)
                if zone.ordered:
                    lines.append(f"(if (i32.load {place}) (then (call $l_to_set {place} {word(1)})")
                    lines.append(f"(drop (call $s_union {words} {public} {public} (i32.const #TEMP#)))))")
                else:
                    lines.append(f"(drop (call $s_union {words} {public} {public} {place}))")
        return f"(func $l_seen\n{' '.join(lines)})"

    def _note(self, number: int) -> str:
        """`$l_n…`: remembers the option stored at `$o`, before it is carried out."""
        ask = self.program.asks[number]
        unit = WasmFunction(self.layout, f"q{number}")
        unit.locals |= {"$actor": "i32", "$own": "i32", "$c": "i64", "$at": "i32", "$group": "i64"}
        lines = [
            put("$actor", f"(i32.load {word(self.layout.slots[ACTOR].address)})"),
            put("$own", f"(i32.add {word(self.at['OWN'])} (i32.mul {get('$actor')} {word(self.set_size)}))"),
        ]
        words = word(self.layout.card_words)
        for i, alternative in enumerate(ask.alternatives):
            inner: list[str] = []
            for stored in stored_values(self.layout, alternative):
                bound, value = stored.bound, stored.address()
                if bound.type.kind == "card":
                    named = [f"(drop (call $s_add {words} {get('$own')} {get('$c')}))"]
                    if ask.trick is not None and self.tricks:
                        named.append(f"(drop (call $s_add {words} {word(self.at['PUBLIC'])} {get('$c')}))")
                        named.append(self._played(unit, number))
                    inner.append(put("$c", f"(i64.load {value})"))
                    inner.append(f"(if (i64.ge_s {get('$c')} {const(0)}) (then {' '.join(named)}))")
                elif several_cards(bound):
                    inner.append(f"(drop (call $s_union {words} {get('$own')} {get('$own')} {value}))")
            for index, (asked, kind, cells) in enumerate(self.chosen):
                if (asked, kind) == (number, i):
                    row = f"(i32.add (i32.mul {get('$actor')} {word(len(self.chosen))}) {word(index)})"
                    place = f"(i32.shl {row} {word(1)})"
                    cell = f"(i32.add {cells.text(self.layout)} {word(1)})"
                    inner.append(f"(i32.store16 offset={self.at['SAID']} {place} {cell})")
            if inner:
                lines.append(f"(if (i64.eq (i64.load {get('$o')}) {const(i)}) (then\n{' '.join(inner)}))")
        return unit.function(f"$l_n{number} (param $o i32)", "\n".join(lines))

    def _played(self, unit: WasmFunction, number: int) -> str:
        """What is remembered of the card `$c`, which is played to a trick."""
        return self._shown_lacking(unit, number, get("$actor"))

    def _shown_lacking(self, unit: WasmFunction, number: int, player: str) -> str:
        """If another group was led, the player lacks it."""
        rules = self.program.asks[number].trick
        assert rules is not None
        slots, faces = self.layout.slots, len(self.program.faces)
        table = self.layout.table(self.program.tables[rules.group], 8)
        parts = len(self.program.tables[rules.group]) // faces
        at = f"(i32.wrap_i64 {number_of(function_writer(unit, self.shared), rules.at)})"
        inside = f"(select {get('$at')} {word(0)} (i32.lt_u {get('$at')} {word(parts)}))"
        row = f"(i32.add (i32.mul {inside} {word(faces)}) (call $face (i32.wrap_i64 {get('$c')})))"
        led = f"(i64.load {word(slots[rules.led].address)})"
        begun = f"(i64.ne (i64.load {word(slots[rules.winning].address)}) {const(-2)})"
        place = f"(i32.add {word(self.at['LACKING'])} (i32.shl {player} {word(3)}))"
        lacks = f"(i64.store {place} (i64.or (i64.load {place}) (i64.shl {const(1)} {led})))"
        group = put("$group", f"(i64.load offset={table} (i32.shl {row} {word(3)}))")
        return f"{put('$at', at)} {group} (if (i32.and {begun} (i64.ne {get('$group')} {led})) (then {lacks}))"


def open_tricks(program: Program) -> bool:
    """Whether cards are played openly to tricks."""
    rules = trick_rules(program)
    secret = any(ask.secret for ask in program.asks if ask.trick is not None)
    return (
        rules is not None and not secret and program.zones[rules.trick].visibility == "face up" and rules.groups <= 63
    )


def open_cards(program: Program, values: Slots, trick: int) -> int:
    """The cards that lie open to all in a state, but for those of a trick (-1: none)."""
    found = 0
    for number, zone in enumerate(program.zones):
        if zone.visibility == "face up" and number != trick:
            for content in values[zone.base : zone.base + zone.count]:
                found |= content if isinstance(content, int) else sum(1 << card for card in content)
    return found


def remembered_choices(layout: MemoryLayout) -> list[tuple[int, int, Cells]]:
    """The kinds of choices that are remembered: question, alternative, cells."""
    program = layout.program
    kinds = list(_remembered_kinds(program))
    cells = [cells_of(layout, ask, number, program.asks[ask].alternatives[number]) for ask, number in kinds]
    if sum(one.count for one in cells) > MOST_REMEMBERED:
        cells = [Cells((), 1, program.players)] * len(kinds)
    return [(*kind, one) for kind, one in zip(kinds, cells, strict=True)]


def _remembered_kinds(program: Program) -> list[tuple[int, int]]:
    """The kinds of choices that name no card and are not secret, where there is anything to choose."""
    return [
        (number, i)
        for number, ask in enumerate(program.asks)
        if not ask.secret
        for i, one in enumerate(ask.alternatives)
        if not any(bound.type.kind == "card" or several_cards(bound) for bound in one.bound)
    ]
