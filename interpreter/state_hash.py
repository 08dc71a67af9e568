"""The hash of the slots of a state.  Every executor computes the same hash of the same state."""

from __future__ import annotations

from collections.abc import Iterable

MULTIPLIER = 0xFF51AFD7ED558CCD
_MASK = (1 << 64) - 1


def hash_of_state(start: int, values: Iterable[int | tuple[int, ...]]) -> int:
    """A number of 64 bits, computed from `start` (64 bits) and the slots in order.

    For every word ``h = (h ^ word) * MULTIPLIER`` is computed; after every slot ``h ^= h >> 32``.  A number consists of
    its 64-bit words in two's complement, the lowest first, without words that only extend the sign.  A pile consists of
    the number of its cards, followed by the cards.
    """
    h = start
    for value in values:
        if isinstance(value, tuple):
            h = ((h ^ len(value)) * MULTIPLIER) & _MASK
            for card in value:
                h = ((h ^ card) * MULTIPLIER) & _MASK
        else:
            h = ((h ^ (value & _MASK)) * MULTIPLIER) & _MASK
            rest = value >> 64
            while rest not in (0, -1):
                h = ((h ^ (rest & _MASK)) * MULTIPLIER) & _MASK
                rest >>= 64
        h ^= h >> 32
    return h
