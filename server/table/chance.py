"""Chance at a table: drawn once with the operating system's generator, kept in the entry, and read from there ever
after.

A draw is one of the candidates that the engine names.  Nothing of a deal that was not drawn yet exists anywhere, so
nothing can give it away: no seed, no memory of a process, no file.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from ...dsl.types import Type
from ...interpreter.records import Where
from .entries import DamagedRecord


class TableChance:
    """Decides what is left to chance (see `interpreter.engine.chance.Chance`).

    `given`: what was drawn before, to be drawn again; None: it is drawn now.  `draws`: what was drawn so far.
    """

    def __init__(self, given: Sequence[int] | None = None) -> None:
        self.given = None if given is None else tuple(given)
        self.draws: list[int] = []

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int:
        """The next card taken from a shuffled pile."""
        return self._drawn(bag)

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int:
        """A random player."""
        return self._drawn(candidates)

    def random_card(self, purpose: str, cards: tuple[int, ...]) -> int:
        """A random card of a set."""
        return self._drawn(cards)

    def random_value(self, purpose: str, type: Type, values: tuple[int, ...]) -> int:
        """A random suit, rank, number or other value."""
        return self._drawn(values)

    def _drawn(self, candidates: Sequence[int]) -> int:
        if self.given is None:
            found = candidates[secrets.randbelow(len(candidates))]
        elif len(self.draws) < len(self.given):
            found = self.given[len(self.draws)]
            if found not in candidates:
                raise DamagedRecord("chance gave something that it could not give")
        else:
            raise DamagedRecord("something that chance gave is missing")
        self.draws.append(found)
        return found

    def finished(self) -> None:
        """Say that no more is drawn.  Raises `DamagedRecord` if more was given."""
        if self.given is not None and len(self.draws) != len(self.given):
            raise DamagedRecord("chance gave more than was asked for")
