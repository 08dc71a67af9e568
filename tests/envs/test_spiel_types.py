"""What type checkers are told of OpenSpiel's classes is there."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install open-spiel)")

import pyspiel

from hoyle import envs
from hoyle.envs import spiel_types
from hoyle.envs.spiel import RuleGame


@pytest.mark.parametrize("name", ["Game", "State"])
def test_the_declared_methods_exist(name: str) -> None:
    declared = {one for one in vars(getattr(spiel_types, f"Spiel{name}")) if not one.startswith("__")}
    assert len(declared) >= 15
    assert [one for one in declared if not callable(getattr(getattr(pyspiel, name), one, None))] == []


def test_numbers_of_a_game_have_the_declared_types() -> None:
    game = envs.openspiel("kuhn_poker", deal={"dealer": "A"})
    assert isinstance(game, RuleGame)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    child = state.child(state.legal_actions()[0])
    assert type(child) is type(state)
    assert child.get_game().shared.rules.program.ruleset == "kuhn_poker"
    assert isinstance(game.max_utility(), float)
    assert isinstance(state.history(), list)
    assert isinstance(state.observation_string(0), str)
    assert isinstance(state.legal_actions_mask(), list)
