"""Writes the WebAssembly text for observations inside a module: `$v_row` is `Encoding.observe`, without a tail, for the
player who is to choose.

Everything about a field that does not depend on the cards and values is computed here, when the text is written; the
module computes the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...dsl.types import Type
from ...interpreter.program import NOWHERE_KNOWN, VariableInfo, ZoneInfo
from ...interpreter.story.view import sees
from ...interpreter.wasm import Module
from ...interpreter.wasm.writing.text import const, get, put, word
from ..encoding import Encoding


@dataclass
class RowFunctions:
    """Writes the functions that write observations."""

    encoding: Encoding
    module: Module

    def __post_init__(self) -> None:
        self.program = self.encoding.program
        self.seats = range(self.program.players)
        self.slots = self.module.layout.slots

    def function(self) -> str:
        """The function `$v_row` and the functions it calls.  The row must be all zeros before the call."""
        program = self.program
        one = "(f32.const 1)"
        lines = [f"(f32.store {get('$row')} {one})"]
        asked = f"(i32.add {get('$row')} (i32.shl {get('$ask')} {word(2)}))"
        lines.append(f"(f32.store offset={4 * program.players} {asked} {one})")
        lines += self.known()
        lines += [self._zone(*zone) for zone in self.encoding.zones]
        lines += [self._variable(*variable) for variable in self.encoding.variables]
        body = "\n".join(lines)
        head = "(func $v_row (param $row i32) (param $ask i32) (param $seat i32)"
        return f"{_TEXT}\n{head} (local $known i32) (local $v i64)\n{body})"

    def known(self) -> list[str]:
        """Puts the place of the cards that the seat knows into `$known`; empty if the rules never tell anybody."""
        program = self.program
        if program.known == NOWHERE_KNOWN:
            return []
        assert self.slots[program.known].words == self.module.layout.card_words
        return [put("$known", self.by_seat(lambda seat: self.slots[program.known + seat].address))]

    def by_seat(self, value: Callable[[int], int]) -> str:
        """A number that depends on the observing seat."""
        found = [value(seat) for seat in self.seats]
        step = found[1] - found[0] if len(found) > 1 else 0
        if all(one == found[0] + seat * step for seat, one in enumerate(found)):
            return word(found[0]) if step == 0 else f"(i32.add {word(found[0])} (i32.mul {get('$seat')} {word(step)}))"
        table = self.module.layout.table(tuple(found), 4)
        return f"(i32.load offset={table} (i32.shl {get('$seat')} {word(2)}))"

    def place(self, info: ZoneInfo | VariableInfo, relative: int) -> str:
        """The address of what belongs to an owner counted from the observing seat."""
        return self.by_seat(lambda seat: self.slots[info.base + self.program.owner_from(info, seat, relative)].address)

    def _to(self, field: int) -> str:
        return f"(i32.add {get('$row')} {word(4 * field)})"

    # ---------------------------------------------------------------------------------------------------------- cards

    def _zone(self, number: int, relative: int, seen: int, order: int, hidden: int) -> str:
        zone = self.program.zones[number]
        place = self.place(zone, relative)
        kind = "pile" if zone.ordered else "set"
        count = f"(i32.load {place})" if zone.ordered else self._count(place)
        all_hidden = f"(f32.store {self._to(hidden)} (f32.convert_i32_u {count}))"
        if seen < 0:
            return all_hidden
        looks = [sees(self.program, zone, self.program.owner_from(zone, seat, relative), seat) for seat in self.seats]
        words = "" if zone.ordered else f" {word(self.module.layout.card_words)}"
        all_seen = f"(call $v_{kind} {place} {self._to(seen)}{words})"
        if order >= 0:
            all_seen += f" (call $v_order {place} {self._to(order)})"
        known = f"(call $v_known_{kind} {place} {get('$known')} {self._to(seen)} {self._to(hidden)})"
        others = known if self.program.known != NOWHERE_KNOWN else all_hidden
        if all(looks) or not any(looks):
            return all_seen if looks[0] else others
        return f"(if {self.by_seat(lambda seat: int(looks[seat]))} (then {all_seen}) (else {others}))"

    def _count(self, place: str) -> str:
        words = self.module.layout.card_words
        if words == 1:
            return f"(i32.wrap_i64 (i64.popcnt (i64.load {place})))"
        return f"(i32.wrap_i64 (call $s_count {word(words)} {place}))"

    # ------------------------------------------------------------------------------------------------------ variables

    def _variable(self, number: int, relative: int, start: int) -> str:
        info = self.program.variables[number]
        place, type, to = self.place(info, relative), info.type, self._to(start)
        value = f"(i64.load {place})"
        match type.kind:
            case "number":
                return f"(f32.store {to} (f32.convert_i64_s {value}))"
            case "flag":
                return f"(f32.store {to} (f32.convert_i32_u (i64.eq {value} {const(1)})))"
            case "set":
                assert type.element is not None
                if type.element.kind == "card":
                    words = min(self.module.layout.card_words, self.slots[info.base].words)
                    return f"(call $v_set {place} {to} {word(words)})"
                return f"(call $v_mask {value} {to} {self._turn(type.element)})"
            case "card":
                at = f"(i32.add {to} (i32.shl (call $face (i32.wrap_i64 {get('$v')})) {word(2)}))"
                return (
                    f"{put('$v', value)} (if (i64.ge_s {get('$v')} {const(0)}) (then (f32.store {at} (f32.const 1))))"
                )
            case _:
                return f"(call $v_one {value} {to} {self._turn(type)})"

    def _turn(self, type: Type) -> str:
        """The number from which values are counted, and the number of values after which counting starts again (0:
        values are not rotated).
        """
        if type.kind == "player":
            return f"{get('$seat')} {word(self.program.players)}"
        if type.kind == "team":
            return f"{self.by_seat(lambda seat: self.program.team_of(seat) or 0)} {word(len(self.program.teams))}"
        return f"{word(0)} {word(0)}"


_TEXT = """
;; One more of a face.
(func $v_face (param $to i32) (param $card i32)
  (local.set $to (i32.add (local.get $to) (i32.shl (call $face (local.get $card)) (i32.const 2))))
  (f32.store (local.get $to) (f32.add (f32.load (local.get $to)) (f32.const 1))))

;; The faces of the cards of a set, and of a pile.
(func $v_set (param $set i32) (param $to i32) (param $words i32)
  (local $word i64) (local $i i32)
  (loop $more
    (local.set $word (i64.load (i32.add (local.get $set) (i32.shl (local.get $i) (i32.const 3)))))
    (block $empty (loop $next
      (br_if $empty (i64.eqz (local.get $word)))
      (call $v_face (local.get $to)
        (i32.add (i32.shl (local.get $i) (i32.const 6)) (i32.wrap_i64 (i64.ctz (local.get $word)))))
      (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
      (br $next)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $more (i32.lt_u (local.get $i) (local.get $words)))))

(func $v_pile (param $pile i32) (param $to i32)
  (local $i i32)
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (i32.load (local.get $pile))))
    (call $v_face (local.get $to) (call $card (local.get $pile) (local.get $i)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

;; The place of each face in a pile, of several alike the topmost.
(func $v_order (param $pile i32) (param $to i32)
  (local $i i32)
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (i32.load (local.get $pile))))
    (f32.store
      (i32.add (local.get $to) (i32.shl (call $face (call $card (local.get $pile) (local.get $i))) (i32.const 2)))
      (f32.convert_i32_u (i32.add (local.get $i) (i32.const 1))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next))))

;; The same where only the known ones are seen; how many others there are.
(func $v_known_set (param $set i32) (param $known i32) (param $to i32) (param $hidden i32)
  (local $word i64) (local $others i64) (local $i i32)
  (loop $more
    (local.set $word (i64.load (i32.add (local.get $set) (i32.shl (local.get $i) (i32.const 3)))))
    (local.set $others (i64.add (local.get $others) (i64.popcnt (local.get $word))))
    (local.set $word (i64.and (local.get $word)
      (i64.load (i32.add (local.get $known) (i32.shl (local.get $i) (i32.const 3))))))
    (local.set $others (i64.sub (local.get $others) (i64.popcnt (local.get $word))))
    (block $empty (loop $next
      (br_if $empty (i64.eqz (local.get $word)))
      (call $v_face (local.get $to)
        (i32.add (i32.shl (local.get $i) (i32.const 6)) (i32.wrap_i64 (i64.ctz (local.get $word)))))
      (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
      (br $next)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $more (i32.lt_u (local.get $i) (i32.const @CW@))))
  (f32.store (local.get $hidden) (f32.convert_i64_u (local.get $others))))

(func $v_known_pile (param $pile i32) (param $known i32) (param $to i32) (param $hidden i32)
  (local $i i32) (local $card i32) (local $others i32)
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (i32.load (local.get $pile))))
    (local.set $card (call $card (local.get $pile) (local.get $i)))
    (if (call $s_has (i32.const @CW@) (local.get $known) (i64.extend_i32_u (local.get $card)))
      (then (call $v_face (local.get $to) (local.get $card)))
      (else (local.set $others (i32.add (local.get $others) (i32.const 1)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $next)))
  (f32.store (local.get $hidden) (f32.convert_i32_u (local.get $others))))

;; One of as many numbers, counted from the seat; none for a value below 0.
(func $v_one (param $value i64) (param $to i32) (param $from i32) (param $many i32)
  (local $i i32)
  (if (i64.lt_s (local.get $value) (i64.const 0)) (then (return)))
  (local.set $i (i32.sub (i32.wrap_i64 (local.get $value)) (local.get $from)))
  (if (i32.lt_s (local.get $i) (i32.const 0)) (then (local.set $i (i32.add (local.get $i) (local.get $many)))))
  (f32.store (i32.add (local.get $to) (i32.shl (local.get $i) (i32.const 2))) (f32.const 1)))

(func $v_mask (param $mask i64) (param $to i32) (param $from i32) (param $many i32)
  (block $empty (loop $next
    (br_if $empty (i64.eqz (local.get $mask)))
    (call $v_one (i64.ctz (local.get $mask)) (local.get $to) (local.get $from) (local.get $many))
    (local.set $mask (i64.and (local.get $mask) (i64.sub (local.get $mask) (i64.const 1))))
    (br $next))))
"""
