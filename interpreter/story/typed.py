"""What somebody types for each option of a question, on a page and in a terminal alike.

Where the options are numbers, it is the number that one means: `3` is `bid 3`, wherever that stands in the list.
The pages have the same in `cli/pages/viewer/asking.js`; `tests/interpreter/story/typed.json` holds both to it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,5})\Z")


def typed_for(options: Sequence[Mapping[str, Any]]) -> list[int | None]:
    """The number in the words of each option, where no two have the same one and nothing else in them has digits; then
    None for an option without one.  Otherwise the places, counted from 1.  `options`: as in a question as data."""
    words = [
        [word for word in one["label"].split() if _digits(word) and word not in one.get("cards", ())] for one in options
    ]
    numbers = [word for found in words for word in found]
    own = len({*numbers}) == len(numbers) > 0 and all(len(found) < 2 for found in words)
    if own and all(_NUMBER.match(word) for word in numbers):
        return [int(found[0]) if found else None for found in words]
    return list(range(1, len(options) + 1))


def _digits(word: str) -> bool:
    return any("0" <= sign <= "9" for sign in word)
