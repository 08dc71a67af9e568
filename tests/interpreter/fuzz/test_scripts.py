"""Shipped scripts, checked like random games."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hoyle.interpreter.engine import Engine
from hoyle.interpreter.fuzz.scripts import check_script
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.files import parse_script, read_script
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.opening.rulesets import Rulesets

GAMES = Path(__file__).resolve().parents[3] / "rulesets" / "games"


def some() -> list[Path]:
    """The shortest script of each ruleset, or all scripts with HOYLE_SLOW_TESTS."""
    paths = sorted(GAMES.glob("*.play"), key=lambda path: (path.stat().st_size, path.stem))
    if "HOYLE_SLOW_TESTS" in os.environ:
        return paths
    first: dict[str, Path] = {}
    for path in paths:
        ruleset = next(line for line in path.read_text("utf-8").splitlines() if line.startswith("game "))
        first.setdefault(ruleset, path)
    return list(first.values())


@pytest.mark.parametrize("path", some(), ids=lambda path: path.stem)
def test_all_invariants_hold_in_the_shipped_scripts(path) -> None:
    script, problems = read_script(path)
    assert script is not None, problems
    rulesets = Rulesets()
    for game in script.games:
        assert check_script(game, rulesets.for_script(game, path.parent)) == (None, None)


def look(text: str, fuzz) -> object:
    found = fuzz(games=0)
    script, problems = parse_script(text)
    assert script is not None, problems
    (game,) = script.games
    program = lower(found.game, {}, 3)
    return check_script(game, OpenedGame.lowered(found.game, program, game.names))


HEAD = "hoyle play 1\ngame pinch\nplayers A, B, C\n\nfirst dealer A\n"


def test_side_lines_are_checked_and_do_not_change_the_game(fuzz) -> None:
    text = HEAD + 'what if "B passes"\n  B: pass\n  C: bid\nB: bid\nexpect bidder: B\n'
    assert look(text, fuzz) == (None, None)


def test_a_broken_invariant_in_a_side_line_is_found(fuzz, monkeypatch) -> None:
    to_json = Engine.to_json

    def forgetful(self, state):
        data = to_json(self, state)
        data["slots"][2] = 7 if state.values[4] == 2 else data["slots"][2]
        return data

    monkeypatch.setattr(Engine, "to_json", forgetful)
    assert look(HEAD + "B: bid\n", fuzz) == (None, None)
    broken, failed = look(HEAD + 'what if "B passes"\n  B: pass\n  C: bid\nB: bid\n', fuzz)
    assert failed is None
    assert broken.invariant == "json"


def test_a_faulty_script_gives_its_reason(fuzz) -> None:
    broken, failed = look(HEAD + "B: bid\nexpect bidder: C\n", fuzz)
    assert broken is None
    assert failed.diagnostic.code == "E1060"
