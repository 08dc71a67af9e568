"""Games handled in every order: choices, undo, copies, saving, loading, views.  And faults the machine finds."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings

from hoyle.interpreter.engine import Engine
from hoyle.interpreter.game import Game
from hoyle.testing import machine

STEPS = settings(max_examples=12, stateful_step_count=30, suppress_health_check=list(HealthCheck))
FEW = settings(STEPS, max_examples=20, database=None, derandomize=True, phases=[Phase.generate])
"""What is found need not be made shorter."""


class TestEveryGame(machine().TestCase):
    """All that ship."""

    settings = STEPS


class TestDrawing(machine("texas_euchre", "crazy_eights", "noteuchre").TestCase):
    """Those with a stock, several cards at once, and two packs."""

    settings = STEPS


class TestBidding(machine("newberry_euchre", "bid_euchre").TestCase):
    """Those with incidents, and choices in secret."""

    settings = STEPS


def run(found) -> None:
    case = found.TestCase
    case.settings = FEW
    case("runTest").runTest()


def test_a_state_that_is_shared_is_found(monkeypatch) -> None:
    """What a copy would forget to copy."""
    apply = Engine.apply

    def careless(self, state, choice, **rest):
        after = apply(self, state, choice, **rest)
        if state.values[4] == 2:
            state.values[4] = after.values[4]
        return after

    monkeypatch.setattr(Engine, "apply", careless)
    with pytest.raises(AssertionError, match="changed the state it was made at"):
        run(machine("whist"))


def test_a_game_of_the_python_api_that_takes_back_too_little_is_found(monkeypatch) -> None:
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
