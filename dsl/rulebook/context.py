"""The context every sentence is written in: the game, its settings, and what the reader has read so far.

All files of this folder are plain functions that take a `Book` first.  Noun phrases contain conditions ("the players
who are out"), conditions contain noun phrases, and choices contain whole statements.  Files must not import each other
in a circle, so these few functions call each other through the book: `Speech` lists them, `speech.py` fills it in.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..checked import (
    CheckedGame,
    DefineSymbol,
    Expr,
    Fold,
    LocalSymbol,
    OptionSymbol,
    PhaseSymbol,
    Stmt,
    Symbol,
    TurnedRound,
)
from ..settle.folding import FoldingContext
from ..traversal import everything
from . import english as en
from .document import StatementText, TextRun, slug
from .english import Noun

_MARK, _MARKS = 0xE000, 4096
"""Characters of the private use area, which no rule file has in its names."""


@dataclass(frozen=True)
class RulebookSettings:
    """The settings for which a rulebook is written."""

    values: Mapping[OptionSymbol, int]
    players: int | None = None
    """None leaves the number open."""


@dataclass(frozen=True, slots=True)
class Speech:
    """The functions that call each other in a circle.  The methods of `Book` with the same names say what they do."""

    noun: Callable[[Book, Expr], Noun]
    phrase: Callable[[Book, Fold], Noun]
    member: Callable[[Book, Expr, str, bool], tuple[str, str]]
    things: Callable[[Book, Expr], str]
    clause: Callable[[Book, Expr, bool], str]
    relative: Callable[[Book, LocalSymbol, Expr, str, bool], str]
    sayings: Callable[[Book, Sequence[Stmt]], list[StatementText]]


@dataclass(slots=True)
class Book:
    """One rulebook while it is being written."""

    game: CheckedGame
    folding: FoldingContext
    """The options chosen and the number of players; it works them into the rules."""
    chosen: Mapping[OptionSymbol, int]
    speech: Speech
    called: dict[LocalSymbol, Noun] = field(default_factory=dict["LocalSymbol", "Noun"])
    """The noun phrase for each name of the current block."""
    taken: set[str] = field(default_factory=set["str"])
    """The noun phrases that are already used in this block."""
    mentioned: dict[Symbol, None] = field(default_factory=dict["Symbol", None])
    """The symbols that the text mentioned by name, in order."""
    explained: set[Symbol] = field(default_factory=set["Symbol"])
    """Symbols that are already explained."""
    described: dict[DefineSymbol, str] = field(default_factory=dict["DefineSymbol", str])
    """The defines that were explained by the author's text in place of their formulas, with the text."""
    wanted: list[PhaseSymbol] = field(default_factory=list["PhaseSymbol"])
    """Phases that the text mentions by name, in order.  Each needs a section."""
    named: frozenset[str] = frozenset()
    """Phases that always get a section of their own, however short they are."""
    facts: tuple[Expr, ...] = ()
    """Conditions that hold before the next statements, because of the surrounding call or answer."""
    stops: tuple[str, ...] = ()
    """The words for `stop` in each loop around the statement; those of the innermost loop come last."""
    secret: bool = False
    """Whether choices are carried out later, when the conditions for them may no longer hold."""
    main: bool = False
    """Whether the course of the whole game is being described: its phases keep their names."""
    depth: int = 0
    """The number of nested names that are being replaced by their meaning."""
    contrary: bool = False
    """Whether the amount that is added or subtracted turned out to be negative: whoever gets it gains nothing."""
    marks: int = 0
    """The number of the last mark."""
    _next_side: str | None = None
    """The answer of `next_side`, once it has been worked out."""

    # -------------------------------------------------------------------------------------------- state of the text

    @contextmanager
    def scope(self) -> Generator[None]:
        """A scope: the names given inside it are forgotten at its end."""
        called, taken, folding = self.called, self.taken, self.folding
        self.called, self.taken = dict(called), set(taken)
        try:
            yield
        finally:
            self.called, self.taken, self.folding = called, taken, folding

    def mark(self) -> str:
        """A character that stands for "who" while a relative clause is being made."""
        self.marks = (self.marks + 1) % _MARKS
        return chr(_MARK + self.marks)

    @property
    def next_side(self) -> str:
        """On which side the next player sits: `left`, `right`, or nothing if the direction of play can change."""
        if self._next_side is None:
            changes = any(isinstance(one, TurnedRound) for one in everything(self.game))
            self._next_side = "" if changes else "right" if self.game.counterclockwise else "left"
        return self._next_side

    def rank(self, rank: int) -> str:
        """A rank as people read it: `jack`, `cavalier`."""
        return dict(self.game.names.ranks).get(rank) or en.rank(self.game.ranks[rank])

    def suit(self, suit: int) -> str:
        """A suit as people read it."""
        return dict(self.game.names.suits).get(suit) or en.spaced(self.game.suits[suit])

    def word(self, word: str) -> str:
        """A word of a kind, or a suit among such words, as people read it."""
        if word in self.game.suits:
            return self.suit(self.game.suits.index(word))
        return dict(self.game.names.words).get(word) or en.spaced(word)

    def face(self, rank: int, suit: int) -> str:
        """A card as people read it: `jack of spades`, `Rook`, `joker`."""
        named = dict(self.game.names.faces).get((rank, suit))
        return named or ("joker" if rank < 0 else f"{self.rank(rank)} of {self.suit(suit)}")

    def mention(self, symbol: Symbol) -> None:
        """Record that the text mentions a symbol by its name."""
        self.mentioned.setdefault(symbol)

    def link(self, phase: PhaseSymbol) -> TextRun:
        """A link to the section of a phase.  The document must then contain this section."""
        if phase not in self.wanted:
            self.wanted.append(phase)
        return TextRun(title_of(phase), "link", slug(title_of(phase)))

    # -------------------------------------------------------------------------------------- functions of other files

    def noun(self, e: Expr) -> Noun:
        """An expression as a noun phrase."""
        return self.speech.noun(self, e)

    def text(self, e: Expr) -> str:
        """An expression as the words of a noun phrase."""
        return self.noun(e).text

    def owner(self, e: Expr | None) -> Noun | None:
        """An owner as a noun phrase; None if there is no owner."""
        return self.noun(e) if e is not None else None

    def phrase(self, e: Fold) -> Noun:
        """An expression over a set: `the players who are out`."""
        return self.speech.phrase(self, e)

    def member(self, group: Expr, one: str, many: bool = False) -> tuple[str, str]:
        """One element of a set, as two parts: `opponent` and ` of the player`.

        `one` is the noun for an element.  `many`: the second part will be said of several elements."""
        return self.speech.member(self, group, one, many)

    def things(self, group: Expr) -> str:
        """Several elements of a set, without an article: `cards in the stock`."""
        return self.speech.things(self, group)

    def clause(self, e: Expr, holds: bool = True) -> str:
        """A condition as a clause; its opposite if it does not hold."""
        return self.speech.clause(self, e, holds)

    def relative(self, local: LocalSymbol, where: Expr, noun: str, plural: bool = False) -> str:
        """A condition on a name as a relative clause, to follow its noun: `who is out and whose hand is empty`."""
        return self.speech.relative(self, local, where, noun, plural)

    def sayings(self, statements: Sequence[Stmt]) -> list[StatementText]:
        """Each statement in words; neighbours that belong together become one saying."""
        return self.speech.sayings(self, statements)


def title_of(phase: PhaseSymbol) -> str:
    """The name of a phase in a heading: `Draw phase`."""
    return en.capital(en.spaced(phase.name))


def with_players(book: Book, players: int) -> FoldingContext:
    """The settings, with the number of players fixed."""
    return FoldingContext(book.folding.values, players, fixed=book.folding.fixed)
