"""What a player learned, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..terminal.console import shown_path, visible
from .simulation import table

Data = dict[str, Any]


def measured_line(one: Data) -> tuple[str, str, str]:
    """A measurement: after how many choices, the gain over chance, the gain over the player before."""
    return (
        f"{one['choices']:,}",
        f"{one['chance']:+.3g} ± {one['chance_error']:.2g}",
        f"{one['before']:+.3g} ± {one['before_error']:.2g}",
    )


def left_out(games: int) -> str:
    """Of how many games nothing was learned, and why."""
    many = (
        "1 game stopped at an error of the rules and was"
        if games == 1
        else f"{games:,} games stopped at an error of the rules and were"
    )
    return f"{many} left out (`hoyle fuzz` finds such errors)"


def text_lines(data: Data) -> Iterator[str]:
    """How long was learned, what came of it, and where it was written."""
    yield visible(data["title"])
    done = "" if data["complete"] else " (stopped)"
    time = f" in {data['seconds']:,.0f} s" if data["seconds"] else ""
    yield f"learned from {data['choices']:,} choices{time}{done}, seed {data['seed']}"
    if data["begun_with"]:
        yield f"begun with what was learned of {visible(data['begun_with'])}"
    if data["left_out"]:
        blocks = ", ".join((*data["left_out"][:4], *(["…"] if len(data["left_out"]) > 4 else [])))
        yield f"not seen, because there is no room: {visible(blocks)}"
    if data["failed"]:
        yield left_out(data["failed"])
    if data["strength"]:
        yield ""
        rows = [measured_line(one) for one in data["strength"][-6:]]
        yield from table([("choices", "gain in a deal over chance", "over itself before"), *rows], indent=0)
    if data["instead"]:  # the note says so
        return
    yield ""
    if data["file"]:
        yield f"{data['size']:,} bytes: {shown_path(data['file'])}"
    else:
        yield "The cache folder cannot be written, so nothing was kept: name a file with --into."
