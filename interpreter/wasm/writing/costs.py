"""What an expression costs: whether it is computed before it is known to be needed, and whether it is written again at
each use.
"""

from __future__ import annotations

from ...program import Binary, Const, Domain, Expr, Fold, FunctionCall, Get, Look, Reg, Unary, ZoneCards
from ...traversal import nodes_within
from ..ranges import within
from .writer import FunctionWriter

_HARMLESS = 6
"""The highest cost of an expression that is computed even if its value may not be needed."""
_BRIEF = 24
"""The most parts of an expression that is written again at each use."""


def harmless(w: FunctionWriter, e: Expr) -> bool:
    """Whether an expression can be computed even if its value is not needed: it is short and cannot fail."""
    return _cost(w, e) <= _HARMLESS


def _cost(w: FunctionWriter, e: Expr) -> int:
    """The number of parts of an expression; more than is harmless if it can fail or has a part that costs more."""
    match e:
        case Const() | Reg() | Get(index=None):
            return 1
        case Get(_, index, count) if index is not None and within(w.unit.range(index), (0, count - 1)):
            return 2 + _cost(w, index)
        case Look(table, index) if within(w.unit.range(index), (0, len(w.unit.layout.program.tables[table]) - 1)):
            return 2 + _cost(w, index)
        case ZoneCards(zone, None) if not w.ordered(zone):
            return 1
        case Binary(op, left, right) if op not in ("/", "mod", "min", "max") and w.unit.narrow(e):
            if op == "has" and not within(w.unit.range(right), (0, 63)):
                return _HARMLESS + 1
            return 1 + _cost(w, left) + _cost(w, right)
        case Unary("not" | "any" | "count" | "-", operand) if w.unit.narrow(operand):
            return 1 + _cost(w, operand)
        case _:
            return _HARMLESS + 1


def brief(e: Expr) -> bool:
    """Whether an expression has few parts, and contains no loop and no call."""
    found = list(nodes_within(e))
    if len(found) > _BRIEF:
        return False
    match e:
        case Fold("set", reg, Domain("mask", (Const(),)), Binary("and", first, Binary("=", Reg(same), one))) if (
            same == reg
        ):
            found = [*nodes_within(first), *nodes_within(one)]
        case _:
            pass
    return not any(isinstance(part, Fold | FunctionCall | Domain) for part in found)
