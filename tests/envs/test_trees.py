"""Trees through OpenSpiel: fixed deals, exact bounds, extensive forms that have the same values, nodes that are kept."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="open-spiel is not installed")

import pyspiel

import hoyle
from hoyle import envs
from hoyle.envs import bounds as room
from hoyle.envs import tree
from hoyle.envs.tree import walk


def kuhn(**more: Any) -> Any:
    return envs.openspiel("kuhn_poker", rewards="points", zero_sum=True, **more)


def test_a_fixed_dealer_halves_the_tree_and_the_bounds_of_the_tree_are_exact() -> None:
    game = kuhn(deal={"dealer": "A"}, bounds="tree")
    assert (game.min_utility(), game.max_utility(), game.max_game_length()) == (-2.0, 2.0, 3)
    assert game.shared.bounds.how == "the tree of 58 nodes"
    assert len(walk(kuhn().shared.root, 1000) or ()) == 117
    assert walk(kuhn().shared.root, 50) is None
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.max_utility() == 2.0


def test_bounds_that_nobody_asked_for_are_no_placeholders() -> None:
    assert kuhn().shared.bounds == room.UtilityBounds(-2.0, 2.0, 3, "the tree of 117 nodes")
    wins = envs.openspiel("whist").shared.bounds
    assert (wins.low, wins.high) == (-1.0, 1.0)
    assert wins.how.startswith("the rules; the length: 2 times what ")
    points = envs.openspiel("whist", rewards="points", deal={"dealer": "B"}).shared.bounds
    assert 5 < points.high < 50
    assert 100 < points.length < 2000
    assert (
        envs.openspiel("german_whist", rewards="points").shared.bounds.high == 31.0
    )  # from the intervals of the rules
    wide = envs.openspiel("whist", rewards="points", bounds="rules").shared.bounds
    assert (wide.low, wide.length) == (-(2.0**31) - 1, 100_000)


def test_a_game_that_chance_does_not_end_has_the_bounds_of_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "QUICK_CHOICES", 20)
    bounds = envs.openspiel("whist").shared.bounds
    assert bounds == room.UtilityBounds(-1.0, 1.0, 100_000, "the rules: no random game came to its end soon enough")


def test_bounds_are_measured_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = kuhn(bounds=40).shared.bounds
    assert (bounds.low, bounds.high) == (-2.0, 2.0)
    assert bounds.how == "measured in 40 random games"
    assert envs.openspiel("whist", bounds="rules").shared.bounds.how == "the rules"
    with pytest.raises(ValueError, match="'auto', 'rules', 'tree' or a number"):
        kuhn(bounds="guess")
    monkeypatch.setattr(room, "MOST_NODES", 20)
    with pytest.raises(ValueError, match="more than 20 nodes"):
        kuhn(bounds="tree")


def test_an_extensive_form_has_the_values_of_the_game() -> None:
    """100 iterations of CFR in C++ on the text: the first player of Kuhn poker wins -1/18."""
    text = envs.extensive_form("kuhn_poker", rewards="points", zero_sum=True, deal={"dealer": "A"})
    game = pyspiel.load_efg_game(text)
    assert game.num_players() == 2
    solver = pyspiel.CFRSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.02
    sets = {tuple(line.split(" ")[2:4]) for line in text.splitlines() if line.startswith("p")}
    assert len(sets) == 12  # the information sets of Kuhn poker: six of each player


def test_nodes_are_kept_until_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    game = kuhn()
    one, other = game.new_initial_state(), game.new_initial_state()
    assert one.node is other.node
    one.apply_action(0)
    other.apply_action(0)
    assert one.node is other.node
    assert one.clone().node is one.node
    monkeypatch.setattr(tree, "MOST_KEPT", 0)
    again = game.new_initial_state()
    assert again.node is not game.new_initial_state().node or game.shared.root.kept == 0
    again.apply_action(0)
    assert str(again) == str(one) == str(pickle.loads(pickle.dumps(one)))


def test_a_deal_that_the_rules_do_not_bring_is_refused() -> None:
    with pytest.raises(hoyle.GameError):
        walk(kuhn(deal={"dealer": "A", "hand A": "K♠ K♠"}).shared.root, 100)
    with pytest.raises(hoyle.UnknownName):
        kuhn(deal={"no such zone": "K♠"})


def test_a_state_is_written_by_names() -> None:
    state = envs.openspiel("whist", deal={"dealer": "A"}).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert "hand of A" in str(state)
    assert "turn B" in str(state)
