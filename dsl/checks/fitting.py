"""Checks that a value with a declared range fits the range of the variable or parameter that receives it."""

from __future__ import annotations

from collections.abc import Iterator

from ..checked import (
    Assign,
    CallPhase,
    CheckedGame,
    Choose,
    Expr,
    For,
    If,
    LocalRef,
    LocalSymbol,
    OptionRef,
    OptionSymbol,
    Repeat,
    Stmt,
    Together,
    VariableRef,
    VariableSymbol,
)
from ..resolve.context import ResolveContext
from ..settle.intervals import ExpressionRanges
from ..traversal import inside
from ..types import HIGHEST, LOWEST, Type

NamedSymbol = LocalSymbol | VariableSymbol | OptionSymbol | None
Tested = frozenset["NamedSymbol"]
"""The names that the conditions around a statement mention.  Such a condition may already limit the range."""


def ranges_fit(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report values that may lie outside the range of their variable or parameter (W0425).

    The check looks only at plain names that no surrounding condition mentions.  A computed value (`level + 1`) is
    checked against its range during play."""
    ranges = ExpressionRanges(game)
    bodies: list[tuple[tuple[Stmt, ...], Tested]] = []
    for phase in (game.main, *game.phases):
        bodies.append((phase.body, frozenset()))
        tested = _named(*(row.guard for row in phase.rows))
        bodies += [(row.actions, tested) for row in phase.rows]
    bodies += [(rule.body, frozenset()) for rule in game.incidents]
    for body, tested in bodies:
        for value, type, name in _given(body, tested):
            low, high = ranges.of(value)
            found = low if LOWEST < low < type.low else high if type.high < high < HIGHEST else None
            if found is not None:
                ctx.report("W0425", value.span, found=found, name=name, range=f"{type.low}..{type.high}")


def _given(statements: tuple[Stmt, ...], tested: Tested) -> Iterator[tuple[Expr, Type, str]]:
    """Names whose values are set or passed on, each with the type and the name of the receiver."""
    for st in statements:
        match st:
            case Assign(op="set", target=target, value=value):
                if target.type.kind == "number" and _symbol(value) not in {*tested, None}:
                    yield value, target.type, target.name
            case CallPhase(phase=phase, args=args):
                for param, arg in zip(phase.params, args, strict=False):
                    if param.type.kind == "number" and _symbol(arg) not in {*tested, None}:
                        yield arg, param.type, param.name
            case If(condition=condition, then=then, otherwise=otherwise):
                inner = tested | _named(condition)
                yield from _given(then, inner)
                yield from _given(otherwise, inner)
            case Repeat(until=until, body=body, otherwise=otherwise):
                yield from _given(body, tested | _named(until))
                yield from _given(otherwise, tested)
            case For(where=where, until=until, body=body):
                yield from _given(body, tested | _named(where, until))
            case Choose(choices=choices):
                for choice in choices:
                    yield from _given(choice.body, tested | _named(choice.guard, choice.where))
            case Together(choosers=choosers):
                yield from _given(choosers, tested)
            case _:
                pass


def _symbol(e: Expr) -> NamedSymbol:
    match e:
        case LocalRef(local=symbol) | VariableRef(variable=symbol) | OptionRef(option=symbol):
            return symbol
        case _:
            return None


def _named(*conditions: Expr | None) -> Tested:
    return frozenset(_symbol(e) for condition in conditions if condition is not None for e in inside(condition))
