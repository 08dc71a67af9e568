"""The position at a frame of a script, from which the studio asks what if, and side lines written into scripts."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.cli.pages.studio.problem import RequestProblem
from hoyle.cli.pages.studio.scripts import opened_game, position, varied
from hoyle.cli.pages.studio.variations import with_side_line
from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.engine import State
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.program import RNG, Slots
from hoyle.interpreter.replay.events import Acted, Began, Failed, mainline
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.wasm import Module


def scripts() -> Iterator[Path]:
    """Every shipped script that has side lines, and a sample of the others; all of them in a long run."""
    every = 1 if "HOYLE_SLOW_TESTS" in os.environ else 6 if "HOYLE_LONG_TESTS" in os.environ else 12
    for number, path in enumerate(sorted((RULESETS / "games").rglob("*.play"))):
        side = "\nwhat if " in path.read_text(encoding="utf-8")
        if side or number % every == every // 2:
            yield path


SCRIPTS = tuple(scripts())


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_position_is_one_of_the_game_and_not_of_a_side_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game, opened = opened_game(text, path.parent, 0)
    reached = [event.state for event in mainline(Replay(game, opened)) if isinstance(event, Began | Acted)]
    program = opened.engine.program
    pack = Module(program, watch_of(program)).layout.pack
    states = [bytes(pack(state.values)).hex() for state in reached if opened.engine.question(state) is not None]
    frames = [0, 1, *range(2, len(states), max(1, len(states) // 6))]
    at = [states.index(position(text, path.parent, 0, frame)[-1]["state"]) for frame in frames]
    assert at == sorted(at)
    assert at[0] == 0
    assert len(set(at)) > 1 or len(states) < 3
    if opened.engine.question(reached[-1]) is None:
        with pytest.raises(RequestProblem, match="nobody has anything to choose"):
            position(text, path.parent, 0, 10_000)
    else:
        assert position(text, path.parent, 0, 10_000)[-1]["state"] == states[-1]


def but_for_chance(state: State) -> Slots:
    """A state without what chance would draw next: where a script says what was drawn, nothing is drawn."""
    return [value for slot, value in enumerate(state.values) if slot != RNG]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_side_line_played_anywhere_is_written_into_the_script_and_holds(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    chance = random.Random(path.stem)
    game, opened = opened_game(text, path.parent, 0)
    engine = opened.engine
    reached = [event.state for event in mainline(Replay(game, opened)) if isinstance(event, Began | Acted)]
    asked = [state for state in reached if engine.question(state) is not None]
    for begin in chance.sample(asked, min(3, len(asked))):
        state, choices = begin, []
        while len(choices) < 4 and (question := engine.question(state)) is not None:
            options = [option for option, _ in zip(question.choices(), range(200), strict=False)]
            choices.append(chance.randrange(len(options)))
            state = engine.apply(state, options[choices[-1]])
        try:
            found = with_side_line(text, path.parent, 0, begin, choices, 'a "second" thought', "and why\nit is better")
        except RequestProblem as problem:
            if "before the position" not in str(problem):
                raise
            continue
        made, again = opened_game(found, path.parent, 0)
        assert sum(isinstance(step, m.SideLine) for step in made.steps) == 1 + sum(
            isinstance(step, m.SideLine) for step in game.steps
        )
        events = list(Replay(made, again))
        assert not any(isinstance(event, Failed) for event in events)
        main = [event.state.values for event in mainline(Replay(made, again)) if isinstance(event, Began | Acted)]
        assert main == [state.values for state in reached], "the game itself is as before"
        inside = [but_for_chance(event.state) for event in events if isinstance(event, Acted)]
        assert but_for_chance(state) in inside, "the side line comes to where it came when it was played"


def test_a_side_line_that_cannot_be_is_refused() -> None:
    path = RULESETS / "games" / "whist_short.play"
    text = path.read_text(encoding="utf-8")
    for choices in ([99], [-1]):
        with pytest.raises(RequestProblem, match="other rules"):
            varied(text, path.parent, 0, 3, choices, "", "")
    with pytest.raises(RequestProblem, match="no such game"):
        varied(text, path.parent, 7, 3, [0], "", "")
