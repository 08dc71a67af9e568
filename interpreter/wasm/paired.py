"""The module that adds up paired games (`runtime/paired.wat`), run by wasmtime: its numbers, and one instance."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from .fixed import FixedModule
from .module import assembled
from .tallies import DEAL, OUTCOME

LARGEST = 1 << 24
"""Numbers larger than this are not added up here."""
MOST_SIDES = 62
MEASURES = ("lead_changes", "drama", "decided", "comeback", "first_dealer", "dealer")
CROSS = 15
"""How many words the sums of products of four numbers take."""
_PAGE, _BEGIN = 1 << 16, 16_384
"""The size of a page of memory, and the address from which logs are put there."""
_ROOM = {"WON": 144, "CHOICES": 152, "DEALS": 160, "BEGAN": 168, "GAINED": 176, "RUNNING": 688, "SIGN": 1_200,
         "PARTS": 1_208, "SIDE_OF": 1_216}  # fmt: skip
"""Where the numbers of a game are in the room of its rules, after those of its measures."""
A, B, TOTALS = 1_024, 2_304, 4_096
LENGTH, MEASURED = TOTALS + 8, TOTALS + 8 + 8 * CROSS
SCORED = MEASURED + 8 * CROSS * len(MEASURES)


def _text() -> str:
    numbers = {"CLEARED": _ROOM["SIGN"], "A": A, "B": B, "TOTALS": TOTALS, "LENGTH": LENGTH, "SCORED": SCORED}
    numbers |= {"MEASURED": MEASURED, "MEASURES": len(MEASURES), "DEAL": DEAL, "OUTCOME": OUTCOME, "LARGEST": LARGEST}
    numbers |= {"TWICE": 2 * LARGEST, "TOTALS_SIZE": SCORED + 8 * CROSS * MOST_SIDES - TOTALS} | _ROOM
    numbers |= {name: number for number, name in enumerate(MEASURES)}
    for rules, at in (("A", A), ("B", B)):
        numbers |= {f"{name}_{rules}": at + place for name, place in _ROOM.items()}
        numbers |= {f"{rules}_SUM": at + 8, f"{rules}_OF": at + 16}
    text = files("hoyle.interpreter.wasm").joinpath("runtime", "paired.wat").read_text("utf-8")
    return re.sub(r"@(\w+)@", lambda found: str(numbers[found[1]]), text)


@cache
def _compiled() -> FixedModule:
    return FixedModule(assembled(_text()))


class PairAdder:
    """One instance.  It must not be used by several threads at once."""

    def __init__(self) -> None:
        self.store, exports = _compiled().instance(self)
        self._memory, self._add = exports["memory"], exports["add"]

    def judge_by(self, rules: int, sign: int, parts: int, side_of: bytes) -> None:
        """Say how games are measured under A (0) or B (1): -1 if the lowest score wins, into how many parts gains are
        divided (0: there are no other sides), and the side of each player.
        """
        at = (A, B)[rules]
        self._put(at + _ROOM["SIGN"], sign.to_bytes(8, "little", signed=True))
        self._put(at + _ROOM["PARTS"], parts.to_bytes(8, "little"))
        self._put(at + _ROOM["SIDE_OF"], side_of)

    def add(self, logs: tuple[bytes, bytes], count: int, scores: int) -> tuple[bool, bool, int]:
        """Add up games from their logs.  Returns whether a number was too large, whether there are entries that say
        something else, and where the words are that belong to each game.
        """
        at_b = _BEGIN + len(logs[0])
        to = at_b + len(logs[1])
        missing = to + 24 * count - self._memory.data_len(self.store)
        if missing > 0:
            self._memory.grow(self.store, -(-missing // _PAGE))
        self._put(_BEGIN, logs[0])
        self._put(at_b, logs[1])
        found = self._add(self.store, _BEGIN, at_b, to, count, scores)
        return bool(found & 1), bool(found & 2), to

    def words(self, at: int, count: int) -> list[int]:
        """Several consecutive numbers."""
        return memoryview(self._memory.read(self.store, at, at + 8 * count)).cast("q").tolist()

    def _put(self, at: int, content: bytes) -> None:
        self._memory.write(self.store, content, at)
