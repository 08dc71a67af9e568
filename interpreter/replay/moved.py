"""Cards that are moved to a zone and not dealt to it: how a script names them."""

from __future__ import annotations

from collections.abc import Sequence

from ..program import DealCards, MoveAll, MoveCards, Program
from ..traversal import carried_out


def named_by_pile(program: Program, zone: str, cards: Sequence[str]) -> str | None:
    """Help for a line that names cards as dealt to a zone; None if the rules deal to it, or move no pile there."""
    at = next((i for i, one in enumerate(program.zones) if one.name == zone.casefold().replace(" ", "_")), None)
    piles: set[int] = set()
    for one in carried_out(program):
        match one:
            case DealCards(target=target) if target.zone == at:
                return None
            case MoveAll(source=source, target=target) | MoveCards(source=source, target=target) if target.zone == at:
                if source is not None and program.zones[source.zone].bag >= 0:
                    piles.add(source.zone)
            case _:
                pass
    what = "cards that are moved and not dealt are named by their pile"
    shared = [program.zones[pile].name for pile in piles if program.zones[pile].owner is None]
    if len(piles) == len(shared) == 1:
        return f"{what}, below all cards that are dealt from it before: `pile {shared[0]}: {' '.join(cards)}`"
    return f"{what}, as in `pile stock: …`" if piles else None
