"""PettingZoo: any rule file as a game of agents who choose one after another (AEC).

Agents are called `player_0`, `player_1` … clockwise, the seats A, B …  An observation is a dictionary: `observation`,
the row of `Encoding`, and `action_mask`.  Actions are the numbers of `Actions`.  `infos` tells each agent its seat and
its team.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from ..interpreter.engine import State
from ..interpreter.game import Rules, rules
from ..interpreter.lowering import SettingValue
from ..interpreter.program import CUT, PC
from .actions import BOUND, Actions, NumberedOptions
from .encoding import TAIL, Encoding
from .position import GameNode, GameTree
from .scoring import Rewards, Scoring

Observation = dict[str, Any]
_KEPT = (
    "agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "agent_selection", "position",
    "render_mode", "_seed", "_index", "_earned",
)  # fmt: skip
"""The attributes of an `AgentGame` that are pickled: plain data, and the positions of the game."""


def aec(
    ruleset: str | Path,
    *,
    variants: Iterable[str | Path] = (),
    preset: str | None = None,
    options: Mapping[str, SettingValue] | None = None,
    players: int | Iterable[str] | None = None,
    rewards: Rewards = "win",
    tail: int = TAIL,
    bound: int = BOUND,
    render_mode: str | None = "ansi",
) -> AgentGame:
    """Make a PettingZoo environment of a ruleset; the first arguments are those of `hoyle.open`.

    rewards   `win` or `points`: see `hoyle.envs.scoring`
    tail      how many of the last choices an observation contains
    bound     the most numbers a kind of choice takes: see `hoyle.envs.actions`
    render_mode   `ansi`: `render()` gives the table as text

    Raises `RulesError` as `hoyle.open` does, and `ValueError` for other arguments that are not allowed.
    """
    found = rules(ruleset, variants=variants, preset=preset, options=options, players=players)
    if render_mode not in (None, "ansi"):
        raise ValueError(f"a table is rendered as text: render_mode is 'ansi' or None, not {render_mode!r}")
    game = AgentGame(found, rewards=rewards, tail=tail, bound=bound)
    game.render_mode = render_mode
    return game


class AgentGame(AECEnv[str, Observation, Any]):
    """Plays one game after another; `reset` begins each of them.

    `reset(seed=s)` begins the first game of a series, `reset()` the next game of that series.  If no seed was ever
    given, a random one is used.
    """

    def __init__(self, rules: Rules, *, rewards: Rewards = "win", tail: int = TAIL, bound: int = BOUND) -> None:
        super().__init__()
        self.rules = rules
        self.actions = Actions(rules.program, bound)
        self.encoding = Encoding(self.actions, tail)
        self.scoring = Scoring(rules.engine, rewards)
        self.metadata = {"name": f"hoyle_{rules.program.ruleset}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode: str | None = "ansi"
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(rules.program.players)]
        self._seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        self.observation_spaces = {name: self._observations() for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(self.actions.size) for name in self.possible_agents}
        self._player = GameTree(rules.engine)
        self._seed, self._index = -1, 0

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The space of an agent's observations; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; always the same object."""
        return self.action_spaces[agent]

    def _observations(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
            }
        )

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game and run it to its first question."""
        if seed is not None:
            self._seed, self._index = seed, 0
        elif self._seed < 0:
            self._seed, self._index = secrets.randbelow(1 << 31), 0
        else:
            self._index += 1
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {name: self._info(seat) for name, seat in self._seats.items()}
        self._reach(self._player.start(self._seed, self._index))
        self._earned = self.scoring.total(self.position.values)

    def _info(self, seat: int) -> dict[str, Any]:
        team = self.scoring.team(seat)
        mates = [self.possible_agents[p] for p in self.rules.program.teams[team] if p != seat] if team >= 0 else []
        return {"seat": self.rules.seats[seat], "team": team, "teammates": mates, "left_out": 0}

    def _reach(self, position: GameNode) -> None:
        self.position = position
        ask = position.ask
        self._numbered = NumberedOptions({}, 0)
        if ask < 0:
            return
        self._numbered = self.actions.numbered(ask, self._player.options(position))
        self.agent_selection = self.possible_agents[position.player]
        self.infos[self.agent_selection]["left_out"] = self._numbered.left_out

    def observe(self, agent: str) -> Observation:
        """What an agent knows now, and the mask of what it may choose (empty unless it is the agent's turn)."""
        mask = np.zeros(self.actions.size, np.int8)
        seat = self._seats[agent]
        if seat == self.position.player:
            mask[list(self._numbered.options)] = 1
        return {"observation": self.encoding.observe(self.position, seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Make the choice of the agent whose turn it is.  Raises `ValueError` for an action that is not in its mask."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        raw = self._numbered.options.get(int(action))
        if raw is None:
            what = self.actions.label(int(action))
            raise ValueError(f"{agent} may not choose action {action} now ({what}): see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._reach(self._player.play(self.position, raw))
        earned = self.scoring.total(self.position.values)
        for name, seat in self._seats.items():
            self.rewards[name] = earned[seat] - self._earned[seat]
        self._earned = earned
        if self.position.ask < 0:
            cut = self.position.values[PC] == CUT
            for name in self.agents:
                self.terminations[name], self.truncations[name] = not cut, cut
        self._accumulate_rewards()

    def state(self) -> npt.NDArray[np.float32]:
        """What all players together know: their observations, one after another, from player_0 on."""
        return np.concatenate([self.encoding.observe(self.position, seat) for seat in self._seats.values()])

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Continue from the attributes that were pickled."""
        for name, value in kept.items():
            if value is not None:
                setattr(self, name, value)
        if "position" in self.__dict__:
            self._numbered = NumberedOptions({}, 0)
            if self.position.ask >= 0:
                self._numbered = self.actions.numbered(self.position.ask, self._player.options(self.position))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the rules and settings; the game itself as plain data."""
        settings = self.scoring.rewards, self.encoding.tail, self.actions.bound
        kept = {name: self.__dict__.get(name) for name in _KEPT}
        return _unpickled, (self.rules, *settings, kept)

    def render(self) -> str:
        """What the player whose turn it is sees, as text."""
        seat = self.position.player
        seen = self.rules.at(State(self.position.values.copy())).view(self.rules.seats[seat] if seat >= 0 else None)
        lines = [f"{title}: {' '.join(cards)}" for title, cards in seen.zones.items()]
        return "\n".join(lines)

    def close(self) -> None:
        """Do nothing: no resources need to be released."""


def _unpickled(rules: Rules, rewards: Rewards, tail: int, bound: int, kept: Mapping[str, Any]) -> AgentGame:
    game = AgentGame(rules, rewards=rewards, tail=tail, bound=bound)
    game.restore(kept)
    return game
