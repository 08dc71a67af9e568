"""Resolves the statements about cards: they are gathered, shuffled, cut, dealt, moved and shown.

What a statement does to a zone is noted in its symbol: whether cards enter it or leave it, and whether their order
matters.
"""

from __future__ import annotations

from dataclasses import replace

from ..checked import Cut, Deal, Gather, Move, Show, Shuffle, Stmt, ZoneSymbol
from ..syntax import nodes as n
from ..types import CARDS, NUMBER, PLAYER, PLAYERS
from .context import ResolveContext
from .expressions import expression, expression_of_type
from .fit import as_set, coerce
from .places import note_source, target_zone, zone_place


def gather(ctx: ResolveContext, node: n.Gather, loops: int) -> Stmt | None:
    place = zone_place(ctx, node.zone)
    if place is None:
        return None
    place.zone.entered = True
    for symbol in ctx.names.values():
        if isinstance(symbol, ZoneSymbol) and symbol is not place.zone:
            symbol.left = True
    return Gather(place, span=node.span)


def gather_in_order(ctx: ResolveContext, node: n.GatherInOrder, loops: int) -> Stmt | None:
    made = gather(ctx, n.Gather(node.zone, span=node.span), loops)
    for symbol in ctx.names.values():
        if isinstance(symbol, ZoneSymbol):
            symbol.ordered = True
    return replace(made, as_they_lie=True) if isinstance(made, Gather) else None


def gather_shuffled(ctx: ResolveContext, node: n.GatherShuffled, loops: int) -> tuple[Stmt, ...] | None:
    gathered = gather(ctx, n.Gather(node.zone, span=node.span), loops)
    if not isinstance(gathered, Gather):
        return None
    gathered.zone.zone.ordered = gathered.zone.zone.shuffled = True
    return gathered, Shuffle(gathered.zone, span=node.span)


def shuffle(ctx: ResolveContext, node: n.Shuffle, loops: int) -> Stmt | None:
    place = zone_place(ctx, node.zone)
    if place is None:
        return None
    place.zone.ordered = place.zone.shuffled = True
    return Shuffle(place, span=node.span)


def cut(ctx: ResolveContext, node: n.Cut, loops: int) -> Stmt | None:
    place = zone_place(ctx, node.zone)
    if place is None:
        return None
    place.zone.ordered = True
    return Cut(place, span=node.span)


def deal(ctx: ResolveContext, node: n.Deal, loops: int) -> Stmt | None:
    amounts = tuple(expression_of_type(ctx, a, NUMBER) for a in node.amounts)
    pile = zone_place(ctx, node.pile) if isinstance(node.pile, n.Ref | n.Attribute | n.Apply) else None
    if not isinstance(node.pile, n.Ref | n.Attribute | n.Apply):
        ctx.report("E0412", node.pile.span, end="the top")
    target = target_zone(ctx, node.target)
    start = expression_of_type(ctx, node.start, PLAYER) if node.start is not None else None
    if pile is None or target is None:
        return None
    pile.zone.ordered = pile.zone.left = True
    if start is not None and not (target.each and target.zone.owner == "player"):
        ctx.report("E0414", start.span)
    if len(amounts) > 1 and not target.each:
        ctx.report("E0417", node.span)
    elif len(amounts) > 1:
        per_team = 2 if target.zone.owner == "team" else 1
        takers = sorted({k // per_team for k in ctx.players[:2]})
        if takers != [len(amounts)]:
            many = " to ".join(map(str, takers))
            ctx.report("E0428", node.span, amounts=len(amounts), takers=f"{many} {target.zone.owner}s")
    return Deal(amounts, node.at_most, pile, target, start, span=node.span)


def move(ctx: ResolveContext, node: n.Move, loops: int) -> Stmt | None:
    what = expression(ctx, node.what)
    if what.type.written_card:
        ctx.report("E0405", what.span)
        return None
    what = coerce(ctx, as_set(what), CARDS)
    target = target_zone(ctx, node.target)
    if node.target.each is not None:
        ctx.report("E0420", node.target.span)
        return None
    note_source(ctx, what)
    if target is None:
        return None
    if node.end is not None:
        target.zone.ordered = True
    return Move(what, target, node.end or "top", span=node.span)


def show(ctx: ResolveContext, node: n.Show, loops: int) -> Stmt:
    what = coerce(ctx, as_set(expression(ctx, node.what)), CARDS)
    to = coerce(ctx, as_set(expression(ctx, node.to)), PLAYERS) if node.to is not None else None
    return Show(what, to, span=node.span)
