"""PettingZoo: any rule file as a game of agents who choose one after another (AEC).

Agents are called `player_0`, `player_1` … clockwise, the seats A, B …  An observation is a dictionary: `observation`,
the row of `Encoding`, and `action_mask`.  Actions are the numbers of `Actions`.  `infos` tells each agent its seat and
its team.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from ..dsl.codes.reporting import report
from ..interpreter.arguments import numbers_checked, seed_number
from ..interpreter.engine import State
from ..interpreter.errors import CALL, GameError, wrong
from ..interpreter.game import Rules, rules
from ..interpreter.game.deals import FixedDeal
from ..interpreter.game.setup import from_plain_data
from ..interpreter.lowering import SettingValue
from ..interpreter.program import CUT, PC
from .actions import BOUND, Actions, NumberedOptions
from .encoding import TAIL, Encoding
from .opponents import OpponentNames, SeatedPrograms, seats_of
from .position import GameNode, Raw
from .remembering import words_of
from .run import EnvironmentRun, GameStart
from .scoring import Rewards, Scoring

Observation = dict[str, Any]
_KEPT = (
    "agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "agent_selection",
    "render_mode", "_seed", "_index", "_earned",
)  # fmt: skip
"""The attributes of an `AgentGame` that are pickled beside its settings and choices: plain data."""
_BEGUN = frozenset(
    ("position", "legal_actions", "agents", "rewards", "terminations", "truncations", "infos", "agent_selection")
)
"""What an `AgentGame` has from its first `reset` on."""
RENDER_MODES = ("ansi", "human")


class NotBegun(GameError, AttributeError):
    """No game has been begun in this environment."""

    def __init__(self) -> None:
        super().__init__(report("E1092", CALL, why="no game has been begun here: call reset first"))


@numbers_checked()
def aec(
    ruleset: str | Path,
    *,
    variants: Iterable[str | Path] = (),
    preset: str | None = None,
    options: Mapping[str, SettingValue] | None = None,
    players: int | Iterable[str] | None = None,
    rewards: Rewards = "win",
    tail: int = TAIL,
    history: Iterable[str] = (),
    bound: int = BOUND,
    opponents: OpponentNames = None,
    deal: FixedDeal | None = None,
    render_mode: str | None = "ansi",
) -> AgentGame:
    """Make a PettingZoo environment of a ruleset; the first arguments are those of `hoyle.open`.

    rewards   `win` or `points`: see `hoyle.envs.scoring`
    tail      how many of the last choices an observation contains
    history   what else an observation tells of the deal: `gone`, `voids`, `tricks`, `calls`; see
              `hoyle.envs.remembering`
    bound     the most numbers a kind of choice takes: see `hoyle.envs.actions`
    opponents   players that are programs at other seats, which are then no agents: see `hoyle.envs.opponents`
    deal      cards and dealers fixed by hand in every game, as in `hoyle.open`; `reset(options={"deal": …})` fixes them
              in one game
    render_mode   `ansi`: `render()` gives the table as text; `human`: it prints the table

    Raises `RulesError` as `hoyle.open` does, `UnknownPlayer`, and `GameError` for other arguments that are not
    allowed.
    """
    found = rules(ruleset, variants=variants, preset=preset, options=options, players=players)
    settings = EnvironmentSettings(
        rewards, tail, bound, tuple(seats_of(found, opponents).items()), deal, words_of(history)
    )
    game = AgentGame(found, settings)
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise wrong(f"render_mode is 'ansi', 'human' or None, not {render_mode!r}")
    game.render_mode = render_mode
    return game


@dataclass(frozen=True, slots=True)
class EnvironmentSettings:
    """What an environment was made with besides the rules; see `aec`."""

    rewards: Rewards = "win"
    tail: int = TAIL
    bound: int = BOUND
    programs: tuple[tuple[int, str], ...] = ()
    """The seats at which programs play, and the names of these players."""
    deal: FixedDeal | None = None
    history: tuple[str, ...] = ()


class AgentGame(AECEnv[str, Observation, Any]):
    """Plays one game after another; `reset` begins each of them.

    `reset(seed=s)` begins the first game of a series, `reset()` the next game of that series.  If no seed was ever
    given, a random one is used.
    """

    def __init__(self, rules: Rules, settings: EnvironmentSettings | None = None) -> None:
        super().__init__()
        settings = settings or EnvironmentSettings()
        self.rules, self.settings = rules, settings
        if not rules.program.asks:
            raise wrong(f"nobody chooses anything in {rules.program.title}")
        self.actions = Actions(rules.program, settings.bound)
        self.encoding = Encoding(self.actions, settings.tail, settings.history)
        self.scoring = Scoring(rules.engine, settings.rewards)
        self.metadata = {
            "name": f"hoyle_{rules.program.ruleset}", "render_modes": list(RENDER_MODES), "is_parallelizable": True,
        }  # fmt: skip
        self.render_mode: str | None = "ansi"
        programs = SeatedPrograms(rules, dict(settings.programs))
        free = [seat for seat in range(rules.program.players) if seat not in programs.seats]
        self.possible_agents: list[str] = [f"player_{seat}" for seat in free]
        self._seats = {f"player_{seat}": seat for seat in free}
        self.observation_spaces = {name: self._observations() for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(self.actions.size) for name in self.possible_agents}
        self._run = EnvironmentRun(rules, programs)
        self._seed, self._index = -1, 0

    def __getattr__(self, name: str) -> Any:
        """Called for what there is not.  Raises `NotBegun` for what `reset` makes."""
        if name in _BEGUN or (name in _KEPT and name.startswith("_")):
            raise NotBegun
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

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
        """Begin a new game and run it to the first question of an agent.

        `options`: `{"deal": …}` fixes cards and dealers in this game; other entries, which some libraries pass on,
        count for nothing.  Raises `GameError` if the rules do not deal what is fixed.
        """
        if options is not None and not isinstance(options, Mapping):  # people err
            raise wrong(f"options are a mapping, {{'deal': …}}, not {options!r}")
        deal = (options or {}).get("deal", self.settings.deal)
        if seed is not None:
            self._seed, self._index = seed_number(seed), 0
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
        self._earned = [0.0] * self.rules.program.players
        self.agent_selection = self.agents[0]
        self._reach(self._run.begin(GameStart(self._seed, self._index, deal)))
        self._reward()

    def _info(self, seat: int) -> dict[str, Any]:
        team = self.scoring.team(seat)
        mates = [f"player_{p}" for p in self.rules.program.teams[team] if p != seat] if team >= 0 else []
        return {"seat": self.rules.seats[seat], "team": team, "teammates": mates, "left_out": 0}

    def _reach(self, position: GameNode) -> None:
        self.position = position
        ask = position.ask
        self._numbered = NumberedOptions({}, 0)
        if ask < 0:
            return
        self._numbered = self.actions.numbered(ask, self._run.tree.options(position))
        self.agent_selection = f"player_{position.player}"
        self.infos[self.agent_selection]["left_out"] = self._numbered.left_out

    def observe(self, agent: str) -> Observation:
        """What an agent knows now, and the mask of what it may choose (empty unless it is the agent's turn)."""
        mask = np.zeros(self.actions.size, np.int8)
        seat = self._seats[agent]
        if seat == self.position.player:
            mask[list(self._numbered.options)] = 1
        return {"observation": self.encoding.observe(self.position, seat), "action_mask": mask}

    @property
    def legal_actions(self) -> list[int]:
        """The actions in the mask of the agent whose turn it is, ascending; empty when the game is over."""
        return sorted(self._numbered.options)

    def ask(self, player: str) -> int:
        """The action that a player that is a program would take now (`sound`, `think:quick`).

        Raises `UnknownPlayer`, and `GameError` if the game is over or the choice has no number.
        """
        if self.position.ask < 0:
            raise wrong("the game is over, so there is nothing to choose")
        seat = self.position.player
        adviser = SeatedPrograms(self.rules, {seat: player})
        run = EnvironmentRun(self.rules, adviser)
        started = self._run.started
        assert started is not None
        run.again(started, self._run.made)
        raw = adviser.choose(self.position.values, run.tree.options(self.position))
        found = next((number for number, one in self._numbered.options.items() if one == raw), None)
        if found is None:
            raise wrong(f"the choice of {player} is beyond the bound of the numbers of actions")
        return found

    def step(self, action: Any) -> None:
        """Make the choice of the agent whose turn it is.  Raises `GameError` for an action that is not in its mask."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        raw = self._numbered.options.get(int(action))
        if raw is None:
            what = self.actions.label(int(action))
            raise wrong(f"{agent} may not choose action {action} now ({what}): see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._reach(self._run.choose(raw))
        self._reward()

    def _reward(self) -> None:
        """Pay what was earned since the last time, and note whether the game is over."""
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
        """What all agents together know: the observations of all agents, one after another."""
        return np.concatenate([self.encoding.observe(self.position, seat) for seat in self._seats.values()])

    def restore(self, start: GameStart | None, made: list[Raw], kept: Mapping[str, Any]) -> None:
        """Continue from what was pickled: play the game again."""
        for name, value in kept.items():
            if value is not None:
                setattr(self, name, value)
        if start is not None:
            self.position = self._run.again(start, made)
            self._numbered = NumberedOptions({}, 0)
            if self.position.ask >= 0:
                self._numbered = self.actions.numbered(self.position.ask, self._run.tree.options(self.position))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle plain data: how the rules were opened, the settings, how the game began, and the choices made."""
        kept = {name: self.__dict__.get(name) for name in _KEPT}
        return _unpickled, (self.rules, self.settings, self._run.started, self._run.made, kept)

    def render(self) -> str | None:
        """The table as the player sees it whose turn it is, as text.  With `render_mode="human"` it is printed."""
        seat = self.position.player
        seen = self.rules.at(State(self.position.values.copy())).view(self.rules.seats[seat] if seat >= 0 else None)
        lines = [f"{self.rules.seats[seat]} to choose" if seat >= 0 else "the game is over"]
        lines += [f"{title}: {' '.join(cards)}" for title, cards in seen.zones.items()]
        text = "\n".join(lines)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: no resources need to be released."""


@from_plain_data
def _unpickled(
    rules: Rules, settings: EnvironmentSettings, start: GameStart | None, made: list[Raw], kept: Mapping[str, Any]
) -> AgentGame:
    game = AgentGame(rules, settings)
    game.restore(start, made, kept)
    return game
