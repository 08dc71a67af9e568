"""The nearest known name, for `did you mean`."""

from __future__ import annotations

from collections.abc import Iterable

_SHORTEST_WORD = 5
"""From how many letters on a name may be a misspelling of the first word of a longer one."""


def distance(a: str, b: str, limit: int) -> int:
    """The number of letters to insert, delete, replace or swap with their neighbour; at most `limit + 1`."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, before_above, row = row, before, [i]
        for j, y in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before_above[j - 2] + 1)
            row.append(cost)
        before = above
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def slip_for(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `name` may be a misspelling of; None if there is none.  One letter in three may be wrong.

    A single letter is never a misspelling, because any other letter would be as near.

    Among equally near candidates, one with the same first letter wins, then the first in the alphabet.
    """
    limit = max(1, min(3, len(name) // 3)) if len(name) > 1 else 0
    best: tuple[int, bool, str] | None = None
    for candidate in candidates:
        if candidate == name:
            continue
        steps = distance(name.lower(), candidate.lower(), limit)
        if steps > limit:
            continue
        rank = (steps, candidate[:1].lower() != name[:1].lower(), candidate)
        if best is None or rank < best:
            best = rank
    return best[2] if best else None


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like `name`, or None.  It is the one that `name` may be a misspelling of, or else the shortest
    one that begins with `name`, as `newberry_euchre` does with `newberry`, or whose first word `name` may be a
    misspelling of."""
    known = sorted(candidates)
    longer = [one for one in known if len(name) >= 3 and one != name and one.lower().startswith(name.lower())]
    found = slip_for(name, known) or min(longer, key=len, default=None)
    if found is None and len(name) >= _SHORTEST_WORD:
        first = slip_for(name, {one.partition("_")[0] for one in known if "_" in one})
        begins = [one for one in known if first is not None and one.startswith(f"{first}_")]
        found = min(begins, key=len, default=None)
    return found
