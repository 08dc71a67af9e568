"""Sets of cards as masks: their elements, their subsets and their combinations.  Results are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from functools import cache, lru_cache, partial
from math import comb
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
M = TypeVar("M", bound=Sized)
MOST_KEPT = 100_000
"""How many values are kept together."""


class Memo(dict[K, M]):
    """The results of a function, computed once for each argument, because the same hands come again and again.  When
    there is no room left, further results are not kept.
    """

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
    """Make the same function of masks, computed range by range; the result for each part of a mask is kept.

    `function` must return some or all elements of a mask, ascending, and treat each range independently of the others.
    """
    parts = [(low, (1 << high - low) - 1, Memo(partial(shifted, function, low))) for low, high in pieces]

    def whole(mask: int) -> tuple[V, ...]:
        found = ()
        for shift, part, kept in parts:
            found += kept[mask >> shift & part]
        return found

    return whole


def shifted(function: Callable[[int], V], low: int, part: int) -> V:
    """The result of a function for the part of a mask that begins at bit `low`."""
    return function(part << low)


def sized_subsets(mask: int, size: int) -> Iterator[int]:
    """Every set of `size` elements of a mask, ascending as numbers."""
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
        # The bits between elements are filled so that a carry runs through them; then as many of the lowest elements
        # are added.
        carried = (subset | (top - 1) & ~mask) + (subset & -subset)
        if carried >= top:
            return
        subset, rest = carried & mask, mask
        while subset.bit_count() < size:
            subset, rest = subset | rest & -rest, rest & rest - 1


def _elements(mask: int) -> tuple[int, ...]:
    """The elements of a mask, found one by one."""
    return tuple([i for i in range(mask.bit_length()) if mask >> i & 1])


_DOZENS = [(low, low + 12) for low in range(0, 1200, 12)]
_SMALL, _LARGE = piecewise(_elements, _DOZENS[:5]), piecewise(_elements, _DOZENS)


def _in_pieces(mask: int) -> tuple[int, ...]:
    if mask < 0:
        return ()
    return _SMALL(mask) if mask < 1 << 60 else _LARGE(mask) if mask < 1 << 1200 else _elements(mask)


BITS = Memo(_in_pieces)
bits = BITS.__getitem__
"""The elements of a mask, ascending."""


def mask_of(cards: Iterable[int]) -> int:
    """The mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


@cache
def combination_count(size: int, low: int, high: int) -> int:
    """In how many ways `low` to `high` cards can be chosen from `size` cards."""
    return sum(comb(size, amount) for amount in range(max(low, 0), min(high, size) + 1))


@lru_cache(MOST_KEPT)
def combination_count_of_alike(amounts: tuple[int, ...], low: int, high: int) -> int:
    """The same for cards some of which are identical.  `amounts`: how many there are of each kind."""
    found = [1]
    for amount in amounts:
        found = [sum(found[max(size - amount, 0) : size + 1]) for size in range(len(found) + amount)]
    return sum(found[max(low, 0) : max(high + 1, 0)])
