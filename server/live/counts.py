"""What the operator of a server wants to know, counted while it runs."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper bounds of the intervals in which times are counted, in seconds."""


@dataclass(slots=True)
class TimeCounts:
    """How long something took: how often within each bound, and in all."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def quantile(self, share: float) -> float:
        """The bound below which a share of the times lies; 0 if there are none."""
        wanted, seen = share * sum(self.counts), 0
        for bound, count in zip((*BOUNDS, float("inf")), self.counts, strict=True):
            seen += count
            if seen >= wanted and seen:
                return bound
        return 0.0


@dataclass(slots=True)
class Counts:
    """Counts of one server process since it began."""

    connections: int = 0
    entries: int = 0
    messages: int = 0
    refused: int = 0
    lost_races: int = 0
    failed_writes: int = 0
    failed_programs: int = 0
    opened: int = 0
    write_seconds: TimeCounts = field(default_factory=TimeCounts)
    answer_seconds: TimeCounts = field(default_factory=TimeCounts)
