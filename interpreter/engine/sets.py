"""Sets of cards as masks: their elements, their subsets, combinations of them.  What is worked out is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from functools import cache, lru_cache, partial
from math import comb
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
M = TypeVar("M", bound=Sized)
MOST_KEPT = 100_000
"""Values that are kept together."""


class Kept(dict[K, M]):
    """What a function makes of something, worked out once for each, but for too many: a hand comes again and again."""

    def __init__(self, function: Callable[[K], M], room: int = MOST_KEPT) -> None:
        super().__init__()
        self._function = function
        self._room = room

    def __missing__(self, key: K) -> M:
        found = self._function(key)
        if self._room > 0:
            self._room -= 1 + len(found)
            self[key] = found
        return found


def piecewise(
    function: Callable[[int], tuple[V, ...]], pieces: Iterable[tuple[int, int]]
) -> Callable[[int], tuple[V, ...]]:
    """The same function of masks, worked out piece by piece (from one element up to another), each piece once.

    `function` gives the elements of a mask or some of them, ascending, and never looks from piece to piece."""
    parts = [(low, (1 << high - low) - 1, Kept(partial(shifted, function, low))) for low, high in pieces]

    def whole(mask: int) -> tuple[V, ...]:
        found = ()
        for shift, part, kept in parts:
            found += kept[mask >> shift & part]
        return found

    return whole


def shifted(function: Callable[[int], V], low: int, part: int) -> V:
    """What a function makes of the piece of a mask that begins at `low`."""
    return function(part << low)


def sized_subsets(mask: int, size: int) -> Iterator[int]:
    """Every set of so many elements of a mask, ascending as numbers."""
    subset, rest = 0, mask
    for _ in range(size):
        subset, rest = subset | rest & -rest, rest & rest - 1
    if subset.bit_count() < size:
        return
    top = 1 << mask.bit_length()
    while True:
        yield subset
        if not subset:
            return
        # What lies between elements is filled, so that a carry runs through it; then as many of the lowest are added.
        carried = (subset | (top - 1) & ~mask) + (subset & -subset)
        if carried >= top:
            return
        subset, rest = carried & mask, mask
        while subset.bit_count() < size:
            subset, rest = subset | rest & -rest, rest & rest - 1


def _elements(mask: int) -> tuple[int, ...]:
    """The elements of a mask, one by one."""
    return tuple([i for i in range(mask.bit_length()) if mask >> i & 1])


_DOZENS = [(low, low + 12) for low in range(0, 1200, 12)]
_SMALL, _LARGE = piecewise(_elements, _DOZENS[:5]), piecewise(_elements, _DOZENS)


def _in_pieces(mask: int) -> tuple[int, ...]:
    if mask < 0:
        return ()
    return _SMALL(mask) if mask < 1 << 60 else _LARGE(mask) if mask < 1 << 1200 else _elements(mask)


BITS = Kept(_in_pieces)
bits = BITS.__getitem__
"""The elements of a mask, ascending."""


def mask_of(cards: tuple[int, ...]) -> int:
    """A mask of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


@cache
def combination_count(size: int, low: int, high: int) -> int:
    """In how many ways `low` to `high` cards can be chosen from so many."""
    return sum(comb(size, amount) for amount in range(max(low, 0), min(high, size) + 1))


@lru_cache(MOST_KEPT)
def combination_count_of_alike(amounts: tuple[int, ...], low: int, high: int) -> int:
    """The same of cards some of which are alike: `amounts` says for each kind how many there are."""
    found = [1]
    for amount in amounts:
        found = [sum(found[max(size - amount, 0) : size + 1]) for size in range(len(found) + amount)]
    return sum(found[max(low, 0) : max(high + 1, 0)])


MOST_OFFERED = 10_000
"""Nobody is offered more answers to one question; where there are more, the rest is left out."""
