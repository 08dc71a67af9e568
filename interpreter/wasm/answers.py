"""Answers as WebAssembly text: what one does to the state, and one by chance, each option as likely as the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..program import ACTOR, DECISIONS, STEPS, Alternative, Ask, Bound, Combinations, Const
from .playing import Playing
from .questions import SURE, Room, bound_words
from .statements import Statements
from .text import const, get, put, word

_MOST_COPIES = 4
"""Cards that are alike of which one is found without going through them."""
_FEW = 4
"""Elements of a mask that are left out without a jump."""
GAMMA = 0x9E3779B97F4A7C15
MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
"""SplitMix64."""


@dataclass
class Answers(Statements):
    """Writes what answers one question."""

    room_of: Room = field(kw_only=True)
    playing: Playing = field(kw_only=True)
    """What counts answers."""

    def taken(self, number: int, ask: Ask) -> str:
        """`$t…`: an option written down at `$at` is taken; gives back the block behind it."""
        made: list[str] = []
        for i, alternative in enumerate(ask.alternatives):
            at, values = 8, list[str]()
            for bound in alternative.bound:
                words = bound_words(self.unit.layout, bound)
                address = f"(i32.add {get('$at')} {word(at)})"
                values.append(f"(i64.load {address})" if words == 1 else address)
                at += 8 * words
            taken = f"{self._taken(number, i, ask, values)} (return {word(alternative.body)})"
            made.append(f"(if (i64.eq (i64.load {get('$at')}) {const(i)}) (then\n{taken}))")
        return self.unit.function(f"$t{number} (param $at i32) (result i32)", "\n".join((*made, "(unreachable)")))

    def _taken(self, ask: int, number: int, question: Ask, values: list[str]) -> str:
        """One alternative taken, with texts of its values: numbers, or addresses of sets of several words."""
        layout, alternative = self.unit.layout, question.alternatives[number]
        lines = [self.playing.chosen(self.unit, ask, number, values)]
        for bound, value in zip(alternative.bound, values, strict=True):
            place = layout.slots[bound.slot]
            if place.words == 1:
                lines.append(f"(i64.store {word(place.address)} {value})")
            else:
                lines.append(f"(drop (call $s_copy {word(place.words)} {word(place.address)} {value}))")
        count = word(layout.slots[DECISIONS].address)
        lines.append(f"(i64.store {count} (i64.add (i64.load {count}) {const(1)}))")
        lines.append(f"(i64.store {word(layout.slots[STEPS].address)} {const(0)})")
        return "\n".join(lines)

    # --------------------------------------------------------------------------------------------------------- chance

    def by_chance(self, number: int, ask: Ask) -> str:
        """`$s…`: one option by chance is taken, and the game runs on; gives back where it is then."""
        self.unit.locals["$dice"] = "i32"
        head = f"$s{number} (result i32)"
        actor = f"(i32.load {word(self.unit.layout.slots[ACTOR].address)})"
        dice = put("$dice", f"(i32.add {word(self.playing.tallies.dice)} (i32.shl {actor} {word(3)}))")
        if all(self._one_word(f"a{number}_{i}", one) for i, one in enumerate(ask.alternatives)):
            return self.unit.function(head, f"{dice}\n{self._by_mask(number, ask)}")
        if self._free_combination(number, ask):
            return self.unit.function(head, f"{dice}\n{self._by_combination(number, ask)}")
        count = self.unit.local("i32")
        chosen = f"(i32.mul (call $one_of {get('$dice')} {get(count)}) {word(self.room_of.size)})"
        body = f"""{dice}
{put(count, f"(call $o{number} {const(0)})")}
(if (i32.eqz {get(count)}) (then {self.fault("no choice", ask.place)}))
(call $block (call $t{number} (i32.add {word(self.room_of.address)} {chosen})))"""
        return self.unit.function(head, body)

    def _one_word(self, unit: str, alternative: Alternative) -> bool:
        """Whether the options of an alternative are the elements of a mask of one word."""
        if len(alternative.bound) != 1:
            return not alternative.bound
        bound = alternative.bound[0]
        if alternative.where not in SURE or isinstance(bound.domain, Combinations) or bound.domain.kind != "mask":
            return False
        if bound.type.kind == "card" and self._copies > (_MOST_COPIES if self.unit.layout.card_words == 1 else 1):
            return False
        self.unit.name = unit
        return self.unit.narrow(bound.domain.args[0])

    def _free_combination(self, number: int, ask: Ask) -> bool:
        """Whether the options are all combinations of some cards of one word."""
        if len(ask.alternatives) != 1 or self.unit.layout.card_words > 1:
            return False
        one = ask.alternatives[0]
        if one.guard not in SURE or one.where not in SURE:
            return False
        self.unit.name = f"a{number}_0"
        match one.bound:
            case (Bound(domain=Combinations(groups=groups)),):
                return groups < 0
            case _:
                return False

    def _by_combination(self, number: int, ask: Ask) -> str:
        """How many there are can be told, and which is the k-th; unless there are identical cards among them."""
        domain = ask.alternatives[0].bound[0].domain
        assert isinstance(domain, Combinations)
        low, high, of, k = (self.unit.local() for _ in range(4))
        at, limits = word(self.room_of.address), f"{get(of)} {get(low)} {get(high)}"
        listed = f"(i32.add {at} (i32.mul (i32.wrap_i64 {get(k)}) {word(self.room_of.size)}))"
        return f"""{put(low, self.num(domain.low))} {put(high, self.num(domain.high))} {put(of, self.num(domain.of))}
{put(k, f"(call $c_count {limits})")}
(if (i64.lt_s {get(k)} {const(0)}) (then
{put(k, f"(i64.extend_i32_u (call $o{number} {const(0)}))")}
{self._drawn(k, ask.place)}
(return (call $block (call $t{number} {listed})))))
{self._drawn(k, ask.place)}
{put(k, f"(call $c_pick {limits} {get(k)})")}
{self._gone_on(number, 0, ask, [get(k)])}"""

    def _by_mask(self, number: int, ask: Ask) -> str:
        """Each alternative has as many options as its mask has elements; the one drawn is found among them."""
        masks, made = [self.unit.local() for _ in ask.alternatives], list[str]()
        for i, (mask, alternative) in enumerate(zip(masks, ask.alternatives, strict=True)):
            self.unit.name = f"a{number}_{i}"
            made.append(put(mask, self._mask(alternative)))
        sizes = [f"(i64.popcnt {get(mask)})" for mask in masks]
        total = sizes[0]
        for size in sizes[1:]:
            total = f"(i64.add {total} {size})"
        k = self.unit.local()
        made += [put(k, total), self._drawn(k, ask.place)]
        for i, (mask, size) in enumerate(zip(masks, sizes, strict=True)):
            found, values = "", list[str]()
            if ask.alternatives[i].bound:
                found = f"{self._kth(mask, k)} {put(mask, f'(i64.ctz {get(mask)})')}"
                values = [get(mask)]
            taken = f"{found}\n{self._gone_on(number, i, ask, values)}"
            if i < len(masks) - 1:
                made.append(f"(if (i64.lt_s {get(k)} {size}) (then {taken}))")
                made.append(put(k, f"(i64.sub {get(k)} {size})"))
            else:
                made.append(taken)
        return "\n".join(made)

    def _drawn(self, count: str, place: int) -> str:
        """A local holds how many options there are, and then the number of one."""
        drawn = self._below(count)
        none = f"(if (i64.eqz {get(count)}) (then {self.fault('no choice', place)}))"
        only = f"(else {none} {put(count, const(0))})"
        return f"(if (i64.gt_u {get(count)} {const(1)}) (then {drawn}) {only})"

    def _gone_on(self, number: int, alternative: int, ask: Ask, values: list[str]) -> str:
        """An alternative taken with values in locals, and the block behind it, written out here."""
        layout, one = self.unit.layout, ask.alternatives[alternative]
        taken = self._taken(number, alternative, ask, values)
        given = ((bound.slot, value) for bound, value in zip(one.bound, values, strict=True))
        self.held = {slot: value for slot, value in given if layout.slots[slot].words == 1}
        self.unit.name, self.path = f"b{one.body}", [one.body]
        return f"{taken}\n{self.body(layout.program.blocks[one.body].body)}"

    def _below(self, count: str) -> str:
        """A number below the one in a local, from the player's generator: `$below` of chance.wat, written out."""
        z, state = self.unit.local(), get("$dice")
        text = f"{put(z, f'(i64.add (i64.load {state}) {const(GAMMA)})')} (i64.store {state} {get(z)})"
        for shift, factor in MIX:
            text += put(z, f"(i64.mul (i64.xor {get(z)} (i64.shr_u {get(z)} {const(shift)})) {const(factor)})")
        text += put(z, f"(i64.xor {get(z)} (i64.shr_u {get(z)} {const(31)}))")
        high = f"(i64.shr_u {get(z)} {const(32)})"
        return text + put(count, f"(i64.shr_u (i64.mul {high} {get(count)}) {const(32)})")

    def _kth(self, mask: str, k: str) -> str:
        """Take the lowest elements out of a mask until the k-th is the lowest; the first few without a jump, as nobody
        could foresee where it leads."""
        again = self.unit.label()
        fewer = f"(i64.and {get(mask)} (i64.sub {get(mask)} {const(1)}))"
        few = " ".join(put(mask, f"(select {fewer} {get(mask)} (i64.gt_s {get(k)} {const(i)}))") for i in range(_FEW))
        down = put(k, f"(i64.sub {get(k)} {const(1)})")
        more = f"(i64.gt_s {get(k)} {const(_FEW)})"
        rest = f"(loop {again} {put(mask, fewer)} {down} (br_if {again} {more}))"
        return f"{few} (if {more} (then {rest}))"

    def _mask(self, alternative: Alternative) -> str:
        """A mask with as many elements as an alternative has options."""
        tests = [e for e in (alternative.guard, alternative.where) if e is not None and e != Const(1)]
        text = const(1)
        if alternative.bound:
            domain = alternative.bound[0].domain
            assert not isinstance(domain, Combinations)
            text = self.num(domain.args[0])
            if alternative.bound[0].type.kind == "card" and self._copies > 1:
                text = self._faces_once(text)
        for test in reversed(tests):
            text = f"(if (result i64) {self.cond(test)} (then {text}) (else {const(0)}))"
        return text

    @property
    def _copies(self) -> int:
        """How many cards of the deck are alike at most."""
        return max(Counter(self.unit.layout.program.deck).values())

    def _faces_once(self, mask: str) -> str:
        """A mask of cards without those that are like another before them; cards that are alike are neighbours."""
        deck, kept = self.unit.layout.program.deck, self.unit.local()
        again = const(0)
        for step in range(1, self._copies):
            like = sum(1 << card for card in range(step, len(deck)) if deck[card] == deck[card - step])
            again = f"(i64.or {again} (i64.and (i64.shl {get(kept)} {const(step)}) {const(like)}))"
        once = f"(i64.and {get(kept)} (i64.xor {again} {const(-1)}))"
        return f"(block (result i64) {put(kept, mask)} {once})"
