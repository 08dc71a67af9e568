"""The answer of `hoyle solve` in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..terminal.console import visible
from ..terminal.pieces import CARDS, Piece

HOW = "Points gained by the end of the deal, less what the other sides gain on average."


def solution_lines(title: str, data: dict[str, Any]) -> Iterator[tuple[Piece, ...]]:
    """The values of the options and the best line, in pieces with their styles."""
    yield ((visible(title), "bold"),)
    if data.get("choice"):
        yield ((f"The script ends with its deal: this is choice {data['choice']} (--at names another).", "dim"),)
    yield ((f"{visible(data['player'])} chooses, all cards known:", ""),)
    for one in data["options"]:
        yield (f"  {one['value']:>+7.2f} ", "dim"), (one["choice"], CARDS)
    yield (("Best line", "bold"),)
    for one in data["line"]:
        yield (f"  {visible(one['player'])}: ", ""), (one["choice"], CARDS)
    yield ((HOW, "dim"),)


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
