"""What goes together, as features: cards of which two ranks are in a small set, a card and what lies open, a rank that
is named and the cards of it that the seat knows.

The net adds up what is on.  Where two things count only together (two cards make a pair or a number, a card makes a run
with the last ones), it must find that out by itself; with these features it need not.  Only games without a ranking of
tricks have them.

* the ranks of any two cards of a set of at most `MOST_TOGETHER`: of the hand, of what an option names and of what it
  leaves in the hand; and whether there are several such pairs (unless a define counts a set of cards: `counted.py`)
* the rank of a card that an option names, with the ranks of the topmost cards of each open pile of all, and with each
  small number written on the table
* the number or word that an option names, with the topmost card of each open pile of the seat, and whether that has the
  rank of the card named
* a rank that an option names: how many cards of it are in the hand, and are known to be in that of the player named

They come after all other features, so that these keep their room and their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...program import NOWHERE_KNOWN, Alternative, Program, ZoneInfo
from ..layout import MemoryLayout
from ..writing.questions import StoredValue, stored_values
from ..writing.text import const, get, put, word
from ..writing.unit import WasmFunction
from .cells import cells_of, several_cards
from .counted import CountedFeatures
from .pieces import by_ask

MOST_TOGETHER = 6
"""The most cards of a set whose pairs are features."""
DEEP = 2
"""How many cards from the top of an open pile are seen together with a card."""
MOST_WRITTEN = 40
"""How many values of a written number are told apart, the lowest ones."""
MOST_PLACES, MOST_VALUES = 16, 16
"""How many open piles of its own a seat may have, and how many values an option, for these to be seen together."""
MOST_HELD = 5
"""How many numbers of cards of a named rank are told apart."""


@dataclass
class TogetherFeatures:
    """Writes these features.  `add`: begins a block of features; `hand`: the zone of a player's cards, -1 if none;
    `place`: the address of the zone of the seat, of so many seats from it.
    """

    layout: MemoryLayout
    counted: CountedFeatures
    at: dict[str, int]
    add: Callable[[str, int], int]
    hand: int
    place: Callable[[ZoneInfo, int], str]

    def __post_init__(self) -> None:
        self.program: Program = self.layout.program
        self.ranks = self.counted.of_cards
        self.begun: dict[str, int] = {}
        self.rank_of = self.held = 0
        if self.ranks is not None:
            self.rank_of = self.layout.table(self.ranks.of_card, 1)
            self.held = self.layout.reserve(8 * (self.ranks.count // 8 + 1))

    def functions(self) -> str:
        """`$l_question_together`, `$l_option_together`."""
        options = [self._options(number) for number in range(len(self.program.asks))] if self.ranks is not None else []
        return "\n".join((
            *((self._pairs_function(), self._rank_function()) if self.ranks is not None else ()),
            *options,
            f"(func $l_question_together {self._question() if self.ranks is not None else ''})",
            by_ask("$l_option_together", "(param $o i32)", get("$o"), len(options), "$l_m"),
        ))  # fmt: skip

    # -------------------------------------------------------------------------------------------------- the question

    def _question(self) -> str:
        if self.hand < 0:
            return ""
        self.begun = {}
        return self._pairs("hand", " two ranks", self.place(self.program.zones[self.hand], 0))

    # ---------------------------------------------------------------------------------------------------- the option

    def _options(self, number: int) -> str:
        unit = WasmFunction(self.layout, f"q{number}")
        unit.locals |= {"$rank": "i32", "$top": "i32", "$n": "i32", "$cell": "i32"}
        lines: list[str] = []
        self.begun = {}
        for i, alternative in enumerate(self.program.asks[number].alternatives):
            inner = "\n".join(self._option(number, i, alternative))
            if inner:
                lines.append(f"(if (i64.eq (i64.load {get('$o')}) {const(i)}) (then\n{inner}))")
        return unit.function(f"$l_m{number} (param $o i32)", "\n".join(lines))

    def _option(self, ask: int, number: int, alternative: Alternative) -> Iterator[str]:
        key = f"option {'…'.join(alternative.texts)}"
        stored = list(stored_values(self.layout, alternative))
        single = [value for value in stored if value.bound.type.kind == "card"]
        several = any(several_cards(value.bound) for value in stored)
        if self.hand >= 0 and (single or several):
            yield from self._kept(key, alternative, several=several)
        for position, value in enumerate(single):
            which = f" {position + 1}" if position else ""
            rank = f"(call $l_rank_of (i64.load {value.address()}))"
            yield put("$rank", rank)
            inner = (*self._with_piles(key, which), *self._with_numbers(key, which))
            yield f"(if (i32.ge_s {get('$rank')} {word(0)}) (then {' '.join(inner)}))" if inner else ""
        yield from self._with_places(ask, number, key, alternative, single)
        for value in stored:
            if value.bound.type.kind == "rank" and value.words == 1:
                yield from self._of_rank(key, value, stored)

    def _kept(self, key: str, alternative: Alternative, *, several: bool) -> Iterator[str]:
        kept = word(self.at["KEPT"])
        yield self.counted.named_cards(alternative)
        if several:
            yield self._pairs(key, " two ranks", kept)
        hand = self.place(self.program.zones[self.hand], 0)
        yield self.counted.with_rest_of_hand(hand, self._pairs(key, " kept two ranks", kept))

    def _with_piles(self, key: str, which: str) -> Iterator[str]:
        """The rank `$rank` with the ranks of the topmost cards of the open piles of all."""
        assert self.ranks is not None
        count = self.ranks.count
        for zone in self.program.zones:
            if zone.owner is not None or zone.visibility != "face up" or not zone.ordered:
                continue
            place = word(self.layout.slots[zone.base].address)
            for depth in range(DEEP):
                start = self._once(key, f" card{which} with {zone.name} {depth}", count * count)
                if start >= 0:
                    top = self._top(place, depth)
                    row = f"(i32.add (i32.mul {get('$top')} {word(count)}) {get('$rank')})"
                    on = f"(call $l_on (i32.add {word(start)} {row}))"
                    yield f"(if (i32.gt_u (i32.load {place}) {word(depth)}) (then {put('$top', top)} {on}))"

    def _with_numbers(self, key: str, which: str) -> Iterator[str]:
        """The rank `$rank` with the numbers written on the table."""
        assert self.ranks is not None
        for i, (_, line, _, _, high) in enumerate(self.counted.numbers):
            size = min(MOST_WRITTEN, high + 1)
            start = -1
            if size > 1:
                start = self._once(key, f" card{which} with {'…'.join(line.texts)}", size * self.ranks.count)
            if start >= 0:
                value = f"(i64.load {word(self.counted.seen + 8 * i)})"
                row = f"(i32.mul (i32.wrap_i64 {value}) {word(self.ranks.count)})"
                on = f"(call $l_on (i32.add (i32.add {word(start)} {row}) {get('$rank')}))"
                yield f"(if (i64.lt_u {value} {const(size)}) (then {on}))"

    def _with_places(
        self, ask: int, number: int, key: str, alternative: Alternative, single: list[StoredValue]
    ) -> Iterator[str]:
        """What an option names with the topmost cards of the open piles of the seat."""
        assert self.ranks is not None
        cells = cells_of(self.layout, ask, number, alternative)
        own = [zone for zone in self.program.zones if zone.owner == "player" and zone.ordered and self._open(zone)]
        if cells.count > MOST_VALUES or not 0 < len(own) <= MOST_PLACES or (cells.count == 1 and len(single) != 1):
            return
        count = self.ranks.count
        yield put("$cell", cells.text(self.layout))
        for zone in own:
            tops = self.add(f"{key} with {zone.name}", cells.count * count) if cells.count > 1 else -1
            same = self.add(f"{key} as {zone.name}", cells.count) if len(single) == 1 else -1
            place = self.place(zone, 0)
            inner = put("$top", self._top(place, 0))
            if tops >= 0:
                row = f"(i32.add (i32.mul {get('$cell')} {word(count)}) {get('$top')})"
                inner += f"(call $l_on (i32.add {word(tops)} {row}))"
            if same >= 0:
                on = f"(call $l_on (i32.add {word(same)} {get('$cell')}))"
                inner += f"(if (i32.eq {get('$rank')} {get('$top')}) (then {on}))"
            yield f"(if (i32.load {place}) (then {inner}))"

    def _of_rank(self, key: str, value: StoredValue, stored: list[StoredValue]) -> Iterator[str]:
        """How many cards of a rank are in the hand, and are known to be in the hand of the player who is named."""
        assert self.ranks is not None
        if self.hand < 0:
            return
        zone = self.program.zones[self.hand]
        words, temp = word(self.layout.card_words), word(self.at["TEMP"])
        rank = f"(i32.wrap_i64 (i64.load {value.address()}))"
        yield put("$rank", rank)
        mask = f"(i32.add {word(self.ranks.masks)} (i32.mul {get('$rank')} {word(8 * self.layout.card_words)}))"
        number = f"(call $clamped (call $s_count {words} {temp}) {const(MOST_HELD - 1)})"
        inner: list[str] = []
        start = self.add(f"{key} {value.bound.name} held", MOST_HELD)
        if start >= 0:
            inner.append(f"(drop (call $s_intersect {words} {temp} {self.place(zone, 0)} {mask}))")
            inner.append(f"(call $l_on (i32.add {word(start)} {number}))")
        step = self._step(zone)
        for other in stored:
            if other.bound.type.kind != "player" or not step or other.words > 1:
                continue
            start = self.add(f"{key} {value.bound.name} of {other.bound.name}", MOST_HELD)
            if start < 0 or (self.program.known == NOWHERE_KNOWN and not self._open(zone)):
                continue
            named = f"(i32.wrap_i64 (i64.load {other.address()}))"
            base = word(self.layout.slots[zone.base].address)
            place = f"(i32.add {base} (i32.mul {named} {word(step)}))"
            text = f"(drop (call $s_intersect {words} {temp} {place} {mask}))"
            if not self._open(zone):
                text += f"(drop (call $s_intersect {words} {temp} {temp} (global.get $l_known)))"
            text += f"(call $l_on (i32.add {word(start)} {number}))"
            inner.append(f"(if (i32.lt_u {named} {word(self.program.players)}) (then {text}))")
        if inner:
            yield f"(if (i32.lt_u {get('$rank')} {word(self.ranks.count)}) (then {' '.join(inner)}))"

    # ------------------------------------------------------------------------------------------------------- pieces

    def rank_on_top(self, key: str, place: str) -> list[str]:
        """The rank of the topmost card of a pile."""
        assert self.ranks is not None
        start = self.add(key, self.ranks.count)
        on = f"(call $l_on (i32.add {word(start)} {self._top(place, 0)}))"
        return [f"(if (i32.load {place}) (then {on}))"] if start >= 0 else []

    def _open(self, zone: ZoneInfo) -> bool:
        """Whether every seat sees the zone of every player."""
        return zone.visibility == "face up"

    def _step(self, zone: ZoneInfo) -> int:
        """How many bytes lie between the zones of two players; 0 if they do not lie in a row, or are piles."""
        addresses = [self.layout.slots[zone.base + seat].address for seat in range(zone.count)]
        step = addresses[1] - addresses[0] if len(addresses) > 1 else 0
        regular = zone.owner == "player" and all(one == addresses[0] + step * i for i, one in enumerate(addresses))
        return step if regular and not zone.ordered else 0

    def _top(self, place: str, depth: int) -> str:
        """The rank of a card of a pile, so many cards from the top."""
        index = f"(i32.sub (i32.load {place}) {word(depth + 1)})"
        return f"(call $l_rank_of (i64.extend_i32_u (call $card {place} {index})))"

    def _once(self, key: str, what: str, size: int) -> int:
        """The first feature of a block that all options of a question share.  `key`: the first of them."""
        if what not in self.begun:
            self.begun[what] = self.add(key + what, size)
        return self.begun[what]

    def _pairs(self, key: str, what: str, place: str) -> str:
        assert self.ranks is not None
        if self.counted.defines:  # the rules themselves say what a set counts
            return ""
        start = self._once(key, what, self.ranks.count * (self.ranks.count + 1))
        return f"(call $l_pairs {place} {word(start)})" if start >= 0 else ""

    def _rank_function(self) -> str:
        load = f"(i32.load8_u offset={self.rank_of} (i32.wrap_i64 {get('$card')}))"
        none = f"(i64.lt_s {get('$card')} {const(0)})"
        return (
            f"(func $l_rank_of (param $card i64) (result i32) (if (result i32) {none} (then {word(-1)}) (else {load})))"
        )

    def _pairs_function(self) -> str:
        """`$l_pairs`: for any two ranks, that both are in a set, and that more than one pair of its cards has them."""
        assert self.ranks is not None
        words, temp = word(self.layout.card_words), word(self.at["TEMP"])
        mask = f"(i32.add {word(self.ranks.masks)} (i32.mul {get('$i')} {word(8 * self.layout.card_words)}))"
        return f"""(func $l_pairs (param $set i32) (param $start i32)
(local $i i32) (local $j i32) (local $n i32) (local $left i32)
(local.set $left (i32.wrap_i64 (call $s_count {words} {get("$set")})))
(if (i32.or (i32.lt_u {get("$left")} {word(2)}) (i32.gt_u {get("$left")} {word(MOST_TOGETHER)})) (then (return)))
(block $out (loop $next
(drop (call $s_intersect {words} {temp} {get("$set")} {mask}))
(local.set $n (i32.wrap_i64 (call $s_count {words} {temp})))
(i32.store8 offset={self.held} {get("$i")} {get("$n")})
(if {get("$n")} (then
(local.set $left (i32.sub {get("$left")} {get("$n")}))
(if (i32.gt_u {get("$n")} {word(1)}) (then (call $l_on {get("$start")})))
(if (i32.gt_u {get("$n")} {word(2)}) (then (call $l_on (i32.add {get("$start")} {word(1)}))))
(local.set $start (i32.add {get("$start")} {word(2)}))
(local.set $j {word(0)})
(block $done (loop $each
(br_if $done (i32.ge_u {get("$j")} {get("$i")}))
(if (i32.load8_u offset={self.held} {get("$j")}) (then
(call $l_on {get("$start")})
(if (i32.gt_u (i32.mul {get("$n")} (i32.load8_u offset={self.held} {get("$j")})) {word(1)}) (then
(call $l_on (i32.add {get("$start")} {word(1)}))))))
(local.set $start (i32.add {get("$start")} {word(2)}))
(local.set $j (i32.add {get("$j")} {word(1)}))
(br $each))))
(else (local.set $start (i32.add {get("$start")} (i32.shl (i32.add {get("$i")} {word(1)}) {word(1)})))))
(local.set $i (i32.add {get("$i")} {word(1)}))
(br_if $out (i32.eqz {get("$left")}))
(br $next))))"""
