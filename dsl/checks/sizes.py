"""No table is longer, and no deck has more ranks or suits, than anybody could follow."""

from __future__ import annotations

from ..checked import Game
from ..resolve.context import Context

MOST_ROWS = 200
MOST_VALUES = 50
"""What a define, a table or a phase is given."""
MOST_RANKS = 200
MOST_SUITS = 40


def nothing_too_long(game: Game, ctx: Context) -> None:
    """Report tables and defines with too many rows or values, and decks with too many ranks or suits (E0118)."""
    for named in (*game.defines, *game.phases):
        if len(named.rows) > MOST_ROWS:
            what = f"`{named.name}` has {len(named.rows):,} rows"
            ctx.report("E0118", named.rows[MOST_ROWS].span, what=what, most=MOST_ROWS)
        if len(named.params) > MOST_VALUES:
            what = f"`{named.name}` is given {len(named.params):,} values"
            ctx.report("E0118", named.span, what=what, most=MOST_VALUES)
    for kind, names, most in (("ranks", game.ranks, MOST_RANKS), ("suits", game.suits, MOST_SUITS)):
        if len(names) > most:
            ctx.report("E0118", game.deck.span, what=f"the deck has {len(names):,} {kind}", most=most)
