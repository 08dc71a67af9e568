"""The context that every function that writes WebAssembly text takes first: the function being written, and what its
module shares.

    expressions.py   numbers, truths and sets
    folds.py         whatever runs over a domain
    statements.py    statements and blocks; moving.py, those that move cards
    questions.py     the options of a question
    counted.py       options that are counted, not listed
    answers.py       what an answer does

An expression can contain a fold over a domain, and a domain contains expressions.  So that files do not import each
other in a circle, `folds.function_writer` passes the function that writes folds to the writer (`write_phrase`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from ...program import DECISIONS, Domain, Expr, Fold, GatherAll, Get, Leftover, Present, ShufflePile, Unary, ZoneRef
from ..question_facts import QuestionFacts, looked_at
from ..ranges import Interval
from ..stream import RecordStream
from .text import FAULTS, const, get, put, word
from .unit import WasmFunction

ValueForm = Literal["number", "truth", "set"]
"""The form in which the value of an expression is needed: in one word (i64), as 1 or 0 (i32), or as the address (i32)
of a set of several words.
"""


@dataclass(frozen=True)
class GameCounters:
    """What the statements of a module count and report."""

    tricks: frozenset[int]
    """The places where tricks are played."""
    counts: int
    """The address of the counters of 64 bits, one for each place."""
    deals_begin: type[GatherAll] | type[ShufflePile]
    """The statement with which a deal begins."""
    limit: int
    """The most rounds of loops between two questions."""
    work: bool
    """Whether work is counted outside the state too."""
    dealer: str
    """The name of the variable that holds the dealer; empty if there is none."""
    asks: str
    """What is done before each question: who has cards is noted at the first of a deal, if somebody wants to know."""


@dataclass
class ModuleContext:
    """What all functions of a module share."""

    counting: GameCounters
    predecessors: list[int]
    """For each block, how many blocks jump to it."""
    question_facts: QuestionFacts
    """What is known at questions."""
    stream: RecordStream | None = None
    """Where the module writes down what happens, if it does."""
    drawn_from: dict[int, int] = field(default_factory=dict["int", "int"])
    """The piles from which cards are dealt at once (`straight.py`), by address, with the addresses of their bags."""
    packets: set[tuple[int, int, tuple[int, ...]]] = field(default_factory=set["tuple[int, int, tuple[int, ...]]"])
    """The piles from which packets are dealt, with the addresses of their bags, and the packets."""
    counted: list[bool] = field(default_factory=list["bool"])
    """For each question, whether the function that answers it at random counts its options, and calls no function that
    continues the game.
    """
    by_chance: str = "(i32.const 1)"
    """The condition that no script determines what is drawn."""
    messages: list[str] = field(default_factory=list["str"])
    """The messages of rules that fail."""
    weights: bytes = b""
    """The weights that a thinking module has learned, for all its instances."""

    def message(self, text: str) -> int:
        """The number of a message."""
        if text not in self.messages:
            self.messages.append(text)
        return self.messages.index(text)


@dataclass
class FunctionWriter:
    """One function that is being written."""

    unit: WasmFunction
    shared: ModuleContext
    write_phrase: Callable[[FunctionWriter, Fold | Leftover, ValueForm], str]
    """Writes a fold over a domain; see `phrase`."""
    held: dict[int, str] = field(default_factory=dict["int", "str"])
    """Slots whose value is known at this place: the text of a local or constant with the same value."""
    known: dict[str, Interval] = field(default_factory=dict["str", "Interval"])
    """The range of such a text at this place, where it is smaller than the range of its slot."""
    learning: bool = False
    """Whether the code being written is always executed here, in the order in which it is written: then what it reads
    and tests is known after it.
    """
    path: list[int] = field(default_factory=list["int"])
    """The block being written, and the blocks written inside it around this place."""
    behind: list[int] = field(default_factory=list["int"])
    """Blocks to which this function jumps and that are written after everything else in it, in this order."""
    behind_written: int = 0
    """How many of them are written already; no code can jump to these any more."""
    left: list[int] = field(default_factory=list["int"])
    """Blocks to which the function jumps but that are not written in it."""

    kept: dict[int, str] = field(default_factory=dict["int", "str"])
    """Slots whose value is in a local in the whole function: the text of the local."""
    sure: frozenset[Expr] = frozenset()
    """Conditions that hold at this place."""
    whole: ZoneRef | None = None
    """The zone into which the previous statement gathered every card; None if it did not."""
    asked: int = -1
    """The question that this function answers, again and again from label `$asked`; -1: none."""

    @contextmanager
    def learn(self, learning: bool = True) -> Generator[None]:
        """Write code that is always executed here, or (`False`) only in some cases."""
        before, self.learning = self.learning, learning
        yield
        self.learning = before

    def range(self, e: Expr) -> Interval:
        """The range of an expression at this place."""
        low, high = self.unit.range(e)
        match e:
            case Get(base, None) if base in self.held:
                at_least, at_most = self.known.get(self.held[base], (low, high))
                return max(low, at_least), min(high, at_most)
            case Fold("first", _, Domain("mask" | "seats", (mask,)), None) if low == -1 and self.range(mask)[0] > 0:
                return 0, high  # of a mask that is not empty
            case Present(operand):
                at_least, at_most = self.range(operand)
                return max(low, at_least), min(high, at_most)
            case _:
                return low, high

    def found(self, condition: Expr, *, holds: bool) -> None:
        """Note that a condition was tested: what follows for masks if it holds, or if it does not."""
        match condition:
            case Unary("not", operand):
                self.found(operand, holds=not holds)
            case Unary("any", Get(base, None) as mask) if holds and self.held.get(base, "").startswith("(local"):
                low, high = self.range(mask)
                if low == 0:
                    self.known[self.held[base]] = 1, high
            case _:
                pass

    def looked_at(self, e: Expr, local: str, high: int) -> None:
        """Note that the value of an expression was put into a local and found to be from 0 to `high`."""
        match e:
            case Get(base, None) if self.learning and base > DECISIONS and base in self.unit.layout.plain:
                found = self.range(e)
                self.held[base] = f"(local.get {local})"
                self.known[self.held[base]] = max(0, found[0]), min(high, found[1])
            case _:
                pass

    def value_of(self, slot: int) -> str:
        """The value of a slot of one word."""
        at = word(self.unit.layout.slots[slot].address)
        return self.held.get(slot) or self.kept.get(slot) or f"(i64.load {at})"

    def keep(self, slot: int, value: str) -> str:
        """Assign a value to a slot; a local that has the same value is updated too."""
        return put(f"$kept{slot}", value) if slot in self.kept else ""

    def changed(self, slots: Collection[int]) -> None:
        """Note that slots have other values, so that nothing is known about them."""
        for slot in slots:
            self.held.pop(slot, None)
        if self.sure:
            self.sure = frozenset(e for e in self.sure if looked_at(e).isdisjoint(slots))

    def forget(self) -> None:
        """Forget everything that is known."""
        self.held.clear()
        self.sure = frozenset()

    @property
    def recording(self) -> bool:
        """Whether the module writes down what happens."""
        return self.shared.stream is not None

    @property
    def words(self) -> str:
        """How many words a set of several words has."""
        return word(self.unit.layout.words)

    def room(self) -> str:
        """Reserve memory for a set while it is computed; returns its address."""
        return word(self.unit.layout.room())

    def ordered(self, zone: int) -> bool:
        """Whether a zone is a pile."""
        return self.unit.layout.program.zones[zone].ordered

    def fault(self, kind: str, place: int, *values: str) -> str:
        """The code that stops the game.  `values` are texts of numbers.

        No code follows it, so the compiler puts it away from the code that is normally executed.
        """
        filled = " ".join((*values, const(0), const(0), const(0))[:3])
        return f"(call $fault {word(FAULTS.index(kind))} {word(place)} {filled}) (unreachable)"

    def count(self, address: int, units: int, limit: int, fault: str) -> str:
        """Add to a counter in memory; above the limit the game stops with `fault`."""
        at, made = word(address), self.unit.local()
        more = put(made, f"(i64.add (i64.load {at}) {const(units)})")
        return f"{more} (i64.store {at} {get(made)}) (if (i64.gt_s {get(made)} {const(limit)}) (then {fault}))"

    def phrase(self, e: Fold | Leftover, form: ValueForm) -> str:
        """A fold over a domain, in the form that is needed."""
        return self.write_phrase(self, e, form)
