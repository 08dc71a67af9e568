"""The parts of moving cards that are written separately for each zone or player, as WebAssembly text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..layout import MemoryLayout
from .text import const, get, word

_LANES = 8
"""How many cards of a pile fit in a vector."""
_FEW_COPIES = 4
"""The most identical cards of which the first is found without a branch."""


def functions(layout: MemoryLayout) -> str:
    """The text of all functions that this file writes."""
    emptied = "\n".join(_zeros(_emptied(layout)))
    gather = f"(func $gather (param $to i32)\n{emptied}\n(call $fill {get('$to')}))"
    return "\n".join((gather, *_forget(layout)))


def gather_into(layout: MemoryLayout, pile: int) -> str:
    """Put every card of the deck into the pile at an address.  All other zones are then empty."""
    cards = layout.cards
    made = list(_zeros([at for at in _emptied(layout) if at != pile]))
    made.append(f"(i64.store {word(pile)} {const(cards)})")
    for low in range(0, cards, _LANES):
        lanes = " ".join(str(low + lane if low + lane < cards else 0) for lane in range(_LANES))
        made.append(f"(v128.store {word(pile + 8 + 2 * low)} (v128.const i16x8 {lanes}))")
    return "\n".join(made)


def shuffle_all(layout: MemoryLayout, bag: int) -> str:
    """Shuffle a pile of all cards, which lie in it in ascending order: its order becomes unknown, and no player knows a
    card any more.
    """
    unknown = f"(i64.store {word(bag)} {const(0)}) (i64.store {word(bag + 8)} {const(layout.cards)})"
    return " ".join((unknown, *_zeros(_known(layout))))


def _emptied(layout: MemoryLayout) -> list[int]:
    """The addresses of the words that are 0 when all zones are empty."""
    found: list[int] = []
    for zone in layout.program.zones:
        for i in range(zone.count):
            address = layout.slots[zone.base + i].address
            found += [address] if zone.ordered else [address + 8 * n for n in range(layout.card_words)]
            if zone.bag >= 0:
                found += [layout.slots[zone.bag + 2 * i + n].address for n in (0, 1)]
    return found


def _zeros(addresses: list[int]) -> Iterator[str]:
    """Set words to 0, two at a time where they are neighbours."""
    left = sorted(addresses)
    while left:
        at = left.pop(0)
        if left and left[0] == at + 8:
            left.pop(0)
            yield f"(v128.store {word(at)} (v128.const i64x2 0 0))"
        else:
            yield f"(i64.store {word(at)} {const(0)})"


def _known(layout: MemoryLayout) -> list[int]:
    """The addresses of the words that hold which cards are known to whom."""
    program = layout.program
    players = range(program.players if program.known >= 0 else 0)
    return [layout.slots[program.known + one].address + 8 * n for one in players for n in range(layout.card_words)]


def _forget(layout: MemoryLayout) -> tuple[str, str]:
    """`$forget_all`, `$forget_left`: no player knows any card, or the cards at @LEFT@, any more."""
    program, some = layout.program, list[str]()
    for player in range(program.players if program.known >= 0 else 0):
        at = word(layout.slots[program.known + player].address)
        some.append(f"(drop (call $s_without {word(layout.card_words)} {at} {at} (i32.const @LEFT@)))")
    everything = " ".join(_zeros(_known(layout)))
    return f"(func $forget_all {everything})", f"(func $forget_left {' '.join(some)})"


def down(layout: MemoryLayout) -> str:
    """Move the cards above the one at `$at` down, eight at a time.  The number of steps is always that for the whole
    deck, because this is faster than testing how many are needed.
    """
    return " ".join(
        f"(v128.store offset={8 + 16 * n} {get('$at')} (v128.load offset={10 + 16 * n} {get('$at')}))"
        for n in range(layout.pile_steps)
    )


def first(layout: MemoryLayout) -> str:
    """Take the first of identical cards, which are neighbours in `$pile`: move `$at` back to it.  If there are few
    copies, this has no branch, because the branch would be unpredictable.
    """
    copies = max(Counter(layout.program.deck).values())

    def face(offset: int) -> str:
        return f"(i32.load16_u offset={layout.faces} (i32.shl (i32.load16_u offset={offset} {get('$at')}) {word(1)}))"

    again = f"(i32.and (i32.ne {get('$at')} {get('$pile')}) (i32.eq {face(8)} {face(6)}))"
    if copies <= _FEW_COPIES:
        return " ".join([f"(local.set $at (i32.sub {get('$at')} (i32.shl {again} {word(1)})))"] * (copies - 1))
    back = f"(local.set $at (i32.sub {get('$at')} {word(2)}))"
    return f"(block $first (loop $back (br_if $first (i32.eqz {again})) {back} (br $back)))"
