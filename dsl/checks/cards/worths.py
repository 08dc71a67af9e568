"""Checks that `values` gives every card a number, and lists no card that the deck does not have."""

from __future__ import annotations

from ...checked import CheckedGame, ValuesEntry, ValuesSymbol
from ...resolve.context import ResolveContext
from ...syntax import nodes as n
from .ranks import JOKER, cards_in_words

WorthKey = tuple[int, int]
"""A rank and a suit (cards), or one number and -1 (suits, ranks, words); (-1, -1) is the joker."""


def values_fit(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report rows of `values` that match nothing (E0510), values that no row lists (E0511), and runs of ranks paired
    with too many or too few numbers (E0512)."""
    nodes = {d.name.text: d for d in game.tree.declarations if isinstance(d, n.Values)}
    for values in ctx.values.values():
        node = nodes.get(values.name)
        left = dict.fromkeys(_all(game, values))
        for i, row in enumerate(values.rows):
            fitting = [thing for thing in left if _fits(row, thing, values)]
            if not fitting and not row.otherwise:
                above = any(other.otherwise for other in values.rows[:i])
                help = "a row above it is for everything else: this row stands in front of that one" if above else None
                ctx.report("E0510", row.span, what=values.of.name or values.of.kind, help=help)
            for thing in fitting:
                del left[thing]
            if node is not None and i < len(node.rows):
                _paired(ctx, row, node.rows[i])
        if left:
            by_name = (
                cards_in_words(game, left)
                if values.of.kind == "card"
                else ", ".join(_name(game, values, t) for t in left)
            )
            ctx.report("E0511", values.span, name=values.name, names=by_name)


def _all(game: CheckedGame, values: ValuesSymbol) -> list[WorthKey]:
    match values.of.kind:
        case "card":
            faces = game.deck.faces
            return [*faces, JOKER] if game.deck.jokers is not None else faces
        case "suit":
            return [(suit, -1) for suit in game.deck.suits]
        case "rank":
            return [(rank, -1) for rank in game.deck.ranks]
        case _:
            count = len(values.of.words) + (len(game.suits) if values.of.suits else 0)
            return [(word, -1) for word in range(count)]


def _fits(row: ValuesEntry, thing: WorthKey, values: ValuesSymbol) -> bool:
    if row.otherwise:
        return True
    match values.of.kind:
        case "card":
            if thing == JOKER:
                return row.joker
            by_rank = bool(row.ranks) and thing[0] in row.ranks and row.suit in (None, thing[1])
            return by_rank or (not row.ranks and not row.joker and row.suit == thing[1])
        case "suit":
            return row.suit == thing[0]
        case "rank":
            return thing[0] in row.ranks
        case _:
            return thing[0] in row.words or (not row.words and row.suit == thing[0])


def _name(game: CheckedGame, values: ValuesSymbol, thing: WorthKey) -> str:
    match values.of.kind:
        case "suit":
            return game.suits[thing[0]]
        case "rank":
            return game.ranks[thing[0]]
        case _:
            return ((game.suits if values.of.suits else ()) + values.of.words)[thing[0]]


def _paired(ctx: ResolveContext, row: ValuesEntry, node: n.ValuesRow) -> None:
    """Report a row such as `A..9: 1..9` whose ranks and numbers are not equally many."""
    if not isinstance(node.low, n.Number) or not isinstance(node.high, n.Number):
        return
    numbers = node.high.value - node.low.value + 1
    if numbers != len(row.ranks):
        ctx.report("E0512", row.span, ranks=len(row.ranks), numbers=max(numbers, 0))
