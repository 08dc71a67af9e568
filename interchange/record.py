"""The content of a record of another program, independent of its format.

Seats are numbers from 0, clockwise.  Cards are written as in scripts (`10♠`, `??`).  Every word keeps its place in the
file, so that a message about it can show that place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..dsl.codes.reporting import report
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import NOWHERE, Span
from ..interpreter.notation.model import SpannedText

UNKNOWN = "??"
"""A card that is not known."""
RANKS = {"T": "10"} | {rank: rank for rank in "23456789JQKA"}
"""A rank as records write it, and as scripts write it."""
RANKS_BY_NAME = {name: rank for rank, name in RANKS.items()}
SUITS = {"S": ("♠", "spades"), "H": ("♥", "hearts"), "D": ("♦", "diamonds"), "C": ("♣", "clubs")}
"""A suit as records write it, with its sign and its name."""
_CARDS = {
    (rank, letter): RANKS[one] + SUITS[suit][0]
    for one in RANKS for suit in SUITS for rank in {one, one.lower()} for letter in (suit, suit.lower())
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """What a player called or did, apart from playing to a trick.  `word` is a word of the format: `Order`, `bid`,
    `discard`.

    `suit` and `level`: what the action names, in the words of the rules.  `alone`: whether the player plays without the
    partner.
    """

    seat: int
    word: SpannedText
    suit: str | None = None
    level: int | None = None
    card: SpannedText | None = None
    alone: bool = False
    comment: str = ""


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card played to a trick.  `seat` is None if the format does not say who played it.

    `leads`: the record says that this player led, even if it was another player's turn.
    """

    card: SpannedText
    seat: int | None
    comment: str = ""
    leads: bool = False


@dataclass(frozen=True, slots=True)
class RecordedContract:
    """A contract: its level, the suit or `no trump`, and how often it was doubled."""

    level: int
    suit: str
    doubled: int
    place: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDeal:
    """One deal, as far as the record describes it.

    `hands`: the cards dealt to each seat (None: not given).  `turned`: a card turned up.  `trump`: the name of the
    trump suit, if the record states it separately.  `out`: the seats that do not play.
    """

    place: Span = field(default=NOWHERE, compare=False)
    dealer: int | None = None
    hands: tuple[tuple[SpannedText, ...] | None, ...] = ()
    turned: SpannedText | None = None
    actions: tuple[RecordedAction, ...] = ()
    trump: str | None = None
    leader: int | None = None
    out: frozenset[int] = frozenset()
    tricks: tuple[tuple[PlayedCard, ...], ...] = ()
    spare: int | None = None
    """The seat that has picked up the card turned up."""
    declarer: int | None = None
    """The seat of the player who plays the declarer's cards and those of the dummy opposite."""
    contract: RecordedContract | None = None
    result: tuple[int, int, SpannedText] | None = None
    """A seat, how many tricks its side took, and the word of the record that says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedGame:
    """One game.  `settings`: the rules it was played by, in the words of the format.

    `scores`: the points each side began with; `final`: those it ended with.  The side of a seat is the seat modulo the
    number of sides.  `unkept`: warnings about what a script cannot hold, or what could not be read.
    """

    place: Span = field(default=NOWHERE, compare=False)
    title: SpannedText | None = None
    names: tuple[SpannedText, ...] = ()
    notes: tuple[str, ...] = ()
    settings: Mapping[str, SpannedText] = field(default_factory=dict[str, SpannedText])
    deals: tuple[RecordedDeal, ...] = ()
    scores: tuple[int, ...] = ()
    final: tuple[int, ...] = ()
    ruleset: SpannedText | None = None
    """The ruleset, if the record names it."""
    variants: tuple[SpannedText, ...] = ()
    options: Mapping[str, SpannedText] = field(default_factory=dict[str, SpannedText])
    series: str = ""
    """The name of the series.  Consecutive records of one series are deals of one game."""
    unkept: tuple[Diagnostic, ...] = ()


def unkept(said: SpannedText, why: str) -> Diagnostic:
    """The warning that the script does not hold something that the record says."""
    return report("W1083", said.span, text=said.text, why=why)


def card_name(rank: str, suit: str) -> str | None:
    """`10♠` for `T` and `S`, in upper or lower case; None if these are not a rank and a suit."""
    return _CARDS.get((rank, suit))


def suit_name(sign: str) -> str | None:
    """`spades` for `S`, `s` or `♠`."""
    return next((name for letter, (glyph, name) in SUITS.items() if sign == glyph or sign.upper() == letter), None)
