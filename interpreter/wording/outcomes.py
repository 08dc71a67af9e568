"""Describes what a row of a table did, in the words of the rulebook: "the makers have five tricks: the makers gain 2
points".

It also describes statements outside tables that change what decides who wins: "the team gains 2 points".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet
from functools import cached_property

from ...dsl.checked import Assign, CheckedGame, For, If, Lit, Over, PhaseSymbol, Stmt, Symbol
from ...dsl.effects import reads
from ...dsl.rulebook.context import RulebookSettings
from ...dsl.rulebook.speech import new_book
from ...dsl.settle.folding import FoldingContext
from ...dsl.source.span import Span
from ...dsl.traversal import within
from ..program import Program
from .effects import row_sentence, statement_sentence
from .refusals import settings_of

_SEVERAL = 4
"""From so many statements that count a number one by one, each says for what: high, low, jack and game in Pitch."""


class Outcomes:
    """Describes the rows of one game's tables in sentences, for given options and a given number of players."""

    def __init__(self, game: CheckedGame, program: Program) -> None:
        self.game = game
        self.program = program
        self._tables: dict[Span, PhaseSymbol] = {row.span: phase for phase in game.phases for row in phase.rows}
        self._said: dict[tuple[Span, int], str] = {}

    def sentence(self, row: Span, change: int = 0) -> str:
        """The sentence for the row or the statement at a place; empty if there is none.  `change`: how the number
        changed, if that is known: adding a negative amount is no gain.
        """
        key = row, (change > 0) - (change < 0)
        if key not in self._said:
            self._said[key] = self._sentence(*key)
        return self._said[key]

    def _sentence(self, row: Span, change: int) -> str:
        phase = self._tables.get(row)
        if phase is None and row not in self._scoring:
            return ""
        book = new_book(self.game, *self._chosen)
        return statement_sentence(book, row, change) if phase is None else row_sentence(book, phase, row)

    @cached_property
    def _chosen(self) -> tuple[RulebookSettings, FoldingContext]:
        """What every sentence is about."""
        return settings_of(self.game, self.program)

    @cached_property
    def _scoring(self) -> set[Span]:
        """The statements that change what decides who wins, or what is counted towards it."""
        phases = self.game.main, *self.game.phases
        statements = [st for phase in phases for st in within(phase.body)]
        rows = [st for phase in phases for row in phase.rows for st in within(row.actions)]
        deciding = {symbol for st in statements if isinstance(st, Over) for _, symbol in st.criteria}
        assigned = [st for st in statements if isinstance(st, Assign)]
        scored = [*assigned, *(st for st in rows if isinstance(st, Assign))]
        counted = {symbol for st in scored if st.target in deciding for symbol in reads(st.value)} - deciding
        if not counted:  # numbers that decide whether a score changes
            counted = {symbol for st in statements if _changes(st, deciding) for symbol in _condition_reads(st)}
        more = {st.target for st in scored if st.op != "set" and not _counts_one(st)}
        ones = Counter(st.target for st in assigned if _counts_one(st) and st.op == "add")
        more |= {target for target, times in ones.items() if times >= _SEVERAL}
        return {
            st.span
            for st in assigned
            if st.target in deciding or (st.target in counted and (st.target in more or not _counts_one(st)))
        }


def _changes(st: Stmt, numbers: AbstractSet[Symbol]) -> bool:
    return any(isinstance(one, Assign) and one.target in numbers for one in within((st,)))


def _condition_reads(st: Stmt) -> set[Symbol]:
    """What the condition reads on which it depends whether something is done."""
    condition = st.condition if isinstance(st, If) else st.where if isinstance(st, For) else None
    return set() if condition is None else reads(condition)


def _counts_one(st: Assign) -> bool:
    """Whether a statement counts something one by one, like tricks: that is plain without a sentence, where it is all
    that changes the number.
    """
    return isinstance(st.value, Lit) and st.value.value == 1
