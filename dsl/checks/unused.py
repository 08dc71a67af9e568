"""Finds names that nothing reads, zones that no card enters or leaves, and blanks that nothing fills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ..checked import Assign, CheckedGame, Expr, Gained, Over, Symbol, VariableRef
from ..resolve.context import ResolveContext
from ..traversal import all_expressions, everything, inside

BLANK = "…"
"""The place in a description for what is passed."""


def unused_names(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report unused options (W0302), unused variables, defines and values (W0301), and unset variables (W0304)."""
    read = _read(game)
    for option in game.options:
        if not option.used:
            ctx.report("W0302", option.span, name=option.name)
    for variable in game.variables:
        if not variable.used:
            ctx.report("W0301", variable.span, name=variable.name, what="variable")
        elif not variable.written:
            ctx.report("W0304", variable.span, name=variable.name)
        elif variable not in read:
            help = f"`{variable.name}` is read only where it is set itself"
            ctx.report("W0301", variable.span, name=variable.name, what="variable", help=help)
    for define in game.defines:
        if not define.used:
            ctx.report("W0301", define.span, name=define.name, what="define")
    for shape in ctx.shapes.values():
        if not shape.used:
            ctx.report("W0301", shape.span, name=shape.name, what="shape")
    for values in ctx.values.values():
        if not values.used:
            ctx.report("W0301", values.span, name=values.name, what="values")


def _read(game: CheckedGame) -> set[Symbol]:
    """The variables that are read elsewhere than in what they are set to themselves."""
    times = Counter(_variables(all_expressions(game)))
    for st in everything(game):
        if isinstance(st, Assign):
            own = (e for e in inside(st.value) if isinstance(e, VariableRef) and e.variable is st.target)
            times.subtract(_variables(own))
        elif isinstance(st, Over):
            times.update(measure for _, measure in st.criteria)
    ranking = game.ranking
    for row in ranking.rows if ranking is not None else ():
        times.update(v for e in (row.suit, row.when) if e is not None for v in _variables(inside(e)))
    deck = game.deck
    settled = [deck.copies, deck.jokers, *(e for row in deck.rows for e in (row.copies, row.condition))]
    settled += [*(ranking.keys if ranking is not None else ()), *(row.low for v in game.values for row in v.rows)]
    times.update(v for e in settled if e is not None for v in _variables(inside(e)))
    return {symbol for symbol, number in times.items() if number > 0}


def _variables(expressions: Iterable[Expr]) -> Iterator[Symbol]:
    return (e.variable for e in expressions if isinstance(e, VariableRef | Gained))


def blanks_are_filled(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report descriptions of defines with more blanks than there are parameters (W0437)."""
    for define in game.defines:
        blanks = (define.description or "").partition(": ")[0].count(BLANK)
        if blanks > len(define.params):
            ctx.report("W0437", define.span, name=define.name, blanks=blanks, params=len(define.params))


def unused_zones(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report zones no card enters or leaves (W0303)."""
    for zone in game.zones:
        entered = zone.entered or zone is game.first_zone
        for happens, moves in ((entered, "enters"), (zone.left, "leaves")):
            if not happens:
                ctx.report("W0303", zone.span, name=zone.name, moves=moves)
                break
