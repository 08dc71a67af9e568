"""The size of an expression, and whether its value stays.  They decide whether its meaning replaces a name."""

from __future__ import annotations

from ..checked import (
    Assign,
    Expr,
    For,
    Let,
    LocalRef,
    LocalSymbol,
    Op,
    Repeat,
    Stmt,
    Symbol,
    Together,
)
from ..effects import writes
from ..traversal import blocks, inside, own_expressions


def weight(e: Expr) -> int:
    """The number of parts of an expression."""
    return sum(1 for _ in inside(e))


def free_of(e: Expr, local: LocalSymbol) -> bool:
    """Whether an expression does not read a name."""
    return not any(isinstance(part, LocalRef) and part.local is local for part in inside(e))


def steady(
    local: LocalSymbol,
    sources: set[Symbol],
    statements: tuple[Stmt, ...],
    zones: tuple[Symbol, ...],
    stale: bool = False,
) -> tuple[bool, bool]:
    """Whether a name has the same value at each read in a block; and whether its value is out of date afterwards.

    `sources` is what its value was computed from.  Once a source may have changed, the text must keep the name."""
    for st in statements:
        if stale and any(isinstance(p, LocalRef) and p.local is local for e in own_expressions(st) for p in inside(e)):
            return False, True
        inner = blocks(st)
        changed = bool(writes((st,), zones) & sources)
        before = stale or (changed and isinstance(st, For | Repeat | Together))
        for block in inner:
            good, _ = steady(local, sources, block, zones, before)
            if not good:
                return False, True
        stale = stale or changed
    return True, stale


def draws(e: Expr) -> bool:
    """Whether chance decides an expression.  The text must then mention it only once."""
    return any(part.by_chance for part in inside(e))


def turns_of(st: Stmt, loop: Stmt) -> tuple[For, Expr | None] | None:
    """`for p around the table from q, 3 times`: the turns that a `let` and the loop after it mean, and their number."""
    if not isinstance(st, Let) or not isinstance(loop, Repeat) or not loop.body or loop.otherwise:
        return None
    match loop.body[-1]:
        case Assign(target=target, op="set", value=Op(op="next", args=(LocalRef(local=local),))):
            if target is st.local is local:
                turns = For(st.local, None, st.value, None, loop.until, loop.body[:-1], span=loop.span)
                return turns, loop.times
        case _:
            pass
    return None
