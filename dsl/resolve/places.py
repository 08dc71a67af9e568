"""Resolves the places in statements: variables that are set, and zones that cards move to or from."""

from __future__ import annotations

from ..checked import (
    DefineSymbol,
    Expr,
    LocalRef,
    LocalSymbol,
    Op,
    PileEnd,
    VariableSymbol,
    ZonePlace,
    ZoneRef,
    ZoneSymbol,
)
from ..source.span import Span
from ..syntax import nodes as n
from .advice import instead, of_undeclared, whose
from .context import ResolveContext
from .expressions import expression
from .expressions.attributes import per_owner
from .fit import coerce
from .numbered import lacks_place, place_in

Place = tuple[LocalSymbol | VariableSymbol, Expr | None, bool]
"""The target of a `set`: a local or a variable, its owner, and whether the variable of each owner is set."""


Path = n.Ref | n.Attribute | n.Apply


def _named(ctx: ResolveContext, node: Path) -> tuple[str, Span, Expr | None]:
    """The last name of a path, its span, and the owner in front of it."""
    if isinstance(node, n.Ref):
        return node.name, node.span, None
    if isinstance(node, n.Apply):
        return node.name.text, node.name.span, None
    return node.name.text, node.name.span, expression(ctx, node.of)


def _in_brackets(node: Path) -> tuple[n.Expr, ...] | None:
    return None if isinstance(node, n.Ref) else node.args


def _owner_of(
    ctx: ResolveContext, symbol: VariableSymbol | ZoneSymbol, owner: Expr | None, each: n.Owner | None, span: Span
) -> Expr | None:
    """The owner of a variable or zone, checked against its declaration.  Reports an owner that does not fit."""
    if each is not None:
        if owner is not None or symbol.owner != each:
            ctx.report("E0313", span, name=symbol.name, owner=f"each {each}", has=symbol.owner or "nobody")
        return None
    if symbol.owner is None:
        if owner is not None:
            ctx.report("E0313", span, name=symbol.name, owner=owner.type.phrase, has="nobody")
        return None
    if owner is None:
        ctx.report("E0310", span, name=symbol.name, owner=symbol.owner, help=whose(ctx, symbol, span))
        return None
    if owner.type.kind not in (symbol.owner, "unknown"):
        help = f"write `.team.{symbol.name}`" if (owner.type.kind, symbol.owner) == ("player", "team") else None
        ctx.report("E0312", span, name=symbol.name, owner=owner.type.phrase, help=help)
        return None
    return coerce(ctx, owner, owner.type.plain())


def variable_place(ctx: ResolveContext, target: n.Target) -> Place | None:
    """The variable that is set or changed.  Reports a target that cannot be set."""
    name, span, owner = _named(ctx, target.place)
    if _in_brackets(target.place) is not None:
        ctx.report("E0314", target.place.span, name=target.place.span.text)
        return None
    if owner is None and target.each is None:
        local = ctx.local(name)
        if local is not None:
            return local, None, False
    symbol = ctx.names.get(name)
    if isinstance(symbol, VariableSymbol):
        symbol.written = True
        found = _owner_of(ctx, symbol, owner, target.each, span)
        if symbol.owner is not None and found is None and target.each is None:
            return None
        return symbol, found, target.each is not None
    if symbol is not None:
        ctx.report("E0314", span, name=name)
        return None
    near = [s.name for s in ctx.names.values() if isinstance(s, VariableSymbol)]
    whose = target.each or (owner.type.kind if owner is not None else None)
    help = instead(ctx, name, [*ctx.scopes[-1], *near]) or of_undeclared(name, whose)
    ctx.report("E0301", span, name=name, help=help)
    return None


def _zone_named(ctx: ResolveContext, name: str, span: Span) -> ZoneSymbol | None:
    symbol = ctx.names.get(name)
    if isinstance(symbol, ZoneSymbol):
        symbol.used = True
        return symbol
    zones = [s.name for s in ctx.names.values() if isinstance(s, ZoneSymbol)]
    ctx.report("E0315", span, name=name, help=ctx.one_of(name, zones))
    return None


def zone_place(ctx: ResolveContext, node: Path, each: n.Owner | None = None) -> ZonePlace | None:
    """A zone, or one of its places, as the source or the target of cards."""
    name, span, owner = _named(ctx, node)
    symbol = _zone_named(ctx, name, span)
    if symbol is None:
        return None
    found = _owner_of(ctx, symbol, owner, each, span)
    if symbol.owner is not None and found is None and each is None:
        return None
    args, place = _in_brackets(node), None
    if args is not None:
        with ctx.no_chance():
            place = place_in(ctx, symbol, tuple(expression(ctx, a) for a in args), node.span)
    if (args is not None and place is None) or lacks_place(ctx, symbol, place, node.span):
        return None
    return ZonePlace(symbol, found, each is not None, node.span, place)


def target_zone(ctx: ResolveContext, target: n.Target) -> ZonePlace | None:
    """A zone that receives cards."""
    found = zone_place(ctx, target.place, target.each)
    if found is not None:
        found.zone.entered = True
    return found


def trick_zone(ctx: ResolveContext, name: n.Name, owner: n.Owner | None) -> ZoneSymbol | None:
    """The zone of each player that cards are played from, or the zone they are played to.  None after a report."""
    symbol = _zone_named(ctx, name.text, name.span)
    if symbol is not None and symbol.owner != owner:
        wanted_owner = "a trick" if owner is None else "each player"
        ctx.report("E0313", name.span, name=name.text, owner=wanted_owner, has=symbol.owner or "nobody")
        return None
    if symbol is not None and lacks_place(ctx, symbol, None, name.span, "a trick is played to and from whole zones"):
        return None
    return symbol


def note_source(ctx: ResolveContext, what: Expr) -> None:
    """Record the zones that cards leave: those named, or any zone if the cards are known only by a name."""
    match what:
        case ZoneRef(zone=zone) | PileEnd(pile=ZoneRef(zone=zone)):
            zone.left = True
        case Op(args=args):
            for arg in args:
                note_source(ctx, arg)
        case LocalRef():
            for symbol in ctx.names.values():
                if isinstance(symbol, ZoneSymbol):
                    symbol.left = symbol.left or symbol.used
        case _:
            pass


def criterion(ctx: ResolveContext, node: n.Criterion, owner: n.Owner) -> VariableSymbol | DefineSymbol | None:
    """The variable or define that decides the winner.  Reports one that is no number with such owners."""
    symbol = ctx.names.get(node.measure.text)
    if isinstance(symbol, DefineSymbol) and [param.type.kind for param in symbol.params] == [owner]:
        ctx.resolve_define(symbol)
        if symbol.type.kind == "number":
            symbol.used = True
            return symbol
    if isinstance(symbol, VariableSymbol) and symbol.owner == owner and symbol.type.kind == "number":
        symbol.used = True
        return symbol
    near = [s.name for s in per_owner(ctx) if getattr(s, "owner", None) == owner and isinstance(s, VariableSymbol)]
    ctx.report(
        "E0317", node.measure.span, name=node.measure.text, owner=owner, help=ctx.suggestion(node.measure.text, near)
    )
    return None
