"""Who plays together, and which scores decide a game."""

from __future__ import annotations

from ...dsl.limits import MOST_OFFERED
from ..program import Program
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
