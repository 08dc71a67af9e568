"""Zones with places: `p.row(3)` is one place of `row of each player: 6 places, face down`."""

from __future__ import annotations

from ..checked import Expr, Lit, ZoneSymbol
from ..source.span import Span
from ..types import NUMBER
from .context import ResolveContext
from .fit import coerce

MOST_PLACES = 30
"""The most places of one zone."""


def place_in(ctx: ResolveContext, zone: ZoneSymbol, args: tuple[Expr, ...], span: Span) -> Expr | None:
    """The number of a place in a zone, from the brackets after the zone's name; None after a report."""
    if not zone.places:
        ctx.report("E0326", span, name=zone.name, has="no places", notes=((zone.span, "it is written here"),))
        return None
    if len(args) != 1:
        ctx.report("E0403", span, name=zone.name, wanted=1, found=len(args))
        return None
    place = coerce(ctx, args[0], NUMBER)
    if isinstance(place, Lit) and place.type.kind == "number" and not 1 <= place.value <= zone.places:
        has = f"places 1 to {zone.places}, and no place {place.value}"
        ctx.report("E0326", place.span, name=zone.name, has=has, notes=((zone.span, "it is written here"),))
        return None
    return place


def lacks_place(ctx: ResolveContext, zone: ZoneSymbol, place: Expr | None, span: Span, help: str | None = None) -> bool:
    """Report a zone with places that is used without a place where one pile is required.

    Returns whether it was reported."""
    if not zone.places or place is not None:
        return False
    named = f"{span.text}(1)"
    help = help or f"name one, `{named}`, or go through them: `for n in 1..{zone.places}`"
    ctx.report("E0325", span, name=zone.name, places=zone.places, help=help)
    return True


def names_are_free(ctx: ResolveContext, zones: list[ZoneSymbol]) -> None:
    """Report names that collide with a name for a place (`row_3`)."""
    for zone in zones:
        for number in range(1, zone.places + 1):
            other = ctx.names.get(zone.place_name(number))
            if other is not None:
                note = (zone.span, f"place {number} of `{zone.name}` is called so in scripts")
                ctx.report("E0302", other.span, name=other.name, notes=(note,))
