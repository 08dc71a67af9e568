"""Keeps expressions small while they are made: what is known before play (options, the number of players) is computed
now.
"""

from __future__ import annotations

from ..operations import BINARY, UNARY
from ..program import Binary, BinaryOp, Checked, Const, Expr, Get, If, Look, Place, Present, Reg, Unary, UnaryOp


def harmless(e: Expr) -> bool:
    """Whether evaluating an expression has no effect besides its value: it draws no card, and cannot fail."""
    match e:
        case Const() | Reg() | Get(index=None | Const()):
            return True
        case Binary(op, left, right):
            return op not in ("/", "mod") and harmless(left) and harmless(right)
        case Unary(_, operand):
            return harmless(operand)
        case If(condition, then, otherwise):
            return harmless(condition) and harmless(then) and harmless(otherwise)
        case _:
            return False


def binary(op: BinaryOp, a: Expr, b: Expr) -> Expr:
    """`a op b`; computed now if both are known, or if one determines the result."""
    if isinstance(a, Const) and isinstance(b, Const):
        value = BINARY[op].value(a.value, b.value)
        if value is not None:
            return Const(value)
    if op in ("and", "or"):
        for known, other in ((a, b), (b, a)):
            if isinstance(known, Const):
                if bool(known.value) == (op == "or"):
                    return Const(int(op == "or")) if known is a or harmless(other) else Binary(op, a, b)
                return other
    if op in ("+", "-") and b == Const(0):
        return a
    if op in ("union", "without") and b == Const(0):
        return a
    return Binary(op, a, b)


def unary(op: UnaryOp, a: Expr) -> Expr:
    """`op a`; computed now if it is known."""
    value = UNARY[op].value(a.value) if isinstance(a, Const) else None
    return Const(value) if value is not None else Unary(op, a)


def negation(a: Expr) -> Expr:
    """`not a`"""
    match a:
        case Unary("not", inner):
            return inner
        case Binary("=", left, right):
            return Binary("!=", left, right)
        case Binary("!=", left, right):
            return Binary("=", left, right)
        case _:
            return unary("not", a)


def single(a: Expr) -> Expr:
    """The mask of one element."""
    return unary("single", a)


def count(a: Expr) -> Expr:
    """The number of elements of a mask."""
    return unary("count", a)


def is_nonempty(a: Expr) -> Expr:
    """Whether a mask has any element."""
    return unary("any", a)


def choose(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """`then if condition otherwise …`"""
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    return then if then == otherwise else If(condition, then, otherwise)


def look(tables: list[tuple[int, ...]], table: int, index: Expr) -> Expr:
    """An entry of a constant table."""
    if isinstance(index, Const) and 0 <= index.value < len(tables[table]):
        return Const(tables[table][index.value])
    return Look(table, index)


def checked(value: Expr, low: int, high: int, place: Place) -> Expr:
    """A value that must lie in a range; unchanged if it is known to."""
    if isinstance(value, Const) and low <= value.value <= high:
        return value
    return Checked(value, low, high, place)


def present(value: Expr, place: Place) -> Expr:
    """A value that must not be none."""
    if isinstance(value, Present) or (isinstance(value, Const) and value.value != -1):
        return value
    return Present(value, place)
