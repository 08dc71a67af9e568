"""PettingZoo's parallel interface: all agents act at once, and those who are not asked give an action that counts for
nothing.

    env = hoyle.envs.parallel("gops", opponents=None)
    observations, infos = env.reset(seed=1)
    while env.agents:
        actions = {agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents}
        observations, rewards, over, cut, infos = env.step(actions)

A card game asks one seat after the other, so in each step one agent's action is taken.  The mask of another agent has
only the action `pass_action`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from ..interpreter.errors import wrong
from .agents import AgentGame, Observation, aec


def parallel(*args: Any, **settings: Any) -> ParallelGame:
    """Make a parallel PettingZoo environment of a ruleset; the arguments are those of `hoyle.envs.aec`.  Raises what
    that raises.
    """
    return ParallelGame(aec(*args, **settings))


class ParallelGame(ParallelEnv[str, Observation, Any]):
    """Plays one game after another; `reset` begins each of them."""

    def __init__(self, game: AgentGame) -> None:
        self.game = game
        """The same game, one agent after the other."""
        self.metadata = game.metadata
        self.render_mode = game.render_mode
        self.possible_agents: list[str] = game.possible_agents
        self.agents: list[str] = []
        self.pass_action = game.actions.size
        """The action of an agent that is not asked."""
        width = game.encoding.size
        self.observation_spaces = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (width,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.pass_action + 1,), np.int8),
                }
            )
            for name in self.possible_agents
        }
        self.action_spaces = {name: spaces.Discrete(self.pass_action + 1) for name in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The space of an agent's observations; always the same object."""
        return cast("Any", self.observation_spaces[agent])

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; always the same object."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game, as `AgentGame.reset` does."""
        self.game.reset(seed, options)
        self.agents = [] if self.game.position.ask < 0 else self.possible_agents.copy()
        return self._observations(self.possible_agents), {name: self.game.infos[name] for name in self.possible_agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make the choice of the agent whose turn it is.

        Raises `GameError` for an action that is not in the mask of its agent, and if no game has been begun or it is
        over.
        """
        game, asked = self.game, self.game.agent_selection
        if not self.agents:
            raise wrong("the game is over: call reset")
        for name, action in actions.items():
            if name != asked and int(action) != self.pass_action:
                raise wrong(f"{name} is not asked now: its only action is {self.pass_action}")
        if asked not in actions:
            raise wrong(f"{asked} is asked and has no action")
        game.step(actions[asked])
        acted, self.agents = self.agents, [] if game.position.ask < 0 else self.agents
        return (
            self._observations(acted),
            {name: game.rewards[name] for name in acted},
            {name: game.terminations[name] for name in acted},
            {name: game.truncations[name] for name in acted},
            {name: game.infos[name] for name in acted},
        )

    def _observations(self, agents: list[str]) -> dict[str, Observation]:
        found: dict[str, Observation] = {}
        for name in agents:
            seen = self.game.observe(name)
            waits = not seen["action_mask"].any()
            found[name] = {**seen, "action_mask": np.append(seen["action_mask"], np.int8(waits))}
        return found

    def state(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """What all agents together know, as `AgentGame.state` gives it."""
        return self.game.state()

    def render(self) -> str | None:  # type: ignore[override]
        """The table, as `AgentGame.render` gives it."""
        return self.game.render()

    def close(self) -> None:
        """Do nothing: no resources need to be released."""
