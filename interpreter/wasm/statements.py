"""Statements as WebAssembly text."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..firing import counted
from ..program import (
    ACTOR,
    OVER,
    STEPS,
    AskPlayer,
    Branch,
    Break,
    Const,
    DealCards,
    End,
    Expr,
    Fail,
    Fold,
    ForEach,
    GatherAll,
    Get,
    Goto,
    Look,
    Loop,
    Mark,
    MoveAll,
    MoveCards,
    Reg,
    Require,
    Return,
    RunProcedure,
    SetReg,
    SetSlot,
    ShowCards,
    ShufflePile,
    Stmt,
    Tick,
    Tuck,
    Unary,
    When,
    ZoneRef,
)
from .folds import Folds
from .ranges import within
from .text import const, get, put, word

_SHORT_BLOCK = 6
"""Statements of a block that is written out wherever somebody goes there."""
_MOST_INSIDE = 16
"""Blocks written out inside each other."""


@dataclass
class Counting:
    """What statements of a module add up and announce."""

    tricks: frozenset[int]
    counts: int
    """The address of a counter of 64 bits for each place."""
    deals_begin: type[GatherAll] | type[ShufflePile]
    """The statement with which a deal begins."""
    limit: int
    """Rounds of loops between two questions."""
    rounds: bool
    """Whether rounds are counted beside the state, too."""


@dataclass
class Statements(Folds):
    """Writes the statements of one function: a procedure, or a block with those that follow it."""

    counting: Counting
    predecessors: list[int]
    """For each block, how many others go on there."""
    path: list[int] = field(default_factory=list["int"])
    """The block being written, and those written out inside it around this place."""
    left: list[int] = field(default_factory=list["int"])
    """Blocks that are gone on to but not written out here."""

    def body(self, statements: tuple[Stmt, ...]) -> str:
        """One after the other."""
        return "\n".join(self.statement(st) for st in statements)

    def statement(self, st: Stmt) -> str:
        """One statement, and what counts it."""
        place = counted(st, self.counting.tricks)
        text = self._statement(st)
        if place >= 0:
            at = word(self.counting.counts + 8 * place)
            text = f"(i64.store {at} (i64.add (i64.load {at}) {const(1)}))\n{text}"
        return text

    def _statement(self, st: Stmt) -> str:
        match st:
            case SetReg(reg, value):
                return self.take(reg, value)
            case SetSlot():
                return self._set_slot(st)
            case MoveCards():
                return self._move_cards(st)
            case MoveAll(source, target, _):
                return self._move_all(source, target)
            case Tuck(pile, count, end, _):
                return f"(call $tuck {self._number(pile)} {self.num(count)} {word(int(end == 'middle'))})"
            case GatherAll(target, _):
                return f"{self._begins(st)}(call $gather {self._number(target)})"
            case ShufflePile(pile, _):
                return f"{self._begins(st)}(call $shuffle {self._number(pile)})"
            case DealCards():
                return self._deal(st)
            case ShowCards(cards, to, _):
                return f"(call $show {self.cards(cards)} {self.num(to) if to is not None else const(-1)})"
            case When(condition, then, otherwise):
                return self._when(condition, then, otherwise)
            case ForEach():
                return self._for_each(st)
            case Loop():
                return self._loop(st)
            case Break():
                return f"(br {self.unit.loops[-1]})"
            case RunProcedure(procedure, args, _):
                registers = self.unit.layout.ranges.registers[f"p{procedure}"]
                text = f"(call $p{procedure} {self.arguments(args, registers)})"
                self.held.clear()
                return text
            case Tick(place, True):
                return self._tick(place)
            case Tick(place, False):
                limit = const(self.counting.limit)
                more = f"(global.set $rounds (i64.add (global.get $rounds) {const(1)}))"
                endless = f"(then {self.fault('endless', place, limit)})"
                return f"{more} (if (i64.gt_s (global.get $rounds) {limit}) {endless})"
            case Mark():
                return ""
            case Fail(message, place):
                return f"{self.fault('failed', place, const(self.shared.message(message)))} (unreachable)"
            case Require(Const(1), _, _):
                return ""
            case Require(condition, message, place):
                failed = self.fault("failed", place, const(self.shared.message(message)))
                return f"(if (i32.eqz {self.cond(condition)}) (then {failed}))"
            case _:
                return self._end(st)

    def _when(self, condition: Expr, then: tuple[Stmt, ...], otherwise: tuple[Stmt, ...]) -> str:
        """Cases; behind them is known what is known behind both."""
        if not otherwise and all(map(self._quiet, then)):
            return self._without_jump(condition, then)
        test, before = self.cond(condition), dict(self.held)
        one = self.body(then)
        after, self.held = self.held, before
        other = f" (else\n{self.body(otherwise)})" if otherwise else ""
        self.held = {slot: text for slot, text in self.held.items() if after.get(slot) == text}
        return f"(if {test} (then\n{one}){other})"

    def _quiet(self, st: Stmt) -> bool:
        """Whether a statement only gives a slot, which is not counted, a value that is at hand."""
        if not isinstance(st, SetSlot) or st.index is not None or st.variable >= 0 or isinstance(st.value, Const):
            return False
        return self.unit.layout.slots[st.base].words == 1 and self.harmless(st.value)

    def _without_jump(self, condition: Expr, then: tuple[Stmt, ...]) -> str:
        """Slots take values, or keep theirs: quicker than a jump nobody could foresee."""
        test, made = self.unit.local("i32"), list[str]()
        made.append(put(test, self.cond(condition)))
        for st in then:
            assert isinstance(st, SetSlot)
            address, value = word(self.unit.layout.slots[st.base].address), self.unit.local()
            kept = self.held.get(st.base, f"(i64.load {address})")
            made.append(put(value, f"(select {self.num(st.value)} {kept} {get(test)})"))
            made.append(f"(i64.store {address} {get(value)})")
            self.held[st.base] = get(value)
        return " ".join(made)

    def _begins(self, st: Stmt) -> str:
        """Tell whoever watches that a deal begins."""
        return "(call $deal_begins) " if isinstance(st, self.counting.deals_begin) else ""

    # ----------------------------------------------------------------------------------------------- ends of blocks

    def _end(self, st: Stmt) -> str:
        """The last statement of a block: the number of the next is what the function gives back."""
        match st:
            case Goto(block):
                return self.follow(block)
            case Branch(condition, then, otherwise):
                test, before = self.cond(condition), dict(self.held)
                one, self.held = self.follow(then), before
                return f"(if {test} (then\n{one}))\n{self.follow(otherwise)}"
            case Return(slot):
                return f"(return (i32.wrap_i64 (i64.load {word(self.unit.layout.slots[slot].address)})))"
            case AskPlayer(ask, actor):
                address = word(self.unit.layout.slots[ACTOR].address)
                return f"(i64.store {address} {self.num(actor)})\n(return {word(~ask)})"
            case End(ending):
                return f"(return {word(OVER - ending)})"
            case _:
                raise AssertionError(f"unknown statement {type(st).__name__}")

    def follow(self, block: int) -> str:
        """Go on at a block: written out here if it is short or nobody else goes there, else left to the caller."""
        body = self.unit.layout.program.blocks[block].body
        alone = self.predecessors[block] == 1 or len(body) <= _SHORT_BLOCK
        if block in self.path or not alone or len(self.path) >= _MOST_INSIDE:
            self.left.append(block)
            return f"(return {word(block)})"
        self.path.append(block)
        outer, self.unit.name = self.unit.name, f"b{block}"
        text = self.body(body)
        self.unit.name = outer
        self.path.pop()
        return text

    # ----------------------------------------------------------------------------------------------------- variables

    def _set_slot(self, st: SetSlot) -> str:
        """A slot takes a value, held to its range."""
        count = self.unit.layout.program.variables[st.variable].count if st.variable >= 0 else 1
        slot, address = self.slot(st.base, st.index, count)
        if slot.words > 1:
            return f"(drop (call $s_copy {self.words} {address} {self.set(st.value)}))"
        value = self.unit.local()  # worked out before where it goes
        text = f"{put(value, self.num(st.value))} (i64.store {address} {get(value)})"
        if st.index is None:
            self.held[st.base] = const(st.value.value) if isinstance(st.value, Const) else get(value)
        else:
            for slot in range(st.base, st.base + count):
                self.held.pop(slot, None)
        return text

    # --------------------------------------------------------------------------------------------------------- cards

    def _number(self, zone: ZoneRef) -> str:
        return self.zone_number(zone.zone, zone.index)

    def cards(self, e: Expr) -> str:
        """The address of a set of cards, of as many words as they take."""
        if self.unit.layout.card_words > 1:
            return self.set(e)
        room = self.room()
        return f"(block (result i32) (i64.store {room} {self.num(e)}) {room})"

    def _move_cards(self, st: MoveCards) -> str:
        """Cards to a zone; straight when they are a hand's and go on a pile or a heap."""
        guess = self._number(st.source) if st.source is not None else word(-1)
        if self.unit.layout.card_words > 1:
            return f"(call $move {self.set(st.cards)} {guess} {self._number(st.target)})"
        mask, card = self.unit.local(), ""
        match st.cards:
            case Unary("single", one) if within(self.unit.range(one), (0, 62)):
                card = self.unit.local()
                text = f"{put(card, self.num(one))} {put(mask, f'(i64.shl {const(1)} {get(card)})')}"
            case _:
                text = put(mask, self.num(st.cards))
        general = f"(call $move_word {get(mask)} {guess} {self._number(st.target)})"
        plain = st.source is not None and not self.ordered(st.source.zone) and cheap(st.source) and cheap(st.target)
        onto_pile = self.ordered(st.target.zone)
        if not plain or (onto_pile and not card):
            return f"{text}\n{general}"
        assert st.source is not None
        source, target = self.unit.local("i32"), self.zone(st.target.zone, st.target.index)
        text += put(source, self.zone(st.source.zone, st.source.index))
        here = f"(i64.eq (i64.and (i64.load {get(source)}) {get(mask)}) {get(mask)})"
        out = f"(i64.store {get(source)} (i64.xor (i64.load {get(source)}) {get(mask)}))"
        into = self._push(target, card) if onto_pile else self._into(target, get(mask))
        return f"{text}\n(if {here} (then {out} {into}) (else {general}))"

    def _deal(self, st: DealCards) -> str:
        """Cards dealt; at once if they go from a pile of which nothing is known to a hand of one word."""
        layout = self.unit.layout
        info = layout.program.zones[st.pile.zone]
        if st.amount == Const(1):
            zones = f"{self._number(st.pile)} {self._number(st.target)}"
            return f"(call $deal_one {word(int(st.at_most))} {zones} {word(st.place)})"
        if st.pile.index is not None or info.bag < 0 or layout.card_words > 1 or self.ordered(st.target.zone):
            zones = f"{self._number(st.pile)} {self._number(st.target)}"
            return f"(call $deal {self.num(st.amount)} {word(int(st.at_most))} {zones} {word(st.place)})"
        amount = self.unit.local()
        first = put(amount, self.num(st.amount))
        to, hand = self._held(st.target)
        pile, bag = word(layout.slots[info.base].address), word(layout.slots[info.bag].address)
        count = f"(i64.load32_u {pile})"
        unknown = f"(i32.and (i64.eqz (i64.load {bag})) (i64.eq (i64.load offset=8 {bag}) {count}))"
        enough = f"(i64.lt_u (i64.sub {get(amount)} {const(1)}) {count})"
        quick = f"(call $deal_straight (i32.wrap_i64 {get(amount)}) {pile} {bag} {hand})"
        zones = f"{self._number(st.pile)} {to[-1]}"
        general = f"(call $deal {get(amount)} {word(int(st.at_most))} {zones} {word(st.place)})"
        return f"{first} {' '.join(to[:-1])} (if (i32.and {unknown} {enough}) (then {quick}) (else {general}))"

    def _held(self, zone: ZoneRef) -> tuple[tuple[str, ...], str]:
        """A zone whose owner is looked up once: what does that, its number; and its address."""
        if zone.index is None:
            return (self._number(zone),), self.zone(zone.zone, None)
        layout, info, owner = self.unit.layout, self.unit.layout.program.zones[zone.zone], self.unit.local("i32")
        kept = put(owner, self.index(zone.index, info.count))
        number = f"(i32.add {word(layout.zone_number[zone.zone])} {get(owner)})"
        stride = word(self.stride(info.base, info.count))
        address = f"(i32.add {word(layout.slots[info.base].address)} (i32.mul {get(owner)} {stride}))"
        return (kept, number), address

    def _push(self, pile: str, card: str) -> str:
        """A card on top of a pile."""
        at, length = self.unit.local("i32"), self.unit.local("i32")
        top = f"(i32.add {get(at)} (i32.shl {get(length)} {word(1)}))"
        return (
            f"{put(at, pile)} {put(length, f'(i32.load {get(at)})')}"
            f" (i64.store16 offset=8 {top} {get(card)})"
            f" (i32.store {get(at)} (i32.add {get(length)} {word(1)}))"
        )

    def _into(self, heap: str, cards: str) -> str:
        """A mask of cards to a hand or heap."""
        at = self.unit.local("i32")
        return f"{put(at, heap)} (i64.store {get(at)} (i64.or (i64.load {get(at)}) {cards}))"

    def _move_all(self, source: ZoneRef, target: ZoneRef) -> str:
        """A whole zone to another; straight when a hand, or a pile that is never shuffled, goes to a heap."""
        zones = self.unit.layout.program.zones
        straight = zones[source.zone].bag < 0 and not zones[target.zone].ordered
        if straight and self.unit.layout.card_words == 1 and cheap(source) and cheap(target):
            at, cards = self.unit.local("i32"), self.unit.local()
            pile = zones[source.zone].ordered
            held = f"(call $pile_mask {get(at)})" if pile else f"(i64.load {get(at)})"
            empty = f"(i32.store {get(at)} {word(0)})" if pile else f"(i64.store {get(at)} {const(0)})"
            taken = f"{put(at, self.zone(source.zone, source.index))} {put(cards, held)} {empty}"
            return f"{taken} {self._into(self.zone(target.zone, target.index), get(cards))}"
        return f"(call $move_all {self._number(source)} {self._number(target)})"

    # --------------------------------------------------------------------------------------------------------- loops

    def _tick(self, place: int) -> str:
        """A round of a loop that might not end."""
        at, steps = word(self.unit.layout.slots[STEPS].address), self.unit.local()
        limit = const(self.counting.limit)
        endless = f"(if (i64.gt_s {get(steps)} {limit}) (then {self.fault('endless', place, limit)}))"
        return f"{put(steps, f'(i64.add (i64.load {at}) {const(1)})')} (i64.store {at} {get(steps)}) {endless}"

    def _loop(self, st: Loop) -> str:
        self.held.clear()
        leave, again = self.unit.label(), self.unit.label()
        until = f"(br_if {leave} {self.cond(st.until)})" if st.until is not None else ""
        self.unit.loops.append(leave)
        body = self.body(st.body)
        self.unit.loops.pop()
        self.held.clear()
        return f"(block {leave} (loop {again}\n{until} {self._tick(st.place)}\n{body}\n(br {again})))"

    def _for_each(self, st: ForEach) -> str:
        """A loop over a set fixed at its start; what `where` leaves out of it is left out before the first round."""
        self.held.clear()
        leave, on, text = self._round(st)
        self.held.clear()
        if st.where is None:
            return self.over(st.domain, st.reg, st.place, text, leave, on)
        if st.domain.kind not in ("mask", "seats") or not self.unit.narrow(st.domain.args[0]):
            return self._for_kept(st, st.where, leave, on, text)
        kept = self.fold(Fold("set", st.reg, st.domain, st.where, None, st.place))
        return self.over(st.domain, st.reg, st.place, text, leave, on, kept)

    def _round(self, st: ForEach) -> tuple[str, str, str]:
        """One round of a loop, and its labels."""
        leave, on = self.unit.label(), self.unit.label()
        ticks = st.domain.kind in ("range", "down") and not st.domain.short
        text = self._tick(st.place) + "\n" if ticks else ""
        if st.until is not None:
            text += f"(br_if {leave} {self.cond(st.until)})\n"
        self.unit.loops.append(leave)
        text += self.body(st.body)
        self.unit.loops.pop()
        return leave, on, text

    def _for_kept(self, st: ForEach, where: Expr, leave: str, on: str, text: str) -> str:
        """What `where` holds for is written down first, then gone through."""
        narrow = self.unit.register_narrow(st.reg)
        size = 8 if narrow else 8 * self.unit.layout.words
        kept = self.unit.layout.reserve(size * self.unit.layout.ranges.size(st.domain))
        end, at = self.unit.local("i32"), self.unit.local("i32")
        if narrow:
            keep = f"(i64.store {get(end)} {get(self.unit.register(st.reg))})"
        else:
            keep = f"(drop (call $s_copy {self.words} {get(end)} {self.unit.register_set(st.reg)}))"
        keep = f"(if {self.cond(where)} (then {keep} {put(end, f'(i32.add {get(end)} {word(size)})')}))"
        found = self.over(st.domain, st.reg, st.place, keep, self.unit.label(), self.unit.label())
        return f"""{put(end, word(kept))}
{found}
{put(at, word(kept - size))}
(block {leave} (loop {on}
{put(at, f"(i32.add {get(at)} {word(size)})")}
(br_if {leave} (i32.ge_u {get(at)} {get(end)}))
{self.take_from(st.reg, get(at))}
{text}
(br {on})))"""


def cheap(zone: ZoneRef) -> bool:
    """Whether the owner can be looked up twice: nothing is drawn or settled by asking who it is."""
    return zone.index is None or _cheap(zone.index)


def _cheap(e: Expr) -> bool:
    match e:
        case Const() | Reg() | Get(index=None):
            return True
        case Get(index=index) | Look(_, index):
            return index is None or _cheap(index)
        case _:
            return False
