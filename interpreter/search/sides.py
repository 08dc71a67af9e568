"""Who plays together, and what a game is won by."""

from __future__ import annotations

from ...dsl.limits import MOST_OFFERED
from ..program import Program
from ..wasm import WatchedSlots


def sides_of(program: Program) -> tuple[tuple[int, ...], ...]:
    """The players of each side: teams where teams win, else everybody alone."""
    if program.endings and program.endings[0].owner == "team":
        return program.teams
    return tuple((player,) for player in range(program.players))


def scores_of(program: Program) -> tuple[int, ...]:
    """The slots of the numbers a game is won by first of all, one for each side; none if it is not won by numbers."""
    if program.score is None:
        return ()
    base = program.score[0]
    return tuple(range(base, base + len(sides_of(program))))


def highest_wins(program: Program) -> bool:
    """Whether the highest of these numbers is best."""
    return program.score is None or program.score[1]


def watch(program: Program) -> WatchedSlots:
    """What a module that thinks looks at."""
    return WatchedSlots(scores_of(program), -1, sides_of(program), MOST_OFFERED)
