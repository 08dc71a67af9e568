"""Questions as WebAssembly text: their options in the order of the rules, one of them by chance, and what it does."""

from __future__ import annotations

from dataclasses import dataclass

from ..program import DECISIONS, PC, Alternative, Ask, Bound, Combinations, Const, Expr
from .expressions import const, get, put, word
from .folds import Folds
from .layout import Layout

_SURE = (None, Const(1))


@dataclass(frozen=True)
class Room:
    """Where options are written: each takes `size` bytes, its alternative first, then the value of each name."""

    address: int
    size: int
    most: int
    """Options a player is offered at most."""


def option_size(layout: Layout) -> int:
    """Bytes of the longest option."""
    longest = 1
    for ask in layout.program.asks:
        for alternative in ask.alternatives:
            longest = max(longest, 1 + sum(bound_words(layout, bound) for bound in alternative.bound))
    return 8 * longest


def bound_words(layout: Layout, bound: Bound) -> int:
    """Words the value of a name takes."""
    return layout.slots[bound.slot].words


@dataclass
class Questions(Folds):
    """Writes the functions of one question."""

    room_of: Room

    # -------------------------------------------------------------------------------------------------------- options

    def options(self, number: int, ask: Ask) -> str:
        """`$o…`: writes the options from number `$skip` on, as many as there is room for; gives back how many."""
        self.unit.locals |= {"$seen": "i64", "$count": "i32", "$at": "i32"}
        made: list[str] = []
        for i, alternative in enumerate(ask.alternatives):
            self.unit.name = f"a{number}_{i}"
            made.append(self._alternative(i, alternative))
        start = put("$at", word(self.room_of.address))
        return self.unit.function(
            f"$o{number} (param $skip i64) (result i32)", "\n".join((start, *made, get("$count")))
        )

    def _alternative(self, number: int, alternative: Alternative) -> str:
        text = self._written(number, alternative)
        if alternative.where not in _SURE:
            assert alternative.where is not None
            text = f"(if {self.cond(alternative.where)} (then\n{text}))"
        for reg, bound in reversed(list(enumerate(alternative.bound))):
            text = self._over(bound, reg, alternative.place, text)
        if alternative.guard not in _SURE:
            assert alternative.guard is not None
            text = f"(if {self.cond(alternative.guard)} (then\n{text}))"
        return text

    def _written(self, number: int, alternative: Alternative) -> str:
        """One option written down."""
        at, stored = 8, [f"(i64.store {get('$at')} {const(number)})"]
        for reg, bound in enumerate(alternative.bound):
            words = bound_words(self.unit.layout, bound)
            address = f"(i32.add {get('$at')} {word(at)})"
            if words == 1:
                stored.append(f"(i64.store {address} {get(self.unit.register(reg))})")
            else:
                stored.append(f"(drop (call $s_copy {self.words} {address} {self._held(reg)}))")
            at += 8 * words
        full = f"(if (i32.ge_u {get('$count')} {word(self.room_of.most)}) (then (return {get('$count')})))"
        ahead = put("$at", f"(i32.add {get('$at')} {word(self.room_of.size)})")
        more = put("$count", f"(i32.add {get('$count')} {word(1)})")
        lines = "\n".join((full, *stored, ahead, more))
        seen = put("$seen", f"(i64.add {get('$seen')} {const(1)})")
        return f"(if (i64.ge_s {get('$seen')} {get('$skip')}) (then\n{lines}))\n{seen}"

    def _held(self, reg: int) -> str:
        """A register as a set of several words."""
        if self.unit.register_narrow(reg):
            return f"(call $s_number {self.words} {self.room()} {get(self.unit.register(reg))})"
        return self.unit.register_set(reg)

    def _over(self, bound: Bound, reg: int, place: int, body: str) -> str:
        """What a name runs over; identical cards once."""
        leave, on = self.unit.label(), self.unit.label()
        domain = bound.domain
        if isinstance(domain, Combinations):
            return self._combinations(domain, reg, body, leave, on)
        program = self.unit.layout.program
        if domain.kind == "mask" and bound.type.kind == "card" and len(program.deck) != len(program.faces):
            last, face = self.unit.local("i32"), self.unit.local("i32")
            card = f"(i32.wrap_i64 {get(self.unit.register(reg))})"
            again = f"(br_if {on} (i32.eq {get(face)} {get(last)}))"
            body = f"{put(face, f'(call $face {card})')} {again} {put(last, get(face))}\n{body}"
            return f"{put(last, word(-1))}\n{self.over(domain, reg, place, body, leave, on)}"
        return self.over(domain, reg, place, body, leave, on, once=True)

    def _combinations(self, domain: Combinations, reg: int, body: str, leave: str, on: str) -> str:
        layout = self.unit.layout
        state = word(layout.reserve(combination_size(layout)))
        low, high, of = self.unit.local(), self.unit.local(), word(layout.room())
        found = f"(i32.add {state} {word(16)})"
        taken = self.take_from(reg, found)
        begun = f"{put(low, self.num(domain.low))} {put(high, self.num(domain.high))}\n{self._kept(of, domain.of)}"
        done = f"(br_if {leave} (i32.eqz (call $c_next {state})))"
        turns = f"(block {leave} (loop {on} {done}\n{taken}\n{body}\n(br {on})))"
        begin = f"(call $c_begin {state} {get(low)} {get(high)} {{}})\n{turns}"
        if domain.groups < 0:
            return f"{begun}\n{begin.format(of)}"
        groups = layout.program.tables[domain.groups]
        size = 8 * layout.card_words
        table, end, at = layout.table(groups, size), self.unit.label(), self.unit.label()
        i, part = self.unit.local("i32"), word(layout.room())
        within = f"(call $s_intersect {word(layout.card_words)} {part} {of} {get(i)})"
        least = put(low, f"(select {get(low)} {const(1)} (i64.gt_s {get(low)} {const(1)}))")
        return f"""{begun}
{least}
{put(i, word(table))}
(block {end} (loop {at}
(br_if {end} (i32.ge_u {get(i)} {word(table + size * len(groups))}))
{begin.format(within)}
{put(i, f"(i32.add {get(i)} {word(size)})")}
(br {at})))"""

    def _kept(self, room: str, cards: Expr) -> str:
        """A set of cards kept while its combinations are gone through."""
        if self.unit.layout.card_words == 1:
            return f"(i64.store {room} {self.num(cards)})"
        return f"(drop (call $s_copy {self.words} {room} {self.set(cards)}))"

    # --------------------------------------------------------------------------------------------------------- chance

    def sized(self, ask: Ask) -> bool:
        """Whether it can be told how many options there are without going through them."""
        return all(self._sized(number, one) for number, one in enumerate(ask.alternatives))

    def _sized(self, number: int, alternative: Alternative) -> bool:
        if len(alternative.bound) != 1:
            return not alternative.bound
        if alternative.where not in _SURE:
            return False
        bound, program = alternative.bound[0], self.unit.layout.program
        if isinstance(bound.domain, Combinations) or bound.domain.kind != "mask":
            return False
        once = bound.type.kind == "card" and len(program.deck) != len(program.faces)
        return not once and self.unit.layout.slots[bound.slot].words == 1

    def any_option(self, number: int, ask: Ask) -> str:
        """`$c…`: one option by chance, each as likely as the other; gives back where it is written."""
        head = f"$c{number} (param $dice i32) (result i32)"
        none = self.fault("no choice", ask.place)
        names = [f"a{number}_{i}" for i in range(len(ask.alternatives))]
        fits = self.sized(ask)
        for name, alternative in zip(names, ask.alternatives, strict=True):
            self.unit.name = name
            fits = fits and all(
                not isinstance(b.domain, Combinations) and self.unit.narrow(b.domain.args[0]) for b in alternative.bound
            )
        if not fits:
            count = self.unit.local("i32")
            chosen = f"(i32.mul (call $one_of {get('$dice')} {get(count)}) {word(self.room_of.size)})"
            body = f"""{put(count, f"(call $o{number} {const(0)})")}
(if (i32.eqz {get(count)}) (then {none}))
(i32.add {word(self.room_of.address)} {chosen})"""
            return self.unit.function(head, body)
        masks = [self.unit.local() for _ in names]
        k, at = self.unit.local(), word(self.room_of.address)
        made: list[str] = []
        for name, mask, alternative in zip(names, masks, ask.alternatives, strict=True):
            self.unit.name = name
            made.append(put(mask, self._mask_of_options(alternative)))
        sizes = [f"(i64.popcnt {get(mask)})" for mask in masks]
        total = sizes[0]
        for size in sizes[1:]:
            total = f"(i64.add {total} {size})"
        made += [
            put(k, total),
            f"(if (i64.eqz {get(k)}) (then {none}))",
            put(k, f"(i64.extend_i32_u (call $one_of {get('$dice')} (i32.wrap_i64 {get(k)})))"),
        ]
        for i, (mask, size) in enumerate(zip(masks, sizes, strict=True)):
            found = f"(i64.store {at} {const(i)})"
            if ask.alternatives[i].bound:
                element = f"(call $kth {get(mask)} (i32.wrap_i64 {get(k)}))"
                found += f" (i64.store offset=8 {at} {element})"
            made.append(f"(if (i64.lt_s {get(k)} {size}) (then {found} (return {at})))")
            made.append(put(k, f"(i64.sub {get(k)} {size})"))
        return self.unit.function(head, "\n".join((*made, at)))

    def _mask_of_options(self, alternative: Alternative) -> str:
        """A mask with as many elements as an alternative has options."""
        tests = [e for e in (alternative.guard, alternative.where) if e is not None and e != Const(1)]
        text = const(1)
        if alternative.bound:
            domain = alternative.bound[0].domain
            assert not isinstance(domain, Combinations)
            text = self.num(domain.args[0])
        for test in reversed(tests):
            text = f"(if (result i64) {self.cond(test)} (then {text}) (else {const(0)}))"
        return text

    # ---------------------------------------------------------------------------------------------------------- taken

    def taken(self, number: int, ask: Ask, tallies: list[str]) -> str:
        """`$t…`: an option written down is carried out as far as to say where to go on; `tallies` count it."""
        layout = self.unit.layout
        made: list[str] = []
        for i, (alternative, tally) in enumerate(zip(ask.alternatives, tallies, strict=True)):
            at, lines = 8, [tally]
            for bound in alternative.bound:
                place = layout.slots[bound.slot]
                value = f"(i32.add {get('$at')} {word(at)})"
                if place.words == 1:
                    lines.append(f"(i64.store {word(place.address)} (i64.load {value}))")
                else:
                    lines.append(f"(drop (call $s_copy {word(place.words)} {word(place.address)} {value}))")
                at += 8 * place.words
            lines.append(f"(i64.store {word(layout.slots[PC].address)} {const(alternative.body)})")
            body = "\n".join(lines)
            made.append(f"(if (i64.eq (i64.load {get('$at')}) {const(i)}) (then\n{body}))")
        count = word(layout.slots[DECISIONS].address)
        made.append(f"(i64.store {count} (i64.add (i64.load {count}) {const(1)}))")
        return self.unit.function(f"$t{number} (param $at i32)", "\n".join(made))


def combination_size(layout: Layout) -> int:
    """Bytes for where one stands among combinations (`combinations.wat`)."""
    return group_cards(layout) + layout.pile_size


def groups_at(layout: Layout) -> int:
    """Where the groups begin in that."""
    return 16 + 8 * layout.card_words


def group_cards(layout: Layout) -> int:
    """Where the cards begin in that."""
    return groups_at(layout) + 16 * layout.cards
