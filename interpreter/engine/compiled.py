"""A program compiled: its functions, and what can be asked of them about a state.

Compiled on first use, once for plain play and once for play that somebody listens to; shared by all games of a program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, partial
from types import CodeType
from typing import Any

from ...dsl.source.identity import Identity
from ..program import CUT, DECISIONS, LENGTH_LIMIT, OVER, PC, STEPS, Ask, Bound, Combinations, Program, Slots
from ..records import Listener
from ..text.parse import Words
from .chance import Chance, draws
from .observers import Observers
from .python.blocks import module_text
from .python.expressions import MOST_SEATED
from .python.writer import BlockWriter
from .runtime import Runtime
from .sets import BITS, Kept, mask_of

BlockFunction = Callable[[Slots, Observers | None], int]


class CompiledBlocks:
    """The compiled functions of a program: plain, with records (`traced`), asking who decides chance (`decided`, and
    `traced`), or counting what they do (`counted`, and `expressions`: the values that are noted, too)."""

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
        writer, self.text, codes = _written(Identity(program), traced, decided, counted, expressions)
        self.counts = [0] * len(program.places)
        """How often each place was carried out, if this code counts."""
        self.rounds = [0]
        """How many rounds of loops around loops there were since the last choice."""
        names = _names(
            writer, codes, runtime, C=self.counts, W=self.rounds, note=partial(_note, self.counts, writer.tables_noted)
        )
        self.blocks: tuple[BlockFunction, ...] = tuple(names[f"b{i}"] for i in range(len(program.blocks)))
        self.options: tuple[Callable[[Slots, Observers | None], Iterable[tuple[int, ...]]], ...] = tuple(
            names[f"o{i}"] for i in range(len(program.asks))
        )
        self.names = names


def _note(counts: list[int], tables: list[tuple[int, ...]], table: int, index: int, value: int) -> int:
    """Count that a value was worked out, and hand it on."""
    place = tables[table][index]
    if place >= 0:
        counts[place] += 1
    return value


MOST_KEPT = 20
"""Programs written out that are kept."""


@lru_cache(MOST_KEPT)
def _written(
    whose: Identity[Program], traced: bool, decided: bool, counted: bool, expressions: bool
) -> tuple[BlockWriter, str, tuple[CodeType, ...]]:
    """A program written out, as `CompiledBlocks` says: by whom, the text, and the code of its functions."""
    writer = BlockWriter(whose.value, traced=traced, decided=decided, counted=counted, expressions=expressions)
    text = module_text(writer)
    return writer, text, tuple(_code(function) for function in _FUNCTIONS.split(text))


_FUNCTIONS = re.compile(r"\n(?=def )")
"""Between one function and the next."""
MOST_FUNCTIONS = 4000
"""Functions whose code is kept."""


@lru_cache(MOST_FUNCTIONS)
def _code(function: str) -> CodeType:
    """The code of one function.  Most functions of a game are the same under many settings, and whoever listens."""
    return compile(function, "<rules>", "exec")


def _names(writer: BlockWriter, codes: Iterable[CodeType], runtime: Runtime, **more: Any) -> dict[str, Any]:
    """The names in the code of a program, run once with what it needs."""
    names = _environment(writer.program, runtime, writer) | more
    for code in codes:
        exec(code, names)  # noqa: S102 - numbers only, see python/
    makers = {i: names[f"x{i}"] for i in range(len(writer.program.asks)) if f"x{i}" in names}
    names |= {f"X{i}": Kept(make, _MOST_OPTIONS) for i, make in makers.items()}
    return names


def _environment(program: Program, runtime: Runtime, writer: BlockWriter) -> dict[str, Any]:
    """The names generated code uses that are not its own."""
    failures, size = writer.failures, max(64, len(program.deck)) + 1

    def fail(message: int, place: int) -> None:
        runtime.guards.fault("failed", place, failures[message])

    names: dict[str, Any] = runtime.functions()
    names |= {
        "BITS": BITS,
        "FACES": Kept(runtime.offering.faces_once),
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
        names[f"E{alternative}"] = Kept(partial(runtime.offering.options, alternative, once=False))
        names[f"G{alternative}"] = Kept(partial(runtime.offering.options, alternative, once=True))
    names |= {f"T{i}": table for i, table in enumerate(program.tables)}
    for table, columns in writer.rows:
        entries = program.tables[table]
        names[f"T{table}_{columns}"] = tuple(entries[i : i + columns] for i in range(0, len(entries), columns))
    return names


Test = Callable[[Slots, tuple[int, ...]], bool]
"""Whether values may be chosen for the names of an alternative, in the state the slots are at."""


def _test(
    bound: Sequence[Bound], opens: Callable[..., Any], domains: Sequence[Callable[..., Any]], where: Callable[..., Any]
) -> Test:
    """The test made of the parts of an alternative (see `python/questions.py`)."""
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
    """Whether a value is among what a name runs over, `domain` being what that comes to now."""
    if isinstance(bound.domain, Combinations):
        low, high, of = domain
        return bool(value >= 0 and value & ~of == 0 and low <= value.bit_count() <= high)
    if bound.domain.kind == "mask":
        return value >= 0 and bool(domain >> value & 1)
    return bool(value in domain)


_MOST_OPTIONS = 30_000
"""Options of a question that are kept together."""


class Compiled:
    """One program, ready to run."""

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
        """Whether plain play counts what the rules do: `plain.counts`."""
        self.expressions = expressions
        """Whether it counts noted values, too."""
        self.listened = listened
        """Whether what is counted are the steps of play with a listener, in place of plain play: `traced.counts`."""
        self._parts: dict[tuple[str, int, int, int], Callable[..., Any]] = {}
        self._tests: dict[tuple[int, int], Test] = {}

    @cached_property
    def plain(self) -> CompiledBlocks:
        """Code that tells nobody anything."""
        return CompiledBlocks(
            self.program,
            self.runtime,
            counted=self.counted and not self.listened,
            expressions=self.expressions,
        )

    @property
    def begun(self) -> bool:
        """Whether there is plain code already."""
        return "plain" in self.__dict__

    @cached_property
    def traced(self) -> CompiledBlocks:
        """Code that tells a listener every record and asks whoever decides chance."""
        return CompiledBlocks(
            self.program,
            self.runtime,
            traced=True,
            counted=self.counted and self.listened,
            expressions=self.expressions and self.listened,
        )

    @cached_property
    def decided(self) -> CompiledBlocks:
        """Code that asks whoever decides chance, and tells nobody anything."""
        return CompiledBlocks(self.program, self.runtime, decided=True)

    def trick(self, values: Slots, ask: int) -> tuple[int, int, int, int, int]:
        """Of a question with `TrickRules`: `at`, the group led, the power that wins, whose it is, who is to play."""
        return self.plain.names[f"q{ask}"](values, None)

    @cached_property
    def words(self) -> Words:
        """Values in words, with seats called A, B, C …"""
        return Words(self.program)

    def run(self, values: Slots, chance: Chance | None, listener: Listener | None) -> None:
        """Run a state on to its next question, or to the end of the game, changing it in place."""
        observers = Observers(listener, chance) if chance is not None or listener is not None else None
        code = self.plain if observers is None else self.decided if listener is None else self.traced
        values[STEPS] = code.rounds[0] = 0
        blocks = code.blocks
        pc: int = values[PC]  # type: ignore[assignment] - a number slot, read for every choice
        while pc >= 0:
            pc = blocks[pc](values, observers)
        if pc > OVER and values[DECISIONS] >= LENGTH_LIMIT:  # pyright: ignore[reportOperatorIssue] - a number slot
            pc = CUT
        values[PC] = pc

    def options(self, values: Slots, ask: int) -> Iterable[tuple[int, ...]]:
        """Every legal answer to a question as (alternative, values …)."""
        return self.plain.options[ask](values, None)

    def part(self, part: str, values: Slots, ask: int, alternative: int, number: int, bound: tuple[int, ...]) -> Any:
        """One part of an alternative (see `python/questions.py`), for the values bound so far."""
        key = part, ask, alternative, number
        found = self._parts.get(key)
        if found is None:
            name = f"{part}{ask}_{alternative}" + (f"_{number}" if number >= 0 else "")
            found = self._parts[key] = self.plain.names[name]
        return found(values, None, *bound)

    def test(self, ask: int, alternative: int) -> Test:
        """Whether so many values as an alternative has names may be chosen for them now."""
        found = self._tests.get((ask, alternative))
        if found is None:
            bound = self.program.asks[ask].alternatives[alternative].bound
            names, name = self.plain.names, f"{ask}_{alternative}"
            domains = [names[f"d{name}_{i}"] for i in range(len(bound))]
            found = self._tests[ask, alternative] = _test(bound, names["g" + name], domains, names["w" + name])
        return found

    def open_incidents(self, values: Slots, ask: Ask) -> tuple[int, ...]:
        """The incidents that could be declared at a question now."""
        return tuple(i for i in ask.incidents if values[self.program.incidents[i].window])
