"""Games of the TypeScript package are copied, taken back, saved and resumed; bad input is refused."""

from __future__ import annotations

import subprocess

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.lowering import lower


@pytest.mark.parametrize("name", ["whist", "cribbage", "gops", "golf", "go_fish", "kuhn_poker"])
def test_games_are_copied_and_resumed(built, compiled, name):
    game = load(name).game
    assert game is not None
    files = compiled(game, lower(game))
    command = ["node", str(built / "test" / "again.js"), files["module"], files["description"]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
