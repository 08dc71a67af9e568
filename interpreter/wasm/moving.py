"""Statements that move, deal and show cards, as WebAssembly text.

Cards are moved by the functions of `moves.wat` and `piles.wat`.  Where a zone can be changed in a few instructions,
these are written out instead.
"""

from __future__ import annotations

from ..program import Const, DealCards, Expr, MoveCards, Unary, ZoneRef
from ..traversal import named
from .expressions import index_of, number_of, set_of, stride_of, zone_address, zone_number_of
from .ranges import within
from .text import const, get, put, word
from .writer import FunctionWriter


def zone_number(w: FunctionWriter, zone: ZoneRef) -> str:
    return zone_number_of(w, zone.zone, zone.index)


def cards_address(w: FunctionWriter, e: Expr) -> str:
    """The address of a set of cards, of as many words as they take."""
    if w.unit.layout.card_words > 1:
        return set_of(w, e)
    room = w.room()
    return f"(block (result i32) (i64.store {room} {number_of(w, e)}) {room})"


def move_cards(w: FunctionWriter, st: MoveCards) -> str:
    """Cards to a zone; straight when they are a hand's and go on a pile or a heap."""
    guess = zone_number(w, st.source) if st.source is not None else word(-1)
    if w.unit.layout.card_words > 1:
        return f"(call $move {set_of(w, st.cards)} {guess} {zone_number(w, st.target)})"
    mask, card = w.unit.local(), ""
    match st.cards:
        case Unary("single", one) if within(w.unit.range(one), (0, 62)):
            card = w.unit.local()
            text = f"{put(card, number_of(w, one))} {put(mask, f'(i64.shl {const(1)} {get(card)})')}"
        case _:
            text = put(mask, number_of(w, st.cards))
    general = f"(call $move_word {get(mask)} {guess} {zone_number(w, st.target)})"
    plain = st.source is not None and not w.ordered(st.source.zone) and named(st.source, st.target)
    onto_pile = w.ordered(st.target.zone)
    if not plain or (onto_pile and not card):
        return f"{text}\n{general}"
    assert st.source is not None
    source, target = w.unit.local("i32"), zone_address(w, st.target.zone, st.target.index)
    text += put(source, zone_address(w, st.source.zone, st.source.index))
    here = f"(i64.eq (i64.and (i64.load {get(source)}) {get(mask)}) {get(mask)})"
    out = f"(i64.store {get(source)} (i64.xor (i64.load {get(source)}) {get(mask)}))"
    into = _push(w, target, card) if onto_pile else _into_heap(w, target, get(mask))
    return f"{text}\n(if {here} (then {out} {into}) (else {general}))"


def deal_cards(w: FunctionWriter, st: DealCards) -> str:
    """Cards dealt; at once if they go from a pile of which nothing is known to a hand of one word."""
    layout = w.unit.layout
    info = layout.program.zones[st.pile.zone]
    if st.amount == Const(1):
        zones = f"{zone_number(w, st.pile)} {zone_number(w, st.target)}"
        return f"(call $deal_one {word(int(st.at_most))} {zones} {word(st.place)})"
    if st.pile.index is not None or info.bag < 0 or layout.card_words > 1 or w.ordered(st.target.zone):
        zones = f"{zone_number(w, st.pile)} {zone_number(w, st.target)}"
        return f"(call $deal {number_of(w, st.amount)} {word(int(st.at_most))} {zones} {word(st.place)})"
    amount = w.unit.local()
    first = put(amount, number_of(w, st.amount))
    to, hand = _held_zone(w, st.target)
    pile, bag = word(layout.slots[info.base].address), word(layout.slots[info.bag].address)
    count = f"(i64.load32_u {pile})"
    unknown = f"(i32.and (i64.eqz (i64.load {bag})) (i64.eq (i64.load offset=8 {bag}) {count}))"
    enough = f"(i64.lt_u (i64.sub {get(amount)} {const(1)}) {count})"
    quick = f"(call $deal_straight (i32.wrap_i64 {get(amount)}) {pile} {bag} {hand})"
    zones = f"{zone_number(w, st.pile)} {to[-1]}"
    general = f"(call $deal {get(amount)} {word(int(st.at_most))} {zones} {word(st.place)})"
    return f"{first} {' '.join(to[:-1])} (if (i32.and {unknown} {enough}) (then {quick}) (else {general}))"


def _held_zone(w: FunctionWriter, zone: ZoneRef) -> tuple[tuple[str, ...], str]:
    """A zone whose owner is looked up once: what does that, its number; and its address."""
    if zone.index is None:
        return (zone_number(w, zone),), zone_address(w, zone.zone, None)
    layout, info, owner = w.unit.layout, w.unit.layout.program.zones[zone.zone], w.unit.local("i32")
    kept = put(owner, index_of(w, zone.index, info.count))
    number = f"(i32.add {word(layout.zone_number[zone.zone])} {get(owner)})"
    stride = word(stride_of(w, info.base, info.count))
    address = f"(i32.add {word(layout.slots[info.base].address)} (i32.mul {get(owner)} {stride}))"
    return (kept, number), address


def _push(w: FunctionWriter, pile: str, card: str) -> str:
    """A card on top of a pile."""
    at, length = w.unit.local("i32"), w.unit.local("i32")
    top = f"(i32.add {get(at)} (i32.shl {get(length)} {word(1)}))"
    return (
        f"{put(at, pile)} {put(length, f'(i32.load {get(at)})')}"
        f" (i64.store16 offset=8 {top} {get(card)})"
        f" (i32.store {get(at)} (i32.add {get(length)} {word(1)}))"
    )


def _into_heap(w: FunctionWriter, heap: str, cards: str) -> str:
    """A mask of cards to a hand or heap."""
    at = w.unit.local("i32")
    return f"{put(at, heap)} (i64.store {get(at)} (i64.or (i64.load {get(at)}) {cards}))"


def move_all(w: FunctionWriter, source: ZoneRef, target: ZoneRef) -> str:
    """A whole zone to another; straight when a hand, or a pile that is never shuffled, goes to a heap."""
    zones = w.unit.layout.program.zones
    straight = zones[source.zone].bag < 0 and not zones[target.zone].ordered
    if straight and w.unit.layout.card_words == 1 and named(source, target):
        at, cards = w.unit.local("i32"), w.unit.local()
        pile = zones[source.zone].ordered
        held = f"(call $pile_mask {get(at)})" if pile else f"(i64.load {get(at)})"
        empty = f"(i32.store {get(at)} {word(0)})" if pile else f"(i64.store {get(at)} {const(0)})"
        taken = f"{put(at, zone_address(w, source.zone, source.index))} {put(cards, held)} {empty}"
        return f"{taken} {_into_heap(w, zone_address(w, target.zone, target.index), get(cards))}"
    return f"(call $move_all {zone_number(w, source)} {zone_number(w, target)})"
