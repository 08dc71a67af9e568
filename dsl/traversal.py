"""Looking through a checked game: every statement in a block, every part of an expression, every phase a phase calls.

Nothing here goes deeper than the blocks and brackets of one phase do (which the form bounds); from phase to phase and
from define to define it goes step by step, however long the chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from .checked import (
    Again,
    Assign,
    CallDefine,
    CallPhase,
    Choose,
    Cond,
    Deal,
    DefineSymbol,
    Domain,
    Expr,
    FaceRef,
    Fold,
    For,
    Gained,
    Game,
    Gather,
    If,
    IsShape,
    Let,
    Move,
    Op,
    PhaseSymbol,
    PileEnd,
    PlayTrick,
    Present,
    Random,
    Repeat,
    Show,
    Shuffle,
    Stmt,
    Together,
    ValueOf,
    VariableRef,
    ZonePlace,
    ZoneRef,
)

T = TypeVar("T")

# ------------------------------------------------------------------------------------------------------- statements


def within(statements: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """Every statement of a block, those inside others too, in the order written."""
    for st in statements:
        yield st
        for block in blocks(st):
            yield from within(block)


def blocks(st: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The blocks a statement holds."""
    match st:
        case If(then=a, otherwise=b) | Repeat(body=a, otherwise=b):
            return (a, b)
        case For(body=body):
            return (body,)
        case Choose(choices=choices):
            return tuple(choice.body for choice in choices)
        case Together(choosers=choosers):
            return (choosers,)
        case _:
            return ()


def every(phase: PhaseSymbol) -> Iterator[Stmt]:
    """Every statement of a phase, those in its rows too."""
    yield from within(phase.body)
    for row in phase.rows:
        yield from within(row.actions)


def everything(game: Game) -> Iterator[Stmt]:
    """Every statement of the game: main, phases, incidents."""
    for phase in (game.main, *game.phases):
        yield from every(phase)
    for rule in game.incidents:
        yield from within(rule.body)


# ------------------------------------------------------------------------------------------------------ expressions


def _some(*items: Expr | None) -> tuple[Expr, ...]:
    return tuple(item for item in items if item is not None)


def of_domain(domain: Domain) -> tuple[Expr, ...]:
    """The expressions that say what a name runs over."""
    return domain.args if domain.start is None else (*domain.args, domain.start)


_PARTS: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    VariableRef: lambda e: _some(e.owner),
    Gained: lambda e: _some(e.owner),
    ZoneRef: lambda e: _some(e.owner),
    FaceRef: lambda e: (e.suit,),
    Op: lambda e: e.args,
    Cond: lambda e: (e.condition, e.then, e.otherwise),
    CallDefine: lambda e: e.args,
    ValueOf: lambda e: (e.operand,),
    IsShape: lambda e: (e.cards,),
    PileEnd: lambda e: _some(e.pile, e.count),
    Fold: lambda e: (*of_domain(e.domain), *_some(e.where, e.body)),
    Present: lambda e: (e.operand,),
    Random: lambda e: _some(e.of),
}


def parts(e: Expr) -> tuple[Expr, ...]:
    """The expressions an expression is directly made of."""
    found = _PARTS.get(type(e))
    return found(e) if found is not None else ()


def inside(e: Expr) -> Iterator[Expr]:
    """An expression and everything in it, from left to right."""
    waiting = [e]
    while waiting:
        e = waiting.pop()
        yield e
        waiting.extend(reversed(parts(e)))


def _place(place: ZonePlace) -> tuple[Expr, ...]:
    return _some(place.owner)


def _choose(st: Choose) -> tuple[Expr, ...]:
    found = [st.player]
    for choice in st.choices:
        found += _some(choice.guard)
        for _, domain in choice.generators:
            found += of_domain(domain)
        found += _some(choice.where)
    return tuple(found)


_SAID: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    Let: lambda st: (st.value,),
    Assign: lambda st: _some(st.value, st.owner),
    Gather: lambda st: _place(st.zone),
    Shuffle: lambda st: _place(st.zone),
    Deal: lambda st: (*st.amounts, *_place(st.pile), *_place(st.target), *_some(st.start)),
    Move: lambda st: (st.what, *_place(st.target)),
    Show: lambda st: _some(st.what, st.to),
    CallPhase: lambda st: st.args,
    PlayTrick: lambda st: _some(st.leader, st.without, *(test for _, test in st.narrow)),
    If: lambda st: (st.condition,),
    Repeat: lambda st: _some(st.times, st.until),
    For: lambda st: (*(of_domain(st.domain) if st.domain else _some(st.start)), *_some(st.where, st.until)),
    Choose: _choose,
}


def said(st: Stmt) -> tuple[Expr, ...]:
    """The expressions of a statement itself, not those of the statements in it."""
    found = _SAID.get(type(st))
    return found(st) if found is not None else ()


def of_define(define: DefineSymbol) -> Iterator[Expr]:
    """The expressions a define consists of."""
    for let in define.lets:
        yield let.value
    if define.body is not None:
        yield define.body
    for row in define.rows:
        yield from _some(row.guard, row.value)


# ----------------------------------------------------------------------------------------------- who calls whom


def calls(phase: PhaseSymbol) -> list[CallPhase]:
    """Every call a phase makes."""
    return [st for st in every(phase) if isinstance(st, CallPhase)]


def reached(game: Game) -> set[PhaseSymbol]:
    """Every phase that main reaches, through others or an incident."""
    found: set[PhaseSymbol] = set()
    waiting = [game.main]
    for rule in game.incidents:
        waiting += [st.phase for st in within(rule.body) if isinstance(st, CallPhase | Again)]
    while waiting:
        phase = waiting.pop()
        if phase not in found:
            found.add(phase)
            waiting += [st.phase for st in every(phase) if isinstance(st, CallPhase | Again)]
    return found


def called_first(
    roots: Iterable[T], needs: Callable[[T], Iterable[T]], circle: Callable[[list[T]], None] | None = None
) -> list[T]:
    """Everything the roots reach, each behind what it needs; of a circle, some one comes first.

    Both phases and defines: whoever works something out for each in this order finds what it needs worked out.  Each
    circle is handed to `circle`, the member found first at both ends.
    """
    done: dict[T, None] = {}
    open_: set[T] = set()
    for root in roots:
        if root in done:
            continue
        open_.add(root)
        trail = [(root, iter(list(needs(root))))]
        while trail:
            at, rest = trail[-1]
            for other in rest:
                if other in done:
                    continue
                if other not in open_:
                    open_.add(other)
                    trail.append((other, iter(list(needs(other)))))
                    break
                if circle is not None:
                    members = [member for member, _ in trail]
                    circle([*members[members.index(other) :], other])
            else:
                trail.pop()
                done[at] = None
    return list(done)


def phases_in_order(game: Game) -> list[PhaseSymbol]:
    """All phases and main, each behind those it calls."""
    return called_first((*game.phases, game.main), lambda phase: [call.phase for call in calls(phase)])


def defines_in_order(game: Game) -> list[DefineSymbol]:
    """All defines, each behind those it reads."""

    def needs(define: DefineSymbol) -> list[DefineSymbol]:
        return [e.define for whole in of_define(define) for e in inside(whole) if isinstance(e, CallDefine)]

    return called_first(game.defines, needs)
