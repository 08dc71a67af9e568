"""Choices a second with observations and masks: `hoyle.envs.vector` beside OpenSpiel's plain loop and RLCard.

    python benchmarks/envs.py > benchmarks/envs.md

Random players; every choice is made from the observation (written, not used) and the legal actions.  All in one
process, on one core, in the same run; rivals that are not installed are left out.
"""

from __future__ import annotations

import platform
import random
import sys
import time

import numpy as np

from hoyle import envs

SECONDS = 3.0


def vectorised(ruleset: str, count: int) -> tuple[int, float]:
    games, dice = envs.vector(ruleset, count, seed=1), np.random.default_rng(1)
    made, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        games.step(games.by_chance(dice))
        made += count
    return made, time.perf_counter() - began


def one_by_one(ruleset: str) -> tuple[int, float]:
    env, dice = envs.aec(ruleset), random.Random(1)
    made, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        env.reset(seed=made)
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                break
            env.step(dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            made += 1
    return made, time.perf_counter() - began


def openspiel(name: str) -> tuple[int, float]:
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)
    with_state = game.get_type().provides_observation_tensor
    made, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, weights)[0])
                continue
            np.asarray(state.observation_tensor() if with_state else state.information_state_tensor())
            state.apply_action(dice.choice(state.legal_actions()))
            made += 1
    return made, time.perf_counter() - began


def rlcard(name: str) -> tuple[int, float]:
    import rlcard as library

    env, dice = library.make(name, config={"seed": 1}), random.Random(1)
    made, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(dice.choice(list(state["legal_actions"])))
            made += 1
    return made, time.perf_counter() - began


RUNS = [
    *((f"hoyle, {name}, {count} games at once", vectorised, (name, count))
      for name in ("newberry_euchre", "hearts", "whist", "crazy_eights") for count in (64, 512)),
    ("hoyle, newberry_euchre, PettingZoo", one_by_one, ("newberry_euchre",)),
    *((f"OpenSpiel, {name}, plain loop", openspiel, (name,)) for name in ("euchre", "hearts", "crazy_eights")),
    *((f"RLCard, {name}", rlcard, (name,)) for name in ("uno", "gin-rummy", "leduc-holdem")),
]  # fmt: skip


def main() -> None:
    print("# Environments: choices a second\n")
    print(f"Python {platform.python_version()}, {platform.machine()}, one core; made by `benchmarks/envs.py`.\n")
    print("| | choices a second |\n|---|---:|")
    for title, run, arguments in RUNS:
        try:
            made, seconds = run(*arguments)
        except ImportError as error:
            print(f"{title}: left out, {error}", file=sys.stderr)
            continue
        print(f"| {title} | {made / seconds:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
