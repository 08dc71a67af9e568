"""The conditions on a choice, one by one: whichever of them fails is the reason why the choice is not legal.

Conditions joined by `and` are apart, also behind a `not`, within a define, and in the rows of a table of yes and no.
`a or b and c` is `a or b`, and `a or c`: so it is one of the two that fails.
Lowering makes a reason of each, and the rulebook's sentence for it explains the reason.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import prod

from ..checked import CallDefine, Expr, LocalSymbol, Op, Row
from ..source.span import Span
from .logic import negated

_MOST_WAYS = 4
"""Into how many conditions one with `or` is taken apart at most."""
_DEEPEST = 6
"""How many defines are opened inside each other."""


@dataclass(frozen=True, slots=True)
class OpenedCall:
    """A define that was replaced by its meaning: its parameters, and what was given for each."""

    params: tuple[LocalSymbol, ...]
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One condition that must hold.

    `calls`: the defines that were opened around it, the outermost first.  `row`: if it is a row of a table, that row;
    it must hold only if it is the first row that applies, and `before` has the conditions of earlier rows.
    """

    condition: Expr
    span: Span
    calls: tuple[OpenedCall, ...] = ()
    row: Row | None = None
    before: tuple[Expr, ...] = ()


def requirements(e: Expr, calls: tuple[OpenedCall, ...] = ()) -> list[Requirement]:
    """The conditions that together are a condition, in the order in which they are tested."""
    match e:
        case Op(op="and", args=args):
            return [found for arg in args for found in requirements(arg, calls)]
        case Op(op="or", args=args) if 1 < prod(len(_joined(arg)) for arg in args) <= _MOST_WAYS:
            return [Requirement(replace(e, args=one), e.span, calls) for one in product(*map(_joined, args))]
        case Op(op="not", args=(Op(op="not", args=(inner,)),)):
            return requirements(inner, calls)
        case Op(op="not", args=(Op(op="or", args=args),)):
            return [found for arg in args for found in requirements(negated(arg), calls)]
        case CallDefine(define=define, args=args) if define.rows and not define.lets:
            return _of_rows(define.rows, (*calls, OpenedCall(define.params, args)))
        case CallDefine() if len(found := _opened(e, calls, holds=True)) > 1:
            return found
        case Op(op="not", args=(CallDefine() as call,)) if len(found := _opened(call, calls, holds=False)) > 1:
            return found
        case _:
            return [Requirement(e, e.span, calls)]


def _joined(e: Expr) -> tuple[Expr, ...]:
    """The conditions of which one consists, joined by `and`."""
    match e:
        case Op(op="and", args=args):
            return tuple(found for arg in args for found in _joined(arg))
        case Op(op="not", args=(Op(op="or", args=args),)):
            return tuple(found for arg in args for found in _joined(negated(arg)))
        case _:
            return (e,)


def _opened(e: CallDefine, calls: tuple[OpenedCall, ...], *, holds: bool) -> list[Requirement]:
    """The conditions in the meaning of a define, or of its opposite; none if it has no single expression."""
    define = e.define
    if define.lets or define.rows or define.body is None or len(calls) >= _DEEPEST:
        return []
    body = define.body if holds else negated(define.body)
    return requirements(body, (*calls, OpenedCall(define.params, e.args)))


def _of_rows(rows: tuple[Row, ...], calls: tuple[OpenedCall, ...]) -> list[Requirement]:
    found: list[Requirement] = []
    before: tuple[Expr, ...] = ()
    for row in rows:
        assert row.value is not None
        found.append(Requirement(row.value, row.span, calls, row, before))
        if row.guard is not None:
            before = (*before, row.guard)
    return found
