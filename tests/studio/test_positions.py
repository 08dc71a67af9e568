"""The position at a picture of a script, from which the studio asks what if."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.cli.pages.studio.scripts import opened_game, position
from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import read_script
from hoyle.interpreter.replay.events import Acted, Began, mainline
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.wasm import Module


def with_side_lines() -> Iterator[Path]:
    for path in sorted((RULESETS / "games").rglob("*.play")):
        script, problems = read_script(path)
        assert script is not None, problems
        if any(isinstance(step, m.SideLine) for game in script.games for step in game.steps):
            yield path


@pytest.mark.parametrize("path", tuple(with_side_lines()), ids=lambda path: path.stem)
def test_a_position_is_one_of_the_game_and_not_of_a_side_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game, opened = opened_game(text, path.parent, 0)
    reached = [event.state for event in mainline(Replay(game, opened)) if isinstance(event, Began | Acted)]
    program = opened.engine.program
    pack = Module(program, watch_of(program)).layout.pack
    states = [bytes(pack(state.values)).hex() for state in reached if opened.engine.question(state) is not None]
    found = [position(text, path.parent, 0, picture)[-1]["state"] for picture in range(len(states))]
    assert list(dict.fromkeys(found)) == states[: len(set(found))]
    assert position(text, path.parent, 0, 10_000)[-1]["state"] == states[-1]
