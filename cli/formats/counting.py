"""What happened in games that people played, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import simulation

MOST_DIFFERENCES = 20
"""How many differences are shown."""


def text_lines(data: dict[str, Any], *, every_rule: bool = False) -> Iterator[str]:
    """The report (the data of `hoyle.stats`) as text."""
    for number, (one, left) in enumerate(zip(data["sets"], data["unfinished"], strict=True), 1):
        if len(data["sets"]) > 1:
            yield f"Set {number}"
            yield ""
        yield from simulation.text_lines(one, every_rule=every_rule)
        if left:
            yield f"{left} of the games {'was' if left == 1 else 'were'} left before the end, and not counted."
        yield ""
    sure = [one for one in data["differences"] if one["difference"]["low"] > 0 or one["difference"]["high"] < 0]
    if data["differences"]:
        yield f"The second set differs from the first in {len(sure)} of {len(data['differences'])} numbers:"
    for one in sure[:MOST_DIFFERENCES]:
        first, second = one["first"]["value"], one["second"]["value"]
        yield f"  {one['what']}: {first:.3g} -> {second:.3g} (by {_with_interval(one['difference'])})"
    for choice in data["choices"]:
        yield (
            f"{choice['player']}: {choice['judged']} choices judged, {choice['best']['value']:.0%} the best, "
            f"{_with_interval(choice['cost'])} points given away at each"
        )


def _with_interval(one: dict[str, float]) -> str:
    return f"{one['value']:.3g}, 95 %: {one['low']:.3g} to {one['high']:.3g}"
