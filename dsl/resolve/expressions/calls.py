"""Calls and attributes, faces of cards, and what lies in a zone."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ...checked import DefineSymbol, Expr, FaceRef, Lit, Op, OpName, PileEnd, ZoneRef, ZoneSymbol
from ...syntax import nodes as n
from ...types import CARD, CARDS, FACE, NUMBER, PLAYER, RANK, SUIT, UNKNOWN, Type
from ..advice import instead, whose
from ..context import ResolveContext
from ..fit import unknown
from ..numbered import lacks_place
from .attributes import attribute, cards_at_place
from .core import expression, expression_of_type, set_expression
from .names import call_define, rank


def apply(ctx: ResolveContext, node: n.Apply) -> Expr:
    """`worth(p)`, `larger(a, b)`, `face(r, s)`, `row(3)`."""
    name = node.name.text
    if name in ("larger", "smaller") and name not in ctx.names:
        args = tuple(expression_of_type(ctx, a, NUMBER) for a in node.args)
        if len(args) != 2:
            ctx.report("E0403", node.span, name=name, wanted=2, found=len(args))
            return unknown(node.span)
        return Op(cast("OpName", name), args, type=NUMBER, span=node.span)
    if name == FACE and name not in ctx.names:
        return _named(ctx, node)
    symbol = ctx.names.get(name)
    if isinstance(symbol, ZoneSymbol):
        with ctx.no_chance():
            places = tuple(expression_of_type(ctx, a, NUMBER) for a in node.args)
        if symbol.owner is not None:
            ctx.report("E0310", node.name.span, name=name, owner=symbol.owner, help=whose(ctx, symbol, node.name.span))
            return unknown(node.span)
        return cards_at_place(ctx, symbol, None, places, node.span)
    if isinstance(symbol, DefineSymbol):
        params = symbol.params
        args = tuple(expression(ctx, a, params[i].type if i < len(params) else None) for i, a in enumerate(node.args))
        return call_define(ctx, symbol, args, node.span)
    if symbol is None:
        defines = [s.name for s in ctx.names.values() if isinstance(s, DefineSymbol)]
        ctx.report("E0301", node.name.span, name=name, help=instead(ctx, name, [*defines, "larger", "smaller"]))
    else:
        ctx.report("E0311", node.name.span, name=name)
    return unknown(node.span)


def _named(ctx: ResolveContext, node: n.Apply) -> Expr:
    """`face(r, s)`: the face with a rank and a suit; none if the deck has no card of it."""
    if len(node.args) != 2:
        help = "write `face(r, s)`, with a rank and a suit; of a card it is `c.face`"
        ctx.report("E0403", node.span, name=FACE, wanted=2, found=len(node.args), help=help)
        return unknown(node.span)
    parts = expression_of_type(ctx, node.args[0], RANK), expression_of_type(ctx, node.args[1], SUIT)
    return Op("named", parts, type=replace(ctx.kinds[FACE], optional=ctx.faces is not None), span=node.span)


def face(ctx: ResolveContext, node: n.CardFace) -> Expr:
    """`2 of clubs`"""
    index = rank(ctx, node.rank)
    suit = expression_of_type(ctx, node.suit, SUIT)
    if not isinstance(index, Lit) or index.type is UNKNOWN:
        return unknown(node.span)
    if ctx.faces is not None and isinstance(suit, Lit) and (index.value, suit.value) not in ctx.faces:
        ctx.report("E0518", node.span, card=f"{node.rank.text} of {ctx.suits[suit.value]}")
        return unknown(node.span)
    return FaceRef(index.value, suit, type=Type("card", name=FACE), span=node.span)


def attribute_of(ctx: ResolveContext, node: n.Attribute) -> Expr:
    """`p.left`, `p.left(2)`"""
    owner = expression(ctx, node.of)
    if owner.type is UNKNOWN:
        return unknown(node.span)
    if isinstance(ctx.names.get(node.name.text), ZoneSymbol):
        with ctx.no_chance():  # the place is evaluated more than once
            args = tuple(expression(ctx, a) for a in node.args or ())
    else:
        args = tuple(expression(ctx, a) for a in node.args or ())
    return attribute(ctx, owner, node.name, args, node.span)


def number_of_players(ctx: ResolveContext, node: n.NumberOfPlayers) -> Expr:
    """`number of players`"""
    low, high, _ = ctx.players
    return Op("number of players", type=Type("number", low=low, high=high), span=node.span)


def size(ctx: ResolveContext, node: n.SizeOf) -> Expr:
    """`size of hand`"""
    return Op("size", (set_expression(ctx, node.of),), type=NUMBER, span=node.span)


def pick(ctx: ResolveContext, node: n.Pick) -> Expr:
    """`top of stock`, `top 3 of stock`"""
    pile = expression(ctx, node.of)
    count = expression_of_type(ctx, node.count, NUMBER) if node.count is not None else None
    if not isinstance(pile, ZoneRef):
        if pile.type is not UNKNOWN:
            ctx.report("E0412", pile.span, end=node.end)
        return unknown(node.span)
    if lacks_place(ctx, pile.zone, pile.place, pile.span):
        return unknown(node.span)
    pile.zone.ordered = True
    return PileEnd(node.end, pile, count, type=CARDS if count else CARD, span=node.span)


def so_far(ctx: ResolveContext, node: n.SoFar) -> Expr:
    """`the winner so far`, `the winning card so far`"""
    type = PLAYER if node.what == "winner" else CARD
    op: OpName = "winner so far" if node.what == "winner" else "winning card so far"
    return Op(op, type=replace(type, optional=True), span=node.span)
