"""A deal imagined: the cards a player cannot see, put at random where unseen cards lie.

Whoever wants to know what a choice leads to must not look at the cards themselves.  The rules are the same for every
deal that looks alike to the player, so they are asked about one of those.
"""

from __future__ import annotations

from ..engine import UNSEEN, Dice, View
from ..engine.sets import bits
from ..program import RNG, Program, Slots


def imagined(program: Program, values: Slots, seen: View, dice: Dice) -> Slots:
    """The slots of a state that looks the same to a player; what is still to be drawn will be drawn otherwise too.

    `seen`: the player's view of the state `values`."""
    known = {card for zone in seen.zones for card in zone.cards if card != UNSEEN}
    unseen = [card for card in range(len(program.deck)) if card not in known]
    for i in range(len(unseen) - 1, 0, -1):
        j = dice.below(i + 1)
        unseen[i], unseen[j] = unseen[j], unseen[i]
    made = values.copy()
    made[RNG] = dice.below(1 << 32) << 32 | dice.below(1 << 32)
    for zone in seen.zones:
        info, owner = program.zones[zone.where.zone], max(zone.where.owner, 0)
        cards = tuple(card if card != UNSEEN else unseen.pop() for card in zone.cards)
        if not info.ordered:
            made[info.base + owner] = sum(1 << card for card in cards)
            continue
        if info.bag >= 0:  # the part of unknown order stands ascending
            low, high = values[info.bag + 2 * owner], values[info.bag + 2 * owner + 1]
            assert isinstance(low, int) and isinstance(high, int)
            cards = (*cards[:low], *sorted(cards[low:high]), *cards[high:])
        made[info.base + owner] = cards
    return made


def exchanged_for(program: Program, values: Slots, seen: View, dice: Dice) -> Slots:
    """The same, and what the rules keep as a card goes along with it: names of choices, locals of phases.

    Which card of an unseen hand was named is put at random, too: whoever chose its three highest may not give that
    away."""
    made = imagined(program, values, seen, dice)
    number = made[RNG]
    assert isinstance(number, int)
    further = Dice(number)  # the player's own numbers go on as if nothing were named
    known = {card for zone in seen.zones for card in zone.cards if card != UNSEEN}
    slots = card_slots(program)
    names = [_named(values[slot], several=several) for slot, several in slots]
    swap: dict[int, int] = {}
    for zone in seen.zones:
        info, owner = program.zones[zone.where.zone], max(zone.where.owner, 0)
        slot = info.base + owner
        before, after = _hidden(values[slot], known), _hidden(made[slot], known)
        if not info.ordered:
            before.sort(key=lambda card: [not named >> card & 1 for named in names])
            for i in range(len(after) - 1, 0, -1):
                j = further.below(i + 1)
                after[i], after[j] = after[j], after[i]
        swap.update(zip(before, after, strict=True))
    for slot, several in slots:
        kept = values[slot]
        assert isinstance(kept, int)
        if several:
            made[slot] = sum(1 << swap.get(card, card) for card in bits(kept))
        elif kept in swap:
            made[slot] = swap[kept]
    return made


def _named(kept: int | tuple[int, ...], *, several: bool) -> int:
    """The cards a slot names, as a mask."""
    assert isinstance(kept, int)
    return kept if several else 1 << kept if kept >= 0 else 0


def _hidden(content: int | tuple[int, ...], known: set[int]) -> list[int]:
    """The cards of a zone that are not known, in its order."""
    return [card for card in (content if isinstance(content, tuple) else bits(content)) if card not in known]


def card_slots(program: Program) -> list[tuple[int, bool]]:
    """Slots that hold a card (or, True, several) which a choice named."""
    found: dict[int, bool] = {}
    for ask in program.asks:
        for alternative in ask.alternatives:
            for bound in alternative.bound:
                if bound.type.kind == "card":
                    found[bound.slot] = False
                elif bound.type.holds_cards:
                    found[bound.slot] = True
    return sorted(found.items())
