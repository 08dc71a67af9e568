"""The values of a game as Python objects: cards are `Card`, all others are plain strings and numbers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ...dsl.types import NONE, Type
from ..program import Program
from ..text.format import HIDDEN, bits
from ..text.parse import Words


class Card(str):  # noqa: SLOT000 - a str with slots cannot be copied or pickled as easily
    """A card: the string that a person reads (`J♠`), with its rank and suit.

        card = game.cards("hand", "A")[0]
        card.rank, card.suit, card.number

    Two cards of the same face (of two packs) are equal; their `number`s differ.  A card that is not seen is `??`; its
    rank and suit are empty, its number is -1.
    """

    rank: str
    """`J`; `joker`; empty for a card that is not seen."""
    suit: str
    """`spades`; empty for a joker and for a card that is not seen."""
    number: int
    """The number of the card in the deck, from 0, which states, records and the engine use."""

    @classmethod
    def of(cls, words: Words, number: int) -> Card:
        """The card with this number."""
        card = cls(words.card(number))
        face = words.program.faces[words.program.deck[number]] if number >= 0 else None
        joker = face is not None and face.rank < 0
        card.rank = "" if face is None else "joker" if joker else words.program.ranks[face.rank]
        card.suit = "" if face is None or face.suit < 0 else words.program.suits[face.suit]
        card.number = number
        return card

    def __repr__(self) -> str:
        return f"<{self}>"


Value = int | bool | str | None | tuple["Value", ...]
"""A number, yes or no, a word (a suit, a rank, a seat, a team, a card …), None, or several of these."""


class ValueConverter:
    """Converts the numbers of one game to Python values, and finds what words mean in it."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.program: Program = words.program

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck, by number.  The last one, -1, is a card that is not seen."""
        return tuple(Card.of(self.words, number) for number in (*range(len(self.program.deck)), -1))

    def some(self, cards: int | Iterable[int]) -> tuple[Card, ...]:
        """The cards of a mask, ascending, or of several numbers, in their order."""
        return tuple(self.cards[card] for card in (bits(cards) if isinstance(cards, int) else cards))

    def value(self, type: Type, value: int) -> Value:
        """The Python value that a number of a type stands for."""
        if value == NONE and type.kind not in ("number", "set"):
            return None
        match type.kind:
            case "number":
                return value
            case "flag":
                return bool(value)
            case "card":
                return self.cards[value]
            case "set":
                element = type.element
                if element is None or element.kind == "card":
                    return self.some(value)
                return tuple(self.value(element, one) for one in bits(value))
            case _:
                return self.words.value(type, value)


__all__ = ["HIDDEN", "Card", "Value", "ValueConverter"]
