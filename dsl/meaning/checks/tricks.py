"""Where tricks are played there is a ranking, and it knows every rank of the deck."""

from __future__ import annotations

from ...core import Game, Lit, PlayTrick
from ..context import Context
from ..walk import every


def tricks_have_ranking(game: Game, ctx: Context) -> None:
    """Report a trick in a game without a ranking (E0505), and ranks or jokers the ranking forgets (E0506)."""
    tricks = [st for phase in (game.main, *game.phases) for st in every(phase) if isinstance(st, PlayTrick)]
    if not tricks:
        return
    if game.ranking is None:
        ctx.report("E0505", tricks[0].span)
        return
    general = [row for row in game.ranking.rows if row.suit is None]
    fixed = {row.suit.value for row in game.ranking.rows if isinstance(row.suit, Lit)}
    listed = {rank for row in general for rank, _ in row.faces}
    if not general and fixed == set(range(len(game.suits))):
        listed = set.intersection(
            *({r for r, _ in row.faces} for row in game.ranking.rows if isinstance(row.suit, Lit))
        )
    forgotten = [game.ranks[rank] for rank in game.deck.ranks if rank not in listed]
    if game.deck.jokers is not None and not any(rank < 0 for row in game.ranking.rows for rank, _ in row.faces):
        forgotten.append("joker")
    if forgotten:
        ctx.report("E0506", game.ranking.span, names=" ".join(forgotten))
