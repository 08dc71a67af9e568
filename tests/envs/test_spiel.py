"""OpenSpiel's own tests and algorithms run on rule files and give the values known from the literature."""

from __future__ import annotations

import os
import pickle
import random
import re
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("pyspiel", reason="open-spiel is not installed")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
)
from open_spiel.python.policy import UniformRandomPolicy

import hoyle
from hoyle import envs

from .conftest import EVERY, HERE, SLOW

SHORT = {
    "bid_euchre": {"deals_each": 1}, "crazy_eights": {"target": 50}, "five_hundred": {"target": 200},
    "hearts": {"target": 50}, "newberry_euchre": {"target": 5}, "noteuchre": {"target": 1}, "oh_hell": {"longest": 3},
    "president": {"target": 5}, "spades": {"target": 100, "hopeless": 100}, "texas_euchre": {"target": 10},
}  # fmt: skip


def poker(name: str) -> Any:
    return envs.openspiel(HERE / f"{name}.hoyle", rewards="points", zero_sum=True)


@pytest.mark.parametrize("ruleset", EVERY if SLOW else ("kuhn_poker", "crazy_eights", "gops", "schnapsen"))
def test_openspiel_plays_random_games(ruleset: str) -> None:
    game = envs.openspiel(ruleset, options=SHORT.get(ruleset), record=4, tail=2)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("ruleset", EVERY if SLOW else ("kuhn_poker", "leduc_poker"))
def test_a_playthrough_of_openspiel_is_reproducible(ruleset: str) -> None:
    # It imports all of scipy, which takes seconds.
    from open_spiel.python.algorithms import generate_playthrough

    game = envs.openspiel(ruleset, options=SHORT.get(ruleset), record=4, tail=2)
    text = generate_playthrough.playthrough(str(game), None, seed=7)
    assert "IsTerminal() = True" in text
    actions = [int(one) for one in re.findall(r"^action: (\d+)$", text, re.MULTILINE)]
    assert actions
    assert generate_playthrough.playthrough(str(game), actions) == text


def some(game: Any, dice: np.random.RandomState, choices: int) -> Any:
    """A state after some random choices, or at the end of the game if it is shorter."""
    state = game.new_initial_state()
    while not state.is_terminal() and (choices or state.is_chance_node()):
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(weights) - 1) < 1e-9
            state.apply_action(int(dice.choice(outcomes, p=weights)))
        else:
            state.apply_action(int(dice.choice(state.legal_actions())))
            choices -= 1
    return state


def test_games_and_states_survive_serialization() -> None:
    game = envs.openspiel("newberry_euchre", options={"target": 7}, rewards="points")
    assert str(game) == "hoyle(options=target:7,rewards=points,ruleset=newberry_euchre)"
    assert str(pyspiel.load_game(str(game))) == str(game)
    state = some(game, np.random.RandomState(2), 12)
    for read in (pickle.loads(pickle.dumps(state)), pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(game, state))[1], state.clone()):  # fmt: skip
        assert str(read) == str(state)
        for seat in range(4):
            assert read.information_state_string(seat) == state.information_state_string(seat)
            assert read.information_state_tensor(seat) == state.information_state_tensor(seat)


@pytest.mark.parametrize("ruleset", ["newberry_euchre", "hearts", "bid_euchre", "president"])
def test_resampled_deals_agree_with_the_own_view_and_vary_the_hidden_cards(ruleset: str) -> None:
    game = envs.openspiel(ruleset)
    for choices in (0, 9):
        state = some(game, np.random.RandomState(choices), choices)
        seat = state.current_player()
        other = (seat + 1) % 4
        sampler = random.Random(choices).random
        made = [state.resample_from_infostate(seat, sampler) for _ in range(4)]
        assert {one.information_state_string(seat) for one in made} == {state.information_state_string(seat)}
        assert {tuple(one.observation_tensor(seat)) for one in made} == {tuple(state.observation_tensor(seat))}
        assert len({str(one) for one in made}) > 1
        assert state.information_state_string(other) not in {one.information_state_string(other) for one in made}
        for one in made:
            assert one.legal_actions() == state.legal_actions()
            one.apply_action(one.legal_actions()[0])


def test_information_states_keep_the_whole_past() -> None:
    """After B checks or bets the same cards may lie on the table.  The information states must still differ."""
    game = poker("kuhn")
    found: dict[str, tuple[int, ...]] = {}

    def look(state: Any, past: tuple[tuple[int, int], ...]) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            seat = state.current_player()
            mine = tuple(action for player, action in past if player >= 0)
            card = next(action for place, (player, action) in enumerate(past) if player < 0 and place == 1 - seat)
            known = found.setdefault(state.information_state_string(seat), (seat, card, *mine))
            assert known == (seat, card, *mine)
        for action in state.legal_actions():
            look(state.child(action), (*past, (state.current_player(), action)))

    look(game.new_initial_state(), ())
    assert len(found) == len(set(found.values())) == 12


def test_cfr_solves_kuhn_poker() -> None:
    game = poker("kuhn")
    uniform = UniformRandomPolicy(game)
    theirs = pyspiel.load_game("kuhn_poker")
    expected = exploitability.nash_conv(theirs, UniformRandomPolicy(theirs))
    assert exploitability.nash_conv(game, uniform) == pytest.approx(expected)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.05
    values = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert values == pytest.approx([1 / 18, -1 / 18], abs=0.02)  # the first player to choose is B


@pytest.mark.skipif("HOYLE_SLOW_TESTS" not in os.environ, reason="takes a minute; HOYLE_SLOW_TESTS=1 runs it")
def test_leduc_poker_equals_the_game_of_openspiel() -> None:
    game = poker("leduc")
    theirs = pyspiel.load_game("leduc_poker")
    expected = exploitability.nash_conv(theirs, UniformRandomPolicy(theirs))
    assert exploitability.nash_conv(game, UniformRandomPolicy(game)) == pytest.approx(expected)


def test_ismcts_gives_a_policy_over_the_legal_actions() -> None:
    game, dice = envs.openspiel("newberry_euchre", options={"target": 5}), np.random.RandomState(3)
    state = some(game, dice, 6)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 2.0, 4, random_state=dice)
    policy = dict(bot.get_policy(state))
    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1)


def test_a_false_claim_of_zero_sum_is_an_error() -> None:
    game = envs.openspiel("oh_hell", options={"longest": 3}, rewards="points", zero_sum=True)
    state = some(game, np.random.RandomState(1), 10_000)
    assert state.is_terminal()
    with pytest.raises(ValueError, match="said to be of zero sum"):
        state.returns()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("options=foo", "E1033"), ("options=target:", "E1033"), ("options=:7", "E1033"), ("options=target", "E1033"),
        ("options=target:5;foo", "E1033"), ("deal=foo", "E1066"),
    ],
)  # fmt: skip
def test_a_parameter_without_a_value_is_refused(said: str, code: str) -> None:
    assert envs.openspiel is not None  # which makes `hoyle` known to OpenSpiel
    with pytest.raises(hoyle.GameError, match=code):
        pyspiel.load_game(f"hoyle(ruleset=newberry_euchre,{said})").new_initial_state().legal_actions()


def test_options_are_several_and_may_end_with_a_mark() -> None:
    assert envs.openspiel("newberry_euchre").shared.rules.options["target"] == 10
    for said in ("options=target:7", "options=target:7;", "options= target:7;lone_march:4"):
        assert pyspiel.load_game(f"hoyle(ruleset=newberry_euchre,{said})").shared.rules.options["target"] == 7
