"""`simulate --skill`: plays each deal again with the seats exchanged, and compares thinking with random play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .batch import tell_failure, with_bar

if TYPE_CHECKING:
    from ...interpreter.batch.sums import Cross
    from ...interpreter.program import Program


def skill_of(program: Program, games: int, seed: int) -> tuple[dict[str, Any], int]:
    """Play this number of games.  Returns the part of the report under `skill`, and the exit code: 0, 1 after a
    failure, 130 after Ctrl-C."""
    from ...interpreter.batch.playout import BadChoice
    from ...interpreter.batch.skill import CHANCE, THINKS, advantage, in_points, share, skill_games
    from ...interpreter.batch.work import describe_failure, sides
    from ...interpreter.faults import Fault

    sums: Cross | None = None
    code = 0
    if len(sides(program)) < 2:
        return {}, 0
    try:
        for step in with_bar(skill_games(program, games, seed), games, "skill", lambda one: one.games):
            sums = step
    except KeyboardInterrupt:
        code = 130
    except (Fault, BadChoice) as error:
        tell_failure(describe_failure(error, 0 if sums is None else sums.games))
        code = 1
    if sums is None:
        return {}, code
    found = {
        "players": [THINKS, CHANCE],
        "games": sums.games,
        "unit": "points" if in_points(program) else "wins",
        "advantage": advantage(sums, len(sides(program)) - 1).data(),
        "share": share(sums).data(),
    }
    return {"skill": found}, code


__all__ = ["skill_of"]
