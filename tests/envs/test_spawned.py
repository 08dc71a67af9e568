"""Environments go to processes that are started anew, as Ray, joblib and vectorised learners start theirs."""

from __future__ import annotations

import multiprocessing

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("wasmtime", reason="wasmtime is not installed")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra `envs`)")

import numpy as np

from hoyle import envs


def test_environments_play_on_in_a_spawned_process() -> None:
    games = envs.vector("newberry_euchre", 3, seed=1, history="gone")
    single = envs.gym("newberry_euchre", opponents="random", rewards="points")
    _, info = single.reset(seed=1)
    for number in range(6):
        games.step(games.by_chance(np.random.default_rng(number)))
    actions = games.by_chance(np.random.default_rng(9))
    action = int(np.flatnonzero(info["action_mask"])[0])
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        there = pool.apply(games.step, (actions,))
        observation, reward, *_ = pool.apply(single.step, (action,))
        spaces = pool.apply(single.game.observation_space, ("player_0",))
    here = games.step(actions)
    assert (there[0] == here[0]).all()
    assert (there[1] == here[1]).all()
    expected = single.step(action)
    assert observation["observation"].tolist() == expected[0]["observation"].tolist()
    assert observation["action_mask"].tolist() == expected[0]["action_mask"].tolist()
    assert reward == expected[1]
    assert spaces == single.observation_space
