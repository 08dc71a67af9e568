"""The size of an expression and the symbols it reads.  They decide whether its meaning replaces a name."""

from __future__ import annotations

from collections.abc import Iterator

from ..checked import (
    Assign,
    CallDefine,
    CallPhase,
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
    VariableRef,
    ZoneRef,
)
from ..traversal import blocks, every, inside, moved_zones, of_define, own_expressions, within


def weight(e: Expr) -> int:
    """The number of parts of an expression."""
    return sum(1 for _ in inside(e))


def free_of(e: Expr, local: LocalSymbol) -> bool:
    """Whether an expression does not read a name."""
    return not any(isinstance(part, LocalRef) and part.local is local for part in inside(e))


def reads(e: Expr) -> set[Symbol]:
    """The variables, zones and names that an expression depends on, also through defines."""
    found: set[Symbol] = set()
    waiting, seen = [e], set[Symbol]()
    while waiting:
        for part in inside(waiting.pop()):
            match part:
                case VariableRef(variable=symbol) | ZoneRef(zone=symbol) | LocalRef(local=symbol):
                    found.add(symbol)
                case CallDefine(define=define) if define not in seen:
                    seen.add(define)
                    waiting.extend(of_define(define))
                case _:
                    pass
    return found


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


def mentions(st: Stmt) -> set[Symbol]:
    """Everything that a statement reads or writes, including the phases it calls."""
    found: set[Symbol] = set()
    for one in _led_to((st,)):
        for e in own_expressions(one):
            found |= reads(e)
        if isinstance(one, Assign):
            found.add(one.target)
    return found


def writes(statements: tuple[Stmt, ...], zones: tuple[Symbol, ...]) -> set[Symbol]:
    """Everything that some statements may change: variables, names and, if any card moves, these zones."""
    found: set[Symbol] = set()
    for st in _led_to(statements):
        match st:
            case Assign(target=target):
                found.add(target)
            case _ if moved_zones(st):
                found.update(zones)
            case _:
                pass
    return found


def _led_to(statements: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """The statements with all statements in them and in the phases they call.  Each phase is visited once."""
    waiting, seen = list(within(statements)), set[Symbol]()
    while waiting:
        st = waiting.pop()
        yield st
        if isinstance(st, CallPhase) and st.phase not in seen:
            seen.add(st.phase)
            waiting.extend(every(st.phase))


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
