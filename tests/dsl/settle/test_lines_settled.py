"""What single lines come to when the options and the number of players are settled.

The lines are those of `tests/dsl/lines/settled`, what they come to lies in `lines_settled/` (UPDATE_GOLDEN=1 writes it anew):
for each of two settings the statements as they are folded, and the lines of the settled rule file that differ from those
without the entry.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hoyle.dsl.checked import Assign, CheckedGame
from hoyle.dsl.settle.folding import FoldingContext
from hoyle.dsl.settle.intervals import ExpressionRanges
from hoyle.dsl.settle.settled import settled_text

from ...golden import same_as_file
from ..small_lines import entries, meaning, parts_of

SETTINGS = (
    {"goal": 5, "open": 0, "closed": 1, "temper": 0, "players": 4},
    {"goal": 3, "open": 1, "temper": 1, "players": 2},
)


def folding(game: CheckedGame, setting: dict[str, int]) -> FoldingContext:
    """The options with these values.  An option without one is not settled."""
    values = {option: setting[option.name] for option in game.options if option.name in setting}
    return FoldingContext(values, setting["players"])


def settled(game: CheckedGame, setting: dict[str, int]) -> list[str]:
    return settled_text(game, folding(game, setting)).splitlines()


@cache
def usually() -> list[list[str]]:
    """The settled rule files without an entry."""
    game = entries("settled/options", 0)[0].resolved().game
    assert game is not None
    return [settled(game, setting) for setting in SETTINGS]


@pytest.mark.parametrize("part", range(parts_of("settled/options")))
def test_every_line_is_settled(part: int) -> None:
    out: list[str] = []
    for entry in entries("settled/options", part)[1]:
        done = entry.resolved()
        assert done.game is not None, (entry.written, [str(one) for one in done.diagnostics])
        out.append(entry.written)
        tried = next(phase for phase in done.game.phases if phase.name == "tried")
        short = entry.written.startswith("> set level to ")  # of which the folded form says it all
        for setting, known in zip(SETTINGS, usually(), strict=True):
            if ">" in entry.written:
                out += [f"  {meaning(st)}" for st in folding(done.game, setting).block(tried.body[1:])]
            if not short:
                out += [f"  = {line.strip()}" for line in settled(done.game, setting) if line not in known]
        for st in tried.body[1:]:
            if isinstance(st, Assign) and st.value.type.kind == "number":
                low, high = ExpressionRanges(done.game).of(st.value)
                out.append(f"  {low}..{high}")
    same_as_file(Path(__file__).with_name("lines_settled") / f"{part}.txt", "\n".join(out) + "\n")
