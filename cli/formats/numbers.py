"""Estimates in words: a value, and its interval."""

from __future__ import annotations

from typing import Any

from ...interpreter.program import LENGTH_LIMIT

CUT_AT = f"cut at the limit of {LENGTH_LIMIT:,} choices"
"""What is said of games that came to no end."""


def percent(estimate: Any) -> tuple[str, str]:
    """A rate and its interval: `49.8 %`, `48.9 to 50.7`."""
    value, low, high = (100 * estimate[key] for key in ("value", "low", "high"))
    digits = 1 if high - low > 0.2 else 2 if high - low > 0.02 else 3
    return f"{value:.{digits}f} %", f"{low:.{digits}f} to {high:.{digits}f}"


def number(estimate: Any, *, sign: bool = False) -> tuple[str, str]:
    """A number and its interval: `2.31`, `2.25 to 2.37`."""
    value, low, high = (estimate[key] for key in ("value", "low", "high"))
    width = high - low
    digits = 0 if width > 20 else 1 if width > 2 else 2 if width > 0.05 else 3
    plus = "+" if sign else ""
    return f"{value:{plus}.{digits}f}", f"{low:{plus}.{digits}f} to {high:{plus}.{digits}f}"


def games_done(data: Any) -> str:
    """How many games were played; of how many, if that is not all that were asked for."""
    return f"{data['games']:,} games" if data["complete"] else f"{data['games']:,} of {data['asked']:,} games (stopped)"
