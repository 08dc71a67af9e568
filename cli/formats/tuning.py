"""The settings that `hoyle tune` tried, from best to worst, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...dsl.types import setting_text
from ..terminal.console import visible
from .numbers import CUT_AT, number
from .simulation import table

Data = dict[str, Any]
CUT = f"Games that were {CUT_AT} count as far as they were played."
"""The remark below settings with such games."""


def text_lines(data: Data) -> Iterator[str]:
    """A table of the settings, and whether the best one is surely the best."""
    players = ", ".join(dict.fromkeys(data["players"]))
    yield f"{data['games']:,} games of each setting, played by {visible(players)}"
    yield f"{data['about']} ({'more' if data['more_is_better'] else 'less'} is better)"
    yield ""
    settings = data["settings"]
    cut = any(one["cut"] for one in settings)
    rows = [("", "estimate", "95 % interval"), *((setting(one), *number(one["estimate"])) for one in settings)]
    if cut:
        cells = ("cut", *(f"{one['cut']:,}" for one in settings))
        rows = [(*row, cell) for row, cell in zip(rows, cells, strict=True)]
    yield from table(rows)
    if cut:
        yield ""
        yield CUT
    if len(settings) > 1 and all(one["estimate"] == settings[0]["estimate"] for one in settings):
        yield ""
        yield "They make no difference in these games."
    elif len(settings) > 1:
        yield ""
        sure = "This is sure"
        if not data["sure"]:
            sure = "It may be chance: the intervals of the first two overlap, so play more games"
        yield f"Best: {setting(settings[0])}. {sure}."


def setting(one: Data) -> str:
    """The options of a setting: `target = 5, lone_march = 4`."""
    return visible(", ".join(f"{name} = {setting_text(value)}" for name, value in one["options"].items()))
