"""The parts of moving cards that are written out zone by zone or player by player, as WebAssembly text."""

from __future__ import annotations

from collections import Counter

from .layout import MemoryLayout
from .text import const, get, word

_FEW_COPIES = 4
"""Cards that are alike of which the first is found without a jump."""


def functions(layout: MemoryLayout) -> str:
    """All of them."""
    return "\n".join((_gather(layout), *_forget(layout)))


def _gather(layout: MemoryLayout) -> str:
    """`$gather`: every card of the deck into one zone; all others are empty then."""
    made: list[str] = []
    for zone in layout.program.zones:
        for i in range(zone.count):
            address = layout.slots[zone.base + i].address
            if zone.ordered:
                made.append(f"(i32.store {word(address)} {word(0)})")
            else:
                made += [f"(i64.store {word(address + 8 * n)} {const(0)})" for n in range(layout.card_words)]
            if zone.bag >= 0:
                made += [f"(i64.store {word(layout.slots[zone.bag + 2 * i + n].address)} {const(0)})" for n in (0, 1)]
    body = "\n".join(made)
    return f"(func $gather (param $to i32)\n{body}\n(call $fill {get('$to')}))"


def _forget(layout: MemoryLayout) -> tuple[str, str]:
    """`$forget_all`, `$forget_left`: nobody knows any card, or those at @LEFT@, any more."""
    program, everything, some = layout.program, list[str](), list[str]()
    for player in range(program.players if program.known >= 0 else 0):
        at = layout.slots[program.known + player].address
        everything += [f"(i64.store {word(at + 8 * n)} {const(0)})" for n in range(layout.card_words)]
        known = f"{word(layout.card_words)} {word(at)} {word(at)} (i32.const @LEFT@)"
        some.append(f"(drop (call $s_without {known}))")
    return f"(func $forget_all {' '.join(everything)})", f"(func $forget_left {' '.join(some)})"


def down(layout: MemoryLayout) -> str:
    """The cards above one at `$at` come down, eight at a time: always as many times as the whole deck needs, as that
    is quicker than to look how often it is needed now."""
    return " ".join(
        f"(v128.store offset={8 + 16 * n} {get('$at')} (v128.load offset={10 + 16 * n} {get('$at')}))"
        for n in range(layout.pile_steps)
    )


def first(layout: MemoryLayout) -> str:
    """Of cards that are alike, which lie side by side in `$pile`, the first is taken: `$at` goes back to it, without a
    jump where there are few, as nobody could foresee it."""
    copies = max(Counter(layout.program.deck).values())

    def face(offset: int) -> str:
        return f"(i32.load16_u offset={layout.faces} (i32.shl (i32.load16_u offset={offset} {get('$at')}) {word(1)}))"

    again = f"(i32.and (i32.ne {get('$at')} {get('$pile')}) (i32.eq {face(8)} {face(6)}))"
    if copies <= _FEW_COPIES:
        return " ".join([f"(local.set $at (i32.sub {get('$at')} (i32.shl {again} {word(1)})))"] * (copies - 1))
    back = f"(local.set $at (i32.sub {get('$at')} {word(2)}))"
    return f"(block $first (loop $back (br_if $first (i32.eqz {again})) {back} (br $back)))"
