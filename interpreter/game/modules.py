"""The executor of a `Game` that plays in a WebAssembly module of the program.

It is imported where a module is made, so that what only reads rules or plays with the Python engine need not load what
writes modules.
"""

from __future__ import annotations

from threading import Lock, local
from typing import TypeVar

from ..faults import fault
from ..program import ACTOR, OVER, PC, Program, Slots
from ..wasm import CompiledModule, Machine, Module, Uncompilable, WatchedSlots
from ..wasm.stepping import Stepper, quick_call
from .executors import MOST_KNOWN, Executor, KnownChoices, Raw

T = TypeVar("T")


class SharedInstance:
    """One instance of a module that several games share.  Only one game is in it at a time; another game that is used
    replaces it.

    Making an instance takes some tenths of a millisecond, replacing a game about a microsecond.  The lock protects
    games of one room that are played by several threads; normally each thread has its own room.
    """

    def __init__(self, code: CompiledModule) -> None:
        self.machine = machine = Machine(code)
        self.lock = Lock()
        self.resident: ModuleExecutor | None = None
        self.stepper = Stepper(machine)
        self.start, self.options = quick_call(machine, "start", 2), quick_call(machine, "options", 1)
        layout, asked = machine.layout, machine.module.room
        self.state = slice(layout.state, layout.state + layout.state_size)
        self.words = machine.memory.cast("q")
        self.first, self.size = asked.address // 8, asked.size // 8
        self.pc, self.seat = layout.slots[PC].address // 8, layout.slots[ACTOR].address // 8
        self.shapes = [
            [tuple(layout.slots[bound.slot].words for bound in one.bound) for one in ask.alternatives]
            for ask in machine.program.asks
        ]
        """For each alternative of each question: how many words the value of each name takes."""
        self.plain = [all(words == 1 for shape in ask for words in shape) for ask in self.shapes]
        """For each question: whether all values take one word."""
        self.lengths = [[1 + len(shape) for shape in ask] for ask in self.shapes]
        self.short = [
            plain and self.size > 1 and all(len(shape) <= 1 for shape in ask)
            for plain, ask in zip(self.plain, self.shapes, strict=True)
        ]
        """For each question: whether two words, the alternative and a value, describe an option completely."""

    def raw(self, ask: int, number: int) -> Raw:
        """Read an option from the memory of the module."""
        at = self.first + self.size * number
        words = self.words
        alternative = words[at]
        if self.plain[ask]:
            return tuple(words[at : at + self.lengths[ask][alternative]].tolist())
        found = [alternative]
        at += 1
        for count in self.shapes[ask][alternative]:
            found.append(int.from_bytes(bytes(words[at : at + count]), "little", signed=True))
            at += count
        return tuple(found)


class InstancePool:
    """The module of a program, with a room for each thread."""

    def __init__(self, program: Program) -> None:
        """Compile the rules.  Raises `wasm.Uncompilable`, and `ImportError` without wasmtime."""
        self.code = CompiledModule(Module(program, WatchedSlots.of_players(program), stepwise=True))
        self._local = local()

    def room(self) -> SharedInstance:
        """The room of this thread."""
        found: SharedInstance | None = getattr(self._local, "room", None)
        if found is None:
            found = self._local.room = SharedInstance(self.code)
        return found


class ModuleExecutor(Executor):
    """Plays in a module."""

    def __init__(self, rooms: InstancePool) -> None:
        self._rooms = rooms
        self._room = rooms.room()
        self._lock = self._room.lock
        self._step = self._room.stepper.step
        room = self._room
        self._at = room.words, room.pc, room.first, room.size
        """Copies of what is needed for every choice, so that access is fast."""
        self._saved = b""
        """The state, while another game is in the room."""

    def _enter(self, content: bytes | None = None) -> None:
        """Put this game into the room, with another state if `content` is given; save the game that was there."""
        room = self._room
        self._empty()
        room.machine.memory[room.state] = self._saved if content is None else content
        self.count = self._counted()
        room.resident = self

    def _empty(self) -> None:
        """Make the room empty.  If another game was in it, its state is saved first."""
        room = self._room
        there = room.resident
        if there is not None and there is not self:
            there._saved = bytes(room.machine.memory[room.state])
        room.resident = None

    def _counted(self) -> int:
        room = self._room
        if room.words[room.pc] <= OVER:
            return -1
        count = room.options(0)
        if not count:
            raise self._stuck()
        return count

    def _stuck(self) -> Exception:
        program = self._room.machine.program
        return fault("no choice", program.places[program.asks[~self._room.words[self._room.pc]].place])

    def _lost(self) -> None:
        """Leave the room after a failure: the room is then empty, and this game has its last saved state."""
        self._room.resident = None

    def start(self, seed: int, index: int) -> None:
        room = self._room
        with self._lock:
            self._empty()
            room.start(seed, index)
            self.count = self._counted()
            room.resident = self

    def step(self, number: int) -> int:
        with self._lock:
            if self._room.resident is not self:
                self._enter()
            try:
                count = self._step(number)
            except BaseException:
                self._lost()
                raise
            if not count:
                self._lost()
                raise self._stuck()
            self.count = count
            return count

    def take(self, raw: Raw) -> int:
        with self._lock:
            if self._room.resident is not self:
                self._enter()
            try:
                self._room.machine.take(raw)
                self.count = self._counted()
            except BaseException:
                self._lost()
                raise
            return self.count

    def option(self, number: int) -> Raw:
        with self._lock:
            room = self._room
            if room.resident is not self:
                self._enter()
            return room.raw(~room.words[room.pc], number)

    def look(self, number: int, known: KnownChoices[T]) -> T:
        words, where, first, size = self._at
        at = first + size * number
        # Read without the lock.  If this game is in the room after the read, it was there all the time: only this game
        # moves itself in, and a game that moves in says so before the memory changes.
        found = known.seen.get((words[where], words[at], words[at + 1]))
        if found is not None and self._room.resident is self:
            return found
        return self._looked_up(number, known)

    def _looked_up(self, number: int, known: KnownChoices[T]) -> T:
        """Return the object that `look` has not found, and keep it if the question and two words describe the option
        completely.
        """
        words, where, first, size = self._at
        with self._lock:
            room = self._room
            if room.resident is not self:
                self._enter()
            pc, at = words[where], first + size * number
            key = (pc, words[at], words[at + 1]) if room.short[~pc] else ()  # without a value, the second is unused
            raw = room.raw(~pc, number)
        made = known.choice(~pc, raw)
        if key:
            if len(known.seen) >= MOST_KNOWN:
                known.seen.clear()
            known.seen[key] = made
        return made

    def options(self) -> list[Raw]:
        with self._lock:
            room = self._room
            if room.resident is not self:
                self._enter()
            ask = ~room.words[room.pc]
            return [room.raw(ask, number) for number in range(max(self.count, 0))]

    @property
    def ask(self) -> int:
        with self._lock:
            if self._room.resident is not self:
                self._enter()
            pc = self._room.words[self._room.pc]
            return ~pc if pc > OVER else -1

    @property
    def actor(self) -> int:
        with self._lock:
            if self._room.resident is not self:
                self._enter()
            return self._room.words[self._room.seat]

    def _content(self) -> bytes:
        room = self._room
        return bytes(room.machine.memory[room.state]) if room.resident is self else self._saved

    def values(self) -> Slots:
        with self._lock:
            return self._room.machine.layout.unpack(self._content())

    def put(self, values: Slots) -> None:
        content = self._room.machine.layout.pack(values)
        with self._lock:
            self._enter(content)

    def snapshot(self) -> object:
        with self._lock:
            return self._content()

    def restore(self, snapshot: object) -> None:
        assert isinstance(snapshot, bytes)
        with self._lock:
            self._enter(snapshot)

    def copy(self) -> ModuleExecutor:
        other = ModuleExecutor(self._rooms)
        with self._lock:
            other._saved, other.count = self._content(), self.count
        return other


__all__ = ["InstancePool", "ModuleExecutor", "Uncompilable"]
