"""Expressions of a program as Python expressions.

`S` is the list of slots, `K` the observers: who listens and who decides chance (see `observers.py`).  `r0`, `r1` … are
registers, `T0` … the tables of the program.  An expression nested deeper than Python allows becomes a function of its
own, `h0` ….
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

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
    Program,
    RandomPick,
    Reg,
    Stuck,
    Unary,
    ZoneCards,
)
from ...traversal import parts
from .reading import COMPARE, at_hand, is_truth
from .simplify import inside, quicker

_UNROLLED = 6
"""Elements of a set written out one by one."""
_LONGEST_UNROLLED = 200
"""Characters of what is written out for each of them."""
_DEEPEST = 30
"""How deep an expression is written in place: each step is at most four brackets, and Python allows 200."""
MOST_SEATED = 8
"""Players up to whom the next of a set in seat order stands in a table."""

_PICKED = {"player": 0, "card": 1, "value": 2}
"""What `Drawing.pick` is asked for, as a number."""
_ARITHMETIC = {"+": "+", "-": "-", "*": "*", "union": "|", "intersect": "&"}


@dataclass
class Expressions:
    """Writes the expressions of a program."""

    program: Program
    lines: list[str] = field(default_factory=list["str"])
    depth: int = 0
    temporaries: int = 0
    helpers: list[str] = field(default_factory=list["str"])
    nesting: int = 0
    put_off: list[tuple[int, Expr]] = field(default_factory=list["tuple[int, Expr]"])
    """Helpers whose lines are yet to be written, by their place in `helpers`: deep expressions, piece by piece."""
    purposes: list[str] = field(default_factory=list["str"])
    rows: set[tuple[int, int]] = field(default_factory=set["tuple[int, int]"])
    """Tables that are looked up row by row, with the length of a row: `T2_24[row][column]`."""

    def line(self, text: str) -> None:
        """One line at the current depth."""
        self.lines.append("    " * self.depth + text)

    def temporary(self) -> str:
        """A new name."""
        self.temporaries += 1
        return f"t{self.temporaries}"

    def number(self, e: Expr) -> str:
        """The expression as a whole number (a comparison gives 1 or 0)."""
        text = self.expr(e)
        return f"(1 if {text} else 0)" if is_truth(e) else text

    def slot(self, base: int, index: Expr | None) -> str:
        """A slot, perhaps one of several in a row."""
        if index is None or isinstance(index, Const):
            return f"S[{base + (index.value if index is not None else 0)}]"
        return f"S[{base}+{self.number(index)}]" if base else f"S[{self.number(index)}]"

    def zone_slot(self, zone: int, index: Expr | None) -> str:
        """The slot of a zone."""
        return self.slot(self.program.zones[zone].base, index)

    def whose(self, index: Expr | None) -> str:
        """The owner of a zone as the runtime wants it: 0 for a shared one."""
        return self.number(index) if index is not None else "0"

    def expr(self, e: Expr) -> str:
        """The expression; a comparison stays a truth value."""
        if self.nesting >= _DEEPEST:
            return self.apart(e)
        self.nesting += 1
        text = self._expr(e)
        self.nesting -= 1
        while self.put_off and not self.nesting:
            at, deep = self.put_off.pop()
            self.helpers[at] = f"    return {self.number(deep)}"
        return text

    def apart(self, e: Expr) -> str:
        """An expression as a function of its own, whose body is written after the expression around it."""
        used = {part.number for part in parts(e) if isinstance(part, Reg)}
        made = {part.reg for part in parts(e) if isinstance(part, Fold)}
        names = "".join(f", r{number}" for number in sorted(used - made))
        name = f"h{len(self.helpers)}(S, K{names})"
        self.helpers += [f"def {name}:", ""]
        self.put_off.append((len(self.helpers) - 1, e))
        return name

    def _expr(self, e: Expr) -> str:
        match e:
            case Const(value):
                return str(value) if value >= 0 else f"({value})"
            case Get(base, index):
                return self.slot(base, index)
            case Reg(number):
                return f"r{number}"
            case Binary():
                return self.binary(e)
            case Unary("not", Unary("any", operand)) if not isinstance(operand, ZoneCards):
                return f"({self.number(operand)} == 0)"
            case Unary("not", operand):
                return f"(not {self.expr(operand)})"
            case Unary("-", operand):
                return f"(-{self.number(operand)})"
            case Unary("single", operand):
                return f"ONE[{self.number(operand)}]" if at_hand(operand) else f"(1<<{self.number(operand)})"
            case Unary("count", ZoneCards(zone, index)) if self.program.zones[zone].ordered:
                return f"len({self.zone_slot(zone, index)})"
            case Unary("count", operand):
                return (
                    f"{self.number(operand)}.bit_count()"
                    if not isinstance(operand, Const)
                    else str(operand.value.bit_count())
                )
            case Unary("any", ZoneCards(zone, index)) if self.program.zones[zone].ordered:
                return f"({self.zone_slot(zone, index)} != ())"
            case Unary(_, operand):
                return f"({self.number(operand)} != 0)"
            case If(Unary("any", operand), then, otherwise) if operand == then:
                return f"({self.number(then)} or {self.number(otherwise)})"
            case If():
                return f"({self.cases(e)})"
            case Look(table, Binary("+", Binary("*", row, Const(columns)), column)) if columns > 0:
                self.rows.add((table, columns))
                return f"T{table}_{columns}[{self.number(row)}][{self.number(column)}]"
            case Look(table, index):
                return f"T{table}[{self.number(index)}]"
            case ZoneCards(zone, index):
                slot = self.zone_slot(zone, index)
                return f"mask_of({slot})" if self.program.zones[zone].ordered else slot
            case PileEnd(zone, index, end, None, _):
                return f"pile_end(S, K, {zone}, {self.whose(index)}, {end == 'top'})"
            case PileEnd(zone, index, end, count, _):
                assert count is not None
                return f"pile_ends(S, K, {zone}, {self.whose(index)}, {end == 'top'}, {self.number(count)})"
            case FunctionCall() if (body := inside(self.program, e)) is not None:
                return self.number(body)
            case FunctionCall(function, args):
                return f"f{function}(S, K{''.join(', ' + self.number(a) for a in args)})"
            case Fold():
                return self.fold(e)
            case Leftover(cards, reg, value, melds, place):
                return f"leftover({self.number(cards)}, lambda r{reg}: {self.number(value)}, {melds}, {place})"
            case Checked(operand, low, high, place):
                return f"checked({self.held(e)}, {low}, {high}, {place})"
            case Present(operand, place):
                text = self.number(operand)
                return (
                    f"({text} if {text} != -1 else present(-1, {place}))"
                    if at_hand(operand)
                    else f"present({text}, {place})"
                )
            case Stuck(_, place):
                return f"stuck({place})"
            case Noted():
                return self.noted(e)
            case RandomPick(mask, what, _, place, _):
                return f"pick(S, K, {self.number(mask)}, {_PICKED[what]}, P[{self.purpose(e)}], {place})"

    def noted(self, e: Noted) -> str:
        """A value to be noted, which nobody does who does not count expressions."""
        return self.number(e.operand)

    def cases(self, e: If) -> str:
        """A chain of cases, in one pair of brackets however long: Python allows only so many inside each other."""
        parts: list[str] = []
        rest: Expr = e
        while isinstance(rest, If):
            parts.append(f"{self.number(rest.then)} if {self.expr(rest.condition)} else ")
            rest = rest.otherwise
        return "".join(parts) + self.number(rest)

    def held(self, e: Checked) -> str:
        """What is held to a range; a division knows its place from it."""
        match e.operand:
            case Binary("/" | "mod" as op, left, right) if not (isinstance(right, Const) and right.value):
                name = "divide" if op == "/" else "remainder"
                return f"{name}({self.number(left)}, {self.number(right)}, {e.place})"
            case operand:
                return self.number(operand)

    def purpose(self, e: RandomPick) -> int:
        """The number of a purpose; the text itself stays out of the source."""
        if e.purpose not in self.purposes:
            self.purposes.append(e.purpose)
        return self.purposes.index(e.purpose)

    def binary(self, e: Binary) -> str:
        """An operation of two sides."""
        op = e.op
        if op in ("and", "or"):
            return f"({self.expr(e.left)} {op} {self.expr(e.right)})"
        left, right = self.number(e.left), self.number(e.right)
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
                return f"({left} & NOT[{self.number(e.right.operand)}])"
            case "without":
                return f"({left} & ~{right})"
            case "has":
                return f"({left} >> {right} & 1)"
            case _:
                return f"{op}({left}, {right})"

    def domain(self, domain: Domain, place: int) -> str:
        """Something to run over."""
        args = [self.number(a) for a in domain.args]
        match domain.kind:
            case "mask":
                return f"BITS[{args[0]}]"
            case "range" | "down" if not domain.short:
                return f"numbers({args[0]}, {args[1]}, {1 if domain.kind == 'range' else -1}, {place})"
            case "range":
                return f"range({args[0]}, {args[1]} + 1)"
            case "down":
                return f"range({args[0]}, {args[1]} - 1, -1)"
            case "list":
                return f"({''.join(a + ', ' for a in args)})"
            case "subsets":
                return f"subsets({args[0]}, {args[1]}, {args[2]}, {place})"
            case "seats":
                assert domain.start is not None
                return f"seats({args[0]}, {self.number(domain.start)})"

    def fold(self, e: Fold) -> str:
        """A phrase over a set, as a generator expression."""
        r = f"r{e.reg}"
        if e.kind == "first" and e.where is None and e.domain.kind == "seats" and self.program.players <= MOST_SEATED:
            assert e.domain.start is not None
            return f"NEXT[{self.number(e.domain.args[0])}][{self.number(e.domain.start)}]"
        if (other := quicker(self.program, e)) is not None:
            return self.number(other)
        few = 0
        match e.domain:
            case Domain("mask", (Const(mask),)) if 0 < mask < 1 << 64 and mask.bit_count() <= _UNROLLED:
                few = mask
            case _:
                pass
        truth = self.expr(e.body) if e.body is not None else "1"
        value = self.number(e.body) if e.body is not None else "1"
        if few and (written := self.unrolled(e, few, truth, value)) is not None:
            return written
        over = f"for {r} in {self.domain(e.domain, e.place)}"
        if e.where is not None:
            over += f" if {self.expr(e.where)}"
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
                return f"({self.domain(e.domain, e.place)} or (-1,))[0]"
            case "first":
                return f"next(({r} {over}), -1)"
            case "the":
                return f"the([{r} {over}], {e.place})"

    def unrolled(self, e: Fold, mask: int, truth: str, value: str) -> str | None:
        """A phrase over a few elements that are known, element by element; None if it is better left a phrase.

        The name bound is a register, which stands in the text as a word of its own."""
        test = self.expr(e.where) if e.where is not None else ""
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
