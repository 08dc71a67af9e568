"""Adds up paired games from the logs of the modules that played them, in a module (`wasm/runtime/paired.wat`): the same
sums as `PairSums.add_games`, in a tenth of the time, and other threads can run meanwhile.
"""

from __future__ import annotations

from collections import Counter

from ..wasm.paired import CROSS, LENGTH, MEASURED, MEASURES, MOST_SIDES, SCORED, TOTALS, PairAdder
from .course import MeasureCalculator
from .pairing import EXAMPLES, PairSums, Winners
from .sums import Cross

MOST_GAMES = 8_192
"""The most games of one call: of more, sums of products might need more than 64 bits."""


LONGEST = 1 << 28
"""The longest log, in bytes."""


class PairedLogs:
    """One instance.  It must not be used by several threads at once."""

    def __init__(self, courses: tuple[MeasureCalculator, MeasureCalculator]) -> None:
        """`courses`: what measures games under A and under B."""
        self.adder = PairAdder()
        self.others = False
        """Whether the logs that were added last have entries that say something else."""
        for rules, course in enumerate(courses):
            sides = bytes(course.side_of[player] for player in sorted(course.side_of))
            self.adder.judge_by(rules, course.sign, course.parts, sides)

    def add(self, sums: PairSums, first: int, logs: tuple[bytes, bytes], count: int, scores: int) -> bool:
        """Add games to empty sums.  `first`: the number of the first; `logs`: of the same games under A and under B,
        `count` at least; `scores`: how many sides have scores under both.

        Returns False, with the sums as they were, if numbers are too large or games too many.
        """
        if count > MOST_GAMES or sums.sides > MOST_SIDES or max(map(len, logs)) > LONGEST:
            return False
        too_large, self.others, at = self.adder.add(logs, count, scores)
        if not too_large:
            self._read(sums, first, count, at, scores)
        return not too_large

    def _read(self, sums: PairSums, first: int, count: int, at: int, scores: int) -> None:
        words = self.adder.words(at, 3 * count)
        won_a, won_b, differing = words[::3], words[1::3], words[2::3]
        results = Counter(zip(won_a, won_b, strict=True))
        sums.games = count
        sums.deals = self.adder.words(TOTALS, 1)[0]
        sums.deals_otherwise = sum(differing)
        for (a, b), games in results.items():
            winners: Winners = _sides(a), _sides(b)
            sums.results[winners] = games
            sums.otherwise += games if a != b else 0
            for side, won in enumerate(sums.wins):
                _add(won, (a >> side & 1, b >> side & 1), games)
        for index, (a, b, more) in enumerate(zip(won_a, won_b, differing, strict=True), first):
            if (more or a != b) and len(sums.examples) < EXAMPLES:
                sums.examples.append(index)
        self._cross(LENGTH, sums.length)
        for side in range(scores):
            self._cross(SCORED + 8 * CROSS * side, sums.scores[side])
        for number, name in enumerate(MEASURES):
            cross = Cross(4)
            self._cross(MEASURED + 8 * CROSS * number, cross)
            if cross.games:
                sums.measures[name] = cross

    def _cross(self, at: int, cross: Cross) -> None:
        cross.games, *found = self.adder.words(at, CROSS)
        cross.sums, products = found[:4], iter(found[4:])
        for i in range(4):
            for j in range(i, 4):
                cross.products[4 * i + j] = cross.products[4 * j + i] = next(products)


def _sides(won: int) -> tuple[int, ...]:
    return tuple(side for side in range(won.bit_length()) if won >> side & 1)


def _add(cross: Cross, pair: tuple[int, int], games: int) -> None:
    """Add the same pair of numbers for many games."""
    cross.games += games
    for i, one in enumerate(pair):
        cross.sums[i] += games * one
        for j, other in enumerate(pair):
            cross.products[2 * i + j] += games * one * other
