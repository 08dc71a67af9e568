"""The last programs and their generated sources are cached."""

from __future__ import annotations

import pickle

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.engine.compiled import CompiledProgram
from hoyle.interpreter.lowering import SettingsError, lower
from hoyle.interpreter.program import KnownIdentity, Program, Require
from hoyle.interpreter.traversal import nodes_within


def test_the_same_settings_give_the_same_program_object() -> None:
    game = load("hearts").game
    assert game is not None
    program = lower(game)
    assert lower(game) is program
    assert lower(game, {}) is program
    assert lower(game, {"target": 50}) is lower(game, {"target": 50})
    assert lower(game, {"target": 50}) is not program
    assert lower(game, noted=True) is not program
    assert lower(game, noted=True) == lower(game, noted=True)


def test_invalid_settings_are_reported_every_time() -> None:
    game = load("newberry_euchre").game
    assert game is not None
    for _ in range(2):
        for options in ({"target": 10_000}, {"target": [5]}, {"nonsense": 1}):
            with pytest.raises(SettingsError):
                lower(game, options)


def test_true_and_1_are_different_settings() -> None:
    """Python treats them as equal, but the cache must not."""
    game = load("newberry_euchre").game
    assert game is not None
    number = next(one for one in game.options if one.type.kind == "number")
    flag = next((one for one in game.options if one.type.kind == "flag"), None)
    for option in filter(None, (number, flag)):
        results = []
        for value in (1, True, 1):
            try:
                results.append(lower(game, {option.name: value}).options[option.name])
            except SettingsError as error:
                results.append(str(error.problems[0]))
        assert results[0] == results[2]
        assert results[1] == fresh(game, {option.name: True}, option.name)


def fresh(game, options, name):
    """The value of an option after lowering a copy of the game, which no cache contains."""
    import dataclasses

    try:
        return lower(dataclasses.replace(game), options).options[name]
    except SettingsError as error:
        return str(error.problems[0])


def test_a_check_can_be_left_out_of_a_program() -> None:
    game = load("newberry_euchre").game
    assert game is not None
    places = [after.span for phase in (game.main, *game.phases) for after in phase.afters]
    whole = lower(game)
    less = lower(game, unchecked={places[0]})
    assert sum(map(requirements, less.blocks)) < sum(map(requirements, whole.blocks))
    assert lower(game, unchecked=set(places[:1])) is less
    assert lower(game) is whole


def requirements(block) -> int:
    """How many checks a block makes."""
    return sum(isinstance(part, Require) for part in nodes_within(block.body))


def test_engines_of_one_program_have_their_own_counts() -> None:
    game = load("hearts").game
    assert game is not None
    program = lower(game)
    one, other = CompiledProgram(program, counted=True), CompiledProgram(program, counted=True)
    assert one.plain.text is other.plain.text
    state = Engine(program).start(seed=1)
    one.run(list(program.initial), None, None)
    assert any(one.plain.counts)
    assert not any(other.plain.counts)
    assert one.plain.names is not other.plain.names
    assert state == Engine(program).start(seed=1)


def test_a_pickled_program_has_the_identity_of_its_rules_without_the_rules() -> None:
    game = load("whist").game
    assert game is not None
    program = lower(game)
    data = pickle.dumps(program)
    again: Program = pickle.loads(data)
    for name in ("fingerprint", "former_fingerprint", "parts"):
        assert getattr(again, name) == getattr(program, name)
    assert type(again.identity) is KnownIdentity
    assert b"CheckedGame" not in data
