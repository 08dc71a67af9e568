"""Chance one outcome at a time: for those who want to decide it themselves, or go through all of it.

The engine runs from question to question.  A `Script` decides what chance brings on the way from a list; where the list
ends, the run is given up, and what could come next is said.  Whoever asked adds one outcome and runs again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..dsl.types import MOST_RANDOM, Type
from ..interpreter.program import Program, RandomPick
from ..interpreter.records import Where
from ..interpreter.traversal import parts


@dataclass
class Undecided(Exception):
    """Chance has to decide: each outcome's number with its probability."""

    what: str
    outcomes: tuple[tuple[int, float], ...]


class Script:
    """Decides by a list of outcomes.  A card's outcome is its face, a player's the seat, another's its place among what
    could come."""

    def __init__(self, program: Program, outcomes: tuple[int, ...]) -> None:
        self._deck, self._outcomes, self._next = program.deck, outcomes, 0

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """The next card from a shuffled pile."""
        del pile, target
        return self._card(bag)

    def random_card(self, purpose: str, cards: tuple[int, ...]) -> int | None:
        """A random card of a set."""
        del purpose
        return self._card(cards)

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """A random player."""
        del purpose
        return self._one("player", dict.fromkeys(candidates, 1))

    def random_value(self, purpose: str, type: Type, candidates: tuple[int, ...]) -> int | None:
        """A random suit, number or other value."""
        del purpose, type
        return candidates[self._one("value", dict.fromkeys(range(len(candidates)), 1))]

    def _card(self, cards: tuple[int, ...]) -> int:
        face = self._one("card", Counter(self._deck[card] for card in cards))
        return next(card for card in cards if self._deck[card] == face)

    def _one(self, what: str, weights: dict[int, int]) -> int:
        if len(weights) == 1:
            return next(iter(weights))
        if self._next == len(self._outcomes):
            total = sum(weights.values())
            raise Undecided(what, tuple((one, weight / total) for one, weight in sorted(weights.items())))
        self._next += 1
        return self._outcomes[self._next - 1]


def most_outcomes(program: Program) -> int:
    """A number above that of every outcome."""
    values = any(
        isinstance(node, RandomPick) and node.what == "value"
        for node in parts((program.blocks, program.functions, program.procedures))
    )
    return max(len(program.faces), program.players, MOST_RANDOM + 1 if values else 1)
