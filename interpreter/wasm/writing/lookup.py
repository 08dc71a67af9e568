"""Constant tables: the size of an entry in memory, and tables so small that they need no memory."""

from __future__ import annotations

from collections.abc import Callable

from ..ranges import within
from .text import const

_BITS = 64
"""The number of bits in a word."""


def in_one_word(entries: tuple[int, ...], index: Callable[[], str]) -> str:
    """An entry of a table that fits into one word, from which it is extracted: faster than memory.  "" if it does not
    fit.
    """
    low, high = min(entries), max(entries)
    bits = next((bits for bits in (1, 2, 4) if low >= 0 and high < 1 << bits), 8)
    if bits * len(entries) > _BITS or not within((low, high), (-128, 127)):
        return ""
    table = sum((entry & (1 << bits) - 1) << bits * i for i, entry in enumerate(entries))
    at = index() if bits == 1 else f"(i64.shl {index()} {const(bits.bit_length() - 1)})"
    entry = f"(i64.shr_u {const(table - (table >> _BITS - 1 << _BITS))} {at})"
    return f"(i64.extend8_s {entry})" if bits > 4 else f"(i64.and {entry} {const((1 << bits) - 1)})"


def entry_size(entries: tuple[int, ...]) -> int:
    """The number of bytes for each entry of a table."""
    return next(s for s in (1, 2, 4, 8) if -(1 << 8 * s - 1) <= min(entries) and max(entries) < 1 << 8 * s - 1)
