"""Formulas over finitely many cases, and the search through these cases.

A *dimension* has one of a few values: it is an option, a flag, or a number divided into the ranges that matter.  A
*box* gives each dimension the set of values that are still possible, as a bit mask.  The whole box holds all cases.  On
a box a formula is true, false, or open (None).  The search splits an open box in two at a condition that is still open.
It repeats this until it knows the answer.  So a table of ten rows takes dozens of steps instead of the product of all
values.  Some cases cannot occur in any game, e.g. a number that equals two different numbers.  Further formulas exclude
them; they must hold in every case that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Atom:
    """True if a dimension has one of these values."""

    dim: int
    mask: int


@dataclass(frozen=True, slots=True)
class Conjunction:
    """True if every part is true; also true without parts."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Disjunction:
    """True if at least one part is true; false without parts."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Negation:
    """True if its part is false."""

    part: Formula


Formula = Atom | Conjunction | Disjunction | Negation
Box = tuple[int, ...]
Truth = bool | None

TRUE = Conjunction(())
FALSE = Disjunction(())


def truth(f: Formula, box: Box) -> Truth:
    """Whether a formula is true in every case of a box, false in every case, or open (None)."""
    kind = type(f)
    if kind is Atom:
        assert isinstance(f, Atom)
        mask = box[f.dim]
        return False if not mask & f.mask else (None if mask & ~f.mask else True)
    if kind is Negation:
        assert isinstance(f, Negation)
        found = truth(f.part, box)
        return None if found is None else not found
    assert isinstance(f, Conjunction | Disjunction)
    settles = kind is Disjunction
    result: Truth = not settles
    for part in f.parts:
        found = truth(part, box)
        if found is settles:
            return settles
        if found is None:
            result = None
    return result


def open_atom(f: Formula, box: Box) -> Atom | None:
    """The first condition of a formula that is still open in a box; None if there is none."""
    match f:
        case Atom(dim=dim, mask=mask):
            return f if box[dim] & mask and box[dim] & ~mask else None
        case Negation(part=part):
            return open_atom(part, box)
        case Conjunction(parts=parts) | Disjunction(parts=parts):
            for part in parts:
                if truth(part, box) is None:
                    return open_atom(part, box)
            return None


def both(a: Formula, b: Formula) -> Formula:
    """`a and b`"""
    if a == FALSE or b == FALSE:
        return FALSE
    return b if a == TRUE else a if b == TRUE else Conjunction((a, b))


def either(a: Formula, b: Formula) -> Formula:
    """`a or b`"""
    if a == TRUE or b == TRUE:
        return TRUE
    return b if a == FALSE else a if b == FALSE else Disjunction((a, b))


def negation(a: Formula) -> Formula:
    """`not a`"""
    if a == TRUE:
        return FALSE
    if a == FALSE:
        return TRUE
    return a.part if isinstance(a, Negation) else Negation(a)


def dims(f: Formula) -> set[int]:
    """The dimensions that a formula uses."""
    match f:
        case Atom(dim=dim):
            return {dim}
        case Negation(part=part):
            return dims(part)
        case Conjunction(parts=parts) | Disjunction(parts=parts):
            return {dim for part in parts for dim in dims(part)}


def narrowed(box: Box, dim: int, mask: int) -> Box:
    """The box, with one dimension limited to the values of `mask`."""
    return (*box[:dim], box[dim] & mask, *box[dim + 1 :])


# ------------------------------------------------------------------------------------------------------- the search


class SearchExhausted(Exception):
    """The search took more steps than it is allowed."""


class StepBudget:
    """The number of boxes that may still be examined.

    All searches of a game share it, so that no file takes too long."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self) -> None:
        """Count one step.  Raises `SearchExhausted` if no step is left."""
        self.left -= 1
        if self.left < 0:
            raise SearchExhausted


@dataclass
class Cases:
    """All cases: the whole box, the formulas that every case must satisfy, and a further test of whole boxes."""

    whole: Box
    rules: Sequence[Formula]
    possible: Callable[[Box], bool]
    steps: StepBudget

    def excluded(self, box: Box) -> bool:
        """Whether no case of the box can occur."""
        return any(truth(rule, box) is False for rule in self.rules) or not self.possible(box)

    def witness(self, box: Box, among: Iterable[int] | None = None) -> Box | None:
        """A smaller box whose cases can all occur, as far as the rules can tell; None if there is none.

        If `among` is given, the search splits only these dimensions."""
        allowed = None if among is None else set(among)
        waiting = [box]
        while waiting:
            box = waiting.pop()
            self.steps.take()
            if self.excluded(box):
                continue
            atom = None
            for rule in self.rules:
                if truth(rule, box) is None:
                    atom = open_atom(rule, box)
                    if atom is not None and (allowed is None or atom.dim in allowed):
                        break
                    atom = None
            if atom is None:
                return box
            waiting.append(narrowed(box, atom.dim, ~atom.mask))
            waiting.append(narrowed(box, atom.dim, atom.mask))
        return None

    def find(self, f: Formula, wanted: bool, among: Iterable[int] | None = None) -> Box | None:
        """A box in which the formula is true (or false, as `wanted` says); None if there is none.

        If `among` is given, the search splits only these dimensions for the formula."""
        allowed = None if among is None else set(among)
        waiting = [self.whole]
        while waiting:
            box = waiting.pop()
            self.steps.take()
            if self.excluded(box):
                continue
            found = truth(f, box)
            if found is wanted:
                seen = self.witness(box, allowed)
                if seen is not None:
                    return seen
            if found is None:
                atom = _open_among(f, box, allowed)
                if atom is not None:
                    waiting.append(narrowed(box, atom.dim, ~atom.mask))
                    waiting.append(narrowed(box, atom.dim, atom.mask))
        return None

    def relaxed(self, box: Box, settled: Callable[[Box], bool]) -> Box:
        """The widest box around this one for which `settled` is still true.

        Only the dimensions that matter stay limited."""
        for dim in reversed(range(len(box))):
            if box[dim] != self.whole[dim]:
                wider = (*box[:dim], self.whole[dim], *box[dim + 1 :])
                if settled(wider):
                    box = wider
        return box


def _open_among(f: Formula, box: Box, allowed: set[int] | None) -> Atom | None:
    """An open condition of the formula on one of the allowed dimensions; None if there is none."""
    match f:
        case Atom(dim=dim, mask=mask):
            is_open = box[dim] & mask and box[dim] & ~mask
            return f if is_open and (allowed is None or dim in allowed) else None
        case Negation(part=part):
            return _open_among(part, box, allowed)
        case Conjunction(parts=parts) | Disjunction(parts=parts):
            for part in parts:
                if truth(part, box) is None:
                    atom = _open_among(part, box, allowed)
                    if atom is not None:
                        return atom
            return None


# ------------------------------------------------------------------------------------------------------------- rows


MOST_MISSING = 50
"""The most cases without a row that a search collects."""


@dataclass
class RowCoverage:
    """The result of a search through the rows of a table: cases that no row covers, pairs of rows that cover the same
    case, and the rows that apply at all."""

    missing: list[Box]
    doubled: dict[tuple[int, int], Box]
    used: set[int]


def cover(cases: Cases, rows: Sequence[Formula]) -> RowCoverage:
    """Search the rows for cases that none covers or that two cover.  Raises `SearchExhausted`."""
    found = RowCoverage([], {}, set())
    waiting: list[tuple[Box, list[int], list[int]]] = [(cases.whole, list(range(len(rows))), [])]
    while waiting:
        box, undecided, before = waiting.pop()
        cases.steps.take()
        if cases.excluded(box):
            continue
        now = {row: truth(rows[row], box) for row in undecided}
        left = [row for row in undecided if now[row] is None]
        holding = before + [row for row in undecided if now[row]]
        if len(holding) > 1:
            pair = (min(holding[:2]), max(holding[:2]))
            if pair not in found.doubled or not found.used.issuperset(holding):
                seen = cases.witness(box)
                if seen is not None:
                    found.doubled.setdefault(pair, seen)
                    found.used.update(holding)
        elif left:
            atom = open_atom(rows[left[0]], box)
            assert atom is not None
            waiting.append((narrowed(box, atom.dim, ~atom.mask), left, holding))
            waiting.append((narrowed(box, atom.dim, atom.mask), left, holding))
        elif holding:
            if holding[0] not in found.used and cases.witness(box) is not None:
                found.used.add(holding[0])
        elif len(found.missing) < MOST_MISSING and (seen := cases.witness(box)) is not None:
            found.missing.append(seen)
    return found


def first_to_hold(cases: Cases, rows: Sequence[Formula]) -> set[int]:
    """The rows that can apply, if the first true row applies.  Raises `SearchExhausted`."""
    used: set[int] = set()
    waiting = [(cases.whole, 0)]
    while waiting:
        box, row = waiting.pop()
        cases.steps.take()
        if cases.excluded(box):
            continue
        now: Truth = False
        while row < len(rows) and (now := truth(rows[row], box)) is False:
            row += 1
        if row == len(rows):
            continue
        if now:
            if row not in used and cases.witness(box) is not None:
                used.add(row)
            continue
        atom = open_atom(rows[row], box)
        assert atom is not None
        waiting.append((narrowed(box, atom.dim, ~atom.mask), row))
        waiting.append((narrowed(box, atom.dim, atom.mask), row))
    return used
