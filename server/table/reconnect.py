"""What to do with a message of a client that may have missed something: one table, tested without network.

A client keeps nothing that it could be wrong about.  It sends the number of the question that it answers, and a key of
its own.  Whatever the answer is, the client gets the table as it is now, so a client that lost its connection in the
middle of anything sends its message again and is right afterwards.

    situation = Situation.of(record, chair, question, key)
    decided = decide(situation)

The first row of `DECISIONS` that fits decides.  A row has a value, or None for any value, for each field of
`Situation`.  The test goes through all situations: each has a row, and each row is the first for some situation.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Literal, TypeAlias

from .record import TablePhase, TableRecord

WhichQuestion: TypeAlias = Literal["none", "past", "open", "future"]
"""The question that a message answers: none (it only asks for the table), one that was answered or taken back, the open
one, or one that was never put.
"""
WhatToDo: TypeAlias = Literal["show", "choose", "refuse"]
"""Show the table; let the rules decide about the choice; refuse and show the table."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a message finds the table.

    `sits`: whether the sender has a chair.  `repeated`: whether this very answer was made already.  `asked`: whether
    the sender is the one who is asked.
    """

    sits: bool
    question: WhichQuestion
    repeated: bool
    phase: TablePhase
    asked: bool

    @classmethod
    def of(cls, record: TableRecord, chair: int, question: int | None, key: str) -> Situation:
        """The situation of a message.  `chair`: -1 for somebody who watches."""
        sits = chair >= 0
        if question is None:
            which: WhichQuestion = "none"
        elif question == record.asked:
            which = "open"
        else:
            which = "future" if question > record.asked else "past"
        repeated = False
        if sits and which == "past" and key and record.game is not None:
            seat = record.seat_of(chair)
            made = (move for _, move in reversed(record.game.moves) if move.question == question)
            repeated = any(move.seat == seat and move.key == key for move in made)
        return cls(sits, which, repeated, record.phase, sits and record.turn == record.seat_of(chair))


@dataclass(frozen=True, slots=True)
class ReconnectRow:
    """What to do, and the code of the refusal."""

    verdict: WhatToDo
    code: str = ""


ANY = None
DECISIONS: tuple[tuple[tuple[object, ...], ReconnectRow], ...] = (
    # sits, question, repeated, phase, asked
    ((ANY, "none", ANY, ANY, ANY), ReconnectRow("show")),
    ((False, ANY, ANY, ANY, ANY), ReconnectRow("refuse", "S36")),
    ((ANY, ANY, True, ANY, ANY), ReconnectRow("show")),
    ((ANY, "future", ANY, ANY, ANY), ReconnectRow("refuse", "S32")),
    ((ANY, "past", ANY, ANY, ANY), ReconnectRow("refuse", "S31")),
    ((ANY, ANY, ANY, "waiting", ANY), ReconnectRow("refuse", "S46")),
    ((ANY, ANY, ANY, "over", ANY), ReconnectRow("refuse", "S45")),
    ((ANY, ANY, ANY, "paused", ANY), ReconnectRow("refuse", "S35")),
    ((ANY, ANY, ANY, ANY, False), ReconnectRow("refuse", "S30")),
    ((ANY, ANY, ANY, ANY, ANY), ReconnectRow("choose")),
)


@lru_cache(1024)
def decide(situation: Situation) -> ReconnectRow:
    """What to do in a situation."""
    values = tuple(getattr(situation, one.name) for one in fields(situation))
    for row, decision in DECISIONS:
        if all(wanted is ANY or wanted == value for wanted, value in zip(row, values, strict=True)):
            return decision
    raise AssertionError("the table of decisions has a hole")
