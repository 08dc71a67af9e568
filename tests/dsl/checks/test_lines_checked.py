"""What the checks say of single lines: the diagnostics of each line that the game without it does not have.

The lines are those of `tests/dsl/lines`, the diagnostics lie in `lines_checked/` (UPDATE_GOLDEN=1 writes them anew).  Lines
with which a game has the same diagnostics as without them are left out.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ...golden import same_as_file
from ..small_lines import entries, parts_of, reported

NAMES = ("checked", "declarations", "hidden/known", "rare", "tables")
SOME = [(name, part) for name in NAMES for part in range(parts_of(name))]


@cache
def said_usually(name: str) -> list[str]:
    """The diagnostics of the game without an entry."""
    found = entries(name, 0)[0].resolved(checked=True)
    assert found.game is not None, [*map(reported, found.diagnostics)]
    return [*map(reported, found.diagnostics)]


@pytest.mark.parametrize(("name", "part"), SOME)
def test_every_line_is_checked(name: str, part: int) -> None:
    usual = said_usually(name)
    before, out = {*usual}, [f"  {line}" for line in usual] if part == 0 else []
    for entry in entries(name, part)[1]:
        done = entry.resolved(checked=True)
        if done.game is None:
            continue
        said = [*map(reported, done.diagnostics)]
        new, gone = [line for line in said if line not in before], sorted(before - {*said})
        if new or gone:
            out += [entry.written, *(f"  {line}" for line in new), *(f"  no {line}" for line in gone)]
    same_as_file(
        Path(__file__).with_name("lines_checked") / f"{name.replace('/', '-')}-{part}.txt", "\n".join(out) + "\n"
    )
