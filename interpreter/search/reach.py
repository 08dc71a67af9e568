"""How many cards may be left in a deal for its worlds to be solved in the time that there is."""

from __future__ import annotations

TRY_AGAIN = 6
"""Where there were too many cards, solving is tried again each time after so many questions."""


class CardsInReach:
    """The smallest number of cards that could not be solved in time, as the last tries showed."""

    def __init__(self) -> None:
        self.cards: int | None = None
        self.left_out = 0

    def tries(self, cards: int) -> bool:
        """Whether to try with so many cards."""
        if self.cards is None or cards < self.cards:
            return True
        self.left_out += 1
        return self.left_out % TRY_AGAIN == 0

    def tried(self, cards: int, *, solved: bool) -> None:
        """Note whether so many cards were solved in time."""
        if not solved:
            self.cards = cards if self.cards is None else min(cards, self.cards)
        elif self.cards is not None and cards >= self.cards:
            self.cards = cards + 1
