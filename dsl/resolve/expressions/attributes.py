"""Attributes of values: `c.suit`, `p.left`, `side.points`, `p.hand`, and a define with one argument as `p.worth`."""

from __future__ import annotations

from dataclasses import replace

from ...checked import (
    AttributeName,
    DefineSymbol,
    Expr,
    Lit,
    Op,
    Symbol,
    ValueOf,
    VariableRef,
    VariableSymbol,
    ZoneRef,
    ZoneSymbol,
)
from ...source.span import Span
from ...syntax import nodes as n
from ...types import CARD, CARDS, FACE, NUMBER, PLAYER, PLAYERS, RANK, SUIT, TEAM, Type
from ..advice import of_missing, of_new
from ..context import STANDARD_SUITS, ResolveContext
from ..fit import coerce, unknown
from ..numbered import place_in
from ..players import no_partners
from .names import call_define

COLOR = Type("word", name="color", words=("black", "red"))

FACE_OF_A_CARD = Type("word", name=FACE)
"""The type of faces before the deck, which gives its words, is known."""

BUILT_IN: dict[tuple[str, str], tuple[AttributeName, Type]] = {
    ("card", "suit"): ("suit", SUIT),
    ("card", "rank"): ("rank", RANK),
    ("card", "number"): ("number", NUMBER),
    ("suit", "sister"): ("sister", SUIT),
    ("suit", "color"): ("color", COLOR),
    ("player", "left"): ("left", PLAYER),
    ("player", "right"): ("right", PLAYER),
    ("player", "partner"): ("partner", PLAYER),
    ("player", "team"): ("team", TEAM),
    ("player", "opponents"): ("opponents", PLAYERS),
    ("team", "opponents"): ("opposing", TEAM),
    ("team", "players"): ("members", PLAYERS),
    (FACE, "suit"): ("face suit", SUIT),
    (FACE, "rank"): ("face rank", RANK),
}
LATER: dict[tuple[str, str], tuple[AttributeName, Type]] = {
    ("card", "player"): ("played by", replace(PLAYER, optional=True)),
    ("player", "next"): ("next", PLAYER),
    ("player", "played"): ("played", replace(CARD, optional=True)),
    ("card", "face"): ("face", FACE_OF_A_CARD),
}
"""Attributes that were added to the language later.  A name that the file itself declares comes first."""
PARTNERS_ONLY = {"partner", "team", "opposing", "members"}


def per_owner(ctx: ResolveContext) -> list[Symbol]:
    """Every variable and zone that has owners."""
    return [s for s in ctx.names.values() if isinstance(s, VariableSymbol | ZoneSymbol) and s.owner is not None]


def attribute(ctx: ResolveContext, owner: Expr, name: n.Name, args: tuple[Expr, ...], span: Span) -> Expr:
    """`owner.name` or `owner.name(args)`.  Reports an error if the owner has no such attribute."""
    kind = owner.type.kind
    if kind == "unknown":
        return unknown(span)
    present = coerce(ctx, owner, owner.type.plain())
    built_in = BUILT_IN.get((FACE if owner.type.named_card else kind, name.text))
    if built_in is not None:
        return _built_in(ctx, built_in, present, name, args, span)
    symbol = ctx.names.get(name.text)
    if isinstance(symbol, ZoneSymbol) and symbol.owner == kind and args:
        return cards_at_place(ctx, symbol, present, args, span)
    if isinstance(symbol, VariableSymbol | ZoneSymbol) and symbol.owner == kind and not args:
        symbol.used = True
        if isinstance(symbol, ZoneSymbol):
            return ZoneRef(symbol, present, type=CARDS, span=span)
        return VariableRef(symbol, present, type=symbol.type, span=span)
    values = ctx.values.get(name.text)
    if (
        values is not None
        and not args
        and (values.of.kind == kind or (values.of.kind == "word" and values.of.name == owner.type.name))
    ):
        values.used = True
        return ValueOf(values, present, type=NUMBER, span=span)
    if isinstance(symbol, DefineSymbol) and len(symbol.params) == 1 + len(args):
        return call_define(ctx, symbol, (owner, *args), span)
    later = LATER.get((kind, name.text))
    if later is not None and later[0] == "face" and not args and not owner.type.written_card:
        return face_of(ctx, owner, span)
    if later is not None and later[0] != "face":
        return _built_in(ctx, later, present, name, args, span)
    _no_such(ctx, owner.type, name, symbol, owner.span)
    return unknown(span)


def face_of(ctx: ResolveContext, card: Expr, span: Span) -> Expr:
    """`c.face`: what is printed on a card, none for a joker or if there is no card."""
    return Op("face", (card,), type=replace(ctx.kinds[FACE], optional=card.type.optional or ctx.jokers), span=span)


def cards_at_place(
    ctx: ResolveContext, zone: ZoneSymbol, owner: Expr | None, args: tuple[Expr, ...], span: Span
) -> Expr:
    """`p.row(3)`: the cards at one place of a zone."""
    zone.used = True
    place = place_in(ctx, zone, args, span)
    return ZoneRef(zone, owner, place, type=CARDS, span=span) if place is not None else unknown(span)


def _built_in(
    ctx: ResolveContext,
    built_in: tuple[AttributeName, Type],
    owner: Expr,
    name: n.Name,
    args: tuple[Expr, ...],
    span: Span,
) -> Expr:
    op, type = built_in
    if op in PARTNERS_ONLY and not ctx.partners:
        no_partners(ctx, name.span, name.text)
        return unknown(span)
    most = max(ctx.counts, key=lambda k: k // 2 if k in ctx.paired else k)
    if op == "opposing" and (most // 2 if most in ctx.paired else most) > 2:
        ctx.report("E0324", name.span, most=most, teams=most // 2 if most in ctx.paired else most)
        return unknown(span)
    if op in ("suit", "rank") and ctx.jokers:
        type = replace(type, optional=True)  # a joker has neither suit nor rank
    if op == "partner" and ctx.paired != ctx.counts:
        type = replace(type, optional=True)  # with other numbers of players there is no partner
    if op in ("sister", "color") and {*ctx.suits} != {*STANDARD_SUITS}:
        ctx.report("E0503", name.span)
    if op in ("left", "right"):
        if len(args) > 1:
            ctx.report("E0403", span, name=name.text, wanted=1, found=len(args))
        steps = coerce(ctx, args[0], NUMBER) if args else Lit(1, type=NUMBER, span=span)
        return Op(op, (owner, steps), type=type, span=span)
    if args:
        ctx.report("E0403", span, name=name.text, wanted=0, found=len(args))
    return Op(op, (owner,), type=type, span=span)


def _no_such(ctx: ResolveContext, type: Type, name: n.Name, symbol: Symbol | None, owner: Span) -> None:
    if isinstance(symbol, VariableSymbol | ZoneSymbol) and symbol.owner is not None and symbol.owner != type.kind:
        help = f"`{name.text}` belongs to each {symbol.owner}"
        if symbol.owner == "team" and type.kind == "player":
            help += f": write `.team.{name.text}`"
        ctx.report("E0312", name.span, name=name.text, owner=type.phrase, help=help)
        return
    if isinstance(symbol, VariableSymbol | ZoneSymbol) and symbol.owner is None and type.kind in ("player", "team"):
        help = f"all have it together: write `{name.text}` alone"
        ctx.report("E0312", name.span, name=name.text, owner=type.phrase, help=help)
        return
    own = [a for k, a in (*BUILT_IN, *LATER) if k == type.kind]
    own += [s.name for s in per_owner(ctx) if getattr(s, "owner", None) == type.kind]
    own += [
        s.name
        for s in ctx.names.values()
        if isinstance(s, DefineSymbol) and s.params and s.params[0].type.kind == type.kind
    ]
    own += [v.name for v in ctx.values.values() if v.of.kind == type.kind]
    help = of_missing(ctx, type, name.text, owner) or ctx.suggestion(name.text, own) or of_new(type, name.text)
    ctx.report("E0312", name.span, name=name.text, owner=type.phrase, help=help)


def measure_owner(ctx: ResolveContext, name: n.Name) -> n.Owner | None:
    """The owner type of a measure, as in `highest points`.  Reports an error if the name has no owner."""
    symbol = ctx.names.get(name.text)
    if isinstance(symbol, VariableSymbol) and symbol.owner is not None:
        return symbol.owner
    if isinstance(symbol, DefineSymbol) and len(symbol.params) == 1:
        kind = symbol.params[0].type.kind
        if kind == "player" or kind == "team":
            return kind
    if symbol is None and name.text not in ctx.values:
        defines = [s.name for s in ctx.names.values() if isinstance(s, DefineSymbol) and len(s.params) == 1]
        near = ctx.suggestion(name.text, [*(s.name for s in per_owner(ctx)), *defines])
        ctx.report("E0301", name.span, name=name.text, help=near)
    else:
        ctx.report("E0415", name.span, name=name.text)
    return None
