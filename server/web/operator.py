"""What the operator of a server sees: load and tables as data, and metrics for Prometheus.  Nothing of a game."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from ..live.counts import BOUNDS, TimeCounts
from ..live.host import Host

NAMES = {
    "entries": "Entries that were written.", "messages": "Tables that were sent to clients.",
    "refused": "Requests and messages that were refused.", "opened": "Tables that were opened.",
    "lost_races": "Entries that another process wrote first.", "failed_writes": "Entries that could not be written.",
    "failed_programs": "Programs that did not choose in time.",
}  # fmt: skip


def memory() -> int:
    """The largest memory of this process so far, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def load(host: Host) -> dict[str, Any]:
    """The load of the server as data: times in seconds, memory in bytes, and counts since it began."""
    counts = host.counts
    return {
        "uptime": round(time.time() - host.began),
        "connections": counts.connections,
        "tables_in_memory": len(host.live),
        "tables_with_people": sum(bool(table.viewers) for table in host.live.values()),
        "memory": memory(),
        "p99_write": counts.write_seconds.quantile(0.99),
        "p99_answer": counts.answer_seconds.quantile(0.99),
        **{name: getattr(counts, name) for name in NAMES},
    }


class HoyleCollector:
    """Gives the counts of a host to Prometheus."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def collect(self) -> Iterator[Metric]:
        """The metrics."""
        counts, live = self.host.counts, self.host.live
        for name, text in NAMES.items():
            yield CounterMetricFamily(f"hoyle_{name}", text, getattr(counts, name))
        yield GaugeMetricFamily("hoyle_connections", "Open connections.", counts.connections)
        yield GaugeMetricFamily("hoyle_tables_in_memory", "Tables in memory.", len(live))
        people = sum(bool(table.viewers) for table in live.values())
        yield GaugeMetricFamily("hoyle_tables_with_people", "Tables that somebody is connected to.", people)
        yield GaugeMetricFamily("hoyle_memory_bytes", "The largest memory of the process.", memory())
        yield _histogram("hoyle_write_seconds", "How long an entry took to be on the disk.", counts.write_seconds)
        yield _histogram("hoyle_answer_seconds", "How long a message took to be done.", counts.answer_seconds)


def _histogram(name: str, text: str, times: TimeCounts) -> HistogramMetricFamily:
    seen, buckets = 0, list[tuple[str, float]]()
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), times.counts, strict=True):
        seen += count
        buckets.append((bound, seen))
    return HistogramMetricFamily(name, text, buckets=buckets, sum_value=times.total)


def metrics(host: Host) -> bytes:
    """The metrics as text."""
    registry = CollectorRegistry()
    registry.register(HoyleCollector(host))
    return generate_latest(registry)
