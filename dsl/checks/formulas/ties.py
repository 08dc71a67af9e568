"""Rules that connect comparisons: a value that equals none equals nothing else, and so on.

The rules only exclude cases that cannot occur.  So they may be left out if there would be too many.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...checked import FaceRef, Lit
from .search import FALSE, Atom, Formula, both, either, negation
from .sums import ConditionReader

Pairs = dict[tuple[int, int], int]
"""The dimension of `a = b`, by the numbers of the two things."""

MOST = 12
"""The most pairs that get rules.  The number of rules grows with the square of the number of pairs."""


def ties(space: ConditionReader, pairs: Mapping[tuple[int, int], int]) -> list[Formula]:
    """The rules for these pairs."""
    chosen = dict(list(pairs.items())[:MOST])
    rules: list[Formula] = []
    for (one, other), dim in chosen.items():
        rules += _none(space, one, other, Atom(dim, 2))
        rules += _values(space, one, other, Atom(dim, 2))
    for first, dim in chosen.items():
        for second, other_dim in chosen.items():
            ends = {*first} ^ {*second}
            if first < second and len(ends) == 2:
                third = chosen.get((min(ends), max(ends)))
                if third is not None:
                    rules += _transitive(Atom(dim, 2), Atom(other_dim, 2), Atom(third, 2))
                elif all(_fixed_face(space, end) for end in ends):
                    rules.append(negation(both(Atom(dim, 2), Atom(other_dim, 2))))
    return rules


def _none(space: ConditionReader, one: int, other: int, same: Formula) -> list[Formula]:
    """If one thing is none, the two are equal only if the other is none, too."""
    a, b = _is_none(space, one), _is_none(space, other)
    if a is None or b is None:
        return []
    return [either(negation(both(a, b)), same), either(negation(same), _alike(a, b))]


def _is_none(space: ConditionReader, thing: int) -> Formula | None:
    """The formula that says: a thing is none.  None if the conditions do not tell."""
    if not space.things[thing].type.optional:
        return FALSE
    dim = space.flags.get(("none", thing))
    return Atom(dim, 2) if dim is not None else None


def _alike(a: Formula, b: Formula) -> Formula:
    return either(both(a, b), both(negation(a), negation(b)))


def _values(space: ConditionReader, one: int, other: int, same: Formula) -> list[Formula]:
    """Two things with listed values are equal exactly if their values are equal."""
    if one not in space.listed or other not in space.listed:
        return []
    first, second = space.listed[one], space.listed[other]
    rules: list[Formula] = []
    for value in sorted({*space.dims.values(first), *space.dims.values(second)}):
        a, b = space.dims.one_of(first, {value}), space.dims.one_of(second, {value})
        rules += [either(negation(both(a, b)), same), either(negation(same), _alike(a, b))]
    return rules


def _transitive(a: Formula, b: Formula, c: Formula) -> list[Formula]:
    return [either(negation(both(x, y)), z) for x, y, z in ((a, b, c), (a, c, b), (b, c, a))]


def _fixed_face(space: ConditionReader, thing: int) -> bool:
    """Whether a thing is a face that is written out.  Two different ones are never equal."""
    e = space.things[thing]
    return isinstance(e, FaceRef) and isinstance(e.suit, Lit)
