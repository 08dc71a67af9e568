"""The items of a transcript: what a person reads about a game, in words, without any layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, cast

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhaseItem:
    """A phase of the main game begins: `draw phase`."""

    title: str


@dataclass(frozen=True, slots=True)
class VariableItem:
    """A value that is known to all players was settled: `dealer`, `A`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class DealItem:
    """Cards were dealt: to whom (an empty name for a shared zone), and which; `??` for unseen ones."""

    zone: str
    rows: tuple[tuple[str, Cards], ...]


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """A player chose: the label of the choice, the cards that the player got by it, and a note (`the only choice`)."""

    player: str
    label: str
    draws: Cards = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class TrickItem:
    """The plays of a trick in their order, and who took it (None while it is not complete)."""

    plays: tuple[tuple[str, str], ...]
    winner: str | None


@dataclass(frozen=True, slots=True)
class CardsItem:
    """Cards moved without a choice that says so: `hand of D`."""

    cards: Cards
    to: str


@dataclass(frozen=True, slots=True)
class RevealItem:
    """Cards were shown, and to whom."""

    cards: Cards
    to: str


@dataclass(frozen=True, slots=True)
class IncidentItem:
    """An incident at the table."""

    title: str


@dataclass(frozen=True, slots=True)
class ScoreChangeItem:
    """A player or team gained or lost in the middle of a phase: the number, its values before and after, and `why`:
    each reason with its file and line.
    """

    owner: str
    name: str
    before: int
    now: int
    why: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ScoresItem:
    """Numbers that were settled: the names of the columns, and for each owner the values before and after.  `why`: who
    gained what by which rule, as sentences, each with its file and line.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    why: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ResultItem:
    """The game is over: the winners, empty for a draw.  `cut`: whether it ended at the length limit."""

    winners: tuple[str, ...]


TranscriptItem = (
    PhaseItem
    | VariableItem
    | DealItem
    | ChoiceItem
    | TrickItem
    | CardsItem
    | RevealItem
    | IncidentItem
    | ScoreChangeItem
    | ScoresItem
    | ResultItem
)

KINDS: dict[type[TranscriptItem], str] = {
    PhaseItem: "heading",
    VariableItem: "named",
    DealItem: "dealt",
    ChoiceItem: "made",
    TrickItem: "tricktable",
    CardsItem: "handed",
    RevealItem: "revealed",
    IncidentItem: "happened",
    ScoreChangeItem: "gained",
    ScoresItem: "scores",
    ResultItem: "won",
}
"""What reports for programs call each class of items."""
_CLASSES = {name: kind for kind, name in KINDS.items()}


def line_data(item: TranscriptItem) -> dict[str, Any]:
    """An item as data: its kind and its contents."""
    found: dict[str, Any] = {"item": KINDS[type(item)]}
    for name in _names(type(item)):
        found[name] = getattr(item, name)
    return found


def item_of(line: Mapping[str, Any]) -> TranscriptItem | None:
    """The item in such data, also after it was JSON; None for a kind that is not known here."""
    kind = _CLASSES.get(line["item"])
    return None if kind is None else kind(**{name: _frozen(line[name]) for name in _names(kind) if name in line})


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, cast("list[Any]", value))) if isinstance(value, (list, tuple)) else value


@cache
def _names(kind: type[TranscriptItem]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
