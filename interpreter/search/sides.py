"""Who plays together, and which scores decide a game."""

from __future__ import annotations

from ...dsl.limits import MOST_OFFERED
from ..program import Program, RandomPick
from ..traversal import carried_out
from ..wasm import WatchedSlots


def sides_of(program: Program) -> tuple[tuple[int, ...], ...]:
    """The players of each side: the teams where teams win, otherwise single players."""
    if program.endings and program.endings[0].owner == "team":
        return program.teams
    return tuple((player,) for player in range(program.players))


def scores_of(program: Program) -> tuple[int, ...]:
    """The slots of the first score that decides the game, one for each side; empty if the game is not decided by
    numbers.
    """
    if program.score is None:
        return ()
    base = program.score[0]
    return tuple(range(base, base + len(sides_of(program))))


def highest_wins(program: Program) -> bool:
    """Whether the highest of these scores is best."""
    return program.score is None or program.score[1]


def watch(program: Program) -> WatchedSlots:
    """What a module that thinks counts."""
    return WatchedSlots(scores_of(program), -1, sides_of(program), MOST_OFFERED)


def dealer_variable(program: Program) -> int:
    """The variable (an index) that holds the player whom chance picks at the beginning: the dealer. -1 if there is
    none.
    """
    picks = [node for node in carried_out(program) if isinstance(node, RandomPick)]
    purposes = {pick.purpose for pick in picks if pick.what == "player"}
    return next((i for i, v in enumerate(program.variables) if v.name in purposes and v.owner is None), -1)


def watch_of(program: Program) -> WatchedSlots:
    """What a module that plays whole games counts."""
    dealer = dealer_variable(program)
    slot = program.variables[dealer].base if dealer >= 0 else -1
    return WatchedSlots(scores_of(program), slot, sides_of(program), MOST_OFFERED)
