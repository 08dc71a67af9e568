"""OpenSpiel's bots: players that are programs, at seats of a game of `hoyle.envs.openspiel`.

bots = [hoyle.envs.bot(game, seat, "sound") for seat in range(4)]
open_spiel.python.algorithms.evaluate_bots.evaluate_bots(game.new_initial_state(), bots, numpy.random)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyspiel

from ..interpreter.arguments import numbers_checked
from ..interpreter.errors import wrong
from ..interpreter.players import maker
from ..interpreter.program import Slots
from ..interpreter.records import AnyRecord
from .opponents import SeatedPrograms
from .spiel import RuleGame, RuleState, spiel
from .tree import CHANCE

_ = pyspiel


@numbers_checked()
def bot(game: RuleGame, seat: int, player: str, *, seed: int = 0) -> PlayerBot:
    """A bot that chooses like one of Hoyle's players, from what its seat has seen.

    `seed` decides the player's own random numbers.  Raises `UnknownPlayer`, and `GameError` for a seat that does not
    exist.
    """
    if seat not in range(game.num_players()):
        raise wrong(f"there is no seat {seat!r}: the seats are 0 to {game.num_players() - 1}")
    maker(player)
    return PlayerBot(game, seat, player, seed)


class PlayerBot(spiel.Bot):
    """Plays one seat."""

    def __init__(self, game: RuleGame, seat: int, player: str, seed: int) -> None:
        super().__init__()  # a class of C++
        self._game, self._seat = game, seat
        self._programs = SeatedPrograms(game.shared.rules, {seat: player})
        self._seed = seed
        self._followed: list[int] = []
        """The actions of the game that were followed for the record of the deal."""

    def player_id(self) -> int:
        """The seat that the bot plays."""
        return self._seat

    def restart_at(self, state: RuleState) -> None:
        """Follow another game, or another line of the same game."""
        del state
        self._followed = []

    def inform_action(self, state: RuleState, player_id: int, action: int) -> None:
        """Nothing needs to be told: `step` reads what happened from the state."""

    def step(self, state: RuleState) -> int:
        """The action that the player takes.  Raises `GameError` if it has no number, or another seat is asked."""
        return next(iter(self.frequencies(state, [self._seed])))

    def frequencies(self, state: RuleState, seeds: Sequence[int]) -> dict[int, float]:
        """How often the player takes each action, from 0 to 1, if its random numbers are those of each seed.

        Raises `GameError` as `step` does.
        """
        node = state.node
        if node.player != self._seat or node.position is None:
            raise wrong("another seat is asked")
        self._follow(state.full_history())
        numbers = {raw: number for number, raw in node.options.options.items()}
        options = node.root.player.options(node.position)
        found: dict[int, float] = {}
        for seed in seeds:
            self._programs.draw_from(seed)
            number = numbers.get(self._programs.choose(node.position.values, options))
            if number is None:
                raise wrong("the choice of the player is beyond the bound of the numbers of actions")
            found[number] = found.get(number, 0) + 1 / len(seeds)
        return found

    def step_with_policy(self, state: RuleState) -> tuple[list[tuple[int, float]], int]:
        """The action, and a policy that always takes it."""
        action = self.step(state)
        return [(action, 1.0)], action

    def _follow(self, history: list[Any]) -> None:
        """Let the player hear what has happened.  The game is played again from its beginning when it is a new one."""
        self._programs.begin(self._seed, 0)
        if self._programs.history is None:
            return
        root = self._game.shared.root
        node = root.node()
        outcomes: list[int] = []
        records: list[tuple[AnyRecord, Slots]] = []

        def hear(record: AnyRecord, slots: Slots) -> None:
            records.append((record, slots.copy()))

        chosen: int | None = None
        before = node
        for step in [*history, None]:
            if node.player != CHANCE:
                records.clear()
                if chosen is None:
                    root.opened(tuple(outcomes), hear)
                else:
                    assert before.position is not None
                    self._programs.asked(before.position.values)
                    root.played(before.position, before.options.options[chosen], tuple(outcomes), hear)
                for record, slots in records:
                    self._programs.hear(record, slots)
                outcomes, before = [], node
                chosen = None if step is None else step.action
            elif step is not None:
                outcomes.append(step.action)
            if step is not None:
                node = node.child(step.action)
