"""How long rules are learned before somebody plays by what was learned."""

from __future__ import annotations

FIRST_CHOICES, FURTHER_CHOICES = 3_000_000, 1_000_000
"""From how many choices rules are learned that nobody learned, and rules whose base was learned."""
SECONDS = 30.0
"""The longest that is learned before play."""
THREADS = 2
"""In how many threads is learned.  The number is the same on every machine, and so is what is learned."""
