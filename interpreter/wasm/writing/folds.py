"""Loops over sets, ranges and lists as WebAssembly text: folds, and loops shared with statements and choices."""

from __future__ import annotations

from functools import cache

from ...program import (
    WORK_LIMIT,
    Binary,
    Checked,
    Const,
    Domain,
    Expr,
    Fold,
    Function,
    FunctionCall,
    If,
    Leftover,
    Look,
    Present,
    RandomPick,
    Reg,
    Unary,
)
from ...traversal import nodes_within, registers
from ..ranges import Uncompilable, within
from .costs import harmless
from .expressions import look_before, low_of, number_of, set_of, truth_of
from .text import const, get, put, word
from .unit import WasmFunction
from .writer import FunctionWriter, ModuleContext, ValueForm

_FEW_ELEMENTS, _LONGEST = 6, 600
"""The most known elements that are written one by one, and the longest text that is repeated for them."""
_HIGHEST = 62
"""The highest element of a mask of one word."""
REMEMBERED = 2_048
"""For how many masks of cards, at most, a module remembers what the best melds leave over."""
_SPREADING = -7_046_029_254_386_353_131
"""An odd number, 2**64 divided by the golden ratio, whose products are spread over all high bits."""
_FEW_PLAYERS = 7
"""The most players for whom the next of a group is read from a table."""


def function_writer(unit: WasmFunction, shared: ModuleContext) -> FunctionWriter:
    """Make the writer of one function of a module, with the function that writes folds."""
    return FunctionWriter(unit, shared, _phrase)


def _phrase(w: FunctionWriter, e: Fold | Leftover, form: ValueForm) -> str:
    with w.learn(False):
        match e:
            case Leftover():
                return _leftover(w, e)
            case Fold() if form == "truth":
                return _fold_truth(w, e)
            case Fold() if form == "set":
                return _fold_set(w, e)
            case Fold():
                return _fold_number(w, e)


def over(
    w: FunctionWriter,
    domain: Domain,
    reg: int,
    place: int,
    body: str,
    leave: str,
    on: str,
    kept: str = "",
    once: bool = False,
) -> str:
    """Execute `body` for each element of a domain, in order; the element is put into a register.

    `leave` and `on` are labels to which `body` may branch: to the end of the loop, and to the next element.  `kept`:
    the text of the mask, if it is not that of the domain.  `once`: equal values of a list count only once.
    """
    match domain:
        case Domain("mask", (Const(mask),)) if not kept and _are_few(mask, body):
            return _over_few(w, mask, reg, body, leave, on)
        case _:
            pass
    match domain.kind:
        case "mask" if w.unit.narrow(domain.args[0]):
            return _over_mask(w, kept or number_of(w, domain.args[0]), reg, body, leave, on)
        case "mask":
            return _over_set(w, set_of(w, domain.args[0]), reg, body, leave, on)
        case "seats":
            assert domain.start is not None
            if not w.unit.narrow(domain.args[0]):
                raise Uncompilable("more than 62 players")
            return _over_seats(w, kept or number_of(w, domain.args[0]), domain.start, reg, body, leave, on)
        case "subsets":
            if not w.unit.narrow(domain.args[2]):
                raise Uncompilable("combinations of more than 63 cards in a condition", place)
            return _over_subsets(w, domain, reg, place, body, leave, on)
        case "list":
            return _over_list(w, domain.args, reg, body, leave, on, once)
        case _:
            return _over_range(w, domain, reg, place, body, leave, on)


def _over_mask(w: FunctionWriter, mask: str, reg: int, body: str, leave: str, on: str) -> str:
    rest = w.unit.local()
    return f"""{put(rest, mask)}
(block {leave} (loop {on}
(br_if {leave} (i64.eqz {get(rest)}))
{put(w.unit.register(reg), f"(i64.ctz {get(rest)})")}
{put(rest, f"(i64.and {get(rest)} (i64.sub {get(rest)} {const(1)}))")}
{body}
(br {on})))"""


def _over_subsets(w: FunctionWriter, domain: Domain, reg: int, place: int, body: str, leave: str, on: str) -> str:
    """Loop over every set of a given range of sizes.  The next set is computed in a local beside the register."""
    mask, size, last, next_ = (w.unit.local() for _ in range(4))
    low, high, of = (number_of(w, arg) for arg in domain.args)
    inner = w.unit.label()
    return f"""{put(mask, of)} {put(size, low)} {put(last, high)}
(if (i64.lt_s {get(size)} {const(0)}) (then {put(size, const(0))}))
(if (i64.gt_s {get(last)} (i64.popcnt {get(mask)})) (then {put(last, f"(i64.popcnt {get(mask)})")}))
(call $subsets (i64.popcnt {get(mask)}) {get(size)} {get(last)} {word(place)})
{put(size, f"(i64.sub {get(size)} {const(1)})")}
(block {leave} (loop {inner}
{put(size, f"(i64.add {get(size)} {const(1)})")}
(br_if {leave} (i64.gt_s {get(size)} {get(last)}))
{put(next_, f"(call $lowest {get(mask)} {const(0)} {get(size)})")}
(loop {on}
(br_if {inner} (i64.lt_s {get(next_)} {const(0)}))
{put(w.unit.register(reg), get(next_))}
{put(next_, f"(call $next_subset {get(mask)} {get(next_)} {get(size)})")}
{body}
(br {on}))))"""


def _are_few(mask: int, body: str) -> bool:
    return mask.bit_count() <= _FEW_ELEMENTS and len(body) < _LONGEST


def _over_few(w: FunctionWriter, mask: int, reg: int, body: str, leave: str, on: str) -> str:
    """Loop over a few known elements, written one by one."""
    register = w.unit.register(reg)
    elements = (i for i in range(mask.bit_length()) if mask >> i & 1)
    rounds = "\n".join(f"(block {on} {put(register, const(i))}\n{body})" for i in elements)
    return f"(block {leave}\n{rounds})"


def _over_set(w: FunctionWriter, address: str, reg: int, body: str, leave: str, on: str) -> str:
    """Loop over the elements of a set of several words, which is copied and emptied."""
    rest, register = w.room(), w.unit.register(reg)
    return f"""(drop (call $s_copy {w.words} {rest} {address}))
(block {leave} (loop {on}
{put(register, f"(call $s_pop {w.words} {rest})")}
(br_if {leave} (i64.lt_s {get(register)} {const(0)}))
{body}
(br {on})))"""


def _over_seats(w: FunctionWriter, mask: str, start: Expr, reg: int, body: str, leave: str, on: str) -> str:
    players = w.unit.layout.program.players
    rest, seat, register = w.unit.local(), w.unit.local(), w.unit.register(reg)
    first = number_of(w, start)
    if not within(w.unit.range(start), (0, players - 1)):
        first = f"(call $remainder {first} {const(players)} {word(0)})"
    around = f"(i64.sub {get(register)} {const(players)})"
    return f"""{put(rest, mask)} {put(seat, first)}
{put(rest, _turned(w, rest, seat))}
(block {leave} (loop {on}
(br_if {leave} (i64.eqz {get(rest)}))
{put(register, f"(i64.add {get(seat)} (i64.ctz {get(rest)}))")}
{put(register, f"(select {around} {get(register)} (i64.ge_s {get(register)} {const(players)}))")}
{put(rest, f"(i64.and {get(rest)} (i64.sub {get(rest)} {const(1)}))")}
{body}
(br {on})))"""


def _turned(w: FunctionWriter, mask: str, seat: str) -> str:
    """The players of a mask as seen from a seat: bit i is the player i seats to its left."""
    players = w.unit.layout.program.players
    right = f"(i64.shr_u {get(mask)} {get(seat)})"
    left = f"(i64.shl {get(mask)} (i64.sub {const(players)} {get(seat)}))"
    return f"(i64.and (i64.or {right} {left}) {const((1 << players) - 1)})"


def _over_list(
    w: FunctionWriter, values: tuple[Expr, ...], reg: int, body: str, leave: str, on: str, once: bool
) -> str:
    """Loop over a list.  The values are computed first, and are stored in memory if there are several."""
    if len(values) == 1:
        return f"(block {leave} (block {on} {take(w, reg, values[0])} {body}))"
    narrow = w.unit.register_narrow(reg)
    size = 8 if narrow else 8 * w.unit.layout.words
    room = w.unit.layout.reserve(size * len(values))
    i = w.unit.local("i32")
    at = f"(i32.add {word(room)} {get(i)})"
    if once:
        body = f"(br_if {on} (call $repeated {word(size)} {word(room)} {at}))\n{body}"
    stored = "\n".join(_store(w, word(room + size * k), value, narrow) for k, value in enumerate(values))
    return f"""{stored}
{put(i, word(-size))}
(block {leave} (loop {on}
{put(i, f"(i32.add {get(i)} {word(size)})")}
(br_if {leave} (i32.ge_u {get(i)} {word(size * len(values))}))
{take_from(w, reg, at)}
{body}
(br {on})))"""


def _over_range(w: FunctionWriter, domain: Domain, reg: int, place: int, body: str, leave: str, on: str) -> str:
    """Loop over numbers up or down.  A counter is kept beside the register, because the body may change the
    register.
    """
    at, end, register = w.unit.local(), w.unit.local(), w.unit.register(reg)
    up = domain.kind == "range"
    first, last = number_of(w, domain.args[0]), number_of(w, domain.args[1])
    low, high = (get(at), get(end)) if up else (get(end), get(at))
    checked = "" if domain.short else f"(call $numbers {low} {high} {word(place)})"
    step, past = ("add", "gt_s") if up else ("sub", "lt_s")
    back = f"(i64.{'sub' if up else 'add'} {get(at)} {const(domain.step)})"
    return f"""{put(at, first)} {put(end, last)} {checked}
{put(at, back)}
(block {leave} (loop {on}
{put(at, f"(i64.{step} {get(at)} {const(domain.step)})")}
(br_if {leave} (i64.{past} {get(at)} {get(end)}))
{put(register, get(at))}
{body}
(br {on})))"""


def take(w: FunctionWriter, reg: int, value: Expr) -> str:
    """Set a register to the value of an expression."""
    if w.unit.register_narrow(reg):
        text = number_of(w, value)
        return put(w.unit.register(reg), text)
    return f"(drop (call $s_copy {w.words} {w.unit.register_set(reg)} {set_of(w, value)}))"


def take_from(w: FunctionWriter, reg: int, address: str) -> str:
    """Set a register to the content of an address."""
    if w.unit.register_narrow(reg):
        return put(w.unit.register(reg), f"(i64.load {address})")
    return f"(drop (call $s_copy {w.words} {w.unit.register_set(reg)} {address}))"


def _store(w: FunctionWriter, address: str, value: Expr, narrow: bool) -> str:
    """Store an expression at an address, as one word or as a set of several."""
    if narrow:
        return f"(i64.store {address} {number_of(w, value)})"
    return f"(drop (call $s_copy {w.words} {address} {set_of(w, value)}))"


def _each(w: FunctionWriter, e: Fold, body: str, leave: str) -> str:
    """Execute `body` for each element for which `where` of the fold holds.  Conditions that do not depend on the
    element are tested once.
    """
    on, where, once = w.unit.label(), e.where, ""
    match e:
        case Fold(domain=Domain("mask", (Const(),)), where=Binary("and", first, rest)):
            if harmless(w, first) and Reg(e.reg) not in nodes_within(first):
                once, where = truth_of(w, first), rest
        case _:
            pass
    test = f"(br_if {on} (i32.eqz {truth_of(w, where)}))\n" if where is not None else ""
    if e.units:
        full = w.fault("too much", e.place, const(WORK_LIMIT))
        test = f"{w.count(w.unit.layout.work, e.units, WORK_LIMIT, full)}\n{test}"
    text = over(w, e.domain, e.reg, e.place, test + body, leave, on)
    return f"(if {once} (then {text}))" if once else text


def _leftover(w: FunctionWriter, e: Leftover) -> str:
    """The cards that melds leave over.  Their values are stored first; see `melds.wat`."""
    layout = w.unit.layout
    if len(layout.program.deck) > 63:
        raise Uncompilable("melds of a deck of more than 63 cards", e.place)
    table = layout.program.tables[e.melds]
    at, values = layout.table(table, 8), word(layout.reserve(8 * 64))
    mask, register = w.unit.local(), w.unit.register(e.reg)
    slot = f"(i32.add {values} (i32.wrap_i64 (i64.shl {get(register)} {const(3)})))"
    store = f"(i64.store {slot} {number_of(w, e.value)})"
    loop = _over_mask(w, get(mask), e.reg, store, w.unit.label(), w.unit.label())
    search = f"(call $leftover {get(mask)} {values} {word(at)} {word(at + 8 * len(table))} {word(e.place)})"
    functions = layout.program.functions
    if not (registers(e.value, functions) <= {e.reg} and _of_card_alone(e.value, functions)):
        return f"(block (result i64) {put(mask, number_of(w, e.cards))}\n{loop}\n{search})"
    purpose = "leftover", e.melds, repr(e.value).replace(repr(Reg(e.reg)), "card")
    found, kept, place = w.unit.local(), layout.shared(purpose, 16 * REMEMBERED), w.unit.local("i32")
    which = f"(i64.shr_u (i64.mul {get(mask)} {const(_SPREADING)}) {const(64 - REMEMBERED.bit_length() + 1)})"
    return f"""(block (result i64) {put(mask, number_of(w, e.cards))}
{put(place, f"(i32.add {word(kept)} (i32.shl (i32.wrap_i64 {which}) (i32.const 4)))")}
(if (i64.ne (i64.load {get(place)}) {get(mask)}) (then
{loop}
{put(found, search)}
(i64.store {get(place)} {get(mask)}) (i64.store offset=8 {get(place)} {get(found)})))
(i64.load offset=8 {get(place)}))"""


def _of_card_alone(value: Expr, functions: tuple[Function, ...]) -> bool:
    """Whether the value of each card is always the same, so that what is left over depends on the cards alone."""
    return all(
        isinstance(part, Const | Look | Binary | Unary | If | Checked | Reg)
        or (isinstance(part, FunctionCall) and _of_card_alone(functions[part.function].body, functions))
        for part in nodes_within(value)
    )


def _fold_truth(w: FunctionWriter, e: Fold) -> str:
    found, leave, any_of = w.unit.local("i32"), w.unit.label(), e.kind == "any"
    test = truth_of(w, e.body) if e.body is not None else word(1)
    if not any_of:
        test = f"(i32.eqz {test})"
    body = f"(if {test} (then {put(found, word(int(any_of)))} (br {leave})))"
    return f"(block (result i32) {put(found, word(int(not any_of)))}\n{_each(w, e, body, leave)}\n{get(found)})"


def _fold_number(w: FunctionWriter, e: Fold) -> str:
    leave, found = w.unit.label(), w.unit.local()
    start, before, after = const(0), "", ""
    if e.kind == "first" and e.where is None and _is_one_mask(w, e.domain):
        return _first_of_mask(w, e.domain)
    if e.kind == "set" and (found_at_once := _set_of_one(w, e)):
        return found_at_once
    match e.kind:
        case "count":
            body = put(found, f"(i64.add {get(found)} {const(1)})")
        case "sum":
            body = put(found, f"(i64.add {get(found)} {_value_of(w, e)})")
        case "max" | "min":
            return _extreme(w, e)
        case "set":
            one = f"(i64.shl {const(1)} {get(w.unit.register(e.reg))})"
            body = put(found, f"(i64.or {get(found)} {one})")
        case "first":
            start = const(-1)
            body = f"{put(found, get(w.unit.register(e.reg)))} (br {leave})"
        case _:
            count = w.unit.local()
            body = f"{put(found, get(w.unit.register(e.reg)))} {put(count, f'(i64.add {get(count)} {const(1)})')}"
            wrong = f"(i64.ne {get(count)} {const(1)})"
            after = f"(if {wrong} (then {w.fault('not one', e.place, get(count))}))"
            before = put(count, const(0))
    return f"(block (result i64) {put(found, start)} {before}\n{_each(w, e, body, leave)}\n{after} {get(found)})"


def _set_of_one(w: FunctionWriter, e: Fold) -> str:
    """The elements of a mask that equal a given one, found without a loop; "" if the fold is not of that kind."""
    match e:
        case Fold(domain=Domain("mask", (Const(mask),)), where=Binary("and", first, Binary("=", Reg(e.reg), one))):
            asked = truth_of(w, first) if harmless(w, first) and Reg(e.reg) not in nodes_within(first) else ""
        case Fold(domain=Domain("mask", (Const(mask),)), where=Binary("=", Reg(e.reg), one)):
            first, asked = Const(1), word(1)
        case _:
            return ""
    alike = not any(part == Reg(e.reg) or isinstance(part, RandomPick | FunctionCall) for part in nodes_within(one))
    if not asked or not mask or not alike or not within(w.unit.range(one), (0, _HIGHEST)):
        return ""
    match first, one:
        case Binary("!=", asked_of, Const(-1)), Look(table, Present(whose)) if asked_of == whose:
            rows = len(w.unit.layout.program.tables[table])
            if within(w.unit.range(whose), (-1, rows - 1)):  # looked up without a branch, and removed if there is none
                found = f"(i64.and (i64.shl {const(1)} {look_before(w, table, whose)}) {const(mask)})"
                return f"(select {found} {const(0)} {asked})"
        case _:
            pass
    found = f"(i64.and (i64.shl {const(1)} {number_of(w, one)}) {const(mask)})"
    return found if first == Const(1) else f"(if (result i64) {asked} (then {found}) (else {const(0)}))"


def _is_one_mask(w: FunctionWriter, domain: Domain) -> bool:
    """Whether a domain is a mask of one word."""
    return domain.kind in ("mask", "seats") and w.unit.narrow(domain.args[0])


def _value_of(w: FunctionWriter, e: Fold) -> str:
    return number_of(w, e.body) if e.body is not None else const(1)


def _extreme(w: FunctionWriter, e: Fold) -> str:
    """The largest or smallest value; 0 for an empty domain."""
    leave, found, seen, value = w.unit.label(), w.unit.local(), w.unit.local("i32"), w.unit.local()
    better = f"(i64.{'gt_s' if e.kind == 'max' else 'lt_s'} {get(value)} {get(found)})"
    body = (
        f"{put(value, _value_of(w, e))}\n"
        f"(if (i32.or (i32.eqz {get(seen)}) {better}) (then {put(found, get(value))} {put(seen, word(1))}))"
    )
    start = f"{put(found, const(0))} {put(seen, word(0))}"
    return f"(block (result i64) {start}\n{_each(w, e, body, leave)}\n{get(found)})"


def _first_of_mask(w: FunctionWriter, domain: Domain) -> str:
    """The first element of a mask, or the first in seat order."""
    if domain.start is not None:
        return _first_seat(w, domain.args[0], domain.start)
    mask = w.unit.local()
    found = f"(select {const(-1)} (i64.ctz {get(mask)}) (i64.eqz {get(mask)}))"
    return f"(block (result i64) {put(mask, number_of(w, domain.args[0]))} {found})"


def _first_seat(w: FunctionWriter, mask: Expr, start: Expr) -> str:
    """The first player of a mask from a seat on; read from a table if the table is small."""
    players = w.unit.layout.program.players
    known = within(w.unit.range(mask), (0, (1 << players) - 1)) and within(w.unit.range(start), (-1, players - 1))
    if players > _FEW_PLAYERS or not known:
        return f"(call $first_seat {number_of(w, mask)} {number_of(w, start)})"
    table = w.unit.layout.table(_first_seats(players), 1)
    before, offset = (start, table + 1) if w.range(start)[0] >= 0 else (Binary("+", start, Const(1)), table)
    at = low_of(w, Binary("+", Binary("*", mask, Const(players + 1)), before))
    return f"(i64.load8_s offset={offset} {at})"


@cache
def _first_seats(players: int) -> tuple[int, ...]:
    """For each group of players and each seat from -1 on, the first player of the group from that seat on; -1: none."""
    return tuple(
        next(((seat + i) % players for i in range(players) if group >> (seat + i) % players & 1), -1)
        for group in range(1 << players)
        for seat in range(-1, players)
    )


def _fold_set(w: FunctionWriter, e: Fold) -> str:
    leave, room = w.unit.label(), w.room()
    if e.kind == "set":
        body = f"(drop (call $s_add {w.words} {room} {get(w.unit.register(e.reg))}))"
        start = f"(drop (call $s_zero {w.words} {room}))"
    elif e.kind == "first":
        body = f"(drop (call $s_copy {w.words} {room} {_register_as_set(w, e)})) (br {leave})"
        start = f"(drop (call $s_number {w.words} {room} {const(-1)}))"
    elif e.kind == "the":
        return _only_set(w, e, leave, room)
    else:
        raise Uncompilable(f"a number of more than 64 bits ({e.kind})", e.place)
    return f"(block (result i32) {start}\n{_each(w, e, body, leave)}\n{room})"


def _only_set(w: FunctionWriter, e: Fold, leave: str, room: str) -> str:
    """The only set of a list."""
    count = w.unit.local()
    more = put(count, f"(i64.add {get(count)} {const(1)})")
    body = f"(drop (call $s_copy {w.words} {room} {_register_as_set(w, e)})) {more}"
    fault = f"(if (i64.ne {get(count)} {const(1)}) (then {w.fault('not one', e.place, get(count))}))"
    return f"(block (result i32) {put(count, const(0))}\n{_each(w, e, body, leave)}\n{fault} {room})"


def _register_as_set(w: FunctionWriter, e: Fold) -> str:
    """The register of a fold as a set of several words."""
    if w.unit.register_narrow(e.reg):
        return f"(call $s_number {w.words} {w.room()} {get(w.unit.register(e.reg))})"
    return w.unit.register_set(e.reg)
