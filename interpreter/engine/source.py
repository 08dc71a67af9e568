"""The program written out as Python source, which is then compiled and run.

Generated code is some four times as fast as walking the program.  Nothing of a rule file reaches it but whole numbers:
places, phases, variables and purposes are indices into the program; names of functions are a letter and a number.

    b3(S, K)     a block: returns the next block, or a negative number when a question is open or the game over
    p1(S, K, …)  a procedure            f2(S, K, …)  a pure function       o4(S, K)  the options of question 4
    g4_0, w4_0   guard and `where` of alternative 0 of question 4, given the values bound so far
    d4_0_1       what name 1 of that alternative runs over; y4_0_2 a reason for it
    q4(S, K)     of a card to play to a trick: what decides the trick, as it lies on the table

`S` is the list of slots; `K` is None, or who listens (code generated with `traced`) and who decides chance.  Code
generated with `counted` adds up in `C`, place by place, how often each statement of the rule file was carried out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import cast

from ..firing import counted, trick_places
from ..program import (
    ACTOR,
    OVER,
    Alternative,
    Ask,
    AskPlayer,
    Binary,
    Branch,
    Break,
    Checked,
    Combinations,
    Const,
    DealCards,
    Domain,
    End,
    Expr,
    Fail,
    Fold,
    ForEach,
    FunctionCall,
    GatherAll,
    Get,
    Goto,
    If,
    Look,
    Loop,
    Mark,
    MoveAll,
    MoveCards,
    PileEnd,
    Present,
    Program,
    RandomPick,
    Reg,
    Require,
    Return,
    RunProcedure,
    SetReg,
    SetSlot,
    ShowCards,
    ShufflePile,
    Stmt,
    Stuck,
    Tick,
    Unary,
    When,
    ZoneCards,
    ZoneRef,
)

_UNROLLED = 6
"""Elements of a set written out one by one."""
_LONGEST_UNROLLED = 200
"""Characters of what is written out for each of them."""
_SHORT_BLOCK = 6
"""Statements of a block that is written out wherever somebody goes there."""
_MOST_INSIDE = 16
"""Blocks written out inside each other."""
_MOST_INDENTED = 30
"""How deep code may be indented before another block begins; Python bears a hundred."""

_COMPARE = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_ARITHMETIC = {"+": "+", "-": "-", "*": "*", "union": "|", "intersect": "&"}


@dataclass
class Writer:
    """Writes one program as Python source."""

    program: Program
    traced: bool
    counted: bool = False
    lines: list[str] = field(default_factory=list["str"])
    depth: int = 0
    temporaries: int = 0
    tricks: frozenset[int] = frozenset()
    """Where tricks are played."""
    comers: list[int] = field(default_factory=list["int"])
    """For each block, how many others go on there."""
    path: list[int] = field(default_factory=list["int"])
    """The block being written, and those written out inside it around this place."""

    def module(self) -> str:
        """The whole source."""
        self.tricks = trick_places(self.program)
        for i, function in enumerate(self.program.functions):
            self.head(f"f{i}", function.params)
            self.line(f"return {self.number(function.body)}")
            self.depth = 0
        for i, procedure in enumerate(self.program.procedures):
            self.head(f"p{i}", procedure.params)
            self.body(procedure.body)
            self.depth = 0
        self.comers = _comers(self.program)
        for i, block in enumerate(self.program.blocks):
            self.head(f"b{i}", 0)
            self.path = [i]
            self.body(block.body)
            self.depth = 0
        for i, ask in enumerate(self.program.asks):
            self.ask(i, ask)
        return "\n".join([*self.lines, *self.helpers]) + "\n"

    def line(self, text: str) -> None:
        """One line at the current depth."""
        self.lines.append("    " * self.depth + text)

    def head(self, name: str, params: int) -> None:
        """The first line of a function; what follows is its body."""
        self.depth = 0
        self.line(f"def {name}(S, K{''.join(f', r{i}' for i in range(params))}):")
        self.depth = 1

    def temporary(self) -> str:
        """A new name."""
        self.temporaries += 1
        return f"t{self.temporaries}"

    # -------------------------------------------------------------------------------------------------- expressions

    def number(self, e: Expr) -> str:
        """The expression as a whole number (a comparison gives 1 or 0)."""
        text = self.expr(e)
        return f"(1 if {text} else 0)" if _is_truth(e) else text

    def slot(self, base: int, index: Expr | None) -> str:
        """A slot, perhaps one of several in a row."""
        if index is None:
            return f"S[{base}]"
        if isinstance(index, Const):
            return f"S[{base + index.value}]"
        return f"S[{base}+{self.number(index)}]" if base else f"S[{self.number(index)}]"

    def zone_slot(self, zone: int, index: Expr | None) -> str:
        """The slot of a zone."""
        return self.slot(self.program.zones[zone].base, index)

    def whose(self, index: Expr | None) -> str:
        """The owner of a zone as the runtime wants it: 0 for a shared one."""
        return self.number(index) if index is not None else "0"

    def expr(self, e: Expr) -> str:
        """The expression; a comparison stays a truth value."""
        if self.nesting >= _DEEPEST:
            return self.apart(e)
        self.nesting += 1
        text = self._expr(e)
        self.nesting -= 1
        return text

    def apart(self, e: Expr) -> str:
        """An expression deep inside others, as a function of its own: Python allows only so many brackets."""
        outer, self.nesting = self.nesting, 0
        text = self.number(e)
        self.nesting = outer
        used = {part.number for part in _parts(e) if isinstance(part, Reg)}
        made = {part.reg for part in _parts(e) if isinstance(part, Fold)}
        names = "".join(f", r{number}" for number in sorted(used - made))
        self.helpers += [f"def h{len(self.helpers)}(S, K{names}):", f"    return {text}"]
        return f"h{len(self.helpers) - 2}(S, K{names})"

    helpers: list[str] = field(default_factory=list["str"])
    nesting: int = 0

    def _expr(self, e: Expr) -> str:
        match e:
            case Const(value):
                return str(value) if value >= 0 else f"({value})"
            case Get(base, index):
                return self.slot(base, index)
            case Reg(number):
                return f"r{number}"
            case Binary():
                return self.binary(e)
            case Unary("not", Unary("any", operand)) if not isinstance(operand, ZoneCards):
                return f"({self.number(operand)} == 0)"
            case Unary("not", operand):
                return f"(not {self.expr(operand)})"
            case Unary("-", operand):
                return f"(-{self.number(operand)})"
            case Unary("single", operand):
                return f"(1<<{self.number(operand)})"
            case Unary("count", ZoneCards(zone, index)) if self.program.zones[zone].ordered:
                return f"len({self.zone_slot(zone, index)})"
            case Unary("count", operand):
                return (
                    f"{self.number(operand)}.bit_count()"
                    if not isinstance(operand, Const)
                    else str(operand.value.bit_count())
                )
            case Unary("any", ZoneCards(zone, index)) if self.program.zones[zone].ordered:
                return f"({self.zone_slot(zone, index)} != ())"
            case Unary(_, operand):
                return f"({self.number(operand)} != 0)"
            case If():
                return f"({self.cases(e)})"
            case Look(table, index):
                return f"T{table}[{self.number(index)}]"
            case ZoneCards(zone, index):
                slot = self.zone_slot(zone, index)
                return f"mask_of({slot})" if self.program.zones[zone].ordered else slot
            case PileEnd(zone, index, end, None, _):
                return f"pile_end(S, K, {zone}, {self.whose(index)}, {end == 'top'})"
            case PileEnd(zone, index, end, count, _):
                assert count is not None
                return f"pile_ends(S, K, {zone}, {self.whose(index)}, {end == 'top'}, {self.number(count)})"
            case FunctionCall(function, args):
                return f"f{function}(S, K{''.join(', ' + self.number(a) for a in args)})"
            case Fold():
                return self.fold(e)
            case Checked(operand, low, high, place):
                return f"checked({self.held(e)}, {low}, {high}, {place})"
            case Present(operand, place):
                return f"present({self.number(operand)}, {place})"
            case Stuck(_, place):
                return f"stuck({place})"
            case RandomPick(mask, what, _, place):
                return f"pick(S, K, {self.number(mask)}, {int(what == 'card')}, P[{self.purpose(e)}], {place})"

    def cases(self, e: If) -> str:
        """A chain of cases, in one pair of brackets however long: Python allows only so many inside each other."""
        parts: list[str] = []
        rest: Expr = e
        while isinstance(rest, If):
            parts.append(f"{self.number(rest.then)} if {self.expr(rest.condition)} else ")
            rest = rest.otherwise
        return "".join(parts) + self.number(rest)

    def held(self, e: Checked) -> str:
        """What is held to a range; a division knows its place from it."""
        match e.operand:
            case Binary("/" | "mod" as op, left, right) if not (isinstance(right, Const) and right.value):
                name = "divide" if op == "/" else "remainder"
                return f"{name}({self.number(left)}, {self.number(right)}, {e.place})"
            case operand:
                return self.number(operand)

    def purpose(self, e: RandomPick) -> int:
        """The number of a purpose; the text itself stays out of the source."""
        if e.purpose not in self.purposes:
            self.purposes.append(e.purpose)
        return self.purposes.index(e.purpose)

    purposes: list[str] = field(default_factory=list["str"])

    def binary(self, e: Binary) -> str:
        """An operation of two sides."""
        op = e.op
        if op in ("and", "or"):
            return f"({self.expr(e.left)} {op} {self.expr(e.right)})"
        left, right = self.number(e.left), self.number(e.right)
        if op in _COMPARE:
            return f"({left} {_COMPARE[op]} {right})"
        if op in _ARITHMETIC:
            return f"({left} {_ARITHMETIC[op]} {right})"
        match op:
            case "/" | "mod":
                if isinstance(e.right, Const) and e.right.value:
                    return f"({left} {'//' if op == '/' else '%'} {right})"
                return f"{'divide' if op == '/' else 'remainder'}({left}, {right}, 0)"
            case "without":
                return f"({left} & ~{right})"
            case "has":
                return f"({left} >> {right} & 1)"
            case _:
                return f"{op}({left}, {right})"

    def domain(self, domain: Domain, place: int) -> str:
        """Something to run over."""
        args = [self.number(a) for a in domain.args]
        match domain.kind:
            case "mask":
                return f"bits({args[0]})"
            case "range" | "down" if not _short(domain):
                return f"numbers({args[0]}, {args[1]}, {1 if domain.kind == 'range' else -1}, {place})"
            case "range":
                return f"range({args[0]}, {args[1]} + 1)"
            case "down":
                return f"range({args[0]}, {args[1]} - 1, -1)"
            case "list":
                return f"({''.join(a + ', ' for a in args)})"
            case "seats":
                assert domain.start is not None
                return f"seats({args[0]}, {self.number(domain.start)})"

    def fold(self, e: Fold) -> str:
        """A phrase over a set, as a generator expression."""
        r = f"r{e.reg}"
        over = f"for {r} in {self.domain(e.domain, e.place)}"
        if e.where is not None:
            over += f" if {self.expr(e.where)}"
        truth = self.expr(e.body) if e.body is not None else "1"
        value = self.number(e.body) if e.body is not None else "1"
        match e.domain:
            case Domain("mask", (Const(mask),)) if 0 < mask < 1 << 64 and mask.bit_count() <= _UNROLLED:
                written = self.unrolled(e, mask, truth, value)
                if written is not None:
                    return written
            case _:
                pass
        match e.kind:
            case "count":
                return f"sum(1 {over})"
            case "any":
                return f"any({truth} {over})"
            case "every":
                return f"all({truth} {over})"
            case "sum":
                return f"sum({value} {over})"
            case "max" | "min":
                return f"{e.kind}(({value} {over}), default=0)"
            case "set":
                return f"sum(1<<{r} {over})"
            case "first" if e.where is None and e.domain.kind == "seats":
                return f"({self.domain(e.domain, e.place)} or (-1,))[0]"
            case "first":
                return f"next(({r} {over}), -1)"
            case "the":
                return f"the([{r} {over}], {e.place})"

    def unrolled(self, e: Fold, mask: int, truth: str, value: str) -> str | None:
        """A phrase over a few elements that are known, element by element; None if it is better left a phrase.

        The name bound is a register, which stands in the text as a word of its own."""
        test = self.expr(e.where) if e.where is not None else ""
        if len(test) + len(truth) > _LONGEST_UNROLLED:
            return None

        def each(text: str) -> list[str]:
            found = [i for i in range(mask.bit_length()) if mask >> i & 1]
            return [re.sub(rf"\br{e.reg}\b", str(i), text) for i in found]

        match e.kind:
            case "any":
                return f"({' or '.join(each(f'({test} and {truth})' if test else truth))})"
            case "every":
                return f"({' and '.join(each(f'(not {test} or {truth})' if test else truth))})"
            case "count" | "sum":
                one = "1" if e.kind == "count" else value
                return f"({' + '.join(each(f'({one} if {test} else 0)' if test else one))})"
            case "set":
                return f"({' | '.join(each(f'(1<<r{e.reg} if {test} else 0)' if test else f'(1<<r{e.reg})'))})"
            case "max" | "min" if not test and mask.bit_count() > 1:
                return f"{e.kind}({', '.join(each(value))})"
            case _:
                return None

    # --------------------------------------------------------------------------------------------------- statements

    def body(self, statements: tuple[Stmt, ...]) -> None:
        """A block, one level deeper than its head."""
        before = len(self.lines)
        for statement in statements:
            self.statement(statement)
        if len(self.lines) == before:
            self.line("pass")

    def nested(self, head: str, statements: tuple[Stmt, ...]) -> None:
        """A head and the block under it."""
        self.line(head)
        self.depth += 1
        self.body(statements)
        self.depth -= 1

    def statement(self, st: Stmt) -> None:
        """One statement."""
        if self.counted and (place := counted(st, self.tricks)) >= 0:
            self.line(f"C[{place}] += 1")
        match st:
            case SetReg(reg, value):
                self.line(f"r{reg} = {self.number(value)}")
            case SetSlot():
                self.set_slot(st)
            case MoveCards():
                self.move_cards(st)
            case MoveAll(source, target, place):
                self.move_all(source, target, place)
            case GatherAll(target, place):
                self.line(f"gather(S, K, {target.zone}, {self.whose(target.index)}, {place})")
            case ShufflePile(pile, place):
                self.line(f"shuffle(S, K, {pile.zone}, {self.whose(pile.index)}, {place})")
            case DealCards(amount, at_most, pile, target, place):
                places = f"{pile.zone}, {self.whose(pile.index)}, {target.zone}, {self.whose(target.index)}"
                self.line(f"deal(S, K, {self.number(amount)}, {at_most}, {places}, {place})")
            case ShowCards(cards, to, place):
                self.line(f"show(S, K, {self.number(cards)}, {self.number(to) if to is not None else -1}, {place})")
            case When():
                self.when(st)
            case ForEach():
                self.for_each(st)
            case Loop(until, body, place):
                self.line("while True:" if until is None else f"while not {self.expr(until)}:")
                self.depth += 1
                self.line(f"tick(S, {place})")
                self.body(body)
                self.depth -= 1
            case Break():
                self.line("break")
            case RunProcedure(procedure, args, _):
                self.line(f"p{procedure}(S, K{''.join(', ' + self.number(a) for a in args)})")
            case Tick(place):
                self.line(f"tick(S, {place})")
            case Mark(what, subject, who, place):
                if self.traced:
                    self.line(
                        f"mark(S, K, {what!r}, {subject}, {self.number(who) if who is not None else -1}, {place})"
                    )
            case Fail(_, place):
                self.line(f"fail({self.failure(st.message)}, {place})")
            case Require(Const(1), _, _):
                pass
            case Require(condition, message, place):
                self.nested(f"if not {self.expr(condition)}:", (Fail(message, place),))
            case _:
                self.end(st)

    def when(self, st: When) -> None:
        """Cases; a chain of them stays at one depth however long: Python allows only so many inside each other."""
        self.nested(f"if {self.expr(st.condition)}:", st.then)
        rest = st.otherwise
        while len(rest) == 1 and isinstance(rest[0], When):
            self.nested(f"elif {self.expr(rest[0].condition)}:", rest[0].then)
            rest = rest[0].otherwise
        if rest:
            self.nested("else:", rest)

    failures: list[str] = field(default_factory=list["str"])

    def failure(self, message: str) -> int:
        """The number of a message."""
        if message not in self.failures:
            self.failures.append(message)
        return self.failures.index(message)

    def end(self, st: Stmt) -> None:
        """The last statement of a block."""
        match st:
            case Goto(block):
                self.follow(block)
            case Branch(condition, then, otherwise):
                self.line(f"if {self.expr(condition)}:")
                self.depth += 1
                self.follow(then)
                self.depth -= 1
                self.follow(otherwise)
            case Return(slot):
                self.line(f"return S[{slot}]")
            case AskPlayer(ask, actor):
                self.line(f"S[{ACTOR}] = {self.number(actor)}")
                self.line(f"return {~ask}")
            case End(ending):
                self.line(f"return {OVER - ending}")
            case _:
                raise AssertionError(f"unknown statement {type(st).__name__}")

    def follow(self, block: int) -> None:
        """Go on at a block: it is written out here if it is short or nobody else goes there, else left to the caller.

        Registers do not live from block to block, so those of one written out may take the places of the others'."""
        body = self.program.blocks[block].body
        alone = self.comers[block] == 1 or len(body) <= _SHORT_BLOCK
        if block in self.path or not alone or len(self.path) >= _MOST_INSIDE or self.depth >= _MOST_INDENTED:
            self.line(f"return {block}")
            return
        self.path.append(block)
        self.body(body)
        self.path.pop()

    def set_slot(self, st: SetSlot) -> None:
        """A slot takes a value, held to its range."""
        value = st.value
        if isinstance(value, Checked):
            name = self.temporary()
            self.line(f"{name} = {self.held(value)}")
            self.line(
                f"if not {value.low} <= {name} <= {value.high}: "
                f"checked({name}, {value.low}, {value.high}, {value.place})"
            )
            text = name
        else:
            text = self.number(value)
        if self.traced and st.variable >= 0:
            slot = self.slot(st.base, st.index)[2:-1]
            self.line(f"assign(S, K, {slot}, {text}, {st.variable}, {st.place})")
        else:
            self.line(f"{self.slot(st.base, st.index)} = {text}")

    def _refs(self, source: ZoneRef | None, target: ZoneRef) -> str:
        guess = f"{source.zone}, {self.whose(source.index)}" if source is not None else "-1, 0"
        return f"{guess}, {target.zone}, {self.whose(target.index)}"

    def move_cards(self, st: MoveCards) -> None:
        """Cards to a zone; straight when they are a hand's and go on a pile."""
        name = self.temporary()
        self.line(f"{name} = {self.number(st.cards)}")
        general = f"move(S, K, {name}, {self._refs(st.source, st.target)}, {st.place})"
        zones = self.program.zones
        if self.traced or st.source is None or zones[st.source.zone].ordered or not _named(st.source, st.target):
            self.line(general)
            return
        source = self.zone_slot(st.source.zone, st.source.index)
        target = self.zone_slot(st.target.zone, st.target.index)
        self.line(f"if {source} & {name} == {name}:")
        self.depth += 1
        self.line(f"{source} ^= {name}")
        if zones[st.target.zone].ordered:
            match st.cards:
                case Unary("single", Get() | Reg() as card):
                    self.line(f"{target} += ({self.number(card)},)")
                case _:
                    self.line(f"{target} += bits({name})")
        else:
            self.line(f"{target} |= {name}")
        self.depth -= 1
        self.line(f"else: {general}")

    def move_all(self, source: ZoneRef, target: ZoneRef, place: int) -> None:
        """A whole zone to another; straight when a pile goes to a heap."""
        zones = self.program.zones
        kind = zones[source.zone]
        straight = kind.ordered and kind.bag < 0 and not zones[target.zone].ordered
        if straight and not self.traced and _named(source, target):
            slot = self.zone_slot(source.zone, source.index)
            self.line(f"{self.zone_slot(target.zone, target.index)} |= mask_of({slot})")
            self.line(f"{slot} = ()")
            return
        self.line(f"move_all(S, K, {self._refs(source, target)}, {place})")

    def for_each(self, st: ForEach) -> None:
        """A loop over a set fixed at its start."""
        over = self.domain(st.domain, st.place)
        if st.where is not None:
            over = f"tuple(r{st.reg} for r{st.reg} in {over} if {self.expr(st.where)})"
        self.line(f"for r{st.reg} in {over}:")
        self.depth += 1
        if st.domain.kind in ("range", "down") and not _short(st.domain):
            self.line(f"tick(S, {st.place})")
        if st.until is not None:
            self.line(f"if {self.expr(st.until)}: break")
        self.body(st.body)
        self.depth -= 1

    # ---------------------------------------------------------------------------------------------------- questions

    def ask(self, number: int, ask: Ask) -> None:
        """The options of a question, and the parts an answer is tested by."""
        lazy = any(isinstance(b.domain, Combinations) for a in ask.alternatives for b in a.bound)
        self.head(f"o{number}", 0)
        kept = [self.kept_options(i, alternative) for i, alternative in enumerate(ask.alternatives)]
        if len(kept) == 1 and kept[0] is not None:
            self.line(f"return {kept[0]}")
        elif all(_always(alternative) and not alternative.bound for alternative in ask.alternatives):
            self.line(f"return ({''.join(f'({i},), ' for i in range(len(kept)))})")
        else:
            if not lazy:
                self.line("out = []")
            for i, (alternative, options) in enumerate(zip(ask.alternatives, kept, strict=True)):
                if options is not None and not lazy:
                    self.line(f"out += {options}")
                else:
                    self.options(i, alternative, "yield {}" if lazy else "out.append({})")
            self.line("return" if lazy else "return out")
        self.depth = 0
        if ask.trick is not None:
            rules = ask.trick
            slots = ", ".join(f"S[{slot}]" for slot in (rules.led, rules.winning, rules.best, rules.rest))
            self.head(f"q{number}", 0)
            self.line(f"return ({self.number(rules.at)}, {slots})")
            self.depth = 0
        for i, alternative in enumerate(ask.alternatives):
            self.parts(f"{number}_{i}", alternative)

    def kept_options(self, index: int, alternative: Alternative) -> str | None:
        """The options of an alternative that needs no more than a mask, which are kept; None if it needs more."""
        if not _always(alternative) or len(alternative.bound) != 1:
            return None
        bound = alternative.bound[0]
        if isinstance(bound.domain, Combinations) or bound.domain.kind != "mask":
            return None
        once = bound.type.kind == "card" and len(self.program.deck) != len(self.program.faces)
        return f"kept_options({index}, {self.number(bound.domain.args[0])}, {once})"

    def options(self, index: int, alternative: Alternative, each: str) -> None:
        """The loops that make every option of an alternative."""
        depth = self.depth
        if alternative.guard not in (None, Const(1)):
            assert alternative.guard is not None
            self.line(f"if {self.expr(alternative.guard)}:")
            self.depth += 1
        names = [
            f"for r{i} in {self.bound_domain(bound.domain, bound.type.kind, alternative.place)}"
            for i, bound in enumerate(alternative.bound)
        ]
        if len(names) > _MOST_LOOPS:  # more loops inside each other than Python allows
            every = "".join(f"r{i}, " for i in range(len(names)))
            names = [f"for {every}in (({every}) {' '.join(names)})"]
        for name in names:
            self.line(f"{name}:")
            self.depth += 1
        if alternative.where not in (None, Const(1)):
            assert alternative.where is not None
            self.line(f"if {self.expr(alternative.where)}:")
            self.depth += 1
        values = "".join(f", r{i}" for i in range(len(alternative.bound)))
        self.line(each.format(f"({index}{values},)" if not values else f"({index}{values})"))
        self.depth = depth

    def bound_domain(self, domain: Domain | Combinations, kind: str, place: int) -> str:
        """What a name of a choice runs over; identical cards once."""
        if isinstance(domain, Combinations):
            groups = f"T{domain.groups}" if domain.groups >= 0 else "None"
            limits = f"{self.number(domain.low)}, {self.number(domain.high)}"
            return f"combinations({limits}, {self.number(domain.of)}, {groups})"
        distinct = len(self.program.deck) == len(self.program.faces)
        if domain.kind == "mask" and kind == "card" and not distinct:
            return f"faces_once({self.number(domain.args[0])})"
        if domain.kind == "list":
            return f"dict.fromkeys({self.domain(domain, place)})"
        return self.domain(domain, place)

    def parts(self, name: str, alternative: Alternative) -> None:
        """Guard, domains, `where` and reasons of an alternative, each by itself."""
        count = len(alternative.bound)
        self._returns(f"g{name}", 0, alternative.guard)
        self._returns(f"w{name}", count, alternative.where)
        for i, bound in enumerate(alternative.bound):
            self.head(f"d{name}_{i}", i)
            if isinstance(bound.domain, Combinations):
                parts = (bound.domain.low, bound.domain.high, bound.domain.of)
                self.line(f"return ({', '.join(self.number(p) for p in parts)})")
            elif bound.domain.kind == "mask":
                self.line(f"return {self.number(bound.domain.args[0])}")
            else:
                self.line(f"return tuple({self.domain(bound.domain, alternative.place)})")
        for i, reason in enumerate(alternative.because):
            self._returns(f"y{name}_{i}", count, reason.condition)

    def _returns(self, name: str, params: int, e: Expr | None) -> None:
        self.head(name, params)
        self.line(f"return {self.number(e) if e is not None else 1}")
        self.depth = 0


_DEEPEST = 30
"""How deep an expression is written in place: each step is at most four brackets, and Python allows 200."""
_MOST_LOOPS = 15


def _parts(node: object) -> Iterator[object]:
    """An expression and everything in it."""
    yield node
    if isinstance(node, tuple):
        for item in cast("tuple[object, ...]", node):
            yield from _parts(item)
    elif is_dataclass(node):
        for part in fields(node):
            yield from _parts(getattr(node, part.name))


def _always(alternative: Alternative) -> bool:
    """Whether an alternative has no condition."""
    return alternative.guard in (None, Const(1)) and alternative.where in (None, Const(1))


def _comers(program: Program) -> list[int]:
    """For each block, how many others go on there."""
    found = [0] * len(program.blocks)
    for block in program.blocks:
        match block.body[-1]:
            case Goto(to):
                found[to] += 1
            case Branch(_, then, otherwise):
                found[then] += 1
                found[otherwise] += 1
            case _:
                pass
    return found


def _short(domain: Domain) -> bool:
    """Whether a range is known to be no longer than a game can bear."""
    match domain.args:
        case (Const(low), Const(high)):
            return abs(high - low) < 1000
        case _:
            return False


def _named(*zones: ZoneRef) -> bool:
    """Whether the owners can be looked up twice: nothing is drawn or settled by asking who they are."""
    return all(zone.index is None or _cheap(zone.index) for zone in zones)


def _cheap(e: Expr) -> bool:
    """Whether an expression only looks something up."""
    match e:
        case Const() | Reg() | Get(index=None):
            return True
        case Get(index=index) | Look(_, index):
            return index is None or _cheap(index)
        case _:
            return False


def _is_truth(e: Expr) -> bool:
    """Whether an expression is written as a Python truth value."""
    match e:
        case Binary(op, _, _):
            return op in _COMPARE or op in ("and", "or")
        case Unary(op, _):
            return op in ("not", "any")
        case Fold(kind, _, _, _, _, _):
            return kind in ("any", "every")
        case _:
            return False
