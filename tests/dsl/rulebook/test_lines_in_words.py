"""What the rulebook says of single lines: what of it differs from the rulebook of the game without the line.

The lines are those of `tests/dsl/lines`, the words lie in `lines_in_words/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import lines_of, plain
from hoyle.dsl.rulebook.sections import phase_blocks, rulebook
from hoyle.dsl.rulebook.speech import new_book

from ...golden import same_as_file
from ..small_lines import SOME, entries


def rulebook_lines(game: CheckedGame, *, whole: bool) -> list[str]:
    """The lines of the rulebook, or of its section about the phase `tried`, for the usual options, each whole."""
    chosen = RulebookSettings({option: option.default for option in game.options})
    if whole:
        return plain(rulebook(game, chosen), 10_000).splitlines()
    tried = next(phase for phase in game.phases if phase.name == "tried")
    return lines_of(phase_blocks(new_book(game, chosen), tried), 10_000)


@pytest.mark.parametrize(("name", "part"), SOME)
def test_every_line_has_its_words(name: str, part: int) -> None:
    small, found = entries(name, part)
    usual = small.resolved().game
    assert usual is not None
    whole = name in ("declarations", "odd_decks")
    before = {wide: rulebook_lines(usual, whole=wide) for wide in (False, True)}
    out = [f"  {line}" for line in rulebook_lines(usual, whole=True) if line] if part == 0 else []
    for entry in found:
        game = entry.resolved().game
        if game is not None:
            out.append(entry.written)
            wide = whole or not entry.written.startswith(">")
            out += [f"  {line}" for line in rulebook_lines(game, whole=wide) if line and line not in before[wide]]
    same_as_file(Path(__file__).with_name("lines_in_words") / f"{name}-{part}.txt", "\n".join(out) + "\n")
