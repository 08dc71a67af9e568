"""The events of a replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.frozen import Frozen, frozen
from ..engine import Result, State
from ..notation import model as m
from ..records import AnyRecord, Chosen, Declared
from ..text.format import Wording

Records = tuple[AnyRecord, ...]


@frozen
class Began(Frozen):
    """The game was started and reached its first question (or its end)."""

    records: Records
    state: State

    @property
    def scripted(self) -> Records:
        """The records of what the script describes: all of them."""
        return self.records


@frozen
class Acted(Frozen):
    """A choice was made, or an incident declared (`player` is -1).  `step` is None for a choice that the replayer made
    by itself.

    The first of the `records` says what was chosen or declared.

    After the last choice of a script the rules may deal again, by chance.  That deal is not part of the script.  It
    begins with the record `next_deal` (-1: there is none).
    """

    step: m.Action | None
    player: int
    records: Records
    state: State
    next_deal: int = -1
    wording: Wording = field(kw_only=True, compare=False, repr=False)

    @property
    def label(self) -> str:
        """The choice, or the incident, in words: `play 9♣`.  Words are made when somebody asks for them."""
        match self.records[0]:
            case Chosen(_, ask, choice):
                asked = self.wording.program.asks[ask]
                return self.wording.label(asked.alternatives[choice.alternative], choice.values)
            case Declared(incident):
                return self.wording.incident(incident)
            case _:
                raise AssertionError(self.records)

    @property
    def scripted(self) -> Records:
        """The records of what the script describes."""
        return self.records if self.next_deal < 0 else self.records[: self.next_deal]


@frozen
class Held(Frozen):
    """An expectation of the script was met."""

    step: m.Expectation
    state: State


@frozen
class Branched(Frozen):
    """A side line begins here.  What follows, up to its `Returned`, is not part of the game."""

    step: m.SideLine
    state: State


@frozen
class Returned(Frozen):
    """The side line ended, and the game continues from where it was."""

    step: m.SideLine
    state: State


@frozen
class Commented(Frozen):
    """A comment of the script."""

    text: str


@frozen
class Failed(Frozen):
    """Something is wrong, and the replay ends here.  `records` are those of the choice that could not be completed."""

    diagnostic: Diagnostic
    records: Records = ()


@frozen
class Ended(Frozen):
    """The script was replayed to its end: the number of its expectations and actions, the last state, and the result if
    the game is over.

    `drawn`: how many cards and players were drawn because the script does not name them.  `next_deal`: how many were
    drawn in a deal after the last choice, which is not part of the script.
    """

    expectations: int
    choices: int
    drawn: int
    state: State
    result: Result | None
    next_deal: int = 0


ReplayEvent = Began | Acted | Held | Branched | Returned | Commented | Failed | Ended


def mainline(events: Iterable[ReplayEvent]) -> Iterator[ReplayEvent]:
    """The events of the game itself, and a failure wherever it is: a side line did not really happen."""
    depth = 0
    for event in events:
        depth += isinstance(event, Branched) - isinstance(event, Returned)
        if isinstance(event, Failed) or not (depth or isinstance(event, Returned)):
            yield event
