"""Chance, one outcome at a time: for programs that decide it themselves, or go through all outcomes.

The engine runs from question to question.  On the way, a `FixedOutcomes` decides chance events by a list of outcomes.
Where the list ends, it stops the run by raising `UndecidedChance`, which holds the possible next outcomes.  The caller
adds one of them to the list and runs again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..dsl.types import MOST_RANDOM, Type
from ..interpreter.notation import model as m
from ..interpreter.program import Program, RandomPick
from ..interpreter.records import Where
from ..interpreter.replay.chance import ScriptedChance
from ..interpreter.traversal import nodes_within
from ..interpreter.wording.names import Names


@dataclass
class UndecidedChance(Exception):
    """The list of outcomes has ended.  Holds the number and the probability of each possible next outcome."""

    what: str
    outcomes: tuple[tuple[int, float], ...]


class FixedOutcomes:
    """Decides chance by a list of outcomes.  The outcome for a card is its face, for a player the seat, for another
    value its place among the candidates.
    """

    def __init__(self, program: Program, outcomes: tuple[int, ...]) -> None:
        self._deck, self._outcomes, self._next = program.deck, outcomes, 0

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """Decide the next card from a shuffled pile."""
        del pile, target
        return self.one_of(bag)

    def random_card(self, purpose: str, cards: tuple[int, ...]) -> int | None:
        """Decide a random card of a set."""
        del purpose
        return self.one_of(cards)

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """Decide a random player."""
        del purpose
        return self._one("player", dict.fromkeys(candidates, 1))

    def random_value(self, purpose: str, type: Type, candidates: tuple[int, ...]) -> int | None:
        """Decide a random suit, number or other value."""
        del purpose, type
        return candidates[self._one("value", dict.fromkeys(range(len(candidates)), 1))]

    def one_of(self, cards: Sequence[int]) -> int:
        """Decide which of several cards comes."""
        face = self._one("card", Counter(self._deck[card] for card in cards))
        return next(card for card in cards if self._deck[card] == face)

    def _one(self, what: str, weights: dict[int, int]) -> int:
        if len(weights) == 1:
            return next(iter(weights))
        if self._next == len(self._outcomes):
            total = sum(weights.values())
            raise UndecidedChance(what, tuple((one, weight / total) for one, weight in sorted(weights.items())))
        self._next += 1
        return self._outcomes[self._next - 1]


class FixedDealOutcomes(ScriptedChance):
    """Decides chance by what was fixed by hand, and what that leaves open by a list of outcomes."""

    def __init__(self, names: Names, facts: Sequence[m.Fact], outcomes: tuple[int, ...]) -> None:
        super().__init__(names, 0)
        self._outcomes = FixedOutcomes(names.program, outcomes)
        self.open(facts)

    def draw(self, bag: tuple[int, ...]) -> int | None:
        """Decide a card that no fact names, among those that no fact needs."""
        return self._outcomes.one_of(self.free(bag) or bag)

    def random_card(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """Decide a random card of a set."""
        said = super().random_card(purpose, candidates)
        return self._outcomes.random_card(purpose, candidates) if said is None else said

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """Decide a random player."""
        said = super().player(purpose, candidates)
        return self._outcomes.player(purpose, candidates) if said is None else said

    def random_value(self, purpose: str, type: Type, candidates: tuple[int, ...]) -> int | None:
        """Decide a random suit, number or other value."""
        said = super().random_value(purpose, type, candidates)
        return self._outcomes.random_value(purpose, type, candidates) if said is None else said


def most_outcomes(program: Program) -> int:
    """A number greater than that of every outcome."""
    values = any(
        isinstance(node, RandomPick) and node.what == "value"
        for node in nodes_within((program.blocks, program.functions, program.procedures))
    )
    return max(len(program.faces), program.players, MOST_RANDOM + 1 if values else 1)
