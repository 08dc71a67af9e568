"""Charts as inline SVG: bars with intervals, histograms, and differences around zero.  They need no script and no file.

The colours come from the page's style sheet, so the charts follow light and dark mode.  Every mark has a `<title>`,
which browsers show and screen readers read.  Every chart is drawn twice, for wide windows and for phones; the style
sheet (`STYLE`) shows the one that fits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

STYLE = """
figure{margin:1rem 0}figcaption{font-size:.9rem;margin-bottom:.3rem}svg{width:100%;height:auto;font-size:13px}
svg text{fill:var(--ink)}svg .tick{fill:var(--soft);font-size:11px}.grid{stroke:var(--line)}.zero{stroke:var(--soft)}
.whisker{stroke:var(--ink);stroke-width:1.4;fill:none;opacity:.75}
.t0{fill:var(--t0)}.t1{fill:var(--t1)}.t2{fill:var(--t2)}
.t3{fill:var(--t3)}.sure{fill:var(--t1)}.unsure{fill:var(--soft)}
svg.narrow{display:none}
@media(max-width:640px){svg.wide{display:none}svg.narrow{display:block}}
"""
"""The styles for a page with charts.  The colours of the series are `--t0` to `--t3`."""


@dataclass(frozen=True, slots=True)
class _PlotLayout:
    """The positions in a chart, in units of the drawing: pixels at its natural size."""

    name: str
    width: int
    left: int
    """The left edge of the bars."""
    right: int
    """The free space to the right of the bars."""
    row: int
    """The height of a bar with its text."""
    above: bool
    """Whether the text of a bar is above it, not beside it."""
    bins: int
    """The most bins of a histogram."""
    marks: int
    """The most numbers below a histogram."""

    @property
    def plot(self) -> int:
        return self.width - self.left - self.right

    def middle(self, y: float) -> float:
        """The y coordinate of the middle of a bar whose row begins at `y`."""
        return y + (self.row - 14 if self.above else self.row / 2 - 1)


_WIDE = _PlotLayout("wide", 760, 250, 190, 26, above=False, bins=40, marks=16)
_NARROW = _PlotLayout("narrow", 340, 16, 16, 56, above=True, bins=20, marks=6)


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with its interval, and the text beside it."""

    label: str
    value: float
    low: float
    high: float
    shown: str
    tone: int = 0


def bars(title: str, rows: Sequence[Bar], most: float | None = None) -> str:
    """Horizontal bars from 0, with a line for each interval."""
    top = most or nice(max((row.high for row in rows), default=1.0))

    def drawn(layout: _PlotLayout) -> tuple[float, list[str]]:
        height = layout.row * len(rows) + 26
        parts = [_grid(ticks(0, top), 0, top, layout, height)]
        for i, row in enumerate(rows):
            y = 4 + i * layout.row
            middle = layout.middle(y)
            low, high = (layout.left + layout.plot * min(end, top) / top for end in (row.low, row.high))
            parts.append(f"<g><title>{escape(f'{row.label.strip()}: {row.shown}')}</title>")
            parts.append(_words(row, y, layout))
            parts.append(_rect(row.tone, layout.left, middle - 8, layout.plot * row.value / top, 16))
            parts.append(_whisker(low, high, middle))
            parts.append("</g>")
        return height, parts

    return _figure(title, drawn)


def differences(title: str, rows: Sequence[Bar]) -> str:
    """Values around zero: a point with its interval.  Values that are certainly not zero are highlighted."""
    reach = nice(max((max(abs(row.low), abs(row.high)) for row in rows), default=1.0))

    def drawn(layout: _PlotLayout) -> tuple[float, list[str]]:
        height = layout.row * len(rows) + 26
        parts = [_grid(ticks(-reach, reach), -reach, reach, layout, height)]

        def at(value: float) -> float:
            return layout.left + layout.plot * (value + reach) / (2 * reach)

        parts.append(f'<line class="zero" x1="{at(0):.1f}" y1="0" x2="{at(0):.1f}" y2="{height - 22}"/>')
        for i, row in enumerate(rows):
            y = 4 + i * layout.row
            middle = layout.middle(y)
            kind = "sure" if row.low > 0 or row.high < 0 else "unsure"
            parts.append(f"<g><title>{escape(f'{row.label.strip()}: {row.shown}')}</title>")
            parts.append(_words(row, y, layout))
            parts.append(_whisker(at(row.low), at(row.high), middle))
            parts.append(f'<circle class="{kind}" cx="{at(row.value):.1f}" cy="{middle}" r="5"/>')
            parts.append("</g>")
        return height, parts

    return _figure(title, drawn)


def histogram(title: str, series: Sequence[tuple[str, Sequence[tuple[int, int]]]]) -> str:
    """The shares of values.  In each bin, the series are beside each other."""
    if not any(pairs for _, pairs in series):
        return ""
    return _figure(title, lambda layout: _histogram(series, layout))


def _histogram(series: Sequence[tuple[str, Sequence[tuple[int, int]]]], layout: _PlotLayout) -> tuple[float, list[str]]:
    values = [value for _, pairs in series for value, _ in pairs]
    low, high = min(values), max(values)
    step = round_step((high - low + 1) / layout.bins)
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
    left, base = 50, 190
    plot = layout.width - left - 10
    parts: list[str] = []
    for tick in ticks(0, top):
        y = base - (base - 10) * tick / top
        parts.append(f'<line class="grid" x1="{left}" y1="{y:.1f}" x2="{layout.width - 10}" y2="{y:.1f}"/>')
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
    every = max(1, ceil(count / layout.marks))
    parts += [_tick(left + (i + 0.5) * slot, base + 16, str(low + i * step)) for i in range(0, count, every)]
    if len(series) == 1:
        return base + 26, parts
    for k, (label, _) in enumerate(series):
        x, y = (left, base + 26 + 16 * k) if layout.above else (left + k * plot / len(series), base + 26)
        parts.append(_rect(k, x, y, 10, 10))
        parts.append(_tick(x + 15, y + 9, label, "start"))
    return base + 40 + (16 * (len(series) - 1) if layout.above else 0), parts


def nice(value: float) -> float:
    """The next round number, for the end of an axis."""
    if value <= 0:
        return 1.0
    scale = 10.0 ** floor(log10(value))
    return next(step * scale for step in (1, 2, 4, 6, 8, 10) if step * scale >= value * 0.9999)


def round_step(least: float) -> int:
    """The next number of 1, 2, 5, 10, 20 … that is at least `least`: bins of this width begin at round numbers."""
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if step >= least:
                return step
        scale *= 10


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers between two numbers."""
    step = (high - low) / 4
    return [low + i * step for i in range(5)]


def _grid(at: Sequence[float], low: float, high: float, layout: _PlotLayout, height: float) -> str:
    parts: list[str] = []
    for tick in at:
        x = layout.left + layout.plot * (tick - low) / (high - low)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{height - 22}"/>')
        parts.append(_tick(x, height - 6, f"{tick:.3g}"))
    return "".join(parts)


def _tick(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text class="tick" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _rect(tone: int, x: float, y: float, width: float, height: float, tooltip: str = "") -> str:
    """A bar.  A browser shows `tooltip` when the user points at the bar."""
    title = f"<title>{escape(tooltip)}</title>" if tooltip else ""
    size = f'width="{max(width, 0.5):.1f}" height="{height:.1f}"'
    return f'<rect class="t{tone % 4}" x="{x:.1f}" y="{y:.1f}" {size}>{title}</rect>'


def _words(row: Bar, y: float, layout: _PlotLayout) -> str:
    """The name and the value of a bar: beside it, or in two lines above it."""
    longest = 36
    label = escape(row.label if len(row.label) <= longest else row.label[: longest - 1] + "…")
    shown = escape(row.shown)
    if layout.above:
        return f'<text x="0" y="{y + 10}">{label.strip()}</text><text class="tick" x="0" y="{y + 25}">{shown}</text>'
    level = y + layout.row / 2 + 3
    return (
        f'<text x="{layout.left - 8}" y="{level}" text-anchor="end">{label}</text>'
        f'<text class="value" x="{layout.width}" y="{level}" text-anchor="end">{shown}</text>'
    )


def _whisker(x1: float, x2: float, y: float) -> str:
    return f'<path class="whisker" d="M{x1:.1f} {y:.1f}H{x2:.1f}M{x1:.1f} {y - 4:.1f}v8M{x2:.1f} {y - 4:.1f}v8"/>'


def _figure(title: str, drawn: Callable[[_PlotLayout], tuple[float, list[str]]]) -> str:
    """A chart with its title.  `drawn` returns the height and the parts for a layout."""
    pictures: list[str] = []
    for layout in (_WIDE, _NARROW):
        height, parts = drawn(layout)
        pictures.append(
            f'<svg class="{layout.name}" viewBox="0 0 {layout.width} {height:.0f}" role="img" '
            f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
        )
    return f"<figure><figcaption>{escape(title)}</figcaption>{''.join(pictures)}</figure>"
