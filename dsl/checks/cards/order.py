"""Finds two ranks of the ranking that may have changed places.

A row of the ranking mostly follows an order that the file states elsewhere, too: that of the deck, the usual one from
the ace to the two, that of the points on the cards, or that of another row.  A row that would follow one of these if
only two neighbours changed places is reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...checked import CheckedGame, Lit, RankRow, ValuesSymbol
from ...resolve.context import ResolveContext

FEWEST_RANKS = 4
"""Shorter rows follow too many orders."""
_USUAL = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")

Order = tuple[int, ...]
"""Ranks from high to low."""


def ranks_in_order(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report two neighbours in a row of the ranking that stand the other way round elsewhere (W0524)."""
    if game.ranking is None:
        return
    rows = [(row, _ranks(row)) for row in game.ranking.rows]
    for row, ranks in rows:
        if len(ranks) < FEWEST_RANKS or row.span.source is not game.tree.span.source:
            continue
        others = [other for _, other in rows if set(other) == set(ranks) and other != ranks]
        orders = list(_orders(game, ranks))
        if ranks in orders or any(ranks == other[::-1] for other in orders):
            continue
        agreed = [other for other in others if other in orders]
        swap = next((pair for order in (*agreed, *orders) if (pair := _exchanged(ranks, order)) is not None), None)
        if swap is not None:
            high, low = (game.ranks[rank] for rank in swap)
            ctx.report("W0524", row.span, high=high, low=low)


def _ranks(row: RankRow) -> Order:
    """The ranks of a row, if all its cards are of its own suit, none is a joker and none stands twice; otherwise
    nothing.
    """
    ranks = tuple(rank for rank, _ in row.faces)
    if any(rank < 0 or suit != "own" for rank, suit in row.faces) or len(set(ranks)) < len(ranks):
        return ()
    return ranks


def _exchanged(ranks: Order, order: Order) -> tuple[int, int] | None:
    """The two neighbours whose exchange makes one order of the other."""
    wrong = [i for i, (one, other) in enumerate(zip(ranks, order, strict=True)) if one != other]
    if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
        return ranks[wrong[0]], ranks[wrong[1]]
    return None


def _orders(game: CheckedGame, ranks: Order) -> Iterator[Order]:
    """The orders that the file states elsewhere for these ranks, each from high to low."""
    usual = [game.ranks.index(name) for name in _USUAL if name in game.ranks]
    natural: list[Order] = []
    if set(ranks) <= set(usual):
        natural.append(tuple(rank for rank in usual if rank in ranks))
        if natural[0] and game.ranks[natural[0][0]] == "A":
            natural.append((*natural[0][1:], natural[0][0]))  # the ace is low
    declared = tuple(dict.fromkeys(rank for rank in game.deck.ranks if rank in ranks))
    if set(declared) == set(ranks):
        natural += [declared[::-1], declared]
    yield from natural
    for values in game.values:
        worth = _worth(values, ranks)
        if worth is not None:
            for order in natural:
                yield tuple(sorted(order, key=worth.__getitem__, reverse=True))


def _worth(values: ValuesSymbol, ranks: Order) -> dict[int, int] | None:
    """The number of each rank, if the number of a card depends on its rank alone; otherwise None."""
    known: dict[int, int] = {}
    for row in values.rows:
        if row.suit is not None or row.joker or row.words or not isinstance(row.low, Lit):
            return None
        low = row.low.value
        for i, rank in enumerate(ranks if row.otherwise else row.ranks):
            known.setdefault(rank, low + i if row.paired else low)
    return known if all(rank in known for rank in ranks) else None
