"""The sums over the games of a batch.  They are whole numbers only, so any order of adding gives the same result.

A `GameSums` is a fixed number of counters and a few histograms, so memory does not grow with the number of games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from operator import add, mul
from typing import Any

from ..program import Program
from ..state_hash import hash_of_state
from ..wasm.tallies import parts_of_others
from .playout import Outcome

_TRAIL = 1 << 64


@dataclass
class Cross:
    """Sums over games of several numbers, and of their products in pairs."""

    size: int
    games: int = 0
    sums: list[int] = field(default_factory=list["int"])
    products: list[int] = field(default_factory=list["int"])

    def __post_init__(self) -> None:
        self.sums = self.sums or [0] * self.size
        self.products = self.products or [0] * (self.size * self.size)

    def add(self, *values: int) -> None:
        """Add the numbers of one more game."""
        self.games += 1
        sums, products, at = self.sums, self.products, 0
        for i, a in enumerate(values):
            sums[i] += a
            for b in values:
                products[at] += a * b
                at += 1

    def add_games(self, rows: Sequence[Sequence[int]]) -> None:
        """Add the numbers of many games: what `add` does for each row, many times as fast."""
        self.games += len(rows)
        columns, size = list(zip(*rows, strict=True)), self.size
        for i, a in enumerate(columns):
            self.sums[i] += sum(a)
            for j in range(i, size):
                more = sum(map(mul, a, columns[j]))
                self.products[i * size + j] += more
                if i != j:
                    self.products[j * size + i] += more

    def merge(self, other: Cross) -> None:
        """Add the sums of another instance."""
        self.games += other.games
        self.sums = [a + b for a, b in zip(self.sums, other.sums, strict=True)]
        self.products = [a + b for a, b in zip(self.products, other.products, strict=True)]

    def product(self, i: int, j: int) -> int:
        """The sum of the products of two of the numbers, given by their indices."""
        return self.products[i * self.size + j]


Histogram = dict[int, int]

EARLY = 256
"""How many of the first games of a batch are examined one by one, to measure how much counts vary between games."""


@dataclass
class Spread:
    """How often rules fired in the first games of a batch: sums of the counts, of their squares, and of their products
    with the number of deals.
    """

    games: int = 0
    deals: int = 0
    squared: int = 0
    """The sum of the squares of the number of deals in a game."""
    counts: list[int] = field(default_factory=list["int"])
    """By place, like the next two lists."""
    squares: list[int] = field(default_factory=list["int"])
    with_deals: list[int] = field(default_factory=list["int"])

    @classmethod
    def of(cls, places: int) -> Spread:
        """Empty sums."""
        return cls(counts=[0] * places, squares=[0] * places, with_deals=[0] * places)

    def add(self, counts: list[int], deals: int) -> None:
        """Add one more game: how often each place fired, and how many deals the game had."""
        self.games += 1
        self.deals += deals
        self.squared += deals * deals
        self.counts = list(map(add, self.counts, counts))
        self.squares = [square + count * count for square, count in zip(self.squares, counts, strict=True)]
        self.with_deals = [product + count * deals for product, count in zip(self.with_deals, counts, strict=True)]

    def merge(self, other: Spread) -> None:
        """Add the sums of another instance."""
        self.games += other.games
        self.deals += other.deals
        self.squared += other.squared
        for name in ("counts", "squares", "with_deals"):
            setattr(self, name, list(map(add, getattr(self, name), getattr(other, name))))

    def against_chance(self, place: int) -> float:
        """The variance of a count between games, per deal, divided by that of independent events: 1 for independent
        events, 0 for what happens equally often in every deal, more than 1 for what comes in bursts.

        A game that is different may not be among those examined, so the result is never exactly 0.  Without any event
        it is 1.
        """
        count = self.counts[place]
        if count == 0 or self.games < 2 or not self.deals:
            return 1.0
        rate = count / self.deals
        left = self.squares[place] - 2 * rate * self.with_deals[place] + rate * rate * self.squared
        return max(1.0, left * self.games / (self.games - 1)) / count


@dataclass
class GameSums:
    """The sums over games of one program."""

    sides: int
    players: int
    games: int = 0
    ties: int = 0
    cut: int = 0
    decisions: int = 0
    deals: int = 0
    wins: list[int] = field(default_factory=list["int"])
    """By side.  A shared win counts for each winner."""
    shared: list[int] = field(default_factory=list["int"])
    """By side: how many of these wins were shared."""
    from_dealer: list[int] = field(default_factory=list["int"])
    """How many games were won by the first dealer, by the player on the dealer's left, and so on."""
    dealt: int = 0
    """How many games had a first dealer."""
    length: Cross = field(default_factory=lambda: Cross(2))
    """The deals and decisions of a game."""
    score: list[Cross] = field(default_factory=list["Cross"])
    """By side: the change of its score in a game, and the number of deals."""
    dealer_gain: Cross = field(default_factory=lambda: Cross(3))
    """What the dealer's side gained over the deals of a game, what the others that were in each deal gained on average,
    in `parts_of_others` parts, and the number of deals.
    """
    final: list[Histogram] = field(default_factory=list["Histogram"])
    """By side: how many games ended with each score."""
    gains: list[Histogram] = field(default_factory=list["Histogram"])
    """By side: how many deals changed its score by each amount."""
    deal_count: Histogram = field(default_factory=dict["int", "int"])
    lengths: Histogram = field(default_factory=dict["int", "int"])
    """How many games had each number of decisions, rounded down to two digits."""
    chosen: list[dict[tuple[int, ...], int]] = field(default_factory=list["dict[tuple[int, ...], int]"])
    counts: list[int] = field(default_factory=list["int"])
    early: Spread = field(default_factory=Spread)
    trail: int = 0
    """The sum of a hash of each game's number and final state."""

    @classmethod
    def over(cls, program: Program) -> GameSums:
        """Empty sums, for games of a program."""
        sides, players = len(program.sides), program.players
        return cls(
            sides,
            players,
            wins=[0] * sides,
            shared=[0] * sides,
            from_dealer=[0] * players,
            score=[Cross(2) for _ in range(sides)],
            final=[{} for _ in range(sides)],
            gains=[{} for _ in range(sides)],
            chosen=[{} for _ in program.asks],
            counts=[0] * len(program.places),
            early=Spread.of(len(program.places)),
        )

    def add(self, index: int, outcome: Outcome, sides: tuple[tuple[int, ...], ...]) -> None:
        """Add one more game.  `sides` are the players of each side."""
        self.games += 1
        self.ties += outcome.tie
        self.cut += outcome.cut
        self.decisions += outcome.decisions
        deals = len(outcome.deals)
        self.deals += deals
        for side in outcome.winners:
            self.wins[side] += 1
            self.shared[side] += outcome.tie
        self._by_dealer(outcome, sides)
        self.length.add(deals, outcome.decisions)
        self.deal_count[deals] = self.deal_count.get(deals, 0) + 1
        rounded = two_digits(outcome.decisions)
        self.lengths[rounded] = self.lengths.get(rounded, 0) + 1
        for side, score in enumerate(outcome.scores):
            self.score[side].add(sum(deal.gains[side] for deal in outcome.deals), deals)
            self.final[side][score] = self.final[side].get(score, 0) + 1
            kept = self.gains[side]
            for deal in outcome.deals:
                gain = deal.gains[side]
                kept[gain] = kept.get(gain, 0) + 1
        self.trail = (self.trail + hash_of_state(index, outcome.final)) % _TRAIL

    def _by_dealer(self, outcome: Outcome, sides: tuple[tuple[int, ...], ...]) -> None:
        if outcome.dealer < 0:
            return
        self.dealt += 1
        for side in outcome.winners:
            for player in sides[side]:
                self.from_dealer[(player - outcome.dealer) % self.players] += 1
        if outcome.scores:
            side_of = {player: side for side, players in enumerate(sides) for player in players}
            own = others = 0
            parts = parts_of_others(self.sides)
            for deal in outcome.deals:
                if deal.dealer >= 0:
                    side = side_of[deal.dealer]
                    own += deal.gains[side]
                    others += deal.better(side, parts)[1]
            self.dealer_gain.add(own, others, len(outcome.deals))

    def merge(self, other: GameSums) -> None:
        """Add the sums of another instance."""
        for name in ("games", "ties", "cut", "decisions", "deals", "dealt"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("wins", "shared", "from_dealer", "counts"):
            setattr(self, name, [a + b for a, b in zip(getattr(self, name), getattr(other, name), strict=True)])
        self.length.merge(other.length)
        self.dealer_gain.merge(other.dealer_gain)
        self.early.merge(other.early)
        for a, b in zip(self.score, other.score, strict=True):
            a.merge(b)
        for mine, theirs in (
            *zip(self.final, other.final, strict=True),
            *zip(self.gains, other.gains, strict=True),
            (self.deal_count, other.deal_count),
            (self.lengths, other.lengths),
        ):
            for key, count in theirs.items():
                mine[key] = mine.get(key, 0) + count
        for answers, more in zip(self.chosen, other.chosen, strict=True):
            for option, count in more.items():
                answers[option] = answers.get(option, 0) + count
        self.trail = (self.trail + other.trail) % _TRAIL

    def digest(self) -> str:
        """A hash of all sums: 16 hexadecimal digits."""
        return digest(self)


def two_digits(number: int) -> int:
    """A number rounded down to its first two digits, so that a histogram of it stays short."""
    scale = 10 ** max(0, len(str(number)) - 2)
    return number // scale * scale


def digest(sums: Any) -> str:
    """A hash of sums: 16 hexadecimal digits."""
    return hashlib.sha256(json.dumps(_plain(sums), separators=(",", ":")).encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    """Sums as JSON data in a fixed order."""
    match value:
        case dict():
            return sorted([[_plain(k), _plain(v)] for k, v in value.items()])
        case list() | tuple():
            return [_plain(v) for v in value]
        case int() | str() | None:
            return value
        case _:
            return [_plain(getattr(value, f.name)) for f in fields(value) if f.metadata.get("digest", True)]
