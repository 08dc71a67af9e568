"""How strong the players are: points a deal over duplicate deals, each dealt again with the seats exchanged.

    python benchmarks/strength.py newberry_euchre think:quick sound --games 40 --seconds 60

Of each game, every deal is dealt alike (`paired`); the first player takes each side in turn, the second all others.
What is told is what the first player's side gains in a deal, less the mean of what the other sides gain.  The interval
is that of the mean over games, all seatings of one game together; it is wide where few games fit the time.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent))

from hoyle.dsl.loading import load
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import Maker, maker
from hoyle.interpreter.program import Program
from hoyle.interpreter.search.sides import highest_wins, scores_of, sides_of


@dataclass
class Match:
    """What was measured: for each game the points of the first player over all its seatings, and how many deals."""

    points: list[float] = field(default_factory=list["float"])
    deals: list[int] = field(default_factory=list["int"])
    seconds: float = 0.0

    @property
    def mean(self) -> float:
        """Points a deal."""
        return sum(self.points) / max(1, sum(self.deals))

    @property
    def error(self) -> float:
        """The standard error of the mean: a ratio over games."""
        mean, count = self.mean, len(self.points)
        if count < 2:
            return float("inf")
        rest = sum((p - mean * d) ** 2 for p, d in zip(self.points, self.deals, strict=True))
        return sqrt(rest * count / (count - 1)) / max(1, sum(self.deals))

    def __str__(self) -> str:
        half = 1.96 * self.error
        return (
            f"{self.mean:+.3f} ± {half:.3f} ({sum(self.deals)} deals, {len(self.points)} games, {self.seconds:.0f} s)"
        )


def made(name: str) -> Maker:
    """A player by name; `old` is the fixed opponent that lies beside this file."""
    if name == "old":
        from old_sound import SoundPlayer

        return SoundPlayer
    return maker(name)


def match(program: Program, first: str, second: str, games: int, seconds: float, seed: int = 1) -> Match:
    """Play until so many games are played, or so many seconds gone."""
    sides, sign = sides_of(program), 1 if highest_wins(program) else -1
    found, begun = Match(), perf_counter()
    seatings: list[Playout] = []
    for own in sides:
        makers = [made(first if seat in own else second) for seat in range(program.players)]
        seatings.append(Playout(program, makers, seed, paired=True))
    assert scores_of(program), "this game is not won by numbers"
    for index in range(games):
        points, deals = 0.0, 0
        for side, playout in enumerate(seatings):
            outcome = playout.play(index)
            for deal in outcome.deals:
                others = [gain for other, gain in enumerate(deal.gains) if other != side]
                points += sign * (deal.gains[side] - sum(others) / len(others))
                deals += 1
        found.points.append(points)
        found.deals.append(deals)
        found.seconds = perf_counter() - begun
        if found.seconds > seconds:
            break
    return found


def program_of(name: str) -> Program:
    """A ruleset that ships, with its usual options."""
    game = load(name).game
    assert game is not None
    return lower(game, {})


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("ruleset")
    arguments.add_argument("first")
    arguments.add_argument("second")
    arguments.add_argument("--games", type=int, default=1_000)
    arguments.add_argument("--seconds", type=float, default=60.0)
    arguments.add_argument("--seed", type=int, default=1)
    told = arguments.parse_args()
    found = match(program_of(told.ruleset), told.first, told.second, told.games, told.seconds, told.seed)
    print(f"{told.ruleset}: {told.first} against {told.second}: {found}")


if __name__ == "__main__":
    main()
