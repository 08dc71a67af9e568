"""PettingZoo's own tests pass for the rulesets, and the rewards are the documented ones."""

from __future__ import annotations

import pickle
import random
import warnings
from copy import deepcopy
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra `envs`)")

import numpy as np
from pettingzoo.test import api_test, performance_benchmark, seed_test

import hoyle
from hoyle import envs
from hoyle.envs.agents import AgentGame
from hoyle.interpreter.engine import State

from .conftest import EVERY, RULESETS, SLOW

# Warnings that api_test gives for every environment with an action mask, even for PettingZoo's own card games.
OF_MASKS = ("Observation space for each agent probably", "Observation is not a NumPy array")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_api_test_of_pettingzoo_passes(ruleset: str) -> None:
    with warnings.catch_warnings():
        for text in OF_MASKS:
            warnings.filterwarnings("ignore", message=text)
        api_test(envs.aec(ruleset), num_cycles=60)
        seed_test(lambda: envs.aec(ruleset), num_cycles=40)


@pytest.mark.skipif(not SLOW, reason="each takes five seconds; HOYLE_SLOW_TESTS=1 runs it")
@pytest.mark.parametrize("ruleset", EVERY if SLOW else EVERY[:1])
def test_the_benchmark_of_pettingzoo_runs(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(envs.aec(ruleset))
    assert "turns per second" in capsys.readouterr().out


def play(env: AgentGame, seed: int) -> dict[str, float]:
    """Play a game with random legal actions.  Return each agent's sum of rewards."""
    dice, sums = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        sums[agent] += reward
        mask = observation["action_mask"]
        env.step(None if over or cut else dice.choice(np.flatnonzero(mask).tolist()))
    return sums


@pytest.mark.parametrize("seed", range(3))
def test_rewards_for_winning_are_one_and_minus_one(seed: int) -> None:
    env = envs.aec("newberry_euchre", options={"target": 5})
    sums = play(env, seed)
    game = env.rules.at(State(env.position.values.copy()))
    assert game.winners
    for agent, seat in zip(env.possible_agents, env.rules.seats, strict=True):
        assert sums[agent] == (1 if seat in game.winners else -1)


@pytest.mark.parametrize(("ruleset", "sign"), [("newberry_euchre", 1), ("hearts", -1)])
def test_rewards_for_points_add_up_to_the_final_points(ruleset: str, sign: int) -> None:
    env = envs.aec(ruleset, rewards="points")
    sums = play(env, 5)
    game = env.rules.at(State(env.position.values.copy()))
    for agent, seat in zip(env.possible_agents, env.rules.seats, strict=True):
        assert sums[agent] == sign * game["points", seat]


def test_infos_name_the_teams() -> None:
    env = envs.aec("whist")
    env.reset(seed=1)
    assert env.infos["player_1"] == {"seat": "B", "team": 1, "teammates": ["player_3"], "left_out": 0}
    env = envs.aec("hearts", bound=100)
    env.reset(seed=1)
    assert env.infos[env.agent_selection] == {"seat": "A", "team": -1, "teammates": [], "left_out": 186}


def test_an_action_outside_the_mask_is_refused_and_changes_nothing() -> None:
    env = envs.aec("newberry_euchre")
    env.reset(seed=1)
    before = env.position
    with pytest.raises(ValueError, match=r"may not choose action 3 now \(discard \{c\} #0\)"):
        env.step(3)
    assert env.position is before


def test_successive_games_differ_and_a_seed_repeats_them() -> None:
    env = envs.aec("whist")
    env.reset(seed=9)
    first = env.observe("player_0")["observation"]
    env.reset()
    second = env.observe("player_0")["observation"]
    env.reset(seed=9)
    assert (env.observe("player_0")["observation"] == first).all()
    assert (second != first).any()
    assert "hand of A" in env.render()


def test_invalid_settings_are_refused_with_a_message() -> None:
    with pytest.raises(ValueError, match="rewards are 'win' or 'points', not 'money'"):
        envs.aec("whist", rewards="money")
    with pytest.raises(ValueError, match="in an observation is 0 or more"):
        envs.aec("whist", tail=-1)
    with pytest.raises(hoyle.RulesError):
        envs.aec("no_such_game")


def test_an_environment_is_pickled_copied_and_rendered() -> None:
    env = envs.aec("newberry_euchre", render_mode="ansi", rewards="points")
    env.reset(seed=5)
    for _ in range(9):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    for other in (pickle.loads(pickle.dumps(env)), deepcopy(env)):
        assert other.agent_selection == env.agent_selection
        assert other.render() == env.render() != ""
        assert (other.state() == env.state()).all()
        action = int(env.observe(env.agent_selection)["action_mask"].argmax())
        other.step(action)
        assert other.position.values != env.position.values
    env.step(action)
    assert (other.state() == env.state()).all()
    with pytest.raises(ValueError, match="ansi"):
        envs.aec("newberry_euchre", render_mode="rgb_array")


@pytest.mark.parametrize(
    "do",
    [
        lambda env: env.step(0), lambda env: env.render(), lambda env: env.action_masks(), lambda env: env.game.ask("sound"),
        lambda env: env.game.state(), lambda env: env.game.observe("player_0"), lambda env: env.game.last(),
        lambda env: env.game.step(0), lambda env: env.game.legal_actions, lambda env: env.game.agent_selection,
    ],
)  # fmt: skip
def test_before_the_first_reset_an_environment_says_so(do: Any) -> None:
    env = envs.gym("kuhn_poker")
    for one in (env, deepcopy(env)):
        with pytest.raises(hoyle.GameError, match="no game has been begun here: call reset first"):
            do(one)
        assert not hasattr(one.game, "agents")
        one.reset(seed=1)
        assert one.game.position.ask >= 0
        with pytest.raises(AttributeError, match="nothing"):
            _ = one.game.nothing


def test_a_parallel_environment_says_so_too() -> None:
    env = envs.parallel("kuhn_poker")
    for do in (lambda: env.step({"player_0": 0}), env.render, env.state):
        with pytest.raises(hoyle.GameError, match="call reset first"):
            do()
    with pytest.raises(hoyle.GameError, match="options are a mapping"):
        env.reset(options=5)  # type: ignore[arg-type]
