"""Measures choices per second with observations and masks: `hoyle.envs.vector` beside OpenSpiel's plain loop, RLCard
and pgx.

    python benchmarks/envs.py > benchmarks/envs.md

The players are random.  For every choice the observation is written (but not used) and the legal actions are read.
Everything runs in one process, on one core, in the same run; times are processor times, so other programs on the
machine matter little.  Rivals that are not installed are left out.
"""

from __future__ import annotations

import os
import platform
import random
import sys
from collections.abc import Callable
from time import process_time as now
from typing import Any

import numpy as np
from revision import measured_on

from hoyle import envs

SECONDS = 2.0


def vectorised(ruleset: str, count: int) -> tuple[int, float]:
    games, dice = envs.vector(ruleset, count, seed=1), np.random.default_rng(1)
    made, began = 0, now()
    while now() - began < SECONDS:
        games.step(games.by_chance(dice))
        made += count
    return made, now() - began


def one_by_one(ruleset: str) -> tuple[int, float]:
    env, dice = envs.aec(ruleset), random.Random(1)
    made, began = 0, now()
    while now() - began < SECONDS:
        env.reset(seed=made)
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                break
            env.step(dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            made += 1
    return made, now() - began


def openspiel(name: str) -> tuple[int, float]:
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)
    with_state = game.get_type().provides_observation_tensor
    made, began = 0, now()
    while now() - began < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, weights)[0])
                continue
            np.asarray(state.observation_tensor() if with_state else state.information_state_tensor())
            state.apply_action(dice.choice(state.legal_actions()))
            made += 1
    return made, now() - began


def rlcard(name: str) -> tuple[int, float]:
    import rlcard as library

    env, dice = library.make(name, config={"seed": 1}), random.Random(1)
    made, began = 0, now()
    while now() - began < SECONDS:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(dice.choice(list(state["legal_actions"])))
            made += 1
    return made, now() - began


def openspiel_vectorised(name: str, count: int) -> tuple[int, float]:
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv

    envs, dice = SyncVectorEnv([Environment(name) for _ in range(count)]), random.Random(1)
    steps = envs.reset()
    made, began = 0, now()
    while now() - began < SECONDS:
        chosen: list[object] = []
        for step in steps:
            seat = step.observations["current_player"]
            chosen.append(StepOutput(dice.choice(step.observations["legal_actions"][seat]), None))
        steps, *_ = envs.step(chosen, reset_if_done=True)
        made += count
    return made, now() - began


def pgx(name: str, count: int) -> tuple[int, float]:
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(name)

    def chosen(state: Any, key: Any) -> Any:
        first, second = jax.random.split(key)
        actions = jax.random.categorical(first, jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf))
        return jax.vmap(auto_reset(env.step, env.init))(state, actions, jax.random.split(second, count))

    step, key = jax.jit(chosen), jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, count))
    state = step(state, key)
    np.asarray(state.observation)
    made, began = 0, now()
    while now() - began < SECONDS:
        key, one = jax.random.split(key)
        state = step(state, one)
        np.asarray(state.observation)
        np.asarray(state.legal_action_mask)
        made += count
    return made, now() - began


MANY = (64, 512)
SAME = {
    "newberry_euchre": ("euchre", None, None),
    "hearts": ("hearts", None, None),
    "oh_hell": ("oh_hell", None, None),
    "spades": ("spades", None, None),
    "contract_bridge": ("bridge(use_double_dummy_result=false)", None, None),
    "crazy_eights": ("crazy_eights", "uno", None),
    "gin_rummy": ("gin_rummy", "gin-rummy", None),
    "kuhn_poker": ("kuhn_poker", None, "kuhn_poker"),
    "leduc_poker": ("leduc_poker", "leduc-holdem", "leduc_holdem"),
}
"""Our rulesets, and the same game of OpenSpiel, RLCard and pgx (for Crazy Eights, RLCard has the similar game Uno)."""


def measured(run: Callable[..., tuple[int, float]], *arguments: object) -> float | None:
    """Choices per second; None if the library is not installed."""
    try:
        made, seconds = run(*arguments)
    except ImportError as error:
        print(f"{run.__name__}: left out, {error}", file=sys.stderr)
        return None
    return made / seconds


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print("# Environments: choices a second\n")
    print(f"Python {platform.python_version()}, {platform.machine()}, one core, seconds of its work; made by")
    print("`benchmarks/envs.py`. In brackets: how many times as many ours are, 512 games at once.\n")
    print("| | ours, 64 at once | ours, 512 at once | OpenSpiel, plain loop | RLCard | pgx, 512 at once |")
    print("|---|---:|---:|---:|---:|---:|")
    for ruleset, (theirs, cards, jax_game) in SAME.items():
        ours = [measured(vectorised, ruleset, count) or 0 for count in MANY]
        others = (
            measured(openspiel, theirs),
            measured(rlcard, cards) if cards else None,
            measured(pgx, jax_game, MANY[-1]) if jax_game else None,
        )
        cells = [f"{one:,.0f} ({ours[-1] / one:,.1f})" if one else "" for one in others]
        print(f"| {ruleset} | {ours[0]:,.0f} | {ours[1]:,.0f} | {' | '.join(cells)} |", flush=True)
    single = measured(one_by_one, "newberry_euchre") or 0
    print(f"\nPettingZoo, one game of `newberry_euchre`, played by the Python engine: {single:,.0f}.", end="")
    vector = measured(openspiel_vectorised, "euchre", MANY[0])
    print(f" OpenSpiel's `SyncVectorEnv`, 64 games of euchre: {vector:,.0f}." if vector else "")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
