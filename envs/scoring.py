"""Rewards: who has won, or how the points have changed."""

from __future__ import annotations

from typing import Literal

from ..interpreter.engine import Engine, State
from ..interpreter.engine.state import number_in
from ..interpreter.errors import wrong
from ..interpreter.program import OVER, PC, Slots

Rewards = Literal["win", "points"]
"""`win`: at the end of the game, 1 for each winner and -1 for the others; 0 for all in a tie or a game that was cut
short.

`points`: after every choice, the change of the player's points (for a team, of its points) since the choice before; so
mostly at the end of deals.  Points are what decides the game; where the lowest win, they count negative.
"""


class Scoring:
    """The rewards in games of one program."""

    def __init__(self, engine: Engine, rewards: Rewards) -> None:
        """Raises `GameError` for an unknown kind of rewards."""
        if rewards not in ("win", "points"):
            raise wrong(f"rewards are 'win' or 'points', not {rewards!r}")
        program = engine.program
        self.engine, self.rewards = engine, rewards
        ending = program.endings[0] if program.endings else None
        self.points: list[tuple[int, int]] = []
        """For `points`: the slot of each player's points, and the sign."""
        if rewards == "points":
            if ending is None or not ending.criteria:
                raise wrong(f"{program.title} is decided by no points")
            base, highest = ending.criteria[0]
            for player in range(program.players):
                owner = player if ending.owner == "player" else self.team(player)
                self.points.append((base + owner, 1 if highest else -1))

    def team(self, player: int) -> int:
        """The number of a player's team; -1 if there are no teams."""
        return next((i for i, team in enumerate(self.engine.program.teams) if player in team), -1)

    def total(self, values: Slots) -> list[float]:
        """What each player has earned since the beginning of the game, if it began with no points."""
        if self.points:
            return [float(sign * number_in(values[slot])) for slot, sign in self.points]
        program = self.engine.program
        if number_in(values[PC]) > OVER:
            return [0.0] * program.players
        result = self.engine.result(State(values))
        if result is None or result.cut or result.tie or not result.winners:
            return [0.0] * program.players
        won = [
            (player if result.owner == "player" else self.team(player)) in result.winners
            for player in range(program.players)
        ]
        return [1.0 if one else -1.0 for one in won]
