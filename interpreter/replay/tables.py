"""When the tables end that a script asks about.

A phase leaves a record of its end, a table does not.  But all that a table does belongs to one of its rows: what the
row itself says, what happens in a phase that it calls, and in another table that it names.  So a table has ended as it
was after the last such record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from ...dsl.checked import CheckedGame
from ...dsl.source.span import Span
from ..records import AnyRecord, PhaseBegan, PhaseEnded, RowFired


class _AppliedRow(NamedTuple):
    """A row that applied: its table, its place, the depth of phases at which it applied, and the tables whose rows have
    called this one.
    """

    table: str
    span: Span
    depth: int
    within: tuple[str, ...]

    def holds(self, span: Span) -> bool:
        """Whether a statement stands in the row."""
        own = self.span
        return own.source is span.source and own.start <= span.start and span.end <= own.end

    def names(self, called: str) -> bool:
        """Whether the row calls a phase or a table."""
        return re.search(rf"\b{re.escape(called)}\b", self.span.text) is not None


@dataclass(slots=True)
class TableEnds:
    """Follows the records of a game, and says which tables they belong to."""

    phases: tuple[str, ...]
    """The names of the phases, as records number them."""
    tables: frozenset[str]
    """The names of all tables."""
    table_of: Mapping[Span, str]
    """The table of each row; empty if the script asks about no table."""
    rows: list[_AppliedRow] = field(default_factory=list[_AppliedRow])
    """The rows that applied and may still be running."""
    depth: int = 0

    @classmethod
    def of(cls, game: CheckedGame, phases: tuple[str, ...], asked: set[str]) -> TableEnds:
        """Those of a game and a script that `asked` about some names."""
        tables = frozenset(phase.name.casefold() for phase in game.phases if phase.table)
        rows = {row.span: phase.name.casefold() for phase in game.phases for row in phase.rows}
        return cls(phases, tables, MappingProxyType(rows if asked & tables else {}))

    def take(self, record: AnyRecord) -> set[str]:
        """Process one record.  Returns the tables that it belongs to."""
        if not self.table_of:
            return set()
        match record:
            case RowFired(span=span):
                return self._fired(span)
            case PhaseBegan(phase=phase):
                self.rows = [row for row in self.rows if row.depth < self.depth or row.names(self.phases[phase])]
                self.depth += 1
                return set()
            case PhaseEnded():
                belongs = self._belongs(record.span)
                self.depth -= 1
                self.rows = [row for row in self.rows if row.depth <= self.depth]
                return belongs
            case _:
                return self._belongs(record.span)

    def _fired(self, span: Span) -> set[str]:
        table = self.table_of[span]
        within = {row.table for row in self.rows if row.depth < self.depth or row.names(table)}
        within.update(*(row.within for row in self.rows if row.table in within))
        row = _AppliedRow(table, span, self.depth, tuple(within - {table}))
        self.rows.append(row)
        return {table, *row.within}

    def _belongs(self, span: Span) -> set[str]:
        rows = [row for row in self.rows if row.depth < self.depth or row.holds(span)]
        return {name for row in rows for name in (row.table, *row.within)}
