"""Statements of a program as lines of Python, but for the last of a block, which says where to go on."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...firing import counted, trick_places
from ...program import (
    STEP_LIMIT,
    STEPS,
    Break,
    Checked,
    Const,
    DealCards,
    Expr,
    Fail,
    ForEach,
    GatherAll,
    Get,
    Loop,
    Mark,
    MoveAll,
    MoveCards,
    Present,
    Reg,
    Require,
    RunProcedure,
    SetReg,
    SetSlot,
    ShowCards,
    ShufflePile,
    Stmt,
    Tick,
    Tuck,
    Unary,
    When,
    ZoneCards,
    ZoneRef,
)
from .expressions import MOST_SEATED, Expressions
from .reading import cheap, named

SETTLED = 2000
"""Registers from here on stand for owners of zones that were worked out before."""


@dataclass
class Statements(Expressions):
    """Writes statements: with `traced` such that whoever listens is told everything, else as fast as may be."""

    traced: bool = False
    decided: bool = False
    """Whether somebody may decide what is left to chance, who is then asked; with `traced` he always may."""
    counted: bool = False
    """Whether it is added up how often each place of the rule file was carried out."""
    failures: list[str] = field(default_factory=list["str"])
    tricks: frozenset[int] = frozenset()
    """Where tricks are played."""

    def __post_init__(self) -> None:
        self.tricks = trick_places(self.program)

    def body(self, statements: tuple[Stmt, ...]) -> None:
        """Statements, one level deeper than their head."""
        before = len(self.lines)
        at = 0
        while at < len(statements):
            at += self.several(statements[at:]) or self.one(statements[at])
        if len(self.lines) == before:
            self.line("pass")

    def several(self, statements: tuple[Stmt, ...]) -> int:
        """Statements that are better written together: how many of the first were; 0 for none."""
        return 0

    def one(self, st: Stmt) -> int:
        """One statement, and what is counted of it."""
        if self.counted:
            self.count(st)
        self.statement(st)
        return 1

    def count(self, st: Stmt) -> None:
        """Count a statement, if an author would."""
        if (place := counted(st, self.tricks)) >= 0:
            self.line(f"C[{place}] += 1")

    def nested(self, head: str, statements: tuple[Stmt, ...]) -> None:
        """A head and the block under it."""
        self.line(head)
        self.depth += 1
        self.body(statements)
        self.depth -= 1

    def statement(self, st: Stmt) -> None:
        """One statement."""
        match st:
            case SetReg(reg, value):
                self.line(f"r{reg} = {self.number(value)}")
            case SetSlot():
                self.set_slot(st)
            case MoveCards():
                self.move_cards(st)
            case Tuck(pile, count, end, place):
                name = f"{pile.zone}, {self.whose(pile.index)}, {self.number(count)}"
                self.line(f"tuck(S, K, {name}, {end == 'middle'}, {place})")
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
                self.show(cards, to, place)
            case When():
                self.when(st)
            case ForEach():
                self.for_each(st)
            case Loop(until, body, place):
                self.line("while True:" if until is None else f"while not {self.expr(until)}:")
                self.depth += 1
                self.tick(place)
                self.body(body)
                self.depth -= 1
            case Break():
                self.line("break")
            case RunProcedure(procedure, args):
                self.line(f"p{procedure}(S, K{''.join(', ' + self.number(a) for a in args)})")
            case Tick(place, True):
                self.tick(place)
            case Tick(place, False):
                self.line("W[0] += 1")
                self.line(f"if W[0] > {STEP_LIMIT}: endless({place})")
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

    def end(self, st: Stmt) -> None:
        """The last statement of a block."""
        raise AssertionError(f"unknown statement {type(st).__name__}")

    def tick(self, place: int) -> None:
        """Count a round of a loop that might not end."""
        steps = self.slot(STEPS, None)
        self.line(f"{steps} += 1")
        self.line(f"if {steps} > {STEP_LIMIT}: endless({place})")

    def when(self, st: When) -> None:
        """Cases; a chain of them stays at one depth however long: Python allows only so many inside each other."""
        self.nested(f"if {self.expr(st.condition)}:", st.then)
        rest = st.otherwise
        while len(rest) == 1 and isinstance(rest[0], When):
            self.nested(f"elif {self.expr(rest[0].condition)}:", rest[0].then)
            rest = rest[0].otherwise
        if rest:
            self.nested("else:", rest)

    def failure(self, message: str) -> int:
        """The number of a message."""
        if message not in self.failures:
            self.failures.append(message)
        return self.failures.index(message)

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
        elif isinstance(value, Present) and not self.traced and st.index is None:
            slot = self.slot(st.base, None)
            self.line(f"{slot} = {self.number(value.operand)}")
            self.line(f"if {slot} == -1: present(-1, {value.place})")
            return
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
        if self.traced or st.source is None or zones[st.source.zone].ordered or not named(st.source, st.target):
            self.line(general)
            return
        source = self.zone_slot(st.source.zone, st.source.index)
        target = self.zone_slot(st.target.zone, st.target.index)
        here = self.temporary()
        self.line(f"{here} = {source}")
        single = isinstance(st.cards, Unary) and st.cards.op == "single"
        self.line(f"if {here} & {name}{'' if single else f' == {name}'}:")
        self.depth += 1
        self.line(f"{source} = {here} ^ {name}")
        if zones[st.target.zone].ordered:
            match st.cards:
                case Unary("single", Get() | Reg() as card):
                    self.line(f"{target} += ({self.number(card)},)")
                case _:
                    self.line(f"{target} += BITS[{name}]")
        else:
            self.line(f"{target} |= {name}")
        self.depth -= 1
        self.line("else:")
        self.depth += 1
        self.line(general)
        self.depth -= 1

    def move_all(self, source: ZoneRef, target: ZoneRef, place: int) -> None:
        """A whole zone to another; straight when it goes to a heap."""
        zones = self.program.zones
        kind = zones[source.zone]
        straight = kind.bag < 0 and source.zone != target.zone and not zones[target.zone].ordered
        if straight and not self.traced:
            at, to = self.settled(source), self.settled(target)
            self.line(f"{self.zone_slot(target.zone, to)} |= {self.number(ZoneCards(source.zone, at))}")
            self.line(f"{self.zone_slot(source.zone, at)} = {'()' if kind.ordered else '0'}")
            return
        self.line(f"move_all(S, K, {self._refs(source, target)}, {place})")

    def settled(self, zone: ZoneRef) -> Expr | None:
        """The owner of a zone as something that can be looked up twice; if it is more, it is worked out here."""
        if zone.index is None or cheap(zone.index):
            return zone.index
        self.temporaries += 1
        owner = Reg(SETTLED + self.temporaries)
        self.line(f"{self.number(owner)} = {self.number(zone.index)}")
        return owner

    def show(self, cards: Expr, to: Expr | None, place: int) -> None:
        """Cards become known to some players, or to all."""
        known, players = self.program.known, self.program.players
        match to:
            case Unary("single", who) if not self.traced:
                self.line(f"S[{known}+{self.number(who)}] |= {self.number(cards)}")
            case None if not self.traced and players <= MOST_SEATED:
                name = self.temporary()
                self.line(f"{name} = {self.number(cards)}")
                for player in range(players):
                    self.line(f"S[{known + player}] |= {name}")
            case _:
                whom = self.number(to) if to is not None else -1
                self.line(f"show(S, K, {self.number(cards)}, {whom}, {place})")

    def for_each(self, st: ForEach) -> None:
        """A loop over a set fixed at its start."""
        over = self.domain(st.domain, st.place)
        if st.where is not None:
            over = f"tuple(r{st.reg} for r{st.reg} in {over} if {self.expr(st.where)})"
        self.line(f"for r{st.reg} in {over}:")
        self.depth += 1
        if st.domain.kind in ("range", "down") and not st.domain.short:
            self.tick(st.place)
        if st.until is not None:
            self.line(f"if {self.expr(st.until)}: break")
        self.body(st.body)
        self.depth -= 1
