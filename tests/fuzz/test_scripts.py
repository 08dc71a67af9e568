"""Scripted games that ship, looked at as random ones are."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.fuzz.scripts import check_script
from hoyle.interpreter.script.files import read_script
from hoyle.interpreter.script.setup import Rulesets

GAMES = Path(__file__).resolve().parents[2] / "rulesets" / "games"


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.play")), ids=lambda path: path.stem)
def test_everything_holds_in_the_scripts_that_ship(path) -> None:
    script, problems = read_script(path)
    assert script is not None, problems
    rulesets = Rulesets()
    for game in script.games:
        assert check_script(game, rulesets.table(game, path.parent)) == (None, None)
