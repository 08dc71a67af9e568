"""Finds the possible values of every expression of a program, to decide whether one word of 64 bits can hold them.

One word can hold a number of the rules, or a set of players, suits or cards of one pack.  A set of the cards of two
packs needs more words.  A plain interval analysis of the program decides this: the range of each slot, each register
and the result of each function is empty at first; then all assignments are processed, in any order, until no range
grows any more.  The range of a set is that of its mask as a number.

To this analysis, counters of rounds seem to grow without end; no real game can make them exceed `COUNTS`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...dsl.operations import TRUTH, Interval, hull
from ...dsl.source.identity import Exactly
from ..operations import BINARY, UNARY, full
from ..program import (
    ACTOR,
    DECISIONS,
    PC,
    RNG,
    STEP_LIMIT,
    STEPS,
    Alternative,
    Binary,
    Checked,
    Combinations,
    Const,
    Domain,
    Expr,
    Fold,
    ForEach,
    FunctionCall,
    Get,
    If,
    Leftover,
    Look,
    Noted,
    PileEnd,
    Present,
    Program,
    RandomPick,
    Reg,
    RunProcedure,
    SetReg,
    SetSlot,
    Stuck,
    Unary,
    UnaryOp,
    WrittenLine,
    ZoneCards,
)
from ..traversal import Unit, units

NOTHING: Interval = (1, 0)
"""The range of something that is never reached: its lowest number is greater than its highest."""
BIT = TRUTH
WORD: Interval = (-(2**63), 2**63 - 1)
COUNTS = 2**40
MOST_BITS = 20_000
"""The most elements of a set in a module."""

_ROUNDS = 60
_LADDER = (1, 3, 7, 15, 31, 63, 127, 255, 4095, 2**20, 2**31, COUNTS)

_TELLING = (SetReg, SetSlot, Fold, Leftover, ForEach, FunctionCall, RunProcedure)
_CONDITIONS = {"=", "!=", "<", "<=", ">", ">=", "and", "or", "has"}
_BITWISE = {"union", "intersect", "without"}


class Uncompilable(Exception):
    """A program contains something that a module cannot hold: what it is, and its place."""

    def __init__(self, what: str, place: int = -1) -> None:
        super().__init__(what)
        self.what = what
        self.place = place

    def message_for(self, program: Program) -> str:
        """The error in words, with the place in the rule file if it has one."""
        where = f"{program.places[self.place]}: " if self.place >= 0 else ""
        return f"{where}`{program.title}` cannot be compiled to WebAssembly: it has {self.what}"


def join(a: Interval, b: Interval) -> Interval:
    """The smallest range that contains both."""
    if a[0] > a[1]:
        return b
    if b[0] > b[1]:
        return a
    return hull(a, b)


def within(a: Interval, b: Interval) -> bool:
    """Whether one range contains the other."""
    return a[0] > a[1] or (b[0] <= a[0] and a[1] <= b[1])


def narrow(a: Interval) -> bool:
    """Whether one word of 64 bits can hold every number of a range."""
    return within(a, WORD)


@dataclass
class ProgramRanges:
    """The ranges of the slots, registers and functions of one program."""

    program: Program
    slots: list[Interval] = field(default_factory=list["Interval"])
    results: list[Interval] = field(default_factory=list["Interval"])
    registers: dict[str, dict[int, Interval]] = field(default_factory=dict["str", "dict[int, Interval]"])
    """The ranges of registers by unit (`traversal.units`)."""
    rounds: int = 0
    unit: str = ""
    _wanted: set[str] = field(default_factory=set["str"])
    """The units that must be processed again, because a range that they read has grown since."""
    _readers: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """For each slot, the units that read it."""
    _callers: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """For each function, the units that call it."""

    _found: dict[tuple[str, Exactly[Expr]], Interval] = field(
        default_factory=dict["tuple[str, Exactly[Expr]]", "Interval"]
    )
    """The results of `found`, by unit and expression."""

    def __post_init__(self) -> None:
        program = self.program
        self.cards: Interval = (0, full(len(program.deck)))
        self.zones = {z.base + i for z in program.zones for i in range(z.count)}
        self.slots = [(v, v) if isinstance(v, int) else self.cards for v in program.initial]
        for slot in self.zones:
            self.slots[slot] = self.cards
        self.slots[RNG] = self.slots[PC] = (0, 2**63 - 1)
        self.slots[ACTOR] = (0, program.players - 1)
        self.slots[STEPS] = self.slots[DECISIONS] = (0, COUNTS)
        for player in range(program.players if program.known >= 0 else 0):
            self.slots[program.known + player] = self.cards
        for incident in program.incidents:
            self.slots[incident.back] = (0, max((ask.block for ask in program.asks), default=0))
        for zone in program.zones:
            for at in range(zone.bag, zone.bag + 2 * zone.count) if zone.bag >= 0 else ():
                self.slots[at] = (0, len(program.deck))
        self.results = [NOTHING] * len(program.functions)
        self.tables: list[Interval] = [(min(one), max(one)) if one else NOTHING for one in program.tables]
        self._grow()
        self._same_in_a_row()

    def _grow(self) -> None:
        """Process every unit until no range grows any more.  Only units that read a range that has grown are processed
        again.
        """
        everything = units(self.program)
        telling = {unit.name: _telling(unit) for unit in everything}
        self.registers = {unit.name: {} for unit in everything}
        self._note_readers(everything)
        self._wanted = {*telling}
        while self._wanted:
            self.rounds += 1
            if self.rounds > _ROUNDS + len(everything):
                raise Uncompilable("numbers whose range is not known")
            everything = everything[::-1]  # ranges of arguments go from callers to functions, ranges of results go back
            for unit in everything:
                if unit.name in self._wanted:
                    self._wanted.remove(unit.name)
                    self._look_at(unit, telling[unit.name])

    def _note_readers(self, everything: Iterable[Unit]) -> None:
        """Note which units read each slot, and which call each function."""
        for unit in everything:
            for node in unit.parts:
                match node:
                    case Get(base, index, count):
                        for slot in range(base, base + (1 if index is None else count)):
                            self._readers[slot].add(unit.name)
                    case FunctionCall(function):
                        self._callers[function].add(unit.name)
                    case _:
                        pass

    def _look_at(self, unit: Unit, telling: Iterable[object]) -> None:
        """Process everything in a unit that assigns a value."""
        self.unit = unit.name
        for node in telling:
            self._look(node)
        if unit.name[0] == "f":
            number = int(unit.name[1:])
            found = join(self.results[number], self.of(self.program.functions[number].body))
            if found != self.results[number]:
                self.results[number] = found
                self._wanted |= self._callers[number]
        if isinstance(unit.body, Alternative):
            self._bound(unit.body)
        elif isinstance(unit.body, WrittenLine) and unit.body.owners is not None:
            self._register(unit.name, 0, self.elements(Domain("mask", (unit.body.owners,))))

    # ---------------------------------------------------------------------------------------------------- statements

    def _look(self, node: object) -> None:
        """Process a node that assigns to a register or a slot."""
        match node:
            case SetReg(reg, value):
                self._register(self.unit, reg, self.of(value))
            case SetSlot():
                self._slots(node)
            case Fold(_, reg, domain) | ForEach(reg, domain):
                self._register(self.unit, reg, self.elements(domain))
            case Leftover(_, reg):
                self._register(self.unit, reg, (0, len(self.program.deck) - 1))
            case FunctionCall(function, args):
                for i, arg in enumerate(args):
                    self._register(f"f{function}", i, self.of(arg))
            case RunProcedure(procedure, args):
                for i, arg in enumerate(args):
                    self._register(f"p{procedure}", i, self.of(arg))
            case _:
                pass

    def _register(self, unit: str, reg: int, found: Interval) -> None:
        was = self.registers[unit].get(reg, NOTHING)
        now = join(was, found)
        if now != was:
            self.registers[unit][reg] = self._widened(was, now)
            self._wanted.add(unit)

    def _slots(self, st: SetSlot) -> None:
        found = self.of(st.value)
        if isinstance(st.value, Binary) and st.value.op in ("+", "-"):
            found = max(found[0], -COUNTS), min(found[1], COUNTS)
        count = 1
        if st.index is not None:
            count = self.program.variables[st.variable].count if st.variable >= 0 else len(self.slots) - st.base
        for slot in range(st.base, st.base + count):
            self._slot(slot, found)

    def _slot(self, slot: int, found: Interval) -> None:
        was = self.slots[slot]
        now = join(was, found)
        if now != was and slot not in self.zones:
            self.slots[slot] = self._widened(was, now)
            self._wanted |= self._readers[slot]

    def _widened(self, was: Interval, now: Interval) -> Interval:
        """Let a range that still grows after several rounds grow in large steps, so that the analysis ends."""
        if self.rounds < 4:
            return now
        low, high = now
        if low < was[0]:
            low = next((-s - 1 for s in _LADDER if -s - 1 <= low), low)
        if high > was[1]:
            high = next((s for s in _LADDER if high <= s), high)
        return low, high

    def _bound(self, alternative: Alternative) -> None:
        for i, bound in enumerate(alternative.bound):
            found = self.chosen(bound.domain)
            self._register(self.unit, i, found)
            self._slot(bound.slot, found)

    def _same_in_a_row(self) -> None:
        """Give slots that are selected by an index the same range."""
        for unit in units(self.program):
            for node in unit.parts:
                if isinstance(node, Get) and node.index is not None:
                    row = range(node.base, node.base + node.count)
                    together = NOTHING
                    for slot in row:
                        together = join(together, self.slots[slot])
                    for slot in row:
                        if slot not in self.zones:
                            self.slots[slot] = together

    # --------------------------------------------------------------------------------------------------- expressions

    def all(self, found: Iterable[Interval]) -> Interval:
        """The smallest range that contains several."""
        together = NOTHING
        for one in found:
            together = join(together, one)
        return together

    def chosen(self, domain: Domain | Combinations) -> Interval:
        """The range of a name of a choice."""
        if isinstance(domain, Combinations):
            return 0, max(self.of(domain.of)[1], 0)
        return self.elements(domain)

    def elements(self, domain: Domain) -> Interval:
        """The range of a name that runs over a domain."""
        match domain.kind:
            case "mask" | "seats":
                high = self.of(domain.args[0])[1]
                return (0, high.bit_length() - 1) if high > 0 else NOTHING
            case "list":
                return self.all(self.of(arg) for arg in domain.args)
            case "subsets":
                return 0, full(max(self.of(domain.args[2])[1], 0).bit_length())
            case _:
                first, last = self.of(domain.args[0]), self.of(domain.args[1])
                low, high = (first[0], last[1]) if domain.kind == "range" else (last[0], first[1])
                return (low, high) if low <= high else NOTHING

    def size(self, domain: Domain) -> int:
        """The most elements that a domain can have."""
        if domain.kind == "list":
            return len(domain.args)
        if domain.kind == "subsets":
            return STEP_LIMIT
        low, high = self.elements(domain)
        return max(0, min(high - low + 1, STEP_LIMIT))

    def found(self, unit: str, e: Expr) -> Interval:
        """The final range of an expression of a unit.  Raises `Uncompilable`."""
        key = unit, Exactly(e)
        known = self._found.get(key)
        if known is None:
            self.unit = unit
            known = self._found[key] = self.of(e)
        return known

    def of(self, e: Expr) -> Interval:
        """The range of an expression of the current unit.  Raises `Uncompilable`."""
        match e:
            case Const(value):
                return value, value
            case Reg(number):
                return self.registers[self.unit].get(number, NOTHING)
            case Get(base, index, count):
                return self.slots[base] if index is None else self.all(self.slots[base : base + count])
            case Binary():
                return self._binary(e)
            case Unary(op, operand):
                return self._unary(op, self.of(operand))
            case If(_, then, otherwise):
                return join(self.of(then), self.of(otherwise))
            case Look(table, _):
                return self.tables[table]
            case ZoneCards():
                return self.cards
            case PileEnd(_, _, _, count, _):
                return self.cards if count is not None else (-1, len(self.program.deck) - 1)
            case FunctionCall(function, _):
                return self.results[function]
            case Fold():
                return self._fold(e)
            case Leftover(cards):
                return 0, max(self.of(cards)[1], 0)
            case Checked(operand, low, high, _):
                found = self.of(operand)
                return max(found[0], low), min(found[1], high)
            case Present(operand, _):
                low, high = self.of(operand)
                return (0 if low == -1 else low), high
            case Noted(_, operand):
                return self.of(operand)
            case Stuck():
                return NOTHING
            case RandomPick(mask):
                high = self.of(mask)[1]
                return (0, high.bit_length() - 1) if high > 0 else NOTHING

    def _unary(self, op: UnaryOp, found: Interval) -> Interval:
        if found[0] > found[1]:
            return NOTHING
        if op == "single" and found[1] > MOST_BITS:
            raise Uncompilable(f"a set of more than {MOST_BITS:,} elements")
        return UNARY[op].range(found)

    def _binary(self, e: Binary) -> Interval:
        left, right = self.of(e.left), self.of(e.right)
        operation = BINARY[e.op]
        if e.op in _CONDITIONS:
            return BIT
        if left[0] > left[1] or right[0] > right[1]:
            return NOTHING
        if e.op in _BITWISE and min(left[0], right[0]) < 0:
            raise Uncompilable("a set that may be less than nothing")
        return operation.range(left, right)

    def _fold(self, e: Fold) -> Interval:
        over = self.elements(e.domain)
        body = self.of(e.body) if e.body is not None else (1, 1)
        count = self.size(e.domain)
        match e.kind:
            case "any" | "every":
                return BIT
            case "count":
                return 0, count
            case "sum":
                return (min(0, body[0] * count), max(0, body[1] * count)) if body[0] <= body[1] else (0, 0)
            case "max" | "min":
                return join(body, (0, 0))
            case "set":
                if over[1] > MOST_BITS:
                    raise Uncompilable(f"a set of more than {MOST_BITS:,} elements", e.place)
                return 0, full(max(over[1] + 1, 0))
            case "first":
                return join(over, (-1, -1))
            case "the":
                return over


def _telling(unit: Unit) -> list[object]:
    """The parts of a unit that assign to a register or a slot."""
    return [node for node in unit.parts if isinstance(node, _TELLING)]
