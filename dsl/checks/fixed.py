"""Checks what must be known before the game starts: the deck, the values of cards, and the requirements of options."""

from __future__ import annotations

from ..checked import CheckedGame, DefineSymbol, Expr
from ..resolve.context import ResolveContext
from ..settle.values import changed_options_text, combinations, is_settled, options_in

MOST_COPIES = 20


def known_beforehand(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report numbers of packs and jokers, values, requirements and conditions of options that depend on play (E0508),
    and decks that cannot be made (E0509)."""
    deck: list[tuple[Expr, str]] = []
    if game.deck.copies is not None:
        deck.append((game.deck.copies, "how many packs there are"))
    if game.deck.jokers is not None:
        deck.append((game.deck.jokers, "how many jokers there are"))
    for row in game.deck.rows:
        deck += [(e, "which cards there are") for e in (row.copies, row.condition) if e is not None]
    wanted = list(deck)
    known: dict[DefineSymbol, bool] = {}
    for values in ctx.values.values():
        wanted += [(row.low, "what a card is worth") for row in values.rows if row.low is not None]
    wanted += [(condition, "which options go together") for condition, _ in game.requirements]
    wanted += [(o.condition, "when an option matters") for o in game.options if o.condition is not None]
    for e, what in wanted:
        if not is_settled(e, known):
            ctx.report("E0508", e.span, what=what)
    options = options_in(game, [e for e, _ in deck])
    for settings in combinations(game, options):
        for e, what in deck:
            least = 1 if e is game.deck.copies else 0
            value = settings.value(e)
            if value is not None and not least <= value <= MOST_COPIES:
                ctx.report(
                    "E0509", e.span, what=what.removesuffix(" there are"), value=value,
                    players=settings.players, options=changed_options_text(settings, options),
                )  # fmt: skip
                return
