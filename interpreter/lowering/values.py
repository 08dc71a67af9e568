"""`values` of the rules as tables of numbers: one for each card, face, suit, rank or word."""

from __future__ import annotations

from ...dsl import checked as c
from ..program import Const, Expr, Noted
from . import simplify as s
from .context import LoweringContext
from .units import CodeUnit


def value_of(ctx: LoweringContext, values: c.ValuesSymbol, thing: Expr, *, faces: bool) -> Expr:
    """The number that a `values` table gives to a thing: a card (or a face), a suit, a rank, a word."""
    lay = ctx.layout
    rows = _value_rows(ctx, values, faces=faces)
    table = lay.table(tuple(_number(ctx, row, rank) for row, rank in rows))
    value = s.look(lay.tables, table, thing)
    if not ctx.noted:
        return value
    places = tuple(lay.place(row.span) if row is not None else -1 for row, _ in rows)
    if not isinstance(value, Const):
        return Noted("values row", value, places, thing)
    if isinstance(thing, Const) and places[thing.value] >= 0:
        ctx.settled["values row", places[thing.value]] = None
    return value


def _value_rows(ctx: LoweringContext, values: c.ValuesSymbol, *, faces: bool) -> list[tuple[c.ValuesEntry | None, int]]:
    """For each card (or face), suit, rank or word: the first row of `values` that matches it, and its rank (-1 if it
    has none).
    """
    game = ctx.layout.game
    match values.of.kind:
        case "card":
            found = [(_fitting(values, f.rank, f.suit, -1, f.rank < 0), f.rank) for f in ctx.layout.faces]
            return found if faces else [found[face] for face in ctx.layout.deck]
        case "rank":
            return [(_fitting(values, rank, -1, -1, False), rank) for rank in range(len(game.ranks))]
        case "suit":
            return [(_fitting(values, -1, suit, -1, False), -1) for suit in range(len(game.suits))]
        case _:
            suits = len(game.suits) if values.of.suits else 0
            words = range(len(values.of.words) + suits)
            return [(_fitting(values, -1, word if word < suits else -1, word, False), -1) for word in words]


def _fitting(values: c.ValuesSymbol, rank: int, suit: int, word: int, joker: bool) -> c.ValuesEntry | None:
    for row in values.rows:
        fits = (
            row.otherwise
            or (row.joker and joker)
            or (word >= 0 and word in row.words)
            or (bool(row.ranks) and rank in row.ranks and row.suit in (None, suit))
            or (not row.ranks and not row.words and not row.joker and row.suit is not None and row.suit == suit)
        )
        if fits and row.low is not None:
            return row
    return None


def _number(ctx: LoweringContext, row: c.ValuesEntry | None, rank: int) -> int:
    """The number that a row of `values` gives to a rank; 0 if no row matches."""
    if row is None or row.low is None:
        return 0
    return constant_of(ctx, row.low) + (row.ranks.index(rank) if row.paired and rank in row.ranks else 0)


def constant_of(ctx: LoweringContext, e: c.Expr) -> int:
    """The value of an expression that depends only on options and the number of players; 0 for any other."""
    value = ctx.expression(e, {}, CodeUnit())
    return value.value if isinstance(value, Const) else 0
