"""OpenSpiel: any rule file as a `pyspiel.Game` in which every chance event is a node.

    game = hoyle.envs.openspiel("whist")            # or pyspiel.load_game("hoyle(ruleset=whist)") once this is imported

OpenSpiel knows a game as `hoyle` with its settings as parameters, so OpenSpiel's own functions can write and read games
and states.  Actions are the numbers of `Actions`, tensors the rows of `Encoding`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
import pyspiel  # pyright: ignore[reportMissingImports, reportMissingTypeStubs]

from ..dsl.types import setting_text
from ..interpreter.engine import Dice, State
from ..interpreter.game import rules
from ..interpreter.lowering import SettingValue
from ..interpreter.players.sampling import exchanged_for
from ..interpreter.program import LENGTH_LIMIT
from ..interpreter.story.view import view
from ..interpreter.wasm.ranges import ProgramRanges
from .actions import BOUND, Actions, NumberedOptions
from .chance import FixedOutcomes, UndecidedChance, most_outcomes
from .encoding import TAIL, Encoding
from .history import information, observation
from .position import GameNode, GameTree, Raw
from .scoring import Scoring

spiel = cast("Any", pyspiel)

RECORD = 32
"""The default of `record`: how many of the last choices the tensor of an information state contains."""

_PARAMETERS = {
    "ruleset": "", "variants": "", "preset": "", "options": "", "players": 0, "rewards": "win", "zero_sum": False,
    "tail": TAIL, "record": RECORD, "bound": BOUND,
}  # fmt: skip


def openspiel(
    ruleset: str | Path,
    *,
    variants: Iterable[str | Path] = (),
    options: Mapping[str, SettingValue] | None = None,
    preset: str | None = None,
    players: int = 0,
    rewards: str = "win",
    zero_sum: bool = False,
    tail: int = TAIL,
    record: int = RECORD,
    bound: int = BOUND,
) -> Any:
    """Make a `pyspiel.Game` of a ruleset; the arguments are those of `hoyle.envs.aec`, and:

    zero_sum  promise that the points of all players always add up to 0 (`RuntimeError` if they do not)
    record    how many of the last choices the tensor of an information state contains; its string has all

    Raises `RulesError` as `hoyle.open` does, and `ValueError`.
    """
    return RuleGame(
        {
            "ruleset": str(ruleset), "variants": ";".join(map(str, variants)), "preset": preset or "",
            "options": ";".join(f"{name}:{setting_text(value)}" for name, value in (options or {}).items()),
            "players": players, "rewards": rewards, "zero_sum": zero_sum, "tail": tail, "record": record,
            "bound": bound,
        }
    )  # fmt: skip


def _type(players: int, zero_sum: bool, title: str) -> Any:
    kind = spiel.GameType
    return kind(
        short_name="hoyle",
        long_name=title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players or 62,
        min_num_players=players or 1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=False,
        parameter_specification=_PARAMETERS,
    )


class SharedGame:
    """What all states of a game share, their copies included."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._parameters = dict(parameters)
        options = dict(part.split(":", 1) for part in parameters["options"].split(";") if ":" in part)
        self.rules = rules(
            parameters["ruleset"],
            variants=[name for name in parameters["variants"].split(";") if name],
            preset=parameters["preset"] or None,
            options=options,
            players=parameters["players"] or None,
        )
        program = self.program = self.rules.program
        self.actions = Actions(program, parameters["bound"])
        self.short = Encoding(self.actions, parameters["tail"])
        self.long = Encoding(self.actions, parameters["record"])
        self.scoring = Scoring(self.rules.engine, parameters["rewards"])
        self.player = GameTree(self.rules.engine)
        sides = [len(team) for team in program.teams] or [1] * program.players
        evenly = parameters["rewards"] == "win" and len(sides) == 2 and sides[0] == sides[1]
        self.zero_sum = evenly or parameters["zero_sum"]

    def __deepcopy__(self, _: object) -> SharedGame:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return SharedGame, (self._parameters,)

    def most(self) -> tuple[float, float]:
        """The lowest and the highest reward that a player can earn in a game."""
        if not self.scoring.points:
            return -1.0, 1.0
        slots = ProgramRanges(self.program).slots
        ends = [float(sign * end) for slot, sign in self.scoring.points for end in slots[slot]]
        most = max(map(abs, ends))
        return (-most, most) if self.zero_sum else (min(ends), max(ends))


class RuleGame(spiel.Game):
    """A ruleset with its settings, as a game of OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        if not given["ruleset"]:
            raise ValueError("a game needs a ruleset: hoyle(ruleset=NAME)")
        self.shared = shared = SharedGame(given)
        low, high = shared.most()
        info = spiel.GameInfo(
            num_distinct_actions=shared.actions.size,
            max_chance_outcomes=most_outcomes(shared.program),
            num_players=shared.program.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if shared.zero_sum else None,
            max_game_length=LENGTH_LIMIT,
        )
        kind = _type(shared.program.players, shared.zero_sum, shared.program.title)
        said = {name: value for name, value in given.items() if value != _PARAMETERS[name]}
        super().__init__(kind, info, said)  # pyright: ignore[reportUnknownMemberType] - a class of C++

    def new_initial_state(self) -> RuleState:
        """The beginning of a game: a chance node."""
        return RuleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Make the object that writes observations, or information states if perfect recall is asked for."""
        if params:
            raise ValueError(f"an observer has no parameters; these were given: {params}")
        kind = iig_obs_type or spiel.IIGObservationType(perfect_recall=False)
        return Observer(self.shared, kind)


class RuleState(spiel.State):
    """A game being played.

    The state is at a position, or at a chance node on the way from one position to the next.  In the second case
    `_outcomes` are the chance outcomes decided so far, and `_raw` is the choice that was made at the position.
    """

    def __init__(self, game: RuleGame) -> None:
        super().__init__(game)  # pyright: ignore[reportUnknownMemberType] - a class of C++
        self._shared = game.shared
        self._position: GameNode | None = None
        self._raw: Raw | None = None
        self._outcomes: tuple[int, ...] = ()
        self._undecided: tuple[tuple[int, float], ...] = ()
        self._what = ""
        self._begun = False
        self._options: NumberedOptions | None = None

    def _run(self) -> None:
        """Run to the next question or the next chance node."""
        shared, chance = self._shared, FixedOutcomes(self._shared.program, self._outcomes)
        self._begun = True
        try:
            if self._raw is None:
                self._position = shared.player.start(0, chance=chance)
            else:
                assert self._position is not None
                self._position = shared.player.play(self._position, self._raw, chance)
        except UndecidedChance as stop:
            self._undecided, self._what = stop.outcomes, stop.what
            return
        self._raw, self._outcomes, self._undecided, self._options = None, (), (), None

    @property
    def position(self) -> GameNode | None:
        """The position that the game is at, or that it has just left; None before the first."""
        if not self._begun:
            self._run()
        return self._position

    def _numbered(self) -> NumberedOptions:
        position = self.position
        assert position is not None
        if self._options is None:
            shared = self._shared
            self._options = shared.actions.numbered(position.ask, shared.player.options(position))
        return self._options

    # -------------------------------------------------------------------------------------------------- for OpenSpiel

    def current_player(self) -> int:
        """The seat that is to choose, or the numbers OpenSpiel uses for a chance node or the end."""
        position = self.position
        if self._undecided:
            return spiel.PlayerId.CHANCE
        assert position is not None
        return position.player if position.ask >= 0 else spiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        del player
        return sorted(self._numbered().options)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node, each with its probability."""
        assert self.is_chance_node()
        return list(self._undecided)

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._outcomes += (action,)
        else:
            raw = self._numbered().options.get(action)
            if raw is None:
                raise ValueError(f"action {action} ({self._shared.actions.label(action)}) may not be chosen now")
            self._raw = raw
        self._run()

    def _action_to_string(self, player: int, action: int) -> str:
        shared = self._shared
        if player == spiel.PlayerId.CHANCE:
            if self._what == "card":
                return f"card {shared.rules.words.card(shared.program.deck.index(action))}"
            return f"{self._what} {shared.rules.words.player(action) if self._what == 'player' else action}"
        position = self.position
        raw = self._numbered().options.get(action) if position is not None and position.ask >= 0 else None
        if raw is None or position is None:
            return shared.actions.label(action)
        return shared.rules.choice(position.ask, raw).label

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        position = self.position
        return not self._undecided and position is not None and position.ask < 0

    def returns(self) -> list[float]:
        """What each player has earned; zeros before the end."""
        if not self.is_terminal() or self._position is None:
            return [0.0] * self._shared.program.players
        found = self._shared.scoring.total(self._position.values)
        if self._shared.zero_sum and abs(sum(found)) > 1e-9:
            raise RuntimeError(f"this game was said to be of zero sum, but its points are {found}")
        return found

    def resample_from_infostate(self, player: int, sampler: object) -> RuleState:
        """A state in which the player sees the same, and the cards that the player does not see lie at random in the
        places of unseen cards.
        """
        assert self._position is not None
        assert not self._undecided
        shared, position = self._shared, self._position
        # OpenSpiel's sampler cannot be called from Python; numbers seeded from numpy's generator serve as well.
        ask = cast("Any", sampler)
        dice = Dice(int(ask() * (1 << 31)) if callable(sampler) else int(np.random.randint(1 << 31)))
        looked = view(shared.program, position.values, player)
        values = exchanged_for(shared.program, position.values, looked, dice)
        made = self.get_game().new_initial_state()
        made._position = GameNode(values, None, position, player)
        made._begun = True
        return made

    def __str__(self) -> str:
        position = self.position
        if position is None:
            return "before the deal: " + " ".join(map(str, self._outcomes))
        text = repr(self._shared.rules.engine.to_json(State(position.values))["slots"])
        return f"{text} {self._raw or ''} {' '.join(map(str, self._outcomes))}".rstrip()


class Observer:
    """Writes what a player knows into the array `tensor`."""

    def __init__(self, shared: SharedGame, kind: Any) -> None:
        self._shared, self._recall = shared, bool(kind.perfect_recall)
        self._open = kind.private_info != spiel.PrivateInfoType.NONE
        self._encoding = shared.long if self._recall else shared.short
        self.tensor = np.zeros(self._encoding.size, np.float32)
        self.dict = {field.name: self.tensor[field.start : field.start + field.size] for field in self._encoding.fields}

    def set_from(self, state: RuleState, player: int) -> None:
        """Write what a player knows of a state into `tensor`."""
        position = state.position
        self.tensor.fill(0)
        if position is not None:
            self.tensor[:] = self._encoding.observe(position, player if self._open else -1)

    def string_from(self, state: RuleState, player: int) -> str:
        """What a player knows of a state, in words."""
        position, seat = state.position, player if self._open else -1
        if position is None:
            return "before the deal"
        shared = self._shared
        return (information if self._recall else observation)(shared.rules, position, seat)


spiel.register_game(_type(0, False, "Rule file of Hoyle"), RuleGame)
