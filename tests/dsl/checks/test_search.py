"""The search through the cases of conditions, held against a look at every single case."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.checks.formulas.search import (
    FALSE,
    MOST_MISSING,
    TRUE,
    Atom,
    Box,
    Cases,
    Conjunction,
    Disjunction,
    Formula,
    Negation,
    SearchExhausted,
    StepBudget,
    both,
    cover,
    dims,
    either,
    first_to_hold,
    narrowed,
    negation,
    open_atom,
    truth,
)

VALUES = (3, 2, 3)
"""How many values each dimension has."""
WHOLE: Box = tuple((1 << count) - 1 for count in VALUES)
EVERY = [tuple(1 << value for value in values) for values in product(*map(range, VALUES))]
"""Every single case, as a box of one value of each dimension."""


def atoms() -> st.SearchStrategy[Formula]:
    return st.integers(0, 2).flatmap(lambda dim: st.integers(0, WHOLE[dim]).map(lambda mask: Atom(dim, mask)))


formulas: st.SearchStrategy[Formula] = st.recursive(
    atoms() | st.sampled_from([TRUE, FALSE]),
    lambda inner: (
        inner.map(Negation)
        | st.lists(inner, max_size=3).map(lambda parts: Conjunction(tuple(parts)))
        | st.lists(inner, max_size=3).map(lambda parts: Disjunction(tuple(parts)))
    ),
    max_leaves=7,
)
boxes = st.tuples(*(st.integers(1, mask) for mask in WHOLE))


def holds(f: Formula, case: Box) -> bool:
    """Whether a formula holds in one case, by its definition."""
    match f:
        case Atom(dim, mask):
            return bool(case[dim] & mask)
        case Negation(part):
            return not holds(part, case)
        case Conjunction(parts):
            return all(holds(part, case) for part in parts)
        case Disjunction(parts):
            return any(holds(part, case) for part in parts)


def within(box: Box) -> list[Box]:
    """The cases of a box."""
    return [case for case in EVERY if all(one & mask for one, mask in zip(case, box, strict=True))]


def cases_of(rules: list[Formula], steps: int = 10_000, *, odd: bool = False) -> Cases:
    """All cases that satisfy some rules; `odd`: without the one of the highest values."""
    return Cases(WHOLE, rules, lambda box: not odd or box != EVERY[-1], StepBudget(steps))


def allowed(rules: list[Formula], *, odd: bool = False) -> list[Box]:
    return [case for case in EVERY if all(holds(rule, case) for rule in rules) and not (odd and case == EVERY[-1])]


@given(formulas, boxes)
def test_on_a_box_a_formula_is_true_false_or_open(f: Formula, box: Box) -> None:
    found, there = truth(f, box), {holds(f, case) for case in within(box)}
    assert found is None or there == {found}
    atom = open_atom(f, box)
    assert atom is not None or found is not None
    if atom is not None:
        assert atom.dim in dims(f)
        assert box[atom.dim] & atom.mask
        assert box[atom.dim] & ~atom.mask
    if len(within(box)) == 1:
        assert found is there.pop()
        assert atom is None
    for case in within(box):
        assert truth(f, case) is holds(f, case)


@given(formulas, formulas)
def test_formulas_are_joined_and_negated(f: Formula, g: Formula) -> None:
    for case in EVERY:
        assert holds(both(f, g), case) == (holds(f, case) and holds(g, case))
        assert holds(either(f, g), case) == (holds(f, case) or holds(g, case))
        assert holds(negation(f), case) != holds(f, case)
    assert dims(both(f, g)) <= dims(f) | dims(g)


def test_what_is_certain_is_left_out_of_formulas() -> None:
    a, b = Atom(0, 1), Atom(1, 2)
    assert both(TRUE, a) == both(a, TRUE) == either(FALSE, a) == either(a, FALSE) == a
    assert both(FALSE, a) == both(a, FALSE) == negation(TRUE) == FALSE
    assert either(TRUE, a) == either(a, TRUE) == negation(FALSE) == TRUE
    assert both(a, b) == Conjunction((a, b))
    assert either(a, b) == Disjunction((a, b))
    assert negation(a) == Negation(a)
    assert negation(Negation(a)) == a
    assert dims(Conjunction((a, Negation(Disjunction((b, Atom(2, 4))))))) == {0, 1, 2}
    assert narrowed((7, 3, 7), 1, 2) == (7, 2, 7)
    assert narrowed((7, 3, 6), 2, 3) == (7, 3, 2)
    assert narrowed((5, 3, 6), 0, ~1) == (4, 3, 6)


@given(st.lists(formulas, max_size=3), boxes, st.booleans())
def test_a_witness_is_a_box_of_cases_that_can_occur(rules: list[Formula], box: Box, odd: bool) -> None:
    possible = {*allowed(rules, odd=odd)}
    seen = cases_of(rules, odd=odd).witness(box)
    if seen is None:
        assert not possible & {*within(box)}
    else:
        assert {*within(seen)} <= {*within(box)}
        assert {*within(seen)} <= {*allowed(rules)}


@given(formulas, st.lists(formulas, max_size=2), st.booleans())
def test_a_case_is_found_if_there_is_one(f: Formula, rules: list[Formula], wanted: bool) -> None:
    seen = cases_of(rules).find(f, wanted)
    there = [case for case in allowed(rules) if holds(f, case) is wanted]
    if seen is None:
        assert not there
    else:
        assert {*within(seen)} <= {*there}
    limited = cases_of(rules).find(f, wanted, dims(f))
    if not rules:
        assert (limited is None) is (seen is None)
        assert (cases_of([]).find(f, wanted, ()) is None) is (truth(f, WHOLE) is not wanted)


@settings(max_examples=60)
@given(st.lists(formulas, max_size=4), st.lists(formulas, max_size=2))
def test_rows_that_cover_every_case_once(rows: list[Formula], rules: list[Formula]) -> None:
    found = cover(cases_of(rules), rows)
    by_case = {case: [row for row, f in enumerate(rows) if holds(f, case)] for case in allowed(rules)}
    missing = {case for box in found.missing for case in within(box)}
    assert missing <= {case for case, holding in by_case.items() if not holding}
    assert bool(missing) is any(not holding for holding in by_case.values())
    for (one, other), box in found.doubled.items():
        assert one < other
        assert all({one, other} <= {*by_case[case]} for case in within(box))
    several = [holding for holding in by_case.values() if len(holding) > 1]
    assert bool(found.doubled) is bool(several)
    used = {row for holding in by_case.values() for row in holding}
    assert {row for pair in found.doubled for row in pair} <= found.used <= used
    if not several:
        assert found.used == used
    first = {holding[0] for holding in by_case.values() if holding}
    assert first_to_hold(cases_of(rules), rows) == first


def test_a_search_has_so_many_steps_and_finds_so_many_cases() -> None:
    budget = StepBudget(2)
    budget.take()
    budget.take()
    assert budget.left == 0
    with pytest.raises(SearchExhausted):
        budget.take()
    a, b, c = Atom(0, 1), Atom(1, 1), Atom(2, 1)
    rows = [both(a, b), both(a, negation(b)), both(negation(a), c)]
    for steps in range(12):
        try:
            found = cover(cases_of([], steps), rows)
        except SearchExhausted:
            assert steps < 11
        else:
            assert steps == 11
            assert found.missing == [(6, 3, 6)]
            assert found.used == {0, 1, 2}
            assert found.doubled == {}
    whole = ((1 << 60) - 1,)
    many = [Negation(Atom(0, 1 << number)) for number in range(60)]
    apart = Conjunction(tuple(Disjunction((f, Atom(0, 1 << 59))) for f in many[:59]))
    assert len(cover(Cases(whole, [], lambda _: True, StepBudget(999)), [apart]).missing) == MOST_MISSING
    assert cases_of([]).find(a, True) == (1, 3, 7)
    assert cases_of([a]).find(b, False) == (1, 2, 7)
    assert cases_of([]).relaxed((1, 2, 4), lambda box: truth(a, box) is True) == (1, 3, 7)
    assert cases_of([]).relaxed((2, 2, 4), lambda box: truth(both(a, c), box) is False) == (2, 3, 7)
