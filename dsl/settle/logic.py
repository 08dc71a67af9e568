"""Basic facts about expressions and statements: constants, equality, and the laws of logic and arithmetic.

Types and places do not count: two expressions are equal if they say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import cast

from ..checked import (
    Assign,
    Choose,
    Cond,
    Domain,
    Expr,
    Fold,
    For,
    If,
    Lit,
    LocalSymbol,
    Op,
    Repeat,
    Stmt,
    Stop,
    Symbol,
    Together,
    VariableRef,
    VariableSymbol,
)
from ..effects import reads, writes
from ..operations import NUMBERS
from ..types import FLAG, NONE, NOTHING, NUMBER, Type

Operands = tuple[object, ...]

YES, NO = Lit(1, type=FLAG), Lit(0, type=FLAG)


def is_yes(e: Expr | None) -> bool:
    """Whether a condition is known to be true."""
    return isinstance(e, Lit) and e.type.kind == "flag" and e.value == 1


def is_no(e: Expr | None) -> bool:
    """Whether a condition is known to be false."""
    return isinstance(e, Lit) and e.type.kind == "flag" and e.value == 0


def is_same(a: object, b: object) -> bool:
    """Whether two expressions or statements say the same.  Their places and the types found for them do not count."""
    if a is b:
        return True
    if isinstance(a, tuple):
        return _all_same(cast("object", a), b)
    if type(a) is not type(b) or not is_dataclass(a) or isinstance(a, Symbol):
        return a == b
    if isinstance(a, Lit) and isinstance(b, Lit):
        return a.value == b.value and a.type.kind == b.type.kind
    return all(is_same(getattr(a, name), getattr(b, name)) for name in _compared_fields(type(a)))


@cache
def _compared_fields(kind: type) -> tuple[str, ...]:
    """The fields of a record that count in `is_same`: all except its place and its type."""
    return tuple(field.name for field in fields(kind) if field.name not in ("span", "type"))


def _all_same(a: object, b: object) -> bool:
    if not (isinstance(a, tuple) and isinstance(b, tuple)):
        return False
    one, other = cast("Operands", a), cast("Operands", b)
    return len(one) == len(other) and all(is_same(x, y) for x, y in zip(one, other, strict=True))


def number_of(e: Expr | None) -> int | None:
    """The known number of an expression; None if it is not known."""
    return e.value if isinstance(e, Lit) and e.type.kind == "number" else None


def flag(value: bool) -> Lit:
    """Yes or no as an expression."""
    return YES if value else NO


def negated(e: Expr) -> Expr:
    """The opposite of a condition."""
    match e:
        case Lit(value=value):
            return flag(not value)
        case Op(op="not", args=(inner,)):
            return inner
        case _:
            return Op("not", (e,), type=FLAG, span=e.span)


def nobody(e: Expr) -> bool:
    """Whether a set is known to be empty."""
    if isinstance(e, Lit):
        return e.type.kind == "set" and e.value == 0
    return isinstance(e, Fold) and e.kind == "set" and is_no(e.where)


def is_empty(domain: Domain) -> bool:
    """Whether a domain is known to have no element."""
    match domain:
        case Domain(kind="range", args=(Lit(value=low), Lit(value=high))):
            return low > high
        case Domain(kind="down", args=(Lit(value=high), Lit(value=low))):
            return low > high
        case Domain(kind="set", args=(group,)):
            return nobody(group)
        case _:
            return False


def conjuncts(e: Expr) -> list[Expr]:
    """The conditions that an `and` joins, in the order written."""
    return [part for arg in e.args for part in conjuncts(arg)] if isinstance(e, Op) and e.op == "and" else [e]


def disjuncts(e: Expr) -> list[Expr]:
    """The conditions that an `or` joins, in the order written."""
    return [part for arg in e.args for part in disjuncts(arg)] if isinstance(e, Op) and e.op == "or" else [e]


def alternatives(e: Expr, most: int = 6) -> list[list[Expr]]:
    """A condition as alternatives; each is a list of conditions that hold together.

    One list if there would be more than `most`."""
    found: list[list[Expr]] = [[]]
    for part in conjuncts(e):
        inner = (
            [x for branch in disjuncts(part) for x in alternatives(branch)] if len(disjuncts(part)) > 1 else [[part]]
        )
        found = [one + other for one in found for other in inner]
        if len(found) > most:
            return [conjuncts(e)]
    return found


def joined_conditions(op: str, parts: Sequence[Expr]) -> Expr:
    """Conditions joined by `and` or `or`, each only once.  An empty `and` is yes, an empty `or` is no."""
    if not parts:
        return flag(op == "and")
    result = parts[0]
    for part in parts[1:]:
        result = Op("and" if op == "and" else "or", (result, part), type=FLAG, span=result.span)
    return result


def simplified_by(e: Expr, facts: Sequence[Expr]) -> Expr:
    """A condition simplified by known facts."""
    if isinstance(e, Lit):
        return e
    for fact in facts:
        if is_same(e, fact) or implies(fact, e):
            return YES
        if is_same(e, negated(fact)) or implies(fact, negated(e)):
            return NO
    if isinstance(e, Op) and e.op in ("and", "or"):
        return logic(Op(e.op, tuple(simplified_by(arg, facts) for arg in e.args), type=FLAG, span=e.span))
    if isinstance(e, Op) and e.op == "not":
        return negated(simplified_by(e.args[0], facts))
    if isinstance(e, Op) and any(isinstance(arg, Cond) for arg in e.args):
        made = Op(e.op, tuple(_settled(arg, facts) for arg in e.args), type=e.type, span=e.span)
        return arithmetic(made) if not is_same(made, e) else e
    return e


def _settled(e: Expr, facts: Sequence[Expr]) -> Expr:
    if isinstance(e, Cond):
        condition = simplified_by(e.condition, facts)
        if isinstance(condition, Lit):
            return e.then if condition.value else e.otherwise
    return e


def known_after(st: Stmt, facts: tuple[Expr, ...], zones: tuple[Symbol, ...]) -> tuple[Expr, ...]:
    """The facts after a statement.

    A variable that was set to something is not none.  Facts about anything that the statement changes are dropped."""
    changed = writes((st,), zones)
    kept = tuple(fact for fact in facts if not reads(fact) & changed)
    match st:
        case Assign(target=VariableSymbol() as target, owner=None, each=False, op="set", value=value):
            here = VariableRef(target, None, type=target.type, span=st.span)
            none = Op("=", (here, Lit(NONE, type=NOTHING)), type=FLAG, span=st.span)
            if isinstance(value, Lit) and value.value == NONE and value.type.kind != "number":
                return (*kept, none)
            return (*kept, negated(none)) if target.type.optional and not value.type.optional else kept
        case _:
            return kept


def implies(fact: Expr, e: Expr) -> bool:
    """Whether a fact implies that `e` is true: `p = thrower`, with a player p, implies that `thrower` is not none."""
    match fact, e:
        case Op(op="=", args=(one, other)), Op(op="not", args=(Op(op="=", args=(value, Lit(value=none))),)):
            if none != NONE:
                return False
            return (is_same(other, value) and not one.type.optional) or (
                is_same(one, value) and not other.type.optional
            )
        case _:
            return False


def simpler(parts: list[Expr]) -> list[Expr]:
    """Conditions that hold together, without those that the others imply."""
    atoms = [p for p in parts if not (isinstance(p, Op) and p.op in ("and", "or"))]
    found: list[Expr] = []
    for part in parts:
        if any(part is atom for atom in atoms):
            others = [atom for atom in atoms if atom is not part]
            kept = YES if any(implies(other, part) for other in others) else simplified_by(part, others)
            if isinstance(kept, Lit) and not any(implies(other, part) for other in others):
                kept = part  # a duplicate is removed below
        else:
            kept = simplified_by(part, atoms)
        if not is_yes(kept) and not any(is_same(kept, other) for other in found):
            found.append(kept)
    return found or [YES]


def logic(e: Op) -> Expr:
    """An `and` or an `or`, simplified: settled and duplicate conditions are removed."""
    settles = is_no if e.op == "and" else is_yes
    parts = (conjuncts if e.op == "and" else disjuncts)(e)
    if any(settles(part) for part in parts):
        return flag(e.op == "or")
    kept = [part for part in parts if not isinstance(part, Lit)]
    unique = [part for i, part in enumerate(kept) if not any(is_same(part, other) for other in kept[:i])]
    return joined_conditions(e.op, unique)


def equality(e: Op) -> Expr:
    """`a = b` or `a != b`, simplified if the two sides are known or say the same."""
    left, right = e.args
    if isinstance(left, Lit) and isinstance(right, Lit) and not {left.type.kind, right.type.kind} & {"set", "card"}:
        return flag((left.value == right.value) == (e.op == "="))
    if is_same(left, right):
        return flag(e.op == "=")
    for known, other in ((left, right), (right, left)):
        if isinstance(known, Lit) and known.type.kind == "flag" and other.type.kind == "flag":
            return other if bool(known.value) == (e.op == "=") else negated(other)
        if isinstance(known, Lit) and known.value == NONE and not _may_be_none(other.type):
            return flag(e.op == "!=")
    if e.op == "!=":
        return negated(Op("=", e.args, type=FLAG, span=e.span))
    return e


def _may_be_none(type: Type) -> bool:
    return type.optional or type.kind in ("none", "unknown", "number")


def arithmetic(e: Op) -> Expr:
    """An operation on numbers: computed if they are known, removed if it has no effect."""
    values = [number_of(arg) for arg in e.args]
    known = [value for value in values if value is not None]
    if e.op in NUMBERS and known and len(known) == len(values):
        result = NUMBERS[e.op].value(*known)
        if result is not None:
            return flag(bool(result)) if e.type.kind == "flag" else Lit(result, type=NUMBER, span=e.span)
    match e.op, values:
        case ("*", [1, None]) | ("+", [0, None]):
            return e.args[1]
        case ("*" | "/", [None, 1]) | ("+" | "-", [None, 0]):
            return e.args[0]
        case ("*", [0, None] | [None, 0]):
            return Lit(0, type=NUMBER, span=e.span)
        case _:
            return e


def leaves(statements: tuple[Stmt, ...]) -> bool:
    """Whether a `stop` in a block leaves the loop around the block.  A `stop` in an inner loop does not."""
    for st in statements:
        match st:
            case Stop():
                return True
            case If(then=then, otherwise=otherwise) if leaves(then) or leaves(otherwise):
                return True
            case Choose(choices=choices) if any(leaves(choice.body) for choice in choices):
                return True
            case _:
                pass
    return False


def assigned(local: LocalSymbol, statements: tuple[Stmt, ...]) -> bool:
    """Whether a `set` in a block changes a local name."""
    for st in statements:
        match st:
            case Assign(target=target) if target is local:
                return True
            case If(then=a, otherwise=b) | Repeat(body=a, otherwise=b) if assigned(local, a) or assigned(local, b):
                return True
            case For(body=body) if assigned(local, body):
                return True
            case Choose(choices=choices) if any(assigned(local, choice.body) for choice in choices):
                return True
            case Together(choosers=choosers) if assigned(local, tuple(choosers)):
                return True
            case _:
                pass
    return False
