"""What one seat has seen of a deal: everything that the code that thinks for the seat gets.  `history.py` makes it."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.chance import splitmix_output
from ..program import Program, Slots
from ..story.view import UNSEEN, View

MASK = (1 << 64) - 1
ZONE, VARIABLE, PLACE = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7
NO_ORDER = 0xFFF
"""Stands for the position of a card in a pile of unknown order."""
CARD, PICKED_CARD, PICKED_PLAYER = range(3)
"""Kinds of draws: a card from a pile, a random card of a set, a random player."""


@dataclass(frozen=True, slots=True)
class SeenStep:
    """A choice as a seat knows it.  `values`: a single card that the seat has not seen is -2; of a set of cards, only
    those it knows are included.

    `hidden`: for each value, -1 if it is known, 0 for an unknown card, the number of cards for a set that is not
    completely known.  `ask` is -1 for an incident, whose number is then `alternative`.  `alternative` is -1 if the
    whole choice is unknown (secret).  `hash`: the hash of what the seat saw when the choice was made.
    """

    ask: int
    player: int
    alternative: int
    values: tuple[int, ...]
    hidden: tuple[int, ...]
    hash: int


@dataclass(frozen=True, slots=True)
class SeenDraw:
    """A draw as a seat knows it.  `value` is -1 if the seat did not see it.  `owner`: the owner of the zone to which
    the card went, or -1; `zone`: the number of the owner's zone, or -1.
    """

    kind: int
    value: int
    owner: int
    epoch: int
    step: int
    zone: int = -1


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card that a seat saw leaving a zone, or lying there when it was shown.  `step`: how many choices had been
    made.
    """

    card: int
    zone: int
    step: int


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """What a seat has seen of a deal: enough to think about the open question, and nothing else."""

    seat: int
    base: Slots
    """The state in which the deal began.  Its random generator is not that of the game."""
    steps: tuple[SeenStep, ...]
    draws: tuple[SeenDraw, ...]
    ask: int
    hash: int
    """The hash of the seat's view of the open question."""
    epochs: int
    absent: tuple[tuple[int, int], ...] = ()
    """Cards that the seat knows were not drawn in an epoch: (epoch, card)."""
    only_view: bool = False
    """Whether no seat saw the cards being dealt (a position), so that only the view of the open question is known."""
    sightings: tuple[Sighting, ...] = ()
    """When and where the seat saw a card in a zone to which cards had been dealt unseen.  The views contain the same
    information, but with it a world is found sooner.
    """


def view_hash(program: Program, values: Slots, seen: View) -> int:
    """A number that stands for what a seat sees: cards by their faces, by position where the order of a pile is known,
    and every variable.  A module computes the same number (`wasm/search/worlds.wat`).
    """
    total = 0
    distinct = len(program.deck) == len(program.faces)
    for number, zone in enumerate(seen.zones):
        info, owner = program.zones[zone.where.zone], max(zone.where.owner, 0)
        low, high = info.shuffled(owner, values)
        found = len(zone.cards) * PLACE & MASK
        for i, card in enumerate(zone.cards):
            if card != UNSEEN:
                at = i if info.ordered and not low <= i < high else NO_ORDER
                found += splitmix_output(program.deck[card] + 1 + (at + 1 << 32))
        total += splitmix_output((found & MASK) ^ (number + 1) * ZONE & MASK)
    for info, several in zip(program.variables, seen.variables, strict=True):
        of_cards = info.type.kind == "card" and not distinct
        for i, value in enumerate(several):
            word = program.deck[value] if of_cards and value >= 0 else value
            slot = (info.base + i + 1) * VARIABLE
            while True:
                total += splitmix_output((word & MASK) ^ slot & MASK)
                word, slot = word >> 64, slot + PLACE
                if word in (0, -1):
                    break
    return total & MASK
