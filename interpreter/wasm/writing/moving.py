"""Statements that move, deal and show cards, as WebAssembly text.

The functions of `moves.wat` and `piles.wat` move cards.  If a zone can be changed by a few instructions, these are
written instead of a call.
"""

from __future__ import annotations

from functools import reduce

from ...program import Binary, Const, DealCards, Expr, Get, Look, Mark, MoveCards, Reg, SetReg, Stmt, Unary, ZoneRef
from ...traversal import nodes_within, owners_repeatable
from ..ranges import within
from .dealing import gather_into, shuffle_all
from .expressions import index_of, number_of, set_of, stride_of, zone_address, zone_number_of
from .recording import marked
from .straight import can_be_written_out, drawn_between, packets_name, straight_name
from .text import const, get, number, put, split, word
from .writer import FunctionWriter

_FEW_CARDS = 4
"""The most cards of a pile that are read one by one."""


def zone_number(w: FunctionWriter, zone: ZoneRef) -> str:
    return zone_number_of(w, zone.zone, zone.index)


def cards_address(w: FunctionWriter, e: Expr) -> str:
    """The address of a set of cards of `card_words` words."""
    if w.unit.layout.card_words > 1:
        return set_of(w, e)
    room = w.room()
    return f"(block (result i32) (i64.store {room} {number_of(w, e)}) {room})"


def show_cards(w: FunctionWriter, cards: Expr, to: Expr | None) -> str:
    """Cards become known to all players, or to the players of a mask."""
    layout, players = w.unit.layout, w.unit.layout.program.players
    if w.recording:
        whom = number_of(w, to) if to is not None else const(-1)
        return f"(call $recorded_show {cards_address(w, cards)} {whom})"
    known = [layout.slots[layout.program.known + player].address for player in range(players)]
    match to:
        case None if layout.card_words == 1:
            mask = w.unit.local()
            shown = (f"(i64.store {word(at)} (i64.or (i64.load {word(at)}) {get(mask)}))" for at in known)
            return " ".join((put(mask, number_of(w, cards)), *shown))
        case Unary("single", one) if layout.card_words == 1 and within(w.unit.range(one), (0, players - 1)):
            mask, at = w.unit.local(), w.unit.local("i32")
            whose = f"(i32.shl (i32.wrap_i64 {number_of(w, one)}) {word(3)})"
            there = f"offset={known[0]} {get(at)}"
            shown = f"(i64.store {there} (i64.or (i64.load {there}) {get(mask)}))"
            return f"{put(mask, number_of(w, cards))} {put(at, whose)} {shown}"
        case _:
            return f"(call $show {cards_address(w, cards)} {number_of(w, to) if to is not None else const(-1)})"


def mark(w: FunctionWriter, st: Mark) -> str:
    """A mark, which is nothing but its record; or the place where a deal begins."""
    if st.what == "round":
        return "(call $deal_opens)"
    if not w.recording:
        return ""
    if st.what == "cards" and st.who is not None:
        return _counted_cards(w, st.who)
    return marked(w, st, number_of(w, st.who) if st.who is not None else "")


def _counted_cards(w: FunctionWriter, cards: Expr) -> str:
    """The record of the cards that the next change of a number counts.  Only a module that is recording finds them, and
    it is not counted as work.
    """
    work, kept = word(w.unit.layout.work), w.unit.local()
    before = dict(w.held), dict(w.known), w.sure
    text = f"(call $recorded_cards {cards_address(w, cards)})"
    w.held, w.known, w.sure = before
    found = f"{put(kept, f'(i64.load {work})')} {text} (i64.store {work} {get(kept)})"
    return f"(if (global.get $recording) (then {found}))"


def move_cards(w: FunctionWriter, st: MoveCards) -> str:
    """Move cards to a zone; direct code is used for cards of a hand that go to a pile or a heap."""
    if w.unit.layout.card_words > 1:
        return f"(call $move {set_of(w, st.cards)} {_guess(w, st)} {zone_number(w, st.target)})"
    mask, card = w.unit.local(), ""
    match st.cards:
        case Unary("single", one) if within(w.unit.range(one), (0, 62)):
            card = w.unit.local()
            text = f"{put(card, number_of(w, one))} {put(mask, f'(i64.shl {const(1)} {get(card)})')}"
        case _:
            text = put(mask, number_of(w, st.cards))
    plain = st.source is not None and not w.ordered(st.source.zone) and owners_repeatable(st.source, st.target)
    plain = plain and not w.recording
    onto_pile = w.ordered(st.target.zone)
    if not plain or (onto_pile and not card):
        return f"{text}\n{_move_word(w, st, mask)}"
    assert st.source is not None
    source, held = w.unit.local("i32"), w.unit.local()
    with w.learn():
        offset, rest = split(zone_address(w, st.source.zone, st.source.index))
    text += put(source, rest)
    target = zone_address(w, st.target.zone, st.target.index)
    text += put(held, f"(i64.load {offset} {get(source)})")
    here = f"(i64.and {get(held)} {get(mask)})"
    here = f"(i64.ne {here} {const(0)})" if card else f"(i64.eq {here} {get(mask)})"
    out = f"(i64.store {offset} {get(source)} (i64.xor {get(held)} {get(mask)}))"
    into = _push(w, target, card) if onto_pile else _into_heap(w, target, get(mask))
    return f"{text}\n(if {here} (then {out} {into}) (else {_move_word(w, st, mask)}))"


def _guess(w: FunctionWriter, st: MoveCards) -> str:
    """The number of the zone that is searched first for cards; -1: none."""
    return zone_number(w, st.source) if st.source is not None else word(-1)


def _move_word(w: FunctionWriter, st: MoveCards, mask: str) -> str:
    """Move the cards of a mask in a local, in the general case."""
    return f"(call $move_word {get(mask)} {_guess(w, st)} {zone_number(w, st.target)})"


def gather(w: FunctionWriter, target: ZoneRef) -> str:
    """Move every card of the deck into one zone."""
    layout = w.unit.layout
    if w.recording:
        return f"(call $recorded_gather {zone_number(w, target)})"
    if target.index is not None or layout.card_words > 1 or not w.ordered(target.zone):
        return f"(call $gather {zone_number(w, target)})"
    return gather_into(layout, layout.slots[layout.program.zones[target.zone].base].address)


def shuffle(w: FunctionWriter, pile: ZoneRef) -> str:
    """The order of a pile becomes unknown."""
    layout, bag = w.unit.layout, w.unit.layout.program.zones[pile.zone].bag
    if w.recording or pile.index is not None or w.whole != pile or layout.card_words > 1:
        return f"(call $shuffle {zone_number(w, pile)})"
    return shuffle_all(layout, layout.slots[bag].address)


def deal_cards(w: FunctionWriter, st: DealCards) -> str:
    """Deal cards; all at once if they go from a pile in unknown order to a hand of one word."""
    layout = w.unit.layout
    info = layout.program.zones[st.pile.zone]
    one, onto_pile = st.amount == Const(1), w.ordered(st.target.zone)
    general = w.recording or st.pile.index is not None or info.bag < 0 or layout.card_words > 1
    if general or (onto_pile and not one):
        return _deal(w, st, zone_number(w, st.target))
    alike = len(layout.program.deck) != len(layout.program.faces)
    if alike and (one or onto_pile):
        return _deal(w, st, zone_number(w, st.target))
    amount = w.unit.local()
    first = put(amount, number_of(w, st.amount))
    to, hand = _held_zone(w, st.target)
    pile, bag = layout.slots[info.base].address, layout.slots[info.bag].address
    count = f"(i64.load32_u {word(pile)})"
    unknown = f"(i32.and (i64.eqz (i64.load {word(bag)})) (i64.eq (i64.load {word(bag + 8)}) {count}))"
    enough = f"(i64.lt_u (i64.sub {get(amount)} {const(1)}) {count})"
    if alike:
        quick = f"(call $deal_straight (i32.wrap_i64 {get(amount)}) {word(pile)} {word(bag)} {hand})"
    else:
        w.shared.drawn_from[pile] = bag
        drawn = f"(call {straight_name(pile)} (i32.wrap_i64 {get(amount)}))"
        if onto_pile:
            card = w.unit.local()
            quick = f"{put(card, f'(i64.ctz {drawn})')} {_push(w, hand, card)}"
        else:
            quick = _into_heap(w, hand, drawn)
    general = _deal(w, st, to[-1], get(amount))
    return f"{first} {' '.join(to[:-1])} (if (i32.and {unknown} {enough}) (then {quick}) (else {general}))"


def _deal(w: FunctionWriter, st: DealCards, to: str, amount: str = "") -> str:
    """Deal cards in the general case.  `amount`: the text of their number, if it was computed before."""
    zones, at_most = f"{zone_number(w, st.pile)} {to}", word(int(st.at_most))
    if st.amount == Const(1) and not w.recording:
        return f"(call $deal_one {at_most} {zones} {word(st.place)})"
    return f"(call $deal {amount or number_of(w, st.amount)} {at_most} {zones} {word(st.place)})"


def deal_packets(w: FunctionWriter, run: tuple[Stmt, ...]) -> str:
    """Several deals from one pile to hands, or of single cards to piles, with assignments to registers between them
    (`packets_of`): all cards are drawn at once, or one by one if that is impossible.
    """
    layout, made, one_by_one, drawn = w.unit.layout, list[str](), list[str](), 0
    sizes = tuple(st.amount.value for st in run if isinstance(st, DealCards) and isinstance(st.amount, Const))
    pile = bag = 0
    for st in run:
        if isinstance(st, SetReg):
            made.append(put(w.unit.register(st.reg), number_of(w, st.value)))
            one_by_one.append(made[-1])
            continue
        assert isinstance(st, DealCards) and isinstance(st.amount, Const)
        info = layout.program.zones[st.pile.zone]
        pile, bag = layout.slots[info.base].address, layout.slots[info.bag].address
        one_by_one.append(_deal(w, st, zone_number(w, st.target)))
        hand = zone_address(w, st.target.zone, st.target.index)
        cards = drawn_between(layout, drawn, st.amount.value)
        if w.ordered(st.target.zone):
            card = w.unit.local()
            made.append(f"{put(card, f'(i64.ctz {cards})')} {_push(w, hand, card)}")
        else:
            made.append(_into_heap(w, hand, cards))
        drawn += st.amount.value
    w.shared.drawn_from[pile] = bag
    count = f"(i64.load32_u {word(pile)})"
    unknown = f"(i32.and (i64.eqz (i64.load {word(bag)})) (i64.eq (i64.load {word(bag + 8)}) {count}))"
    enough = f"(i64.ge_u {count} {const(drawn)})"
    draw = f"(drop (call {straight_name(pile)} {word(drawn)}))"
    if can_be_written_out(layout, sizes):
        w.shared.packets.add((pile, bag, sizes))
        whole = f"(i32.and (i64.eq {count} {const(layout.cards)}) {w.shared.by_chance})"
        draw = f"(if {whole} (then (call {packets_name(pile, sizes)})) (else {draw}))"
    packets, slowly = "\n".join(made), "\n".join(one_by_one)
    return f"(if (i32.and {unknown} {enough}) (then {draw}\n{packets})\n(else {slowly}))"


def packets_of(w: FunctionWriter, statements: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """The first statements that can be dealt together in packets: two deals or more; otherwise none."""
    layout, end, deals = w.unit.layout, 0, list[DealCards]()
    if layout.card_words > 1 or len(layout.program.deck) != len(layout.program.faces):
        return ()
    for i, st in enumerate(statements):
        match st:
            case DealCards(Const(amount), _, ZoneRef(zone, None), target):
                bag = layout.program.zones[zone].bag
                if bag < 0 or amount < 1 or (deals and st.pile != deals[0].pile):
                    break
                if w.ordered(target.zone) and (amount > 1 or target.zone == zone):
                    break  # deals must stay in the order in which the cards were drawn
                deals.append(st)
                end = i + 1
            case SetReg(reg, value) if w.unit.register_narrow(reg) and deals:
                if not all(isinstance(part, Const | Reg | Get | Look | Binary) for part in nodes_within(value)):
                    break
            case _:
                break
    all_of_them = sum(st.amount.value for st in deals if isinstance(st.amount, Const))
    return statements[:end] if len(deals) > 1 and all_of_them <= layout.cards else ()


def _held_zone(w: FunctionWriter, zone: ZoneRef) -> tuple[tuple[str, ...], str]:
    """A zone whose owner is computed once: the code that does this, the number of the zone, and its address."""
    if zone.index is None:
        return (zone_number(w, zone),), zone_address(w, zone.zone, None)
    layout, info, owner = w.unit.layout, w.unit.layout.program.zones[zone.zone], w.unit.local("i32")
    kept = put(owner, index_of(w, zone.index, info.count))
    number = f"(i32.add {word(layout.zone_number[zone.zone])} {get(owner)})"
    stride = word(stride_of(w, info.base, info.count))
    address = f"(i32.add {word(layout.slots[info.base].address)} (i32.mul {get(owner)} {stride}))"
    return (kept, number), address


def _push(w: FunctionWriter, pile: str, card: str) -> str:
    """Put a card on top of a pile."""
    at, length = w.unit.local("i32"), w.unit.local("i32")
    more = f"(i32.add {get(length)} {word(1)})"
    if (fixed := number(pile)) is not None:
        pushed = f"(i64.store16 offset={fixed + 8} (i32.shl {get(length)} {word(1)}) {get(card)})"
        return f"{put(length, f'(i32.load {pile})')} {pushed} (i32.store {pile} {more})"
    top = f"(i32.add {get(at)} (i32.shl {get(length)} {word(1)}))"
    return (
        f"{put(at, pile)} {put(length, f'(i32.load {get(at)})')}"
        f" (i64.store16 offset=8 {top} {get(card)})"
        f" (i32.store {get(at)} {more})"
    )


def _into_heap(w: FunctionWriter, heap: str, cards: str) -> str:
    """Add a mask of cards to a hand or heap."""
    at, (offset, rest) = w.unit.local("i32"), split(heap)
    there = f"{offset} {get(at)}"
    return f"{put(at, rest)} (i64.store {there} (i64.or (i64.load {there}) {cards}))"


def _pile_mask(w: FunctionWriter, pile: ZoneRef, at: str) -> str:
    """The cards of a pile as a mask; the first few without a loop or a branch, if the address of the pile is known."""
    if pile.index is not None:
        return f"(call $pile_mask {at})"
    address, few = w.unit.layout.slots[w.unit.layout.program.zones[pile.zone].base].address, range(_FEW_CARDS)
    there = (f"(i64.extend_i32_u (i32.gt_u (i32.load {word(address)}) {word(i)}))" for i in few)
    cards = [f"(i64.shl {one} (i64.load16_u {word(address + 8 + 2 * i)}))" for i, one in enumerate(there)]
    mask = reduce(lambda a, b: f"(i64.or {a} {b})", cards)
    many = f"(i32.gt_u (i32.load {word(address)}) {word(_FEW_CARDS)})"
    return f"(if (result i64) {many} (then (call $pile_mask {at})) (else {mask}))"


def move_all(w: FunctionWriter, source: ZoneRef, target: ZoneRef) -> str:
    """Move a whole zone to another; direct code is used if a hand, or a pile that is never shuffled, goes to a heap."""
    zones = w.unit.layout.program.zones
    straight = not w.recording and zones[source.zone].bag < 0 and not zones[target.zone].ordered
    if straight and w.unit.layout.card_words == 1 and owners_repeatable(source, target):
        at, cards = w.unit.local("i32"), w.unit.local()
        pile = zones[source.zone].ordered
        held = _pile_mask(w, source, get(at)) if pile else f"(i64.load {get(at)})"
        empty = f"(i32.store {get(at)} {word(0)})" if pile else f"(i64.store {get(at)} {const(0)})"
        taken = f"{put(at, zone_address(w, source.zone, source.index))} {put(cards, held)} {empty}"
        return f"{taken} {_into_heap(w, zone_address(w, target.zone, target.index), get(cards))}"
    return f"(call $move_all {zone_number(w, source)} {zone_number(w, target)})"
