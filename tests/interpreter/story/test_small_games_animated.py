"""Animations of a small script with a forced choice, side lines, notes and expectations: every caption, for each viewer."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.story.scripted.frames import Animation, animate

from ...golden import same_as_file
from ...small_rules import game_of
from ..replay.test_chance import RULES

GOLDEN = Path(__file__).with_name("golden")
HEAD = "hoyle play 1\ngame two\nplayers Ann, Bob\nseed 3\nfirst dealer Ann\n"
SCRIPTS = {
    "whole": HEAD
    + "# at first\nexpect turn Ann\nwhat if it is kept\n  Ann: give 0 away\n  expect score: Ann 0, Bob 0\n"
    "Ann: give 1 away\n# what follows is forced\nexpect score: Ann 3, Bob 0\nexpect game over, won by Ann\n",
    "wrong": HEAD + "Ann: give 1 away\nexpect score: Ann 2, Bob 0\n",
    "wrong beside": HEAD + "what if nothing\n  Ann: give 4 away\nAnn: give 0 away\n",
    "in the middle": "hoyle play 1\ngame two\nplayers Ann, Bob\nseed 3\n"
    "position take\n  turn Bob\n  dealer: Bob\n  score: Ann 1, Bob 0\nBob: take one\n",
}


def table() -> OpenedGame:
    game = game_of(RULES)
    return OpenedGame.lowered(game, lower(game), ("Ann", "Bob"))


def lines(made: Animation) -> list[str]:
    found = []
    for number, picture in enumerate(made.pictures):
        captions = "; ".join(f"{type(one).__name__} {one}" for one in picture.captions)
        found.append(f"{number}: {captions} values {dict(picture.values)}")
    found.append(f"acted {made.acted}, reached {[at for at, _ in made.reached]}, {made.result}")
    return [*found, f"{made.failure.code} {made.failure.message}" if made.failure is not None else "no failure"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_pictures_of_a_script(name: str) -> None:
    script, problems = parse_script(SCRIPTS[name], "small.play")
    assert script is not None, [str(one) for one in problems]
    found: list[str] = []
    for viewer in (None, -1, 0, 1):
        found += [f"seen by {viewer}", *lines(animate(script.games[0], table(), viewer))]
    text = "".join(f"{line}\n" for line in found)
    same_as_file(GOLDEN / f"animated_{name.replace(' ', '_')}.txt", text)
