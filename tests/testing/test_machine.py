"""The stateful test machine: it plays, undoes, copies, saves, loads and views games in any order, and finds planted
faults.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings

from hoyle.interpreter.engine import Engine
from hoyle.interpreter.game import Game
from hoyle.testing import machine

STEPS = settings(max_examples=8, stateful_step_count=20, suppress_health_check=list(HealthCheck))
FEW = settings(STEPS, max_examples=20, stateful_step_count=30, database=None, derandomize=True, phases=[Phase.generate])
"""The planted faults are found without shrinking the example."""


class TestEveryGame(machine().TestCase):  # pyrefly: ignore[invalid-inheritance] - it is made here
    """All shipped rulesets."""

    settings = STEPS


class TestDrawing(machine("texas_euchre", "crazy_eights", "noteuchre").TestCase):  # pyrefly: ignore[invalid-inheritance] - it is made here
    """Rulesets with a stock, with choices of several cards, and with two packs."""

    settings = STEPS


class TestBidding(machine("newberry_euchre", "bid_euchre").TestCase):  # pyrefly: ignore[invalid-inheritance] - it is made here
    """Rulesets with incidents and with secret choices."""

    settings = STEPS


def run(found) -> None:
    case = found.TestCase
    case.settings = FEW
    case("runTest").runTest()


def test_a_choice_that_changes_its_input_state_is_found(monkeypatch) -> None:
    """The planted engine writes into the state at which the choice is made."""
    apply = Engine.apply

    def careless(self, state, choice, **rest):
        after = apply(self, state, choice, **rest)
        if state.values[4] == 2:
            state.values[4] = after.values[4]
        return after

    monkeypatch.setattr(Engine, "apply", careless)
    with pytest.raises(AssertionError, match="changed the state it was made at"):
        run(machine("whist"))


def test_an_undo_that_takes_back_too_little_is_found(monkeypatch) -> None:
    undo = Game.undo
    monkeypatch.setattr(Game, "undo", lambda game, choices=1: undo(game, max(0, choices - 1)))
    with pytest.raises(AssertionError, match="is in another state"):
        run(machine("whist"))


def test_a_view_that_writes_is_found(monkeypatch) -> None:
    view = Engine.view

    def greedy(self, state, player):
        state.values[4] += 1
        return view(self, state, player)

    monkeypatch.setattr(Engine, "view", greedy)
    with pytest.raises(AssertionError):
        run(machine("whist"))


def test_a_state_that_json_damages_is_found(monkeypatch) -> None:
    from_json = Engine.from_json

    def lossy(self, data):
        state = from_json(self, data)
        state.values[4] = max(state.values[4] - 1, 0)
        return state

    monkeypatch.setattr(Engine, "from_json", lossy)
    with pytest.raises(AssertionError):
        run(machine("whist"))
