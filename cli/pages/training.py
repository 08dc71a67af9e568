"""What a player learned, as one HTML page with the curve of its strength."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..formats.training import left_out, measured_line
from .charts import STYLE, Bar, bars
from .report import PAGE_STYLE, table, text
from .skeleton import page

Data = dict[str, Any]
_WIDTH, _HEIGHT, _LEFT, _DOWN = 720, 240, 60, 24


def training_page(data: Data) -> str:
    """The page."""
    title = f"{data['title']}: learned"
    rows = [measured_line(one) for one in data["strength"]]
    parts = [
        f"<h1>{text(data['title'])}</h1>",
        f"<p class=lead>The player <code>learned</code> has learned these rules from {data['choices']:,} choices.</p>",
        *([f"<p>{text(left_out(data['failed']))}.</p>"] if data["failed"] else []),
        curve("Gain in a deal over players who choose at random", data["strength"]),
    ]
    if data["strength"]:
        last = data["strength"][-1]
        gain, error = last["chance"], last["chance_error"]
        shown = f"{gain:+.3g} ± {error:.2g}"
        parts.append(
            bars("In the end", [Bar("over chance", max(0.0, gain), max(0.0, gain - error), gain + error, shown)])
        )
    parts.append(table(("choices", "over chance", "over itself before"), rows))
    return page(title, PAGE_STYLE + STYLE, "\n".join(parts))


def curve(title: str, points: Sequence[Data]) -> str:
    """A line through the measurements, with a band for twice their standard errors."""
    if len(points) < 2:
        return ""
    top = max(one["chance"] + one["chance_error"] for one in points)
    low = min(0.0, *(one["chance"] - one["chance_error"] for one in points))
    most, span = points[-1]["choices"], (top - low) or 1.0

    def at(one: Data, value: float) -> str:
        x = _LEFT + (_WIDTH - _LEFT - 10) * one["choices"] / most
        return f"{x:.1f},{10 + (_HEIGHT - _DOWN - 10) * (top - value) / span:.1f}"

    line = " ".join(at(one, one["chance"]) for one in points)
    band = [at(one, one["chance"] + one["chance_error"]) for one in points]
    band += [at(one, one["chance"] - one["chance_error"]) for one in reversed(points)]
    zero = at(points[0], 0.0).split(",")[1]
    marks = "".join(
        f'<circle class="t0" cx="{at(one, one["chance"]).split(",")[0]}" cy="{at(one, one["chance"]).split(",")[1]}"'
        f' r="3"><title>{one["choices"]:,} choices: {one["chance"]:+.3g} ± {one["chance_error"]:.2g}</title></circle>'
        for one in points
    )
    return (
        f'<figure><figcaption>{text(title)}</figcaption><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f' aria-label="{text(title)}"><line class="zero" x1="{_LEFT}" x2="{_WIDTH - 10}" y1="{zero}" y2="{zero}"/>'
        f'<polygon class="t0" opacity="0.2" points="{" ".join(band)}"/>'
        f'<polyline fill="none" stroke="var(--t0)" stroke-width="2" points="{line}"/>{marks}'
        f'<text x="4" y="14" class="tick">{top:.3g}</text><text x="4" y="{zero}" class="tick">0</text>'
        f'<text x="{_WIDTH - 10}" y="{_HEIGHT - 6}" text-anchor="end" class="tick">{most:,} choices</text>'
        "</svg></figure>"
    )
