"""Players that are programs at some seats of an environment: they choose whenever their seat is asked.

    envs.aec("whist", opponents="sound")                              # one agent, at the first seat
    envs.aec("whist", opponents={"B": "think:quick", "D": "random"})  # agents at A and C

A player gets what its seat has seen and nothing else (`hoyle.interpreter.players`).  The same game and position
give the same choice.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..interpreter.engine import Dice, State
from ..interpreter.errors import nobody, wrong
from ..interpreter.game import Rules
from ..interpreter.players import Player, decision_of, maker
from ..interpreter.program import ACTOR, DECISIONS, Slots
from ..interpreter.records import AnyRecord
from ..interpreter.search.history import History
from .position import Raw

OpponentNames = str | Mapping[str, str] | None
"""One player for all seats but the first, or players by the names of their seats (`B`, or `player_1`)."""


def seats_of(rules: Rules, named: OpponentNames) -> dict[int, str]:
    """The seats at which programs play, with the names of these players.

    Raises `UnknownName` for a seat that there is not, `GameError` if no seat is left, and `UnknownPlayer`.
    """
    if named is None:
        return {}
    if isinstance(named, str):
        found = dict.fromkeys(range(1, len(rules.seats)), named)
    else:
        numbers = {name: seat for seat, name in enumerate(rules.seats)}
        numbers |= {f"player_{seat}": seat for seat in range(len(rules.seats))}
        for name in named:
            if name not in numbers:
                raise nobody(name, rules.seats)
        found = {numbers[name]: player for name, player in named.items()}
    if len(found) == len(rules.seats):
        raise wrong("a program plays at every seat, so nothing is left to choose")
    for player in found.values():
        maker(player)
    return found


class SeatedPrograms:
    """The programs at the seats of one game."""

    def __init__(self, rules: Rules, seats: Mapping[int, str]) -> None:
        self.rules, self.seats = rules, dict(seats)
        self._made: dict[int, Player] = {
            seat: maker(name)(rules.program, seat) for seat, name in self.seats.items()
        }  # fmt: skip
        self._seed = 0
        self.history = History(rules.program) if any(one.remembers for one in self._made.values()) else None
        """The record of the deal, if one of them needs it.  Whoever plays the game passes the records on."""

    def begin(self, seed: int, index: int) -> None:
        """A new game begins."""
        self._seed = seed ^ index << 32
        for player in self._made.values():
            player.begin()
        if self.history is not None:
            self.history.begin()

    def draw_from(self, seed: int) -> None:
        """From now on the programs draw their random numbers from this seed."""
        self._seed = seed

    def asked(self, values: Slots) -> None:
        """A choice is about to be made in a state."""
        if self.history is not None:
            self.history.asked(values)

    def hear(self, record: AnyRecord, slots: Slots) -> None:
        """Take a record of the game; a listener."""
        if self.history is not None:
            self.history.hear(record, slots)

    def choose(self, values: Slots, options: list[Raw]) -> Raw:
        """The choice at the open question of a state, which is asked of one of these seats.  Raises `BadPlayer`."""
        if len(options) == 1:
            return options[0]
        seat, number = values[ACTOR], values[DECISIONS]
        assert isinstance(seat, int)
        assert isinstance(number, int)
        dice = Dice(self._seed, number, seat)
        decision = decision_of(self.rules.engine, State(values), dice, options, self.history)
        choice = self._made[seat].choose(decision)
        return choice.alternative, *choice.values
