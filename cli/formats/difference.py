"""The differences between two games, in sentences and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rulings import Json

if TYPE_CHECKING:
    from ...dsl.checked import CheckedGame
    from ...dsl.difference import Difference

VERSION = 1
"""The version of the JSON form."""


def report_lines(one: CheckedGame, other: CheckedGame, changes: tuple[Difference, ...]) -> list[str]:
    """The differences as lines: first the parts that are written differently, then those that differ only in effect."""
    if one.title == other.title:
        out = [f"{one.title}, in two ways of playing it"]
    else:
        out = [f"{other.title}, compared with {one.title}"]
    if not changes:
        return [*out, "", "They do not differ."]
    direct = [change for change in changes if change.how != "in effect"]
    for change in direct:
        out += ["", *_change(change)]
    effects = [change for change in changes if change.how == "in effect"]
    if effects:
        out += ["", "What that comes to elsewhere:"]
    for change in effects:
        out += ["", *_change(change)]
    return out


def _change(change: Difference) -> list[str]:
    out = [change.sentence]
    if change.how == "set":
        return out
    return [*out, *(f"  {mark} {'  ' * depth}{text}" for mark, depth, text in change.marked)]


def data(one: CheckedGame, other: CheckedGame, changes: tuple[Difference, ...]) -> dict[str, Json]:
    """The differences as JSON: schemas/diff.schema.json."""
    found: list[Json] = [
        {
            "area": change.area,
            "how": change.how,
            "name": change.name,
            "sentence": change.sentence,
            "before": list(change.before),
            "after": list(change.after),
        }
        for change in changes
    ]
    return {"diff": VERSION, "a": one.title, "b": other.title, "changes": found}
