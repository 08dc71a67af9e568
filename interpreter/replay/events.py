"""What a replay tells, event by event."""

from __future__ import annotations

from dataclasses import dataclass

from ...dsl.source.diagnostics import Diagnostic
from ..engine import Result, State
from ..notation import model as m
from ..records import AnyRecord

Records = tuple[AnyRecord, ...]


@dataclass(frozen=True, slots=True)
class Began:
    """The game was started and reached its first question (or its end)."""

    records: Records
    state: State

    @property
    def scripted(self) -> Records:
        """The records that are part of what the script tells: all of them."""
        return self.records


@dataclass(frozen=True, slots=True)
class Acted:
    """A choice was made, or an incident declared (`player` -1); `step` is None for a choice made by the replayer.

    Behind the last choice of a script the rules may deal anew, by chance: that deal is no part of the script.  It
    begins with record `next_deal` (-1: there is none)."""

    step: m.Action | None
    player: int
    label: str
    records: Records
    state: State
    next_deal: int = -1

    @property
    def scripted(self) -> Records:
        """The records that are part of what the script tells."""
        return self.records if self.next_deal < 0 else self.records[: self.next_deal]


@dataclass(frozen=True, slots=True)
class Held:
    """Something was as the script expects."""

    step: m.Expectation
    state: State


@dataclass(frozen=True, slots=True)
class Branched:
    """A side line begins here; what follows, up to its `Returned`, is not part of the game."""

    step: m.SideLine
    state: State


@dataclass(frozen=True, slots=True)
class Returned:
    """The side line ended, and the game goes on from where it was."""

    step: m.SideLine
    state: State


@dataclass(frozen=True, slots=True)
class Commented:
    """A comment of the script."""

    text: str


@dataclass(frozen=True, slots=True)
class Failed:
    """Something is not so: the replay ends here.  `records` are those of the choice that could not be completed."""

    diagnostic: Diagnostic
    records: Records = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """The script was replayed to its end: how much it expected and did, where it stands, the result if it is over.

    `drawn` are the cards and players that came by chance because the script did not name them, `next_deal` those of a
    deal behind the last choice, which is no part of the script."""

    expectations: int
    choices: int
    drawn: int
    state: State
    result: Result | None
    next_deal: int = 0


Event = Began | Acted | Held | Branched | Returned | Commented | Failed | Ended
