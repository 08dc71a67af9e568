"""Expressions as WebAssembly text.

An expression is written in one of three forms, depending on its use: `number_of`, a number or mask in one word (i64);
`truth_of`, a truth value (i32); `set_of`, the address (i32) of a set of several words.  `ranges.py` finds what fits one
word.
"""

from __future__ import annotations

from ...program import (
    Binary,
    Checked,
    Const,
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
from ..layout import SlotPlace
from ..ranges import WORD, Uncompilable, within
from .costs import brief, harmless
from .lookup import entry_size, in_one_word
from .recording import picked
from .text import at, const, get, put, word
from .writer import FunctionWriter

_COMPARE = {"=": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "union": "or", "intersect": "and"}
_TRUTHS = {*_COMPARE, "and", "or", "has"}
_LOADS = {1: "i64.load8_s", 2: "i64.load16_s", 4: "i64.load32_s", 8: "i64.load"}


def index_of(w: FunctionWriter, e: Expr, count: int) -> str:
    """An index below `count`, as i32."""
    return low_of(w, e) if within(w.range(e), (0, count - 1)) else f"(i32.wrap_i64 {_held_below(w, e, count)})"


def low_of(w: FunctionWriter, e: Expr) -> str:
    """The lowest 32 bits of a number, as i32.  For a sum or product they follow from those of its operands."""
    match e:
        case Const(value) if within((value, value), (-(1 << 31), (1 << 31) - 1)):
            return word(value)
        case Binary("+" | "-" | "*" as op, left, right) if within(w.unit.range(e), WORD):
            return f"(i32.{_ARITHMETIC[op]} {low_of(w, left)} {low_of(w, right)})"
        case _:
            return f"(i32.wrap_i64 {number_of(w, e)})"


def _held_below(w: FunctionWriter, e: Expr, count: int) -> str:
    """A number checked to be an index below `count`."""
    if within(w.range(e), (0, count - 1)):
        return number_of(w, e)
    i = w.unit.local()
    far = f"(if (i64.ge_u {get(i)} {const(count)}) (then {w.fault('broken', 0, get(i), const(count))}))"
    text = f"(block (result i64) {put(i, number_of(w, e))} {far} {get(i)})"
    w.looked_at(e, i, count - 1)
    return text


def slot_of(w: FunctionWriter, base: int, index: Expr | None, count: int) -> tuple[SlotPlace, str]:
    """A slot, or one of several consecutive slots: its place, and the text of its address."""
    slots = w.unit.layout.slots
    if index is None:
        return slots[base], word(slots[base].address)
    if isinstance(index, Const) and 0 <= index.value < count:
        return slots[base + index.value], word(slots[base + index.value].address)
    return slots[base], _element_of(w, slots[base].address, index, count, stride_of(w, base, count))


def stride_of(w: FunctionWriter, base: int, count: int) -> int:
    """The distance between consecutive slots, in bytes."""
    slots = w.unit.layout.slots
    return slots[base + 1].address - slots[base].address if count > 1 else 0


def _element_of(w: FunctionWriter, address: int, index: Expr, count: int, size: int) -> str:
    """The address of one of `count` consecutive things."""
    number = index_of(w, index, count)
    far = number if size == 1 else f"(i32.mul {number} {word(size)})"
    return f"(i32.add {word(address)} {far})"


def zone_address(w: FunctionWriter, zone: int, index: Expr | None) -> str:
    """The address of a zone."""
    info = w.unit.layout.program.zones[zone]
    return slot_of(w, info.base, index, info.count)[1]


def zone_number_of(w: FunctionWriter, zone: int, index: Expr | None) -> str:
    """The number of an owner's zone, as used in `piles.wat`."""
    first = w.unit.layout.zone_number[zone]
    if index is None:
        return word(first)
    count = w.unit.layout.program.zones[zone].count
    if isinstance(index, Const) and 0 <= index.value < count:
        return word(first + index.value)
    return f"(i32.add {word(first)} {index_of(w, index, count)})"


def truth_of(w: FunctionWriter, e: Expr) -> str:
    """The truth value of an expression: 1 or 0."""
    match e:
        case Const(value):
            return word(int(value != 0))
        case Binary(op, left, right) if op in _COMPARE:
            return _comparison(w, op, left, right)
        case Binary("and" | "or" as op, left, right):
            return _both_or_either(w, op, left, right)
        case Binary("has", left, right):
            return _has(w, left, right)
        case Unary("not", operand):
            return f"(i32.eqz {truth_of(w, operand)})"
        case Unary("any", ZoneCards(zone, index)) if w.ordered(zone):
            return f"(i32.ne (i32.load {at(zone_address(w, zone, index))}) {word(0)})"
        case Unary("any", operand) if not w.unit.narrow(operand):
            return f"(call $s_any {w.words} {set_of(w, operand)})"
        case Unary("any", Get() as operand) if w.range(operand)[0] >= 0:
            return f"(i64.gt_s {number_of(w, operand)} {const(0)})"
        case Unary("any", operand):
            return f"(i64.ne {number_of(w, operand)} {const(0)})"
        case Fold("any" | "every"):
            return w.phrase(e, "truth")
        case FunctionCall() if _written_in_place(w, e):
            return _body_of(w, e, truth=True)
        case Noted(_, operand):  # modules do not note values
            return truth_of(w, operand)
        case If(condition, then, otherwise):
            test = truth_of(w, condition)
            with w.learn(False):
                yes, no = truth_of(w, then), truth_of(w, otherwise)
            return f"(if (result i32) {test} (then {yes}) (else {no}))"
        case _ if not w.unit.narrow(e):
            return f"(call $s_any {w.words} {set_of(w, e)})"
        case _:
            return f"(i64.ne {number_of(w, e)} {const(0)})"


def _comparison(w: FunctionWriter, op: str, left: Expr, right: Expr) -> str:
    if w.unit.narrow(left) and w.unit.narrow(right):
        if op in ("=", "!=") and right == Const(0):
            test = f"(i64.eqz {number_of(w, left)})"
            return test if op == "=" else f"(i32.eqz {test})"
        return f"(i64.{_COMPARE[op]} {number_of(w, left)} {number_of(w, right)})"
    if op not in ("=", "!="):
        raise Uncompilable("sets of more than 63 cards compared by size")
    same = f"(call $s_same {w.words} {set_of(w, left)} {set_of(w, right)})"
    return same if op == "=" else f"(i32.eqz {same})"


def _both_or_either(w: FunctionWriter, op: str, left: Expr, right: Expr) -> str:
    a = truth_of(w, left)
    with w.learn(False):
        b = truth_of(w, right)
    if harmless(w, right):
        return f"(i32.{op} {a} {b})"
    if op == "and":
        return f"(if (result i32) {a} (then {b}) (else {word(0)}))"
    return f"(if (result i32) {a} (then {word(1)}) (else {b}))"


def _has(w: FunctionWriter, left: Expr, right: Expr) -> str:
    if not w.unit.narrow(left):
        return f"(call $s_has {w.words} {set_of(w, left)} {number_of(w, right)})"
    if within(w.range(right), (0, 63)):
        return f"(i32.wrap_i64 (i64.and (i64.shr_u {number_of(w, left)} {number_of(w, right)}) {const(1)}))"
    return f"(call $has {number_of(w, left)} {number_of(w, right)})"


def number_of(w: FunctionWriter, e: Expr) -> str:
    """The value of an expression that fits one word.  Raises `Uncompilable` for any other."""
    unit = w.unit
    match e:
        case Const(value):
            return const(value)
        case Get(base, None):
            return w.value_of(base)
        case Get(base, index, count):
            return f"(i64.load {at(slot_of(w, base, index, count)[1])})"
        case Reg(number):
            return get(unit.register(number))
        case Binary(op) if op in _TRUTHS:
            return f"(i64.extend_i32_u {truth_of(w, e)})"
        case Binary():
            return _binary(w, e, 0)
        case Unary("not" | "any", _):
            return f"(i64.extend_i32_u {truth_of(w, e)})"
        case Unary("-", operand):
            return f"(i64.sub {const(0)} {number_of(w, operand)})"
        case Unary("single", Const(value)) if 0 <= value < 63:
            return const(1 << value)
        case Unary("single", operand) if within(w.range(operand), (0, 62)):
            return f"(i64.shl {const(1)} {number_of(w, operand)})"
        case Unary("single", operand):
            return f"(i64.shl {const(1)} (i64.extend_i32_u {index_of(w, operand, 63)}))"
        case Unary(_, ZoneCards(zone, index)) if w.ordered(zone):
            return f"(i64.load32_u {at(zone_address(w, zone, index))})"
        case Unary(_, operand) if not unit.narrow(operand):
            return f"(call $s_count {w.words} {set_of(w, operand)})"
        case Unary(_, operand):
            return f"(i64.popcnt {number_of(w, operand)})"
        case If():
            return _if(w, e)
        case Look(table, index):
            return _look(w, table, index)
        case ZoneCards(zone, index) if w.ordered(zone):
            return f"(call $pile_mask {zone_address(w, zone, index)})"
        case ZoneCards(zone, index):
            return f"(i64.load {at(zone_address(w, zone, index))})"
        case PileEnd(_, _, _, None, _):
            return _pile_end(w, e)
        case PileEnd():
            return f"(i64.load {_pile_ends(w, e)})"
        case FunctionCall() if _written_in_place(w, e):
            return _body_of(w, e, truth=False)
        case FunctionCall():
            return _call_of(w, e)
        case Fold("any" | "every"):
            return f"(i64.extend_i32_u {w.phrase(e, 'truth')})"
        case Fold():
            return w.phrase(e, "number")
        case Leftover():
            return w.phrase(e, "number")
        case Checked():
            return _checked(w, e)
        case Present():
            return _present(w, e)
        case Noted(_, operand):
            return number_of(w, operand)
        case Stuck(place):
            return f"(block (result i64) {w.fault('no row', place)} (unreachable))"
        case RandomPick(mask, _, _, place, _) if unit.narrow(mask):
            return _picked(w, e, f"{number_of(w, mask)} {word(place)}", wide=False)
        case RandomPick(mask, _, _, place, _):
            return _picked(w, e, f"{w.words} {set_of(w, mask)} {word(place)}", wide=True)


def _picked(w: FunctionWriter, e: RandomPick, arguments: str, *, wide: bool) -> str:
    """A random pick; `wide`: from a set of several words.  Of a dealer, it may be the first."""
    if w.shared.stream is not None:
        made = picked(w.shared.stream, e, arguments, wide=wide)
    else:
        made = f"(call {'$s_pick' if wide else '$pick'} {arguments})"
    opens = e.what == "player" and e.purpose and e.purpose == w.shared.counting.dealer
    return f"(call $opened {made})" if opens else made


def _low_word_of(w: FunctionWriter, e: Expr) -> str:
    """The lowest word of a set."""
    return number_of(w, e) if w.unit.narrow(e) else f"(i64.load {set_of(w, e)})"


def _binary(w: FunctionWriter, e: Binary, place: int) -> str:
    op, left, right = e.op, e.left, e.right
    if not within(w.unit.range(e), WORD):
        raise Uncompilable("a number of more than 64 bits", place)
    match op:
        case "union" | "intersect":
            return f"(i64.{_ARITHMETIC[op]} {_low_word_of(w, left)} {_low_word_of(w, right)})"
        case "without":
            return f"(i64.and {_low_word_of(w, left)} (i64.xor {_low_word_of(w, right)} {const(-1)}))"
        case "/" | "mod":
            if w.unit.range(left)[0] >= 0 and w.unit.range(right)[0] > 0:
                return f"(i64.{'div_u' if op == '/' else 'rem_u'} {number_of(w, left)} {number_of(w, right)})"
            name = "divide" if op == "/" else "remainder"
            return f"(call ${name} {number_of(w, left)} {number_of(w, right)} {word(place)})"
        case "min" | "max":
            a, b = w.unit.local(), w.unit.local()
            test = f"(i64.{'lt_s' if op == 'min' else 'gt_s'} {get(a)} {get(b)})"
            set_both = f"{put(a, number_of(w, left))} {put(b, number_of(w, right))}"
            return f"(block (result i64) {set_both} (select {get(a)} {get(b)} {test}))"
        case _:
            return f"(i64.{_ARITHMETIC[op]} {number_of(w, left)} {number_of(w, right)})"


def _if(w: FunctionWriter, e: If) -> str:
    test = truth_of(w, e.condition)
    with w.learn(False):
        then, otherwise = number_of(w, e.then), number_of(w, e.otherwise)
    if harmless(w, e.then) and harmless(w, e.otherwise):
        return f"(select {then} {otherwise} {test})"
    return f"(if (result i64) {test} (then {then}) (else {otherwise}))"


def _look(w: FunctionWriter, table: int, index: Expr) -> str:
    entries = w.unit.layout.program.tables[table]
    if short := in_one_word(entries, lambda: _held_below(w, index, len(entries))):
        return short
    size = entry_size(entries)
    entry = _element_of(w, w.unit.layout.table(entries, size), index, len(entries), size)
    return f"({_LOADS[size]} {at(entry)})"


def _call_of(w: FunctionWriter, e: FunctionCall) -> str:
    """A call of a function."""
    registers = w.unit.layout.ranges.registers[f"f{e.function}"]
    return f"(call $f{e.function} {arguments_of(w, e.args, registers)})"


def _written_in_place(w: FunctionWriter, e: FunctionCall) -> bool:
    """Whether a function is so short that it is written in place of its call."""
    function, ranges = w.unit.layout.program.functions[e.function], w.unit.layout.ranges
    registers = ranges.registers[f"f{e.function}"]
    known = within(ranges.results[e.function], WORD) and all(within(one, WORD) for one in registers.values())
    return known and brief(function.body)


def _body_of(w: FunctionWriter, e: FunctionCall, *, truth: bool) -> str:
    """The body of a function in place of its call.  The arguments go into its registers, which are locals of the
    current function.
    """
    given = "\n".join(number_of(w, arg) for arg in e.args)
    outer, w.unit.name = w.unit.name, f"f{e.function}"
    taken = " ".join(f"(local.set {w.unit.register(i)})" for i in reversed(range(len(e.args))))
    body = w.unit.layout.program.functions[e.function].body
    text, kind = (truth_of(w, body), "i32") if truth else (number_of(w, body), "i64")
    w.unit.name = outer
    return f"(block (result {kind})\n{given}\n{taken}\n{text})"


def arguments_of(w: FunctionWriter, args: tuple[Expr, ...], registers: dict[int, tuple[int, int]]) -> str:
    """The arguments of a function or procedure; a set of several words is passed by its address."""
    return " ".join(
        number_of(w, arg) if within(registers.get(i, (0, 0)), WORD) else set_of(w, arg) for i, arg in enumerate(args)
    )


def _checked(w: FunctionWriter, e: Checked) -> str:
    inside = e.operand
    match inside:
        case Binary("/" | "mod"):
            text = _binary(w, inside, e.place)
        case _:
            text = number_of(w, inside)
    if within(w.unit.range(inside), (e.low, e.high)):
        return text
    t = w.unit.local()
    return f"(block (result i64) {put(t, text)} {_held_to_range(w, t, e)} {get(t)})"


def _held_to_range(w: FunctionWriter, local: str, e: Checked) -> str:
    """A number checked against its range."""
    far = f"(i64.gt_u (i64.sub {get(local)} {const(e.low)}) {const(e.high - e.low)})"
    fault = w.fault("outside", e.place, get(local), const(e.low), const(e.high))
    return f"(if {far} (then {fault}))"


def _present(w: FunctionWriter, e: Present) -> str:
    low, high = w.range(e.operand)
    if low > -1:
        return number_of(w, e.operand)
    t = w.unit.local()
    absent = f"(if (i64.eq {get(t)} {const(-1)}) (then {w.fault('none', e.place)}))"
    text = f"(block (result i64) {put(t, number_of(w, e.operand))} {absent} {get(t)})"
    if low == -1:
        w.looked_at(e.operand, t, high)
    return text


def set_of(w: FunctionWriter, e: Expr) -> str:
    """The address of a set of several words; a set of one word is extended."""
    if w.unit.narrow(e) and not isinstance(e, Const):
        return f"(call $s_number {w.words} {w.room()} {number_of(w, e)})"
    layout = w.unit.layout
    match e:
        case Const(value):
            return word(layout.table((value,), 8 * layout.words))
        case Get(base, index, count):
            return slot_of(w, base, index, count)[1]
        case Reg(number):
            return w.unit.register_set(number)
        case Binary("union" | "intersect" | "without" as op, left, right):
            return f"(call $s_{op} {w.words} {w.room()} {set_of(w, left)} {set_of(w, right)})"
        case Unary("single", operand):
            empty = f"(call $s_zero {w.words} {w.room()})"
            return f"(call $s_add {w.words} {empty} {number_of(w, operand)})"
        case If(condition, then, otherwise):
            test = truth_of(w, condition)
            with w.learn(False):
                return f"(if (result i32) {test} (then {set_of(w, then)}) (else {set_of(w, otherwise)}))"
        case Look(table, index):
            entries = layout.program.tables[table]
            size = 8 * layout.words
            return _element_of(w, layout.table(entries, size), index, len(entries), size)
        case ZoneCards(zone, index) if w.ordered(zone):
            return f"(call $s_pile {w.words} {w.room()} {zone_address(w, zone, index)})"
        case ZoneCards(zone, index):
            return zone_address(w, zone, index)
        case PileEnd():
            return _pile_ends(w, e)
        case FunctionCall():
            return f"(call $s_copy {w.words} {w.room()} {_call_of(w, e)})"
        case Noted(_, operand):
            return set_of(w, operand)
        case Fold():
            return w.phrase(e, "set")
        case Stuck(place):
            return f"(block (result i32) {w.fault('no row', place)} (unreachable))"
        case _:
            raise Uncompilable(f"a number of more than 64 bits ({type(e).__name__})")


def _pile_end(w: FunctionWriter, e: PileEnd) -> str:
    """The card at one end of a pile.  It is read directly if the order of the cards is never unknown."""
    info = w.unit.layout.program.zones[e.zone]
    if e.index is not None or info.bag >= 0:
        return f"(call $pile_end {zone_number_of(w, e.zone, e.index)} {word(int(e.end == 'top'))})"
    pile, count = w.unit.layout.slots[info.base].address, w.unit.local("i32")
    last = f"(i32.shl (i32.sub {get(count)} {word(1)}) {word(1)})" if e.end == "top" else word(0)
    card = f"(i64.load16_u offset={pile + 8} {last})"
    none = f"(then {const(-1)})"
    return f"(if (result i64) (i32.eqz (local.tee {count} (i32.load {word(pile)}))) {none} (else {card}))"


def _pile_ends(w: FunctionWriter, e: PileEnd) -> str:
    assert e.count is not None
    layout = w.unit.layout
    where = f"{zone_number_of(w, e.zone, e.index)} {word(int(e.end == 'top'))} {number_of(w, e.count)}"
    return f"(call $s_pile_ends {word(layout.card_words)} {w.room()} {where})"


def look_before(w: FunctionWriter, table: int, index: Expr) -> str:
    """An entry of a table at an index that may also be -1; then the result is undefined."""
    entries = w.unit.layout.program.tables[table]
    if short := in_one_word(entries, lambda: number_of(w, index)):
        return short
    size = entry_size(entries)
    first = w.unit.layout.table(entries, size)
    return f"({_LOADS[size]} (i32.add {word(first)} (i32.mul (i32.wrap_i64 {number_of(w, index)}) {word(size)})))"
