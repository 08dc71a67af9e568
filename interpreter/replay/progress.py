"""How far a replay has come, as plain data that can be kept and taken up again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...dsl.source.span import Span
from ..engine import State
from ..notation import model as m
from ..records import TrickTaken
from .chance import ScriptedChance
from .hidden import Guesses
from .tables import TableEnds
from .unsaid import UnstatedCards


@dataclass(frozen=True, slots=True)
class PhaseEnd:
    """The state in which a phase or a table ended, and the rule that had last changed each variable."""

    state: State
    changed: Mapping[tuple[int, int], Span]


@dataclass(slots=True)
class ReplayProgress:
    """Everything on which the meaning of the next line depends.  A side line is played on an `independent` copy."""

    steps: Sequence[m.Step]
    """The steps that are followed: those of the game, or of a side line."""
    chance: ScriptedChance
    unsaid: UnstatedCards
    guesses: Guesses
    tables: TableEnds
    state: State = field(default_factory=lambda: State([]))
    depth: int = 0
    """How many side lines are open."""
    ends: dict[str, PhaseEnd] = field(default_factory=dict[str, PhaseEnd])
    """For each phase and table that the script asks about: when it last ended, since the last action of the script."""
    changed: dict[tuple[int, int], Span] = field(default_factory=dict[tuple[int, int], Span])
    """The rule that last changed each variable, by variable and owner."""
    trick: TrickTaken | None = None
    """The last trick that was taken."""
    past_last: bool = False
    """Whether the last action of the script was made, and no fact of chance follows it."""
    beyond: int = 0
    """How many cards and players were drawn for a deal after the last choice, which is not part of the script."""
