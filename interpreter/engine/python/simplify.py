"""Makes expressions faster: finds an expression with the same value that needs less work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import is_
from typing import Any, cast, get_args

from ...program import Binary, Const, Domain, Expr, Fold, FunctionCall, If, Look, Present, Program, Reg, Unary
from ...traversal import field_names, nodes_within
from .reading import at_hand

_SMALL = 12
"""How many parts a function may have that is written in place of its calls."""
_DEEP = 3
"""How deeply such functions may be written inside each other."""


def quicker(program: Program, e: Fold) -> Expr | None:
    """A faster expression for a fold over a set; None if there is none.

    For example, the set of all elements that equal one given element is that element or the empty set, so no loop is
    needed.
    """
    match e:
        case Fold("set", reg, Domain("mask", (Const(mask),)), where) if where is not None:
            *rest, last = _terms(where)
            sought = _only(last, reg)
            if sought is None or any(part == Reg(reg) for term in rest for part in nodes_within(term)):
                return None
            if not _among(program, sought, mask):
                return None
            found: Expr = Unary("single", sought)
            for term in reversed(rest):
                found = If(term, found, Const(0))
            return found
        case _:
            return None


def inside(program: Program, call: FunctionCall, depth: int = _DEEP) -> Expr | None:
    """The body of a function, to be written in place of a call; None if the body or an argument is long.

    Functions called in the body are replaced too, up to `depth` levels.
    """
    body = program.functions[call.function].body
    if isinstance(body, Fold):
        body = quicker(program, body) or body
    if depth == 0 or not _is_small(body) or not all(at_hand(arg) for arg in call.args):
        return None
    body = rewritten(body, lambda e: inside(program, e, depth - 1) if isinstance(e, FunctionCall) else None)
    if not _is_small(body) or any(isinstance(part, Fold | FunctionCall) for part in nodes_within(body)):
        return None
    return rewritten(body, lambda e: call.args[e.number] if isinstance(e, Reg) else None)


def _is_small(e: Expr) -> bool:
    """Whether an expression has few parts.  A long expression is not examined to its end."""
    left: list[object] = [e]
    count = 0
    while left:
        node = left.pop()
        if isinstance(node, tuple):
            left += cast("tuple[object, ...]", node)
        elif (names := field_names(type(node))) is not None:
            count += 1
            if count > _SMALL:
                return False
            left += [getattr(node, name) for name in names]
    return True


def rewritten(e: Expr, change: Callable[[Expr], Expr | None]) -> Expr:
    """The expression with every part replaced for which `change` returns another."""
    return cast("Expr", _rewritten(e, change))


def _rewritten(node: object, change: Callable[[Expr], Expr | None]) -> object:
    if isinstance(node, tuple):
        items = cast("tuple[object, ...]", node)
        changed = tuple([_rewritten(item, change) for item in items])
        return items if all(map(is_, changed, items)) else changed
    names = field_names(type(node))
    if names is None:
        return node
    if isinstance(node, _EXPRESSIONS) and (other := change(cast("Expr", node))) is not None:
        return other
    changes: dict[str, object] = {}
    for name in names:
        old: object = getattr(node, name)
        new = _rewritten(old, change)
        if new is not old:
            changes[name] = new
    return replace(cast("Any", node), **changes) if changes else node


_EXPRESSIONS = get_args(Expr)


def _terms(e: Expr) -> list[Expr]:
    """The conditions of a conjunction, in order."""
    match e:
        case Binary("and", left, right):
            return [*_terms(left), *_terms(right)]
        case _:
            return [e]


def _only(e: Expr, reg: int) -> Expr | None:
    """The value that a register must have if an equation holds."""
    match e:
        case Binary("=", Reg(number), other) | Binary("=", other, Reg(number)) if number == reg:
            return None if any(part == Reg(reg) for part in nodes_within(other)) else other
        case _:
            return None


def _among(program: Program, e: Expr, mask: int) -> bool:
    """Whether the value of an expression is certainly an element of a mask."""
    match e:
        case Look(table, index):
            inside = all(value >= 0 and mask >> value & 1 for value in program.tables[table])
            return inside and isinstance(index, Present)
        case _:
            return False
