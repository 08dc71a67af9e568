"""What the rulebook says of single lines: what of it differs from the rulebook of the game without the line.

The lines are those of `tests/dsl/lines`, the words lie in `lines_in_words/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

from ...golden import same_as_file
from ..small_lines import SOME, entries


def rulebook_lines(game: CheckedGame) -> list[str]:
    """The lines of the rulebook for the usual options, each whole."""
    chosen = RulebookSettings({option: option.default for option in game.options})
    return plain(rulebook(game, chosen), 10_000).splitlines()


@pytest.mark.parametrize(("name", "part"), SOME)
def test_every_line_has_its_words(name: str, part: int) -> None:
    small, found = entries(name, part)
    usual = small.loaded().game
    assert usual is not None
    before = rulebook_lines(usual)
    out = [f"  {line}" for line in before if line] if part == 0 else []
    for entry in found:
        game = load(Source("small.hoyle", entry.text), advice=False).game
        if game is not None:
            out.append(entry.written)
            out += [f"  {line}" for line in rulebook_lines(game) if line and line not in before]
    same_as_file(Path(__file__).with_name("lines_in_words") / f"{name}-{part}.txt", "\n".join(out) + "\n")
