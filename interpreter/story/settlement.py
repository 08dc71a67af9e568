"""What a settlement consists of: how scores, and the numbers that are counted towards them, have changed, and by which
rules.

    account = ScoreAccount(words, data, knows)
    account.take(record, count)       # each record, before the table follows it
    account.entries(since)            # the changes made by the records from number `since` on

The account of a deal is kept until the next begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from ...dsl.source.span import Span
from ..records import AnyRecord, Assigned, CardsCounted, PhaseBegan, RowFired, SetAgain, Where
from ..text.parse import Words
from .causes import CauseFinder, reason
from .data import StoryData, words_of
from .items import TranscriptItem, line_data
from .limits import LIMITS
from .tabletop import Tabletop

Key = tuple[int, int]
"""A variable and its owner."""


@dataclass(frozen=True, slots=True)
class SettlementPart:
    """A change of a number: by how much, by which rule, and the cards that it counted, if the viewer knew all of them.
    `at`: the number of the record.
    """

    at: int
    change: int
    cause: Span
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SettlementEntry:
    """A number of a player or a team, before and now, with the changes between."""

    variable: int
    of: int
    before: int
    now: int
    parts: tuple[SettlementPart, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a deal came to (`deal_over`), or what was settled within it.  `laid_open`: cards that lay open to the viewer
    when it was settled.
    """

    deal: int
    deal_over: bool
    entries: tuple[SettlementEntry, ...]
    laid_open: tuple[tuple[Where, tuple[int, ...]], ...]
    lines: tuple[TranscriptItem, ...] = ()
    named: tuple[tuple[Key, int], ...] = ()
    """What the rules have called the players or teams meanwhile (the best hand), with the values."""


@dataclass
class ScoreAccount:
    """The changes of scores and of what is counted towards them, in one deal."""

    words: Words
    data: StoryData
    known: Callable[[Iterable[int]], tuple[int, ...]]
    """Cards as the viewer knows them."""
    causes: CauseFinder = field(init=False)
    parts: dict[Key, list[SettlementPart]] = field(default_factory=dict[Key, "list[SettlementPart]"])
    _anew: dict[Key, SettlementPart] = field(default_factory=dict[Key, SettlementPart])
    """Numbers that began anew and did not change since: what they came to was settled."""
    _counted: tuple[int, ...] = ()
    _counted_at: Span | None = None
    """The statement that counted these cards: a change, or the call of a phase whose changes they explain."""
    _counted_for: int = -1
    """The variable that such a phase has changed first."""

    def __post_init__(self) -> None:
        self.causes = CauseFinder(self.words.program)

    def copy(self, known: Callable[[Iterable[int]], tuple[int, ...]]) -> ScoreAccount:
        """An independent copy for another table."""
        other = copy(self)
        other.known, other.causes = known, self.causes.copy()
        other.parts = {key: parts.copy() for key, parts in self.parts.items()}
        other._anew = self._anew.copy()
        return other

    def take(self, record: AnyRecord, count: int) -> bool:
        """Process a record, the `count`-th from 0.  Returns whether it changes a score, or what is counted
        towards one.
        """
        self.causes.take(record)
        match record:
            case CardsCounted(cards):
                known = self.known(cards)
                self._counted = known if len(known) <= LIMITS["laid_open"] and all(card >= 0 for card in known) else ()
                self._counted_at, self._counted_for = record.span, -1
            case Assigned(variable, owner, before, value):
                info = self.data.variables[variable]
                cards = self._take_counted(record, scored=info.decides or info.feeds)
                if not (info.decides or info.feeds):
                    return False
                key = variable, owner
                since = before if info.carried else 0  # a number that is always computed anew has no past
                part = SettlementPart(count, value - since, self.causes.of(record.span), cards)
                set_back = info.carried and not info.decides and not value and record.span.text.startswith("set ")
                if set_back or record.span == self.words.program.places[info.place]:
                    if key in self.parts:
                        self._anew[key] = part
                    return False
                if key in self._anew:
                    self._add(key, self._anew.pop(key))
                self._add(key, part)
                return True
            case RowFired() | PhaseBegan():
                pass  # what they do counts the cards
            case SetAgain() if record.span != self._counted_at:
                pass  # the phase changes the number of another player
            case _:
                self._counted = ()
        return False

    def _take_counted(self, record: Assigned, *, scored: bool) -> tuple[int, ...]:
        """The cards that were counted for a change.  If they were counted for the call of a phase, they explain all its
        changes of the same number: each player's, where one pays and the others are paid.
        """
        if record.span == self._counted_at:
            cards, self._counted = self._counted, ()
            return cards
        if not scored or self._counted_for not in (-1, record.variable):
            return ()
        self._counted_for = record.variable
        return self._counted

    def _add(self, key: Key, part: SettlementPart) -> None:
        parts = self.parts.setdefault(key, [])
        last = parts[-1] if parts else None
        if last is not None and last.cause == part.cause and not last.cards and not part.cards:
            parts[-1] = replace(last, change=last.change + part.change)
        else:
            parts.append(part)

    def settles(self, since: int) -> bool:
        """Whether the records from number `since` on settled something within a deal: a score has risen, or cards were
        counted towards one.  Where numbers only fall, players pay into a pot.
        """
        return any(
            part.at >= since and part.change > 0 and (part.cards or self.data.variables[number].decides)
            for (number, _), parts in self.parts.items()
            for part in parts
        )

    def begin(self) -> None:
        """Begin a new deal."""
        self.parts, self._anew = {}, {}

    def entries(self, values: dict[Key, int], since: int = 0, *, whole: bool = True) -> tuple[SettlementEntry, ...]:
        """The numbers that the records from number `since` on changed, by variable and owner, with their parts.
        `values`: the variables now.  `whole`: with all owners of such a number, also those whose number did not change.
        """
        fresh = {key: tuple(part for part in parts if part.at >= since) for key, parts in self.parts.items()}
        fresh = {key: parts for key, parts in fresh.items() if parts}
        keys = sorted(fresh)
        if whole:
            numbers = sorted({number for number, _ in keys})
            keys = [(number, owner) for number in numbers for owner in range(self.data.variables[number].count)]
        return tuple(self._entry(key, values[key], fresh.get(key, ())) for key in keys)

    def _entry(self, key: Key, value: int, parts: tuple[SettlementPart, ...]) -> SettlementEntry:
        now = value - self._anew[key].change if key in self._anew else value
        return SettlementEntry(*key, now - sum(part.change for part in parts), now, parts)


def laid_open(data: StoryData, table: Tabletop) -> tuple[tuple[Where, tuple[int, ...]], ...]:
    """The cards that a settlement shows the viewer: those that it knows, in hands and in the open.

    A pile into which nobody looks is shown only if the viewer knows all of it: tricks with some cards that were shown
    before are not laid open.  One who sees all cards gets what was shown to everybody.
    """
    found: list[tuple[Where, tuple[int, ...]]] = []
    shown = table.known_cards.recalled
    for where, content in table.zones.items():
        if not content:
            continue
        cards, hidden = tuple(card for card in table.cards(where) if card >= 0), not data.zones[where.zone].looked_at
        if table.viewer is None and hidden:
            cards = tuple(card for card in cards if shown >> card & 1)
        if cards and not (hidden and len(cards) < len(content)):
            found.append((where, cards))
    return tuple(found)


def settlement_data(words: Words, data: StoryData, made: Settlement) -> dict[str, Any]:
    """A settlement as plain data, for a scene: numbers that decide who wins come first."""
    entries = sorted(made.entries, key=lambda entry: not data.variables[entry.variable].decides)
    return {
        "deal": made.deal,
        "deal_over": made.deal_over,
        "lines": [line_data(item) for item in made.lines],
        "entries": [_entry_data(words, data, entry) for entry in entries],
        "reasons": [
            one for _, own in groupby(entries, key=lambda entry: entry.variable) for one in _reasons(words, data, own)
        ],
        "named": [
            {
                "name": words_of(data.variables[variable].name),
                "whose": words.owner(data.variables[variable].owner, of),
                "value": words.value(data.variables[variable].type, value),
            }
            for (variable, of), value in sorted(made.named)
        ],
        "laid_open": [
            {
                "zone": words_of(data.zones[where.zone].name),
                "whose": words.owner(data.zones[where.zone].owner, where.owner),
                "cards": [words.card(card) for card in cards],
            }
            for where, cards in made.laid_open
            if len(cards) <= LIMITS["laid_open"]
        ],
    }


def _whose(words: Words, data: StoryData, entry: SettlementEntry) -> str:
    return words.owner(data.variables[entry.variable].owner, entry.of)


def _entry_data(words: Words, data: StoryData, entry: SettlementEntry) -> dict[str, Any]:
    info = data.variables[entry.variable]
    return {
        "owner": info.owner,
        "of": entry.of,
        "whose": _whose(words, data, entry),
        "name": words_of(info.name),
        "before": entry.before,
        "now": entry.now,
    }


def _reasons(words: Words, data: StoryData, entries: Iterable[SettlementEntry]) -> list[dict[str, Any]]:
    """The lines that made one number of all owners what it is.  What several parts say alike is one line; parts that
    mark cards are put together only if they follow each other, or if the same cards settle several players.
    """
    found: list[dict[str, Any]] = []
    for entry in entries:
        whose = _whose(words, data, entry)
        last: dict[str, Any] | None = None
        for part in entry.parts:
            why, at, cites = reason(words, part.cause, part.change)
            if len(entry.parts) == 1 and not why and not part.cards:
                continue  # nothing but the change, which the number itself tells
            said: dict[str, Any] = {
                "name": words_of(data.variables[entry.variable].name),
                "why": why,
                "at": at,
                "cites": list(cites),
            }
            cards = [[words.card(card) for card in part.cards]] if part.cards else []
            alike = (
                one
                for one in found
                if (why or cards) and said.items() <= one.items()
                if (one is last and len(one["changes"]) == 1) or (one["cards"] == cards and not (cards and one is last))
            )
            last = next(alike, None)
            if last is None:
                last = {**said, "changes": [], "cards": []}
                found.append(last)
            if not last["changes"] or last["changes"][-1]["whose"] != whose:
                last["changes"].append({"whose": whose, "by": []})
            last["changes"][-1]["by"].append(part.change)
            if len(last["changes"]) == 1:
                last["cards"] += cards
    return found
