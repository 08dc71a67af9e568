"""Draws cards from a pile of completely unknown order, as WebAssembly text.  The result is the same as drawing them one
by one.

While cards are drawn, the cards of the pile are bytes of a few vectors; those above the drawn card move down by one
lane.
"""

from __future__ import annotations

from ...program import RNG
from ..layout import MemoryLayout
from .text import const, get, put, word

_LANES = 16
_MOST_DRAWS = 64
"""The most draws from one vector (half as many from two, and so on) that are written one by one."""
GAMMA = 0x9E3779B97F4A7C15
MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
"""The constants of SplitMix64, as in chance.wat."""


_KEPT = f"""{put("$at", f"(i32.add {get('$at')} {word(8)})")} (i64.store {get("$at")} {get("$mask")})"""
"""Stores the mask of all cards drawn so far after the earlier masks."""


def drawn_between(layout: MemoryLayout, first: int, count: int) -> str:
    """The mask of `count` of the cards drawn last, from number `first` on."""
    before, then = (f"(i64.load {word(layout.drawn + 8 * n)})" for n in (first, first + count))
    return f"(i64.xor {then} {before})"


def straight_name(pile: int) -> str:
    """The name of the function that draws from the pile at an address."""
    return f"$straight{pile}"


def straight_function(layout: MemoryLayout, pile: int, bag: int, *, scripted: bool) -> str:
    """`$straight…`: draws a number of cards, at least one and at most all, and returns their mask.

    The mask of the first n cards is stored at `layout.drawn`, for each n (`drawn_between`).  `scripted`: whether the
    module thinks, so that a script can determine what is drawn.
    """
    size, rng = layout.vectors, word(layout.slots[RNG].address)
    names = [f"$v{i}" for i in range(size)]
    kept = " ".join(f"(local {name} v128)" for name in (*names, "$s"))
    loads = " ".join(put(name, _loaded(pile + 8 + 32 * i)) for i, name in enumerate(names))
    loops = "\n".join(_loop(names[: n + 1], n) for n in reversed(range(size)))
    stores = " ".join(_stored(pile + 8 + 32 * i, name) for i, name in enumerate(names))
    return f"""(func {straight_name(pile)} (param $count i32) (result i64)
(local $x i64) (local $z i64) (local $left i64) (local $mask i64) (local $at i32) {kept}
{put("$at", word(layout.drawn))}
{_scripted(pile, bag) if scripted else ""}
{put("$x", f"(i64.load {rng})")} {put("$left", f"(i64.load32_u {word(pile)})")}
{loads}
(block $done
{loops})
(i64.store {rng} {get("$x")})
(i32.store {word(pile)} (i32.wrap_i64 {get("$left")}))
(i64.store {word(bag + 8)} {get("$left")})
{stores}
{get("$mask")})"""


def packets_name(pile: int, packets: tuple[int, ...]) -> str:
    """The name of the function that draws these packets of cards from the pile at an address."""
    return f"$packets{pile}_{'_'.join(map(str, packets))}"


def can_be_written_out(layout: MemoryLayout, packets: tuple[int, ...]) -> bool:
    """Whether packets dealt from the whole deck have so few cards that their draws can be written one by one, without a
    loop.
    """
    return sum(packets) * layout.vectors <= _MOST_DRAWS


def packets_function(layout: MemoryLayout, pile: int, bag: int, packets: tuple[int, ...]) -> str:
    """`$packets…`: draws like `$straight…` from a pile of the whole deck, and stores the masks between packets.

    The number of cards left is known at every draw, so the code needs no counter.
    """
    size, rng = layout.vectors, word(layout.slots[RNG].address)
    names = [f"$v{i}" for i in range(size)]
    kept = " ".join(f"(local {name} v128)" for name in (*names, "$s"))
    made = [put(name, _loaded(pile + 8 + 32 * i)) for i, name in enumerate(names)]
    ends, drawn = {sum(packets[: i + 1]) for i in range(len(packets))}, sum(packets)
    for i in range(drawn):
        left = layout.cards - i
        high = names[: (left + _LANES - 1) // _LANES]
        made += _index(const(left)) if left > 1 else [put("$s", "(i8x16.splat (i32.const 0))")]
        made += _out(high)
        if i + 1 in ends:
            made.append(f"(i64.store {word(layout.drawn + 8 * (i + 1))} {get('$mask')})")
    count = const(layout.cards - drawn)
    made.append(f"(i64.store {rng} {get('$x')}) (i32.store {word(pile)} (i32.wrap_i64 {count}))")
    made.append(f"(i64.store {word(bag + 8)} {count})")
    made += [_stored(pile + 8 + 32 * i, name) for i, name in enumerate(names)]
    body = "\n".join(made)
    return f"""(func {packets_name(pile, packets)}
(local $x i64) (local $z i64) (local $mask i64) {kept}
{put("$x", f"(i64.load {rng})")}
{body})"""


def _scripted(pile: int, bag: int) -> str:
    """If a script determines what is drawn, draw the cards one by one."""
    drawn = f"(call $scripted_draw {word(pile)} {word(0)} (i32.load {word(pile)}))"
    card = f"(i64.extend_i32_u (call $draw_at {word(pile)} {drawn}))"
    return f"""(if (global.get $s_scripted) (then
(loop $each
{put("$mask", f"(i64.or {get('$mask')} (i64.shl {const(1)} {card}))")}
(i64.store {word(bag + 8)} (i64.load32_u {word(pile)}))
{_KEPT}
{put("$count", f"(i32.sub {get('$count')} {word(1)})")}
(br_if $each {get("$count")}))
(return {get("$mask")})))"""


def _loaded(address: int) -> str:
    """Load sixteen cards of 16 bits each as bytes."""
    return f"(i8x16.narrow_i16x8_u (v128.load {word(address)}) (v128.load {word(address + 16)}))"


def _stored(address: int, name: str) -> str:
    """Store sixteen bytes as cards of 16 bits each."""
    halves = ((address, "low"), (address + 16, "high"))
    return " ".join(f"(v128.store {word(at)} (i16x8.extend_{half}_i8x16_u {get(name)}))" for at, half in halves)


def _loop(names: list[str], number: int) -> str:
    """Draw while this vector is the highest one with a card in it."""
    left, z, x = get("$left"), get("$z"), get("$x")
    made = [put("$z", f"(i64.add {x} {const(GAMMA)})")]
    made.append(put("$x", f"(select {z} {x} (i64.gt_u {left} {const(1)}))"))  # the last card needs no random draw
    made += _index_from(left)
    made += [*_out(names), _KEPT]
    made.append(put("$left", f"(i64.sub {left} {const(1)})"))
    made.append(put("$count", f"(i32.sub {get('$count')} {word(1)})"))
    made.append(f"(br_if $done (i32.eqz {get('$count')}))")
    made.append(f"(br_if $more{number} (i64.gt_u {left} {const(_LANES * number)}))")
    return f"(loop $more{number}\n" + "\n".join(made) + ")"


def _index(left: str) -> list[str]:
    """Draw a random number, and find which of the cards left it selects."""
    return [put("$x", f"(i64.add {get('$x')} {const(GAMMA)})"), put("$z", get("$x")), *_index_from(left)]


def _index_from(left: str) -> list[str]:
    """Which of the cards left is drawn, from the new state of the generator; the number is in every lane."""
    z = get("$z")
    made = [put("$z", f"(i64.mul (i64.xor {z} (i64.shr_u {z} {const(shift)})) {const(by)})") for shift, by in MIX]
    made.append(put("$z", f"(i64.xor {z} (i64.shr_u {z} {const(31)}))"))
    index = f"(i64.shr_u (i64.mul (i64.shr_u {z} {const(32)}) {left}) {const(32)})"
    return [*made, put("$s", f"(i8x16.splat (i32.wrap_i64 {index}))")]


def _out(names: list[str]) -> list[str]:
    """Remove the card from the vectors and add it to the mask; the cards above it move down."""
    made, card = list[str](), ""
    for i, name in enumerate(names):
        lane = get("$s") if i == 0 else f"(i8x16.sub {get('$s')} {_lanes([_LANES * i] * _LANES)})"
        part = f"(i8x16.swizzle {get(name)} {lane})"
        card = f"(v128.or {card} {part})" if card else part
    drawn = f"(i64.shl {const(1)} (i64.extend_i32_u (i8x16.extract_lane_u 0 {card})))"
    made.append(put("$mask", f"(i64.or {get('$mask')} {drawn})"))
    for i, name in enumerate(names):
        following = names[i + 1] if i + 1 < len(names) else name
        shifted = f"(i8x16.shuffle {' '.join(str(lane + 1) for lane in range(_LANES))} {get(name)} {get(following)})"
        below = f"(i8x16.gt_s {get('$s')} {_lanes([_LANES * i + lane for lane in range(_LANES)])})"
        made.append(put(name, f"(v128.bitselect {get(name)} {shifted} {below})"))
    return made


def _lanes(values: list[int]) -> str:
    return f"(v128.const i8x16 {' '.join(map(str, values))})"
