"""How one game went, as pairs of whole numbers that are summed over games.  A measure is the sum of the first numbers
divided by the sum of the second.

`measures.py` says what each measure means; `simulate --measures` and `compare` both count them here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import ne, sub
from typing import TYPE_CHECKING

from ..program import Program
from ..wasm.tallies import parts_of_others
from .playout import Outcome

if TYPE_CHECKING:
    from ..search.thinker import Thought

MILLI = 1000
"""Values are summed in thousandths, as whole numbers."""

Pair = tuple[int, int]
CountedPairs = dict[str, Pair]
"""A pair for each measure, by its name.  Measures about which a game says nothing are missing."""


def of_scores(outcome: Outcome, sign: int) -> CountedPairs:
    """The measures that follow from the scores after each deal.  `sign` is -1 if the lowest score wins."""
    if not outcome.scores or not outcome.deals:
        return {}
    winner = outcome.winners[0] if len(outcome.winners) == 1 else -1
    running: list[list[int]] = []
    for gains, score in zip(zip(*(deal.gains for deal in outcome.deals), strict=True), outcome.scores, strict=True):
        after = accumulate(gains, initial=score - sum(gains))
        running.append([sign * one for one in after][1:])
    rows = list(zip(*running, strict=True))
    highest = [max(row) for row in rows]
    leaders = [row.index(high) if row.count(high) == 1 else -1 for row, high in zip(rows, highest, strict=True)]
    lags = list(map(sub, highest, running[winner]))
    alone = [leader for leader in leaders if leader >= 0]
    counted = {"lead_changes": (sum(map(ne, alone, alone[1:])), len(leaders) - 1)}
    if winner >= 0:
        behind = [number for number, leader in enumerate(leaders) if leader != winner]
        counted["drama"] = len(lags) - 1 - lags[:-1].count(0), len(lags) - 1
        counted["decided"] = min(len(leaders), behind[-1] + 2 if behind else 1), len(leaders)
        counted["comeback"] = max(lags), 1
    return counted


def of_thoughts(thoughts: Sequence[Thought]) -> CountedPairs:
    """The measures that follow from what thinking players found out.  `spread` is in thousandths of a point."""
    spread = clear = 0
    for thought in thoughts:
        best, second = thought.values[:2]
        every = sum(one.value for one in thought.values) / len(thought.values)
        spread += round(MILLI * (best.value - every))
        clear += best.value - second.value > 2 * (best.error**2 + second.error**2) ** 0.5
    return {"spread": (spread, MILLI * len(thoughts)), "clear": (clear, len(thoughts))} if thoughts else {}


class MeasureCalculator:
    """Computes the measures of games of one program, including those about the dealer."""

    def __init__(self, program: Program) -> None:
        self.sign = 1 if program.highest_wins else -1
        every = program.sides
        self.parts = parts_of_others(len(every)) if len(every) > 1 else 0
        """Into how many parts gains are divided, where the dealer's side is compared with others."""
        self.side_of = {player: side for side, players in enumerate(every) for player in players}

    def of(self, outcome: Outcome) -> CountedPairs:
        """The measures of one game.

        `dealer`: how many points more the dealer's side gains in a deal than the mean of the others in it;
        `first_dealer`: whether the side of the first dealer won.
        """
        counted = of_scores(outcome, self.sign)
        if outcome.dealer < 0 or not self.parts:
            return counted
        counted["first_dealer"] = int(self.side_of[outcome.dealer] in outcome.winners), 1
        if outcome.scores:
            more = deals = 0
            for deal in outcome.deals:
                if deal.dealer >= 0:
                    own, others = deal.better(self.side_of[deal.dealer], self.parts)
                    more += own - others
                    deals += self.parts
            counted["dealer"] = self.sign * more, deals
        return counted
