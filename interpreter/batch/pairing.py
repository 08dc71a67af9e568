"""Plays the same deals under two rule sets, game by game, and sums what differs.

Game *i* of both has the same seed, and at every deal the random numbers of chance and of the players are seeded again,
alike on both sides (`playout.py`).  So two games differ because of the rules and not because of other cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from operator import ne

from ..engine import Fault
from ..errors import CannotPlay
from ..learning.weights import Weights
from ..players import BadPlayer, makers
from ..program import Alternative, Program
from .course import CountedPairs, MeasureCalculator, of_thoughts
from .measures import MeasuredPlayout
from .playout import Outcome, Playout
from .sums import Cross, digest
from .work import BatchPart, Runner, Work, check_seats, describe_failure

EXAMPLES = 60
"""How many of the first games that ended differently are kept for closer examination."""

Winners = tuple[tuple[int, ...], tuple[int, ...]]
"""The winners under A and under B."""

XA, DA, XB, DB = range(4)
"""Indices into the score sums of a side: the change of its score and the number of deals, under A and under B."""


@dataclass
class PairSums:
    """The sums over games that were played twice."""

    sides: int
    games: int = 0
    otherwise: int = 0
    """How many games had different winners."""
    deals: int = 0
    """How many deals were played under both."""
    deals_otherwise: int = 0
    """How many of these deals have different scores."""
    wins: list[Cross] = field(default_factory=list["Cross"])
    """By side: games won under A, games won under B."""
    scores: list[Cross] = field(default_factory=list["Cross"])
    """By side: the sums at the indices `XA` to `DB`."""
    length: Cross = field(default_factory=lambda: Cross(4))
    """Deals and decisions under A, deals and decisions under B."""
    results: dict[Winners, int] = field(default_factory=dict["Winners", "int"])
    """How many games ended with each pair of winners."""
    examples: list[int] = field(default_factory=list["int"])
    chosen: dict[str, list[int]] = field(default_factory=dict["str", "list[int]"], metadata={"digest": False})
    """By the kind of an answer that names no card: how often it was given under A and under B."""
    measures: dict[str, Cross] = field(default_factory=dict["str", "Cross"], metadata={"digest": False})
    """By the name of a measure (`course.py`): its two sums under A and under B. They are not part of the digest, which
    is of the games alone.
    """

    @classmethod
    def of(cls, sides: int) -> PairSums:
        """Empty sums."""
        return cls(sides, wins=[Cross(2) for _ in range(sides)], scores=[Cross(4) for _ in range(sides)])

    def add_games(
        self,
        first: int,
        games: Sequence[tuple[Outcome, Outcome]],
        counted: Sequence[tuple[CountedPairs, CountedPairs]] = (),
    ) -> None:
        """Add games.  `first`: the number of the first; `counted`: the measures of each under A and under B, if there
        are any.
        """
        self.games += len(games)
        lengths: list[tuple[int, ...]] = []
        scored: list[list[tuple[int, ...]]] = [[] for _ in self.scores]
        for index, (a, b) in enumerate(games, first):
            in_a, in_b = [deal.gains for deal in a.deals], [deal.gains for deal in b.deals]
            differing = sum(map(ne, in_a, in_b))
            self.deals += min(len(in_a), len(in_b))
            self.deals_otherwise += differing
            changed = a.winners != b.winners
            self.otherwise += changed
            if (changed or differing) and len(self.examples) < EXAMPLES:
                self.examples.append(index)
            lengths.append((len(in_a), a.decisions, len(in_b), b.decisions))
            if a.scores:
                sums_a = map(sum, zip(*in_a, strict=True)) if in_a else repeat(0)
                sums_b = map(sum, zip(*in_b, strict=True)) if in_b else repeat(0)
                for rows, xa, xb in zip(scored, sums_a, sums_b, strict=False):
                    rows.append((xa, len(in_a), xb, len(in_b)))
        self.length.add_games(lengths)
        for sums, rows in zip(self.scores, scored, strict=True):
            sums.add_games(rows)
        results = Counter((a.winners, b.winners) for a, b in games)
        for side, won in enumerate(self.wins):
            for (a, b), count in results.items():
                won.add_games([(side in a, side in b)] * count)
        for key, count in results.items():
            self.results[key] = self.results.get(key, 0) + count
        measured: dict[str, list[tuple[int, int, int, int]]] = {}
        for one, other in counted:
            for name in one if one.keys() == other.keys() else {**one, **other}:
                measured.setdefault(name, []).append((*one.get(name, (0, 0)), *other.get(name, (0, 0))))
        for name, rows in measured.items():
            self.measures.setdefault(name, Cross(4)).add_games(rows)

    def merge(self, other: PairSums) -> None:
        """Add the sums of the games that follow."""
        for name in ("games", "otherwise", "deals", "deals_otherwise"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, theirs in zip((*self.wins, *self.scores), (*other.wins, *other.scores), strict=True):
            mine.merge(theirs)
        self.length.merge(other.length)
        for key, count in other.results.items():
            self.results[key] = self.results.get(key, 0) + count
        self.examples = (self.examples + other.examples)[:EXAMPLES]
        for label, counts in other.chosen.items():
            mine = self.chosen.setdefault(label, [0, 0])
            mine[0], mine[1] = mine[0] + counts[0], mine[1] + counts[1]
        for name, more in other.measures.items():
            self.measures.setdefault(name, Cross(4)).merge(more)

    def digest(self) -> str:
        """A hash of all sums: 16 hexadecimal digits."""
        return digest(self)


def add_chosen(sums: PairSums, which: int, program: Program, chosen: Sequence[Mapping[tuple[int, ...], int]]) -> None:
    """Add how often every kind of answer, and each with its numbers, was given under a rule set (`which`: 0, 1)."""
    for ask, tally in zip(program.asks, chosen, strict=True):
        for option, count in tally.items():
            alternative = ask.alternatives[option[0]]
            if not alternative.names_cards:
                for label in {_kind(alternative, ()), _kind(alternative, option[1:])}:
                    sums.chosen.setdefault(label, [0, 0])[which] += count


def _kind(alternative: Alternative, values: tuple[int, ...]) -> str:
    """A kind of answer with those of its values that are numbers: `bid 3 …`.  What else it names is left open."""

    def shown(hole: int) -> str | None:
        number = hole < len(values) and alternative.bound[hole].type.kind == "number"
        return str(values[hole]) if number else None

    return alternative.filled(shown).strip()


class NotComparable(CannotPlay):
    """The two rule sets do not have the same seats or sides."""


def comparable(a: Program, b: Program, both: Collection[int] = ()) -> None:
    """Raise `NotComparable` unless games of two programs can be compared.  `both`: how many can play by either."""
    if a.players != b.players:
        numbers = f"`{a.title}` is played by {a.players} and `{b.title}` by {b.players}"
        if both:
            numbers += f"; name a number of seats for both: {' or '.join(map(str, sorted(both)))}"
            raise NotComparable(numbers)
        raise NotComparable(f"{numbers}, so the same deals cannot be played under both; {_SINGLY}")
    if a.sides_are != b.sides_are or a.sides != b.sides:
        raise NotComparable(f"`{a.title}` and `{b.title}` are not won by the same sides; {_SINGLY}")


_SINGLY = "`simulate` shows what happens under each of them"


@dataclass(frozen=True)
class PairedGames(Work[PairSums]):
    """Games of two programs.  `players`: the name of a player for each seat.  `weights`: those of the players `learned`
    under A and under B, if they are not to be looked for.

    Raises `UnknownPlayer` as `Simulation` does, and `NotComparable` if the programs do not have the same seats.
    """

    a: Program
    b: Program
    players: tuple[str, ...]
    seed: int = 0
    weights: tuple[Weights | None, Weights | None] = (None, None)

    def __post_init__(self) -> None:
        comparable(self.a, self.b)
        check_seats(self.players, self.a, self.b)

    def playouts(self) -> tuple[Playout, Playout]:
        """The playouts of both programs."""
        a, b = (makers(self.players, weights) for weights in self.weights)
        return Playout(self.a, a, self.seed, paired=True), Playout(self.b, b, self.seed, paired=True)

    def runner(self) -> Runner[PairSums]:
        if set(self.players) == {"random"}:
            return ComparisonRunner(*self.playouts())
        a, b = (
            MeasuredPlayout(one, makers(self.players, weights), self.seed, paired=True)
            for one, weights in zip((self.a, self.b), self.weights, strict=True)
        )
        return ComparisonRunner(a, b)

    def nothing(self) -> PairSums:
        return PairSums.of(len(self.a.sides))


class ComparisonRunner(Runner[PairSums]):
    """Plays each game under both rule sets."""

    def __init__(self, a: Playout, b: Playout) -> None:
        self.a, self.b = a, b
        self.courses = MeasureCalculator(a.program), MeasureCalculator(b.program)

    def run(self, first: int, count: int) -> BatchPart[PairSums]:
        sums, failure = PairSums.of(self.a.sides), None
        self.a.clear()
        self.b.clear()
        games, counted = list[tuple[Outcome, Outcome]](), list[tuple[CountedPairs, CountedPairs]]()
        for index in range(first, first + count):
            try:
                (a, in_a), (b, in_b) = self._played(0, index), self._played(1, index)
            except (Fault, BadPlayer) as error:
                failure = describe_failure(error, index)
                break
            games.append((a, b))
            counted.append((in_a, in_b))
        sums.add_games(first, games, counted)
        for which, playout in enumerate((self.a, self.b)):
            add_chosen(sums, which, playout.program, playout.chosen)
        return BatchPart(sums, sums.games, failure)

    def _played(self, which: int, index: int) -> tuple[Outcome, CountedPairs]:
        """Play a game under one of the rule sets; return it with its measures."""
        playout = (self.a, self.b)[which]
        if not isinstance(playout, MeasuredPlayout):
            outcome = playout.play(index)
            return outcome, self.courses[which].of(outcome)
        outcome = playout.play_measured(index)
        return outcome, self.courses[which].of(outcome) | of_thoughts(playout.thoughts)
