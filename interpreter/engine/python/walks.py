"""A program as one function that plays a game from wherever it is to its end.

What a block writer leaves to its caller is done inside: a loop over `pc` finds the code to go on with, and from one
question of a kind to the next of it, from card to card say, runs a loop of its own.  Variables and whatever else can be
kept live in local names, `v7` for slot 7, and go back into the slots when somebody wants to see the state.

    p1(S, K, r0, v7)  a procedure: given its arguments and the kept slots it uses, it gives back those it writes
    f2(S, K, r0, v7)  a pure function          o4(S, K, v7)  the options of question 4
    o   what the player asked may answer        n0, n1 …  what is counted
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import dataclass, field

from ...program import (
    DECISIONS,
    OVER,
    PC,
    STEPS,
    Alternative,
    Ask,
    Bound,
    Combinations,
    Const,
    Domain,
    Expr,
    Return,
    Slot,
)
from .flow import SHORT_BLOCK, Label
from .invariants import Invariants
from .reading import Usage, always, at_hand, before, comers, listed, returns

CUT = OVER * 2
"""Where the program is when a game was cut at the length limit."""
_NEAR = 3
"""Blocks from which on to a question it is a short way."""
_MOST_WAYS = 3
"""Ways back of a phase that are told apart on the spot."""

_TABLES = re.compile(r"\b(?:[BEFGT]\d+(?:_\d+)?|BITS|FACES|NEXT|NOT|ONE)\b")


@dataclass
class Walks(Invariants):
    """Writes a program as one function."""

    loop: Label | None = None
    """The question whose loop is being written."""
    near: frozenset[int] = frozenset()
    """The blocks from which it is a short way to that question."""
    before: list[frozenset[int]] = field(default_factory=list["frozenset[int]"])
    """The same for every question."""
    leaves: dict[Label, list[str]] = field(default_factory=dict["Label", "list[str]"])
    """The code behind every label."""
    wanted: list[Label] = field(default_factory=list["Label"])
    ways: dict[Slot, set[int]] = field(default_factory=dict["Slot", "set[int]"])
    used: Usage = field(init=False)
    most_inside: int = 24

    def __post_init__(self) -> None:
        super().__post_init__()
        self.used = self.usage = Usage(self.program, self.watched())
        self.ways = returns(self.program)
        self.comers = comers(self.program)
        for ask in self.program.asks:
            for alternative in ask.alternatives:
                self.comers[alternative.body] += 1
        for block in self.program.blocks:
            if isinstance(end := block.body[-1], Return):
                for way in self.ways[end.slot]:
                    self.comers[way] += 1
        self.before = before(self.program, _NEAR)

    def watched(self) -> tuple[Slot, ...]:
        """Slots that are looked at where a deal begins."""
        return ()

    @abstractmethod
    def roots(self) -> list[Label]:
        """Where a game can be taken up."""

    @abstractmethod
    def opening(self) -> list[str]:
        """The first lines of the function, before the slots are read."""

    @abstractmethod
    def ending(self) -> list[str]:
        """The last lines, after the slots were written."""

    def entered(self, number: int) -> None:
        """What comes before the loop of a question."""

    @abstractmethod
    def question(self, number: int, ask: Ask) -> None:
        """A question is open: somebody answers, and the game goes on."""

    def module(self) -> str:
        """The whole source: the function `walk` and what it calls."""
        self.walking, self.piles = True, self.open_piles()
        self.write_leaves()
        self.walking = False
        for i, function in enumerate(self.program.functions):
            self.head(f"f{i}", function.params, self.given(self.used.function(i)))
            self.shared = True
            self.line(f"return {self.number(function.body)}")
            self.shared = False
        for i in range(len(self.program.procedures)):
            self.procedure(i)
        for i, ask in enumerate(self.program.asks):
            if (regular := self.regular(ask)) is not None:
                self.maker(i, regular.ask)
            elif not self.simple(ask) and self.some_of(ask) is None:
                self.all_options(i, ask, self.given(self.options_use(ask)))
        kept = sorted(self.used.kept)
        self.depth = 0
        opening = self.opening()
        self.lines += opening
        self.depth = 1
        for slot in kept:
            self.line(f"v{slot} = S[{slot}]")
        self.know_piles()
        self.line(f"pc = S[{PC}]")
        self.line(f"while pc > {OVER}:")
        self.depth = 2
        self.tree(sorted(self.leaves))
        self.depth = 1
        self.line(f"S[{PC}] = pc")
        self.line(self.spill())
        self.lines += self.ending()
        return "\n".join([*self.lines, *self.helpers]) + "\n"

    def procedure(self, number: int) -> None:
        """A procedure; it gives back the kept slots it writes."""
        used, written = self.used.procedure(number)
        procedure = self.program.procedures[number]
        self.head(f"p{number}", procedure.params, self.given(used))
        self.body(procedure.body)
        if written:
            self.line(f"return {', '.join(f'v{slot}' for slot in sorted(written))}")

    def tables(self) -> str:
        """The tables things are looked up in, as parameters: Python finds names of a function sooner than others."""
        text = "\n".join(line for lines in self.leaves.values() for line in lines)
        return "".join(f", {name}={name}" for name in sorted(set(_TABLES.findall(text))))

    def spill(self) -> str:
        """What writes the kept slots back."""
        lines = [*self.whole(), *(f"S[{slot}] = v{slot}" for slot in sorted(self.used.kept))]
        return "; ".join(lines) or "pass"

    # ---------------------------------------------------------------------------------------------- from place to place

    def write_leaves(self) -> None:
        """Write the code behind every label that is needed."""
        self.wanted = self.roots()
        while self.wanted:
            label = self.wanted.pop()
            if label in self.leaves:
                continue
            self.lines, self.depth = [], 0
            if label >= 0:
                self.loop, self.path, self.near, self.holding = None, [label], frozenset(), frozenset()
                self.body(self.program.blocks[label].body)
            else:
                self.loop, self.path, self.near = label, [], self.before[~label]
                self.holding = self.held_at(~label)
                self.entered(~label)
                self.line("while True:")
                self.depth = 1
                self.question(~label, self.program.asks[~label])
            self.leaves[label] = self.lines
        self.lines = []

    def tree(self, labels: list[Label]) -> None:
        """Find the label `pc` is, by halves."""
        if len(labels) == 1:
            margin = "    " * self.depth
            self.lines += [margin + line for line in self.leaves[labels[0]]]
            return
        middle = len(labels) // 2
        self.line(f"if pc < {labels[middle]}:")
        self.depth += 1
        self.tree(labels[:middle])
        self.depth -= 1
        self.line("else:")
        self.depth += 1
        self.tree(labels[middle:])
        self.depth -= 1

    def back(self, slot: Slot) -> None:
        """Go on where a phase was called."""
        ways = sorted(self.ways[slot])
        if not 0 < len(ways) <= _MOST_WAYS:
            self.wanted += ways
            self.line(f"pc = {self.slot(slot, None)}")
            self.line("continue" if self.loop is None else "break")
            return
        for way in ways[:-1]:
            self.line(f"if {self.slot(slot, None)} == {way}:")
            self.depth += 1
            self.follow(way)
            self.depth -= 1
        self.follow(ways[-1])

    def alone(self, block: int) -> bool:
        """A block is written out if nobody else goes there, or if it is short and on the way back to the question whose
        loop this is; else it gets a label."""
        short = len(self.program.blocks[block].body) <= SHORT_BLOCK
        return self.comers[block] == 1 or (short and block in self.near)

    def follow(self, block: int) -> None:
        holding = self.holding
        super().follow(block)
        self.holding = holding

    def go(self, label: Label) -> None:
        """Go to a label."""
        if label == self.loop:
            self.line("continue")
            return
        self.wanted.append(label)
        self.leave(label)

    def leave(self, label: Label) -> None:
        """Leave the code behind this label for another, or for the end of the game."""
        self.line(f"pc = {label}")
        self.line("continue" if self.loop is None else "break")

    # ---------------------------------------------------------------------------------------------------- questions

    def simple(self, ask: Ask) -> bool:
        """Whether the options of a question are no more than alternatives, or the elements of one mask."""
        return self.kinds_only(ask) or self.one_of(ask) is not None

    def kinds_only(self, ask: Ask) -> bool:
        """Whether an answer is no more than one of several alternatives, all of them always open."""
        return all(always(one) and not one.bound for one in ask.alternatives)

    def one_of(self, ask: Ask) -> Domain | None:
        """The mask an answer is an element of, if it is that and no more."""
        if len(ask.alternatives) != 1 or not always(ask.alternatives[0]) or len(ask.alternatives[0].bound) != 1:
            return None
        domain = ask.alternatives[0].bound[0].domain
        return domain if isinstance(domain, Domain) and domain.kind == "mask" else None

    def some_of(self, ask: Ask) -> Combinations | None:
        """The cards some of which an answer is, if it is that and no more."""
        if len(ask.alternatives) != 1 or not always(ask.alternatives[0]) or len(ask.alternatives[0].bound) != 1:
            return None
        domain = ask.alternatives[0].bound[0].domain
        return domain if isinstance(domain, Combinations) and domain.groups < 0 else None

    def options_use(self, ask: Ask) -> frozenset[Slot]:
        """The kept slots the options of a question depend on."""
        return self.used.of(*((one.guard, one.where, one.bound) for one in ask.alternatives))[0]

    def options_of(self, number: int, ask: Ask) -> str:
        """The options of a question that is not simple, as a list."""
        regular = self.regular(ask)
        if regular is not None:
            return self.regular_options(number, regular.numbers)
        some = self.some_of(ask)
        if some is not None:
            low, high, of = (self.number(e) for e in (some.low, some.high, some.of))
            return f"some_of({low}, {high}, {of})"
        call = f"o{number}(S, K{self.given(self.options_use(ask))})"
        return f"some({call})" if any(map(_maybe_many, ask.alternatives)) else call

    def offer(self, mask: Expr, bound: Bound, whole: str, piece: str) -> None:
        """Make `o` what a name that runs over a mask can be: looked up whole, or a hand's cards piece by piece."""
        cards = listed(self.program)
        if bound.type.kind != "card" or not cards:
            self.line(f"o = {whole}[{self.number(mask)}]")
            return
        self.pieced.add(piece)
        if not at_hand(mask):
            self.line(f"o = {self.number(mask)}")
        name = self.number(mask) if at_hand(mask) else "o"
        parts: list[str] = []
        for number, (low, high) in enumerate(cards):
            here = f"{name} >> {low}" if low else name
            parts.append(f"{piece}{number}[{here}{f' & {(1 << high - low) - 1}' if high != cards[-1][1] else ''}]")
        self.line(f"o = {' + '.join(parts)}")

    def answered(self, alternative: Alternative, answer: str) -> None:
        """Go on after an answer: its values go where they belong."""
        for i, bound in enumerate(alternative.bound, 1):
            self.line(f"{self.slot(bound.slot, None)} = {answer}[{i}]")
        self.follow(alternative.body)

    def counted_on(self) -> None:
        """A choice was made."""
        self.line(f"v{DECISIONS} += 1")
        self.line(f"v{STEPS} = 0")


def _maybe_many(alternative: Alternative) -> bool:
    """Whether an alternative can have more options than a player is offered, as far as can be told."""
    most = 1
    for bound in alternative.bound:
        match bound.domain:
            case Domain("mask" | "seats"):
                most *= 110
            case Domain("list", args):
                most *= len(args)
            case Domain(_, (Const(low), Const(high))):
                most *= max(abs(high - low) + 1, 1)
            case _:
                return True
    return most > _MANY


_MANY = 1_000
"""Options of one alternative that are certainly not too many to offer."""
