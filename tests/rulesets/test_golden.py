"""Golden games: complete scripted games whose replay must meet every expectation.  Every ruleset has at least one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hoyle.dsl.loading import RULESETS, rulesets
from hoyle.interpreter.notation.files import read_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.events import Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

GAMES = sorted((RULESETS / "games").glob("*.play"))


@cache
def games_of(path):
    """The games in a script."""
    script, problems = read_script(path)
    assert script is not None, [str(problem) for problem in problems]
    return script.games


def test_every_ruleset_has_a_golden_game():
    played = {game.ruleset.text for path in GAMES for game in games_of(path)}
    assert sorted(rulesets().keys() - played) == [], "write games of these into rulesets/games"


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_golden_games_replay(path: Path):
    tables = Rulesets()
    for game in games_of(path):
        last = None
        for event in Replay(game, tables.for_script(game, path.parent)):
            assert not isinstance(event, Failed), str(event.diagnostic)
            last = event
        assert isinstance(last, Ended)
        assert last.result is None or last.drawn == 0, "in a whole game every card is named"


def test_golden_games_have_expectations_about_the_score_or_say_what_is_illegal():
    for path in GAMES:
        text = path.read_text(encoding="utf-8")
        assert any(f"expect {what}" in text for what in ("points: ", "chips: ", "game over", "illegal ")), path.name
