"""Who sees what: everything that a player can know of a state by looking at the table.

All players see a `face up` zone; its owner sees a `private` zone (the players of a team see the team's); no player sees
a `face down` zone.  All see how many cards lie in each zone.  A player knows cards that were `show`n to that player,
wherever they lie, until they are shuffled.  A view does not contain what happened before; the records do, and
`known_cards.py` follows from them what somebody who remembers knows.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..program import ACTOR, NOWHERE_KNOWN, OVER, PC, Program, Slots, ZoneInfo
from ..records import Where
from ..text.format import bits

UNSEEN = -1
"""Stands for a card that the player does not see."""
WATCHER = -1
"""Stands for somebody at no seat, who sees what lies face up."""


@dataclass(frozen=True, slots=True)
class SeenZone:
    """A zone as one player sees it: its cards in order (bottom first), `UNSEEN` for each card that the player does not
    know.

    In a heap, the known cards come first, ascending, then the unseen ones.
    """

    where: Where
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one player may know: the cards by zone, the variables, and whose turn it is (-1: no player's)."""

    player: int
    zones: tuple[SeenZone, ...]
    variables: tuple[tuple[int, ...], ...]
    turn: int


def sees(program: Program, zone: ZoneInfo, owner: int, player: int) -> bool:
    """Whether a player sees the faces of the cards in a zone."""
    if zone.visibility == "face up":
        return True
    if zone.visibility == "face down":
        return False
    return player == owner if zone.owner == "player" else zone.owner == "team" and player in program.teams[owner]


VisibleZone = tuple[Where, int, ZoneInfo, int, bool]
"""A zone of an owner, its slot, its description, its owner, and whether a player sees the faces of its cards."""


def looked_at(program: Program, player: int) -> tuple[VisibleZone, ...]:
    """Every zone as one player looks at it; this is the same in every state."""
    return tuple(
        (
            Where(number, owner if zone.owner is not None else -1),
            zone.base + owner,
            zone,
            owner,
            sees(program, zone, owner, player),
        )
        for number, zone in enumerate(program.zones)
        for owner in range(zone.count)
    )


def view(program: Program, values: Slots, player: int, places: tuple[VisibleZone, ...] | None = None) -> View:
    """The view of a player (-1: of a spectator, who sees what lies face up).

    `places`: the result of `looked_at`, if the caller has it already.
    """
    known = 0
    if program.known != NOWHERE_KNOWN and player >= 0:
        found = values[program.known + player]
        assert isinstance(found, int)
        known = found
    zones: list[SeenZone] = []
    for where, slot, zone, owner, open_ in looked_at(program, player) if places is None else places:
        content = values[slot]
        cards = content if isinstance(content, tuple) else bits(content)
        if not cards or open_:
            seen = cards
        elif not known:
            seen = (UNSEEN,) * len(cards)
        else:
            seen = tuple([c if known >> c & 1 else UNSEEN for c in cards])
            low, high = (0, len(seen)) if not isinstance(content, tuple) else _unknown(values, zone, owner)
            # An unknown order must not be revealed, so the seen cards come first.
            seen = seen[:low] + tuple(sorted(seen[low:high], key=lambda c: c == UNSEEN)) + seen[high:]
        zones.append(SeenZone(where, seen))
    variables = tuple(
        [
            tuple([v if isinstance(v, int) else 0 for v in values[info.base : info.base + info.count]])
            for info in program.variables
        ]
    )
    pc, actor = values[PC], values[ACTOR]
    assert isinstance(pc, int) and isinstance(actor, int)
    return View(player, tuple(zones), variables, actor if pc > OVER else -1)


def _unknown(values: Slots, zone: ZoneInfo, owner: int) -> tuple[int, int]:
    """The range of a pile whose order is unknown: from, to."""
    if zone.bag < 0:
        return 0, 0
    low, high = values[zone.bag + 2 * owner], values[zone.bag + 2 * owner + 1]
    assert isinstance(low, int) and isinstance(high, int)
    return low, high
