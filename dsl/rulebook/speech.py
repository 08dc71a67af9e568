"""Makes a new book, with the functions that call each other across the files."""

from __future__ import annotations

from dataclasses import replace

from ..checked import CheckedGame
from ..settle.constant import constants
from ..settle.folding import FoldingContext
from .context import Book, RulebookSettings, Speech
from .expressions.clauses import clause_of, relative_clause
from .expressions.nouns import noun_of
from .expressions.phrases import member_words, phrase_noun, things_words
from .statements.sentences import sayings_of

_SPEECH = Speech(
    noun=noun_of,
    phrase=phrase_noun,
    member=member_words,
    things=things_words,
    clause=clause_of,
    relative=relative_clause,
    sayings=sayings_of,
)


def folding_of(game: CheckedGame, chosen: RulebookSettings) -> FoldingContext:
    """The settings that are worked into the text, with the variables that never change under them."""
    low, high, _ = game.players
    players = chosen.players if chosen.players is not None else low if low == high else None
    folding = FoldingContext(dict(chosen.values), players)
    return replace(folding, fixed=constants(game, folding))


def new_book(game: CheckedGame, chosen: RulebookSettings, folding: FoldingContext | None = None) -> Book:
    """A new book without any text.

    `folding` may be given if it is already computed for this game and these settings."""
    return Book(game, folding or folding_of(game, chosen), chosen.values, _SPEECH)
