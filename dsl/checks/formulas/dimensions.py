"""The dimensions of a set of conditions: flags, things with a few values, and numbers divided into ranges.

Conditions are read first, in any order.  Every number that they compare with becomes a cut.  `settle` then divides each
number into the ranges between its cuts; these ranges are the values of the dimension.  A *sum* of numbers (`tricks -
level`) is a dimension of its own.  `possible` excludes a case in which the sum is 3 although its parts cannot add up to
3, and one in which a is more than b, b more than c, and c more than a.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from math import gcd

from .search import FALSE, TRUE, Atom, Box, Conjunction, Disjunction, Formula, Negation, negation

_ZERO = -1
"""The number 0, as a thing from which others differ."""
_MOST_GAPS = 6
"""How many differences that are less or more than a number, but not equal to it, are looked at twice."""

Terms = tuple[tuple[int, int], ...]
"""A sum, as pairs: the number of an expression (see `keys`), and its factor."""


@dataclass
class EnumeratedDimension:
    """A dimension whose values are listed: 0 and 1 of a flag, the words of an option, -1 for none."""

    values: tuple[int, ...]
    shown: tuple[str, ...]

    def mask(self, wanted: set[int]) -> int:
        """The mask of the dimension's values that are among the wanted ones."""
        return sum(1 << i for i, value in enumerate(self.values) if value in wanted)


@dataclass
class IntervalDimension:
    """A dimension of numbers from `low` to `high`, or only of those in `allowed`.  Cuts divide it into ranges."""

    low: int
    high: int
    allowed: tuple[int, ...] | None = None
    cuts: set[int] = field(default_factory=set[int])
    starts: list[int] = field(default_factory=list[int])

    def settle(self) -> None:
        """Make the ranges.  The lowest number of a range names it."""
        inner = sorted(cut for cut in self.cuts if self.low < cut <= self.high)
        self.starts = [self.low, *inner]
        if self.allowed is not None:
            self.starts = sorted({self.starts[bisect_right(self.starts, n) - 1] for n in self.allowed})

    def ends(self, value: int) -> tuple[int, int]:
        """The lowest and the highest number of a range."""
        low = self.starts[value]
        after = [cut for cut in self.cuts if cut > low]
        high = min(min(after, default=self.high + 1) - 1, self.high)
        if self.allowed is not None:
            inside = [n for n in self.allowed if low <= n <= high]
            return min(inside), max(inside)
        return low, high

    def at_least(self, bound: int) -> int:
        """The mask of the ranges from `bound` on.  `bound` must be a cut."""
        return sum(1 << i for i, start in enumerate(self.starts) if start >= bound)


@dataclass(frozen=True, slots=True)
class NumberComparison:
    """A comparison, before the ranges are known: the dimension is at least a number, or equals it."""

    dim: int
    exactly: bool
    number: int


class Dimensions:
    """All dimensions of one set of conditions."""

    def __init__(self) -> None:
        self.dims: list[EnumeratedDimension | IntervalDimension] = []
        self.sums: dict[Terms, int] = {}
        self._compared: dict[int, NumberComparison] = {}
        self._whole: Box = ()
        self._checks: list[tuple[int, Terms]] = []
        self._differences: list[tuple[int, int, int]] = []
        """The dimension of each difference of two things, and the numbers of these; none if there is only one."""
        self.term_range: dict[int, tuple[int, int]] = {}

    def listed(self, values: tuple[int, ...], shown: tuple[str, ...]) -> int:
        """Add a dimension with listed values; returns its number."""
        self.dims.append(EnumeratedDimension(values, shown))
        return len(self.dims) - 1

    def sum(self, terms: Terms, low: int, high: int, allowed: tuple[int, ...] | None) -> int:
        """The dimension of a sum.  Equal sums share one dimension."""
        if terms not in self.sums:
            self.dims.append(IntervalDimension(low, high, allowed))
            self.sums[terms] = len(self.dims) - 1
        return self.sums[terms]

    def compare(self, dim: int, exactly: bool, number: int) -> Formula:
        """The formula of `sum >= number` or `sum = number`: a placeholder until the ranges are known."""
        stretched = self.dims[dim]
        assert isinstance(stretched, IntervalDimension)
        stretched.cuts.add(number)
        if exactly:
            stretched.cuts.add(number + 1)
        placeholder = -1 - len(self._compared)
        self._compared[placeholder] = NumberComparison(dim, exactly, number)
        return Atom(placeholder, 0)

    def one_of(self, dim: int, wanted: set[int]) -> Formula:
        """The formula that says: a listed dimension has one of these values."""
        listed = self.dims[dim]
        assert isinstance(listed, EnumeratedDimension)
        return Atom(dim, listed.mask(wanted))

    def values(self, dim: int) -> tuple[int, ...]:
        """The values of a listed dimension."""
        listed = self.dims[dim]
        assert isinstance(listed, EnumeratedDimension)
        return listed.values

    # ---------------------------------------------------------------------------------------- after reading

    def settle(self) -> Box:
        """Make the ranges of all numbers.  Returns the box of all cases."""
        sizes: list[int] = []
        for dim in self.dims:
            if isinstance(dim, IntervalDimension):
                dim.settle()
                sizes.append(len(dim.starts))
            else:
                sizes.append(len(dim.values))
        self._whole = tuple((1 << size) - 1 for size in sizes)
        self._checks = [(dim, terms) for terms, dim in self.sums.items() if len(terms) > 1]
        pairs = [(dim, *terms) for dim, terms in self._checks if len(terms) == 2]
        differences = [(dim, one[0], other[0]) for dim, one, other in pairs if (one[1], other[1]) == (1, -1)]
        self._differences = differences if len(differences) > 1 else []
        return self._whole

    def settled(self, f: Formula) -> Formula:
        """The formula, with every placeholder replaced."""
        match f:
            case Atom(dim=dim) if dim < 0:
                compared = self._compared[dim]
                stretched = self.dims[compared.dim]
                assert isinstance(stretched, IntervalDimension)
                mask = stretched.at_least(compared.number)
                if compared.exactly:
                    mask &= ~stretched.at_least(compared.number + 1)
                return self._simple(Atom(compared.dim, mask))
            case Atom():
                return self._simple(f)
            case Negation(part=part):
                return negation(self.settled(part))
            case Conjunction(parts=parts):
                return Conjunction(tuple(self.settled(p) for p in parts))
            case Disjunction(parts=parts):
                return Disjunction(tuple(self.settled(p) for p in parts))

    def _simple(self, atom: Atom) -> Formula:
        inside = self._whole[atom.dim] & atom.mask
        return FALSE if not inside else TRUE if inside == self._whole[atom.dim] else atom

    def hull(self, dim: int, mask: int) -> tuple[int, int]:
        """The lowest and the highest number that a dimension can still have, given the mask of its values."""
        stretched = self.dims[dim]
        assert isinstance(stretched, IntervalDimension)
        left = [stretched.ends(i) for i in range(len(stretched.starts)) if mask >> i & 1]
        return min((low for low, _ in left), default=0), max((high for _, high in left), default=-1)

    def possible(self, box: Box) -> bool:
        """Whether every sum can be formed from the values its parts can have, and all differences at once."""
        for dim, terms in self._checks:
            parts = [self._part(box, term, times) for term, times in terms]
            low, high = self.hull(dim, box[dim])
            if sum(p[1] for p in parts) < low or high < sum(p[0] for p in parts):
                return False
        return not self._differences or self._fit(box, _MOST_GAPS)

    def _fit(self, box: Box, gaps: int) -> bool:
        """Whether there are numbers with these differences.  A difference that is less or more than a number, but not
        equal to it, is looked at twice; `gaps`: how many of them are.
        """
        if not self._bounded(box):
            return False
        for dim, *_ in self._differences:
            mask = box[dim]
            lowest = mask & -mask
            first = mask & ~(mask + lowest)  # the lowest ranges that follow each other
            if first != mask and gaps:
                return any(self._fit((*box[:dim], part, *box[dim + 1 :]), gaps - 1) for part in (first, mask & ~first))
        return True

    def _bounded(self, box: Box) -> bool:
        """Whether there are numbers whose differences lie between the least and the most that each can be: a system of
        `b - a <= n` has a solution if no chain of them leads back to its beginning with less than 0 (Bellman and Ford).
        """
        bounds: list[tuple[int, int, int]] = []
        things = {thing for _, *pair in self._differences for thing in pair}
        for thing in things:
            low, high = self._part(box, thing, 1)
            bounds += [(_ZERO, thing, high), (thing, _ZERO, -low)]
        for dim, one, other in self._differences:
            low, high = self.hull(dim, box[dim])
            bounds += [(other, one, high), (one, other, -low)]
        most = dict.fromkeys((_ZERO, *things), 0)
        for _ in most:
            lowered = False
            for a, b, n in bounds:
                if most[a] + n < most[b]:
                    most[b] = most[a] + n
                    lowered = True
            if not lowered:
                return True
        return False

    def _part(self, box: Box, term: int, times: int) -> tuple[int, int]:
        own = self.sums.get(((term, 1),))
        low, high = self.hull(own, box[own]) if own is not None else self.term_range[term]
        return (low * times, high * times) if times > 0 else (high * times, low * times)


def canonical(terms: dict[int, int]) -> tuple[Terms, int]:
    """Divide a sum by its common factor; returns the sum and the factor.  The first part then has a positive factor."""
    kept = sorted((term, times) for term, times in terms.items() if times)
    if not kept:
        return (), 1
    factor = gcd(*(times for _, times in kept)) * (1 if kept[0][1] > 0 else -1)
    return tuple((term, times // factor) for term, times in kept), factor
