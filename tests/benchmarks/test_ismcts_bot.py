"""The bot that `ismcts_bot.py` plays against searches as OpenSpiel's own code does over our rules."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from statistics import mean, variance
from types import ModuleType
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")
np = pytest.importorskip("numpy")
pytest.importorskip("wasmtime")

from open_spiel.python.algorithms import (  # noqa: E402
    ismcts,
    mcts,
)

from hoyle.envs.history import information  # noqa: E402
from hoyle.envs.position import GameNode, GameTree  # noqa: E402
from hoyle.interpreter.engine import Dice, Engine  # noqa: E402
from hoyle.interpreter.engine.state import number_in  # noqa: E402
from hoyle.interpreter.game import Rules, rules  # noqa: E402
from hoyle.interpreter.players.sampling import exchanged_for  # noqa: E402
from hoyle.interpreter.program import OVER, PC, Program, Slots  # noqa: E402
from hoyle.interpreter.records import AnyRecord, Shuffled  # noqa: E402
from hoyle.interpreter.story.view import view  # noqa: E402
from hoyle.interpreter.wasm.search.counted import added_later  # noqa: E402

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
SIMULATIONS, POSITIONS, OURS, THEIRS = 80, 3, 200, 30
GAMES = {"newberry_euchre": 12, "gops": 16, "leduc_poker": 0}
"""Partners and tricks, secret bids, chips; and after how many choices at least positions are taken: late in a deal the
tree grows deep, and OpenSpiel takes less time.
"""


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(FOLDER)
    import ismcts_bot

    return ismcts_bot


class DealState:
    """A deal that is being played, with the functions of a state that OpenSpiel's bot calls."""

    def __init__(self, game: DealGame, position: GameNode, dice: Dice) -> None:
        self.game, self.position, self.dice = game, position, dice
        self.ended: list[int] | None = None
        """The scores, once the deal is over."""

    def get_game(self) -> DealGame:
        return self.game

    def current_player(self) -> int:
        return self.position.player

    def legal_actions(self, _: int = -1) -> list[int]:
        return list(range(len(self.game.tree.options(self.position))))

    def is_chance_node(self) -> bool:
        return False

    def is_terminal(self) -> bool:
        return self.ended is not None

    def information_state_string(self) -> str:
        return information(self.game.rules, self.position, self.position.player)

    def apply_action(self, action: int) -> None:
        begun: list[list[int]] = []

        def hear(record: AnyRecord, values: Slots) -> None:
            if isinstance(record, Shuffled):
                zone = self.game.rules.program.zones[record.pile.zone]
                content = values[zone.base + max(record.pile.owner, 0)]
                if isinstance(content, tuple) and len(content) == len(self.game.rules.program.deck):
                    begun.append(self.game.scores(values, over=False))

        raw = self.game.tree.options(self.position)[action]
        self.position = self.game.tree.play(self.position, raw, listener=hear)
        if begun:
            self.ended = begun[0]
        elif number_in(self.position.values[PC]) <= OVER:
            self.ended = self.game.scores(self.position.values, over=True)

    def returns(self) -> list[float]:
        assert self.ended is not None
        gains = [after - before for after, before in zip(self.ended, self.game.before, strict=True)]
        sign = 1 if self.game.rules.program.highest_wins else -1
        rest = len(gains) - 1
        made = [sign * (gain - (sum(gains) - gain) / rest) for gain in gains]
        return [made[self.game.side(player)] for player in range(self.game.rules.program.players)]

    def clone(self) -> DealState:
        found = DealState(self.game, self.position, self.dice)
        found.ended = self.ended
        return found

    def resample_from_infostate(self, player: int, _: object) -> DealState:
        program, values = self.game.rules.program, self.position.values
        made = exchanged_for(program, values, view(program, values, player), self.dice)
        return DealState(self.game, GameNode(made, None, self.position, player), self.dice)


class DealGame:
    """The game of such states."""

    def __init__(self, found: Rules, program: Program) -> None:
        """`program`: that of the rules, perhaps without checks."""
        self.rules, self.tree = found, GameTree(Engine(program))
        self.later = added_later(found.program)
        self.before: list[int] = []

    def get_type(self) -> Any:
        kind = pyspiel.GameType

        class Type:
            dynamics = kind.Dynamics.SEQUENTIAL
            information = kind.Information.IMPERFECT_INFORMATION

        return Type

    def side(self, player: int) -> int:
        return next(i for i, side in enumerate(self.rules.program.sides) if player in side)

    def scores(self, values: Slots, *, over: bool) -> list[int]:
        found = [number_in(values[slot]) for slot in self.rules.program.scores]
        if self.later < 0 or over:
            return found
        return [score + number_in(values[self.later + i]) for i, score in enumerate(found)]


def positions(game: DealGame, after: int, count: int) -> list[GameNode]:
    """Positions with several options, from games played by chance."""
    found, dice, index = list[GameNode](), Dice(5), 0
    while len(found) < count:
        at, left = game.tree.start(3, index), after + dice.below(6)
        index += 1
        while at.ask >= 0:
            options = game.tree.options(at)
            if len(options) > 1 and left <= 0:
                found.append(at)
                break
            at, left = game.tree.play(at, options[dice.below(len(options))]), left - 1
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_bot_takes_options_as_often_as_openspiel_s_own(script: ModuleType, name: str) -> None:
    found = rules(name)
    program = script.without_checks(found.program)
    game, search = DealGame(found, program), script.BotSearch(program)
    explore = script.EXPLORE * script.usual_gain(program)
    squares, compared = 0.0, 0
    for number, at in enumerate(positions(game, GAMES[name], POSITIONS)):
        game.before = game.scores(at.values, over=False)
        options = len(game.tree.options(at))
        ours, theirs = list[list[int]](), list[list[float]]()
        seen = view(game.rules.program, at.values, at.player)
        for time in range(OURS):
            ours.append(search.visits(at.values, seen, SIMULATIONS, options, 1_000 * number + time))
        for time in range(500, 500 + THEIRS):
            random = np.random.RandomState(time)
            kind = ismcts.ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT
            bot = ismcts.ISMCTSBot(
                *(game, mcts.RandomRolloutEvaluator(1, random), explore, SIMULATIONS),
                random_state=random,
                final_policy_type=kind,
            )
            policy = dict(bot.run_search(DealState(game, GameNode(at.values, None, None), Dice(time))))
            theirs.append([(SIMULATIONS - 1) * policy[option] for option in range(options)])
        assert all(sum(one) == SIMULATIONS - 1 for one in ours)  # the first simulation only reaches the root
        several = list(zip(zip(*ours, strict=True), zip(*theirs, strict=True), strict=True))
        for mine, other in several[:-1]:  # the last one takes what the others leave
            error = variance(mine) / OURS + (variance(other) + 0.25) / THEIRS
            squares += (mean(mine) - mean(other)) ** 2 / error
            compared += 1
    assert squares < compared + 4 * sqrt(2 * compared)
