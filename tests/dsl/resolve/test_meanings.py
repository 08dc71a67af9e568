"""What single lines mean: the checked form of each line of `tests/dsl/lines`, what it marks, and what is wrong with it.

The meanings lie in `meanings/` (UPDATE_GOLDEN=1 writes them anew).  Below each entry are the parts of the checked game
that differ from the game without it.  Symbols are written by their names; a type follows a colon.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame

from ...golden import same_as_file
from ..small_lines import SOME, entries, meaning, reported

MARKS = ("used", "written", "entered", "left", "ordered", "shuffled")


def parts(game: CheckedGame) -> Iterator[str]:
    """Every part of a checked game, each in one line."""
    for name in ("title", "players", "partners", "counts", "paired", "counterclockwise", "suits", "ranks", "deck"):
        yield f"{name} {meaning(getattr(game, name))}"
    for name in ("requirements", "presets", "incidents", "always", "written", "examples"):
        for one in getattr(game, name):
            yield f"{name}: {meaning(one)}"
    yield f"names {meaning(game.names)}"
    if game.ranking is not None:
        yield f"ranking: last wins {game.ranking.last_wins}, keys {meaning(game.ranking.keys)}"
        for row in game.ranking.rows:
            yield f"ranking: {meaning(row)}"
    for symbol in (*game.options, *game.zones, *game.variables, *game.values, *game.defines, *game.phases, game.main):
        left_out = ("name", "span", "type", "node", "sealed", "rows", "body", "afters", "params", "lets", *MARKS)
        inner = [
            f"{f.name}={meaning(part)}"
            for f in fields(symbol)
            if f.name not in left_out and (part := getattr(symbol, f.name)) != f.default
        ]
        marks = [mark for mark in MARKS if getattr(symbol, mark, False)]
        yield " ".join([f"{symbol.name}: {symbol.type}", *inner, *marks])
        for param in getattr(symbol, "params", ()):
            yield f"{symbol.name}({param.name}: {param.type}{' used' if param.used else ''})"
        for name in ("lets", "rows", "body", "afters"):
            found = getattr(symbol, name, ())
            for one in found if isinstance(found, tuple) else (found,) if found is not None else ():
                yield f"{symbol.name} {name}: {meaning(one)}"


@cache
def usually(name: str) -> tuple[dict[str, None], list[str]]:
    """The parts of the game without an entry, and what is found in it."""
    found = entries(name, 0)[0].resolved()
    assert found.game is not None, [*map(reported, found.diagnostics)]
    return dict.fromkeys(parts(found.game)), [*map(reported, found.diagnostics)]


@pytest.mark.parametrize(("name", "part"), SOME)
def test_every_line_means_what_it_says(name: str, part: int) -> None:
    usual, warned = usually(name)
    out = [f"  {line}" for line in (*usual, *warned)] if part == 0 else []
    for entry in entries(name, part)[1]:
        done = entry.resolved()
        out.append(entry.written)
        out += [f"  {line}" for line in map(reported, done.diagnostics) if line not in warned]
        if done.game is not None:
            out += [f"  {line}" for line in parts(done.game) if line not in usual]
    same_as_file(Path(__file__).with_name("meanings") / f"{name}-{part}.txt", "\n".join(out) + "\n")
