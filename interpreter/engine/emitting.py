"""Makes the records of what happens for a listener, each with the place in the rule file that made it happen.

`S` is the list of slots, `K` the observers.
"""

from __future__ import annotations

from ...dsl.source.span import Span
from ..program import Place, Program, Slots
from ..records import (
    AnyRecord,
    Assigned,
    CardsCounted,
    PhaseBegan,
    PhaseEnded,
    RowFired,
    SetAgain,
    TrickBegan,
    TrickTaken,
    Where,
)
from ..text.format import bits
from .observers import Observers


class Emitter:
    """Makes the records of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def tell(self, K: Observers, S: Slots, record: AnyRecord) -> None:
        """Give a record to the listener, if there is one."""
        if K.listener is not None:
            K.listener(record, S)

    def span(self, place: Place) -> Span:
        """The place in the rule file with this number."""
        return self.program.places[place]

    def mark(self, S: Slots, K: Observers, what: str, subject: int, who: int, place: Place) -> None:
        """Record that a phase began or ended, a row applied, a trick was led or taken, or cards were counted."""
        span = self.span(place)
        match what:
            case "begin":
                self.tell(K, S, PhaseBegan(subject, span=span))
            case "end":
                self.tell(K, S, PhaseEnded(subject, span=span))
            case "row":
                self.tell(K, S, RowFired(span=span))
            case "lead":
                self.tell(K, S, TrickBegan(who, span=span))
            case "cards":
                if who:
                    self.tell(K, S, CardsCounted(bits(who), span=span))
            case _:
                self.tell(K, S, TrickTaken(who, Where(subject, -1), span=span))

    def assign(self, S: Slots, K: Observers, slot: int, value: int, variable: int, place: Place) -> None:
        """Set a variable, and record it."""
        before = S[slot]
        S[slot] = value
        info = self.program.variables[variable]
        owner, span = slot - info.base if info.owner is not None else -1, self.span(place)
        if before == value:
            self.tell(K, S, SetAgain(variable, owner, value, span=span))
        elif isinstance(before, int):
            self.tell(K, S, Assigned(variable, owner, before, value, span=span))
