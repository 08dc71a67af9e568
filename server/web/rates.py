"""How much one address may ask for: buckets that fill at a steady rate."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from ipaddress import ip_address
from time import monotonic

from ..refusals import refuse

MOST_ADDRESSES = 20_000
"""For how many addresses buckets are kept; the one that asked for longest ago is forgotten."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, and `per_second` on average."""

    per_second: float
    burst: float


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of a server."""

    requests: Rate = Rate(20, 200)
    tables: Rate = Rate(0.2, 30)
    messages: Rate = Rate(25, 150)
    """Of one connection."""
    connections: int = 300
    """How many connections one address may have at once."""
    all_connections: int = 20_000


class Bucket:
    """A bucket that holds `rate.burst`.  Times come from a clock that never jumps."""

    __slots__ = ("at", "level", "rate")

    def __init__(self, rate: Rate) -> None:
        self.rate, self.level, self.at = rate, rate.burst, monotonic()

    def take(self) -> None:
        """Take one token from the bucket.  Raises `Refusal` (S06) if it is empty."""
        now = monotonic()
        self.level = min(self.rate.burst, self.level + (now - self.at) * self.rate.per_second)
        self.at = now
        if self.level < 1:
            raise refuse("S06", seconds=max(1, round((1 - self.level) / self.rate.per_second)))
        self.level -= 1


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Take one for an address.  Raises `Refusal`."""
        key = network(address)
        bucket = self._by_address.get(key)
        if bucket is None:
            bucket = self._by_address[key] = Bucket(self.rate)
            if len(self._by_address) > MOST_ADDRESSES:
                self._by_address.popitem(last=False)
        self._by_address.move_to_end(key)
        bucket.take()


def network(address: str) -> str:
    """What counts as one address: with IPv6 the first 64 bits, of which somebody has all."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(found) if found.version == 4 else found.exploded[:19]
