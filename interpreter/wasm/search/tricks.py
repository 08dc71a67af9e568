"""One instance of the kernel: `tricks.c`, compiled to `tricks.wasm`, run by wasmtime.

    kernel = TrickKernel()
    kernel.begin(position.described(frozenset()), tricks=13, memory=256 << 20)
    kernel.makes(card, goal, limit)

`python interpreter/wasm/search/tricks.py` compiles `tricks.c` anew; it needs clang and lld.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from struct import pack, unpack
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..fixed import FixedModule

REFINEMENTS = {"table": 1, "equal cards": 2, "sure tricks": 4, "later tricks": 8, "order": 16, "relative ranks": 32}
"""What the kernel does to look at fewer positions.  Each can be switched off; the answers stay the same."""
SEATS = 6
"""The most seats."""
HANDS_AT, TRICK_AT = 88, 88 + 8 * SEATS + 24 + 64 + 64 + 8 * 64 * 8 + 512
"""Where the hands and the open trick are in the description of a position."""
GAVE_UP = 2
MOST_GOALS = 4_096


def binary() -> bytes:
    """The compiled kernel.  Its last 32 bytes are the hash of the source that it was made of."""
    return files("hoyle.interpreter.wasm.search").joinpath("tricks.wasm").read_bytes()


@cache
def _compiled() -> FixedModule:
    from ..fixed import FixedModule  # here, because this file is also a script

    return FixedModule(binary()[:-32])


class LevelRange(NamedTuple):
    """What is known of a card, as numbers of goals: the highest that is certainly made, the highest that may be made;
    and how many positions were looked at.
    """

    low: int
    high: int
    positions: int


class TrickKernel:
    """One instance of the kernel, for one position at a time.  It must not be used by several threads at once."""

    def __init__(self) -> None:
        self._store, exports = _compiled().instance(self)
        self._memory = exports["memory"]
        names = ("begin", "move", "makes", "legal", "positions", "begin_levels", "levels")
        self._begin, self._move, self._makes, self._legal, self._positions, *levels = (exports[name] for name in names)
        self._begin_levels, self._levels = levels
        self._levels_at: int = exports["levels_at"](self._store)
        self._at: int = exports["spec"](self._store)
        self._divided, self._results_at = exports["divided"], exports["results_at"]
        self._by_best_at: int = exports["by_best_at"](self._store)

    def begin(self, position: bytes, tricks: int, memory: int, by_best: bytes = b"", results: bytes = b"") -> None:
        """Make ready for a position, as `Spec` of the source describes it, with so many tricks left.

        `memory`: the most bytes that may be used.  `by_best`: the duties by the card that wins so far, if they depend
        on it.  `results`: what the ways to divide all that counts are worth, if it is divided between parts.  Raises
        `MemoryError` if that is too much.
        """
        self._memory.write(self._store, position, self._at)
        if by_best:
            self._memory.write(self._store, by_best, self._by_best_at)
        heads = min(18, max(8, 2 * tricks - 4 if tricks > 6 else tricks + 4))
        while heads > 8 and 16 << heads > memory:
            heads -= 1
        if not self._begin(self._store, memory, heads):
            raise MemoryError("there is too little memory for the table of positions")
        if results:
            self._memory.write(self._store, results, self._results_at(self._store))
            self._divided(self._store)

    def move(self, hands: tuple[int, ...], trick: tuple[int, ...], leader: int, won: int = 0) -> None:
        """Go to another position of the same deal; see `TrickPosition` in `search/tricks` for what is given, and
        `DividedPayoff.number` for `won`.
        """
        self._memory.write(self._store, pack(f"<{SEATS}Q", *hands, *(0,) * (SEATS - len(hands))), self._at + HANDS_AT)
        content = pack(f"<{SEATS + 3}i", len(trick), leader, *trick, *(0,) * (SEATS - len(trick)), won)
        self._memory.write(self._store, content, self._at + TRICK_AT)
        self._move(self._store)

    def makes(self, card: int, goal: int, limit: int) -> int:
        """Whether the side that maximises makes `goal` from the open trick on if `card` is played (-1: any card); 2 if
        that takes more than `limit` positions.
        """
        return int(self._makes(self._store, card, goal, limit))

    def begin_levels(self, goals: Sequence[int]) -> None:
        """Begin to look for the highest of some goals that is made after each legal card.  The goals rise, and the
        first is made for certain.  Raises `ValueError` if they are too many.
        """
        if len(goals) > MOST_GOALS:
            raise ValueError(f"{len(goals)} goals; the kernel takes {MOST_GOALS}")
        self._memory.write(self._store, pack(f"<i{len(goals)}i", len(goals), *goals), self._levels_at)
        self._begin_levels(self._store)

    def levels(self, limit: int) -> bool:
        """Go on for at most `limit` positions.  Returns whether every legal card is solved."""
        return bool(self._levels(self._store, limit))

    def found_levels(self) -> tuple[LevelRange, ...]:
        """For each card what is known of it, whether it is legal or not."""
        at = self._levels_at + 4 + 4 * MOST_GOALS
        content = self._memory.read(self._store, at, at + 64 * (4 + 4 + 8) + 4)
        numbers = unpack("<64i64i4x64q", content)  # the last are aligned to eight bytes
        return tuple(LevelRange(*numbers[card::64]) for card in range(64))

    @property
    def legal(self) -> int:
        """The cards that may be played."""
        return int(self._legal(self._store)) & (1 << 64) - 1

    @property
    def positions(self) -> int:
        """How many positions have been looked at."""
        return int(self._positions(self._store))


def main() -> None:
    """Compile the kernel."""
    from pathlib import Path
    from subprocess import run

    folder = Path(__file__).parent
    made = folder / "tricks.wasm"
    options = ["--target=wasm32", "-O3", "-mbulk-memory", "-nostdlib", "-Wall", "-Werror"]
    linking = ["-Wl,--no-entry", "-Wl,-z,stack-size=262144", "-Wl,--strip-all"]
    run(["clang", *options, *linking, "-o", str(made), str(folder / "tricks.c")], check=True)
    made.write_bytes(made.read_bytes() + sha256((folder / "tricks.c").read_bytes()).digest())


if __name__ == "__main__":
    main()
