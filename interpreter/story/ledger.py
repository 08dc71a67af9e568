"""Explains why numbers changed: lists each change of a number that decides who wins, with the rule that made it
(`causes.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from copy import copy

from ...dsl.source.span import Span
from ..records import AnyRecord, Assigned, RowFired
from ..text.parse import Words
from .causes import CauseFinder, reason
from .data import story_data

Key = tuple[int, int]
"""A variable and its owner."""


class Ledger:
    """Takes records as they come, and explains why numbers changed since they were last shown."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.deciding = frozenset(
            number for number, info in enumerate(story_data(words.program).variables) if info.decides
        )
        """The variables that decide who wins."""
        self.causes: dict[Span, dict[Key, int]] = {}
        """The rows that applied and the statements that changed numbers since numbers were shown, and what each
        changed.
        """
        self.fresh: dict[Key, tuple[int, dict[Span, int]]] = {}
        """The deciding numbers that changed since the last choice: the value before, and the change by each cause."""
        self._causes = CauseFinder(words.program)

    def copy(self) -> Ledger:
        """An independent copy."""
        other = copy(self)
        other.causes = {span: gains.copy() for span, gains in self.causes.items()}
        other.fresh = {key: (before, gains.copy()) for key, (before, gains) in self.fresh.items()}
        other._causes = self._causes.copy()
        return other

    def take(self, record: AnyRecord) -> None:
        """Process one record."""
        self._causes.take(record)
        match record:
            case RowFired(span=span):
                self.causes.setdefault(span, {})
            case Assigned() if record.variable in self.deciding and record.value != record.before:
                key, change = (record.variable, record.owner), record.value - record.before
                cause = self._causes.of(record.span)
                gains = self.causes.setdefault(cause, {})
                gains[key] = gains.get(key, 0) + change
                _, causes = self.fresh.setdefault(key, (record.before, {}))
                causes[cause] = causes.get(cause, 0) + change
            case _:
                pass

    @property
    def settled(self) -> bool:
        """Whether a row has applied or a deciding number has changed."""
        return bool(self.causes)

    def forget(self) -> None:
        """Note that the numbers were shown."""
        self.causes, self.fresh = {}, {}

    def reasons(self) -> tuple[tuple[str, str], ...]:
        """Why numbers changed: each cause once, with the place of the rule: `A +2, because the makers have …`."""
        counted = any(self.causes.values())
        said = [
            reason
            for span, gains in self.causes.items()
            if (gains or not counted) and (reason := self._reason(span, gains)) is not None
        ]
        return tuple(dict.fromkeys(said))

    def gains(self) -> Iterator[tuple[Key, int, tuple[tuple[str, str], ...]]]:
        """The deciding numbers that changed since the last choice, their values before, and the reasons; each only
        once.
        """
        fresh, self.fresh = self.fresh, {}
        for key, (before, causes) in fresh.items():
            for span in causes:
                self.causes.pop(span, None)
            said = [self.sentence(span, change) for span, change in causes.items() if change]
            yield key, before, tuple(dict.fromkeys(found for found in said if found[0]))

    def _reason(self, span: Span, gains: dict[Key, int]) -> tuple[str, str] | None:
        changes = {key: change for key, change in gains.items() if change}
        text, place = self.sentence(span, direction(changes.values()))
        if not text:
            return None
        return f"{self._who(changes)}, because {text}" if changes else f"because {text}", place

    def _who(self, changes: dict[Key, int]) -> str:
        """`A and C +2, B -1`; with the names of the numbers if there are several."""
        variables = self.words.program.variables
        several = len({number for number, _ in changes}) > 1
        alike: dict[tuple[int, int], list[str]] = {}
        for (number, owner), change in sorted(changes.items()):
            alike.setdefault((number, change), []).append(self.words.owner(variables[number].owner, owner))
        return ", ".join(
            f"{joined_names(owners)} {variables[number].name.replace('_', ' ') + ' ' if several else ''}{change:+d}"
            for (number, change), owners in alike.items()
        )

    def sentence(self, span: Span, change: int) -> tuple[str, str]:
        """A row or a statement as a sentence, or a row in its own words; and its place."""
        why, at, _ = reason(self.words, span, change)
        return why, at


def direction(changes: Collection[int]) -> int:
    """1 if all numbers rise, -1 if all fall, otherwise 0."""
    return 1 if min(changes, default=0) > 0 else -1 if max(changes, default=0) < 0 else 0


def joined_names(names: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`.  Names that contain `and`, like those of teams, are separated by commas only."""
    *others, last = names
    if not others or any(" and " in name for name in (*others, last)):
        return ", ".join((*others, last))
    return f"{', '.join(others)} and {last}"
