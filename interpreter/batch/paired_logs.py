"""Adds up paired games from the logs of the modules that played them, in a module (`wasm/runtime/paired.wat`): the same
sums as `PairSums.add_games`, in a tenth of the time, and other threads can run meanwhile.
"""

from __future__ import annotations

import re
import weakref
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any

from ..wasm.module import assembled
from ..wasm.tallies import DEAL, OUTCOME
from .course import MeasureCalculator
from .pairing import EXAMPLES, PairSums, Winners
from .sums import Cross

MOST_GAMES = 8_192
"""The most games of one call: of more, sums of products might need more than 64 bits."""
LARGEST = 1 << 24
"""Numbers larger than this are not added up here."""
MOST_SIDES = 62
_MEASURES = ("lead_changes", "drama", "decided", "comeback", "first_dealer", "dealer")
_CROSS = 15
"""How many words the sums of products of four numbers take."""
_PAGE, _BEGIN = 1 << 16, 16_384
"""The size of a page of memory, and the address from which logs are put there."""
_ROOM = {"WON": 144, "CHOICES": 152, "DEALS": 160, "BEGAN": 168, "GAINED": 176, "RUNNING": 688, "SIGN": 1_200,
         "OTHERS": 1_208, "SIDE_OF": 1_216}  # fmt: skip
"""Where the numbers of a game are in the room of its rules, after those of its measures."""
_A, _B, _TOTALS = 1_024, 2_304, 4_096
_LENGTH, _MEASURED = _TOTALS + 8, _TOTALS + 8 + 8 * _CROSS
_SCORED = _MEASURED + 8 * _CROSS * len(_MEASURES)


def _text() -> str:
    numbers = {"CLEARED": _ROOM["SIGN"], "A": _A, "B": _B, "TOTALS": _TOTALS, "LENGTH": _LENGTH, "SCORED": _SCORED}
    numbers |= {"MEASURED": _MEASURED, "MEASURES": len(_MEASURES), "DEAL": DEAL, "OUTCOME": OUTCOME, "LARGEST": LARGEST}
    numbers |= {"TWICE": 2 * LARGEST, "TOTALS_SIZE": _SCORED + 8 * _CROSS * MOST_SIDES - _TOTALS} | _ROOM
    numbers |= {name: number for number, name in enumerate(_MEASURES)}
    for rules, at in (("A", _A), ("B", _B)):
        numbers |= {f"{name}_{rules}": at + place for name, place in _ROOM.items()}
        numbers |= {f"{rules}_SUM": at + 8, f"{rules}_OF": at + 16}
    text = files("hoyle.interpreter.wasm").joinpath("runtime", "paired.wat").read_text("utf-8")
    return re.sub(r"@(\w+)@", lambda found: str(numbers[found[1]]), text)


class _CompiledAdder:
    """The module as machine code."""

    def __init__(self) -> None:
        from wasmtime import Config, Engine, Module

        config = Config()
        config.signals_based_traps = False  # other code may handle signals
        self.engine = Engine(config)
        self.module = Module(self.engine, assembled(_text()))
        weakref.finalize(self, _close, self.module, self.engine)


def _close(*things: Any) -> None:
    """Close wasmtime's objects before it is too late at exit."""
    for thing in things:
        thing.close()


@cache
def _compiled() -> _CompiledAdder:
    return _CompiledAdder()


class PairedLogs:
    """One instance.  It must not be used by several threads at once."""

    def __init__(self, courses: tuple[MeasureCalculator, MeasureCalculator]) -> None:
        """`courses`: what measures games under A and under B."""
        from wasmtime import Instance, Store

        self.code = _compiled()
        self.store = Store(self.code.engine)
        weakref.finalize(self, _close, self.store)
        exports: Any = Instance(self.store, self.code.module, []).exports(self.store)
        self._memory: Any = exports["memory"]
        self._add: Any = exports["add"]
        self.others = False
        """Whether the logs that were added last have entries that say something else."""
        for course, at in zip(courses, (_A, _B), strict=True):
            self._put(at + _ROOM["SIGN"], course.sign.to_bytes(8, "little", signed=True))
            self._put(at + _ROOM["OTHERS"], course.others.to_bytes(8, "little"))
            self._put(at + _ROOM["SIDE_OF"], bytes(course.side_of[player] for player in sorted(course.side_of)))

    def add(self, sums: PairSums, first: int, logs: tuple[bytes, bytes], count: int, scores: int) -> bool:
        """Add games to empty sums.  `first`: the number of the first; `logs`: of the same games under A and under B,
        `count` at least; `scores`: how many sides have scores under both.

        Returns False, with the sums as they were, if numbers are too large or games too many.
        """
        if count > MOST_GAMES or sums.sides > MOST_SIDES or max(map(len, logs)) > 1 << 28:
            return False
        at_b = _BEGIN + len(logs[0])
        to = at_b + len(logs[1])
        missing = to + 24 * count - self._memory.data_len(self.store)
        if missing > 0:
            self._memory.grow(self.store, -(-missing // _PAGE))
        self._put(_BEGIN, logs[0])
        self._put(at_b, logs[1])
        found = self._add(self.store, _BEGIN, at_b, to, count, scores)
        if found & 1:
            return False
        self.others = bool(found & 2)
        self._read(sums, first, count, to, scores)
        return True

    def _put(self, at: int, content: bytes) -> None:
        self._memory.write(self.store, content, at)

    def _words(self, at: int, count: int) -> list[int]:
        return memoryview(self._memory.read(self.store, at, at + 8 * count)).cast("q").tolist()

    def _read(self, sums: PairSums, first: int, count: int, to: int, scores: int) -> None:
        words = self._words(to, 3 * count)
        won_a, won_b, differing = words[::3], words[1::3], words[2::3]
        results = Counter(zip(won_a, won_b, strict=True))
        sums.games = count
        sums.deals = self._words(_TOTALS, 1)[0]
        sums.deals_otherwise = sum(differing)
        for (a, b), games in results.items():
            winners: Winners = _sides(a), _sides(b)
            sums.results[winners] = games
            sums.otherwise += games if a != b else 0
            for side, won in enumerate(sums.wins):
                _add(won, (a >> side & 1, b >> side & 1), games)
        for index, (a, b, more) in enumerate(zip(won_a, won_b, differing, strict=True), first):
            if (more or a != b) and len(sums.examples) < EXAMPLES:
                sums.examples.append(index)
        self._cross(_LENGTH, sums.length)
        for side in range(scores):
            self._cross(_SCORED + 8 * _CROSS * side, sums.scores[side])
        for number, name in enumerate(_MEASURES):
            cross = Cross(4)
            self._cross(_MEASURED + 8 * _CROSS * number, cross)
            if cross.games:
                sums.measures[name] = cross

    def _cross(self, at: int, cross: Cross) -> None:
        cross.games, *found = self._words(at, _CROSS)
        cross.sums, products = found[:4], iter(found[4:])
        for i in range(4):
            for j in range(i, 4):
                cross.products[4 * i + j] = cross.products[4 * j + i] = next(products)


def _sides(won: int) -> tuple[int, ...]:
    return tuple(side for side in range(won.bit_length()) if won >> side & 1)


def _add(cross: Cross, pair: tuple[int, int], games: int) -> None:
    """Add the same pair of numbers for many games."""
    cross.games += games
    for i, one in enumerate(pair):
        cross.sums[i] += games * one
        for j, other in enumerate(pair):
            cross.products[2 * i + j] += games * one * other
