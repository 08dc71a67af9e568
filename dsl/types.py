"""The types of the values in a rule file.

Every value is stored as a whole number.  Its type says how to read the number: as a seat, a suit, a card, or one of
several words.  Types are compared by value.  `optional` marks a value that may be `none`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

TypeKind = Literal["number", "flag", "suit", "rank", "card", "player", "team", "word", "set", "none", "unknown"]

LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""The range of `number`.  A value outside it is a fault of the rules, reported where it occurs."""

MOST_RANDOM = 1000
"""The largest number in a random choice."""

NONE = -1
"""The number for `none`, in every type except number (a number is never none)."""


def setting_text(value: object) -> str:
    """The value of an option as a rule file writes it: `yes`, `no`, a number or a word."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


FACE = "face"
"""The name of the type of faces.  A card that is written by its rank and its suit (`2 of clubs`) has a type of this
name, too: it is not a card, but what is printed on one."""


@dataclass(frozen=True, slots=True)
class Type:
    """One type: `Type("number", low=0, high=5)`, `Type("set", element=CARD)`.

    `word` types are enumerations: with `suits`, the suits come first (values 0 to suits - 1) and `words` after them
    (`kind strain: suit or no_trump`).  `name` is the kind or option that declared them.
    """

    kind: TypeKind
    low: int = LOWEST
    high: int = HIGHEST
    name: str = ""
    words: tuple[str, ...] = ()
    suits: bool = False
    element: Type | None = None
    optional: bool = False

    @property
    def named_card(self) -> bool:
        """Whether a value of the type is the face of a card (`called: face or none`)."""
        return self.kind == "word" and self.name == FACE

    @property
    def written_card(self) -> bool:
        """Whether it is the type of a card as a rule writes it (`2 of clubs`)."""
        return self.kind == "card" and self.name == FACE

    def plain(self) -> Type:
        """The same type, without `or none`."""
        return replace(self, optional=False) if self.optional else self

    def or_none(self) -> Type:
        """The same type, with `or none`."""
        return self if self.optional else replace(self, optional=True)

    @property
    def holds_cards(self) -> bool:
        """Whether a value of the type is a set of cards."""
        return self.element is not None and self.element.kind == "card"

    def _range(self) -> str:
        """`number`, `number 0..5`, `number 3`, `number 1 or more`, `number up to 9`"""
        low, high = self.low > LOWEST, self.high < HIGHEST
        if low and high:
            return f"number {self.low}" if self.low == self.high else f"number {self.low}..{self.high}"
        return f"number {self.low} or more" if low else f"number up to {self.high}" if high else "number"

    @property
    def phrase(self) -> str:
        """A value of the type in the words of messages: `a number`, `the number 3`, `a set of cards`, `yes or no`."""
        if self.kind in ("flag", "none", "unknown") or (self.kind == "word" and not self.name):
            return str(self)
        return f"{'the' if self.kind == 'number' and self.low == self.high else 'a'} {self}"

    def __str__(self) -> str:
        match self.kind:
            case "number":
                text = self._range()
            case "flag":
                text = "yes or no"
            case "word":
                text = self.name or " or ".join((["suit"] if self.suits else []) + list(self.words))
            case "set":
                text = f"set of {self.element}s" if self.element else "set"
            case _:
                text = self.kind
        return f"{text} or none" if self.optional else text


NUMBER = Type("number")
FLAG = Type("flag", low=0, high=1)
SUIT = Type("suit")
RANK = Type("rank")
CARD = Type("card")
PLAYER = Type("player")
TEAM = Type("team")
CARDS = Type("set", element=CARD)
PLAYERS = Type("set", element=PLAYER)
TEAMS = Type("set", element=TEAM)
SUITS = Type("set", element=SUIT)
RANKS = Type("set", element=RANK)
NOTHING = Type("none", optional=True)
UNKNOWN = Type("unknown")
"""The type of an expression that could not be resolved.  It fits everywhere, so one mistake is reported only once."""


def about_cards(type: Type) -> bool:
    """Whether a value of a type is a card or several cards."""
    return type.kind == "card" or type.holds_cards
