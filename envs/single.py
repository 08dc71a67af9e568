"""Gymnasium: one agent learns, and programs play at the other seats.

    env = hoyle.envs.gym("whist", opponents="sound")
    observation, info = env.reset(seed=1)
    observation, reward, over, cut, info = env.step(action)      # the other seats have played meanwhile

The mask of the legal actions is part of the observation, and `info["action_mask"]` too, where many learners look for
it.  `hoyle.envs.register()` makes `gymnasium.make("hoyle/Game-v0", ruleset="whist")` work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import gymnasium

from ..interpreter.arguments import numbers_checked, seed_number
from ..interpreter.errors import wrong
from ..interpreter.game.deals import FixedDeal
from ..interpreter.lowering import SettingValue
from .actions import BOUND
from .agents import AgentGame, Observation, aec
from .encoding import TAIL
from .opponents import OpponentNames
from .scoring import Rewards

ID = "hoyle/Game-v0"
"""The name under which `register` makes the environment known."""


@numbers_checked()
def gym(
    ruleset: str | Path,
    *,
    opponents: OpponentNames = "random",
    seat: int = 0,
    variants: Iterable[str | Path] = (),
    preset: str | None = None,
    options: Mapping[str, SettingValue] | None = None,
    players: int | Iterable[str] | None = None,
    rewards: Rewards = "win",
    tail: int = TAIL,
    history: Iterable[str] = (),
    bound: int = BOUND,
    deal: FixedDeal | None = None,
    render_mode: str | None = "ansi",
) -> SingleGame:
    """Make an environment with one agent; the other arguments are those of `hoyle.envs.aec`.

    opponents   one player for all other seats, or one for each by the name of its seat
    seat        the seat of the agent, from 0

    Raises what `aec` raises, and `GameError` if a seat has neither a player nor the agent.
    """
    from ..interpreter.game import rules

    found = rules(ruleset, variants=variants, preset=preset, options=options, players=players)
    seats = range(found.program.players)
    if seat not in seats:
        raise wrong(f"the seat of the agent is from 0 to {len(seats) - 1}, not {seat!r}")
    named = {f"player_{one}": opponents for one in seats if one != seat} if isinstance(opponents, str) else opponents
    game = aec(
        ruleset, variants=variants, preset=preset, options=options, players=players, rewards=rewards, tail=tail,
        history=history, bound=bound, opponents=named, deal=deal, render_mode=render_mode,
    )  # fmt: skip
    if game.possible_agents != [f"player_{seat}"]:
        raise wrong("every seat but that of the agent needs a player: name all of them in `opponents`")
    return SingleGame(game)


class SingleGame(gymnasium.Env[Observation, Any]):
    """Plays one game after another; `reset` begins each of them."""

    def __init__(self, game: AgentGame) -> None:
        self.game = game
        self.agent = game.possible_agents[0]
        self.metadata = {"render_modes": list(game.metadata["render_modes"])}
        self.render_mode = game.render_mode
        self.observation_space = game.observation_space(self.agent)
        self.action_space = game.action_space(self.agent)
        self._before = 0.0
        """What was earned before the agent was asked for the first time, for example because its partner played alone:
        the first step pays it.
        """

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and let the other seats play until the agent is asked.

        A game that ends before that is followed by the next one of the series.
        """
        seed = None if seed is None else seed_number(seed)
        super().reset(seed=seed)
        self.game.reset(seed, options)
        while self.game.position.ask < 0:
            self.game.reset(None, options)
        self._before = self.game.rewards[self.agent]
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the agent's choice, and let the other seats play until it is asked again or the game is over.

        Raises `GameError` for an action that is not in the mask, and if the game is over.
        """
        game = self.game
        if game.position.ask < 0:
            raise wrong("the game is over: call reset")
        game.step(action)
        observation, info = self._seen()
        reward, over, cut = game.rewards[self.agent], game.terminations[self.agent], game.truncations[self.agent]
        reward, self._before = reward + self._before, 0.0
        return observation, float(reward), over, cut, info

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        observation = self.game.observe(self.agent)
        return observation, {**self.game.infos[self.agent], "action_mask": observation["action_mask"]}

    def action_masks(self) -> Any:
        """The mask of the legal actions, as sb3-contrib asks for it (`MaskablePPO`)."""
        return self.game.observe(self.agent)["action_mask"].astype(bool)

    def render(self) -> Any:
        """The table, as `AgentGame.render` gives it."""
        return self.game.render()


def register() -> None:
    """Make `gymnasium.make("hoyle/Game-v0", ruleset=…)` known; the other arguments are those of `gym`.  Raises
    nothing, and may be called again.
    """
    if ID not in gymnasium.registry:
        # The environment refuses by itself what comes in the wrong order, and its mask is its own check.
        register_id: Any = gymnasium.register
        register_id(ID, entry_point="hoyle.envs.single:gym", order_enforce=False, disable_env_checker=True)
