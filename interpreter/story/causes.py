"""Which rule made a change: the row of a table that was being executed, even if the row called other phases; otherwise
the statement itself.
"""

from __future__ import annotations

import re
from copy import copy
from typing import NamedTuple

from ...dsl.source.span import Span
from ..program import Program
from ..records import AnyRecord, PhaseBegan, PhaseEnded, RowFired
from ..text.parse import Words
from .data import cited_lines, said


class ChangeReason(NamedTuple):
    """Why a number changed: a sentence (empty if there is none), the place of the rule (`whist.hoyle:17`), and the
    lines of the rulebook that the rule cites.
    """

    why: str
    at: str
    cites: tuple[str, ...]


class CauseFinder:
    """Follows which rows of tables are being carried out."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._rows: list[tuple[Span, int]] = []
        """The rows that applied and may still be running, each with the depth of the phase that evaluated the
        table.
        """
        self._depth = 0

    def copy(self) -> CauseFinder:
        """An independent copy."""
        other = copy(self)
        other._rows = self._rows.copy()
        return other

    def take(self, record: AnyRecord) -> None:
        """Process one record."""
        match record:
            case RowFired(span=span):
                self._rows.append((span, self._depth))
            case PhaseBegan(phase=phase):
                depth = self._depth
                if self._rows:
                    name = re.compile(rf"\b{re.escape(self.program.phases[phase])}\b")
                    self._rows = [row for row in self._rows if row[1] < depth or name.search(row[0].text)]
                self._depth += 1
            case PhaseEnded():
                self._depth -= 1
                self._rows = [row for row in self._rows if row[1] <= self._depth]
            case _:
                pass

    def of(self, span: Span) -> Span:
        """The running row to which a statement belongs; otherwise the statement itself."""
        for row, depth in reversed(self._rows):
            if depth < self._depth or (row.source is span.source and row.start <= span.start and span.end <= row.end):
                return row
        return span


def reason(words: Words, span: Span, change: int = 0) -> ChangeReason:
    """A row or a statement as a reason for a change; a row without a sentence in its own words."""
    return ChangeReason(said(span, words.outcome, change), span.file_line, cited_lines(span))
