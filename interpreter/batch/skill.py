"""Measures how much of a game is skill and how much is luck: a thinking player against random players, on the same
deals with exchanged seats.

    for sums in skill_games(program, games=20, seed=1): ...
    advantage(sums, others), share(sums)

Every deal is played as often as there are sides, always with the same cards (`paired`).  The thinking player takes each
side in turn; random players take all others.  *g* is the gain of the thinking player's side in a deal, less the mean
gain of the others.

* *advantage*: the mean of g, in points a deal;
* *skill*: the square of that mean divided by the mean of the squares of g.  It is the share of the variance of a side's
  gain that is explained by who plays (the coefficient of determination).  The rest is luck: the cards, and the random
  choices of the players.

The result holds for these two kinds of players: between two good players, skill decides less.  Borm and van der
Genugten ("On a relative measure of skill for games with chance elements", Top 9, 2001) compare a beginner, an optimal
player and one who knows what chance will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from ..players import maker
from ..program import Program
from ..search.sides import highest_wins
from ..wasm.search.counted import added_later
from .playout import Playout
from .statistics import Estimate, Z, ratio, variance
from .sums import Cross
from .work import sides

THINKS, CHANCE = "think:quick", "random"


def skill_games(program: Program, games: int, seed: int) -> Iterator[Cross]:
    """Play `games` games, each once for every side.  Yield the sums after each game: of g (times the number of other
    sides), of the number of deals, of the squares of g.  Raises `Fault` for an error of the rules.
    """
    every, sign = sides(program), 1 if highest_wins(program) else -1
    seatings = [
        Playout(
            program, [maker(THINKS if seat in own else CHANCE) for seat in range(program.players)], seed, paired=True
        )
        for own in every
    ]
    by_deals = in_points(program)
    found, others = Cross(3), len(every) - 1
    for index in range(games):
        total = count = squares = 0
        for side, playout in enumerate(seatings):
            outcome = playout.play(index)
            won = tuple(int(one in outcome.winners) for one in range(len(every)))
            rows = [deal.gains for deal in outcome.deals] if by_deals else [won]
            for row in rows:
                gained = (sign if by_deals else 1) * (row[side] * others - (sum(row) - row[side]))
                total, count, squares = total + gained, count + 1, squares + gained * gained
        found.add(total, count, squares)
        yield found


def in_points(program: Program) -> bool:
    """Whether g is counted in points of each deal.  If not, a whole game counts 1 for the winner."""
    return program.score is not None and added_later(program) < 0


def advantage(sums: Cross, others: int) -> Estimate:
    """How much more a thinking player gains than random players in a deal, in points; in games that are not won by
    points, how many games.
    """
    return ratio(sums, 0, 1, 1 / max(1, others))


def share(sums: Cross) -> Estimate:
    """The share of skill: 0 if who plays explains nothing of the result of a deal, 1 if it explains everything."""
    total, count, squares = sums.sums
    if not squares or not count:
        return Estimate(0.0, 0.0, 1.0)
    value = total * total / (squares * count)
    # The delta method: the derivative of the share by each sum.
    weights = {0: 2 * total / (squares * count), 1: -value / count, 2: -value / squares}
    spread = variance(sums, weights) if sums.games > 1 else 1.0
    half = Z * sqrt(spread * sums.games)
    return Estimate(value, max(0.0, value - half), min(1.0, value + half))


__all__ = ["CHANCE", "THINKS", "advantage", "in_points", "share", "skill_games"]
