"""Plots as inline SVG: bars with whiskers, histograms, and differences around zero.  No script, no file but the page.

Colours come from the page's style sheet, so that the plots follow light and dark.  Every mark has a `<title>`, which
browsers show and screen readers read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

_ROW = 26
_LABEL = 250
_WIDTH = 760
_VALUE = 190


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with its interval, and how it is written beside."""

    label: str
    value: float
    low: float
    high: float
    shown: str
    tone: int = 0


def bars(title: str, rows: Sequence[Bar], most: float | None = None) -> str:
    """Horizontal bars from 0, a whisker for each interval."""
    top = most or nice(max((row.high for row in rows), default=1.0))
    plot = _WIDTH - _LABEL - _VALUE
    height = _ROW * len(rows) + 26
    parts = [_grid(ticks(0, top), 0, top, plot, height, _LABEL)]
    for i, row in enumerate(rows):
        y = 4 + i * _ROW
        x = plot * row.value / top
        parts.append(f"<g><title>{escape(f'{row.label.strip()}: {row.shown}')}</title>")
        parts.append(_label(row.label, y))
        parts.append(_rect(row.tone, _LABEL, y + 4, x, _ROW - 10))
        parts.append(
            _whisker(_LABEL + plot * row.low / top, _LABEL + plot * min(row.high, top) / top, y + _ROW / 2 - 1)
        )
        parts.append(_shown(row.shown, y))
        parts.append("</g>")
    return _figure(title, height, parts)


def differences(title: str, rows: Sequence[Bar]) -> str:
    """Values around zero: a point with its whisker; those surely not zero stand out."""
    reach = nice(max((max(abs(row.low), abs(row.high)) for row in rows), default=1.0))
    plot = _WIDTH - _LABEL - _VALUE
    height = _ROW * len(rows) + 26
    parts = [_grid(ticks(-reach, reach), -reach, reach, plot, height, _LABEL)]

    def at(value: float) -> float:
        return _LABEL + plot * (value + reach) / (2 * reach)

    parts.append(f'<line class="zero" x1="{at(0):.1f}" y1="0" x2="{at(0):.1f}" y2="{height - 22}"/>')
    for i, row in enumerate(rows):
        y = 4 + i * _ROW
        sure = row.low > 0 or row.high < 0
        parts.append(f"<g><title>{escape(f'{row.label.strip()}: {row.shown}')}</title>")
        parts.append(_label(row.label, y))
        parts.append(_whisker(at(row.low), at(row.high), y + _ROW / 2))
        kind = "sure" if sure else "unsure"
        parts.append(f'<circle class="{kind}" cx="{at(row.value):.1f}" cy="{y + _ROW / 2}" r="5"/>')
        parts.append(_shown(row.shown, y))
        parts.append("</g>")
    return _figure(title, height, parts)


def histogram(title: str, series: Sequence[tuple[str, Sequence[tuple[int, int]]]], most_bins: int = 40) -> str:
    """Shares of values, the series beside each other in each bin."""
    values = [value for _, pairs in series for value, _ in pairs]
    if not values:
        return ""
    low, high = min(values), max(values)
    step = round_step((high - low + 1) / most_bins)
    low = low // step * step
    count = (high - low) // step + 1
    shares: list[list[float]] = []
    for _, pairs in series:
        total = sum(n for _, n in pairs) or 1
        bins = [0.0] * count
        for value, n in pairs:
            bins[(value - low) // step] += n / total
        shares.append(bins)
    top = nice(max(map(max, shares)))
    width, height, left, base = _WIDTH, 230, 50, 190
    plot = width - left - 10
    parts: list[str] = []
    for tick in ticks(0, top):
        y = base - (base - 10) * tick / top
        parts.append(f'<line class="grid" x1="{left}" y1="{y:.1f}" x2="{width - 10}" y2="{y:.1f}"/>')
        parts.append(_tick(left - 6, y + 4, f"{100 * tick:g} %", "end"))
    slot = plot / count
    each = slot * 0.84 / len(series)
    for i in range(count):
        first, last = low + i * step, low + (i + 1) * step - 1
        name = f"{first}" if step == 1 else f"{first} to {last}"
        for k, ((label, _), bins) in enumerate(zip(series, shares, strict=True)):
            tall = (base - 10) * bins[i] / top
            x = left + i * slot + slot * 0.08 + k * each
            parts.append(_rect(k, x, base - tall, each, tall, f"{label}: {name}: {100 * bins[i]:.1f} %"))
    every = max(1, ceil(count / 16))
    parts += [_tick(left + (i + 0.5) * slot, base + 16, str(low + i * step)) for i in range(0, count, every)]
    if len(series) > 1:
        for k, (label, _) in enumerate(series):
            x = left + k * plot / len(series)
            parts.append(_rect(k, x, height - 14, 10, 10))
            parts.append(_tick(x + 15, height - 5, label, "start"))
    return _figure(title, height, parts)


def nice(value: float) -> float:
    """The next round number, so that an axis ends on one."""
    if value <= 0:
        return 1.0
    scale = 10.0 ** floor(log10(value))
    return next(step * scale for step in (1, 2, 4, 6, 8, 10) if step * scale >= value * 0.9999)


def round_step(least: float) -> int:
    """The next of 1, 2, 5, 10, 20 …: bins of so many begin at round numbers."""
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if step >= least:
                return step
        scale *= 10


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers between two."""
    step = (high - low) / 4
    return [low + i * step for i in range(5)]


def _grid(at: Sequence[float], low: float, high: float, plot: float, height: float, left: float) -> str:
    parts: list[str] = []
    for tick in at:
        x = left + plot * (tick - low) / (high - low)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{height - 22}"/>')
        parts.append(_tick(x, height - 6, f"{tick:.3g}"))
    return "".join(parts)


def _tick(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text class="tick" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _rect(tone: int, x: float, y: float, width: float, height: float, tooltip: str = "") -> str:
    """A bar; `tooltip` is said of it when somebody points at it."""
    title = f"<title>{escape(tooltip)}</title>" if tooltip else ""
    size = f'width="{max(width, 0.5):.1f}" height="{height:.1f}"'
    return f'<rect class="t{tone % 4}" x="{x:.1f}" y="{y:.1f}" {size}>{title}</rect>'


def _label(text: str, y: float) -> str:
    longest = 36
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return f'<text x="{_LABEL - 8}" y="{y + _ROW / 2 + 3}" text-anchor="end">{escape(short)}</text>'


def _shown(text: str, y: float) -> str:
    return f'<text class="value" x="{_WIDTH}" y="{y + _ROW / 2 + 3}" text-anchor="end">{escape(text)}</text>'


def _whisker(x1: float, x2: float, y: float) -> str:
    return f'<path class="whisker" d="M{x1:.1f} {y:.1f}H{x2:.1f}M{x1:.1f} {y - 4:.1f}v8M{x2:.1f} {y - 4:.1f}v8"/>'


def _figure(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {_WIDTH} {height:.0f}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg></figure>'
    )
