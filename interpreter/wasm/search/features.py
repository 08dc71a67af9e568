"""What the cheap model sees of an option, as WebAssembly text: `$features` writes the numbers of the weights that
apply.

The features are the same for every game, and come from the program:

* named values that are not cards: a number, a suit, a player (relative to the player who chooses), or several of them;
* each card named, by its face; how many cards, if it is a set;
* for a card to play to a trick: how strong it is if its suit is led, together with its effect: it leads, it wins so far
  (with or without a winning partner, as the last card or not), it follows suit and loses, it is thrown away;
* if no card is named: the strength of every card in the hand if the named suit (or the suit in a variable) were the
  ruling one, combined with the named number, if there is one; and the number of cards in the hand.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...program import ACTOR, Alternative, Program, TrickRules, trick_rules
from ..layout import MemoryLayout
from ..learned.cells import MOST_CELLS, cells_of, several_cards
from ..writing.expressions import number_of
from ..writing.folds import function_writer
from ..writing.questions import stored_values
from ..writing.text import const, get, put, word
from ..writing.unit import WasmFunction
from ..writing.writer import ModuleContext

BUCKETS = 12
"""How many levels of strength are distinguished."""
CONTEXTS = 9
MOST_CARDS = 24
"""The most cards of a hand that are examined."""


@dataclass
class Features:
    """Writes the features of every question."""

    layout: MemoryLayout
    shared: ModuleContext
    count: int = 0
    """The number of weights."""

    def __post_init__(self) -> None:
        self.program: Program = self.layout.program
        self.rules: TrickRules | None = trick_rules(self.program)
        self.faces = len(self.program.faces)
        self.strength = self.layout.table(self._strengths(), 1) if self.rules is not None else 0
        self.parts = len(self.program.tables[self.rules.group]) // self.faces if self.rules is not None else 0
        self.hand = self._hand()
        self.suited = [info for info in self.program.variables if info.type.kind == "suit" and info.owner is None][:2]

    def _weights(self, count: int) -> int:
        at = self.count
        self.count += count
        return at

    def _strengths(self) -> tuple[int, ...]:
        """For each value of the ruling suit and each face: the number of other faces that it beats if its group
        is led.
        """
        rules, program = self.rules, self.program
        assert rules is not None
        group, power = program.tables[rules.group], program.tables[rules.power]
        found: list[int] = []
        for at in range(len(group) // self.faces):
            for face in range(self.faces):
                row = (at * rules.groups + group[at * self.faces + face]) * self.faces
                beaten = sum(power[row + other] < power[row + face] for other in range(self.faces))
                found.append(min(BUCKETS - 1, beaten * BUCKETS // max(1, self.faces)))
        return tuple(found)

    def _hand(self) -> int:
        """The zone that holds a player's cards."""
        if self.rules is not None:
            return self.rules.hand
        zones = enumerate(self.program.zones)
        return next((n for n, zone in zones if zone.owner == "player" and zone.visibility == "private"), -1)

    # -------------------------------------------------------------------------------------------------------- text

    def functions(self) -> str:
        """`$features` and the functions it calls."""
        made = [self._ask(number) for number in range(len(self.program.asks))]
        cases = "\n".join(
            f"(if (i32.eq {get('$ask')} {word(i)}) (then (call $f_{i} {get('$o')}) (return)))" for i in range(len(made))
        )
        made.append(f"(func $features (param $ask i32) (param $o i32)\n{cases})")
        if self.rules is not None:
            made.append(self._strength_of())
        return "\n".join(made)

    def _strength_of(self) -> str:
        face = f"(call $face {get('$c')})"
        at = f"(i32.add (i32.mul {get('$at')} {word(self.faces)}) {face})"
        inside = f"(i32.lt_u {get('$at')} {word(self.parts)})"
        return (
            "(func $strength (param $at i32) (param $c i32) (result i32)\n"
            f"(if (result i32) {inside} (then (i32.load8_u offset={self.strength} {at})) (else {word(0)})))"
        )

    def _add(self, weight: str, value: str = "(f64.const 1)") -> str:
        return f"(call $feature {weight} {value})"

    def _ask(self, number: int) -> str:
        ask = self.program.asks[number]
        unit = WasmFunction(self.layout, f"q{number}")
        unit.locals |= {"$at": "i32", "$ctx": "i32", "$c": "i32", "$card": "i64", "$n": "i32", "$cell": "i32"}
        lines: list[str] = []
        rules = ask.trick or self.rules
        if ask.trick is not None:
            lines.append(put("$at", f"(i32.wrap_i64 {number_of(function_writer(unit, self.shared), ask.trick.at)})"))
        elif rules is not None and rules.ruler >= 0:
            slot = self.program.variables[rules.ruler].base
            lines.append(put("$at", f"(i32.wrap_i64 (i64.add {self.layout.load(slot)} {const(1)}))"))
        for i, alternative in enumerate(ask.alternatives):
            lines.append(f"(if (i64.eq (i64.load {get('$o')}) {const(i)}) (then\n{self._alternative(number, i)}))")
            del alternative
        return unit.function(f"$f_{number} (param $o i32)", "\n".join(lines))

    def _alternative(self, ask: int, number: int) -> str:
        alternative = self.program.asks[ask].alternatives[number]
        found = cells_of(self.layout, ask, number, alternative)
        cell, cells = found.text(self.layout), found.count
        lines = [put("$cell", cell), self._add(f"(i32.add {word(self._weights(cells))} {get('$cell')})")]
        named = False
        for value in stored_values(self.layout, alternative):
            if value.bound.type.kind == "card":
                named = True
                lines += self._card(ask, value.address())
            elif several_cards(value.bound):
                named = True
                lines += self._cards(value.address())
        if not named and self.hand >= 0:
            lines += self._in_hand(alternative, cells)
        return "\n".join(lines)

    def _card(self, ask: int, value: str) -> list[str]:
        """Features for one named card."""
        rules = self.program.asks[ask].trick
        lines = [put("$c", f"(i32.wrap_i64 (i64.load {value}))")]
        inner: list[str] = []
        if rules is None or self.parts == 1:
            inner.append(self._add(f"(i32.add {word(self._weights(self.faces))} (call $face {get('$c')}))"))
        if rules is not None:
            base = self._weights(CONTEXTS * BUCKETS)
            inner.append(put("$ctx", trick_context(self.layout, self.program, rules, self.parts, "$side_of")))
            row = f"(i32.add (i32.mul {get('$ctx')} {word(BUCKETS)}) (call $strength {get('$at')} {get('$c')}))"
            inner.append(self._add(f"(i32.add {word(base)} {row})"))
            if self.parts == 1:
                base = self._weights(CONTEXTS * self.faces)
                row = f"(i32.add (i32.mul {get('$ctx')} {word(self.faces)}) (call $face {get('$c')}))"
                inner.append(self._add(f"(i32.add {word(base)} {row})"))
        elif self.rules is not None:
            base = self._weights(BUCKETS)
            inner.append(self._add(f"(i32.add {word(base)} (call $strength {get('$at')} {get('$c')}))"))
        lines.append(f"(if (i32.ge_s {get('$c')} {word(0)}) (then {' '.join(inner)}))")
        return lines

    def _cards(self, value: str) -> list[str]:
        """Features for several named cards."""
        layout = self.layout
        words = word(layout.card_words)
        room = word(layout.reserve(8 * layout.words))
        count = f"(i32.wrap_i64 (call $s_count {words} {value}))"
        amount = f"(call $clamped (i64.extend_i32_u {count}) {const(15)})"
        base = self._weights(self.faces)
        loop = f"""(drop (call $s_copy {words} {room} {value}))
(block $done (loop $next
{put("$card", f"(call $s_pop {words} {room})")}
(br_if $done (i64.lt_s {get("$card")} {const(0)}))
{self._add(f"(i32.add {word(base)} (call $face (i32.wrap_i64 {get('$card')})))")}
(br $next)))"""
        return [self._add(f"(i32.add {word(self._weights(16))} {amount})"), loop]

    def _in_hand(self, alternative: Alternative, cells: int) -> list[str]:
        """Features if no card is named: they depend on the hand."""
        layout, program = self.layout, self.program
        zone = program.zones[self.hand]
        if zone.ordered:
            return []
        words = word(layout.card_words)
        first = layout.slots[zone.base].address
        stride = layout.slots[zone.base + 1].address - first if zone.count > 1 else 0
        hand = f"(i32.add {word(first)} (i32.mul (i32.wrap_i64 {self.layout.load(ACTOR)}) {word(stride)}))"
        room = word(layout.reserve(8 * layout.words))
        size = f"(call $clamped (call $s_count {words} {hand}) {const(15)})"
        lines = [self._add(f"(i32.add {word(self._weights(16))} {size})")]
        each: list[str] = []
        suits = self._named_suits(alternative)
        numbers = self._named_numbers(alternative)
        c = f"(i32.wrap_i64 {get('$card')})"
        if self.rules is None:
            base = self._weights(self.faces)
            each.append(self._add(f"(i32.add {word(base)} (call $face {c}))"))
        else:
            ruled = [f"(i32.wrap_i64 (i64.add (i64.load {at}) {const(1)}))" for at in suits] if self.parts > 1 else []
            if not ruled:
                ruled = [get("$at")]
                if self.parts > 1:
                    for info in self.suited:
                        if info.base != program.variables[self.rules.ruler].base:
                            ruled.append(f"(i32.wrap_i64 (i64.add {self.layout.load(info.base)} {const(1)}))")
            for at in ruled:
                strength = f"(call $strength {at} {c})"
                base = self._weights(BUCKETS)
                each.append(self._add(f"(i32.add {word(base)} {strength})"))
                if 1 < cells <= MOST_CELLS and not suits:
                    base = self._weights(cells * BUCKETS)
                    row = f"(i32.add (i32.mul {get('$cell')} {word(BUCKETS)}) {strength})"
                    each.append(self._add(f"(i32.add {word(base)} {row})"))
                for number in numbers:
                    base = self._weights(BUCKETS)
                    value = f"(f64.div (f64.convert_i64_s (i64.load {number})) (f64.const 8))"
                    each.append(self._add(f"(i32.add {word(base)} {strength})", value))
        lines.append(
            f"""(drop (call $s_copy {words} {room} {hand})) {put("$n", word(MOST_CARDS))}
(block $done (loop $next
{put("$card", f"(call $s_pop {words} {room})")}
(br_if $done (i64.lt_s {get("$card")} {const(0)}))
(br_if $done (i32.eqz {get("$n")}))
{put("$n", f"(i32.sub {get('$n')} {word(1)})")}
{" ".join(each)}
(br $next)))"""
        )
        return lines

    def _named_suits(self, alternative: Alternative) -> list[str]:
        return self._named(alternative, "suit")

    def _named_numbers(self, alternative: Alternative) -> list[str]:
        return self._named(alternative, "number")

    def _named(self, alternative: Alternative, kind: str) -> list[str]:
        """The addresses of the values of a kind: `suit`, `number`."""
        values = stored_values(self.layout, alternative)
        return [value.address() for value in values if value.bound.type.kind == kind and value.words == 1]


def trick_context(layout: MemoryLayout, program: Program, rules: TrickRules, parts: int, side_of: str) -> str:
    """The effect of the card `$c` on a trick, as WebAssembly text: 0 leads; 1 to 4 wins so far; 5, 6 follows suit and
    loses; 7, 8 is thrown away.

    `$at` is the ruling suit plus one, `parts` the number of its values, `side_of` the function that finds a player's
    side.
    """
    slots, faces = layout.slots, len(program.faces)

    def slot(number: int) -> str:
        return f"(i64.load {word(slots[number].address)})"

    def table(number: int, row: str) -> str:
        return f"(i64.load offset={layout.table(program.tables[number], 8)} (i32.shl {row} {word(3)}))"

    winning, led, best = slot(rules.winning), slot(rules.led), slot(rules.best)
    face = f"(call $face {get('$c')})"
    at = f"(select {get('$at')} {word(0)} (i32.lt_u {get('$at')} {word(parts)}))"
    row = f"(i32.add (i32.mul (i32.add (i32.mul {at} {word(rules.groups)}) (i32.wrap_i64 {led})) {word(faces)}) {face})"
    power = table(rules.power, row)
    group = table(rules.group, f"(i32.add (i32.mul {at} {word(faces)}) {face})")
    last = f"(i64.le_u (i64.popcnt {slot(rules.rest)}) {const(1)})" if slots[rules.rest].words == 1 else word(0)
    partner = (
        f"(i32.and (i64.ge_s {best} {const(0)}) (i64.eq (call {side_of} (i32.wrap_i64 {best}))"
        f" (call {side_of} (i32.wrap_i64 {slot(ACTOR)}))))"
    )
    wins = f"(i32.add {word(1)} (i32.add {partner} (i32.shl {last} {word(1)})))"
    follows = f"(i64.eq {group} {led})"
    loses = f"(i32.add {partner} (select {word(5)} {word(7)} {follows}))"
    later = f"(if (result i32) (i64.gt_s {power} {winning}) (then {wins}) (else {loses}))"
    return f"(if (result i32) (i64.eq {winning} {const(-2)}) (then {word(0)}) (else {later}))"
