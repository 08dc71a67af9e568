"""What a module counts over whole games, and at which addresses; `batch.sums.Sums` is read from these counters."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import lcm, prod

from ..program import Program
from .layout import MemoryLayout
from .ranges import Interval

ADDED, LOGGED = 1, 2
"""How games are counted: summed inside the module, or played as paired deals with each game written to the log."""

LOG_SIZE = 1 << 20
"""The size, in bytes, of the log for what has no counter.  The caller empties it when it is half full."""

CHOSEN, FINAL, GAIN, DEALS, LENGTH, CROSS, DEAL, OUTCOME = range(1, 9)
"""The kinds of log entries.  The first word of an entry contains its kind and, above the lowest 8 bits, the number of
words that follow.

CHOSEN: question, alternative, values.  FINAL, GAIN: side, number.  DEALS, LENGTH: 0, number.  CROSS: which (`CROSSES`),
the numbers of a game.  DEAL: dealer, choices, mask of the sides that were out of it, the gain of each side.  OUTCOME:
game, mask of winners, whether it was a tie, whether it was cut, choices, first dealer, the score of each side.
"""

CROSSES = ("length", "dealer_gain")
"""The names of the sums of products, by number.  Numbers from 2 on are the scores, one for each side."""


def parts_of_others(sides: int) -> int:
    """Into how many equal parts the gain of all other sides is divided, so that the mean of however many of them are
    in a deal is a whole number of parts.
    """
    return lcm(*range(1, sides))


_MOST_CELLS = 4_096
"""The most counters of one kind of choice; other values go into the log."""


@dataclass(frozen=True)
class WatchedSlots:
    """What is counted of games while many are played.

    `scores`: the slots of the numbers that decide the game, one for each side; `dealer`: the slot of the player who
    deals, or -1; `sides`: the players of each side; `hands`: for each side the slots of the cards that its players
    have, or nothing if nobody asks who is in a deal.
    """

    scores: tuple[int, ...]
    dealer: int
    sides: tuple[tuple[int, ...], ...]
    hands: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of_players(cls, program: Program) -> WatchedSlots:
        """Nothing but how often each player wins."""
        return cls((), -1, tuple((player,) for player in range(program.players)))


@dataclass(frozen=True)
class CounterRow:
    """A row of counters for `size` consecutive numbers from `low` on."""

    address: int
    low: int
    size: int


@dataclass(frozen=True)
class ChoiceCounters:
    """The counters of one kind of choice: for each counted name, its lowest value and the number of its values.

    The last name varies fastest.  Without names there is one counter.
    """

    address: int
    names: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """The number of counters."""
        return prod(size for _, size in self.names)


@dataclass
class Tallies:
    """The addresses of the counters of a module; all have 64 bits."""

    layout: MemoryLayout
    watch: WatchedSlots
    begin: int = 0
    counts: int = 0
    """The address of the counters, one for each place of the rule file."""
    chosen: list[list[ChoiceCounters]] = field(default_factory=list["list[ChoiceCounters]"])
    """The counters of choices, by question and alternative."""

    def __post_init__(self) -> None:
        layout, sides = self.layout, len(self.watch.sides)
        program = layout.program
        cells = layout.reserve
        self.begin = cells(0)
        self.counts = cells(8 * len(program.places))
        self.games, self.ties, self.cut, self.decisions, self.deals, self.dealt, self.trail = (
            cells(8) for _ in range(7)
        )
        self.wins, self.shared = cells(8 * sides), cells(8 * sides)
        self.from_dealer = cells(8 * program.players)
        self.length, self.dealer_gain = cells(8 * 6), cells(8 * 10)
        scored = range(len(self.watch.scores))
        self.score = [cells(8 * 6) for _ in scored]
        self.final = [CounterRow(cells(8 * 1280), -256, 1280) for _ in scored]
        self.gains = [CounterRow(cells(8 * 1024), -512, 1024) for _ in scored]
        self.deal_count = CounterRow(cells(8 * 1024), 0, 1024)
        self.lengths = CounterRow(cells(8 * 4096), 0, 4096)
        self.chosen = [
            [self._chosen(program, number, i) for i in range(len(ask.alternatives))]
            for number, ask in enumerate(program.asks)
        ]
        self.end = cells(0)
        self.logged = cells(8)
        self.log = cells(LOG_SIZE + 64)
        self.game = cells(8)
        self.dice = cells(8 * program.players)

    def _chosen(self, program: Program, ask: int, alternative: int) -> ChoiceCounters:
        if program.asks[ask].names_cards:
            return ChoiceCounters(self.layout.reserve(8), ())
        registers = self.layout.ranges.registers[f"a{ask}_{alternative}"]
        count = len(program.asks[ask].alternatives[alternative].bound)
        ranges = [registers.get(i, (0, 0)) for i in range(count)]
        most = _MOST_CELLS
        names: list[tuple[int, int]] = []
        for i, one in enumerate(ranges):
            low, size = _window(one, max(1, most >> 4 * (len(ranges) - 1 - i)))
            most = max(1, most // size)
            names.append((low, size))
        return ChoiceCounters(self.layout.reserve(8 * prod(size for _, size in names)), tuple(names))


def _window(found: Interval, most: int) -> tuple[int, int]:
    """The lowest value of a name that is counted, and the number of its counters."""
    low, high = found
    if low > high:
        return 0, 1
    if high - low < most:
        return low, high - low + 1
    return (max(low, -most // 4) if high >= 0 else low), most


def entries_in(log: bytes) -> list[tuple[int, tuple[int, ...]]]:
    """The entries in a log as a module has it: the kind and the content of each."""
    return log_entries(memoryview(log).cast("q").tolist())


def log_entries(words: list[int]) -> list[tuple[int, tuple[int, ...]]]:
    """The entries in the words of a log: the kind and the content of each."""
    found: list[tuple[int, tuple[int, ...]]] = []
    at = 0
    while at < len(words):
        kind, count = words[at] & 255, words[at] >> 8
        found.append((kind, tuple(words[at + 1 : at + 1 + count])))
        at += 1 + count
    return found
