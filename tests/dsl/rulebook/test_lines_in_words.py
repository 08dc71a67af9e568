"""What the rulebook says of single lines: what of it differs from the rulebook of the game without the line.

The lines are those of `tests/dsl/lines`, the words lie in `lines_in_words/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

from functools import cache
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


@cache
def usual_lines(name: str, *, whole: bool) -> list[str]:
    """The same of the game without an entry."""
    game = entries(name, 0)[0].resolved().game
    assert game is not None
    return rulebook_lines(game, whole=whole)


SAID = [(name, part) for name, part in SOME if name not in ("assignments", "checked", "examples", "numbers", "tables")]


@pytest.mark.parametrize(("name", "part"), SAID)
def test_every_line_has_its_words(name: str, part: int) -> None:
    whole = name in ("declarations", "odd_decks", "rare")
    out = [f"  {line}" for line in usual_lines(name, whole=True) if line] if part == 0 else []
    for entry in entries(name, part)[1]:
        game = entry.resolved().game
        if game is not None:
            out.append(entry.written)
            wide = whole or not entry.written.startswith(">")
            out += [
                f"  {line}"
                for line in rulebook_lines(game, whole=wide)
                if line and line not in usual_lines(name, whole=wide)
            ]
    same_as_file(Path(__file__).with_name("lines_in_words") / f"{name}-{part}.txt", "\n".join(out) + "\n")
