"""Recorded random games of every ruleset."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import islice

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.text.parse import Words

_engines: dict[str, Engine] = {}


def engine_of(name: str) -> Engine:
    if name not in _engines:
        game = load(name).game
        assert game is not None
        _engines[name] = Engine(lower(game))
    return _engines[name]


def random_game(name: str, seed: int, choices: int) -> m.ScriptedGame:
    """The beginning of a random game as a script."""
    engine = engine_of(name)
    words = Words(engine.program)
    recorder, dice = Recorder(engine, words), Dice(seed, player=1)
    state = engine.start(seed=seed, listener=recorder.hear)
    for _ in range(choices):
        question = engine.question(state)
        if question is None:
            break
        found = list(islice(question.choices(), 200))
        state = engine.apply(state, found[dice.below(len(found))], listener=recorder.hear)
    return dataclasses.replace(heading(engine.program, words, name), steps=tuple(recorder.steps()))


@pytest.fixture(scope="session")
def engines() -> Callable[[str], Engine]:
    """Return a function that gives the engine of a ruleset, made once."""
    return engine_of


@pytest.fixture(scope="session")
def random_games() -> Callable[[str, int, int], m.ScriptedGame]:
    """Return a function that makes the beginning of a random game from a ruleset, a seed and a number of choices."""
    return random_game
