"""Keeps the record of a deal for callers that get the records of a game: the replay of a script, or a game at a table.

feeder = HistoryFeeder(program)
feeder.begin(opening)                  # the records up to the first question
feeder.made(state.values, records)     # a choice made in that state, and all that came of it
feeder.history.seen_by(seat, values)
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import cast

from ..program import NOWHERE_KNOWN, Program, Slots
from ..records import AnyRecord, Shown
from .history import History


class HistoryFeeder:
    """Passes records to a `History`, choice by choice."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.history = History(program)

    def begin(self, opening: Iterable[AnyRecord]) -> None:
        """Begin a new game.  `opening`: the records before its first question."""
        self.history.begin()
        self._hear(opening, self.history.base)

    def begin_at(self, values: Slots) -> None:
        """Begin a game in the middle, at a question."""
        self.history.begin_at(values)

    def made(self, before: Slots, records: Iterable[AnyRecord]) -> None:
        """Note that a choice was made (or an incident declared) in a state.  `records`: its records, with that of the
        choice.
        """
        self.history.asked(before)
        self._hear(records, before)

    def copy(self) -> HistoryFeeder:
        """An independent copy, for a side line."""
        other = HistoryFeeder.__new__(HistoryFeeder)
        other.program = self.program
        other.history = deepcopy(self.history)
        return other

    def _hear(self, records: Iterable[AnyRecord], before: Slots) -> None:
        """Pass records on.  A history needs from the slots only the cards that each player was shown."""
        slots, known = before.copy(), self.program.known
        for record in records:
            if isinstance(record, Shown) and known != NOWHERE_KNOWN:
                for player in range(self.program.players):
                    if record.to < 0 or record.to >> player & 1:
                        seen = cast("int", slots[known + player])
                        slots[known + player] = seen | sum(1 << card for card in record.cards)
            self.history.hear(record, slots)


__all__ = ["HistoryFeeder"]
