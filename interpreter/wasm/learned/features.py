"""What the learning player sees of a question and of each option, as WebAssembly text.

A feature is either on or off.  `$l_state` writes the numbers of those that are on for the question, `$l_option` those
of an option.  They come in *blocks*, each with a key, so that weights learned under other rules fit where the keys are
the same.  All of them follow from the program and from what the seat to move may know: what it sees, and what it
remembers (`memory.py`).

question   which it is; the seat's own cards and all cards it sees, by zone; how many it does not see; the top of piles;
           the trick so far; every variable; cards gone, suits shown lacking, what each player chose before
option     which it is, with its values; the cards it names, with what they do in the trick and how many better ones may
           be out; for a named suit, the hand as it is under that suit
both       what can be counted of cards (`counted.py`), what goes together (`together.py`)

Players are counted from the seat, teams from its own; cards have the numbers of `relabelling.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ....dsl.types import Type
from ...program import ACTOR, NOWHERE_KNOWN, Alternative, Program, VariableInfo, ZoneInfo, relative_name, trick_rules
from ...story.view import sees
from ..layout import MemoryLayout
from ..search.features import trick_context
from ..writing.expressions import number_of
from ..writing.folds import function_writer
from ..writing.questions import stored_values
from ..writing.text import const, get, put, word
from ..writing.unit import WasmFunction
from ..writing.writer import ModuleContext
from .cells import Cells, cells_of, several_cards
from .counted import CountedFeatures
from .in_trick import in_trick
from .memory import DealMemory
from .pieces import LOGARITHMIC, by_ask, number_cells, part
from .relabelling import names_suit, relabelling
from .repeats import RepeatFeatures
from .together import TogetherFeatures

MOST_FEATURES = 6_000
"""The most features of a game; blocks that do not fit are left out."""
MOST_ACTIVE = 320
"""The most features that can be on at once; further ones are left out."""
COUNTED = 16
"""How many numbers of unseen cards are told apart."""
CONTEXTS, OUT = 9, 4
"""The effects of a card on a trick, and how many numbers of better cards are told apart."""
MOST_PILES = 4
"""Of more piles of each player than this, the ranks of the topmost cards are seen, and not all cards."""
MOST_COMPARED = 128
"""In larger decks nothing counts better cards."""


@dataclass(frozen=True)
class FeatureBlock:
    """Features that belong together: `start` to `start + size - 1`."""

    key: str
    start: int
    size: int


@dataclass
class FeatureFunctions:
    """Writes the features of a program, and keeps their blocks."""

    layout: MemoryLayout
    shared: ModuleContext
    memory: DealMemory
    at: dict[str, int]
    """The addresses that the functions use."""
    blocks: list[FeatureBlock] = field(default_factory=list["FeatureBlock"])
    left_out: list[str] = field(default_factory=list["str"])
    """The keys of the blocks for which there was no room."""
    count: int = 0

    def __post_init__(self) -> None:
        self.program: Program = self.layout.program
        self.rules = trick_rules(self.program)
        self.relabelled = relabelling(self.program)
        self.seats = range(self.program.players)
        self.faces = len(self.program.faces)
        self.copies = 2 if len(self.program.deck) > self.faces else 1
        cards = [faces[self.program.deck[card]] for faces in self.relabelled.faces for card in range(self.layout.cards)]
        self.numbers = self.layout.table(tuple(cards), 2)
        self.higher = self._higher()
        self.add("always", 1)
        self.counted = CountedFeatures(self.layout, self.shared, self.at, self.add, ranks=self.rules is None)
        self.repeats = RepeatFeatures(self.layout, self.memory, self.add)
        self.together = TogetherFeatures(self.layout, self.counted, self.at, self.add, self.hand, self._place)

    def add(self, key: str, size: int) -> int:
        """The first feature of a new block; -1 if there is no room for it."""
        if self.count + size > MOST_FEATURES:
            self.left_out.append(key)
            return -1
        known = {block.key for block in self.blocks}
        number, name = 2, key
        while name in known:
            name, number = f"{key} #{number}", number + 1
        self.blocks.append(FeatureBlock(name, self.count, size))
        self.count += size
        return self.count - size

    def _higher(self) -> int:
        """A table: for each ruling suit and card, the cards that beat it if its group is led."""
        rules, program, layout = self.rules, self.program, self.layout
        if rules is None or layout.cards > MOST_COMPARED:
            return 0
        group, power = program.tables[rules.group], program.tables[rules.power]
        found: list[int] = []
        for at in range(self.relabelled.parts):
            for face in program.deck:
                row = (at * rules.groups + group[at * self.faces + face]) * self.faces
                better = [c for c, other in enumerate(program.deck) if power[row + other] > power[row + face]]
                found.append(sum(1 << card for card in better))
        return layout.table(tuple(found), 8 * layout.card_words)

    # ---------------------------------------------------------------------------------------------------- the text

    def functions(self) -> str:
        """All functions."""
        options = [self._options(number) for number in range(len(self.program.asks))]
        state = self._state()
        own = [self._own(i) for i in range(len(self.program.asks))]
        at_of = by_ask("$l_at_of", "(result i32)", "", len(own), "$l_at")
        alone = by_ask("$l_option_alone", "(param $o i32)", get("$o"), len(options), "$l_o")
        option = "(func $l_option (param $ask i32) (param $o i32) " + " ".join(
            f"(call {name} {get('$ask')} {get('$o')})" for name in ("$l_option_alone", "$l_option_together")
        )
        parts = (_text(self), *own, *options, at_of, state, self.counted.functions(), self.together.functions(), alone)
        return "\n".join((*parts, option + ")"))

    def _own(self, number: int) -> str:
        """`$l_at…`: the ruling suit plus one at a question."""
        ask = self.program.asks[number]
        unit = WasmFunction(self.layout, f"q{number}")
        if ask.trick is not None:
            value = f"(i32.wrap_i64 {number_of(function_writer(unit, self.shared), ask.trick.at)})"
        elif self.relabelled.ruler >= 0:
            slot = self.program.variables[self.relabelled.ruler].base
            value = f"(i32.wrap_i64 (i64.add {self.layout.load(slot)} {const(1)}))"
        else:
            value = word(0)
        return unit.function(f"$l_at{number} (result i32)", value)

    def _by_seat(self, value: Callable[[int], int]) -> str:
        """A number that depends on the seat to move."""
        found = [value(seat) for seat in self.seats]
        if len(set(found)) == 1:
            return word(found[0])
        step = found[1] - found[0]
        if all(one == found[0] + seat * step for seat, one in enumerate(found)):
            return f"(i32.add {word(found[0])} (i32.mul (global.get $l_seat) {word(step)}))"
        table = self.layout.table(tuple(found), 4)
        return f"(i32.load offset={table} (i32.shl (global.get $l_seat) {word(2)}))"

    def _place(self, info: ZoneInfo | VariableInfo, relative: int) -> str:
        slots, owner = self.layout.slots, self.program.owner_from
        return self._by_seat(lambda seat: slots[info.base + owner(info, seat, relative)].address)

    # -------------------------------------------------------------------------------------------------- the question

    def _state(self) -> str:
        program, words = self.program, word(self.layout.card_words)
        asked = self.add("question", len(program.asks))
        lines = [
            "(global.set $l_count (i32.const 0))",
            f"(global.set $l_seat (i32.load {word(self.layout.slots[ACTOR].address)}))",
            put("$at", f"(call $l_at_of {get('$ask')})"),
            f"(if (i32.ge_u {get('$at')} {word(self.relabelled.parts)}) (then {put('$at', word(0))}))",
            f"(global.set $l_at {get('$at')})",
            f"(call $l_on {word(0)})",
            f"(call $l_on (i32.add {word(asked)} {get('$ask')}))",
            f"(drop (call $s_zero {words} {word(self.at['VISIBLE'])}))",
        ]
        if program.known != NOWHERE_KNOWN:
            known = self._by_seat(lambda seat: self.layout.slots[program.known + seat].address)
            lines.append(f"(global.set $l_known {known})")
        for number, zone in enumerate(program.zones):
            lines += [self._zone(number, zone, relative) for relative in range(zone.count)]
        lines += self._trick() if self.rules is not None else []
        for info in program.variables:
            for relative in range(info.count):
                lines.append(self._variable(info, relative))
        lines += self._remembered()
        lines += self._under_suits()
        lines += self.counted.of_question(self._hand_place())
        rows = " ".join(f"(local $r{seat} i32)" for seat in self.seats)
        return (
            f"(func $l_state (param $ask i32) (local $at i32) (local $v i64) (local $cell i32) {rows}\n"
            + "\n".join(lines)
            + "(call $l_question_together))"
        )

    def _zone(self, number: int, zone: ZoneInfo, relative: int) -> str:
        program = self.program
        name = relative_name(zone, relative)
        place, pile = self._place(zone, relative), word(int(zone.ordered))
        looks = [sees(program, zone, self.program.owner_from(zone, seat, relative), seat) for seat in self.seats]
        ever = any(looks) or program.known != NOWHERE_KNOWN
        hidden = self.add(f"zone {name} hidden", COUNTED) if not all(looks) else -1
        if not ever:
            return f"(call $l_unseen {place} {pile} {word(hidden & 0xFFFFFFFF)})" if hidden >= 0 else ""
        by_rank = self._in_a_row(zone)
        start = self.add(f"zone {name}", self.faces * self.copies) if not by_rank else -1
        look = self._by_seat(lambda seat: int(looks[seat]))
        lines = [f"(call $l_zone {place} {pile} {look} {_signed(start)} {_signed(hidden)})"]
        if by_rank:
            lines += self.together.rank_on_top(f"rank on top of {name}", place) if all(looks) else []
        elif zone.ordered and all(looks):
            deep = program.players if self.rules is not None and number == self.rules.trick else 1
            top = self.add(f"top of {name}", deep * self.faces)
            if top >= 0:
                lines.append(f"(call $l_top {place} {word(top)} {word(deep)})")
        return "\n".join(lines)

    def _in_a_row(self, zone: ZoneInfo) -> bool:
        """Whether a zone is one of many piles of each player: for all cards on these there would be no room."""
        alike = sum(other.place == zone.place for other in self.program.zones)
        return self.rules is None and zone.owner == "player" and zone.ordered and alike > MOST_PILES

    def _trick(self) -> list[str]:
        """The group led, whose card wins so far, and how many are still to play: in the trick to which the question
        belongs, otherwise in those of the first line that plays tricks.
        """
        rules, players = self.rules, self.program.players
        assert rules is not None
        starts = tuple(self.add(f"trick {what}", size) for what, size in (
            ("led", rules.groups), ("best", players), ("left", players + 1),
        ))  # fmt: skip
        if min(starts) < 0 or self.layout.slots[rules.rest].words > 1:
            return []
        lines = in_trick(rules, players, self.layout.load, *starts)
        for number, ask in enumerate(self.program.asks):
            if ask.trick is not None and ask.trick is not rules and ask.trick.groups == rules.groups:
                here = f"(i32.eq {get('$ask')} {word(number)})"
                lines = f"(if {here} (then {in_trick(ask.trick, players, self.layout.load, *starts)}) (else {lines}))"
        return [lines]

    def _variable(self, info: VariableInfo, relative: int) -> str:
        program = self.program
        name = relative_name(info, relative)
        place, kind = self._place(info, relative), info.type.kind
        value = f"(i64.load {place})"
        key = f"variable {name} {kind}"
        if self.layout.slots[info.base].words > 1 and not info.type.holds_cards:
            return ""
        if info.type.holds_cards and self.layout.slots[info.base].words < self.layout.card_words:
            return ""
        match kind:
            case "number":
                low, high = self._range(info)
                size, text = number_cells(low, high, value)
                start = self.add(f"{key} {low if size != LOGARITHMIC else ''}", size) if size > 1 else -1
                return f"(call $l_on (i32.add {word(start)} {text}))" if start >= 0 else ""
            case "flag":
                start = self.add(key, 1)
                test = f"(i64.eq {value} {const(1)})"
                return f"(if {test} (then (call $l_on {word(start)})))" if start >= 0 else ""
            case "set" if info.type.holds_cards:
                start = self.add(key, self.faces * self.copies)
                return f"(call $l_cards_at {place} {word(start)})" if start >= 0 else ""
            case "card":
                start = self.add(key, self.faces)
                text = f"(call $l_on (i32.add {word(start)} (call $l_number (i32.wrap_i64 {get('$v')}))))"
                return f"{put('$v', value)} (if (i64.ge_s {get('$v')} {const(0)}) (then {text}))" if start >= 0 else ""
            case "set":
                element = info.type.element
                assert element is not None
                if element.kind in ("number", "set"):
                    return ""
                start = self.add(key, program.count_of(element))
                return f"(call $l_mask {value} {word(start)} {self._turn(element)})" if start >= 0 else ""
            case "none" | "unknown":
                return ""
            case _:
                start = self.add(key, program.count_of(info.type))
                return f"(call $l_one {value} {word(start)} {self._turn(info.type)})" if start >= 0 else ""

    def _range(self, info: VariableInfo) -> tuple[int, int]:
        found = [self.layout.ranges.slots[info.base + i] for i in range(info.count)]
        return min(low for low, _ in found), max(high for _, high in found)

    def _turn(self, type: Type) -> str:
        """The number from which values are counted, and the number of values after which counting starts again."""
        if type.kind == "player":
            return f"(global.get $l_seat) {word(self.program.players)}"
        if type.kind == "team":
            return f"{self._by_seat(lambda seat: self.program.team_of(seat) or 0)} {word(len(self.program.teams))}"
        return f"{word(0)} {word(0)}"

    def _remembered(self) -> list[str]:
        """Cards gone, suits shown lacking, and what each player chose last of each kind."""
        memory, players = self.memory, self.program.players
        gone = self.add("gone", self.faces * self.copies)
        lines = [f"(call $l_gone {_signed(gone)})"]
        if self.rules is not None and memory.tricks:
            lacking = self.add("lacking", (players - 1) * self.rules.groups)
            if lacking >= 0:
                lines.append(f"(call $l_lacking {word(lacking)})")
        if memory.chosen:  # the row of each player, counted from the seat
            row = 2 * len(memory.chosen)
            for relative in self.seats:
                seat = self._by_seat(lambda one, r=relative: row * ((one + r) % players))
                lines.append(put(f"$r{relative}", seat))
        for index, (ask, number, cells) in enumerate(memory.chosen):
            text = self.program.asks[ask].alternatives[number]
            for relative in self.seats:
                start = self.add(f"said {'…'.join(text.texts)} +{relative}", cells.count)
                if start >= 0:
                    cell = f"(i32.load16_u offset={memory.at['SAID'] + 2 * index} {get(f'$r{relative}')})"
                    on = f"(call $l_on (i32.add {_signed(start - 1)} {get('$cell')}))"
                    lines.append(f"(if (local.tee $cell {cell}) (then {on}))")
        return lines

    def _under_suits(self) -> list[str]:
        """While no suit rules, the hand as it would be if the suit in a variable ruled: a turned card, a proposal."""
        hand = self.hand
        if hand < 0 or self.relabelled.parts == 1:
            return []
        lines: list[str] = []
        infos = [info for i, info in enumerate(self.program.variables) if i != self.relabelled.ruler]
        for info in [info for info in infos if names_suit(info) and info.owner is None][:2]:
            start = self.add(f"hand under {info.name}", self.faces * self.copies)
            if start >= 0:
                lines.append(
                    f"(if (i32.eqz (global.get $l_at)) (then {self._hand_under(self.layout.load(info.base), start)}))"
                )
        return lines

    @property
    def hand(self) -> int:
        """The zone that holds a player's cards; -1 if there is none that fits."""
        zones = enumerate(self.program.zones)
        own = (n for n, zone in zones if zone.owner == "player" and zone.visibility == "private" and not zone.ordered)
        return (
            self.rules.hand
            if self.rules is not None and not self.program.zones[self.rules.hand].ordered
            else next(own, -1)
        )

    def _hand_place(self) -> str:
        """The address of the hand of the seat to move; empty if there is none."""
        return self._place(self.program.zones[self.hand], 0) if self.hand >= 0 else ""

    def _hand_under(self, value: str, start: int) -> str:
        """The hand under a suit (`value`); nothing if it is none."""
        return f"(call $l_under {self._hand_place()} (i32.wrap_i64 {value}) {word(start)})"

    # ---------------------------------------------------------------------------------------------------- the option

    def _options(self, number: int) -> str:
        unit = WasmFunction(self.layout, f"q{number}")
        unit.locals |= {"$at": "i32", "$ctx": "i32", "$c": "i32", "$n": "i32", "$cell": "i32", "$v": "i64"}
        lines = [put("$at", "(global.get $l_at)")]
        for i, alternative in enumerate(self.program.asks[number].alternatives):
            lines.append(
                f"(if (i64.eq (i64.load {get('$o')}) {const(i)}) (then\n{self._option(number, i, alternative)}))"
            )
        return unit.function(f"$l_o{number} (param $o i32)", "\n".join(lines))

    def _option(self, ask: int, number: int, alternative: Alternative) -> str:
        cells: Cells = cells_of(self.layout, ask, number, alternative)
        key = f"option {'…'.join(alternative.texts)}"
        start = self.add(key, cells.count)
        if start < 0:
            cells = Cells((), 1, self.program.players)
            start = self.add(f"{key} alone", 1)
        lines = [f"(call $l_on (i32.add {word(start)} {cells.text(self.layout)}))"] if start >= 0 else []
        for stored in stored_values(self.layout, alternative):
            bound, value = stored.bound, stored.address()
            if bound.type.kind == "card":
                lines += self._card(ask, key, value)
            elif several_cards(bound):
                lines += self._cards(key, value)
            elif (
                self.hand >= 0
                and self.relabelled.parts > 1
                and stored.words == 1
                and (bound.type.kind == "suit" or (bound.type.kind == "word" and bound.type.suits))
            ):
                under = self.add(f"{key} hand under", self.faces * self.copies)
                if under >= 0:
                    lines.append(self._hand_under(f"(i64.load {value})", under))
        lines += self.counted.of_option(key, alternative, self._hand_place())
        return "\n".join((*lines, *self.repeats.of_option(ask, number, key, alternative)))

    def _card(self, ask: int, key: str, value: str) -> list[str]:
        rules = self.program.asks[ask].trick
        inner: list[str] = []
        plain = self.add(f"{key} card", self.faces)
        if plain >= 0:
            inner.append(f"(call $l_on (i32.add {word(plain)} (call $l_number {get('$c')})))")
        if rules is not None and self.layout.slots[rules.rest].words == 1:
            context = trick_context(self.layout, self.program, rules, self.relabelled.parts, "$l_side_of")
            inner.append(put("$ctx", context))
            effect = self.add(f"{key} effect", CONTEXTS * self.faces)
            if effect >= 0:
                row = f"(i32.mul {get('$ctx')} {word(self.faces)})"
                inner.append(f"(call $l_on (i32.add (i32.add {word(effect)} {row}) (call $l_number {get('$c')})))")
            better = self.add(f"{key} better", CONTEXTS * OUT) if self.higher else -1
            if better >= 0:
                row = f"(i32.add (i32.shl {get('$ctx')} {word(2)}) (call $l_better {get('$c')}))"
                inner.append(f"(call $l_on (i32.add {word(better)} {row}))")
        some = f"(i32.ge_s {get('$c')} {word(0)})"
        return [put("$c", f"(i32.wrap_i64 (i64.load {value}))"), f"(if {some} (then {' '.join(inner)}))"]

    def _cards(self, key: str, value: str) -> list[str]:
        count = self.add(f"{key} how many", COUNTED)
        start = self.add(f"{key} cards", self.faces * self.copies)
        if min(count, start) < 0:
            return []
        amount = f"(call $clamped (call $s_count {word(self.layout.card_words)} {value}) {const(COUNTED - 1)})"
        return [f"(call $l_on (i32.add {word(count)} {amount}))", f"(call $l_cards_at {value} {word(start)})"]


def _signed(number: int) -> str:
    return f"(i32.const {number})"


def _text(features: FeatureFunctions) -> str:
    """The functions that are the same for every game."""
    layout, program = features.layout, features.program
    rules = features.rules
    rows = tuple(one for groups in features.relabelled.groups for one in groups) or (0,)
    side_of = {player: i for i, side in enumerate(program.sides) for player in side}
    sides = layout.table(tuple(side_of.get(player, 0) for player in range(program.players)), 4)
    numbers = {
        "CARD_NUMBERS": features.numbers, "CARD_COUNT": layout.cards, "FACE_COUNT": features.faces,
        "COPIES": features.copies, "MOST_ACTIVE": MOST_ACTIVE, "COUNTED": COUNTED - 1, "SIDE_OF": sides,
        "GROUP_NUMBERS": layout.table(rows, 1), "GROUP_COUNT": rules.groups if rules is not None else 0,
        "HIGHER": features.higher, "SEATS": program.players, "CHOSEN_KINDS": len(features.memory.chosen),
        "LAST_WORD": 8 * (layout.card_words - 1), "SUIT_VALUES": features.relabelled.parts - 1,
        "SET_SIZE": 8 * layout.card_words, "OTHERS_KNOWN": int(program.known != NOWHERE_KNOWN),
        **features.at,
    }  # fmt: skip
    text = part("features")
    for name, value in numbers.items():
        text = text.replace(f"#{name}#", str(value))
    return text
