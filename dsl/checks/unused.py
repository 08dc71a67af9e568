"""Finds names that nothing reads, and zones that no card enters or leaves."""

from __future__ import annotations

from ..checked import CheckedGame
from ..resolve.context import ResolveContext


def unused_names(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report unused options (W0302), unused variables, defines and values (W0301), and unset variables (W0304)."""
    for option in game.options:
        if not option.used:
            ctx.report("W0302", option.span, name=option.name)
    for variable in game.variables:
        if not variable.used:
            ctx.report("W0301", variable.span, name=variable.name, what="variable")
        elif not variable.written:
            ctx.report("W0304", variable.span, name=variable.name)
    for define in game.defines:
        if not define.used:
            ctx.report("W0301", define.span, name=define.name, what="define")
    for shape in ctx.shapes.values():
        if not shape.used:
            ctx.report("W0301", shape.span, name=shape.name, what="shape")
    for values in ctx.values.values():
        if not values.used:
            ctx.report("W0301", values.span, name=values.name, what="values")


def unused_zones(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report zones no card enters or leaves (W0303)."""
    for zone in game.zones:
        entered = zone.entered or zone is game.first_zone
        for happens, moves in ((entered, "enters"), (zone.left, "leaves")):
            if not happens:
                ctx.report("W0303", zone.span, name=zone.name, moves=moves)
                break
