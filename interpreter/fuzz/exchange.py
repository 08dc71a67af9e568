"""Makes the same table with the cards that a player does not see dealt differently.

Everything that the player may know stays the same; so what the player is shown, asked and offered must stay the same
too.  Where cards change places, everything that remembers them changes with them: the variables of the rules that hold
a card, and what the other players were shown.
"""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.types import about_cards
from ..engine import Dice, State
from ..engine.sets import bits, mask_of
from ..players.sampling import card_slots
from ..program import NOWHERE_KNOWN, Program, Slots
from ..story.view import sees

PublicCards = Callable[[int], int]
"""For a slot of a variable: the mask of the cards in it that everybody knows to be there."""


def exchanged(
    program: Program, values: Slots, player: int, dice: Dice, public: PublicCards | None = None
) -> State | None:
    """A state in which the cards hidden from a player (-1: a spectator) lie differently; None if there is no other.

    What everybody knows a variable to hold stays in it, wherever the card lies now."""
    hidden = hidden_cards(program, values, player)
    left = list(hidden)
    swap = {card: left.pop(dice.below(len(left))) for card in hidden}
    if all(program.deck[a] == program.deck[b] for a, b in swap.items()):
        return None
    made = values.copy()
    for zone in program.zones:
        for owner in range(zone.count):
            slot = zone.base + owner
            content = values[slot]
            cards = bits(content) if isinstance(content, int) else content
            made[slot] = zone.stored(owner, [swap.get(card, card) for card in cards], values)
    for slot, several in _card_slots(program):
        kept = values[slot]
        assert isinstance(kept, int)
        stays = public(slot) if public is not None else 0
        if several:
            made[slot] = stays & kept | mask_of(tuple(swap.get(card, card) for card in bits(kept & ~stays)))
        elif kept in swap and not stays:
            made[slot] = swap[kept]
    return State(made) if made != values else None


def hidden_cards(program: Program, values: Slots, player: int) -> tuple[int, ...]:
    """The cards whose place a player (-1: a spectator) cannot know, ascending."""
    known = values[program.known + player] if program.known != NOWHERE_KNOWN and player >= 0 else 0
    assert isinstance(known, int)
    found: list[int] = []
    for zone in program.zones:
        for owner in range(zone.count):
            if not sees(program, zone, owner, player):
                content = values[zone.base + owner]
                cards = content if isinstance(content, tuple) else bits(content)
                found += [card for card in cards if not known >> card & 1]
    return tuple(sorted(found))


def _card_slots(program: Program) -> list[tuple[int, bool]]:
    """The slots that hold a card (or, True, several): variables, names of choices, and who was shown which cards."""
    about = [info for info in program.variables if about_cards(info.type)]
    found = {info.base + i: info.type.holds_cards for info in about for i in range(info.count)}
    found.update(card_slots(program))
    if program.known != NOWHERE_KNOWN:
        found.update({program.known + player: True for player in range(program.players)})
    return sorted(found.items())
