"""Counts options without listing them, as WebAssembly text.

If each name of an alternative runs over a mask of one word that does not depend on the other names, the number of
options is the product of the sizes of the masks, and the k-th option is found by division.  Conditions in `where` on a
single name are tested on the elements of its mask before.  Combinations of cards without a condition can be counted
too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from ...program import (
    Alternative,
    Binary,
    Bound,
    Combinations,
    Const,
    Domain,
    Expr,
    FunctionCall,
    Get,
    If,
    Look,
    Reg,
    Unary,
    ZoneCards,
)
from ...traversal import registers
from ..ranges import within
from .expressions import number_of, truth_of
from .folds import over
from .text import const, get, put
from .writer import FunctionWriter

_MOST_COPIES = 4
"""The most identical cards of which one is found without a loop."""
_HIGHEST = 62
"""The highest element of a mask of one word."""
_EVERY = Domain("mask", (Const((1 << _HIGHEST + 1) - 1),))
_FEW = 4
"""How many elements of a mask can be removed without a branch."""


@dataclass(frozen=True)
class Options:
    """The options of an alternative: the code that prepares them, their number, and the code that puts option number k
    (in a local) into the locals `values`.  `many`: whether there may be more than are offered.
    """

    made: str
    size: str
    values: tuple[str, ...] = ()
    found: Callable[[str], str] = lambda k: ""
    many: bool = False


def can_be_counted(w: FunctionWriter, unit: str, alternative: Alternative) -> bool:
    """Whether the options of an alternative can be counted."""
    w.unit.name = unit
    asked = list(_conjuncts(alternative.where))
    masks = all(_is_one_word(w, alternative, i) for i in range(len(alternative.bound)))
    match alternative.bound:
        case ():
            return not asked
        case (Bound(domain=Combinations(groups=groups)),):
            return groups < 0 and not asked and w.unit.layout.card_words == 1
        case _ if not masks or len(alternative.bound) == 1:
            return masks
        case _:
            later = [e for bound in alternative.bound[1:] for e in _inside(bound.domain)]
            alone = all(len(_names_in(w, e, alternative)) <= 1 for e in asked)
            apart = not any(_names_in(w, e, alternative) for e in later)
            return alone and apart and all(_cannot_fail(w, e) for e in (*asked, *later))


def _names_in(w: FunctionWriter, e: Expr, alternative: Alternative) -> set[int]:
    """The names of an alternative that an expression reads."""
    return {i for i in registers(e, w.unit.layout.program.functions) if i < len(alternative.bound)}


def _is_one_word(w: FunctionWriter, alternative: Alternative, name: int) -> bool:
    """Whether a name runs over the elements of a mask of one word, in ascending order."""
    bound = alternative.bound[name]
    domain = bound.domain
    if isinstance(domain, Combinations):
        return False
    if domain.kind == "range" and domain.step == 1:
        low, high = map(w.unit.range, domain.args)
        return low[0] >= 0 and within(high, (-1, _HIGHEST)) and low[1] <= _HIGHEST + 1
    if domain.kind != "mask":
        return False
    if bound.type.kind == "card" and _copies(w) > (_MOST_COPIES if w.unit.layout.card_words == 1 else 1):
        return False
    return w.unit.narrow(domain.args[0])


def _cannot_fail(w: FunctionWriter, e: Expr) -> bool:
    """Whether an expression can be computed even if its value is not needed."""
    match e:
        case Const() | Reg() | Get(index=None):
            return True
        case Get(_, index, count) if index is not None:
            return within(w.unit.range(index), (0, count - 1)) and _cannot_fail(w, index)
        case Look(table, index):
            rows = len(w.unit.layout.program.tables[table])
            return within(w.unit.range(index), (0, rows - 1)) and _cannot_fail(w, index)
        case ZoneCards(_, index):
            return index is None
        case Binary(op, left, right):
            return op not in ("/", "mod") and _cannot_fail(w, left) and _cannot_fail(w, right)
        case Unary("single", operand):
            return within(w.unit.range(operand), (0, _HIGHEST)) and _cannot_fail(w, operand)
        case Unary(_, operand):
            return _cannot_fail(w, operand)
        case If(condition, then, otherwise):
            return all(_cannot_fail(w, part) for part in (condition, then, otherwise))
        case FunctionCall(function, args):
            outer, w.unit.name = w.unit.name, f"f{function}"
            sure = _cannot_fail(w, w.unit.layout.program.functions[function].body)
            w.unit.name = outer
            return sure and all(_cannot_fail(w, arg) for arg in args)
        case _:
            return False


def options_of(w: FunctionWriter, alternative: Alternative) -> Options:
    """The code for the options of an alternative that can be counted."""
    guard = "" if alternative.guard is None or alternative.guard == Const(1) else truth_of(w, alternative.guard)
    match alternative.bound:
        case ():
            return Options("", f"(i64.extend_i32_u {guard})" if guard else const(1))
        case (Bound(domain=Combinations() as domain),):
            return _combinations_of(w, domain, guard)
        case _:
            return _products(w, alternative, guard)


def _combinations_of(w: FunctionWriter, domain: Combinations, guard: str) -> Options:
    of, low, high, found = (w.unit.local() for _ in range(4))
    made = " ".join(
        put(local, number_of(w, e)) for local, e in ((low, domain.low), (high, domain.high), (of, domain.of))
    )
    if guard:
        made = f"{put(high, const(-1))} (if {guard} (then {made}))"
    limits = f"{get(of)} {get(low)} {get(high)}"
    size = f"(call $c_count {limits})"
    return Options(made, size, (found,), lambda k: put(found, f"(call $c_pick {limits} {get(k)})"), many=True)


def _products(w: FunctionWriter, alternative: Alternative, guard: str) -> Options:
    """Options that combine each element of the mask of a name with each element of the others."""
    asked: list[list[Expr]] = [[] for _ in alternative.bound]
    for e in _conjuncts(alternative.where):
        asked[max(_names_in(w, e, alternative), default=-1)].append(e)
    masks, made = [w.unit.local() for _ in alternative.bound], list[str]()
    for i, (mask, conditions) in enumerate(zip(masks, asked, strict=True)):
        made.append(put(mask, _mask_of(w, alternative, i)))
        if conditions:
            made.append(put(mask, _those(w, mask, i, conditions, alternative.place)))
    text = " ".join(made)
    if guard:
        text = f"{put(masks[0], const(0))} (if {guard} (then {text}))"
    size = reduce(lambda a, b: f"(i64.mul {a} {b})", (f"(i64.popcnt {get(mask)})" for mask in masks))
    return Options(text, size, tuple(masks), lambda k: _elements(w, masks, k), many=len(masks) > 1)


def _elements(w: FunctionWriter, masks: list[str], k: str) -> str:
    """Replace the masks in locals by one element each: the k-th of all combinations, the last name fastest."""
    made: list[str] = []
    for i, mask in reversed(list(enumerate(masks))):
        at = k
        if i:
            at, size = w.unit.local(), f"(i64.popcnt {get(mask)})"
            made += [put(at, f"(i64.rem_u {get(k)} {size})"), put(k, f"(i64.div_u {get(k)} {size})")]
        made += [_kth(w, mask, at), put(mask, f"(i64.ctz {get(mask)})")]
    return " ".join(made)


def _kth(w: FunctionWriter, mask: str, k: str) -> str:
    """Remove the lowest elements of a mask until the k-th is the lowest.

    The masks with a few elements removed are all computed, possibly at the same time as `k`.  One of them is then
    selected without a branch, because the branch would be unpredictable.
    """
    again, fewer = w.unit.label(), [mask, *(w.unit.local() for _ in range(_FEW))]
    made = [put(less, _without_lowest(get(more))) for more, less in pairwise(fewer)]
    more = f"(i64.gt_s {get(k)} {const(_FEW)})"
    down = put(k, f"(i64.sub {get(k)} {const(_FEW)})")
    strip = " ".join((put(mask, get(fewer[-1])), down, *made))
    rest = f"(if {more} (then (loop {again} {strip} (br_if {again} {more}))))"
    return f"{' '.join(made)} {rest} {put(mask, _chosen(fewer, 0, k))}"


def _without_lowest(mask: str) -> str:
    return f"(i64.and {mask} (i64.sub {mask} {const(1)}))"


def _chosen(locals_: list[str], first: int, k: str) -> str:
    """The k-th of some locals, counted from `first`.  Each step excludes half of them."""
    if len(locals_) == 1:
        return get(locals_[0])
    half = (len(locals_) + 1) // 2
    low, high = _chosen(locals_[:half], first, k), _chosen(locals_[half:], first + half, k)
    return f"(select {low} {high} (i64.lt_s {get(k)} {const(first + half)}))"


def _mask_of(w: FunctionWriter, alternative: Alternative, name: int) -> str:
    """The mask of the values of a name."""
    bound = alternative.bound[name]
    domain = bound.domain
    assert not isinstance(domain, Combinations)
    if domain.kind == "range":
        low, high = (number_of(w, arg) for arg in domain.args)
        up_to = f"(i64.sub (i64.shl {const(1)} (i64.add {high} {const(1)})) {const(1)})"
        return f"(i64.and {up_to} (i64.shl {const(-1)} {low}))"
    text = number_of(w, domain.args[0])
    return _faces_once(w, text) if bound.type.kind == "card" and _copies(w) > 1 else text


def _those(w: FunctionWriter, mask: str, name: int, conditions: list[Expr], place: int) -> str:
    """The elements of a mask in a local for which some conditions hold."""
    kept, test = w.unit.local(), reduce(lambda a, b: Binary("and", a, b), conditions)
    one = f"(i64.shl {const(1)} {get(w.unit.register(name))})"
    keep = f"(if {truth_of(w, test)} (then {put(kept, f'(i64.or {get(kept)} {one})')}))"
    each = over(w, _EVERY, name, place, keep, w.unit.label(), w.unit.label(), get(mask))
    return f"(block (result i64) {put(kept, const(0))} {each} {get(kept)})"


def _copies(w: FunctionWriter) -> int:
    """The largest number of identical cards in the deck."""
    return max(Counter(w.unit.layout.program.deck).values())


def _faces_once(w: FunctionWriter, mask: str) -> str:
    """A mask of cards without those that are identical to a card before them; identical cards are neighbours."""
    deck, kept = w.unit.layout.program.deck, w.unit.local()
    again = const(0)
    for step in range(1, _copies(w)):
        like = sum(1 << card for card in range(step, len(deck)) if deck[card] == deck[card - step])
        again = f"(i64.or {again} (i64.and (i64.shl {get(kept)} {const(step)}) {const(like)}))"
    once = f"(i64.and {get(kept)} (i64.xor {again} {const(-1)}))"
    return f"(block (result i64) {put(kept, mask)} {once})"


def _conjuncts(e: Expr | None) -> Iterator[Expr]:
    """The conditions of a conjunction, in order."""
    match e:
        case None | Const(1):
            return
        case Binary("and", left, right):
            yield from _conjuncts(left)
            yield from _conjuncts(right)
        case _:
            yield e


def _inside(domain: Domain | Combinations) -> tuple[Expr, ...]:
    """The expressions of a mask or a range."""
    assert isinstance(domain, Domain)
    return domain.args
