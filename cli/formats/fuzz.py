"""The report of `hoyle fuzz` as text, made from its data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...dsl.types import setting_text
from ..terminal.console import count, shown_path, visible

_PLURALS = {"trick": "tricks", "phase": "phases", "row": "rows", "choice": "choices", "incident": "incidents"}


def text_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The report, line by line."""
    settings = data["settings"]
    seats = sorted({setting["players"] for setting in settings})
    span = "" if not seats else f"{seats[0]}" if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
    yield visible(
        f"{data['title']}: {count(data['games'], 'game')}, {count(len(settings), 'setting')}, {span} players, "
        f"{data['decisions']:,} choices (seed {data['seed']})"
    )
    if not data["games"]:
        return
    if data["left"]:
        games = "game was" if data["left"] == 1 else "games were"
        yield f"{data['left']} {games} left after {data['length']:,} choices, not yet over"
        yield from _endless(settings)
    for failure in data["failures"]:
        yield ""
        yield from _failure(failure)
    if not data["failed"]:
        yield "Everything held."
    elif not data["failures"]:
        yield f"{count(data['failed'], 'game')} went wrong."
    yield ""
    parts = [
        f"{one['fired']} of {one['rules']} {_PLURALS.get(one['kind'], one['kind'] + 's')}" for one in data["coverage"]
    ]
    yield "Fired: " + ", ".join(parts)
    for possible, title in ((True, "Never fired:"), (False, "Not part of the rules at any setting tried:")):
        rules = [rule for rule in data["never"] if rule["possible"] == possible]
        if rules:
            yield title
        for rule in rules:
            yield f"  {shown_path(rule['file'])}:{rule['line']}: {rule['kind']}: {visible(rule['text'])}"


def _endless(settings: list[dict[str, Any]]) -> Iterator[str]:
    """The settings under which no game ended."""
    for setting in settings:
        if setting["left"] == setting["games"] >= 3:
            options = "".join(f", {name}={setting_text(value)}" for name, value in setting["options"].items())
            yield visible(f"  none of {setting['games']} ended with {setting['players']} players{options}")


def _failure(failure: Mapping[str, Any]) -> Iterator[str]:
    code = f"{failure['code']}: " if failure["code"] else f"{failure['invariant']}: "
    where = f"{shown_path(failure['file'])}:{failure['line']}:{failure['column']}: " if "file" in failure else ""
    yield visible(f"{where}{code}{failure['message']}")
    if "text" in failure:
        yield visible(f"    {failure['text']}")
    found, short = failure["found_with"], failure["choices"]
    yield f"  found in game {failure['game']} after {count(found, 'choice')}; the shortest game has {short}"
    if failure["saved"]:
        yield f"  saved: {shown_path(failure['saved'])}"
