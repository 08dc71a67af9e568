"""Traverses a checked game: all statements of a block, all parts of an expression, all phases that a phase calls.

The annotations in `checked/` say which fields of a record hold expressions or statements.  So this file knows a new
expression or statement as soon as its class is written.

Recursion here is as deep as the blocks and brackets of one phase, which the parser limits.  From phase to phase and
from define to define the functions go step by step, so a long chain causes no deep recursion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar, cast

from . import checked
from .checked import (
    Again,
    CallDefine,
    CallPhase,
    CheckedGame,
    Choice,
    DefineSymbol,
    Domain,
    Expr,
    Op,
    OptionRef,
    OptionSymbol,
    PhaseSymbol,
    Statement,
    Stmt,
    Typed,
    ValueOf,
    ZonePlace,
    ZoneSymbol,
)
from .source.frozen import Frozen
from .source.identity import kept_for_last, same_items

T = TypeVar("T")
FrozenT = TypeVar("FrozenT", bound=Frozen)

# ---------------------------------------------------------------------------------------------------------- fields


@cache
def _named(annotation: str) -> tuple[type, ...]:
    """The classes of records in an annotation: `Typed` for expressions, `Statement` for statements."""
    found: list[type] = []
    for word in re.findall(r"\w+", annotation):
        named = {"Expr": Typed, "Stmt": Statement}.get(word) or getattr(checked, word, None)
        if isinstance(named, type) and issubclass(named, Frozen):
            found.append(named)
    return tuple(found)


@cache
def _holding(kind: type) -> tuple[str, ...]:
    """The fields that hold expressions, or records with expressions in them, in the order declared."""
    return tuple(
        f.name
        for f in fields(kind)
        if any(not issubclass(named, Statement) or named is Choice for named in _named(str(f.type)))
    )


@cache
def _block_fields(kind: type) -> tuple[str, ...]:
    """The fields that hold statements, or choices with statements in them."""
    return tuple(f.name for f in fields(kind) if any(issubclass(named, Statement) for named in _named(str(f.type))))


@cache
def _place_fields(kind: type) -> tuple[str, ...]:
    """The fields that hold a zone, or one of its places."""
    return tuple(f.name for f in fields(kind) if f.type in ("ZonePlace", "ZoneSymbol"))


@cache
def _forms(kind: type) -> tuple[tuple[str, str], ...]:
    """The fields of `_holding`, each with its form: one expression (or none), several, or anything else."""
    forms = {"Expr": "one", "Expr | None": "one", "tuple[Expr, ...]": "several"}
    return tuple((f.name, forms.get(str(f.type), "other")) for f in fields(kind) if f.name in _holding(kind))


def _gather(record: object, found: list[Expr]) -> None:
    """Collect the direct expressions of a record, including those of its domains, places and choices."""
    for name, form in _forms(type(record)):
        value: Any = getattr(record, name)
        if not value:
            continue
        if form == "one":
            found.append(value)
        elif form == "several":
            found += value
        else:
            _take(value, found)


def _take(value: Any, found: list[Expr]) -> None:
    """Collect the expressions of a value.  A value that is neither an expression, a record nor a tuple has none."""
    if isinstance(value, Typed):
        found.append(value)  # pyrefly: ignore[bad-argument-type] - every `Typed` is an `Expr`
    elif isinstance(value, tuple):
        for item in value:
            _take(item, found)
    elif isinstance(value, Frozen):
        _gather(value, found)


# ------------------------------------------------------------------------------------------------------- statements


def within(statements: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """Every statement of a block, including nested ones, in the order written."""
    found: list[Stmt] = []
    _add_all(statements, found)
    return iter(found)


def _add_all(statements: tuple[Stmt, ...], found: list[Stmt]) -> None:
    for st in statements:
        found.append(st)
        if _block_fields(type(st)):
            for block in blocks(st):
                _add_all(block, found)


def blocks(st: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The blocks that a statement holds."""
    names = _block_fields(type(st))
    if not names:
        return ()
    found: list[tuple[Stmt, ...]] = []
    for name in names:
        block: tuple[Any, ...] = getattr(st, name)
        if block and isinstance(block[0], Choice):
            found += [choice.body for choice in block]
        else:
            found.append(block)
    return tuple(found)


def moved_zones(st: Stmt) -> tuple[ZoneSymbol, ...]:
    """The zones that a statement names as places: those whose cards, or their order, it may change.

    Zones that it names in expressions (`move top of stock to heap` takes a card from `stock`) are not among them."""
    names = _place_fields(type(st))
    if not names:
        return ()
    found = (getattr(st, name) for name in names)
    return tuple(place.zone if isinstance(place, ZonePlace) else place for place in found)


def every(phase: PhaseSymbol) -> Iterator[Stmt]:
    """Every statement of a phase, including those in its rows."""
    yield from within(phase.body)
    for row in phase.rows:
        yield from within(row.actions)


@kept_for_last
def everything(game: CheckedGame) -> tuple[Stmt, ...]:
    """Every statement of the game: of main, phases and incidents."""
    found: list[Stmt] = []
    for phase in (game.main, *game.phases):
        found += every(phase)
    for rule in game.incidents:
        _add_all(rule.body, found)
    return tuple(found)


def own_expressions(st: Stmt) -> tuple[Expr, ...]:
    """The expressions of a statement itself, without those of nested statements."""
    found: list[Expr] = []
    _gather(st, found)
    return tuple(found)


# ------------------------------------------------------------------------------------------------------ expressions


def of_domain(domain: Domain) -> tuple[Expr, ...]:
    """The expressions of a domain."""
    return domain.args if domain.start is None else (*domain.args, domain.start)


def parts(e: Expr) -> tuple[Expr, ...]:
    """The direct parts of an expression."""
    if type(e) is Op:  # most expressions are operations, and their parts are their arguments
        return e.args
    if not _forms(type(e)):
        return ()
    found: list[Expr] = []
    _gather(e, found)
    return tuple(found)


@cache
def _own_fields(kind: type) -> tuple[tuple[str, bool], ...]:
    """The fields of a class of expressions besides type and span, each with a flag: whether it holds expressions."""
    return tuple((f.name, f.name in _holding(kind)) for f in fields(kind) if f.name not in ("type", "span"))


def own_values(e: Expr) -> tuple[Any, ...]:
    """The values of an expression's other fields, and which of its parts are present."""
    found: list[Any] = []
    for name, holds in _own_fields(type(e)):
        value = getattr(e, name)
        if holds and value is not None:
            value = len(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else 1
        found.append(value)
    return tuple(found)


def inside(e: Expr) -> Iterator[Expr]:
    """An expression and all nested ones, from left to right."""
    waiting = [e]
    while waiting:
        e = waiting.pop()
        yield e
        found = e.args if type(e) is Op else parts(e)
        if found:
            waiting += found[::-1]


def with_parts(record: FrozenT, change: Callable[[Expr], Expr]) -> FrozenT:
    """A copy of an expression, statement, domain or place with its direct expressions changed.

    Its blocks stay the same."""
    made: dict[str, object] = {}
    for name in _holding(type(record)):
        old = getattr(record, name)
        new = _changed(old, change)
        if new is not old:
            made[name] = new
    return replace(record, **made) if made else record  # type: ignore[type-var]


def _changed(value: object, change: Callable[[Expr], Expr]) -> object:
    if isinstance(value, Typed):
        return change(cast("Expr", value))
    if isinstance(value, tuple):
        old = cast("tuple[object, ...]", value)
        new = tuple(_changed(item, change) for item in old)
        return old if same_items(old, new) else new
    if isinstance(value, Frozen):
        return with_parts(value, change)
    return value


def of_define(define: DefineSymbol) -> Iterator[Expr]:
    """The expressions of a define."""
    for let in define.lets:
        yield let.value
    if define.body is not None:
        yield define.body
    for row in define.rows:
        if row.guard is not None:
            yield row.guard
        if row.value is not None:
            yield row.value


@kept_for_last
def all_expressions(game: CheckedGame) -> tuple[Expr, ...]:
    """Every expression of the game, and every part of one: in statements, defines, rows, options and checks."""
    whole: list[Expr] = []
    for phase in (game.main, *game.phases):
        whole += [after.condition for after in phase.afters]
        whole += [row.guard for row in phase.rows if row.guard is not None]
    for rule in game.incidents:
        if rule.players is not None:
            whole.append(rule.players)
    for st in everything(game):
        whole += own_expressions(st)
    for define in game.defines:
        whole += of_define(define)
    whole += [rule.condition for rule in game.always]
    whole += [e for line in game.written for e in line.expressions]
    whole += [option.condition for option in game.options if option.condition is not None]
    whole += [condition for condition, _ in game.requirements]
    return tuple(part for e in whole for part in inside(e))


def played_options(game: CheckedGame) -> set[OptionSymbol]:
    """The options that play depends on: those that reachable rules, cards or scores read.

    An option that only a check (`after`, `always`, `require`) reads does not affect play."""
    waiting: list[Expr] = [e for phase in reached_phases(game) for st in every(phase) for e in own_expressions(st)]
    waiting += [row.guard for phase in reached_phases(game) for row in phase.rows if row.guard is not None]
    for rule in game.incidents:
        waiting += [e for st in within(rule.body) for e in own_expressions(st)]
        waiting += [rule.players] if rule.players is not None else []
    deck = game.deck
    waiting += [e for e in (deck.copies, deck.jokers) if e is not None]
    waiting += [e for row in deck.rows for e in (row.copies, row.condition) if e is not None]
    rows = game.ranking.rows if game.ranking is not None else ()
    waiting += [e for row in rows for e in row.depends_on]
    found: set[OptionSymbol] = set()
    seen: set[object] = set()
    while waiting:
        for e in inside(waiting.pop()):
            match e:
                case OptionRef(option=option):
                    found.add(option)
                case CallDefine(define=define) if define not in seen:
                    seen.add(define)
                    waiting += of_define(define)
                case ValueOf(values=values) if values not in seen:
                    seen.add(values)
                    waiting += [row.low for row in values.rows if row.low is not None]
                case _:
                    pass
    return found


# ----------------------------------------------------------------------------------------- calls between phases


def calls(phase: PhaseSymbol) -> list[CallPhase]:
    """Every call that a phase makes."""
    return [st for st in every(phase) if isinstance(st, CallPhase)]


def reached_phases(game: CheckedGame) -> set[PhaseSymbol]:
    """Every phase that main reaches, directly, through other phases, or through an incident."""
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
    """Everything that the roots reach, each item after the items it needs.  In a circle, one of the items comes first.

    It serves for phases and for defines: code that processes the items in this order finds what it needs already
    processed.  Each circle is passed to `circle`, with the first member found at both ends.
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


@kept_for_last
def phases_in_order(game: CheckedGame) -> tuple[PhaseSymbol, ...]:
    """All phases and main, each after those it calls."""
    return tuple(called_first((*game.phases, game.main), lambda phase: [call.phase for call in calls(phase)]))


@kept_for_last
def defines_in_order(game: CheckedGame) -> tuple[DefineSymbol, ...]:
    """All defines, each after those it reads."""

    def needs(define: DefineSymbol) -> list[DefineSymbol]:
        return [e.define for whole in of_define(define) for e in inside(whole) if isinstance(e, CallDefine)]

    return tuple(called_first(game.defines, needs))
