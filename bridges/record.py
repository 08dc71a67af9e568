"""What a record of another program says, whichever format it was written in.

Seats are numbers from 0, clockwise.  Cards are written as scripts write them (`10♠`, `??`); every word keeps its place,
so that what cannot be kept is reported where it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..dsl.codes.scripts import report
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import NOWHERE, Span
from ..interpreter.notation.model import Said

UNKNOWN = "??"
"""A card nobody knows."""
RANKS = {"T": "10"} | {rank: rank for rank in "23456789JQKA"}
"""A rank as records write it, and as scripts do."""
SUITS = {"S": ("♠", "spades"), "H": ("♥", "hearts"), "D": ("♦", "diamonds"), "C": ("♣", "clubs")}
"""A suit as records write it, its sign and its name."""
_CARDS = {
    (rank, letter): RANKS[one] + SUITS[suit][0]
    for one in RANKS for suit in SUITS for rank in {one, one.lower()} for letter in (suit, suit.lower())
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Action:
    """What a player said or did apart from playing to a trick.  `word` is the format's: `Order`, `bid`, `discard`.

    `suit` and `level` are what the word is about, as the rules name them; `alone`: without the partner."""

    seat: int
    word: Said
    suit: str | None = None
    level: int | None = None
    card: Said | None = None
    alone: bool = False
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """A card played to a trick; `seat` is None where the format leaves it to the rules.

    `leads`: the record says that its player led, whoever's turn it was."""

    card: Said
    seat: int | None
    comment: str = ""
    leads: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDeal:
    """One deal, as far as the record tells it.

    `hands` are the cards dealt, by seat (None: not given); `turned` a card turned up; `trump` the name of the suit that
    is trump in the play, if the record says so by itself; `out` the seats that do not play."""

    place: Span = field(default=NOWHERE, compare=False)
    dealer: int | None = None
    hands: tuple[tuple[Said, ...] | None, ...] = ()
    turned: Said | None = None
    actions: tuple[Action, ...] = ()
    trump: str | None = None
    leader: int | None = None
    out: frozenset[int] = frozenset()
    tricks: tuple[tuple[Played, ...], ...] = ()
    spare: int | None = None
    """The seat that has taken the turned card into its hand."""
    declarer: int | None = None
    """Whose cards and the dummy's opposite are played by one player."""
    contract: tuple[int, str, int] | None = None
    """Level, suit or `no trump`, and how often it was doubled."""
    result: tuple[int, int, Said] | None = None
    """A seat, how many tricks its side took, and where that is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game.  `settings` are the rules it was played by, in the words of the format.

    `scores` are the points each side began with, `final` those it ended with; a side is a seat modulo the number of
    them.  `unkept` is what has no place in a script, or could not be read."""

    place: Span = field(default=NOWHERE, compare=False)
    title: Said | None = None
    names: tuple[Said, ...] = ()
    notes: tuple[str, ...] = ()
    settings: Mapping[str, Said] = field(default_factory=dict[str, Said])
    deals: tuple[RecordedDeal, ...] = ()
    scores: tuple[int, ...] = ()
    final: tuple[int, ...] = ()
    ruleset: Said | None = None
    """The ruleset, where the record names it."""
    variants: tuple[Said, ...] = ()
    options: Mapping[str, Said] = field(default_factory=dict[str, Said])
    series: str = ""
    """Records of one series that follow each other are deals of one game."""
    unkept: tuple[Diagnostic, ...] = ()


def unkept(said: Said, why: str) -> Diagnostic:
    """The warning that something of a record is not in the script."""
    return report("W1083", said.span, text=said.text, why=why)


def card_name(rank: str, suit: str) -> str | None:
    """`10♠` for `T` and `S`, in either case; None if these are no rank and suit."""
    return _CARDS.get((rank, suit))


def suit_name(sign: str) -> str | None:
    """`spades` for `S`, `s` or `♠`."""
    for letter, (glyph, name) in SUITS.items():
        if sign == glyph or sign.upper() == letter:
            return name
    return None
