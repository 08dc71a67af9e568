"""What every function that writes WebAssembly text takes first: the function being written, and what its module shares.

    expressions.py   numbers, truths and sets
    folds.py         whatever runs over a domain
    statements.py    statements and blocks; moving.py, those that move cards
    questions.py     the options of a question
    counted.py       options that are counted, not listed
    answers.py       what an answer does

An expression can contain a phrase that runs over a domain, and a domain contains expressions.  So that no file imports
another in a circle, `folds.function_writer` hands the function that writes phrases to the writer (`write_phrase`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from ...program import DECISIONS, Domain, Expr, Fold, GatherAll, Get, Leftover, Present, ShufflePile, Unary, ZoneRef
from ..asked import QuestionFacts, looked_at
from ..ranges import Interval
from .text import FAULTS, const, put, word
from .unit import WasmFunction

ValueForm = Literal["number", "truth", "set"]
"""How the value of an expression is wanted: in one word (i64), as 1 or 0 (i32), or as the address (i32) of a set of
several words."""


@dataclass(frozen=True)
class GameCounters:
    """What statements of a module add up and announce."""

    tricks: frozenset[int]
    """The places where tricks are played."""
    counts: int
    """The address of a counter of 64 bits for each place."""
    deals_begin: type[GatherAll] | type[ShufflePile]
    """The statement with which a deal begins."""
    limit: int
    """Rounds of loops between two questions."""
    rounds: bool
    """Whether rounds are counted beside the state, too."""


@dataclass
class ModuleContext:
    """What all functions of a module share."""

    counting: GameCounters
    predecessors: list[int]
    """For each block, how many blocks jump to it."""
    asked: QuestionFacts
    """What is known at questions."""
    drawn_from: dict[int, int] = field(default_factory=dict["int", "int"])
    """The piles that cards are dealt from straight (`straight.py`), by address, and the addresses of their bags."""
    packets: set[tuple[int, int, tuple[int, ...]]] = field(default_factory=set["tuple[int, int, tuple[int, ...]]"])
    """The piles that packets are dealt from, the addresses of their bags, and the packets."""
    counted: list[bool] = field(default_factory=list["bool"])
    """For each question, whether what answers it by chance counts its options, and calls nothing that runs on."""
    by_chance: str = "(i32.const 1)"
    """Whether chance is not told what to draw."""
    messages: list[str] = field(default_factory=list["str"])
    """The messages of rules that fail."""
    weights: bytes = b""
    """What a module that thinks has learned, for all its instances."""

    def message(self, text: str) -> int:
        """The number of a message."""
        if text not in self.messages:
            self.messages.append(text)
        return self.messages.index(text)


@dataclass
class FunctionWriter:
    """One function while it is written."""

    unit: WasmFunction
    shared: ModuleContext
    write_phrase: Callable[[FunctionWriter, Fold | Leftover, ValueForm], str]
    """Writes a phrase that runs over a domain; see `phrase`."""
    held: dict[int, str] = field(default_factory=dict["int", "str"])
    """Slots whose value is known at this place: the text of a local or of a constant that holds it, too."""
    known: dict[str, Interval] = field(default_factory=dict["str", "Interval"])
    """What such a text can be at this place, where that is less than what its slot can be."""
    learning: bool = False
    """Whether what is being written is carried out here in any case, in the order it is written in: what is looked up
    and looked at then is known behind it."""
    path: list[int] = field(default_factory=list["int"])
    """The block being written, and those written out inside it around this place."""
    behind: list[int] = field(default_factory=list["int"])
    """Blocks that this function jumps to and that are written out behind all else in it, in this order."""
    behind_written: int = 0
    """How many of them are written: to these nobody can jump any more."""
    left: list[int] = field(default_factory=list["int"])
    """Blocks that are jumped to but not written out here."""

    kept: dict[int, str] = field(default_factory=dict["int", "str"])
    """Slots whose value is in a local of the function wherever it is: the text of it."""
    sure: frozenset[Expr] = frozenset()
    """Conditions that hold at this place."""
    whole: ZoneRef | None = None
    """The zone that the statement before gathered every card into, if that is what it did."""
    asked: int = -1
    """The question that is answered by this function, and again from label `$asked` on; -1: none."""

    @contextmanager
    def learn(self, learning: bool = True) -> Generator[None]:
        """Write something that is carried out here in any case, or (`False`) only perhaps."""
        before, self.learning = self.learning, learning
        yield
        self.learning = before

    def range(self, e: Expr) -> Interval:
        """What an expression can be at this place."""
        low, high = self.unit.range(e)
        match e:
            case Get(base, None) if base in self.held:
                at_least, at_most = self.known.get(self.held[base], (low, high))
                return max(low, at_least), min(high, at_most)
            case Fold("first", _, Domain("mask" | "seats", (mask,)), None) if low == -1 and self.range(mask)[0] > 0:
                return 0, high  # of a mask with something in it
            case Present(operand):
                at_least, at_most = self.range(operand)
                return max(low, at_least), min(high, at_most)
            case _:
                return low, high

    def found(self, condition: Expr, *, holds: bool) -> None:
        """A condition was looked at: what is known of masks where it holds, or where it does not."""
        match condition:
            case Unary("not", operand):
                self.found(operand, holds=not holds)
            case Unary("any", Get(base, None) as mask) if holds and self.held.get(base, "").startswith("(local"):
                low, high = self.range(mask)
                if low == 0:
                    self.known[self.held[base]] = 1, high
            case _:
                pass

    def looked_at(self, e: Expr, local: str, low: int, high: int) -> None:
        """The value of an expression was put into a local and found to be in a range."""
        match e:
            case Get(base, None) if self.learning and base > DECISIONS and base in self.unit.layout.plain:
                found = self.range(e)
                self.held[base] = f"(local.get {local})"
                self.known[self.held[base]] = max(low, found[0]), min(high, found[1])
            case _:
                pass

    def value_of(self, slot: int) -> str:
        """The value of a slot of one word."""
        at = word(self.unit.layout.slots[slot].address)
        return self.held.get(slot) or self.kept.get(slot) or f"(i64.load {at})"

    def keep(self, slot: int, value: str) -> str:
        """A slot has taken a value: the local that has it, too, takes it."""
        return put(f"$kept{slot}", value) if slot in self.kept else ""

    def changed(self, slots: Collection[int]) -> None:
        """Slots have other values: nothing is known of them."""
        for slot in slots:
            self.held.pop(slot, None)
        if self.sure:
            self.sure = frozenset(e for e in self.sure if looked_at(e).isdisjoint(slots))

    def forget(self) -> None:
        """Nothing is known any more."""
        self.held.clear()
        self.sure = frozenset()

    @property
    def words(self) -> str:
        """How many words a set of several words has."""
        return word(self.unit.layout.words)

    def room(self) -> str:
        """The address of new room for a set while it is worked out."""
        return word(self.unit.layout.room())

    def ordered(self, zone: int) -> bool:
        """Whether a zone is a pile."""
        return self.unit.layout.program.zones[zone].ordered

    def fault(self, kind: str, place: int, *values: str) -> str:
        """What stops the game; `values` are texts of numbers.

        Nothing comes behind it, so that it is compiled to code away from that which is carried out."""
        filled = " ".join((*values, const(0), const(0), const(0))[:3])
        return f"(call $fault {word(FAULTS.index(kind))} {word(place)} {filled}) (unreachable)"

    def phrase(self, e: Fold | Leftover, form: ValueForm) -> str:
        """A phrase that runs over a domain, in the form that is wanted."""
        return self.write_phrase(self, e, form)
