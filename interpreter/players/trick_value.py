"""Finds whether tricks are good to have, by playing random games.

A few random games, always the same ones, show how the number of a side's tricks in a deal correlates with the change of
its score, in the direction in which the game is won.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice

from ...dsl.limits import MOST_OFFERED
from ...dsl.source.caching import cached
from ..engine import Dice, Engine, Fault
from ..program import Program, Slots
from ..records import AnyRecord, GameOver, Shuffled, TrickTaken

DECISIONS = 3_000
"""How many random choices are made."""


@dataclass
class _Deals:
    """Listens to games.  For each deal and side it collects the tricks and the gain, both less the mean of the
    sides.
    """

    program: Program
    taken: list[int] = field(default_factory=list["int"])
    score: list[int] = field(default_factory=list["int"])
    xx: float = 0.0
    xy: float = 0.0
    yy: float = 0.0

    def __post_init__(self) -> None:
        ending = self.program.endings[0]
        teams = self.program.teams if ending.owner == "team" else ()
        self.sides = teams or tuple((player,) for player in range(self.program.players))
        score = self.program.score
        assert score is not None
        self.base, highest = score
        self.sign = 1 if highest else -1
        self.begin(list(self.program.initial))

    def begin(self, slots: Slots) -> None:
        """Begin a new deal or game."""
        self.taken = [0] * self.program.players
        self.score = self._scores(slots)

    def _scores(self, slots: Slots) -> list[int]:
        found = slots[self.base : self.base + len(self.sides)]
        return [value * self.sign if isinstance(value, int) else 0 for value in found]

    def hear(self, record: AnyRecord, slots: Slots) -> None:
        """Process a record of a game; a listener."""
        match record:
            case TrickTaken(player=player):
                self.taken[player] += 1
            case Shuffled() | GameOver() if any(self.taken):
                tricks = [sum(self.taken[player] for player in side) for side in self.sides]
                gain = [now - then for now, then in zip(self._scores(slots), self.score, strict=True)]
                for x, y in zip(_centred(tricks), _centred(gain), strict=True):
                    self.xx, self.xy, self.yy = self.xx + x * x, self.xy + x * y, self.yy + y * y
                self.begin(slots)
            case _:
                pass


def _centred(values: list[int]) -> list[float]:
    mean = sum(values) / len(values)
    return [value - mean for value in values]


def _play(engine: Engine, game: int, most: int, deals: _Deals) -> int:
    """Play a game at random, at most `most` choices.  Returns how many choices were made (at least 1).  Raises
    `Fault`.
    """
    dice, made = Dice(0, game), 0
    state = engine.start(seed=1, index=game, listener=deals.hear)
    while made < most and (question := engine.question(state)) is not None:
        options = [(choice.alternative, *choice.values) for choice in islice(question.choices(), MOST_OFFERED)]
        engine.take(state.values, question.ask, options[dice.below(len(options))], listener=deals.hear)
        made += 1
    return max(made, 1)


@cached(most=8)
def value_of_tricks(program: Program) -> float:
    """The correlation, from -1 to 1, of a side's tricks in a deal with the gain of its score; 0 if there is none."""
    if not program.endings or not program.endings[0].criteria:
        return 0.0
    engine, deals, made, game = Engine(program), _Deals(program), 0, 0
    while made < DECISIONS:
        deals.begin(list(program.initial))
        try:
            made += _play(engine, game, DECISIONS - made, deals)
        except Fault:  # a real game reports the fault
            made += DECISIONS // 10
        game += 1
    return deals.xy / (deals.xx * deals.yy) ** 0.5 if deals.xx and deals.yy else 0.0
