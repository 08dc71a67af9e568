"""Questions as WebAssembly text: their options in the order of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....dsl.limits import TRIAL_LIMIT
from ...program import Alternative, Ask, Bound, Combinations, Const, Expr
from ..layout import MemoryLayout
from .expressions import number_of, set_of, truth_of
from .folds import over, take_from
from .text import const, get, put, word
from .writer import FunctionWriter

SURE = (None, Const(1))


@dataclass(frozen=True)
class OptionBuffer:
    """The memory for options: each takes `size` bytes, first its alternative, then the value of each name."""

    address: int
    size: int
    most: int
    """The most options that a player is offered."""


def option_size(layout: MemoryLayout) -> int:
    """The size of the longest option, in bytes."""
    longest = 1
    for ask in layout.program.asks:
        for alternative in ask.alternatives:
            longest = max(longest, 1 + sum(value.words for value in stored_values(layout, alternative)))
    return 8 * longest


@dataclass(frozen=True)
class StoredValue:
    """The value of a name in an option that is stored in memory."""

    number: int
    """The number of the name among those of the alternative."""
    bound: Bound
    offset: int
    """Where it lies in the option, in bytes."""
    words: int
    """How many 64-bit words it takes."""

    def address(self, option: str = "$o") -> str:
        """Where it lies in the option to which a local points."""
        return f"(i32.add {get(option)} {word(self.offset)})"


def stored_values(layout: MemoryLayout, alternative: Alternative) -> Iterator[StoredValue]:
    """The values of an option of this alternative, in their order."""
    offset = 8
    for number, bound in enumerate(alternative.bound):
        words = layout.slots[bound.slot].words
        yield StoredValue(number, bound, offset, words)
        offset += 8 * words


def options_function(w: FunctionWriter, room: OptionBuffer, number: int, ask: Ask) -> str:
    """`$o…`: writes the options from number `$skip` on, as many as there is room for.  Returns how many."""
    w.unit.locals |= {"$seen": "i64", "$count": "i32", "$at": "i32"}
    made: list[str] = []
    for i, alternative in enumerate(ask.alternatives):
        w.unit.name = f"a{number}_{i}"
        made.append(_alternative(w, room, i, alternative))
    start = put("$at", word(room.address))
    if w.shared.counting.work:
        start += f" (i64.store {word(w.unit.layout.work)} {const(0)})"
    return w.unit.function(f"$o{number} (param $skip i64) (result i32)", "\n".join((start, *made, get("$count"))))


def _alternative(w: FunctionWriter, room: OptionBuffer, number: int, alternative: Alternative) -> str:
    text = _option_written(w, room, number, alternative)
    if alternative.where not in SURE:
        assert alternative.where is not None
        text = f"(if {truth_of(w, alternative.where)} (then\n{text}))"
    for reg, bound in reversed(list(enumerate(alternative.bound))):
        text = _over_bound(w, bound, reg, alternative.place, text, tried=alternative.tries(reg))
    if alternative.guard not in SURE:
        assert alternative.guard is not None
        text = f"(if {truth_of(w, alternative.guard)} (then\n{text}))"
    return text


def _option_written(w: FunctionWriter, room: OptionBuffer, number: int, alternative: Alternative) -> str:
    """Write one option to memory."""
    stored = [f"(i64.store {get('$at')} {const(number)})"]
    for value in stored_values(w.unit.layout, alternative):
        address = value.address("$at")
        if value.words == 1:
            stored.append(f"(i64.store {address} {get(w.unit.register(value.number))})")
        else:
            stored.append(f"(drop (call $s_copy {w.words} {address} {_register_as_set(w, value.number)}))")
    full = f"(if (i32.ge_u {get('$count')} {word(room.most)}) (then (return {get('$count')})))"
    ahead = put("$at", f"(i32.add {get('$at')} {word(room.size)})")
    more = put("$count", f"(i32.add {get('$count')} {word(1)})")
    lines = "\n".join((*stored, ahead, more, full))
    seen = put("$seen", f"(i64.add {get('$seen')} {const(1)})")
    return f"(if (i64.ge_s {get('$seen')} {get('$skip')}) (then\n{lines}))\n{seen}"


def _register_as_set(w: FunctionWriter, reg: int) -> str:
    """A register as a set of several words."""
    if w.unit.register_narrow(reg):
        return f"(call $s_number {w.words} {w.room()} {get(w.unit.register(reg))})"
    return w.unit.register_set(reg)


def _over_bound(w: FunctionWriter, bound: Bound, reg: int, place: int, body: str, *, tried: bool) -> str:
    """Loop over the values of a name; of identical cards only one."""
    leave, on = w.unit.label(), w.unit.label()
    domain = bound.domain
    if isinstance(domain, Combinations):
        return _over_combinations(w, domain, reg, body, leave, on, place if tried else None)
    program = w.unit.layout.program
    if domain.kind == "mask" and bound.type.kind == "card" and len(program.deck) != len(program.faces):
        last, face = w.unit.local("i32"), w.unit.local("i32")
        card = f"(i32.wrap_i64 {get(w.unit.register(reg))})"
        again = f"(br_if {on} (i32.eq {get(face)} {get(last)}))"
        body = f"{put(face, f'(call $face {card})')} {again} {put(last, get(face))}\n{body}"
        return f"{put(last, word(-1))}\n{over(w, domain, reg, place, body, leave, on)}"
    return over(w, domain, reg, place, body, leave, on, once=True)


def _over_combinations(
    w: FunctionWriter, domain: Combinations, reg: int, body: str, leave: str, on: str, place: int | None
) -> str:
    """Loop over combinations.  `place`: the place for the fault if there are too many; None if that is not a fault."""
    layout = w.unit.layout
    state = word(layout.reserve(combination_size(layout)))
    low, high, of = w.unit.local(), w.unit.local(), word(layout.room())
    found = f"(i32.add {state} {word(16)})"
    taken = take_from(w, reg, found)
    begun = f"{put(low, number_of(w, domain.low))} {put(high, number_of(w, domain.high))}\n{_kept(w, of, domain.of)}"
    end = f"(br_if {leave} (i32.eqz (call $c_next {state})))"
    turns = f"(block {leave} (loop {on} {end}\n{taken}\n{body}\n(br {on})))"
    begin = f"(call $c_begin {state} {get(low)} {get(high)} {{}})"
    counted = _trials(w, state, place) if place is not None else ""
    if domain.groups < 0:
        return f"{begun}\n{begin.format(of)}\n{counted}\n{turns}"
    groups = layout.program.tables[domain.groups]
    size = 8 * layout.card_words
    table, i, part = layout.table(groups, size), w.unit.local("i32"), word(layout.room())
    first = begin.format(f"(call $s_intersect {word(layout.card_words)} {part} {of} {get(i)})")
    least = put(low, f"(select {get(low)} {const(1)} (i64.gt_s {get(low)} {const(1)}))")

    def each(group: str) -> str:
        """A loop that executes a text for every group."""
        end, at = w.unit.label(), w.unit.label()
        return f"""{put(i, word(table))}
(block {end} (loop {at}
(br_if {end} (i32.ge_u {get(i)} {word(table + size * len(groups))}))
{group}
{put(i, f"(i32.add {get(i)} {word(size)})")}
(br {at})))"""

    passes = [each(f"{first}\n{done}") for done in (counted, turns) if done]
    return "\n".join((begun, least, *passes))


def _trials(w: FunctionWriter, state: str, place: int) -> str:
    """Add the number of combinations that are tested to the number of those tested before.  Too many are a fault."""
    w.unit.locals["$trials"] = "i64"
    more = put("$trials", f"(i64.add {get('$trials')} (call $c_ways {state}))")
    fault = w.fault("too many to try", place, const(TRIAL_LIMIT))
    return f"{more}\n(if (i64.gt_s {get('$trials')} {const(TRIAL_LIMIT)}) (then {fault}))"


def _kept(w: FunctionWriter, room: str, cards: Expr) -> str:
    """Keep a set of cards while the loop over its combinations runs."""
    if w.unit.layout.card_words == 1:
        return f"(i64.store {room} {number_of(w, cards)})"
    return f"(drop (call $s_copy {w.words} {room} {set_of(w, cards)}))"


def combination_size(layout: MemoryLayout) -> int:
    """The size, in bytes, of the current position among combinations (`combinations.wat`)."""
    return group_cards(layout) + layout.pile_size


def groups_at(layout: MemoryLayout) -> int:
    """The offset of the groups in that position."""
    return 16 + 8 * layout.card_words


def group_cards(layout: MemoryLayout) -> int:
    """The offset of the cards in that position."""
    return groups_at(layout) + 16 * layout.cards
