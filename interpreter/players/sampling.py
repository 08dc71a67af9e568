"""Imagines a deal: puts the cards that a player cannot see at random places where unseen cards lie.

To find what a choice leads to, a player must not use the hidden cards.  So the choice is tried in an imagined deal that
looks the same to the player.
"""

from __future__ import annotations

from ...dsl.types import about_cards
from ..engine import Dice
from ..engine.sets import bits
from ..program import RNG, Program, Slots
from ..story.view import UNSEEN, View


def imagined_slots(program: Program, values: Slots, seen: View, dice: Dice) -> Slots:
    """The slots of a state that looks the same to a player.  Cards still to be drawn will be different, too.

    `seen`: the player's view of the state `values`.
    """
    known = {card for zone in seen.zones for card in zone.cards if card != UNSEEN}
    unseen = [card for card in range(len(program.deck)) if card not in known]
    _shuffle(unseen, dice)
    made = values.copy()
    made[RNG] = dice.below(1 << 32) << 32 | dice.below(1 << 32)
    for zone in seen.zones:
        info, owner = program.zones[zone.where.zone], max(zone.where.owner, 0)
        cards = tuple(card if card != UNSEEN else unseen.pop() for card in zone.cards)
        made[info.base + owner] = info.stored(owner, cards, values)
    return made


def exchanged_for(program: Program, values: Slots, seen: View, dice: Dice) -> Slots:
    """The same, but slots that hold a card change with it: names of choices, locals of phases.

    Which cards of an unseen hand were named is random, too: it must not become known that a player chose, say, the
    three highest.
    """
    made = imagined_slots(program, values, seen, dice)
    number = made[RNG]
    assert isinstance(number, int)
    further = Dice(number)  # the player's own random numbers continue as if no card were named
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
            _shuffle(after, further)
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
    """The mask of the cards that a slot names."""
    assert isinstance(kept, int)
    return kept if several else 1 << kept if kept >= 0 else 0


def _hidden(content: int | tuple[int, ...], known: set[int]) -> list[int]:
    """The unknown cards of a zone, in its order."""
    return [card for card in (content if isinstance(content, tuple) else bits(content)) if card not in known]


def card_slots(program: Program) -> list[tuple[int, bool]]:
    """The slots that hold a card (or, True, several) that a choice named."""
    named = (bound for ask in program.asks for alternative in ask.alternatives for bound in alternative.bound)
    return sorted({bound.slot: bound.type.holds_cards for bound in named if about_cards(bound.type)}.items())


def _shuffle(cards: list[int], dice: Dice) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = dice.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
