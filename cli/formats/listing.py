"""The games, variants, presets and players there are, as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..terminal.console import table_room, visible

_LEAST = 24
"""The fewest characters for a description beside its name; with fewer it goes below."""


def text_lines(data: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    """The list; with headings if there are several kinds."""
    headed = len(data) > 1
    for number, (kind, entries) in enumerate(data.items()):
        if headed:
            yield from ("", kind) if number else (kind,)
        margin = "  " if headed else ""
        width = max((len(visible(one["name"])) for one in entries), default=0)
        for one in entries:
            yield from _entry(one, margin, width)


def _entry(one: Mapping[str, Any], margin: str, width: int) -> Iterator[str]:
    of = f" (of {visible(one['of'])})" if one.get("of") else ""
    about, room = (visible(one["about"]) + of).strip(), table_room()
    name = visible(one["name"])
    beside = len(margin) + width + 2
    if beside + min(len(about), _LEAST) > room:
        yield f"{margin}{name}"
        yield from textwrap.wrap(
            about,
            max(room, 20),
            initial_indent=margin + "    ",
            subsequent_indent=margin + "    ",
            break_on_hyphens=False,
        )
        return
    first, *more = textwrap.wrap(about, room - beside, break_on_hyphens=False, break_long_words=False) or [""]
    yield f"{margin}{name:<{width}}  {first}".rstrip()
    yield from (" " * beside + line for line in more)
