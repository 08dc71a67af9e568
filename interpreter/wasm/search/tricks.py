"""One instance of the kernel: `tricks.c`, compiled to `tricks.wasm`, run by wasmtime.

    kernel = TrickKernel()
    kernel.begin(position.described(frozenset()), tricks=13, memory=256 << 20)
    kernel.makes(card, goal, limit)

`python interpreter/wasm/search/tricks.py` compiles `tricks.c` anew; it needs clang and lld.
"""

from __future__ import annotations

import weakref
from functools import cache
from hashlib import sha256
from importlib.resources import files
from struct import pack
from typing import Any

REFINEMENTS = {"table": 1, "equal cards": 2, "sure tricks": 4, "later tricks": 8, "order": 16, "relative ranks": 32}
"""What the kernel does to look at fewer positions.  Each can be switched off; the answers stay the same."""
HANDS_AT, TRICK_AT = 48, 48 + 48 + 64 + 64 + 8 * 64 * 8 + 512
"""Where the hands and the open trick are in the description of a position."""
GAVE_UP = 2


def source() -> bytes:
    """The source of the kernel."""
    return files("hoyle.interpreter.wasm.search").joinpath("tricks.c").read_bytes()


def binary() -> bytes:
    """The compiled kernel.  Its last 32 bytes are the hash of the source that it was made of."""
    return files("hoyle.interpreter.wasm.search").joinpath("tricks.wasm").read_bytes()


def _close(*things: Any) -> None:
    """Close wasmtime's objects before it is too late at exit."""
    for thing in things:
        thing.close()


class _CompiledKernel:
    """The kernel as machine code."""

    def __init__(self) -> None:
        from wasmtime import Config, Engine, Module

        config = Config()
        config.parallel_compilation = False
        config.signals_based_traps = False  # other code may handle signals
        self.engine = Engine(config)
        self.module = Module(self.engine, binary()[:-32])
        weakref.finalize(self, _close, self.module, self.engine)


@cache
def _compiled() -> _CompiledKernel:
    return _CompiledKernel()


class TrickKernel:
    """One instance of the kernel, for one position at a time.  It must not be used by several threads at once."""

    def __init__(self) -> None:
        from wasmtime import Instance, Store

        code = _compiled()
        self._store = Store(code.engine)
        weakref.finalize(self, _close, self._store)
        exports: Any = Instance(self._store, code.module, []).exports(self._store)
        self._memory = exports["memory"]
        names = ("begin", "move", "makes", "legal", "positions")
        self._begin, self._move, self._makes, self._legal, self._positions = (exports[name] for name in names)
        self._at: int = exports["spec"](self._store)

    def begin(self, position: bytes, tricks: int, memory: int) -> None:
        """Make ready for a position, as `Spec` of the source describes it, with so many tricks left.

        `memory`: the most bytes that may be used.
        """
        self._memory.write(self._store, position, self._at)
        heads = min(18, max(8, 2 * tricks - 4 if tricks > 6 else tricks + 4))
        while heads > 8 and 16 << heads > memory:
            heads -= 1
        if not self._begin(self._store, memory, heads):
            raise MemoryError("there is too little memory for the table of positions")

    def move(self, hands: tuple[int, ...], trick: tuple[int, ...], leader: int) -> None:
        """Go to another position of the same deal; see `TrickPosition` in `search/tricks` for what is given."""
        self._memory.write(self._store, pack("<4Q", *hands, *(0,) * (4 - len(hands))), self._at + HANDS_AT)
        content = pack("<6i", len(trick), leader, *trick, *(0,) * (4 - len(trick)))
        self._memory.write(self._store, content, self._at + TRICK_AT)
        self._move(self._store)

    def makes(self, card: int, goal: int, limit: int) -> int:
        """Whether the side that maximises makes `goal` from the open trick on if `card` is played (-1: any card); 2 if
        that takes more than `limit` positions.
        """
        return int(self._makes(self._store, card, goal, limit))

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
