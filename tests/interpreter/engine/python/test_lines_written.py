"""Lines of rules, one by one, as they are written as Python: what each adds to the source of a small game.

The lines are those of `tests/dsl/lines`.  Of each that is no mistake, the lines of the source are kept that the game has
only with it: with a listener, and without one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.interpreter.engine.python.blocks import module_text
from hoyle.interpreter.engine.python.writer import BlockWriter
from hoyle.interpreter.lowering import lower

from ....dsl.small_lines import SOME, entries
from ....golden import same_as_file

GOLDEN = Path(__file__).with_name("golden") / "lines"
WRITTEN = [(name, part) for name, part in SOME if name in ("assignments", "conditions", "numbers", "statements")]


def source_of(game: CheckedGame, **kinds: bool) -> list[str]:
    return module_text(BlockWriter(lower(game), **kinds)).splitlines()


@pytest.mark.parametrize(("name", "part"), WRITTEN)
def test_what_a_line_adds_to_the_source(name: str, part: int) -> None:
    whole, lines = entries(name, part)
    bare = whole.resolved().game
    assert bare is not None
    found = list[str]()
    before = {*source_of(bare)}
    traced = {*source_of(bare, traced=True)}
    for entry in lines:
        game = entry.resolved(checked=True).game
        if game is None:
            continue
        plain = [line.strip() for line in source_of(game) if line not in before]
        other = [line.strip() for line in source_of(game, traced=True) if line not in traced]
        found += [entry.written, *plain, *(f"traced: {line}" for line in other if line not in plain), ""]
    same_as_file(GOLDEN / f"{name}_{part}.txt", "\n".join(found))
