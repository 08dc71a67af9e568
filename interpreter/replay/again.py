"""What chance gave in a game that happened, so that the game can be played again without its script."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from ...dsl.types import Type
from ..records import AnyRecord, Drawn, Moved, Where


class ChanceAgain:
    """Gives what chance gave in some records, in that order (see `engine.chance.Chance`); after them, nothing."""

    def __init__(self, records: Iterable[AnyRecord]) -> None:
        self._left: deque[int] = deque()
        for record in records:
            if isinstance(record, Moved) and record.dealt:
                self._left.extend(record.cards)
            elif isinstance(record, Drawn):
                self._left.append(record.value)

    def next(self, candidates: Sequence[int]) -> int | None:
        """The next of these that was drawn; None if nothing is left.  What cannot be drawn now was dealt without a
        draw, for example a card that had been looked at.
        """
        while self._left:
            found = self._left.popleft()
            if found in candidates:
                return found
        return None

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        """The next card taken from a shuffled pile."""
        return self.next(bag)

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        """A random player."""
        return self.next(candidates)

    def random_card(self, purpose: str, cards: tuple[int, ...]) -> int | None:
        """A random card of a set."""
        return self.next(cards)

    def random_value(self, purpose: str, type: Type, values: tuple[int, ...]) -> int | None:
        """A random suit, rank, number or other value."""
        return self.next(values)
