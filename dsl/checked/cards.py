"""The cards of a game: its deck, and the ranking that says which of them beats which."""

from __future__ import annotations

from typing import Literal

from ..source.frozen import Frozen, frozen
from ..source.span import Span
from ..types import Type
from .code import Expr, Lit


@frozen
class RankRow(Frozen):
    """A row of the ranking: its suit (None: any suit that no row above ranks) and its faces from high to low.

    `alike`: suits do not matter; all its cards follow each other.  `alone`: the joker as a suit of its own.

    `when`: the row applies only while this holds.

    A face is (rank, "own" or "sister" of the row's suit, or the index of a suit).  (-1, "own") is the joker."""

    suit: Expr | None
    faces: tuple[tuple[int, Literal["own", "sister"] | int], ...]
    span: Span
    alike: bool = False
    alone: bool = False
    when: Expr | None = None

    @property
    def depends_on(self) -> tuple[Expr, ...]:
        """The expressions that decide which cards belong to the row."""
        return tuple(e for e in (self.suit, self.when) if e is not None and not isinstance(e, Lit))

    @property
    def trumps(self) -> bool:
        """Whether the row's cards form a group of their own that beats the cards of all rows below."""
        return self.suit is not None or self.alone


@frozen
class RankingRule(Frozen):
    """The ranking.  `last_wins`: of two equal cards, the one played last wins."""

    rows: tuple[RankRow, ...]
    last_wins: bool
    span: Span
    keys: tuple[Expr, ...] = ()
    """The values that are known only during play and decide which rows apply and which suits they name: variables
    and, for a suit that belongs to somebody, an expression."""


def values_of_key(kind: Type, suits: int, ranks: int) -> range:
    """The values of a type on which a ranking may depend: yes and no, suits, words and ranks (-1: none), and numbers
    in a short range.  Empty for any other type."""
    match kind.kind:
        case "flag":
            return range(2)
        case "suit":
            return range(-1, suits)
        case "rank":
            return range(-1, ranks)
        case "word":
            return range(-1, len(kind.words) + (suits if kind.suits else 0))
        case "number" if kind.high - kind.low < MOST_KEY_NUMBERS:
            return range(kind.low, kind.high + 1)
        case _:
            return range(0)


MOST_KEY_NUMBERS = 60
"""The longest range of a number on which a ranking may depend."""


@frozen
class DeckPart(Frozen):
    """One row of a deck that is given row by row: its faces, the number of copies (None: one), and a condition."""

    faces: tuple[tuple[int, int], ...]
    copies: Expr | None
    condition: Expr | None


@frozen
class DeckRule(Frozen):
    """The deck.  `ranks` holds indices into the game's ranks, in the order declared."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    copies: Expr | None
    jokers: Expr | None
    span: Span
    rows: tuple[DeckPart, ...] = ()
    """The rows of a deck that is given row by row.  Without rows, every rank exists in every suit."""

    @property
    def faces(self) -> list[tuple[int, int]]:
        """Every pair of rank and suit that a card of the deck can have, without the jokers."""
        if self.rows:
            return [*dict.fromkeys(face for row in self.rows for face in row.faces)]
        return [(rank, suit) for rank in self.ranks for suit in self.suits]
