"""The answer of `hoyle solve` in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..terminal.console import visible
from ..terminal.pieces import CARDS, Piece

DRAWN = "The script does not name every card: the others were drawn by chance (--worlds N: the mean of N draws)."
HOW = "Points gained by the end of the deal, less what the other sides gain on average."


def solution_lines(title: str, data: dict[str, Any]) -> Iterator[tuple[Piece, ...]]:
    """The values of the options and the best line, in pieces with their styles."""
    yield ((visible(title), "bold"),)
    if data.get("choice"):
        yield ((f"The script ends with its deal: this is choice {data['choice']} (--at names another).", "dim"),)
    if data["worlds"]:
        text = f"{visible(data['player'])} chooses; means of {data['worlds']} draws of the cards that are not named:"
    else:
        text = f"{visible(data['player'])} chooses, all cards known{'' if data['exact'] else '; not all is solved'}:"
    yield ((text, ""),)
    for one in data["options"]:
        yield (f"  {_value(one, means=data['worlds'] > 0)} ", "dim"), (one["choice"], CARDS)
    if data["line"]:
        yield (("Best line", "bold"),)
    for one in data["line"]:
        yield (f"  {visible(one['player'])}: ", ""), (one["choice"], CARDS)
    yield ((HOW, "dim"),)
    if data["drawn"] and not data["worlds"]:
        yield ((DRAWN, "dim"),)


def _value(one: dict[str, Any], *, means: bool) -> str:
    """The value of an option: a number, a mean with its interval, or bounds."""
    if means:
        return f"{one['value']:>+7.2f} ({one['low']:+.2f} to {one['high']:+.2f})"
    if one["low"] is None:
        return "not known"
    if one["value"] is None:
        return f"at least {one['low']:+.2f}, at most {one['high']:+.2f}"
    return f"{one['value']:>+7.2f}"


TABLE_HOW = "Tricks of the side of each player, all cards known, if the player after him leads."


def table_lines(data: dict[str, Any]) -> Iterator[str]:
    """The tables of whole deals: a row for each value that rules, a column for each player."""
    for one in data["deals"]:
        yield f"{visible(one['title'])}, deal {one['deal']}"
        if one["reason"]:
            yield f"  no table: {visible(one['reason'])}"
            continue
        players = [visible(name) for name in one["players"]]
        for name, cards in zip(players, one["hands"], strict=True):
            yield f"  {name}: {' '.join(cards)}"
        head = visible(one["ruling"])
        width = max(len(head), *(len(visible(row["ruling"])) for row in one["rows"]))
        yield "  " + " ".join((head.ljust(width), *(name.rjust(max(3, len(name))) for name in players)))
        for row in one["rows"]:
            numbers = (str(n).rjust(max(3, len(name))) for n, name in zip(row["tricks"], players, strict=True))
            yield "  " + " ".join((visible(row["ruling"]).ljust(width), *numbers))
    if any(not one["reason"] for one in data["deals"]):
        yield TABLE_HOW


def plain_lines(title: str, data: dict[str, Any]) -> Iterator[str]:
    """The same without styles."""
    for pieces in solution_lines(title, data):
        yield "".join(text for text, _ in pieces)
