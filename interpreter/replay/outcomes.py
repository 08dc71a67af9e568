"""What a row of a table did, as the rulebook says it: "the makers have five tricks: the makers gain 2 points"."""

from __future__ import annotations

from ...dsl.checked import CheckedGame, PhaseSymbol
from ...dsl.rulebook.context import Chosen
from ...dsl.rulebook.sections import row_sentence
from ...dsl.rulebook.speech import new_book
from ...dsl.source.span import Span
from ..lowering import settle
from ..program import Program


class Outcomes:
    """The rows of the tables of one game, played with its options by so many, in sentences."""

    def __init__(self, game: CheckedGame, program: Program) -> None:
        self.game = game
        self.program = program
        self._tables: dict[Span, PhaseSymbol] = {row.span: phase for phase in game.phases for row in phase.rows}
        self._said: dict[Span, str] = {}

    def sentence(self, row: Span) -> str:
        """The sentence of the row that stands there; empty if there is none."""
        if row not in self._said:
            self._said[row] = self._sentence(row)
        return self._said[row]

    def _sentence(self, row: Span) -> str:
        phase = self._tables.get(row)
        if phase is None:
            return ""
        settings = settle(self.game, self.program.options, self.program.players)
        return row_sentence(new_book(self.game, Chosen(settings.values, settings.players)), phase, row)
