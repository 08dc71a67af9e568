"""Expressions as WebAssembly text.

An expression is written in one of three ways, as it is needed: `num`, a number or mask in one word (i64); `cond`, a
truth (i32); `set`, the address (i32) of a set of several words.  What fits one word follows from `ranges.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..program import (
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
from ..traversal import parts
from .layout import SlotPlace
from .ranges import WORD, Uncompilable, within
from .text import FAULTS, Shared, const, get, put, word
from .unit import Unit

_COMPARE = {"=": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "union": "or", "intersect": "and"}
_TRUTHS = {*_COMPARE, "and", "or", "has"}
_LOADS = {1: "i64.load8_s", 2: "i64.load16_s", 4: "i64.load32_s", 8: "i64.load"}
_HARMLESS = 6
_BRIEF = 24
"""Parts of an expression that is written out wherever it is wanted."""


@dataclass
class Expressions:
    """Writes the expressions of one function."""

    unit: Unit
    shared: Shared
    held: dict[int, str] = field(default_factory=dict["int", "str"], kw_only=True)
    """Slots whose value is known here: a local or a constant that holds it, too."""

    # ----------------------------------------------------------------------------------------------------- addresses

    def fault(self, kind: str, place: int, *values: str) -> str:
        """Stop the game; `values` are texts of numbers."""
        filled = " ".join((*values, const(0), const(0), const(0))[:3])
        return f"(call $fault {word(FAULTS.index(kind))} {word(place)} {filled})"

    def index(self, e: Expr, count: int) -> str:
        """A number that says which of so many, as i32."""
        if within(self.unit.range(e), (0, count - 1)):
            return f"(i32.wrap_i64 {self.num(e)})"
        i = self.unit.local()
        far = f"(if (i64.ge_u {get(i)} {const(count)}) (then {self.fault('broken', 0, get(i), const(count))}))"
        return f"(block (result i32) {put(i, self.num(e))} {far} (i32.wrap_i64 {get(i)}))"

    def slot(self, base: int, index: Expr | None, count: int) -> tuple[SlotPlace, str]:
        """A slot, perhaps one of several in a row: what it is like, and its address."""
        slots = self.unit.layout.slots
        if index is None:
            return slots[base], word(slots[base].address)
        if isinstance(index, Const) and 0 <= index.value < count:
            return slots[base + index.value], word(slots[base + index.value].address)
        return slots[base], self.element(slots[base].address, index, count, self.stride(base, count))

    def stride(self, base: int, count: int) -> int:
        """How far apart slots in a row lie."""
        slots = self.unit.layout.slots
        return slots[base + 1].address - slots[base].address if count > 1 else 0

    def element(self, address: int, index: Expr, count: int, size: int) -> str:
        """The address of one of so many things in a row."""
        at = self.index(index, count)
        return f"(i32.add {word(address)} (i32.mul {at} {word(size)}))"

    def zone(self, zone: int, index: Expr | None) -> str:
        """The address of a zone."""
        info = self.unit.layout.program.zones[zone]
        return self.slot(info.base, index, info.count)[1]

    def zone_number(self, zone: int, index: Expr | None) -> str:
        """The number of an owner's zone, as `piles.wat` counts them."""
        first = self.unit.layout.zone_number[zone]
        if index is None:
            return word(first)
        count = self.unit.layout.program.zones[zone].count
        if isinstance(index, Const) and 0 <= index.value < count:
            return word(first + index.value)
        return f"(i32.add {word(first)} {self.index(index, count)})"

    def ordered(self, zone: int) -> bool:
        """Whether a zone is a pile."""
        return self.unit.layout.program.zones[zone].ordered

    # -------------------------------------------------------------------------------------------------------- truths

    def cond(self, e: Expr) -> str:
        """The truth of an expression: 1 or 0."""
        match e:
            case Const(value):
                return word(int(value != 0))
            case Binary(op, left, right) if op in _COMPARE:
                return self._compare(op, left, right)
            case Binary("and" | "or" as op, left, right):
                return self._both(op, left, right)
            case Binary("has", left, right):
                return self._has(left, right)
            case Unary("not", operand):
                return f"(i32.eqz {self.cond(operand)})"
            case Unary("any", ZoneCards(zone, index)) if self.ordered(zone):
                return f"(i32.ne (i32.load {self.zone(zone, index)}) {word(0)})"
            case Unary("any", operand) if not self.unit.narrow(operand):
                return f"(call $s_any {self.words} {self.set(operand)})"
            case Unary("any", operand):
                return f"(i64.ne {self.num(operand)} {const(0)})"
            case Fold("any" | "every"):
                return self.fold_truth(e)
            case FunctionCall() if self._brief(e):
                return self._written_out(e, truth=True)
            case Noted(_, operand):  # nothing is noted here
                return self.cond(operand)
            case If(condition, then, otherwise):
                test, yes, no = self.cond(condition), self.cond(then), self.cond(otherwise)
                return f"(if (result i32) {test} (then {yes}) (else {no}))"
            case _ if not self.unit.narrow(e):
                return f"(call $s_any {self.words} {self.set(e)})"
            case _:
                return f"(i64.ne {self.num(e)} {const(0)})"

    def _compare(self, op: str, left: Expr, right: Expr) -> str:
        if self.unit.narrow(left) and self.unit.narrow(right):
            if op in ("=", "!=") and right == Const(0):
                test = f"(i64.eqz {self.num(left)})"
                return test if op == "=" else f"(i32.eqz {test})"
            return f"(i64.{_COMPARE[op]} {self.num(left)} {self.num(right)})"
        if op not in ("=", "!="):
            raise Uncompilable("sets of more than 63 cards compared by size")
        same = f"(call $s_same {self.words} {self.set(left)} {self.set(right)})"
        return same if op == "=" else f"(i32.eqz {same})"

    def _both(self, op: str, left: Expr, right: Expr) -> str:
        a, b = self.cond(left), self.cond(right)
        if self.harmless(right):
            return f"(i32.{op} {a} {b})"
        if op == "and":
            return f"(if (result i32) {a} (then {b}) (else {word(0)}))"
        return f"(if (result i32) {a} (then {word(1)}) (else {b}))"

    def _has(self, left: Expr, right: Expr) -> str:
        if not self.unit.narrow(left):
            return f"(call $s_has {self.words} {self.set(left)} {self.num(right)})"
        if within(self.unit.range(right), (0, 63)):
            return f"(i32.wrap_i64 (i64.and (i64.shr_u {self.num(left)} {self.num(right)}) {const(1)}))"
        return f"(call $has {self.num(left)} {self.num(right)})"

    def harmless(self, e: Expr) -> bool:
        """Whether an expression can be worked out although it may not be needed: it is short and cannot fail."""
        return self._cost(e) <= _HARMLESS

    def _cost(self, e: Expr) -> int:
        match e:
            case Const() | Reg() | Get(index=None):
                return 1
            case Get(_, index, count) if index is not None and within(self.unit.range(index), (0, count - 1)):
                return 2 + self._cost(index)
            case Look(table, index) if within(
                self.unit.range(index), (0, len(self.unit.layout.program.tables[table]) - 1)
            ):
                return 2 + self._cost(index)
            case ZoneCards(zone, None) if not self.ordered(zone):
                return 1
            case Binary(op, left, right) if op not in ("/", "mod", "min", "max") and self.unit.narrow(e):
                if op == "has" and not within(self.unit.range(right), (0, 63)):
                    return _HARMLESS + 1
                return 1 + self._cost(left) + self._cost(right)
            case Unary("not" | "any" | "count" | "-", operand) if self.unit.narrow(operand):
                return 1 + self._cost(operand)
            case _:
                return _HARMLESS + 1

    # ------------------------------------------------------------------------------------------------------- numbers

    def num(self, e: Expr) -> str:
        """An expression that is one word.  Raises `Uncompilable` for one that is not."""
        unit = self.unit
        match e:
            case Const(value):
                return const(value)
            case Get(base, None) if base in self.held:
                return self.held[base]
            case Get(base, index, count):
                return f"(i64.load {self.slot(base, index, count)[1]})"
            case Reg(number):
                return get(unit.register(number))
            case Binary(op) if op in _TRUTHS:
                return f"(i64.extend_i32_u {self.cond(e)})"
            case Binary():
                return self._binary(e, 0)
            case Unary("not" | "any", _):
                return f"(i64.extend_i32_u {self.cond(e)})"
            case Unary("-", operand):
                return f"(i64.sub {const(0)} {self.num(operand)})"
            case Unary("single", Const(value)) if 0 <= value < 63:
                return const(1 << value)
            case Unary("single", operand) if within(unit.range(operand), (0, 62)):
                return f"(i64.shl {const(1)} {self.num(operand)})"
            case Unary("single", operand):
                return f"(i64.shl {const(1)} (i64.extend_i32_u {self.index(operand, 63)}))"
            case Unary(_, ZoneCards(zone, index)) if self.ordered(zone):
                return f"(i64.load32_u {self.zone(zone, index)})"
            case Unary(_, operand) if not unit.narrow(operand):
                return f"(call $s_count {self.words} {self.set(operand)})"
            case Unary(_, operand):
                return f"(i64.popcnt {self.num(operand)})"
            case If():
                return self._if(e)
            case Look(table, index):
                return self._look(table, index)
            case ZoneCards(zone, index) if self.ordered(zone):
                return f"(call $pile_mask {self.zone(zone, index)})"
            case ZoneCards(zone, index):
                return f"(i64.load {self.zone(zone, index)})"
            case PileEnd(zone, index, end, None, _):
                return f"(call $pile_end {self.zone_number(zone, index)} {word(int(end == 'top'))})"
            case PileEnd():
                return f"(i64.load {self._pile_ends(e)})"
            case FunctionCall() if self._brief(e):
                return self._written_out(e, truth=False)
            case FunctionCall():
                return self.call(e)
            case Fold("any" | "every"):
                return f"(i64.extend_i32_u {self.fold_truth(e)})"
            case Fold():
                return self.fold(e)
            case Leftover():
                return self.leftover(e)
            case Checked():
                return self._checked(e)
            case Present():
                return self._present(e)
            case Noted(_, operand):
                return self.num(operand)
            case Stuck(_, place):
                return f"(block (result i64) {self.fault('no row', place)} (unreachable))"
            case RandomPick(mask, _, _, place, _) if unit.narrow(mask):
                return f"(call $pick {self.num(mask)} {word(place)})"
            case RandomPick(mask, _, _, place, _):
                return f"(call $s_pick {self.words} {self.set(mask)} {word(place)})"

    def low(self, e: Expr) -> str:
        """The lowest word of a set."""
        return self.num(e) if self.unit.narrow(e) else f"(i64.load {self.set(e)})"

    def _binary(self, e: Binary, place: int) -> str:
        op, left, right = e.op, e.left, e.right
        if not within(self.unit.range(e), WORD):
            raise Uncompilable("a number of more than 64 bits", place)
        match op:
            case "union" | "intersect":
                return f"(i64.{_ARITHMETIC[op]} {self.low(left)} {self.low(right)})"
            case "without":
                return f"(i64.and {self.low(left)} (i64.xor {self.low(right)} {const(-1)}))"
            case "/" | "mod":
                if self.unit.range(left)[0] >= 0 and self.unit.range(right)[0] > 0:
                    return f"(i64.{'div_u' if op == '/' else 'rem_u'} {self.num(left)} {self.num(right)})"
                name = "divide" if op == "/" else "remainder"
                return f"(call ${name} {self.num(left)} {self.num(right)} {word(place)})"
            case "min" | "max":
                a, b = self.unit.local(), self.unit.local()
                test = f"(i64.{'lt_s' if op == 'min' else 'gt_s'} {get(a)} {get(b)})"
                set_both = f"{put(a, self.num(left))} {put(b, self.num(right))}"
                return f"(block (result i64) {set_both} (select {get(a)} {get(b)} {test}))"
            case _:
                return f"(i64.{_ARITHMETIC[op]} {self.num(left)} {self.num(right)})"

    def _if(self, e: If) -> str:
        then, otherwise, test = self.num(e.then), self.num(e.otherwise), self.cond(e.condition)
        if self.harmless(e.then) and self.harmless(e.otherwise):
            return f"(select {then} {otherwise} {test})"
        return f"(if (result i64) {test} (then {then}) (else {otherwise}))"

    def _look(self, table: int, index: Expr) -> str:
        entries = self.unit.layout.program.tables[table]
        low, high = min(entries), max(entries)
        size = next(s for s in (1, 2, 4, 8) if -(1 << 8 * s - 1) <= low and high < 1 << 8 * s - 1)
        at = self.element(self.unit.layout.table(entries, size), index, len(entries), size)
        return f"({_LOADS[size]} {at})"

    def call(self, e: FunctionCall) -> str:
        """A function called."""
        registers = self.unit.layout.ranges.registers[f"f{e.function}"]
        return f"(call $f{e.function} {self.arguments(e.args, registers)})"

    def _brief(self, e: FunctionCall) -> bool:
        """Whether a function is so short that it is written out where it is called."""
        function, ranges = self.unit.layout.program.functions[e.function], self.unit.layout.ranges
        registers = ranges.registers[f"f{e.function}"]
        known = within(ranges.results[e.function], WORD) and all(within(one, WORD) for one in registers.values())
        return known and brief(function.body)

    def _written_out(self, e: FunctionCall, *, truth: bool) -> str:
        """A function in place of its call: what it is given goes into its registers, which are locals of this one."""
        given = "\n".join(self.num(arg) for arg in e.args)
        outer, self.unit.name = self.unit.name, f"f{e.function}"
        taken = " ".join(f"(local.set {self.unit.register(i)})" for i in reversed(range(len(e.args))))
        body = self.unit.layout.program.functions[e.function].body
        text, kind = (self.cond(body), "i32") if truth else (self.num(body), "i64")
        self.unit.name = outer
        return f"(block (result {kind})\n{given}\n{taken}\n{text})"

    def arguments(self, args: tuple[Expr, ...], registers: dict[int, tuple[int, int]]) -> str:
        """What is given for the parameters of a function or procedure: a set of several words by its address."""
        return " ".join(
            self.num(arg) if within(registers.get(i, (0, 0)), WORD) else self.set(arg) for i, arg in enumerate(args)
        )

    def _checked(self, e: Checked) -> str:
        inside = e.operand
        match inside:
            case Binary("/" | "mod"):
                text = self._binary(inside, e.place)
            case _:
                text = self.num(inside)
        if within(self.unit.range(inside), (e.low, e.high)):
            return text
        t = self.unit.local()
        return f"(block (result i64) {put(t, text)} {self.hold(t, e)} {get(t)})"

    def hold(self, local: str, e: Checked) -> str:
        """A number held to its range."""
        far = f"(i64.gt_u (i64.sub {get(local)} {const(e.low)}) {const(e.high - e.low)})"
        fault = self.fault("outside", e.place, get(local), const(e.low), const(e.high))
        return f"(if {far} (then {fault}))"

    def _present(self, e: Present) -> str:
        if self.unit.range(e.operand)[0] > -1:
            return self.num(e.operand)
        t = self.unit.local()
        absent = f"(if (i64.eq {get(t)} {const(-1)}) (then {self.fault('none', e.place)}))"
        return f"(block (result i64) {put(t, self.num(e.operand))} {absent} {get(t)})"

    # ---------------------------------------------------------------------------------------------------------- sets

    @property
    def words(self) -> str:
        """Of a set of several words."""
        return word(self.unit.layout.words)

    def room(self) -> str:
        """Room for a set while it is worked out."""
        return word(self.unit.layout.room())

    def set(self, e: Expr) -> str:
        """The address of a set of several words; what one word holds is made longer."""
        if self.unit.narrow(e) and not isinstance(e, Const):
            return f"(call $s_number {self.words} {self.room()} {self.num(e)})"
        layout = self.unit.layout
        match e:
            case Const(value):
                return word(layout.table((value,), 8 * layout.words))
            case Get(base, index, count):
                return self.slot(base, index, count)[1]
            case Reg(number):
                return self.unit.register_set(number)
            case Binary("union" | "intersect" | "without" as op, left, right):
                return f"(call $s_{op} {self.words} {self.room()} {self.set(left)} {self.set(right)})"
            case Unary("single", operand):
                empty = f"(call $s_zero {self.words} {self.room()})"
                return f"(call $s_add {self.words} {empty} {self.num(operand)})"
            case If(condition, then, otherwise):
                return f"(if (result i32) {self.cond(condition)} (then {self.set(then)}) (else {self.set(otherwise)}))"
            case Look(table, index):
                entries = layout.program.tables[table]
                size = 8 * layout.words
                return self.element(layout.table(entries, size), index, len(entries), size)
            case ZoneCards(zone, index) if self.ordered(zone):
                return f"(call $s_pile {self.words} {self.room()} {self.zone(zone, index)})"
            case ZoneCards(zone, index):
                return self.zone(zone, index)
            case PileEnd():
                return self._pile_ends(e)
            case FunctionCall():
                return f"(call $s_copy {self.words} {self.room()} {self.call(e)})"
            case Noted(_, operand):
                return self.set(operand)
            case Fold():
                return self.fold_set(e)
            case Stuck(_, place):
                return f"(block (result i32) {self.fault('no row', place)} (unreachable))"
            case _:
                raise Uncompilable(f"a number of more than 64 bits ({type(e).__name__})")

    def _pile_ends(self, e: PileEnd) -> str:
        assert e.count is not None
        layout = self.unit.layout
        where = f"{self.zone_number(e.zone, e.index)} {word(int(e.end == 'top'))} {self.num(e.count)}"
        return f"(call $s_pile_ends {word(layout.card_words)} {self.room()} {where})"

    # ------------------------------------------------------------------------------------- phrases: see the next layer

    def leftover(self, e: Leftover) -> str:
        """What melds leave over, as a number."""
        raise NotImplementedError

    def fold(self, e: Fold) -> str:
        """A phrase over a set, as a number."""
        raise NotImplementedError

    def fold_truth(self, e: Fold) -> str:
        """A phrase over a set, as a truth."""
        raise NotImplementedError

    def fold_set(self, e: Fold) -> str:
        """A phrase over a set, as a set of several words."""
        raise NotImplementedError


def brief(e: Expr) -> bool:
    """Whether an expression has few parts, and none that goes through anything or calls anybody."""
    found = list(parts(e))
    return len(found) <= _BRIEF and not any(isinstance(part, Fold | FunctionCall | Domain) for part in found)
