"""Records: what happened in a game, as frozen values that a listener gets one by one.

The list of records is the transcript.  Each has the span of the rule that caused it.  Cards are card numbers, players
and teams are numbers from 0; `Where` is a zone and its owner (-1 for a shared zone).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ..dsl.source.frozen import Frozen, frozen
from ..dsl.source.span import NOWHERE, Span
from ..dsl.types import Type


class Where(NamedTuple):
    """A zone (an index of `Program.zones`) and its owner (-1 for a shared zone)."""

    zone: int
    owner: int


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question: the number of the alternative, and the value of each of its names.

    A value is a number, a card, a player …, or the mask of a set of cards.
    """

    alternative: int
    values: tuple[int, ...] = ()


@frozen
class Record(Frozen):
    """Something that happened, with the place of the rule that caused it."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@frozen
class Chosen(Record):
    """A player answered the question `ask` (an index of `Program.asks`)."""

    player: int
    ask: int
    choice: Choice


@frozen
class Declared(Record):
    """An incident happened at the table (an index of `Program.incidents`)."""

    incident: int


@frozen
class Moved(Record):
    """Cards moved from one zone to another, in this order.  `dealt`: whether a `deal` took them from a pile."""

    cards: tuple[int, ...]
    source: Where
    target: Where
    dealt: bool = False


@frozen
class Tucked(Record):
    """The top cards of a pile, bottom first, were moved to its bottom or into its middle.  `at`: the index of the first
    of them, where the bottom card has index 0; -1: somewhere among the cards of unknown order.
    """

    cards: tuple[int, ...]
    pile: Where
    at: int


@frozen
class Shuffled(Record):
    """The order of a pile became unknown."""

    pile: Where


@frozen
class Shown(Record):
    """Cards became known to all (`to` is -1) or to the players of a mask."""

    cards: tuple[int, ...]
    to: int


@frozen
class Assigned(Record):
    """A variable (an index of `Program.variables`) of `owner` (-1 for none) changed from `before` to `value`."""

    variable: int
    owner: int
    before: int
    value: int


@frozen
class SetAgain(Record):
    """A variable (an index of `Program.variables`) of `owner` (-1 for none) was set to the value that it had already.

    Nothing changes, but it was said: a role may be given to the seat that a variable names from the start.
    """

    variable: int
    owner: int
    value: int


@frozen
class CardsCounted(Record):
    """The next change of a number counts these cards: a run, a marriage, the hearts of a trick."""

    cards: tuple[int, ...]


@frozen
class Drawn(Record):
    """Chance drew a value.  `purpose`: what it is for (`dealer`); `value`: the player, the card or another value."""

    what: Literal["player", "card", "value"]
    purpose: str
    value: int
    type: Type | None = None
    """The type of the value, if it is neither a player nor a card."""
    end: Literal["top", "bottom"] | None = None
    """For a card that was looked at in a shuffled pile: at which end of the cards of unknown order it lies from now on.
    None for a card that was picked at random: it lies where it lay.
    """


@frozen
class TrickBegan(Record):
    """A trick began; `leader` leads."""

    leader: int


@frozen
class TrickTaken(Record):
    """`player` took the trick in the zone `trick`."""

    player: int
    trick: Where


@frozen
class PhaseBegan(Record):
    """A phase (an index of `Program.phases`) begins."""

    phase: int


@frozen
class PhaseEnded(Record):
    """A phase ended."""

    phase: int


@frozen
class RowFired(Record):
    """A row of a decision table applied; its span is the row."""


@frozen
class GameOver(Record):
    """The game ended.  The winners are numbers of `owner`s; none for a draw."""

    owner: Literal["player", "team"]
    winners: tuple[int, ...]


AnyRecord = (
    Chosen | Declared | Moved | Tucked | Shuffled | Shown | Assigned | SetAgain | CardsCounted | Drawn | TrickBegan
    | TrickTaken | PhaseBegan | PhaseEnded | RowFired | GameOver
)  # fmt: skip

Listener = Callable[[AnyRecord, "list[int | tuple[int, ...]]"], None]
"""Called with each record right after it happened, with the slots of the state at that time (to read, not to keep)."""
