"""The hands of a deal: those that the record gives, or the cards that were seen in play.

A card that was not seen is `??` in a script, and chance draws it.  Chance does not know which player could not follow
suit.  Where a player has shown this, the unseen cards are therefore named: they are chosen from the cards that are
left, so that the play is legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..interpreter.notation.model import SpannedText
from ..interpreter.program import Program, TrickRules
from .mappings import RecordMapping
from .record import UNKNOWN, PlayedCard, RecordedDeal
from .tricks import at_value

Tricks = Sequence[tuple[PlayedCard, ...]]


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards that a seat was dealt, `??` for each card that was not seen."""

    seat: int
    cards: tuple[SpannedText, ...]
    fitted: tuple[SpannedText, ...] = ()
    """The cards that were chosen so that the play is legal."""


def hands(deal: RecordedDeal, tricks: Tricks, seats: int, mapping: RecordMapping) -> list[Hand]:
    """The hand of each seat about which something is known, beginning with the player on the dealer's left."""
    size = mapping.size or max((len(hand) for hand in deal.hands if hand is not None), default=0)
    start = (deal.dealer + 1) if deal.dealer is not None else 0
    found: list[Hand] = []
    for seat in ((start + step) % seats for step in range(seats)):
        held = deal.hands[seat] if seat < len(deal.hands) else None
        cards = list(held) if held is not None else _seen(deal, tricks, seat)
        last: list[SpannedText] = []
        if mapping.last and deal.turned is not None and seat == deal.dealer:
            turned = deal.turned
            last = [turned]
            at = next((i for i, card in enumerate(cards) if card.text == turned.text), None)
            if at is not None:
                del cards[at]
        if not cards and not last:
            continue
        unknown = [SpannedText(UNKNOWN, deal.place)] * max(0, size - len(cards) - len(last))
        found.append(Hand(seat, (*cards, *unknown, *last)))
    return found


def _seen(deal: RecordedDeal, tricks: Tricks, seat: int) -> list[SpannedText]:
    """The cards that a seat played or discarded, except the one it picked up."""
    cards = [play.card for trick in tricks for play in trick if play.seat == seat]
    laid = [one for one in deal.actions if one.seat == seat and one.word.text != "choice"]
    cards += [one.card for one in laid if one.card is not None]
    taken = deal.turned.text if deal.turned is not None and seat == deal.spare else None
    at = next((i for i, card in enumerate(cards) if card.text == taken), None)
    if at is not None:
        del cards[at]
    return [card for card in cards if card.text != UNKNOWN]


def fitting(
    dealt: Sequence[Hand],
    deal: RecordedDeal,
    tricks: Tricks,
    program: Program,
    rules: TrickRules,
    face: Callable[[SpannedText], int | None],
    name: Callable[[int], str],
) -> list[Hand]:
    """Name the unknown cards of the players who could not follow suit.  Returns the hands unchanged if no cards fit."""
    width = len(program.faces)
    row = at_value(program, rules, deal.trump) * width
    group = program.tables[rules.group][row : row + width]
    void: dict[int, set[int]] = {}
    for trick in tricks:
        led = face(trick[0].card)
        for play in trick[1:]:
            mine = face(play.card)
            if led is not None and mine is not None and group[mine] != group[led] and play.seat is not None:
                void.setdefault(play.seat, set()).add(group[led])
    named = [card for hand in dealt for card in hand.cards]
    named += [deal.turned] if deal.turned is not None else []
    left = Counter(program.deck)
    left.subtract(known for card in named if (known := face(card)) is not None)
    slots = [hand.seat for hand in dealt if hand.seat in void for card in hand.cards if card.text == UNKNOWN]
    given = _matched([void[seat] for seat in slots], group, sorted((+left).elements()))
    if given is None:
        return list(dealt)
    cards = {seat: [one for slot, one in zip(slots, given, strict=True) if slot == seat] for seat in slots}
    return [_filled(hand, [name(one) for one in cards.get(hand.seat, ())]) for hand in dealt]


def _filled(hand: Hand, cards: Sequence[str]) -> Hand:
    rest = iter(cards)
    filled = tuple(SpannedText(next(rest, UNKNOWN), card.span) if card.text == UNKNOWN else card for card in hand.cards)
    return Hand(hand.seat, filled, tuple(SpannedText(card) for card in cards))


def _matched(forbidden: Sequence[set[int]], group: Sequence[int], pool: Sequence[int]) -> list[int] | None:
    """Choose a card of the pool for each slot so that no slot gets a card of a group forbidden to it.  `group`: the
    group of each card.  Returns None if that is impossible.
    """
    holder: dict[int, int] = {}

    def place(slot: int, tried: set[int]) -> bool:
        for number, one in enumerate(pool):
            if number in tried or group[one] in forbidden[slot]:
                continue
            tried.add(number)
            if number not in holder or place(holder[number], tried):
                holder[number] = slot
                return True
        return False

    if not all(place(slot, set()) for slot in range(len(forbidden))):
        return None
    cards = {slot: pool[number] for number, slot in holder.items()}
    return [cards[slot] for slot in range(len(forbidden))]
