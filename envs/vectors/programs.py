"""Players that are programs in many games at once.

Whoever chooses at random does so with the numbers that the module has written down.  Any other player is asked in
Python, game by game: the state of the game is read out of the module.  If a player remembers the deal, the Python
engine makes every choice a second time, because a module keeps no records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ...interpreter.errors import wrong
from ...interpreter.game import Rules
from ...interpreter.game.deals import FixedDeal
from ...interpreter.program import ACTOR, Slots
from ...interpreter.wasm import Machine
from ..actions import Actions
from ..opponents import SeatedPrograms
from ..position import GameNode, GameTree, Raw
from ..run import GameStart, begun

IntArray = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class RowsOfGames(Protocol):
    """The rows of some games in the memory of a module."""

    machine: Machine
    where: slice
    count: int
    counts: npt.NDArray[np.int32]
    legal: npt.NDArray[np.int32]
    players: npt.NDArray[np.int32]

    def state(self, game: int) -> bytes:
        """The bytes of the state of a game."""
        ...


class ProgramsInMany:
    """The programs at some seats of many games."""

    def __init__(
        self, rules: Rules, seats: dict[int, str], count: int, seed: int, deal: FixedDeal | None = None
    ) -> None:
        self.rules, self.seats, self._seed, self._deal = rules, seats, seed, deal
        self._dice = np.random.default_rng(seed)
        self._tree = GameTree(rules.engine)
        self._plain = {seat for seat, name in seats.items() if name == "random"}
        asked = len(self._plain) < len(seats)
        self._games: list[SeatedPrograms] = [SeatedPrograms(rules, seats) for _ in range(count if asked else 0)]
        """The programs of each game; empty if all choose at random."""
        self._remember = bool(self._games) and self._games[0].history is not None
        self._made: list[list[Raw]] = [[] for _ in range(count)]
        """The choices of each game, if somebody remembers them."""
        self._index = np.arange(count)
        for game in range(len(self._games)):
            self._begin(game)

    def asked(self, players: IntArray) -> Flags:
        """The games in which a program is asked."""
        return np.isin(players, list(self.seats))

    def actions(self, block: RowsOfGames, asked: Flags, actions: Actions) -> IntArray:
        """What the programs choose in the games of a block in which they are asked; -1 for the others.

        Raises `GameError` if a choice is beyond the bound of the numbers of actions.
        """
        drawn = (self._dice.random(block.count) * block.counts).astype(np.int64)
        found: IntArray = np.where(asked, block.legal[np.arange(block.count), drawn], -1)
        if not self._games:
            return found
        for game in np.flatnonzero(asked & ~np.isin(block.players, list(self._plain))).tolist():
            node = self._node(block, game)
            options = self._tree.options(node)
            programs: SeatedPrograms = self._games[int(block.where.start) + game]
            raw = programs.choose(node.values, options)
            numbered = actions.numbered(node.ask, options).options
            number = next((number for number, one in numbered.items() if one == raw), None)
            if number is None:
                raise wrong(f"a choice of {self.seats[node.player]} is beyond the bound of the numbers of actions")
            found[game] = number
        return found

    def chosen(self, blocks: Sequence[RowsOfGames], chosen: IntArray, actions: Actions) -> None:
        """Choices are about to be made: -1 for games in which none is."""
        if not self._remember:
            return
        for block in blocks:
            for game in np.flatnonzero(chosen[block.where] >= 0).tolist():
                node, number = self._node(block, game), block.where.start + game
                raw = actions.numbered(node.ask, self._tree.options(node)).options[int(chosen[number])]
                self._hear(number, node.values, node.ask, raw)

    def began(self, index: IntArray, ended: Flags) -> None:
        """New games have begun where others ended."""
        self._index = index.copy()
        for game in np.flatnonzero(ended).tolist() if self._games else ():
            self._begin(game)

    def kept(self) -> dict[str, Any]:
        """What must be pickled: plain data."""
        return {"index": self._index, "made": self._made, "dice": self._dice.bit_generator.state}

    def restore(self, kept: Any) -> None:
        """Continue from what was pickled: the games are heard again."""
        self._index = kept["index"].copy()
        self._dice.bit_generator.state = kept["dice"]
        for game in range(len(self._games)):
            values = self._begin(game)
            for raw in kept["made"][game]:
                node = GameNode(values)
                self._hear(game, values, node.ask, raw)
                values = values.copy()
                self.rules.engine.take(values, node.ask, raw)

    def _begin(self, game: int) -> Slots:
        """A new game begins.  Returns its first state if somebody remembers it."""
        programs, index = self._games[game], int(self._index[game])
        programs.begin(self._seed, index)
        self._made[game] = []
        if not self._remember:
            return []
        return begun(self.rules, GameStart(self._seed, index, self._deal), programs)[0]

    def _hear(self, game: int, values: Slots, ask: int, raw: Raw) -> None:
        programs, player = self._games[game], values[ACTOR]
        assert isinstance(player, int)
        programs.asked(values)
        self.rules.engine.take(values.copy(), ask, raw, listener=programs.hear, player=player)
        self._made[game].append(raw)

    def _node(self, block: RowsOfGames, game: int) -> GameNode:
        return GameNode(block.machine.layout.unpack(block.state(game)))
