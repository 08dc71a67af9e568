"""What a condition says of the variables in it: which values they can have where it holds, or where it does not."""

from __future__ import annotations

from ..checked import Expr, Op, VariableRef, VariableSymbol
from ..operations import OPPOSITES
from .evaluation import PossibleExpressions
from .possible import Possible

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def assumptions(values: PossibleExpressions, condition: Expr, holds: bool) -> dict[VariableSymbol, Possible]:
    """The numbers and truth values that variables without an owner can have, as far as the condition tells."""
    found: dict[VariableSymbol, Possible] = {}
    waiting = [(condition, holds)]
    while waiting:
        e, true = waiting.pop()
        match e:
            case Op(op="not", args=(inner,)):
                waiting.append((inner, not true))
            case Op(op="and", args=args) if true:
                waiting += [(arg, True) for arg in args]
            case Op(op="or", args=args) if not true:
                waiting += [(arg, False) for arg in args]
            case VariableRef(variable=variable, owner=None) if e.type.kind == "flag":
                found[variable] = Possible(int(true), int(true))
            case Op(op=op, args=(a, b)) if op in _FLIPPED and a.type.kind == b.type.kind == "number":
                op = op if true else OPPOSITES[op]
                for one, other, compared in ((a, b, op), (b, a, _FLIPPED[op])):
                    if isinstance(one, VariableRef) and one.owner is None:
                        part = _part(found.get(one.variable) or values.of(one), compared, values.of(other))
                        if part.low <= part.high:
                            found[one.variable] = part
            case _:
                pass
    return found


def _part(value: Possible, op: str, other: Possible) -> Possible:
    """The numbers of a value that can stand in this relation to another one."""
    low, high = value.low, value.high
    match op:
        case "<":
            high = min(high, other.high - 1)
        case "<=":
            high = min(high, other.high)
        case ">":
            low = max(low, other.low + 1)
        case ">=":
            low = max(low, other.low)
        case "=":
            low, high = max(low, other.low), min(high, other.high)
        case _:
            low += other.only == low
            high -= other.only == high
    return Possible(low, high, value.some, value.none)
