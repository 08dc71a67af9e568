"""How often a learning player was asked the same before: how it is kept from doing the same for ever.

A net expects the same whenever a seat sees and remembers the same.  Where cards come back, two players can therefore go
round in circles.  So in a deal that lasts long, each seat keeps a *mark* of every one of its last questions: a hash of
what it saw and remembered, as the features of the question have it.  A player who was asked the same k times before
takes, instead of the best option, the one that comes k places after it; after the last option the best comes again.  A
player who mixes its choices does not need that, and whoever learns tries other options anyway.

Nothing changes for a seat that is never asked the same twice.  The first `FEW_ASKED` questions of a deal are only
counted, so short deals are as quick as before.  `interpreter/learning/remembered.py` finds the questions in the record
of a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..layout import MemoryLayout
from .pieces import part

FEW_ASKED = 64
"""How many questions of a deal a seat is asked before it keeps their marks."""
MOST_ASKED = 64
"""With how many of its last questions a seat compares."""


@dataclass
class AskedBefore:
    """Where the marks of the last questions of each seat lie, and the functions that keep them."""

    layout: MemoryLayout
    at: dict[str, int] = field(default_factory=dict["str", "int"])

    def __post_init__(self) -> None:
        players, room = self.layout.program.players, self.layout.reserve
        self.at = {"ASKED_COUNTS": room(4 * players), "MARKS": room(8 * MOST_ASKED * players)}

    def functions(self) -> str:
        """`$l_again`, `$l_ask_anew`, and what a host asks."""
        text = part("asked")
        numbers = self.at | {
            "MARKS_SIZE": 8 * MOST_ASKED, "FEW_ASKED": FEW_ASKED, "MOST_ASKED": MOST_ASKED,
            "ASKED_COUNTS_SIZE": 4 * self.layout.program.players,
        }  # fmt: skip
        for name, number in numbers.items():
            text = text.replace(f"#{name}#", str(number))
        return text
