"""A number that stands for the slots of a state: every executor makes the same of the same state."""

from __future__ import annotations

from collections.abc import Iterable

MULTIPLIER = 0xFF51AFD7ED558CCD
_MASK = (1 << 64) - 1


def hash_of_state(start: int, values: Iterable[int | tuple[int, ...]]) -> int:
    """64 bits, from `start` (64 bits) and the slots one after the other.

    Every word is taken in as ``h = (h ^ word) * MULTIPLIER``, every slot ends with ``h ^= h >> 32``.  A number is its
    64-bit words in two's complement, lowest first, without those that only carry the sign on; a pile is how many cards
    it has and then the cards."""
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
