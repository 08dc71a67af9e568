"""The order and the values of cards: `ranking`, and tables of `values`."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Literal, assert_never, cast

from ..checked import (
    CallDefine,
    Expr,
    Fold,
    Gained,
    Lit,
    LocalRef,
    Op,
    PileEnd,
    RankingRule,
    RankRow,
    ValuesEntry,
    ValuesSymbol,
    VariableRef,
    ZoneRef,
    values_of_key,
)
from ..syntax import nodes as n
from ..traversal import inside
from ..types import NUMBER, SUIT, UNKNOWN
from .context import STANDARD_SUITS, ResolveContext
from .expressions import condition, expression, expression_of_type
from .fit import fits_type

MOST_CASES = 500
"""The most combinations of values that a ranking may depend on."""


def ranking_rule(ctx: ResolveContext, node: n.Ranking) -> RankingRule:
    """The ranking.

    Reports cards that are not in the deck, and a ranking that depends on too much."""
    rows: list[RankRow] = []
    last_wins = False
    for row in node.rows:
        match row:
            case n.EqualCards(which):
                last_wins = which == "last"
            case n.AnySuitRow(ranks=ranks) | n.AnyCardRow(ranks=ranks):
                faces = cast("list[tuple[int, Literal['own']]]", [(_rank(ctx, r), "own") for r in ranks])
                alike, when = isinstance(row, n.AnyCardRow), _condition(ctx, row.when)
                rows.append(RankRow(None, tuple(faces), row.span, alike, when=when))
            case n.JokerRow():
                face = _joker(ctx, row)
                rows.append(RankRow(None, (face,), row.span, alone=True))
            case n.SuitRow(path, patterns):
                suit = expression(ctx, path)
                if not fits_type(suit.type.plain(), SUIT) and not (suit.type.kind == "word" and suit.type.suits):
                    ctx.report("E0401", path.span, wanted="a suit", found=suit.type.phrase)
                made = [_pattern(ctx, p, path) for p in patterns]
                when = _condition(ctx, row.when)
                rows.append(RankRow(suit, tuple(m for m in made if m is not None), row.span, when=when))
            case _:
                assert_never(row)
    keys = _keys(ctx, rows)
    cases = prod(len(key_values(ctx, key)) for key in keys)
    if cases > MOST_CASES:
        ctx.report("E0501", keys[-1].span, number=f"{cases:,}", most=MOST_CASES)
    return RankingRule(tuple(rows), last_wins, node.span, keys)


def _condition(ctx: ResolveContext, node: n.Expr | None) -> Expr | None:
    """`if trump = low`: the condition of a row."""
    if node is None:
        return None
    with ctx.no_chance():
        return condition(ctx, node)


_REMEMBERED = "remember the answer as yes or no, and ask for that"


def _keys(ctx: ResolveContext, rows: Sequence[RankRow]) -> tuple[Expr, ...]:
    """What the ranking depends on during play.  Reports what a condition may not read (E0521)."""
    found: dict[str, Expr] = {}
    for row in rows:
        if row.suit is not None and not isinstance(row.suit, Lit):
            found.setdefault(row.suit.span.text, row.suit)
    for row in rows:
        for e in inside(row.when) if row.when is not None else ():
            match e:
                case VariableRef(variable=variable, owner=None) if key_values(ctx, e):
                    found.setdefault(variable.name, e)
                case VariableRef() | LocalRef() | ZoneRef() | PileEnd() | CallDefine() | Fold() | Gained():
                    ctx.report("E0521", e.span, help=_REMEMBERED)
                    break
                case Op(op=op) if op in _OF_PLAY:
                    ctx.report("E0521", e.span, help=_REMEMBERED)
                    break
                case _:
                    pass
    return tuple(found.values())


_OF_PLAY = {"winner so far", "winning card so far", "beats", "follows", "trump", "standing", "played by", "played"}


def key_values(ctx: ResolveContext, key: Expr) -> range:
    """The values that the ranking may depend on; empty if a value has too many."""
    return values_of_key(key.type, len(ctx.suits), len(ctx.ranks))


def _rank(ctx: ResolveContext, node: n.Rank) -> int:
    return ctx.rank(node) or 0


def _joker(ctx: ResolveContext, node: n.Node) -> tuple[int, Literal["own"]]:
    if not ctx.jokers:
        ctx.report("E0502", node.span)
    return (-1, "own")


def _pattern(ctx: ResolveContext, node: n.Pattern, path: n.Expr) -> tuple[int, Literal["own", "sister"] | int] | None:
    if isinstance(node, n.JokerPattern):
        return _joker(ctx, node)
    rank = _rank(ctx, node.rank)
    match node.suit:
        case None:
            return (rank, "own")
        case n.Attribute(of, name, None) if name.text == "sister" and of == path:
            if {*ctx.suits} != {*STANDARD_SUITS}:
                ctx.report("E0503", name.span)
            return (rank, "sister")
        case n.Ref(name) if name in ctx.suits:
            return (rank, ctx.suits.index(name))
        case _:
            ctx.report("E0504", node.suit.span)
            return None


def declare_values(ctx: ResolveContext, node: n.Values) -> None:
    """Declare the name of a table of values.  Its rows are resolved later."""
    kind = ctx.kinds.get(node.of.text)
    if kind is None or kind.kind not in ("card", "suit", "rank", "word"):
        ctx.report(
            "E0304",
            node.of.span,
            name=node.of.text,
            help=ctx.suggestion(node.of.text, [name for name, one in ctx.kinds.items() if one.kind == "word"])
            or "values are given to each card, suit, rank or value of a kind",
        )
        kind = UNKNOWN
    symbol = ValuesSymbol(node.name.text, node.name.span, NUMBER, of=kind, description=node.description)
    if node.name.text in ctx.values:
        ctx.report("E0302", node.name.span, name=node.name.text)
    ctx.values[node.name.text] = symbol


def values_rows(ctx: ResolveContext, node: n.Values) -> None:
    """Resolve the rows of a declared table of values."""
    symbol = ctx.values[node.name.text]
    if symbol.of is UNKNOWN:
        return  # the type of its rows is unknown
    symbol.rows = tuple(_values_row(ctx, symbol, row) for row in node.rows)


def _values_row(ctx: ResolveContext, symbol: ValuesSymbol, row: n.ValuesRow) -> ValuesEntry:
    low = expression_of_type(ctx, row.low, NUMBER)
    paired = row.high is not None
    if row.high is not None:
        expression_of_type(ctx, row.high, NUMBER)
    match row.face:
        case n.Faces(ranks, suit):
            index = ctx.suit(suit) if suit is not None else None
            return ValuesEntry(tuple(_rank(ctx, r) for r in ranks), index, low=low, paired=paired, span=row.span)
        case n.FaceRange(first, last):
            a, b = _rank(ctx, first), _rank(ctx, last)
            return ValuesEntry(tuple(range(a, b + 1)), low=low, paired=paired, span=row.span)
        case n.NamedFace(name):
            if name in ("joker", "otherwise"):
                return ValuesEntry(joker=name == "joker", otherwise=name == "otherwise", low=low, span=row.span)
            if name in ctx.suits and symbol.of.kind in ("card", "suit"):
                return ValuesEntry(suit=ctx.suits.index(name), low=low, span=row.span)
            words = ctx.word_values(symbol.of) if symbol.of.kind == "word" else ()
            if name in words:
                return ValuesEntry(words=(words.index(name),), low=low, span=row.span)
            ctx.report(
                "E0301",
                row.face.span,
                name=name,
                help=ctx.suggestion(name, [*ctx.suits, *words, "otherwise", "joker"]),
            )
            return ValuesEntry(low=low, span=row.span)


def wild_faces(ctx: ResolveContext, node: n.Shape) -> frozenset[tuple[int, int]]:
    """The faces that are wild in a shape.  Reports cards that are not in the deck."""
    found: set[tuple[int, int]] = set()
    for cards in node.wild:
        match cards:
            case n.JokerPattern():
                found.add((_joker(ctx, cards)[0], -1))
                continue
            case n.FaceRange(first, last):
                a, b = _rank(ctx, first), _rank(ctx, last)
                ranks, suits = range(a, b + 1), range(len(ctx.suits))
            case n.Faces(named, suit):
                ranks, suits = [_rank(ctx, r) for r in named], range(len(ctx.suits))
                if suit is not None and (index := ctx.suit(suit)) is not None:
                    suits = [index]
            case _:
                assert_never(cards)
        found |= {(r, s) for r in ranks for s in suits if ctx.faces is None or (r, s) in ctx.faces}
    return frozenset(found)
