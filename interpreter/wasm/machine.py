"""Runs a module: one instance with its memory, in `wasmtime`.

It plays one game at a time.  A state can be read and replaced at any question (`state`, `put`), so it can be passed
between a module and the Python engine in the middle of a game.  Other threads can run during calls.
"""

from __future__ import annotations

import ctypes
from typing import Any

from ..faults import Fault, fault
from ..program import ACTOR, DECISIONS, OVER, PC, STEPS, Program
from .fixed import close_with
from .layout import Slots
from .module import Module
from .ranges import Uncompilable
from .tallies import LOG_SIZE, entries_in
from .writing.text import FAULTS


class ModuleError(RuntimeError):
    """A module did something impossible: a bug of Hoyle, not an error of the rule file."""


class CompiledModule:
    """A module that is compiled to machine code, once for all its instances."""

    def __init__(self, module: Module, binary: bytes | None = None, *, quickly: bool = False) -> None:
        """`quickly`: compile faster to slower code, for a few games."""
        from wasmtime import Config, Engine
        from wasmtime import Module as Compiled

        self.module = module
        self.binary = binary if binary is not None else module.binary()
        config = Config()
        config.parallel_compilation = True
        if quickly:
            config.cranelift_opt_level = "none"
        config.wasm_exceptions = True
        config.signals_based_traps = False  # other code may handle signals; a broken module must not crash it
        config.memory_init_cow = False  # Linux may refuse to seal the image of a memory while it moves its pages
        if not _plenty():
            config.memory_reservation = config.memory_guard_size = config.memory_reservation_for_growth = 0
        self.engine = Engine(config)
        self.compiled = Compiled(self.engine, self.binary)
        close_with(self, self.compiled, self.engine)


class Memory:
    """The memory of an instance, on any host, and what can be read from it."""

    def __init__(self, module: Module, memory: memoryview) -> None:
        self.module = module
        self.layout = module.layout
        self.program: Program = module.program
        self._widths: dict[tuple[int, int], tuple[int, ...]] = {}
        """By question and alternative: the number of bytes of each value of an option."""
        self.memory = memory

    def word(self, address: int) -> int:
        """A number of 64 bits in memory."""
        return int.from_bytes(self.memory[address : address + 8], "little", signed=True)

    def words(self, address: int, count: int) -> list[int]:
        """Several consecutive numbers."""
        return self.memory[address : address + 8 * count].cast("q").tolist()

    @property
    def state(self) -> Slots:
        """The slots of the current game."""
        at = self.layout.state
        return self.layout.unpack(self.memory[at : at + self.layout.state_size])

    def put(self, values: Slots) -> None:
        """Continue from a state at its question.  Raises `ValueError` if the state is impossible in this program."""
        content = self.layout.pack(values)
        self.memory[self.layout.state : self.layout.state + len(content)] = content

    def put_at(self, name: str, content: bytes) -> None:
        """Write something at a place of the memory for a search, by its name."""
        assert self.module.search is not None
        at = self.module.search.at[name]
        self.memory[at : at + len(content)] = content

    def log(self) -> list[tuple[int, tuple[int, ...]]]:
        """Read the entries of the log (`tallies.py`) and empty it."""
        return entries_in(self.unread_log())

    def unread_log(self) -> bytes:
        """The words of the log, which is then empty."""
        tallies = self.module.tallies
        size = self.word(tallies.logged)
        assert size <= LOG_SIZE
        self.memory[tallies.logged : tallies.logged + 8] = bytes(8)
        return bytes(self.memory[tallies.log : tallies.log + size])

    def clear(self) -> None:
        """Set every counter to 0."""
        tallies = self.module.tallies
        self.memory[tallies.begin : tallies.end] = bytes(tallies.end - tallies.begin)


class Machine(Memory):
    """One instance of a module.  It must not be used by several threads at once."""

    def __init__(self, code: CompiledModule) -> None:
        self.code = code
        super().__init__(code.module, self._begin())

    def _begin(self) -> memoryview:
        """Make a new instance.  Returns its memory itself, not a copy; it never moves, because it does not grow."""
        from wasmtime import Instance, Store

        self.store = Store(self.code.engine)
        self._closed = close_with(self, self.store)
        exports = Instance(self.store, self.code.compiled, []).exports(self.store)
        self._exports: Any = exports
        memory: Any = exports["memory"]
        size, first = memory.data_len(self.store), memory.data_ptr(self.store).contents
        found = memoryview((ctypes.c_ubyte * size).from_address(ctypes.addressof(first))).cast("B")
        found[self.code.module.layout.fault] = _BROKEN
        return found

    def call(self, name: str, *args: float) -> int:
        """Call an exported function.

        Raises `Fault` for an error of the rule file (the game is then lost: start or put another one), and
        `ModuleError` for a bug.
        """
        from wasmtime import Trap, WasmtimeError

        signed = [a - (1 << 64) if isinstance(a, int) and a >= 1 << 63 else a for a in args]
        try:
            return self._exports[name](self.store, *signed) or 0
        except (Trap, WasmtimeError) as error:
            raise self.failure(f"the compiled rules failed: {error}") from None

    def exported(self, name: str) -> Any:
        """An exported function of the instance, as a wasmtime object."""
        return self._exports[name]

    def failure(self, text: str) -> Fault | ModuleError:
        """The exception for a call that failed: the fault of the rules that the module stored, otherwise `ModuleError`
        with this text.
        """
        return self.fault() or ModuleError(text)

    def fault(self) -> Fault | None:
        """The fault that stopped the module, if it was an error of the rule file; otherwise None."""
        at = self.layout.fault
        kind, place = (int.from_bytes(self.memory[at + i : at + i + 4], "little") for i in (0, 4))
        values = [self.word(at + 8 + 8 * i) for i in range(3)]
        self.memory[at] = _BROKEN  # a trap without a stored reason is a bug of Hoyle
        name = FAULTS[kind]
        if kind == _BROKEN:
            return None
        if name == "failed":
            return fault(name, self.program.places[place], self.module.shared.messages[values[0]])
        return fault(name, self.program.places[place], *values)

    def begin_anew(self) -> None:
        """Make a new instance.  A game inside the module can be continued only in an instance in which no game has
        failed.
        """
        self._closed()
        self.memory = self._begin()

    # ---------------------------------------------------------------------------------------------------- step by step

    def start(self, seed: int, index: int = 0) -> None:
        """Begin a new game and run it to its first question.  Raises `Fault`."""
        self.call("start", seed, index)

    @property
    def ask(self) -> int:
        """The number of the open question; -1 if the game is over."""
        pc = self.word(self.layout.slots[PC].address)
        return ~pc if pc > OVER else -1

    @property
    def player(self) -> int:
        """The seat that is asked."""
        return self.word(self.layout.slots[ACTOR].address)

    def options(self, most: int | None = None) -> list[tuple[int, ...]]:
        """The options of the open question, as (alternative, values …): at most `most`, and never more than
        `MOST_OFFERED`.
        """
        count = self.call("options", 0)
        return self.stored(count if most is None else min(count, most))

    def stored(self, count: int) -> list[tuple[int, ...]]:
        """The first options that the module stored of the open question."""
        ask, room = self.ask, self.module.room
        shapes = [
            [self.layout.slots[bound.slot].words for bound in one.bound] for one in self.program.asks[ask].alternatives
        ]
        found: list[tuple[int, ...]] = []
        for number in range(count):
            at = room.address + room.size * number
            alternative = self.word(at)
            option = [alternative]
            at += 8
            for words in shapes[alternative]:
                option.append(int.from_bytes(self.memory[at : at + 8 * words], "little", signed=True))
                at += 8 * words
            found.append(tuple(option))
        return found

    def written(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """The lines on the table: for each its number, its owner (-1: the table) and its values.  Raises `Fault`."""
        room = self.module.written
        found: list[tuple[int, int, tuple[int, ...]]] = []
        for number in range(self.call("written")):
            at = room.address + room.size * number
            line, owner = self.words(at, 2)
            at += 16
            values: list[int] = []
            for words in room.words[line]:
                values.append(int.from_bytes(self.memory[at : at + 8 * words], "little", signed=True))
                at += 8 * words
            found.append((line, owner, tuple(values)))
        return found

    def take(self, option: tuple[int, ...]) -> None:
        """Answer with an option that is known to be legal, and run to the next question.  Raises `Fault`."""
        self.place(option)
        self.call("take", 0)

    def place(self, option: tuple[int, ...], ask: int = -1) -> None:
        """Write an option into the option memory of the module, as number 0.  `ask`: the open question, if it is
        known.
        """
        ask = self.ask if ask < 0 else ask
        widths = self._widths.get((ask, option[0]))
        if widths is None:
            bound = self.program.asks[ask].alternatives[option[0]].bound
            widths = self._widths[ask, option[0]] = tuple(8 * self.layout.slots[one.slot].words for one in bound)
        content = option[0].to_bytes(8, "little")
        for value, width in zip(option[1:], widths, strict=True):
            content += value.to_bytes(width, "little", signed=True)
        address = self.module.room.address
        self.memory[address : address + len(content)] = content

    def declare(self, incident: int) -> None:
        """Declare an incident at the open question, and run to the next question.  Raises `Fault`, and `ValueError` if
        the incident cannot happen.
        """
        ask = self.ask
        entry = self.program.incidents[incident]
        values = self.state
        if ask < 0 or incident not in self.program.asks[ask].incidents or not values[entry.window]:
            raise ValueError("that cannot happen now")
        values[entry.back] = self.program.asks[ask].block
        values[PC] = entry.body
        values[DECISIONS] += 1  # pyrefly: ignore[unsupported-operation] - a number slot
        values[STEPS] = 0
        self.put(values)
        self.call("resume")

    def print(self, start: int) -> int:
        """The hash of the state (`state_hash.py`)."""
        return self.call("print", start) & (1 << 64) - 1


def _plenty() -> bool:
    """Whether address space is plentiful: access to memory is fastest if much more address space is reserved than
    used.
    """
    try:
        import resource
    except ImportError:  # not a Unix
        return True
    return resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY


_BROKEN = FAULTS.index("broken")

__all__ = ["CompiledModule", "Machine", "ModuleError", "Uncompilable"]
