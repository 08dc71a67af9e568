"""Measures how much better one kind of player is than another: on the same deals, with seats exchanged.

    work = PlayersCompared(program, "think:quick", "random", seed=1)
    sums = finish(run(work, games=20)).sums
    advantage(sums, others), share(sums)

Every deal is played as often as there are sides, always with the same cards (`paired`).  The first player takes each
side in turn; the second takes all others.  *g* is the gain of the first player's side in a deal, less the mean gain of
the others.

* *advantage*: the mean of g, in points a deal;
* *skill*: the square of that mean divided by the mean of the squares of g.  It is the share of the variance of a side's
  gain that is explained by who plays (the coefficient of determination).  The rest is luck: the cards, and the random
  choices of the players.

The result holds for these two kinds of players: between two good players, skill decides less.  Borm and van der
Genugten ("On a relative measure of skill for games with chance elements", Top 9, 2001) compare a beginner, an optimal
player and one who knows what chance will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from ..engine import Fault
from ..errors import wrong
from ..learning.weights import Weights
from ..players import BadPlayer, maker, makers
from ..program import Program
from ..wasm.search.counted import added_later
from .playout import Outcome, Playout
from .statistics import Estimate, Z, ratio, variance
from .sums import Cross, digest
from .work import BatchPart, Runner, Work, describe_failure

THINKS, CHANCE = "think:quick", "random"
"""The players whose difference is called the skill of a game."""


@dataclass
class SkillSums:
    """The sums over games that were each played once for every side."""

    games: int = 0
    gained: Cross = field(default_factory=lambda: Cross(3))
    """Of g (times the number of other sides), of the number of deals, of the squares of g."""
    won: Cross = field(default_factory=lambda: Cross(1))
    """Games that the side of the first player won, of those played with the same cards."""

    def merge(self, other: SkillSums) -> None:
        """Add the sums of the games that follow."""
        self.games += other.games
        self.gained.merge(other.gained)
        self.won.merge(other.won)

    def digest(self) -> str:
        """A hash of all sums: 16 hexadecimal digits."""
        return digest(self)


@dataclass(frozen=True)
class PlayersCompared(Work[SkillSums]):
    """Games of one program in which `player_a` takes each side in turn and `player_b` all other seats.

    Raises `UnknownPlayer`, and `GameError` for a game of one side.
    """

    program: Program
    player_a: str
    player_b: str
    seed: int = 0
    weights: Weights | None = None

    def __post_init__(self) -> None:
        for name in (self.player_a, self.player_b):
            maker(name)
        if len(self.program.sides) < 2:
            raise wrong(f"`{self.program.title}` has only one side, so there are no seats to exchange")

    def runner(self) -> Runner[SkillSums]:
        return SkillRunner(self)

    def nothing(self) -> SkillSums:
        return SkillSums()


class GainCounter:
    """Adds up games that were each played once for every side."""

    def __init__(self, program: Program) -> None:
        self.sides, self.sign = program.sides, 1 if program.highest_wins else -1
        self.by_deals = in_points(program)

    def add(self, sums: SkillSums, outcomes: Sequence[Outcome]) -> None:
        """Add a game: its outcome with the first player at each side in turn."""
        others = len(self.sides) - 1
        total = count = squares = wins = 0
        for side, outcome in enumerate(outcomes):
            won = tuple(int(one in outcome.winners) for one in range(len(self.sides)))
            wins += won[side]
            rows = [deal.gains for deal in outcome.deals] if self.by_deals else [won]
            for row in rows:
                gained = (self.sign if self.by_deals else 1) * (row[side] * others - (sum(row) - row[side]))
                total, count, squares = total + gained, count + 1, squares + gained * gained
        sums.games += 1
        sums.gained.add(total, count, squares)
        sums.won.add(wins)


class SkillRunner(Runner[SkillSums]):
    """Plays each game once for every side."""

    def __init__(self, work: PlayersCompared) -> None:
        program = work.program
        self.counter = GainCounter(program)
        first, second = makers((work.player_a, work.player_b), work.weights)
        self.seatings = [
            Playout(
                program, [first if seat in own else second for seat in range(program.players)], work.seed, paired=True
            )
            for own in self.counter.sides
        ]

    def run(self, first: int, count: int) -> BatchPart[SkillSums]:
        sums, failure = SkillSums(), None
        for index in range(first, first + count):
            try:
                played = [playout.play(index) for playout in self.seatings]
            except (Fault, BadPlayer) as error:
                failure = describe_failure(error, index)
                break
            self.counter.add(sums, played)
        return BatchPart(sums, sums.games, failure)


def in_points(program: Program) -> bool:
    """Whether g is counted in points of each deal.  If not, a whole game counts 1 for the winner."""
    return program.score is not None and added_later(program) < 0


def advantage(sums: SkillSums, others: int) -> Estimate:
    """How much more the first player gains than the second in a deal, in points; in games that are not won by points,
    how many games.
    """
    return ratio(sums.gained, 0, 1, 1 / max(1, others))


def wins(sums: SkillSums, sides: int) -> Estimate:
    """The share of games that the first player's side wins.  Without any difference it is 1 / `sides` if there are no
    ties.
    """
    rate = sums.won.sums[0] / max(1, sums.games * sides)
    if sums.games < 2:
        return Estimate(rate, 0.0, 1.0)
    half = Z * sqrt(variance(sums.won, {0: 1}) / sums.games) / sides
    return Estimate(rate, max(0.0, rate - half), min(1.0, rate + half))


def share(sums: SkillSums) -> Estimate:
    """The share of skill: 0 if who plays explains nothing of the result of a deal, 1 if it explains everything."""
    total, count, squares = sums.gained.sums
    if not squares or not count:
        return Estimate(0.0, 0.0, 1.0)
    value = total * total / (squares * count)
    # The delta method: the derivative of the share by each sum.
    weights = {0: 2 * total / (squares * count), 1: -value / count, 2: -value / squares}
    spread = variance(sums.gained, weights) if sums.games > 1 else 1.0
    half = Z * sqrt(spread * sums.games)
    return Estimate(value, max(0.0, value - half), min(1.0, value + half))


__all__ = ["CHANCE", "THINKS", "PlayersCompared", "advantage", "in_points", "share", "wins"]
