"""Players written by names: what they are asked, in the words of the Python API.

    class Timid(NamedPlayer):
        def answer(self, turn: Turn) -> LegalChoice:
            return turn.choices[0]

They see exactly what other players see (`Decision`); names take some microseconds more for each question.
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
from ..replay.names import Names
from ..text.parse import Words
from .player import Decision, Player


@dataclass(frozen=True)
class Turn:
    """A question by names, as the player asked sees it."""

    decision: Decision
    """The same in numbers."""
    choices: tuple[LegalChoice, ...]
    """Everything that may be chosen, as in `Game.choices`: each knows its label, its cards and its values."""
    _values: ValueConverter
    _names: Names

    @property
    def player(self) -> str:
        """Who is asked: `B`."""
        return self._values.words.player(self.decision.player)

    @property
    def dice(self) -> Dice:
        """Random numbers of this player's own: `dice.below(n)`."""
        return self.decision.dice

    @cached_property
    def view(self) -> SeatView:
        """What this player may know, as `Game.view` gives it: `turn.view.cards("trick")`, `turn.view["trump"]`."""
        return SeatView(self._names, self._values, self.decision.view)


class NamedPlayer(Player):
    """A player that is asked by names.  The seats are called `A`, `B` … here, whoever sits at them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        words = Words(program)
        self._values, self._names = ValueConverter(words), Names(words)
        self._known: dict[tuple[int, Choice], LegalChoice] = {}

    @abstractmethod
    def answer(self, turn: Turn) -> LegalChoice:
        """One of `turn.choices`; there are at least two."""

    def choose(self, decision: Decision) -> Choice:
        """Ask `answer`, and give back its choice in numbers."""
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
"""Choices that are kept as objects."""
