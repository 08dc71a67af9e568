"""OpenSpiel: any rule file as a `pyspiel.Game` in which every chance event is a node.

    game = hoyle.envs.openspiel("whist")            # or pyspiel.load_game("hoyle(ruleset=whist)") once this is imported

OpenSpiel knows a game as `hoyle` with its settings as parameters, so OpenSpiel's own functions can write and read games
and states.  Actions are the numbers of `Actions`, tensors the rows of `Encoding`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pyspiel

from ..dsl.types import setting_text
from ..interpreter.arguments import numbers_checked
from ..interpreter.engine import Dice
from ..interpreter.errors import wrong
from ..interpreter.game import rules
from ..interpreter.game.deals import FixedDeal
from ..interpreter.lowering import SettingValue
from ..interpreter.players.sampling import exchanged_for
from ..interpreter.story.view import view
from .actions import BOUND, Actions
from .bounds import UtilityBounds, bounds_of
from .chance import most_outcomes
from .encoding import TAIL, Encoding
from .history import information, observation, open_table
from .position import GameNode
from .scoring import Scoring
from .tree import CHANCE, OVER, GameRoot, TreeNode

spiel = cast("Any", pyspiel)
if TYPE_CHECKING:
    from .spiel_types import SpielGame, SpielState
else:
    SpielGame, SpielState = pyspiel.Game, pyspiel.State

RECORD = 32
"""The default of `record`: how many of the last choices the tensor of an information state contains."""

_PARAMETERS = {
    "ruleset": "", "variants": "", "preset": "", "options": "", "players": 0, "rewards": "win", "zero_sum": False,
    "tail": TAIL, "record": RECORD, "bound": BOUND, "deal": "", "bounds": "auto",
}  # fmt: skip


@numbers_checked()
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
    deal: FixedDeal | None = None,
    bounds: str | int = "auto",
) -> RuleGame:
    """Make a `pyspiel.Game` of a ruleset; the arguments are those of `hoyle.envs.aec`, and:

    zero_sum  promise that the points of all players always add up to 0 (`RuntimeError` if they do not)
    record    how many of the last choices the tensor of an information state contains; its string has all
    deal      what chance gives before the first question, as in `hoyle.open`; the rest are chance nodes
    bounds    how the utility bounds and the length are found: `auto`, `rules`, `tree`, or a number of games to measure
              (see `hoyle.envs.bounds`); `game.shared.bounds` says what was found, and how

    Raises `RulesError` as `hoyle.open` does, and `GameError` if the rules do not deal what `deal`
    fixes, or for another argument that cannot be used.
    """
    fixed = {
        name: value if isinstance(value, str) else " ".join(map(str, value)) for name, value in (deal or {}).items()
    }
    return RuleGame(
        {
            "ruleset": str(ruleset), "variants": ";".join(map(str, variants)), "preset": preset or "",
            "options": ";".join(f"{name}:{setting_text(value)}" for name, value in (options or {}).items()),
            "players": players, "rewards": rewards, "zero_sum": zero_sum, "tail": tail, "record": record,
            "bound": bound, "deal": ";".join(f"{name}:{value}" for name, value in fixed.items()),
            "bounds": str(bounds),
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


def _pairs(text: str) -> dict[str, str]:
    """Read `target:7;best_of:3`, which is how a parameter of OpenSpiel holds several values by their names.  A name
    without a value has an empty one, for the rules to refuse.
    """
    parts = (part.partition(":") for part in text.split(";") if part.strip())
    return {name.strip(): value for name, _, value in parts}


class SharedGame:
    """What all states of a game share, their copies included."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._parameters = dict(parameters)
        options = _pairs(parameters["options"])
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
        self.root = GameRoot(self.rules, self.actions, _pairs(parameters["deal"]))
        sides = [len(team) for team in program.teams] or [1] * program.players
        evenly = parameters["rewards"] == "win" and len(sides) == 2 and sides[0] == sides[1]
        self.zero_sum = evenly or parameters["zero_sum"]

    def __deepcopy__(self, _: object) -> SharedGame:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return SharedGame, (self._parameters,)

    def returns(self, node: TreeNode) -> list[float]:
        """What each player has earned at a node; zeros before the end.  Raises `RuntimeError` if the game was said to
        be of zero sum and is not.
        """
        if node.player != OVER or node.position is None:
            return [0.0] * self.program.players
        found = self.scoring.total(node.position.values)
        if self.zero_sum and abs(sum(found)) > 1e-9:
            raise wrong(f"this game was said to be of zero sum, but its points are {found}")
        return found

    @cached_property
    def bounds(self) -> UtilityBounds:
        """The lowest and highest reward in a game, its most choices, and how these were found."""
        return bounds_of(self.root, self.scoring, self._parameters["bounds"], zero_sum=self.zero_sum)


class RuleGame(SpielGame):
    """A ruleset with its settings, as a game of OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        if not given["ruleset"]:
            raise wrong("a game needs a ruleset: hoyle(ruleset=NAME)")
        self.shared = shared = SharedGame(given)
        bounds = shared.bounds
        info = spiel.GameInfo(
            num_distinct_actions=shared.actions.size,
            max_chance_outcomes=most_outcomes(shared.program),
            num_players=shared.program.players,
            min_utility=bounds.low,
            max_utility=bounds.high,
            utility_sum=0.0 if shared.zero_sum else None,
            max_game_length=bounds.length,
        )
        kind = _type(shared.program.players, shared.zero_sum, shared.program.title)
        said = {name: value for name, value in given.items() if value != _PARAMETERS[name]}
        super().__init__(kind, info, said)

    def new_initial_state(self) -> RuleState:
        """The beginning of a game: a chance node."""
        return RuleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Make the object that writes observations, or information states if perfect recall is asked for."""
        if params:
            raise wrong(f"an observer has no parameters; these were given: {params}")
        kind = iig_obs_type or spiel.IIGObservationType(perfect_recall=False)
        return Observer(self.shared, kind)


class RuleState(SpielState):
    """A game being played: a node of the tree of the game."""

    if TYPE_CHECKING:

        def get_game(self) -> RuleGame: ...

    def __init__(self, game: RuleGame) -> None:
        super().__init__(game)
        self._node = game.shared.root.node()

    @property
    def node(self) -> TreeNode:
        """The node of the tree."""
        return self._node

    @property
    def position(self) -> GameNode | None:
        """The position that the game is at, or that it has just left; None before the first."""
        return self._node.position

    # -------------------------------------------------------------------------------------------------- for OpenSpiel

    def current_player(self) -> int:
        """The seat that is to choose, or the numbers OpenSpiel uses for a chance node or the end."""
        return self._node.player

    def _legal_actions(self, player: int) -> list[int]:
        del player
        return self._node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node, each with its probability."""
        assert self._node.player == CHANCE
        return list(self._node.undecided)

    def _apply_action(self, action: int) -> None:
        self._node = self._node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self._node
        rules, label = node.root.rules, node.root.actions.label
        if player == CHANCE:
            if node.what == "card":
                return f"card {rules.words.card(rules.program.deck.index(action))}"
            return f"{node.what} {rules.words.player(action) if node.what == 'player' else action}"
        position = node.position
        raw = node.options.options.get(action) if position is not None and position.ask >= 0 else None
        if raw is None or position is None:
            return label(action)
        return rules.choice(position.ask, raw).label

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._node.player == OVER

    def returns(self) -> list[float]:
        """What each player has earned; zeros before the end."""
        node = self._node
        if node.returns is None:
            shared: SharedGame = self.get_game().shared
            node.returns = shared.returns(node)
        return node.returns

    def resample_from_infostate(self, player: int, sampler: object) -> RuleState:
        """A state in which the player sees the same, and the cards that the player does not see lie at random in the
        places of unseen cards.
        """
        node = self._node
        position = node.position
        assert position is not None
        assert not node.undecided
        # OpenSpiel's sampler cannot be called from Python; numbers seeded from numpy's generator serve as well.
        ask = cast("Any", sampler)
        dice = Dice(int(ask() * (1 << 31)) if callable(sampler) else int(np.random.randint(1 << 31)))
        program = node.root.program
        values = exchanged_for(program, position.values, view(program, position.values, player), dice)
        made = self.get_game().new_initial_state()
        made._node = TreeNode.at(node.root, GameNode(values, None, position, player))
        return made

    def __str__(self) -> str:
        """The table with all cards open, and what chance has decided since."""
        node, position = self._node, self._node.position
        since = (f"chance {' '.join(map(str, node.outcomes))}",) if node.outcomes else ()
        if position is None:
            return "; ".join(("before the deal", *since))
        raw = () if node.raw is None else (node.root.rules.choice(position.ask, node.raw).label,)
        return "; ".join((open_table(node.root.rules, position), *raw, *since))


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
        node, seat = state.node, player if self._open else -1
        position = node.position
        if position is None:
            return "before the deal"
        write, rules = information if self._recall else observation, self._shared.rules
        return node.string(self._recall, seat, lambda: write(rules, position, seat))


spiel.register_game(_type(0, False, "Rule file of Hoyle"), RuleGame)
