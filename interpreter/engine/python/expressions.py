"""Expressions of a program as Python expressions.

`S` is the list of slots, `K` the observers (see `observers.py`).  `r0`, `r1` … are registers, `T0` … the tables of the
program.  An expression nested deeper than Python allows becomes a function of its own, `h0` ….
"""

from __future__ import annotations

import re

from ...program import (
    Binary,
    Checked,
    Const,
    Domain,
    Expr,
    Fold,
    FunctionCall,
    Get,
    If,
    Leftover,
    Look,
    Noted,
    PileEnd,
    Present,
    RandomPick,
    Reg,
    Stuck,
    Unary,
    ZoneCards,
)
from ...traversal import nodes_within
from .reading import COMPARE, at_hand, is_truth
from .simplify import inside, quicker
from .writer import BlockWriter

_UNROLLED = 6
"""The largest set whose elements are written one by one."""
_LONGEST_UNROLLED = 200
"""The longest text, in characters, that is written for each of them."""
_DEEPEST = 30
"""How deeply expressions may be nested in place.  Each level takes at most four brackets, and Python allows 200."""
MOST_SEATED = 8
"""The largest number of players for which a table holds the next of a set of players in seat order."""

_PICKED = {"player": 0, "card": 1, "value": 2}
"""The number that `Drawing.pick` takes for each kind of pick."""
_ARITHMETIC = {"+": "+", "-": "-", "*": "*", "union": "|", "intersect": "&"}


def number_of(w: BlockWriter, e: Expr) -> str:
    """The expression as a whole number (a comparison gives 1 or 0)."""
    text = expr_of(w, e)
    return f"(1 if {text} else 0)" if is_truth(e) else text


def slot_of(w: BlockWriter, base: int, index: Expr | None) -> str:
    """A slot, or one of several consecutive slots."""
    if index is None or isinstance(index, Const):
        return f"S[{base + (index.value if index is not None else 0)}]"
    return f"S[{base}+{number_of(w, index)}]" if base else f"S[{number_of(w, index)}]"


def zone_slot(w: BlockWriter, zone: int, index: Expr | None) -> str:
    """The slot of a zone."""
    return slot_of(w, w.program.zones[zone].base, index)


def owner_source(w: BlockWriter, index: Expr | None) -> str:
    """The owner of a zone as the runtime expects it: 0 for a shared zone."""
    return number_of(w, index) if index is not None else "0"


def expr_of(w: BlockWriter, e: Expr) -> str:
    """The expression as Python text; a comparison gives a truth value."""
    if w.nesting >= _DEEPEST:
        return apart(w, e)
    w.nesting += 1
    text = _expr(w, e)
    w.nesting -= 1
    while w.put_off and not w.nesting:
        at, deep = w.put_off.pop()
        w.helpers[at] = f"    return {number_of(w, deep)}"
    return text


def apart(w: BlockWriter, e: Expr) -> str:
    """Write an expression as a function of its own; its body follows the function around it."""
    used = {part.number for part in nodes_within(e) if isinstance(part, Reg)}
    made = {part.reg for part in nodes_within(e) if isinstance(part, Fold)}
    names = "".join(f", r{number}" for number in sorted(used - made))
    name = f"h{len(w.helpers)}(S, K{names})"
    w.helpers += [f"def {name}:", ""]
    w.put_off.append((len(w.helpers) - 1, e))
    return name


def _expr(w: BlockWriter, e: Expr) -> str:
    match e:
        case Const(value):
            return str(value) if value >= 0 else f"({value})"
        case Get(base, index):
            return slot_of(w, base, index)
        case Reg(number):
            return f"r{number}"
        case Binary():
            return binary(w, e)
        case Unary("not", Unary("any", operand)) if not isinstance(operand, ZoneCards):
            return f"({number_of(w, operand)} == 0)"
        case Unary("not", operand):
            return f"(not {expr_of(w, operand)})"
        case Unary("-", operand):
            return f"(-{number_of(w, operand)})"
        case Unary("single", operand):
            return f"ONE[{number_of(w, operand)}]" if at_hand(operand) else f"(1<<{number_of(w, operand)})"
        case Unary("count", ZoneCards(zone, index)) if w.program.zones[zone].ordered:
            return f"len({zone_slot(w, zone, index)})"
        case Unary("count", operand):
            return (
                f"{number_of(w, operand)}.bit_count()"
                if not isinstance(operand, Const)
                else str(operand.value.bit_count())
            )
        case Unary("any", ZoneCards(zone, index)) if w.program.zones[zone].ordered:
            return f"({zone_slot(w, zone, index)} != ())"
        case Unary(_, operand):
            return f"({number_of(w, operand)} != 0)"
        case If(Unary("any", operand), then, otherwise) if operand == then:
            return f"({number_of(w, then)} or {number_of(w, otherwise)})"
        case If():
            return f"({cases(w, e)})"
        case Look(table, Binary("+", Binary("*", row, Const(columns)), column)) if columns > 0:
            w.rows.add((table, columns))
            return f"T{table}_{columns}[{number_of(w, row)}][{number_of(w, column)}]"
        case Look(table, index):
            return f"T{table}[{number_of(w, index)}]"
        case ZoneCards(zone, index):
            slot = zone_slot(w, zone, index)
            return f"mask_of({slot})" if w.program.zones[zone].ordered else slot
        case PileEnd(zone, index, end, None, _):
            return f"pile_end(S, K, {zone}, {owner_source(w, index)}, {end == 'top'})"
        case PileEnd(zone, index, end, count, _):
            assert count is not None
            return f"pile_ends(S, K, {zone}, {owner_source(w, index)}, {end == 'top'}, {number_of(w, count)})"
        case FunctionCall() if (body := inside(w.program, e)) is not None:
            return number_of(w, body)
        case FunctionCall(function, args):
            return f"f{function}(S, K{''.join(', ' + number_of(w, a) for a in args)})"
        case Fold():
            return fold(w, e)
        case Leftover(cards, reg, value, melds, place):
            return f"leftover({number_of(w, cards)}, lambda r{reg}: {number_of(w, value)}, {melds}, {place})"
        case Checked(operand, low, high, place):
            return f"checked({range_checked(w, e)}, {low}, {high}, {place})"
        case Present(operand, place):
            text = number_of(w, operand)
            return (
                f"({text} if {text} != -1 else present(-1, {place}))"
                if at_hand(operand)
                else f"present({text}, {place})"
            )
        case Stuck(place):
            return f"stuck({place})"
        case Noted():
            return counted_value(w, e)
        case RandomPick(mask, what, _, place, _):
            return f"pick(S, K, {number_of(w, mask)}, {_PICKED[what]}, P[{purpose(w, e)}], {place})"


def counted_value(w: BlockWriter, e: Noted) -> str:
    """A noted value.  It is counted only in code that counts expressions."""
    if not w.expressions:
        return number_of(w, e.operand)
    if e.places not in w.tables_noted:
        w.tables_noted.append(e.places)
    return f"note({w.tables_noted.index(e.places)}, {number_of(w, e.index)}, {number_of(w, e.operand)})"


def cases(w: BlockWriter, e: If) -> str:
    """A chain of cases in one pair of brackets, however long it is: Python limits how deeply brackets may be nested."""
    parts: list[str] = []
    rest: Expr = e
    while isinstance(rest, If):
        parts.append(f"{number_of(w, rest.then)} if {expr_of(w, rest.condition)} else ")
        rest = rest.otherwise
    return "".join(parts) + number_of(w, rest)


def range_checked(w: BlockWriter, e: Checked) -> str:
    """A value that is checked against a range.  A division takes the place of its fault from here."""
    match e.operand:
        case Binary("/" | "mod" as op, left, right) if not (isinstance(right, Const) and right.value):
            name = "divide" if op == "/" else "remainder"
            return f"{name}({number_of(w, left)}, {number_of(w, right)}, {e.place})"
        case operand:
            return number_of(w, operand)


def purpose(w: BlockWriter, e: RandomPick) -> int:
    """The number of a purpose; the text itself does not get into the source."""
    if e.purpose not in w.purposes:
        w.purposes.append(e.purpose)
    return w.purposes.index(e.purpose)


def binary(w: BlockWriter, e: Binary) -> str:
    """An operation with two operands."""
    op = e.op
    if op in ("and", "or"):
        return f"({expr_of(w, e.left)} {op} {expr_of(w, e.right)})"
    left, right = number_of(w, e.left), number_of(w, e.right)
    if op in COMPARE:
        return f"({left} {COMPARE[op]} {right})"
    if op in _ARITHMETIC:
        return f"({left} {_ARITHMETIC[op]} {right})"
    match op:
        case "/" | "mod":
            if isinstance(e.right, Const) and e.right.value:
                return f"({left} {'//' if op == '/' else '%'} {right})"
            return f"{'divide' if op == '/' else 'remainder'}({left}, {right}, 0)"
        case "without" if isinstance(e.right, Unary) and e.right.op == "single" and at_hand(e.right.operand):
            return f"({left} & NOT[{number_of(w, e.right.operand)}])"
        case "without":
            return f"({left} & ~{right})"
        case "has":
            return f"({left} >> {right} & 1)"
        case _:
            return f"{op}({left}, {right})"


def domain_of(w: BlockWriter, domain: Domain, place: int) -> str:
    """The values that a loop or a name runs over."""
    args = [number_of(w, a) for a in domain.args]
    match domain.kind:
        case "mask":
            return f"BITS[{args[0]}]"
        case "range" | "down" if not domain.short:
            return f"numbers({args[0]}, {args[1]}, {domain.step if domain.kind == 'range' else -domain.step}, {place})"
        case "range":
            return f"range({args[0]}, {args[1]} + 1{f', {domain.step}' if domain.step != 1 else ''})"
        case "down":
            return f"range({args[0]}, {args[1]} - 1, {-domain.step})"
        case "list":
            return f"({''.join(a + ', ' for a in args)})"
        case "subsets":
            return f"subsets({args[0]}, {args[1]}, {args[2]}, {place})"
        case "seats":
            assert domain.start is not None
            return f"seats({args[0]}, {number_of(w, domain.start)})"


def fold(w: BlockWriter, e: Fold) -> str:
    """A fold over a set, as a generator expression."""
    r = f"r{e.reg}"
    if e.kind == "first" and e.where is None and e.domain.kind == "seats" and w.program.players <= MOST_SEATED:
        assert e.domain.start is not None
        return f"NEXT[{number_of(w, e.domain.args[0])}][{number_of(w, e.domain.start)}]"
    if (other := quicker(w.program, e)) is not None:
        return number_of(w, other)
    few = 0
    match e.domain:
        case Domain("mask", (Const(mask),)) if 0 < mask < 1 << 64 and mask.bit_count() <= _UNROLLED:
            few = mask
        case _:
            pass
    truth = expr_of(w, e.body) if e.body is not None else "1"
    value = number_of(w, e.body) if e.body is not None else "1"
    if few and (written := unrolled(w, e, few, truth, value)) is not None:
        return written
    elements = domain_of(w, e.domain, e.place)
    over = f"for {r} in {f'counted(W, {elements}, {e.units}, {e.place})' if e.units else elements}"
    if e.where is not None:
        over += f" if {expr_of(w, e.where)}"
    match e.kind:
        case "count":
            return f"sum(1 {over})"
        case "any":
            return f"any({truth} {over})"
        case "every":
            return f"all({truth} {over})"
        case "sum":
            return f"sum({value} {over})"
        case "max" | "min":
            return f"{e.kind}(({value} {over}), default=0)"
        case "set":
            return f"sum(1<<{r} {over})"
        case "first" if e.where is None and e.domain.kind == "seats":
            return f"({domain_of(w, e.domain, e.place)} or (-1,))[0]"
        case "first":
            return f"next(({r} {over}), -1)"
        case "the":
            return f"the([{r} {over}], {e.place})"


def unrolled(w: BlockWriter, e: Fold, mask: int, truth: str, value: str) -> str | None:
    """A fold over a few known elements, written element by element; None if a generator expression is better.

    The bound name is a register, which is a separate word in the text.
    """
    test = expr_of(w, e.where) if e.where is not None else ""
    if len(test) + len(truth) > _LONGEST_UNROLLED:
        return None

    def each(text: str) -> list[str]:
        found = [i for i in range(mask.bit_length()) if mask >> i & 1]
        return [re.sub(rf"\br{e.reg}\b", str(i), text) for i in found]

    match e.kind:
        case "any":
            return f"({' or '.join(each(f'({test} and {truth})' if test else truth))})"
        case "every":
            return f"({' and '.join(each(f'(not {test} or {truth})' if test else truth))})"
        case "count" | "sum":
            one = "1" if e.kind == "count" else value
            return f"({' + '.join(each(f'({one} if {test} else 0)' if test else one))})"
        case "set":
            return f"({' | '.join(each(f'(1<<r{e.reg} if {test} else 0)' if test else f'(1<<r{e.reg})'))})"
        case "max" | "min" if not test and mask.bit_count() > 1:
            return f"{e.kind}({', '.join(each(value))})"
        case _:
            return None
