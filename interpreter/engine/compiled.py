"""A compiled program: its functions, and what they can tell about a state.

A program is compiled when it is first used, once for plain play and once for play with a listener.  All games of a
program share the code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from types import CodeType
from typing import Any

from ...dsl.source.caching import cached
from ..program import (
    CUT,
    DECISIONS,
    LENGTH_LIMIT,
    OVER,
    PC,
    STEPS,
    Ask,
    Bound,
    Combinations,
    Const,
    DefineInfo,
    FunctionCall,
    Program,
    Slots,
)
from ..records import Listener
from ..text.parse import Words
from .chance import Chance, draws
from .observers import Observers
from .python.blocks import module_text
from .python.expressions import MOST_SEATED
from .python.writer import BlockWriter
from .runtime import Runtime
from .sets import BITS, Memo, mask_of

BlockFunction = Callable[[Slots, Observers | None], int]


class CompiledBlocks:
    """The compiled functions of a program.  They are plain; or give records to a listener (`traced`); or ask the object
    that decides chance (`decided`, and `traced`); or count what they do (`counted`; with `expressions` also the noted
    values).
    """

    def __init__(
        self,
        program: Program,
        runtime: Runtime,
        *,
        traced: bool = False,
        decided: bool = False,
        counted: bool = False,
        expressions: bool = False,
    ) -> None:
        writer, self.text, codes = sources(program, traced, decided, counted, expressions)
        self.counts = [0] * len(program.places)
        """How often each place was executed, if this code counts."""
        self.rounds = [0]
        """How many rounds of nested loops there were since the last choice."""
        names = _names(
            writer, codes, runtime, C=self.counts, W=self.rounds, note=partial(_note, self.counts, writer.tables_noted)
        )
        self.blocks: tuple[BlockFunction, ...] = tuple(names[f"b{i}"] for i in range(len(program.blocks)))
        self.options: tuple[Callable[[Slots, Observers | None], Iterable[tuple[int, ...]]], ...] = tuple(
            names[f"o{i}"] for i in range(len(program.asks))
        )
        self.names = names


def _note(counts: list[int], tables: list[tuple[int, ...]], table: int, index: int, value: int) -> int:
    """Count that a value was computed, and return the value."""
    place = tables[table][index]
    if place >= 0:
        counts[place] += 1
    return value


MOST_KEPT = 20
"""How many programs written as source are kept."""


@cached(MOST_KEPT)
def sources(
    program: Program, traced: bool, decided: bool, counted: bool, expressions: bool
) -> tuple[BlockWriter, str, tuple[CodeType, ...]]:
    """Write a program as source, with the settings of `CompiledBlocks`.  Returns the writer, the text, and the code of
    its functions.
    """
    writer = BlockWriter(program, traced=traced, decided=decided, counted=counted, expressions=expressions)
    text = module_text(writer)
    return writer, text, tuple(function_code(function) for function in _FUNCTIONS.split(text))


_FUNCTIONS = re.compile(r"\n(?=def )")
"""The end of one function, before the next one begins."""
MOST_FUNCTIONS = 4000
"""How many functions' code is kept."""


@cached(MOST_FUNCTIONS)
def function_code(function: str) -> CodeType:
    """The code of one function.  Most functions of a game are the same under many settings, with or without a
    listener.
    """
    return compile(function, "<rules>", "exec")


def _names(writer: BlockWriter, codes: Iterable[CodeType], runtime: Runtime, **more: Any) -> dict[str, Any]:
    """Run the code of a program once and return the names it defines."""
    names = _environment(writer.program, runtime, writer) | more
    for code in codes:
        exec(code, names)  # noqa: S102 - numbers only, see python/
    makers = {i: names[f"x{i}"] for i in range(len(writer.program.asks)) if f"x{i}" in names}
    names |= {f"X{i}": Memo(make, _MOST_OPTIONS) for i, make in makers.items()}
    return names


def _environment(program: Program, runtime: Runtime, writer: BlockWriter) -> dict[str, Any]:
    """The names that the generated code uses but does not define."""
    failures, size = writer.failures, max(64, len(program.deck)) + 1

    def fail(message: int, place: int) -> None:
        runtime.guards.fault("failed", place, failures[message])

    names: dict[str, Any] = runtime.functions()
    names |= {
        "BITS": BITS,
        "FACES": Memo(runtime.offering.faces_once),
        "mask_of": mask_of,
        "draws": draws,
        "fail": fail,
        "P": tuple(writer.purposes),
        "ALL": runtime.zones.pile_of_all,
        "K": None,
    }
    names |= {"ONE": tuple(1 << i for i in range(size)), "NOT": tuple(~(1 << i) for i in range(size))}
    if program.players <= MOST_SEATED:
        seats = range(program.players)
        in_order = runtime.offering.seats
        names["NEXT"] = tuple(
            tuple((*in_order(mask, start), -1)[0] for start in seats) for mask in range(1 << program.players)
        )
    for alternative in range(max((len(ask.alternatives) for ask in program.asks), default=0)):
        names[f"E{alternative}"] = Memo(partial(runtime.offering.options, alternative, once=False))
        names[f"G{alternative}"] = Memo(partial(runtime.offering.options, alternative, once=True))
    names |= {f"T{i}": table for i, table in enumerate(program.tables)}
    for table, columns in writer.rows:
        entries = program.tables[table]
        names[f"T{table}_{columns}"] = tuple(entries[i : i + columns] for i in range(0, len(entries), columns))
    return names


Test = Callable[[Slots, tuple[int, ...]], bool]
"""Tests whether values may be chosen for the names of an alternative, in the state that the slots are in."""


def _test(
    bound: Sequence[Bound], opens: Callable[..., Any], domains: Sequence[Callable[..., Any]], where: Callable[..., Any]
) -> Test:
    """Make the test from the parts of an alternative (see `python/questions.py`)."""
    if not bound:
        return lambda slots, values: bool(opens(slots, None) and where(slots, None))
    if len(bound) == 1:
        (one,), (domain,) = bound, domains
        return lambda slots, values: bool(
            opens(slots, None) and contains(one, domain(slots, None), values[0]) and where(slots, None, *values)
        )

    def test(slots: Slots, values: tuple[int, ...]) -> bool:
        if not opens(slots, None):
            return False
        for i, domain in enumerate(domains):
            if not contains(bound[i], domain(slots, None, *values[:i]), values[i]):
                return False
        return bool(where(slots, None, *values))

    return test


def contains(bound: Bound, domain: Any, value: int) -> bool:
    """Whether a value is one that a name can take.  `domain` is the current value of the expression for its range."""
    if isinstance(bound.domain, Combinations):
        low, high, of = domain
        return bool(value >= 0 and value & ~of == 0 and low <= value.bit_count() <= high)
    if bound.domain.kind == "mask":
        return value >= 0 and bool(domain >> value & 1)
    return bool(value in domain)


_MOST_OPTIONS = 30_000
"""How many options of questions are kept together."""


class CompiledProgram:
    """One program, ready to be run."""

    def __init__(
        self,
        program: Program,
        runtime: Runtime | None = None,
        *,
        counted: bool = False,
        expressions: bool = False,
        listened: bool = False,
    ) -> None:
        self.program = program
        self.runtime = runtime or Runtime(program)
        self.counted = counted
        """Whether plain play counts the rules that fire, in `plain.counts`."""
        self.expressions = expressions
        """Whether noted values are counted too."""
        self.listened = listened
        """Whether play with a listener is counted, in `traced.counts`, instead of plain play."""
        self._parts: dict[tuple[str, int, int, int], Callable[..., Any]] = {}
        self._tests: dict[tuple[int, int], Test] = {}

    @cached_property
    def plain(self) -> CompiledBlocks:
        """Code that gives no records."""
        return CompiledBlocks(
            self.program,
            self.runtime,
            counted=self.counted and not self.listened,
            expressions=self.expressions,
        )

    @property
    def begun(self) -> bool:
        """Whether the plain code has been made already."""
        return "plain" in self.__dict__

    @cached_property
    def traced(self) -> CompiledBlocks:
        """Code that gives every record to a listener and asks the object that decides chance."""
        return CompiledBlocks(
            self.program,
            self.runtime,
            traced=True,
            counted=self.counted and self.listened,
            expressions=self.expressions and self.listened,
        )

    @cached_property
    def decided(self) -> CompiledBlocks:
        """Code that asks the object that decides chance, and gives no records."""
        return CompiledBlocks(self.program, self.runtime, decided=True)

    def trick(self, values: Slots, ask: int) -> tuple[int, int, int, int, int]:
        """For a question with `TrickRules`: `at`, the group led, the power of the winning card, its player, and the
        players still to play.
        """
        return self.plain.names[f"q{ask}"](values, None)

    @cached_property
    def words(self) -> Words:
        """The words for values, with seats called A, B, C …"""
        return Words(self.program)

    def run(self, values: Slots, chance: Chance | None, listener: Listener | None) -> None:
        """Run a state to its next question, or to the end of the game, changing it in place."""
        observers = Observers(listener, chance) if chance is not None or listener is not None else None
        code = self.plain if observers is None else self.decided if listener is None else self.traced
        values[STEPS] = code.rounds[0] = 0
        blocks = code.blocks
        pc: int = values[PC]  # type: ignore[assignment] - a number slot, read for every choice
        while pc >= 0:
            pc = blocks[pc](values, observers)
        if pc > OVER and values[DECISIONS] >= LENGTH_LIMIT:  # pyrefly: ignore[unsupported-operation] - a number slot
            pc = CUT
        values[PC] = pc

    def options(self, values: Slots, ask: int) -> Iterable[tuple[int, ...]]:
        """Every legal answer to a question as (alternative, values …)."""
        return self.plain.options[ask](values, None)

    def define(self, info: DefineInfo, values: Slots, owner: int = -1) -> int:
        """The value of a define in a state; of this owner, if it has one for each."""
        match info.value:
            case FunctionCall(function):
                args = (owner,) if info.owner is not None else ()
                return int(self.plain.names[f"f{function}"](values.copy(), None, *args))
            case Const(value):
                return value
            case _:
                raise AssertionError(info)

    def written(self, values: Slots) -> list[tuple[int, int, tuple[int, ...]]]:
        """The lines on the table: for each its number, its owner (-1: the table) and its values."""
        return self.plain.names["written"](values.copy(), None) if self.program.written else []

    def part(self, part: str, values: Slots, ask: int, alternative: int, number: int, bound: tuple[int, ...]) -> Any:
        """The value of one part of an alternative (see `python/questions.py`), for the values bound so far."""
        key = part, ask, alternative, number
        found = self._parts.get(key)
        if found is None:
            name = f"{part}{ask}_{alternative}" + (f"_{number}" if number >= 0 else "")
            found = self._parts[key] = self.plain.names[name]
        return found(values, None, *bound)

    def test(self, ask: int, alternative: int) -> Test:
        """The test of an alternative: it says whether one value for each of its names may be chosen in a state."""
        found = self._tests.get((ask, alternative))
        if found is None:
            bound = self.program.asks[ask].alternatives[alternative].bound
            names, name = self.plain.names, f"{ask}_{alternative}"
            domains = [names[f"d{name}_{i}"] for i in range(len(bound))]
            found = self._tests[ask, alternative] = _test(bound, names["g" + name], domains, names["w" + name])
        return found

    def open_incidents(self, values: Slots, ask: Ask) -> tuple[int, ...]:
        """The incidents that can be declared at a question now."""
        return tuple(i for i in ask.incidents if values[self.program.incidents[i].window])
