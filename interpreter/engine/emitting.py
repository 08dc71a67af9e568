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
        listener, span = K.listener, self.program.places[place]
        if listener is None or (what == "cards" and not who):
            return
        match what:
            case "begin":
                listener(PhaseBegan(subject, span=span), S)
            case "end":
                listener(PhaseEnded(subject, span=span), S)
            case "row":
                listener(RowFired(span=span), S)
            case "lead":
                listener(TrickBegan(who, span=span), S)
            case "cards":
                listener(CardsCounted(bits(who), span=span), S)
            case _:
                listener(TrickTaken(who, Where(subject, -1), span=span), S)

    def assign(self, S: Slots, K: Observers, slot: int, value: int, variable: int, place: Place) -> None:
        """Set a variable, and record it."""
        before, listener = S[slot], K.listener
        S[slot] = value
        if listener is None or not isinstance(before, int):
            return
        info, span = self.program.variables[variable], self.program.places[place]
        owner = slot - info.base if info.owner is not None else -1
        if before == value:
            listener(SetAgain(variable, owner, value, span=span), S)
        else:
            listener(Assigned(variable, owner, before, value, span=span), S)
