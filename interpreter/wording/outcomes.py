"""Describes what a row of a table did, in the words of the rulebook: "the makers have five tricks: the makers gain 2
points".

It also describes statements outside tables that change what decides who wins: "the team gains 2 points".
"""

from __future__ import annotations

from functools import cached_property

from ...dsl.checked import Assign, CheckedGame, Over, PhaseSymbol
from ...dsl.rulebook.context import RulebookSettings
from ...dsl.rulebook.speech import new_book
from ...dsl.source.span import Span
from ...dsl.traversal import within
from ..lowering import settle
from ..program import Program
from .effects import row_sentence, statement_sentence


class Outcomes:
    """Describes the rows of one game's tables in sentences, for given options and a given number of players."""

    def __init__(self, game: CheckedGame, program: Program) -> None:
        self.game = game
        self.program = program
        self._tables: dict[Span, PhaseSymbol] = {row.span: phase for phase in game.phases for row in phase.rows}
        self._said: dict[Span, str] = {}

    def sentence(self, row: Span) -> str:
        """The sentence for the row or the statement at a place; empty if there is none."""
        if row not in self._said:
            self._said[row] = self._sentence(row)
        return self._said[row]

    def _sentence(self, row: Span) -> str:
        phase = self._tables.get(row)
        if phase is None and row not in self._scoring:
            return ""
        settings = settle(self.game, self.program.options, self.program.players)
        book = new_book(self.game, RulebookSettings(settings.values, settings.players))
        return statement_sentence(book, row) if phase is None else row_sentence(book, phase, row)

    @cached_property
    def _scoring(self) -> set[Span]:
        """The statements that change what decides who wins."""
        statements = [st for phase in (self.game.main, *self.game.phases) for st in within(phase.body)]
        deciding = {symbol for st in statements if isinstance(st, Over) for _, symbol in st.criteria}
        return {st.span for st in statements if isinstance(st, Assign) and st.target in deciding}
