"""The aims for which options of a game can be tuned.  An aim is a number computed from the report of a simulation; it
also says whether more or less is better.

find = aim("length=8")
find(data).value        # of `SimulationReport.data()`: how far games are from eight deals
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import UnknownWord
from .statistics import Estimate

AIMS = {
    "balance": "the side that wins most often wins as seldom as it can: its wins less an equal share",
    "dealer": "dealing is no advantage: the difference between the dealer's side and the others in a deal, in points",
    "length=N": "a game has about N deals: how far the mean is from that",
    "drama": "the later winner is often behind: share of deals",
    "open": "games are long undecided: share of deals until the winner leads for good",
    "choices": "choices matter: points the best option is worth more than the average one (players who think)",
}
"""Every aim, and what its number means."""
MOST = ("drama", "open", "choices")
"""The aims of which more is better; of all others less is better."""
MEASURED = {"drama": "drama", "open": "decided", "choices": "spread"}
"""The aims that are measures of `measures.py`, with their names there."""


def about(name: str) -> str:
    """What an aim means, with the number that was asked for: `a game has about 8 deals: …`."""
    return AIMS.get(name) or AIMS["length=N"].replace("N", str(int(name.removeprefix("length="))))


class NoAim(UnknownWord):
    """There is no aim of that name, or a number is missing or not allowed."""


def aim(name: str) -> Callable[[dict[str, Any]], Estimate | None]:
    """Return the function that computes an aim from a report.  It returns None if the game has no such number (for
    example, if there is no dealer).  Raises `NoAim`.
    """
    word, _, number = name.partition("=")
    if word == "length":
        if not number.isdecimal() or not int(number):
            raise NoAim(f"`{name}`: how many deals a game is to have, as in length=8")
        return lambda data: _away(_estimate(data["length"]["deals"]), float(number))
    if number or name not in AIMS:
        raise NoAim(f"there is no aim `{name}`; there are {', '.join(AIMS)}")
    if name == "balance":
        return _balance
    if name == "dealer":
        return _dealer
    return lambda data: _estimate(data["measures"].get(MEASURED[name]))


def _estimate(data: dict[str, float] | None) -> Estimate | None:
    return None if data is None else Estimate(data["value"], data["low"], data["high"])


def _away(found: Estimate | None, point: float) -> Estimate | None:
    """The distance of a number from a point, with the interval of that distance."""
    if found is None:
        return None
    low, high = found.low - point, found.high - point
    nearest = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return Estimate(abs(found.value - point), nearest, max(abs(low), abs(high)))


def _balance(data: dict[str, Any]) -> Estimate | None:
    best = max(data["sides"], key=lambda side: side["wins"]["value"], default=None)
    if best is None:
        return None
    share, wins = 1 / len(data["sides"]), best["wins"]
    return Estimate(*(max(0.0, wins[key] - share) for key in ("value", "low", "high")))


def _dealer(data: dict[str, Any]) -> Estimate | None:
    dealer = data["dealer"]
    if dealer is None or "per_deal" not in dealer:
        return None
    own, others = dealer["per_deal"], dealer["others_per_deal"]
    # Both intervals come from the same games; treating them as independent makes the result too wide rather than too
    # narrow.
    half = ((own["high"] - own["value"]) ** 2 + (others["high"] - others["value"]) ** 2) ** 0.5
    difference = own["value"] - others["value"]
    return _away(Estimate(difference, difference - half, difference + half), 0.0)
