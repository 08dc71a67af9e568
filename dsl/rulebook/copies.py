"""How many of each card the deck may have: with several packs, rows that list a card again, or several jokers."""

from __future__ import annotations

from collections import Counter

from ..checked import Expr
from ..settle.folding import FoldingContext
from ..settle.logic import is_no, number_of
from .context import Book, with_players

_SEVERAL = 2
"""What a number that is not known counts as: it may be more than one."""
JOKER = (-1, -1)


def most_of_each(book: Book) -> Counter[tuple[int, int]]:
    """The most cards that there may be of each face, for every number of players that is still possible."""
    found: Counter[tuple[int, int]] = Counter()
    open_ = book.folding.players is None
    for folding in [with_players(book, players) for players in book.game.counts] if open_ else [book.folding]:
        found |= _listed(book, folding)
    return found


def some_alike(book: Book) -> bool:
    """Whether the deck may have two cards that look alike.  Jokers do."""
    return any(many > 1 for many in most_of_each(book).values())


def _listed(book: Book, folding: FoldingContext) -> Counter[tuple[int, int]]:
    """The most cards that there may be of each face, as far as the settings say."""
    rule, found = book.game.deck, Counter[tuple[int, int]]()
    for row in rule.rows:
        if not is_no(folding.maybe(row.condition)):
            found.update(dict.fromkeys(row.faces, _most(folding, row.copies)))
    if not rule.rows:
        found.update(dict.fromkeys(rule.faces, _most(folding, rule.copies)))
    if rule.jokers is not None:
        found[JOKER] = _most(folding, rule.jokers)
    return found


def _most(folding: FoldingContext, copies: Expr | None) -> int:
    known = number_of(folding.maybe(copies)) if copies is not None else 1
    return _SEVERAL if known is None else known
