"""Why an option is not legal, as WebAssembly text: which condition of it fails, for a host that must say so.

The host writes an option where the first one of a question is stored.  The conditions are tested in the order of
`Question.refused`, which says the same in Python.
"""

from __future__ import annotations

from functools import reduce

from ...program import Alternative, Ask, Binary, Bound, Combinations, Const, Domain, Expr, Reg, Unary
from .expressions import number_of, truth_of
from .questions import SURE, OptionBuffer, stored_values
from .text import const, get, put, word
from .writer import FunctionWriter

LEGAL, NOW, OUTSIDE = -1, -2, -3
"""What `refused` gives besides the number of a reason.  For a name out of range: `OUTSIDE` less its number."""


def refused_function(w: FunctionWriter, room: OptionBuffer, number: int, ask: Ask) -> str:
    """`$y…`: the number of the reason against the option that is stored first."""
    made: list[str] = []
    for i, alternative in enumerate(ask.alternatives):
        w.unit.name = f"a{number}_{i}"
        tests = _tests(w, room, alternative, in_trick=ask.trick is not None)
        made.append(f"(if (i64.eq (i64.load {word(room.address)}) {const(i)}) (then\n{tests}\n(return {word(LEGAL)})))")
    start = f"(i64.store {word(w.unit.layout.work)} {const(0)})" if w.shared.counting.work else ""
    return w.unit.function(f"$y{number} (result i32)", "\n".join((start, *made, word(NOW))))


def receiver_function(w: FunctionWriter, number: int, ask: Ask) -> str:
    """`$r…`: the owner of the zone to which the cards of an alternative go; -1 if that is not known, or nobody."""
    made: list[str] = []
    for i, alternative in enumerate(ask.alternatives):
        if alternative.to is not None and alternative.to.owner is not None:
            w.unit.name = f"a{number}_{i}"
            owner = f"(return (i32.wrap_i64 {number_of(w, alternative.to.owner)}))"
            made.append(f"(if (i32.eq {get('$alternative')} {word(i)}) (then {owner}))")
    return w.unit.function(f"$r{number} (param $alternative i32) (result i32)", "\n".join((*made, word(-1))))


def _tests(w: FunctionWriter, room: OptionBuffer, alternative: Alternative, *, in_trick: bool) -> str:
    """Return from the function with the first thing that fails."""
    reasons = [*enumerate(alternative.because)]
    tests = [_unless(w, reason.condition, word(number)) for number, reason in reasons[: alternative.guards]]
    if alternative.guard not in SURE:
        assert alternative.guard is not None
        tests.append(_unless(w, alternative.guard, word(NOW)))
    values = stored_values(w.unit.layout, alternative)
    tests += [_loaded(w, room.address + value.offset, value.words, value.number) for value in values]
    for reg, bound in enumerate(alternative.bound):
        inside = _inside(bound, reg)
        if inside is None:
            continue
        first = ""
        if in_trick:  # a reason says why a card of the hand may not be played
            first = "\n".join(_unless(w, reason.condition, word(number)) for number, reason in reasons)
        tests.append(f"(if (i32.eqz {truth_of(w, inside)}) (then\n{first}\n(return {word(OUTSIDE - reg)})))")
    tests += [_unless(w, reason.condition, word(number)) for number, reason in reasons[alternative.guards :]]
    if alternative.where not in SURE:
        assert alternative.where is not None
        tests.append(_unless(w, alternative.where, word(NOW)))
    return "\n".join(tests)


def _unless(w: FunctionWriter, condition: Expr, code: str) -> str:
    return f"(if (i32.eqz {truth_of(w, condition)}) (then (return {code})))"


def _loaded(w: FunctionWriter, at: int, words: int, reg: int) -> str:
    """Put a stored value into its register."""
    if w.unit.register_narrow(reg):
        return put(w.unit.register(reg), f"(i64.load {word(at)})")
    wide = word(w.unit.layout.words)
    if words == 1:
        return f"(drop (call $s_number {wide} {w.unit.register_set(reg)} (i64.load {word(at)})))"
    return f"(drop (call $s_copy {word(words)} {w.unit.register_set(reg)} {word(at)}))"


def _inside(bound: Bound, reg: int) -> Expr | None:
    """The condition that a value is in the range of its name; None if this is not tested."""
    value, domain = Reg(reg), bound.domain
    if isinstance(domain, Combinations):
        size = Unary("count", value)
        parts: list[Expr] = [
            Unary("not", Unary("any", Binary("without", value, domain.of))),
            Binary(">=", size, domain.low),
            Binary("<=", size, domain.high),
        ]
        return reduce(lambda a, b: Binary("and", a, b), parts)
    match domain:
        case Domain("mask" | "seats", (mask, *_)):
            return Binary("has", mask, value)
        case Domain("range", (low, high)) | Domain("down", (high, low)):
            return Binary("and", Binary(">=", value, low), Binary("<=", value, high))
        case Domain("list", values) if values:
            return reduce(lambda a, b: Binary("or", a, b), (Binary("=", value, one) for one in values))
        case _:
            return Const(1)
