"""Limits the length of tables, the number of ranks and suits of a deck, and the number of combinations in a choice."""

from __future__ import annotations

from ..checked import CheckedGame, Choice, Choose, Expr
from ..limits import MOST_OFFERED, MOST_RANKS, TRIAL_LIMIT
from ..resolve.context import ResolveContext
from ..settle.intervals import ExpressionRanges
from ..traversal import everything

MOST_ROWS = 200
MOST_VALUES = 50
"""The most values that a define, a table or a phase can take."""
MOST_SUITS = 40


def nothing_too_long(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report tables and defines with too many rows or values, decks with too many ranks or suits, and answers with more
    combinations of numbers than a program can try (E0118).  Warn of answers that can be given in more ways than the
    engines offer (W0435)."""
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
    ranges = ExpressionRanges(game)
    for st in everything(game):
        for choice in st.choices if isinstance(st, Choose) else ():
            tried = _tried(choice, ranges)
            if choice.where is None and tried > MOST_OFFERED:
                ctx.report("W0435", choice.span, ways=f"{tried:,}", most=f"{MOST_OFFERED:,}")
            if choice.where is not None and tried > TRIAL_LIMIT:
                what = f"this answer has {tried:,} combinations of numbers to try"
                ctx.report("E0118", choice.span, what=what, most=f"{TRIAL_LIMIT:,}")


def _tried(choice: Choice, ranges: ExpressionRanges) -> int:
    """The smallest possible number of combinations of numbers for the names of an answer."""
    product = 1
    for _, domain in choice.generators:
        if domain.kind == "range":
            product *= max(1, _least(domain.args[0], domain.args[1], ranges) // domain.step)
        elif domain.kind == "down":
            product *= max(1, _least(domain.args[1], domain.args[0], ranges) // domain.step)
    return product


def _least(low: Expr, high: Expr, ranges: ExpressionRanges) -> int:
    """The smallest possible number of integers from one number to another."""
    return ranges.of(high)[0] - ranges.of(low)[1] + 1
