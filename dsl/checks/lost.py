"""Finds changes of a name that nothing reads afterwards.

A name from `let` ends with its block, and a parameter with its phase.  Whoever passes a value to a phase keeps it as it
was: `set leader to winner` at the end of `phase one_trick(leader: player)` changes nothing for the next trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..checked import (
    Assign,
    CheckedGame,
    Choose,
    Expr,
    For,
    Let,
    LocalRef,
    LocalSymbol,
    PhaseSymbol,
    PlayTrick,
    Repeat,
    Stmt,
    Together,
)
from ..resolve.context import ResolveContext
from ..source.span import Span
from ..traversal import blocks, inside, own_expressions, within


def changes_are_read(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report a `set`, `add` or `subtract` of a parameter or of a name from `let`, and a trick whose taker becomes one,
    if nothing reads the name afterwards (W0623)."""
    for phase in (game.main, *game.phases):
        for body in (phase.body, *(row.actions for row in phase.rows)):
            _report(body, phase, ctx)
    for rule in game.incidents:
        _report(rule.body, None, ctx)


def _report(body: tuple[Stmt, ...], phase: PhaseSymbol | None, ctx: ResolveContext) -> None:
    params, above = (phase.params, phase.body) if phase is not None else ((), ())
    names = {*params, *(st.local for st in within(above + body) if isinstance(st, Let))}
    for name, span in _lost(body, frozenset()):
        if name in names:
            help = f"`{name.name}` ends with its block: leave the line out, or remember `{name.name}` below `remember`"
            if phase is not None and name in params:
                help = (
                    f"`{phase.name}` has its own `{name.name}`, and whoever plays `{phase.name}` keeps another:"
                    f" leave out the parameter, and remember `{name.name}` below `remember`"
                )
            ctx.report("W0623", span, name=name.name, help=help)


def _lost(body: tuple[Stmt, ...], later: frozenset[LocalSymbol]) -> Iterator[tuple[LocalSymbol, Span]]:
    """The names that a block changes and that nothing reads afterwards, each with the place of the change.

    `later` are the names that are read after the block, or in an earlier line of a loop around it."""
    for st in reversed(body):
        inner = later
        if isinstance(st, Repeat | For | PlayTrick | Together):  # its lines come again, and a `let` in them begins anew
            inner |= _read_in((st,)) - {one.local for one in within((st,)) if isinstance(one, Let)}
        for block in blocks(st):
            yield from _lost(block, inner)
        if isinstance(st, Assign) and isinstance(st.target, LocalSymbol) and st.target not in later:
            yield st.target, st.span
        later |= _read_in((st,))


def _read_in(statements: tuple[Stmt, ...]) -> frozenset[LocalSymbol]:
    found = _read(e for st in within(statements) for e in own_expressions(st))
    choices = (choice for st in within(statements) if isinstance(st, Choose) for choice in st.choices)
    return found | {name for choice in choices for name in choice.holes}


def _read(expressions: Iterable[Expr]) -> frozenset[LocalSymbol]:
    return frozenset(e.local for whole in expressions for e in inside(whole) if isinstance(e, LocalRef))
