"""Whole games inside a module equal those of the Python engine, with any rules, options and seats."""

from __future__ import annotations

from functools import cache, lru_cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.batch.modules import BUDGET, ModulePairedGames, ModuleSimulation, code_of, run
from hoyle.interpreter.batch.pairing import PairedGames
from hoyle.interpreter.batch.pool import finish
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.lowering import SettingsError, lower
from hoyle.interpreter.program import OVER, PC
from hoyle.interpreter.wasm import Machine

NAMES = tuple(sorted(rulesets()))
DRAWN = settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def rules(name):
    game = load(name).game
    assert game is not None
    return game


@lru_cache(40)
def program(name, chosen=(), players=None):
    return lower(rules(name), dict(chosen), players)


def drawn(data, name):
    """Draw a program with compatible settings."""
    game, chosen = rules(name), {}
    for option in game.options:
        if data.draw(st.booleans(), label=f"set {option.name}"):
            kind = option.type
            values = list(option.type.words) or ["yes", "no"]
            if kind.kind == "number":
                values = [kind.low, kind.high] if kind.high < 2**31 - 1 else [3]
            chosen[option.name] = data.draw(st.sampled_from(values), label=option.name)
    low, high, _ = game.players
    players = data.draw(st.integers(low, high), label="players")
    try:
        return program(name, tuple(chosen.items()), players)
    except SettingsError:
        return program(name, (), None)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data(), seed=st.integers(0, 2**63 - 1))
@DRAWN
def test_games_are_the_same_at_every_choice(name, data, seed):
    """Compares the state, its hash, the options in their order and the player to move."""
    made = drawn(data, name)
    engine, machine = Engine(made), Machine(code_of(made))
    dice, pick = Dice(seed), data.draw(st.integers(0, 2**32), label="pick")
    state = engine.start(seed=seed, index=pick)
    machine.start(seed, pick)
    for _ in range(120):
        assert machine.state == state.values
        if (pc := state.values[PC]) <= OVER:
            assert machine.ask == -1
            return
        options = machine.options()
        found = [(choice.alternative, *choice.values) for choice in engine.question(state).choices()][:10_000]
        assert (machine.ask, options) == (~pc, found)
        choice = options[dice.below(len(options))]
        engine.take(state.values, ~pc, choice)
        machine.take(choice)


@pytest.mark.parametrize("name", NAMES)
def test_batches_have_the_same_sums(name):
    made = program(name)
    players = ("random",) * made.players
    python = Simulation(made, players, 11).runner().run(5, 3)
    inside = ModuleSimulation(made, players, 11).runner().run(5, 3)
    assert inside.sums == python.sums
    assert inside.sums.digest() == python.sums.digest()


@pytest.mark.parametrize(
    ("name", "option"),
    [("newberry_euchre", ("stick_the_dealer", "must_call")), ("texas_euchre", ("must_lay", "first_turn"))],
)
def test_pairs_of_games_have_the_same_sums(name, option):
    made, other = program(name), program(name, (option,))
    players = ("random",) * made.players
    python = PairedGames(made, other, players, 3).runner().run(2, 8)
    inside = ModulePairedGames(made, other, players, 3).runner().run(2, 8)
    assert inside.sums == python.sums


def test_the_division_into_chunks_does_not_matter():
    made = program("whist")
    work = ModuleSimulation(made, ("random",) * 4, 1)
    whole = work.runner().run(0, 40).sums.digest()
    assert finish(run(work, 40, workers=3, chunk=7)).sums.digest() == whole
    assert finish(run(work, 40, workers=1)).sums.digest() == whole


def test_an_interrupted_game_continues(monkeypatch):
    made = program("whist")
    work = ModuleSimulation(made, ("random",) * 4, 1)
    whole = work.runner().run(0, 12).sums
    monkeypatch.setattr("hoyle.interpreter.batch.modules.BUDGET", 7)
    assert work.runner().run(0, 12).sums == whole
    assert BUDGET > 7


@given(data=st.data())
@settings(DRAWN, max_examples=10)
def test_a_state_is_exchanged_between_both_executors_during_a_game(data):
    made = program(data.draw(st.sampled_from(["newberry_euchre", "hearts", "noteuchre"])))
    engine, machine = Engine(made), Machine(code_of(made))
    state = engine.start(seed=data.draw(st.integers(0, 1000)))
    dice = Dice(1)
    for step in range(60):
        if state.values[PC] <= OVER:
            break
        machine.put(state.values)
        options = machine.options()
        machine.take(options[dice.below(len(options))])
        if step % 2:  # the module alone makes this step
            state = replace_state(state, machine.state)
        else:
            state = replace_state(state, machine.state)
            if state.values[PC] > OVER:
                choice = next(iter(engine.question(state).choices()))
                state = engine.apply(state, choice)
    assert state == engine.from_json(engine.to_json(state))


def replace_state(state, values):
    copy = state.copy()
    copy.values[:] = values
    return copy
