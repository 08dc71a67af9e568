"""Estimates with the interval that holds the true value with 95 % confidence.

Rates get Wilson's interval (E. B. Wilson, 1927), which is also right near 0 and 1 and for few games.  Means get the
normal interval.  The frequencies of rules get an interval like Wilson's, with the variance between games that was
observed.  A number per deal is a ratio of two sums over games, because the deals of one game are not independent; its
variance is that of the residuals of the games (the delta method).  Paired differences use the difference of each game,
so what both rule sets share cancels out.  `benchmarks/intervals.py` measures how often each interval contains the true
value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from .sums import Cross

Z = 1.959963984540054
"""The two-sided 95 % quantile of the normal distribution."""
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its interval."""

    value: float
    low: float
    high: float

    @property
    def sure(self) -> bool:
        """Whether the interval does not contain 0, so that there is a difference."""
        return self.low > 0 or self.high < 0

    def data(self) -> dict[str, float]:
        """As JSON data, rounded to six decimal places."""
        return {"value": round(self.value, 6), "low": round(self.low, 6), "high": round(self.high, 6)}


def wilson(count: int, of: int) -> Estimate:
    """The rate of something that happened `count` times out of `of`."""
    if of == 0:
        return Estimate(0.0, 0.0, 1.0)
    rate, z2 = count / of, Z * Z
    middle = (rate + z2 / (2 * of)) / (1 + z2 / of)
    half = Z * sqrt(rate * (1 - rate) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    return Estimate(rate, low, 1.0 if count == of else min(1.0, middle + half))


def frequency(count: int, per: int, spread: float = 1.0) -> Estimate:
    """How often something happens per deal.  It may happen several times in a deal, or equally often in all deals of a
    game.

    `spread`: its variance divided by that of independent events.  The interval contains the values for which such a
    count would not be surprising (a score interval, like Wilson's), so it is also right for few events.
    """
    if per == 0:
        return Estimate(0.0, 0.0, 0.0)
    middle = count + Z * Z * spread / 2
    half = Z * sqrt(spread * count + (Z * spread) ** 2 / 4)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    return Estimate(count / per, low / per, (middle + half) / per)


def mean(cross: Cross, i: int) -> Estimate:
    """The mean of a number over games."""
    n = cross.games
    if n == 0:
        return Estimate(0.0, 0.0, 0.0)
    value = cross.sums[i] / n
    # In whole numbers, so that large sums lose no precision: n * sum of squares - square of the sum.
    spread = max(0, n * cross.product(i, i) - cross.sums[i] ** 2)
    half = Z * sqrt(spread / (n * n * max(1, n - 1)))
    return Estimate(value, value - half, value + half)


def ratio(cross: Cross, i: int, j: int, factor: float = 1.0) -> Estimate:
    """The sum of one number divided by the sum of another, over games, times `factor`."""
    n, below = cross.games, cross.sums[j]
    if n == 0 or below == 0:
        return Estimate(0.0, 0.0, 0.0)
    value = cross.sums[i] / below
    residual = cross.product(i, i) - 2 * value * cross.product(i, j) + value * value * cross.product(j, j)
    half = Z * sqrt(max(0.0, residual) * n / max(1, n - 1)) / below
    return Estimate(value * factor, (value - half) * factor, (value + half) * factor)


def ratio_difference(cross: Cross, a: tuple[int, int], b: tuple[int, int]) -> Estimate:
    """The difference of two ratios of the same games, `b` - `a`.  Each is given by its two numbers: (divided,
    divisor).
    """
    n = cross.games
    da, db = cross.sums[a[1]], cross.sums[b[1]]
    if n == 0 or da == 0 or db == 0:
        return Estimate(0.0, 0.0, 0.0)
    ra, rb = cross.sums[a[0]] / da, cross.sums[b[0]] / db
    # The residual of a game: (x_b - r_b d_b) / D_b - (x_a - r_a d_a) / D_a, a sum of four terms.
    terms = ((b[0], 1 / db), (b[1], -rb / db), (a[0], -1 / da), (a[1], ra / da))
    residual = sum(v * w * cross.product(i, j) for i, v in terms for j, w in terms)
    half = Z * sqrt(max(0.0, residual) * n / max(1, n - 1))
    return Estimate(rb - ra, rb - ra - half, rb - ra + half)


def rate_difference(cross: Cross, z: float = Z) -> Estimate:
    """The difference of two rates of the same games, the second less the first; each number is 1 or 0 in a game.

    The interval is that of Agresti and Min (2005): as if two more games had been played, half a game for each
    combination of the two.  The plain normal interval is too narrow where the two seldom differ, and has no width where
    they never differed.
    """
    n = cross.games
    if n == 0:
        return Estimate(0.0, -1.0, 1.0)
    both = cross.product(0, 1)
    lost, won, games = cross.sums[0] - both + 0.5, cross.sums[1] - both + 0.5, n + 2
    middle = (won - lost) / games
    half = z * sqrt((won + lost) - (won - lost) ** 2 / games) / games
    return Estimate((cross.sums[1] - cross.sums[0]) / n, max(-1.0, middle - half), min(1.0, middle + half))


def variance(cross: Cross, weights: Mapping[int, float]) -> float:
    """The variance between games of a weighted sum of the numbers."""
    n = cross.games
    if n < 2:
        return 0.0
    total = sum(weight * cross.sums[i] for i, weight in weights.items())
    squares = sum(v * w * cross.product(i, j) for i, v in weights.items() for j, w in weights.items())
    return max(0, n * squares - total * total) / (n * (n - 1))
