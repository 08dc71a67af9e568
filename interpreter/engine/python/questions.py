"""Writes questions: all their options at once, and the parts by which an answer is tested.

o4(S, K)    the options of question 4, each a tuple: the alternative and the value of each of its names
g4_0, w4_0  guard and `where` of alternative 0 of question 4, given the values bound so far
d4_0_1      the values of name 1 of that alternative
y4_0_2      a reason for it
t4_0        the owner of the zone to which its cards go
q4(S, K)    of a card to play to a trick: what decides the trick, as it lies on the table
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....dsl.limits import MOST_OFFERED
from ...program import (
    Alternative,
    Ask,
    Bound,
    Combinations,
    Const,
    Domain,
    Expr,
    FunctionCall,
    Get,
    PileEnd,
    RandomPick,
    Reg,
    ZoneCards,
)
from ...traversal import nodes_within
from .expressions import domain_of, expr_of, number_of
from .reading import always
from .simplify import inside, rewritten
from .writer import BlockWriter

SURE = (None, Const(1))
_MOST_LOOPS = 15
_GIVEN = 1000
"""Registers from this number on stand for the numbers that determine the options of a regular question."""


_NOT_GIVEN = (FunctionCall, ZoneCards, PileEnd, RandomPick)


def _one_of_several(part: object) -> bool:
    """Whether this reads one of several slots, chosen by an index that must be computed."""
    return isinstance(part, Get) and not (part.index is None or isinstance(part.index, Const))


@dataclass(frozen=True)
class RegularQuestion:
    """A question whose options depend on a few numbers.  With each number goes the number of the condition under which
    it counts.
    """

    numbers: tuple[tuple[Expr, int], ...]
    ask: Ask
    """The same question with registers in place of these numbers."""


def write_ask(w: BlockWriter, number: int, ask: Ask) -> None:
    """Write the functions of a question: its options, and the parts by which an answer is tested."""
    all_options(w, number, ask)
    if ask.trick is not None:
        rules = ask.trick
        slots = ", ".join(f"S[{slot}]" for slot in (rules.led, rules.winning, rules.best, rules.rest))
        w.head(f"q{number}", 0)
        w.line(f"return ({number_of(w, rules.at)}, {slots})")
        w.depth = 0
    for i, alternative in enumerate(ask.alternatives):
        parts_of(w, f"{number}_{i}", alternative)


def write_written(w: BlockWriter) -> None:
    """Write the function that gives the lines on the table: for each its number, its owner, and its values."""
    w.head("written", 0)
    if w.counts_work:
        w.line("W[0] = 0")
    w.line("out = []")
    for i, line in enumerate(w.program.written):
        depth = w.depth
        if line.condition not in SURE:
            assert line.condition is not None
            w.line(f"if {expr_of(w, line.condition)}:")
            w.depth += 1
        if line.owners is not None:
            w.line(f"for r0 in {domain_of(w, Domain('mask', (line.owners,)), line.place)}:")
            w.depth += 1
        values = [w.temporary() for _ in line.holes]
        for value, hole in zip(values, line.holes, strict=True):
            w.line(f"{value} = {number_of(w, hole.value)}")
        there = [f"{value} != -1" for value, hole in zip(values, line.holes, strict=True) if hole.may_be_none]
        w.line(f"if {' and '.join(there) or 'True'}:")
        owner = "r0" if line.owners is not None else -1
        w.line(f"    out.append(({i}, {owner}, ({''.join(f'{value}, ' for value in values)})))")
        w.depth = depth
    w.line("return out")
    w.depth = 0


def all_options(w: BlockWriter, number: int, ask: Ask, given: str = "") -> None:
    """Write the function that makes the options of a question."""
    regular = regular_of(w, ask)
    w.head(f"o{number}", 0, given)
    if w.counts_work:
        w.line("W[0] = 0")
    if regular is not None:
        w.line(f"return {regular_options(w, number, regular.numbers)}")
        maker(w, number, regular.ask)
        return
    lazy = any(isinstance(b.domain, Combinations) for a in ask.alternatives for b in a.bound)
    kept = [kept_options(w, i, alternative) for i, alternative in enumerate(ask.alternatives)]
    if len(kept) == 1 and kept[0] is not None:
        w.line(f"return {kept[0]}")
    elif all(always(alternative) and not alternative.bound for alternative in ask.alternatives):
        w.line(f"return ({''.join(f'({i},), ' for i in range(len(kept)))})")
    else:
        if not lazy:
            w.line("out = []")
        elif any(_tried(alternative) for alternative in ask.alternatives):
            w.line("trials = [0]")
        for i, (alternative, options) in enumerate(zip(ask.alternatives, kept, strict=True)):
            if options is not None and not lazy:
                w.line(f"out += {options}")
            else:
                write_options(w, i, alternative, "yield {}" if lazy else "out.append({})")
        w.line("return" if lazy else "return out")
    w.depth = 0


def regular_of(w: BlockWriter, ask: Ask) -> RegularQuestion | None:
    """The regular form of a question whose options depend on a few numbers only, and not on where single cards lie.

    None if the question is not of that kind.
    """
    numbers: list[tuple[Expr, int]] = []

    def given(e: Expr, under: int) -> Expr:
        if isinstance(e, Const):
            return e
        if (e, under) in numbers:
            return Reg(_GIVEN + numbers.index((e, under)))
        numbers.append((e, under))
        return Reg(_GIVEN + len(numbers) - 1)

    alternatives: list[Alternative] = []
    for one in ask.alternatives:
        where = one.where
        if where is not None:
            where = rewritten(where, lambda e: inside(w.program, e) if isinstance(e, FunctionCall) else None)
            if any(isinstance(part, _NOT_GIVEN) or _one_of_several(part) for part in nodes_within(where)):
                return None
            where = rewritten(where, lambda e: given(e, -1) if isinstance(e, Get) else None)
        guard = given(one.guard, -1) if one.guard is not None else Const(1)
        under = guard.number - _GIVEN if isinstance(guard, Reg) else -1
        bounds: list[Bound] = []
        for bound in one.bound:
            domain = bound.domain
            if isinstance(domain, Combinations) or any(isinstance(part, Reg) for part in nodes_within(domain)):
                return None
            start = given(domain.start, under) if domain.start is not None else None
            args = tuple(given(arg, under) for arg in domain.args)
            bounds.append(replace(bound, domain=replace(domain, args=args, start=start)))
        alternatives.append(replace(one, guard=guard, bound=tuple(bounds), where=where))
    return RegularQuestion(tuple(numbers), replace(ask, alternatives=tuple(alternatives)))


def regular_options(w: BlockWriter, number: int, numbers: tuple[tuple[Expr, int], ...]) -> str:
    """Write a regular question: compute the numbers, and call the maker of its options."""
    names: list[str] = []
    for e, under in numbers:
        names.append(w.temporary())
        w.line(f"{names[-1]} = {number_of(w, e)}" + (f" if {names[under]} else 0" if under >= 0 else ""))
    return f"X{number}[({''.join(name + ', ' for name in names)})]"


def maker(w: BlockWriter, number: int, ask: Ask) -> None:
    """Write the function that makes the options of a regular question from these numbers."""
    w.depth = 0
    w.line(f"def x{number}(z):")
    w.depth = 1
    inner = [(one.guard, one.where, *(bound.domain for bound in one.bound)) for one in ask.alternatives]
    found = {part.number for nodes in inner for part in nodes_within(nodes) if isinstance(part, Reg)}
    given = sorted(number for number in found if number >= _GIVEN)
    if given:
        w.line(f"{''.join(f'r{reg}, ' for reg in given)} = z")
    w.line("out = []")
    for i, alternative in enumerate(ask.alternatives):
        if alternative.guard != Const(0):
            write_options(w, i, alternative, "out.append({})")
    w.line(f"return tuple(out[:{MOST_OFFERED}])")
    w.depth = 0


def kept_options(w: BlockWriter, index: int, alternative: Alternative) -> str | None:
    """The options of an alternative that depend only on a mask, and are therefore kept; None if they depend on more."""
    if not always(alternative) or len(alternative.bound) != 1:
        return None
    bound = alternative.bound[0]
    if isinstance(bound.domain, Combinations) or bound.domain.kind != "mask":
        return None
    return f"{'G' if offers_one_copy(w, bound) else 'E'}{index}[{number_of(w, bound.domain.args[0])}]"


def offers_one_copy(w: BlockWriter, bound: Bound) -> bool:
    """Whether only one of identical cards is offered."""
    return bound.type.kind == "card" and len(w.program.deck) != len(w.program.faces)


def write_options(w: BlockWriter, index: int, alternative: Alternative, each: str) -> None:
    """Write the loops that make every option of an alternative."""
    depth = w.depth
    if alternative.guard not in (None, Const(1)):
        assert alternative.guard is not None
        w.line(f"if {expr_of(w, alternative.guard)}:")
        w.depth += 1
    names = [f"for r{i} in {bound_domain(w, alternative, i)}" for i in range(len(alternative.bound))]
    if len(names) > _MOST_LOOPS:  # more nested loops than Python allows
        every = "".join(f"r{i}, " for i in range(len(names)))
        names = [f"for {every}in (({every}) {' '.join(names)})"]
    for name in names:
        w.line(f"{name}:")
        w.depth += 1
    if alternative.where not in (None, Const(1)):
        assert alternative.where is not None
        w.line(f"if {expr_of(w, alternative.where)}:")
        w.depth += 1
    values = "".join(f", r{i}" for i in range(len(alternative.bound)))
    w.line(each.format(f"({index}{values},)" if not values else f"({index}{values})"))
    if each.startswith("out.") and (len(names) > 1 or any(_long(bound.domain) for bound in alternative.bound)):
        w.line(f"if len(out) >= {MOST_OFFERED}: return tuple(out)")  # no more are offered, so no more need to be made
    w.depth = depth


def bound_domain(w: BlockWriter, alternative: Alternative, name: int) -> str:
    """The values that a name of a choice runs over; of identical cards only one."""
    bound, place = alternative.bound[name], alternative.place
    domain = bound.domain
    if isinstance(domain, Combinations):
        some = f"{limits_of(w, domain)}, {_within(domain)}"
        return f"tried({some}, {place}, trials)" if alternative.tries(name) else f"combinations({some})"
    if domain.kind == "mask" and offers_one_copy(w, bound):
        return f"FACES[{number_of(w, domain.args[0])}]"
    if domain.kind == "list":
        return f"dict.fromkeys({domain_of(w, domain, place)})"
    return domain_of(w, domain, place)


def limits_of(w: BlockWriter, domain: Combinations) -> str:
    """The limits of a combination: how many cards, and of which mask."""
    return ", ".join(number_of(w, e) for e in (domain.low, domain.high, domain.of))


def parts_of(w: BlockWriter, name: str, alternative: Alternative) -> None:
    """Write the guard, the domains, `where` and the reasons of an alternative as separate functions."""
    count = len(alternative.bound)
    _returns(w, f"g{name}", 0, alternative.guard)
    _returns(w, f"w{name}", count, alternative.where)
    for i, bound in enumerate(alternative.bound):
        w.head(f"d{name}_{i}", i)
        if isinstance(bound.domain, Combinations) and alternative.tries(i):
            w.line(f"return limited({limits_of(w, bound.domain)}, {_within(bound.domain)}, {alternative.place})")
        elif isinstance(bound.domain, Combinations):
            w.line(f"return ({limits_of(w, bound.domain)})")
        elif bound.domain.kind == "mask":
            w.line(f"return {number_of(w, bound.domain.args[0])}")
        else:
            w.line(f"return tuple({domain_of(w, bound.domain, alternative.place)})")
    if alternative.to is not None and alternative.to.owner is not None:
        _returns(w, f"t{name}", 0, alternative.to.owner)
    for i, reason in enumerate(alternative.because):
        _returns(w, f"y{name}_{i}", count, reason.condition)


def _returns(w: BlockWriter, name: str, params: int, e: Expr | None) -> None:
    w.head(name, params)
    if w.counts_work:
        w.line("W[0] = 0")
    w.line(f"return {number_of(w, e) if e is not None else 1}")
    w.depth = 0


def _within(domain: Combinations) -> str:
    """The table of the groups within which the combinations lie."""
    return f"T{domain.groups}" if domain.groups >= 0 else "None"


def _long(domain: Domain | Combinations) -> bool:
    """Whether a name can have more values than there are cards, players or suits."""
    return isinstance(domain, Domain) and domain.kind in ("range", "down")


def _tried(alternative: Alternative) -> bool:
    """Whether combinations of cards are tested one by one."""
    return any(isinstance(b.domain, Combinations) and alternative.tries(i) for i, b in enumerate(alternative.bound))
