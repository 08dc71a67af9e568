"""Players that work with names: their questions are in the words of the Python API.

    class Timid(NamedPlayer):
        def answer(self, turn: Turn) -> LegalChoice:
            return turn.choices[0]

They see exactly what other players see (`Decision`); the names cost some microseconds for each question.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property

from ..engine import Dice
from ..game import LegalChoice, SeatView
from ..game.values import ValueConverter
from ..program import Program
from ..records import Choice
from ..text.parse import Words
from ..wording.names import Names
from .player import Decision, Player


@dataclass(frozen=True)
class Turn:
    """A question by names, as the player who is asked sees it."""

    decision: Decision
    """The same question in numbers."""
    choices: tuple[LegalChoice, ...]
    """All choices, as in `Game.choices`: each has its label, its cards and its values."""
    _values: ValueConverter
    _names: Names

    @property
    def player(self) -> str:
        """The player who is asked, for example `B`."""
        return self._values.words.player(self.decision.player)

    @property
    def dice(self) -> Dice:
        """This player's own random numbers: `dice.below(n)`."""
        return self.decision.dice

    @cached_property
    def view(self) -> SeatView:
        """What this player may know, as `Game.view` gives it: `turn.view.cards("trick")`, `turn.view["trump"]`."""
        return SeatView(self._names, self._values, self.decision.view)


class NamedPlayer(Player):
    """A player that works with names.  The seats are always called `A`, `B` … here."""

    def __init__(self, program: Program) -> None:
        self.program = program
        words = Words(program)
        self._values, self._names = ValueConverter(words), Names(words)
        self._known: dict[tuple[int, Choice], LegalChoice] = {}

    @abstractmethod
    def answer(self, turn: Turn) -> LegalChoice:
        """Return one of `turn.choices`; there are at least two."""

    def choose(self, decision: Decision) -> Choice:
        """Call `answer` and return its choice in numbers."""
        choices = tuple(self._named(decision.ask, choice) for choice in decision.options)
        return self.answer(Turn(decision, choices, self._values, self._names)).choice

    def _named(self, ask: int, choice: Choice) -> LegalChoice:
        found = self._known.get((ask, choice))
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = LegalChoice(self._values, ask, (choice.alternative, *choice.values))
            self._known[ask, choice] = found
        return found


_MOST_KNOWN = 20_000
"""How many choices are kept as objects."""
