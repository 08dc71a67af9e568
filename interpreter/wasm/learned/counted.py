"""What can be counted of cards, as features: how many there are of each rank, and what the rules themselves count.

* In games without a ranking of tricks, ranks matter more than suits: how many cards of each rank are in the hand, lie
  open, are chosen, and are left in the hand after a choice.
* A define of the rules that counts a set of cards and looks at nothing else (`deadwood(cs: cards)`): its number for the
  hand, and for what is left of it after a choice.  As it reads its argument alone, it tells nothing that is hidden.
* The numbers written on the table, which everybody sees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import InitVar, dataclass

from ...program import Alternative, Const, Expr, Fold, FunctionCall, Program, WrittenLine
from ...traversal import nodes_within
from ..layout import MemoryLayout
from ..ranges import narrow
from ..writing.expressions import number_of, truth_of
from ..writing.folds import function_writer
from ..writing.questions import stored_values
from ..writing.text import const, get, put, word
from ..writing.unit import WasmFunction
from ..writing.writer import ModuleContext
from .cells import several_cards
from .pieces import LOGARITHMIC, number_cells

MOST_DEEP = 4
"""How many cards of a rank are told apart."""
MOST_DEFINES = 2
"""Of how many defines the numbers are features."""
EXACT, STEP, CELLS = 48, 8, 64
"""Numbers below `EXACT` are told apart; larger ones in steps of `STEP`, up to so many cells in all."""
_TOTAL = {"Reg", "Const", "Look", "Fold", "Leftover", "Domain", "Binary", "If", "Unary", "FunctionCall"}
"""The expressions that read nothing but their arguments and never fail."""
_PLAIN_FOLDS = {"count", "any", "every", "sum", "max", "min"}


@dataclass(frozen=True)
class CardRanks:
    """How the ranks of cards are counted: how many ranks there are (jokers are the last), and how many cards of one are
    told apart.
    """

    count: int
    deep: int
    of_card: tuple[int, ...]
    """The rank of each card."""
    masks: int
    """The address of the cards of each rank."""

    @property
    def size(self) -> int:
        """How many features the ranks of a set of cards take."""
        return self.count * self.deep


def card_ranks(layout: MemoryLayout) -> CardRanks:
    """Reserve the tables."""
    program = layout.program
    jokers = len(program.ranks)
    ranks = tuple(rank if rank >= 0 else jokers for rank in (program.faces[face].rank for face in program.deck))
    count = max(ranks) + 1
    masks = [sum(1 << card for card, one in enumerate(ranks) if one == rank) for rank in range(count)]
    deep = min(MOST_DEEP, max(mask.bit_count() for mask in masks))
    return CardRanks(count, deep, ranks, layout.table(tuple(masks), 8 * layout.card_words))


def counting_defines(layout: MemoryLayout) -> list[int]:
    """The numbers of the functions that count a set of cards and read nothing else."""
    program, found = layout.program, list[int]()
    every = (0, (1 << len(program.deck)) - 1)
    for number, function in enumerate(program.functions):
        low, high = layout.ranges.results[number]
        registers = layout.ranges.registers[f"f{number}"]
        if (
            function.params == 1
            and registers.get(0) == every
            and low >= 0
            and 1 < high < 1 << 30
            and _total(program, number)
        ):
            found.append(number)
    return found[:MOST_DEFINES]


def _total(program: Program, number: int) -> bool:
    """Whether a function reads nothing but its arguments and never fails."""
    return all(
        type(node).__name__ in _TOTAL
        and (not isinstance(node, Fold) or node.kind in _PLAIN_FOLDS)
        and (not isinstance(node, FunctionCall) or _total(program, node.function))
        for node in nodes_within(program.functions[number].body)
    )


def numbers_written(layout: MemoryLayout) -> list[tuple[int, WrittenLine, Expr, int, int]]:
    """The numbers that are written on the table: the line, the number, its lowest and highest value.  Variables are
    left out: they are features anyway.
    """
    found: list[tuple[int, WrittenLine, Expr, int, int]] = []
    for number, line in enumerate(layout.program.written):
        for hole in line.holes if line.owner is None else ():
            if hole.type.kind != "number" or type(hole.value).__name__ == "Get":
                continue
            low, high = layout.ranges.found(f"l{number}", hole.value)
            if narrow((low, high)) and high > low:
                found.append((number, line, hole.value, low, high))
    return found


@dataclass
class CountedFeatures:
    """Writes these features.  `add`: begins a block of features; `ranks`: whether ranks are counted."""

    layout: MemoryLayout
    shared: ModuleContext
    at: dict[str, int]
    add: Callable[[str, int], int]
    ranks: InitVar[bool]

    def __post_init__(self, ranks: bool) -> None:
        self.program: Program = self.layout.program
        self.of_cards = card_ranks(self.layout) if ranks else None
        self.defines = counting_defines(self.layout)
        self.numbers = numbers_written(self.layout)
        self.seen = self.layout.reserve(8 * len(self.numbers)) if ranks else -1
        """Where the numbers written on the table are kept, each -1 while it is not there, for `together.py`."""

    def functions(self) -> str:
        """`$l_written…`: the feature of each number written on the table; `$l_ranks`: those of how many cards of
        each rank are in a set.
        """
        made: list[str] = []
        for i, (number, line, value, low, high) in enumerate(self.numbers):
            size, cell = number_cells(low, high, get("$value"))
            start = self.add(f"written {'…'.join(line.texts)} {low if size != LOGARITHMIC else ''}", size)
            on = f"(call $l_on (i32.add {word(start)} {cell}))" if start >= 0 else ""
            keep = self._keep(i, get("$value"))
            made.append(self._written(f"$l_written{i}", number, line.condition, value, f"{on} {keep}"))
        return "\n".join((*made, *([self._ranks(self.of_cards)] if self.of_cards is not None else [])))

    def of_question(self, hand: str) -> list[str]:
        """The features of the open question.  `hand`: the address of the hand of the seat; empty if there is none."""
        lines = self._of_hand("hand", hand) if hand else []
        words, temp, kept = word(self.layout.card_words), word(self.at["TEMP"]), word(self.at["KEPT"])
        for zone in self.program.zones:
            if self.of_cards is None or zone.owner is not None or zone.visibility != "face up":
                continue
            start = self.add(f"ranks of {zone.name}", self.of_cards.size)
            if start >= 0:
                place = word(self.layout.slots[zone.base].address)
                if zone.ordered:
                    lines.append(f"(call $l_to_set {place} {word(1)}) (drop (call $s_copy {words} {kept} {temp}))")
                lines.append(f"(call $l_ranks {kept if zone.ordered else place} {word(start)})")
        for i in range(len(self.numbers)):
            lines.append(f"{self._keep(i, const(-1))} (call $l_written{i})")
        return lines

    def _keep(self, number: int, value: str) -> str:
        """Keep the value of a number written on the table, where somebody reads it."""
        return f"(i64.store {word(self.seen + 8 * number)} {value})" if self.seen >= 0 else ""

    def of_option(self, key: str, alternative: Alternative, hand: str) -> list[str]:
        """The features of the option at `$o`: the ranks of the cards it names, and what is left of the hand."""
        named = [bound for bound in alternative.bound if bound.type.kind == "card" or several_cards(bound)]
        if not named or not hand or (self.of_cards is None and not self.defines):
            return []
        kept = word(self.at["KEPT"])
        lines = [self.named_cards(alternative)]
        start = self.add(f"{key} ranks", self.of_cards.size) if self.of_cards is not None else -1
        if start >= 0:
            lines.append(f"(call $l_ranks {kept} {word(start)})")
        inside = self._of_hand(f"{key} kept", kept)
        return [*lines, self.with_rest_of_hand(hand, " ".join(inside))]

    def named_cards(self, alternative: Alternative) -> str:
        """Put the cards that the option at `$o` names into the set at `KEPT`."""
        words, kept = word(self.layout.card_words), word(self.at["KEPT"])
        lines = [f"(drop (call $s_zero {words} {kept}))"]
        for stored in stored_values(self.layout, alternative):
            bound, value = stored.bound, stored.address()
            if bound.type.kind == "card":
                add = f"(drop (call $s_add {words} {kept} (i64.load {value})))"
                lines.append(f"(if (i64.ge_s (i64.load {value}) {const(0)}) (then {add}))")
            elif several_cards(bound):
                lines.append(f"(drop (call $s_union {words} {kept} {kept} {value}))")
        return "\n".join(lines)

    def with_rest_of_hand(self, hand: str, then: str) -> str:
        """Take the cards at `KEPT` from a hand, put what is left there, and execute `then` if any were in it."""
        words, temp, kept = word(self.layout.card_words), word(self.at["TEMP"]), word(self.at["KEPT"])
        return (
            f"(drop (call $s_intersect {words} {temp} {hand} {kept}))\n"
            f"(drop (call $s_without {words} {kept} {hand} {kept}))\n"
            f"(if (call $s_any {words} {temp}) (then {then}))"
        )

    def _of_hand(self, key: str, place: str) -> list[str]:
        """The features of a set of cards that is a hand, or a part of it."""
        lines: list[str] = []
        start = self.add(f"{key} ranks", self.of_cards.size) if self.of_cards is not None else -1
        if start >= 0:
            lines.append(f"(call $l_ranks {place} {word(start)})")
        for number in self.defines:
            start = self.add(f"{key} {self.program.functions[number].name}", CELLS)
            content = f"(i64.load {place})" if self.layout.card_words == 1 else place
            if self.shared.counting.work:
                lines.append(f"(i64.store {word(self.layout.work)} {const(0)})")
            if start >= 0:
                value = f"(call $f{number} {content})"
                lines.append(f"{put('$v', value)} (call $l_on (i32.add {word(start)} {_cell(get('$v'))}))")
        return lines

    def _written(self, name: str, line: int, condition: Expr | None, value: Expr, on: str) -> str:
        """A function that executes `on` (a text with `$value`) with a number, if its line is on the table."""
        unit = WasmFunction(self.layout, f"l{line}")
        unit.locals["$value"] = "i64"
        w = function_writer(unit, self.shared)
        text = f"(local.set $value {number_of(w, value)}) {on}"
        if condition not in (None, Const(1)):
            assert condition is not None
            text = f"(if {truth_of(w, condition)} (then {text}))"
        if self.shared.counting.work:
            text = f"(i64.store {word(self.layout.work)} {const(0)}) {text}"
        return unit.function(name, text)

    def _ranks(self, ranks: CardRanks) -> str:
        words, temp = word(self.layout.card_words), word(self.at["TEMP"])
        mask = f"(i32.add {word(ranks.masks)} (i32.mul {get('$i')} {word(8 * self.layout.card_words)}))"
        return f"""(func $l_ranks (param $set i32) (param $start i32) (local $i i32) (local $n i32)
(loop $next
(drop (call $s_intersect {words} {temp} {get("$set")} {mask}))
(local.set $n (i32.wrap_i64 (call $s_count {words} {temp})))
(local.set $n (select {get("$n")} {word(ranks.deep)} (i32.lt_u {get("$n")} {word(ranks.deep)})))
(block $none (loop $more
(br_if $none (i32.eqz {get("$n")}))
(local.set $n (i32.sub {get("$n")} (i32.const 1)))
(call $l_on (i32.add (i32.add {get("$start")} (i32.mul {get("$i")} {word(ranks.deep)})) {get("$n")}))
(br $more)))
(local.set $i (i32.add {get("$i")} (i32.const 1)))
(br_if $next (i32.lt_u {get("$i")} {word(ranks.count)}))))"""


def _cell(value: str) -> str:
    """The cell of a number that a define counts."""
    large = f"(i64.add {const(EXACT)} (i64.div_u (i64.sub {value} {const(EXACT)}) {const(STEP)}))"
    cell = f"(select {value} {large} (i64.lt_u {value} {const(EXACT)}))"
    return f"(call $clamped {cell} {const(CELLS - 1)})"
