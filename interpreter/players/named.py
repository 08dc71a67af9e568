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
from typing import cast

from ..engine import Dice
from ..errors import wrong
from ..game import LegalChoice, SeatView
from ..game.values import Card, ValueConverter
from ..program import Program, trick_rules
from ..records import AnyRecord, Choice, Moved, Shown, TrickBegan, TrickTaken, Tucked
from ..text.parse import Words
from ..wording.names import Names
from .player import Decision, Player


@dataclass(frozen=True, slots=True)
class TrickHeard:
    """A trick as a player heard it."""

    plays: tuple[tuple[str, Card], ...]
    """Who played which card, in order (`??` for a card that was played face down)."""
    winner: str | None
    """Who took it; None while it is not complete."""


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
    def heard(self) -> tuple[AnyRecord, ...]:
        """What this player heard of the deal, one record after another, in numbers (`hoyle.interpreter.story.heard`).

        Raises `GameError` if the player does not say `remembers = True`: no record is kept then.
        """
        found = self.decision.heard()
        if found is None:
            raise wrong("no record of the deal is kept: write `remembers = True` in the class of the player")
        return found

    @cached_property
    def tricks(self) -> tuple[TrickHeard, ...]:
        """The tricks of this deal, the first one first; the last one may be incomplete.  Raises `GameError` as `heard`
        does.
        """
        rules = trick_rules(self._values.program)
        found: list[tuple[list[tuple[str, Card]], str | None]] = []
        for record in self.heard:
            match record:
                case TrickBegan():
                    found.append(([], None))
                case Moved(cards, source, target) if found and rules is not None and target.zone == rules.trick:
                    if found[-1][1] is None:
                        owner = self._values.words.player(source.owner) if source.owner >= 0 else ""
                        found[-1][0].extend((owner, card) for card in self._values.some(cards))
                case TrickTaken(player):
                    if found:
                        found[-1] = found[-1][0], self._values.words.player(player)
                case _:
                    pass
        return tuple(TrickHeard(tuple(plays), winner) for plays, winner in found)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that this player has not seen in this deal: neither in its own hand, nor played or shown, nor on
        the table now.  Raises `GameError` as `heard` does.
        """
        seen: set[int] = set()
        for record in self.heard:
            if isinstance(record, Moved | Shown | Tucked):
                seen.update(record.cards)
        for zone in self.decision.view.zones:
            seen.update(zone.cards)
        return self._values.some(card for card in range(len(self._values.program.deck)) if card not in seen)

    @cached_property
    def view(self) -> SeatView:
        """What this player may know, as `Game.view` gives it: `turn.view.cards("trick")`, `turn.view["trump"]`."""
        return SeatView(self._names, self._values, self.decision.view)


class NamedPlayer(Player):
    """A player that works with names.  The seats are always called `A`, `B` … here.

    With `remembers = True` in the class, `turn.heard`, `turn.tricks` and `turn.unseen` say what happened in the deal.
    """

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
        found = cast("object", self.answer(Turn(decision, choices, self._values, self._names)))  # whatever it gives
        if not isinstance(found, LegalChoice):
            raise wrong(f"`answer` gave {found!r}, not one of `turn.choices`")
        return found.choice

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
