"""Lines of rules, one by one, as they are lowered: what each adds to the program of a small game.

The lines are those of `tests/dsl/lines`.  Of each that is no mistake, the lines of the program are kept that the game has
only with it, or only without it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.lowering.settings import SettingsError

from ...dsl.small_lines import SOME, entries
from ...golden import same_as_file
from ..program_text import program_text
from .test_small_games import changed_lines

GOLDEN = Path(__file__).with_name("golden") / "lines"
LOWERED = [(name, part) for name, part in SOME if name in ("assignments", "conditions", "numbers", "statements")]


@pytest.mark.parametrize(("name", "part"), LOWERED)
def test_what_a_line_adds_to_a_program(name: str, part: int) -> None:
    whole, lines = entries(name, part)
    bare = whole.resolved().game
    assert bare is not None
    before, found = program_text(lower(bare)), list[str]()
    for entry in lines:
        game = entry.resolved(checked=True).game
        if game is None:
            continue
        found.append(entry.written)
        try:
            found.append(changed_lines(before, program_text(lower(game))))
        except SettingsError as error:
            found.append(f"{error}\n")
    same_as_file(GOLDEN / f"{name}_{part}.txt", "\n".join(found))
