"""The dimensions of conditions about numbers, held against a look at all numbers."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.checks.formulas.dimensions import Dimensions, EnumeratedDimension, IntervalDimension, Terms, canonical
from hoyle.dsl.checks.formulas.search import FALSE, TRUE, Atom, Box, Conjunction, Disjunction, Formula, Negation, truth

RANGES = {0: (0, 4), 1: (-2, 2), 2: (1, 3)}
"""The numbers that each of three things may be."""
WORLDS = [dict(enumerate(values)) for values in product(*(range(low, high + 1) for low, high in RANGES.values()))]
SUMS: tuple[Terms, ...] = (
    ((0, 1),), ((1, 1),), ((2, 1),), ((0, 1), (1, -1)), ((0, 1), (2, -1)), ((1, 1), (2, -1)), ((0, 1), (1, 2)),
)  # fmt: skip


def worth(terms: Terms, world: dict[int, int]) -> int:
    return sum(times * world[term] for term, times in terms)


def ends(terms: Terms) -> tuple[int, int]:
    found = [worth(terms, world) for world in WORLDS]
    return min(found), max(found)


class Compared:
    """Sums of the things, compared with numbers."""

    def __init__(self, comparisons: list[tuple[Terms, bool, int]]) -> None:
        self.dims = Dimensions()
        self.dims.term_range = dict(RANGES)
        self.numbers = {terms: self.dims.sum(terms, *ends(terms), None) for terms, *_ in comparisons}
        self.formulas = [self.dims.compare(self.numbers[terms], exactly, n) for terms, exactly, n in comparisons]
        self.whole = self.dims.settle()
        self.settled = [self.dims.settled(f) for f in self.formulas]

    def box(self, world: dict[int, int]) -> Box:
        """The box of one world: of each sum the range in which it lies."""
        found: list[int] = []
        for terms, dim in self.numbers.items():
            of = self.dims.dims[dim]
            assert isinstance(of, IntervalDimension)
            lies = [i for i in range(len(of.starts)) if of.ends(i)[0] <= worth(terms, world) <= of.ends(i)[1]]
            assert len(lies) == 1, "the ranges do not overlap and leave nothing out"
            found.append(1 << lies[0])
        return tuple(found)


comparisons = st.lists(st.tuples(st.sampled_from(SUMS), st.booleans(), st.integers(-4, 8)), min_size=1, max_size=5)


@settings(max_examples=40)
@given(comparisons)
def test_a_comparison_says_the_same_of_a_range_as_of_each_number_in_it(made: list[tuple[Terms, bool, int]]) -> None:
    one = Compared(made)
    for f, (terms, exactly, number) in zip(one.formulas, made, strict=True):
        assert isinstance(f, Atom)
        found = one.dims._compared[f.dim]
        assert (found.dim, found.exactly, found.number) == (one.numbers[terms], exactly, number)
    for world in WORLDS[::3]:
        box = one.box(world)
        assert one.dims.possible(box), "it is a world"
        for f, (terms, exactly, number) in zip(one.settled, made, strict=True):
            value = worth(terms, world)
            assert truth(f, box) is (value == number if exactly else value >= number)


@settings(max_examples=40)
@given(comparisons, st.data())
def test_what_cannot_be_together_is_excluded(made: list[tuple[Terms, bool, int]], data: st.DataObject) -> None:
    """Whatever is excluded is no world."""
    one = Compared(made)
    box = tuple(data.draw(st.integers(1, mask)) for mask in one.whole)
    fitting = [world for world in WORLDS if all(a & b for a, b in zip(one.box(world), box, strict=True))]
    if fitting:
        assert one.dims.possible(box)


def test_three_differences_must_go_together() -> None:
    chain = [(((0, 1), (1, -1)), False, 1), (((1, 1), (2, -1)), False, 1), (((0, 1), (2, -1)), False, 1)]
    one = Compared(chain)
    more, less = 2, 1
    assert one.whole == (3, 3, 3)
    assert not one.dims.possible((more, more, less)), "what is more than more is more"
    assert one.dims.possible((more, more, more))
    equal = Compared([(terms, True, 0) for terms, *_ in chain])
    same, others = 2, 5
    assert equal.whole == (7, 7, 7)
    assert not equal.dims.possible((same, same, others)), "both are the same, so is the third"
    assert not equal.dims.possible((same, others, same))
    assert equal.dims.possible((same, same, same))
    assert equal.dims.possible((others, same, others))
    assert equal.dims.possible((others, others, same))


@pytest.mark.parametrize(
    ("low", "high", "allowed", "cuts", "ranges"),
    [
        (0, 9, None, (), [(0, 9)]),
        (0, 9, None, (3,), [(0, 2), (3, 9)]),
        (0, 9, None, (0, 3, 4, 9, 10, -2, 12), [(0, 2), (3, 3), (4, 8), (9, 9)]),
        (0, 9, (1, 4, 6), (3, 5), [(1, 1), (4, 4), (6, 6)]),
        (0, 9, (1, 2, 6), (3,), [(1, 2), (6, 6)]),
        (0, 9, (6,), (3, 7), [(6, 6)]),
        (-3, -1, None, (-2,), [(-3, -3), (-2, -1)]),
    ],
)
def test_cuts_divide_a_number_into_ranges(
    low: int, high: int, allowed: tuple[int, ...] | None, cuts: tuple[int, ...], ranges: list[tuple[int, int]]
) -> None:
    dim = IntervalDimension(low, high, allowed, {*cuts})
    dim.settle()
    assert [dim.ends(value) for value in range(len(dim.starts))] == ranges
    for bound in cuts:
        assert dim.at_least(bound) == sum(1 << i for i, (first, _) in enumerate(ranges) if first >= bound)
    dims = Dimensions()
    number = dims.sum(((0, 1),), low, high, allowed)
    for cut in cuts:
        dims.compare(number, False, cut)
    (whole,) = dims.settle()
    assert whole == (1 << len(ranges)) - 1
    assert dims.hull(number, whole) == (ranges[0][0], ranges[-1][1])
    assert dims.hull(number, 1) == ranges[0]
    assert dims.hull(number, 0) == (0, -1)


def test_things_with_few_values_and_what_is_certain_of_them() -> None:
    dims = Dimensions()
    listed = dims.listed((0, 1, 2, -1), ("a", "b", "c", "none"))
    flag = dims.listed((0, 1), ("no", "yes"))
    number = dims.sum(((0, 1),), 0, 9, None)
    assert (listed, flag, number) == (0, 1, 2)
    assert dims.sum(((0, 1),), 0, 9, None) == number, "the same sum"
    assert dims.values(listed) == (0, 1, 2, -1)
    assert EnumeratedDimension((0, 1, 2, -1), ()).mask({1, -1, 7}) == 0b1010
    some, every, none = dims.one_of(listed, {1, -1}), dims.one_of(flag, {0, 1}), dims.one_of(flag, {5})
    more, always, never = (dims.compare(number, False, bound) for bound in (4, 0, 10))
    assert dims.settle() == (15, 3, 3)
    assert some == Atom(0, 0b1010)
    assert [dims.settled(f) for f in (some, every, none)] == [some, TRUE, FALSE]
    assert [dims.settled(f) for f in (more, always, never)] == [Atom(2, 2), TRUE, FALSE]
    assert isinstance(some, Atom)
    assert some.dim not in dims._compared
    whole: Formula = Conjunction((Disjunction((more, never)), Negation(always), Negation(more)))
    settled = Conjunction((Disjunction((Atom(2, 2), FALSE)), FALSE, Negation(Atom(2, 2))))
    assert dims.settled(whole) == settled


@given(st.dictionaries(st.integers(0, 4), st.integers(-12, 12), max_size=4))
def test_a_sum_has_no_common_factor_and_begins_with_a_positive_one(terms: dict[int, int]) -> None:
    parts, factor = canonical(terms)
    assert {term: times * factor for term, times in parts} == {term: times for term, times in terms.items() if times}
    assert list(parts) == sorted(parts)
    assert not parts or parts[0][1] > 0
    assert canonical(dict(parts)) == (parts, 1)
    assert all(any(times % prime for _, times in parts) for prime in (2, 3, 5, 7, 11)) or not parts


@pytest.mark.parametrize("terms", [((0, 1), (1, -1)), ((0, 1), (1, 2)), ((0, 1), (1, 1))])
def test_a_sum_can_be_what_its_parts_add_up_to(terms: Terms) -> None:
    one = Compared(
        [(((0, 1),), False, 3), (((1, 1),), False, 1), (terms, False, 1), (terms, False, 5), (terms, True, 3)]
    )
    there = {one.box(world) for world in WORLDS}
    single = [[1 << value for value in range(mask.bit_length())] for mask in one.whole]
    assert 8 < len(there) < len([*product(*single)])
    for box in product(*single):
        assert one.dims.possible(box) is (box in there)
