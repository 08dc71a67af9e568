"""A player that learns: a linear softmax policy, trained by playing against itself (REINFORCE).

    python benchmarks/learn.py [--game newberry_euchre] [--choices 1000000] [--seed 1]

Every seat plays by the same weights: the logit of an action is a weighted sum of the observation.  Whenever the points
of a player change, all choices since the last change are worth what their player's side has gained, less what the
others have gained.  Afterwards the trained player takes every other seat, and random players take the rest.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
from revision import measured_on

from hoyle import envs
from hoyle.envs.vectors.many import Floats, IntArray, ManyGames


@dataclass
class Learner:
    """The weights, and the learning rate."""

    weights: Floats
    rate: float = 0.5

    def probabilities(self, games: ManyGames) -> Floats:
        """The probability of each action in each game."""
        logits = np.where(games.masks, scaled(games.observations) @ self.weights, -np.inf)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return odds / odds.sum(1, keepdims=True)

    def choose(self, games: ManyGames, dice: np.random.Generator) -> tuple[IntArray, Floats]:
        """One action for each game, and the probabilities of all actions."""
        odds = self.probabilities(games)
        drawn = dice.random((games.count, 1)) < odds.cumsum(1) - 1e-9
        actions = np.where(drawn.any(1), drawn.argmax(1), odds.argmax(1))
        return np.where(games.masks[np.arange(games.count), actions], actions, odds.argmax(1)), odds


def scaled(observations: Floats) -> Floats:
    """Observations scaled so that numbers of any size are close to 1."""
    return np.clip(observations, -5, 5)


def train(learner: Learner, games: ManyGames, choices: int, dice: np.random.Generator) -> None:
    """Play `choices` choices, and learn from them."""
    past: list[list[tuple[Floats, int, Floats, int]]] = [[] for _ in range(games.count)]
    for _ in range(choices // games.count):
        seen, seats = scaled(games.observations), games.players
        actions, odds = learner.choose(games, dice)
        rewards, ended = games.step(actions)
        for game in range(games.count):
            past[game].append((seen[game], int(actions[game]), odds[game], int(seats[game])))
        rows: list[Floats] = []
        errors: list[Floats] = []
        for game in np.flatnonzero(rewards.any(1) | ended).tolist():
            worth = rewards[game] - rewards[game].mean()
            for row, action, given, seat in past[game]:
                error = -given * worth[seat]
                error[action] += worth[seat]
                rows.append(row)
                errors.append(error)
            past[game].clear()
        if rows:
            learner.weights += learner.rate * (np.stack(rows).T @ np.stack(errors)) / len(rows)


def gain(learner: Learner, games: ManyGames, choices: int, dice: np.random.Generator) -> float:
    """The points per choice that even seats gain over odd seats, whose players are random."""
    gained = 0.0
    for _ in range(choices // games.count):
        actions, _ = learner.choose(games, dice)
        rewards, _ = games.step(np.where(games.players % 2 == 0, actions, games.by_chance(dice)))
        gained += float(rewards[:, 0::2].sum() - rewards[:, 1::2].sum())
    return gained / choices


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="newberry_euchre")
    parser.add_argument("--choices", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    dice = np.random.default_rng(asked.seed)
    games = envs.vector(asked.game, 128, seed=asked.seed, rewards="points")
    learner = Learner(np.zeros((games.encoding.size, games.actions.size), np.float32))
    others = envs.vector(asked.game, 128, seed=asked.seed + 1, rewards="points")
    print(f"before: {gain(learner, others, 20_000, dice) * 1000:+.1f} points in 1000 choices")
    train(learner, games, asked.choices, dice)
    print(f"after:  {gain(learner, others, 20_000, dice) * 1000:+.1f} points in 1000 choices")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
