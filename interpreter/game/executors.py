"""The executors of a `Game`: the Python engine, or a WebAssembly module of the same program (`modules.py`).

Both work alike: they are at a question (or at the end), say how many options it has and what each of them is, and
continue with one of them.  A state can be read and replaced at any question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import islice
from typing import Protocol, TypeVar, cast

from ...dsl.limits import MOST_OFFERED
from ..engine import Engine
from ..faults import fault
from ..program import ACTOR, OVER, PC, Slots

T = TypeVar("T")
Raw = tuple[int, ...]
"""An option: the number of an alternative of the question, and the value of each of its names."""


MOST_KNOWN = 50_000
"""So many choices are kept as objects; then they are made anew."""


class KnownChoices(Protocol[T]):
    """The objects for the options of the questions of a program."""

    seen: dict[tuple[int, ...], T]
    """The objects that an executor has looked up, by the form in which it stores an option."""

    def choice(self, ask: int, raw: Raw) -> T:
        """Return the object for an option of a question."""
        ...


class Executor(ABC):
    """Plays one game."""

    count: int = 0
    """How many options the open question has (at most `MOST_OFFERED` are counted); -1 if the game is over."""

    @abstractmethod
    def start(self, seed: int, index: int) -> None:
        """Begin a new game and run it to its first question.  Raises `Fault`."""

    @abstractmethod
    def step(self, number: int) -> int:
        """Continue with an option, given by its number, which must be valid.  Returns the new `count`.  Raises
        `Fault`.
        """

    @abstractmethod
    def take(self, raw: Raw) -> int:
        """Continue with an option that is known to be legal.  Returns the new `count`.  Raises `Fault`."""

    @abstractmethod
    def option(self, number: int) -> Raw:
        """The option of the open question with this number."""

    @abstractmethod
    def options(self) -> list[Raw]:
        """All options of the open question, at most `MOST_OFFERED`."""

    def look(self, number: int, known: KnownChoices[T]) -> T:
        """Return the object for an option of the open question."""
        return known.choice(self.ask, self.option(number))

    @property
    @abstractmethod
    def ask(self) -> int:
        """The number of the open question, an index of `Program.asks`; -1 if the game is over."""

    @property
    @abstractmethod
    def actor(self) -> int:
        """The seat that is to choose."""

    @abstractmethod
    def values(self) -> Slots:
        """A copy of the slots of the state."""

    @abstractmethod
    def put(self, values: Slots) -> None:
        """Continue from a state that is at a question, or at the end.  Raises `Fault` if the question has no option."""

    @abstractmethod
    def snapshot(self) -> object:
        """The state in the form that `restore` can use fastest."""

    @abstractmethod
    def restore(self, snapshot: object) -> None:
        """Return to a snapshot of the same program."""

    @abstractmethod
    def copy(self) -> Executor:
        """An independent executor in the same state."""


class PythonExecutor(Executor):
    """Plays with the Python engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._values: Slots = []
        self._options: list[Raw] = []

    def start(self, seed: int, index: int) -> None:
        self._reach(self._engine.start(seed=seed, index=index).values)

    def step(self, number: int) -> int:
        return self.take(self._options[number])

    def take(self, raw: Raw) -> int:
        values = self._values.copy()
        self._engine.take(values, self.ask, raw)
        return self._reach(values)

    def _reach(self, values: Slots) -> int:
        """Take over a state and find its options."""
        pc = values[PC]
        assert isinstance(pc, int)
        if pc <= OVER:
            self._values, self._options, self.count = values, [], -1
            return -1
        options = list(islice(self._engine.compiled.options(values, ~pc), MOST_OFFERED))
        if not options:
            program = self._engine.program
            raise fault("no choice", program.places[program.asks[~pc].place])
        self._values, self._options, self.count = values, options, len(options)
        return self.count

    def option(self, number: int) -> Raw:
        return self._options[number]

    def options(self) -> list[Raw]:
        return self._options.copy()

    @property
    def ask(self) -> int:
        pc = self._values[PC]
        assert isinstance(pc, int)
        return ~pc if pc > OVER else -1

    @property
    def actor(self) -> int:
        actor = self._values[ACTOR]
        assert isinstance(actor, int)
        return actor

    def values(self) -> Slots:
        return self._values.copy()

    def put(self, values: Slots) -> None:
        self._reach(values.copy())

    def snapshot(self) -> object:
        return self._values

    def restore(self, snapshot: object) -> None:
        assert isinstance(snapshot, list)
        self._reach(cast("Slots", snapshot))

    def copy(self) -> PythonExecutor:
        other = PythonExecutor(self._engine)
        other._values, other._options, other.count = self._values, self._options, self.count
        return other
