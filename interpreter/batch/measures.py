"""What a game is like to play: measures that need more than the result of each game.

    work = MeasuredSimulation(program, ("think:quick",) * 4, seed=1)
    sums.measures.lead ...

From the scores after each deal (Browne: "Automatic generation and evaluation of recombination games", 2008, chapter 4.
There a program rates positions; here the score itself says who is ahead):

* *lead changes*: the share of deals, without the first, after which a side leads alone that is not the side that last
  led alone;
* *drama*: the share of deals, without the last, after which the later winner was behind.  Only games with one winner
  count;
* *decided*: the number of the deal after which no other side caught up with the winner again, divided by all deals: how
  much of a game is played while it is open;
* *comeback*: the most points by which the winner was behind.

From what players who think found out at each choice (`Thought`), as the means over choices:

* *spread*: the value of the best option less the mean value of all options, in points: how much choices matter;
* *clear*: the share of choices in which the best option is better than the second by at least two standard errors of
  their difference, if both values are treated as independent.

And for each answer that names no card, *bids that pay*: what the side of the player who gave it gained in the deal,
less the mean gain of the others.  Intervals take whole games as independent (`statistics.py`); those of answers take
deals as independent.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, cast

from ..players import Maker, makers
from ..program import ACTOR, DECISIONS, Program, Slots
from .course import MILLI, of_scores, of_thoughts
from .playout import Outcome, Playout
from .statistics import Estimate, Z, mean, ratio
from .sums import Cross, GameSums, digest
from .work import BatchPart, Simulation, SimulationRunner

if TYPE_CHECKING:
    from ..search.thinker import Thought


@dataclass
class Measures:
    """Sums over games; all are whole numbers."""

    lead: Cross = field(default_factory=lambda: Cross(2))
    drama: Cross = field(default_factory=lambda: Cross(2))
    decided: Cross = field(default_factory=lambda: Cross(2))
    comeback: Cross = field(default_factory=lambda: Cross(1))
    thought: Cross = field(default_factory=lambda: Cross(3))
    """For each game: the spread of all choices that players thought about (in thousandths), how many were clear, and
    how many there were.
    """
    paid: dict[tuple[int, ...], list[int]] = field(default_factory=dict["tuple[int, ...]", "list[int]"])
    """By question and answer: how often it was given, the sum of its gains, and the sum of their squares.  Gains are
    multiplied by the number of other sides.
    """

    def merge(self, other: Measures) -> None:
        """Add the sums of another instance."""
        for name in ("lead", "drama", "decided", "comeback", "thought"):
            getattr(self, name).merge(getattr(other, name))
        for key, more in other.paid.items():
            kept = self.paid.setdefault(key, [0, 0, 0])
            kept[:] = [a + b for a, b in zip(kept, more, strict=True)]

    def add(self, outcome: Outcome, sign: int) -> None:
        """Add the scores of one more game.  `sign` is -1 if the lowest score wins."""
        counted = of_scores(outcome, sign)
        for name in counted:
            cross: Cross = getattr(self, name if name != "lead_changes" else "lead")
            cross.add(*counted[name][: cross.size])

    def think(self, thoughts: Sequence[Thought]) -> None:
        """Add what players found out in one more game."""
        counted = of_thoughts(thoughts)
        (spread, _), (clear, count) = counted.get("spread", (0, 0)), counted.get("clear", (0, 0))
        self.thought.add(spread, clear, count)

    def estimates(self) -> dict[str, Estimate]:
        """The measures by name.  Measures without any data are missing."""
        found: dict[str, Estimate] = {}
        if self.lead.sums[1]:
            found["lead_changes"] = _share(self.lead, 0, 1)
        if self.drama.sums[1]:
            found["drama"] = _share(self.drama, 0, 1)
        if self.decided.sums[1]:
            found["decided"] = _share(self.decided, 0, 1)
            found["comeback"] = mean(self.comeback, 0)
        if self.thought.sums[2]:
            found["spread"] = ratio(self.thought, 0, 2, 1 / MILLI)
            found["clear"] = _share(self.thought, 1, 2)
        return found

    def gains(self, others: int) -> dict[tuple[int, ...], tuple[int, Estimate]]:
        """By question and answer: how often it was given, and its mean gain.  Answers given only once are missing,
        because a single number says nothing about the error.  `others`: the number of other sides.
        """
        found: dict[tuple[int, ...], tuple[int, Estimate]] = {}
        for key, (count, total, squares) in sorted(self.paid.items()):
            if count < 2:
                continue
            value = total / count
            half = Z * (max(0.0, squares / count - value * value) / (count - 1)) ** 0.5
            found[key] = (count, Estimate(value / others, (value - half) / others, (value + half) / others))
        return found


def _share(cross: Cross, i: int, j: int) -> Estimate:
    """A ratio of sums as an estimate that lies between 0 and 1."""
    found = ratio(cross, i, j)
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))


@dataclass
class MeasuredSums(GameSums):
    """The sums of a simulation, with measures."""

    measures: Measures = field(default_factory=Measures)

    def merge(self, other: GameSums) -> None:
        super().merge(other)
        assert isinstance(other, MeasuredSums)
        self.measures.merge(other.measures)

    def digest(self) -> str:
        """The same digest as without measures, because the games are the same."""
        return digest(GameSums(**{one.name: getattr(self, one.name) for one in fields(GameSums)}))


class MeasuredPlayout(Playout):
    """Plays games and remembers what was chosen in each deal, and what players thought of it."""

    def __init__(self, program: Program, makers: Sequence[Maker], seed: int, *, paired: bool = False) -> None:
        super().__init__(program, makers, seed, paired=paired)
        self.answers: list[tuple[int, int, tuple[int, ...]]] = []
        """For each answer: the number of the deal (from 1), the player, the question and the answer."""
        self.thoughts: list[Thought] = []

    def play_measured(self, index: int) -> Outcome:
        """Play game `index`.  Raises `Fault` for an error of the rules, `BadPlayer` for an error of a player."""
        self.answers, self.thoughts = [], []
        outcome = self.play(index)
        begun = [at for _, at in self.watch.begun]
        self.answers = [(bisect_right(begun, at), *answer) for at, *answer in self.answers]
        return outcome

    def _take(self, values: Slots, ask: int, option: tuple[int, ...]) -> None:
        actor = values[ACTOR]
        assert isinstance(actor, int)
        if self.by_value[ask]:
            self.answers.append((cast("int", values[DECISIONS]), actor, (ask, *option)))
        thought = self.players[actor].thought
        if thought is not None:
            self.players[actor].thought = None
            if len(thought.values) > 1 and thought.worlds:
                self.thoughts.append(thought)
        super()._take(values, ask, option)


@dataclass(frozen=True)
class MeasuredSimulation(Simulation):
    """Games of one program, with measures."""

    def playout(self) -> MeasuredPlayout:
        return MeasuredPlayout(self.program, makers(self.players, self.weights), self.seed)

    def runner(self) -> MeasuredRunner:
        return MeasuredRunner(self.playout())

    def nothing(self) -> MeasuredSums:
        empty = GameSums.over(self.program)
        return MeasuredSums(**{one.name: getattr(empty, one.name) for one in fields(GameSums)})


class MeasuredRunner(SimulationRunner):
    """Plays the games of a simulation and computes their measures."""

    def __init__(self, playout: MeasuredPlayout) -> None:
        super().__init__(playout)
        self.measured = playout
        self.measures = Measures()
        self.sign = 1 if playout.program.highest_wins else -1
        self.side_of = {player: side for side, players in enumerate(self.sides) for player in players}

    def run(self, first: int, count: int) -> BatchPart[GameSums]:
        self.measures = Measures()
        part = super().run(first, count)
        plain = part.sums
        part.sums = MeasuredSums(
            **{one.name: getattr(plain, one.name) for one in fields(GameSums)}, measures=self.measures
        )
        return part

    def play(self, index: int) -> Outcome:
        outcome = self.measured.play_measured(index)
        self.measures.add(outcome, self.sign)
        self.measures.think(self.measured.thoughts)
        others = len(self.sides) - 1
        for number, player, key in self.measured.answers:
            if not 1 <= number <= len(outcome.deals) or not outcome.scores or not others:
                continue
            gains = outcome.deals[number - 1].gains
            own = gains[self.side_of[player]]
            gained = self.sign * (own * others - (sum(gains) - own))
            kept = self.measures.paid.setdefault(key, [0, 0, 0])
            kept[:] = [kept[0] + 1, kept[1] + gained, kept[2] + gained * gained]
        return outcome
