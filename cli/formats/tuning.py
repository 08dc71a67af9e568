"""The settings that `hoyle tune` tried, from best to worst, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...dsl.types import setting_text
from ..terminal.console import visible
from .numbers import number
from .simulation import table

Data = dict[str, Any]


def text_lines(data: Data) -> Iterator[str]:
    """A table of the settings, and whether the best one is surely the best."""
    players = ", ".join(dict.fromkeys(data["players"]))
    yield f"{data['games']:,} games of each setting, played by {visible(players)}"
    yield f"{data['about']} ({'more' if data['more_is_better'] else 'less'} is better)"
    yield ""
    settings = data["settings"]
    yield from table([("", "estimate", "95 % interval"), *((setting(o), *number(o["estimate"])) for o in settings)])
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
