"""Which blocks of features that were learned under some rules fit those of other rules.

Blocks fit if they have the same key and size.  An option has its words in its keys, so one that only has other words in
these rules would be as if nobody had ever seen it.  Therefore the options of both rules are laid beside each other in
their order, as far as their words agree.  Between two that agree, those that are left on both sides are the same ones
renamed, if they are as many and their blocks have the same shapes.  An option that is offered at more places than
before is known at each as at the one before.  The block of the question has another size where there are more
questions: then each is as all that are known are on average.  `javascript/src/learned/fitting.ts` does the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

SizedKey: TypeAlias = tuple[str, int]
"""Key and size."""
_OPTION = "option "
_AGAIN = re.compile(r" #(\d+)$")
QUESTION = "question"
"""The key of the block that has a row for each question."""


@dataclass
class _OptionKeys:
    """The blocks of an option that stand together: their places by what follows the words in the key, and by size."""

    text: str
    places: dict[SizedKey, int] = field(default_factory=dict[SizedKey, int])


def fitting(known: Sequence[SizedKey], wanted: Sequence[SizedKey]) -> list[int | None]:
    """For each block that is wanted, the place of the known one that fits, which has the same size unless it is that of
    the question; None if there is none.
    """
    found: list[int | None] = [None] * len(wanted)
    exact = {block: place for place, block in enumerate(known)}
    words: dict[str, str] = {}
    for option, same in _pairs(_options(known), _options(wanted)):
        words[same.text] = option.text
        for shape, place in same.places.items():
            found[place] = option.places.get(shape)
    for place, (key, size) in enumerate(wanted):
        if found[place] is None:
            found[place] = exact.get((key, size))
        if found[place] is None and key.startswith("said "):
            text, plus, rest = key.removeprefix("said ").rpartition(" +")
            found[place] = exact.get((f"said {words.get(text, text)}{plus}{rest}", size))
        if found[place] is None:
            found[place] = next((exact[one, size] for one in _earlier(key) if (one, size) in exact), None)
        if found[place] is None and key == QUESTION:
            found[place] = next((at for at, (one, _) in enumerate(known) if one == QUESTION), None)
    return found


def _earlier(key: str) -> Iterator[str]:
    """The keys of the blocks before one that have the same key but for their numbers, the last first."""
    again = _AGAIN.search(key)
    if again is not None:
        first = key[: again.start()]
        yield from (f"{first} #{number}" for number in range(int(again[1]) - 1, 1, -1))
        yield first


def _options(blocks: Sequence[SizedKey]) -> list[_OptionKeys]:
    """The options among blocks, in their order."""
    options: list[_OptionKeys] = []
    open_ = False
    for place, (numbered, size) in enumerate(blocks):
        key = _AGAIN.sub("", numbered)
        if not (open_ and key.startswith(f"{_OPTION}{options[-1].text} ")):
            open_ = key.startswith(_OPTION)
            if not open_:
                continue
            options.append(_OptionKeys(key.removeprefix(_OPTION).removesuffix(" alone")))
        options[-1].places[key.removeprefix(f"{_OPTION}{options[-1].text}"), size] = place
    return options


def _pairs(known: list[_OptionKeys], wanted: list[_OptionKeys]) -> Iterator[tuple[_OptionKeys, _OptionKeys]]:
    """The options that are the same in both."""
    names, others = Counter(one.text for one in known), Counter(one.text for one in wanted)
    gone, new = names - others, others - names
    first = second = 0
    for i, j in [*_agreeing([one.text for one in known], [one.text for one in wanted]), (len(known), len(wanted))]:
        before = [one for one in known[first:i] if one.text in gone]
        after = [one for one in wanted[second:j] if one.text in new]
        if len(before) == len(after):
            yield from ((a, b) for a, b in zip(before, after, strict=True) if a.places.keys() == b.places.keys())
        if i < len(known):
            yield known[i], wanted[j]
        first, second = i + 1, j + 1


def _agreeing(known: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places of a longest common subsequence."""
    most = [[0] * (len(wanted) + 1) for _ in range(len(known) + 1)]
    for i in reversed(range(len(known))):
        for j in reversed(range(len(wanted))):
            same = known[i] == wanted[j]
            most[i][j] = most[i + 1][j + 1] + 1 if same else max(most[i + 1][j], most[i][j + 1])
    i = j = 0
    while i < len(known) and j < len(wanted):
        if known[i] == wanted[j]:
            yield i, j
            i, j = i + 1, j + 1
        elif most[i + 1][j] >= most[i][j + 1]:
            i += 1
        else:
            j += 1
