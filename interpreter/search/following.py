"""The record of a deal, kept by whoever has the records of a game in hand: a script being replayed, a game at a table.

followed = Followed(program)
followed.begin(opening)                  # the records up to the first question
followed.made(state.values, records)     # a choice made in that state, and all that came of it
followed.history.seen_by(seat, values)
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import cast

from ..program import NOWHERE_KNOWN, Program, Slots
from ..records import AnyRecord, Shown
from .history import History


class Followed:
    """Feeds a `History` with records, choice by choice."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.history = History(program)

    def begin(self, opening: Iterable[AnyRecord]) -> None:
        """A new game, and what happened before its first question."""
        self.history.begin()
        self._hear(opening, self.history.base)

    def begin_at(self, values: Slots) -> None:
        """A game taken up in the middle, at a question."""
        self.history.begin_at(values)

    def made(self, before: Slots, records: Iterable[AnyRecord]) -> None:
        """A choice was made (or an incident declared) in a state: its records, that of the choice among them."""
        self.history.asked(before)
        self._hear(records, before)

    def copy(self) -> Followed:
        """One that goes on by itself, as a side line does."""
        other = Followed.__new__(Followed)
        other.program = self.program
        other.history = deepcopy(self.history, {id(self.program): self.program})
        return other

    def _hear(self, records: Iterable[AnyRecord], before: Slots) -> None:
        """Hand records on.  Of the slots, a history looks only at the cards each player was shown."""
        slots, known = before.copy(), self.program.known
        for record in records:
            if isinstance(record, Shown) and known != NOWHERE_KNOWN:
                for player in range(self.program.players):
                    if record.to < 0 or record.to >> player & 1:
                        seen = cast("int", slots[known + player])
                        slots[known + player] = seen | sum(1 << card for card in record.cards)
            self.history.hear(record, slots)


__all__ = ["Followed"]
