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


def plain_lines(title: str, data: dict[str, Any]) -> Iterator[str]:
    """The same without styles."""
    for pieces in solution_lines(title, data):
        yield "".join(text for text, _ in pieces)
