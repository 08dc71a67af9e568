"""What modules count of the sides and scores of a game, and who deals in it."""

from __future__ import annotations

from ..program import Program, RandomPick
from ..traversal import carried_out
from ..wasm import WatchedSlots


def watch(program: Program) -> WatchedSlots:
    """What a module that thinks counts."""
    return WatchedSlots(program.scores, -1, program.sides)


def dealer_variable(program: Program) -> int:
    """The variable (an index) that holds the player whom chance picks at the beginning: the dealer. -1 if there is
    none.
    """
    picks = [node for node in carried_out(program) if isinstance(node, RandomPick)]
    purposes = {pick.purpose for pick in picks if pick.what == "player"}
    return next((i for i, v in enumerate(program.variables) if v.name in purposes and v.owner is None), -1)


def hands_of(program: Program) -> tuple[tuple[int, ...], ...]:
    """For each side, the slots of the cards that its players have."""
    zones = [zone.base for zone in program.zones if zone.owner == "player"]
    return tuple(tuple(base + player for base in zones for player in players) for players in program.sides)


def watch_of(program: Program) -> WatchedSlots:
    """What a module that plays whole games counts."""
    dealer = dealer_variable(program)
    if dealer < 0:
        return WatchedSlots(program.scores, -1, program.sides)
    hands = hands_of(program) if program.scores else ()
    return WatchedSlots(program.scores, program.variables[dealer].base, program.sides, hands)
