"""Statements in which nobody chooses: they stay nested, as the author wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ...dsl import checked as c
from ...dsl.traversal import inside
from ...dsl.types import NONE, PLAYER
from ..program import (
    Binary,
    Break,
    Const,
    DealCards,
    Domain,
    Expr,
    ForEach,
    GatherAll,
    Get,
    Loop,
    Mark,
    MoveAll,
    MoveCards,
    PileEnd,
    Procedure,
    RandomPick,
    Reg,
    Require,
    RunProcedure,
    SetReg,
    SetSlot,
    ShowCards,
    ShufflePile,
    Stmt,
    Stuck,
    Tuck,
    Unary,
    When,
    ZoneCards,
    ZoneRef,
)
from . import simplify as s
from .attributes import attribute
from .expressions import Expressions
from .units import Env, Unit

NO_ROW = "no row of the table applies"


@dataclass
class Statements(Expressions):
    """Lowers statements.  Phases in which nobody chooses become procedures."""

    procedures: list[Procedure | None] = field(default_factory=list["Procedure | None"])
    procedure_of: dict[c.PhaseSymbol, int] = field(default_factory=dict["c.PhaseSymbol", int])

    def plain(self, statements: tuple[c.Stmt, ...], env: Env, unit: Unit) -> tuple[Stmt, ...]:
        """A block of such statements, with a scope of its own."""
        inner = dict(env)
        out: list[Stmt] = []
        for statement in statements:
            self.statement(statement, inner, unit, out)
        return tuple(out)

    def statement(self, st: c.Stmt, env: Env, unit: Unit, out: list[Stmt]) -> None:
        """One statement, appended to `out`; a `let` adds to `env`."""
        place = self.layout.place(st.span)
        match st:
            case c.Let(local, value):
                reg = unit.register()
                out.append(SetReg(reg, self.lower(value, env, unit)))
                env[local] = Reg(reg)
            case c.If(condition, then, otherwise):
                test = self.lower(condition, env, unit)
                if isinstance(test, Const):
                    out.extend(self.plain(then if test.value else otherwise, env, unit))
                else:
                    out.append(When(test, self.plain(then, env, unit), self.plain(otherwise, env, unit), place))
            case c.Repeat():
                self._repeat(st, env, unit, out)
            case c.For():
                self._for(st, env, unit, out)
            case c.Stop():
                out.append(Break())
            case c.CallPhase(phase, args):
                given = self.arguments(args, phase.params, env, unit)
                out.append(RunProcedure(self.procedure(phase), given, place))
            case _:
                self.simple(st, env, unit, out)

    def simple(self, st: c.Stmt, env: Env, unit: Unit, out: list[Stmt]) -> None:
        """A statement without a block."""
        place = self.layout.place(st.span)
        match st:
            case c.Assign():
                self._assign(st, env, unit, out)
            case c.Gather(zone):
                out.append(GatherAll(self.zone(zone, env, unit), place))
            case c.Shuffle(zone):
                out.append(ShufflePile(self.zone(zone, env, unit), place))
            case c.Deal():
                self._deal(st, env, unit, out)
            case c.Move(what, target, end):
                if end == "top":
                    self._move(what, self.zone(target, env, unit), place, env, unit, out)
                else:
                    self._tuck(what, self.zone(target, env, unit), end, place, env, unit, out)
            case c.Show(what, to):
                if self.layout.known < 0:
                    self.layout.known = self.layout.slots(self.layout.players)
                out.append(
                    ShowCards(self.lower(what, env, unit), self.lower(to, env, unit) if to is not None else None, place)
                )
            case c.Nothing():
                pass
            case c.TurnedRound():
                turned = self.layout.turned
                out.append(SetSlot(turned, None, Binary("-", Const(1), Get(turned)), -1, place))
            case _:
                raise AssertionError(f"not a simple statement: {type(st).__name__}")

    # ------------------------------------------------------------------------------------------------- places

    def zone(self, place: c.ZonePlace, env: Env, unit: Unit) -> ZoneRef:
        """A zone and its owner."""
        return ZoneRef(self.layout.zone_of[place.zone], self.index(place.owner, env, unit))

    def _assign(self, st: c.Assign, env: Env, unit: Unit, out: list[Stmt]) -> None:
        place = self.layout.place(st.span)
        value = self.lower(st.value, env, unit)
        if isinstance(st.target, c.LocalSymbol):
            where = env[st.target]
            value = self._changed(st, where, value)
            if isinstance(where, Reg):
                out.append(SetReg(where.number, value))
            elif isinstance(where, Get):
                out.append(SetSlot(where.base, None, value, -1, place))
            else:
                raise AssertionError("a name that was known cannot be set")
            return
        number = self.layout.variable_of[st.target]
        info = self.layout.variables[number]
        if isinstance(value, RandomPick):
            value = RandomPick(value.mask, value.what, st.target.name, value.place, value.type)
        indices: list[Expr | None]
        if st.each:
            if not isinstance(value, Const):
                reg = unit.register()
                out.append(SetReg(reg, value))
                value = Reg(reg)
            indices = [Const(i) for i in range(info.count)]
        else:
            indices = [self.index(st.owner, env, unit)]
        for index in indices:
            base, rest = (info.base + index.value, None) if isinstance(index, Const) else (info.base, index)
            old = Get(base) if rest is None else Get(base, rest, info.count)
            out.append(SetSlot(base, rest, self._changed(st, old, value), number, place))

    def _changed(self, st: c.Assign, old: Expr, value: Expr) -> Expr:
        if st.op != "set":
            value = s.binary("+" if st.op == "add" else "-", old, value)
        bounds = self.bounds(st.target.type)
        if bounds is None or (
            st.op == "set" and isinstance(st.value, c.LocalRef | c.VariableRef) and st.value.type == st.target.type
        ):
            return value
        return s.checked(value, *bounds, self.layout.place(st.span))

    def _tuck(
        self, what: c.Expr, to: ZoneRef, end: Literal["bottom", "middle"], place: int, env: Env, unit: Unit,
        out: list[Stmt],
    ) -> None:  # fmt: skip
        """Cards to the bottom or into the middle of a pile: to its top, and from there under the others."""
        count = unit.register()
        top = what.args[0] if isinstance(what, c.Op) and what.op == "single" else what
        match top:
            case c.ZoneRef(zone, owner):
                many = s.count(ZoneCards(self.layout.zone_of[zone], self.index(owner, env, unit)))
            case c.PileEnd("top", pile, amount) if amount is not None:
                size = s.count(ZoneCards(self.layout.zone_of[pile.zone], self.index(pile.owner, env, unit)))
                many = s.binary("min", self.lower(amount, env, unit), size)
            case c.PileEnd("top"):
                many = Const(1)
            case _:
                cards = unit.register()
                out.append(SetReg(cards, self.lower(what, env, unit)))
                out.append(MoveCards(Reg(cards), self._source(Reg(cards), what, env, unit), to, place))
                out.append(Tuck(to, s.count(Reg(cards)), end, place))
                return
        out.append(SetReg(count, many))
        self._move(what, to, place, env, unit, out)
        out.append(Tuck(to, Reg(count), end, place))

    def _move(self, what: c.Expr, to: ZoneRef, place: int, env: Env, unit: Unit, out: list[Stmt]) -> None:
        if isinstance(what, c.ZoneRef):
            source = ZoneRef(self.layout.zone_of[what.zone], self.index(what.owner, env, unit))
            out.append(MoveAll(source, to, place))
            return
        top = what.args[0] if isinstance(what, c.Op) and what.op == "single" else what
        if isinstance(top, c.PileEnd) and top.end == "top":
            # Taking the top of a pile is dealing it: who gets a card not drawn yet is known when it is drawn.
            amount = self.lower(top.count, env, unit) if top.count is not None else Const(1)
            pile = ZoneRef(self.layout.zone_of[top.pile.zone], self.index(top.pile.owner, env, unit))
            out.append(DealCards(amount, top.count is not None, pile, to, place))
            return
        cards = self.lower(what, env, unit)
        out.append(MoveCards(cards, self._source(cards, what, env, unit), to, place))

    def _source(self, cards: Expr, what: c.Expr, env: Env, unit: Unit) -> ZoneRef | None:
        """Where the cards probably lie: the pile they are on top of, the zone the name was picked from."""
        match cards:
            case PileEnd(zone, index):
                return ZoneRef(zone, index)
            case Unary("single", operand):
                inner = getattr(operand, "operand", operand)
                if isinstance(inner, PileEnd):
                    return ZoneRef(inner.zone, inner.index)
            case _:
                pass
        match what:
            case c.Op(op="except", args=(c.ZoneRef(zone, owner), _)):
                return ZoneRef(self.layout.zone_of[zone], self.index(owner, env, unit))
            case c.Op(op="single", args=(c.LocalRef(local),)) | c.LocalRef(local):
                return self.origins.get(local)
            case _:
                return None

    origins: dict[c.LocalSymbol, ZoneRef] = field(default_factory=dict["c.LocalSymbol", ZoneRef])
    """For a name of a choice: the zone it was picked from, if its owner is still the same when the choice is made."""

    def _deal(self, st: c.Deal, env: Env, unit: Unit, out: list[Stmt]) -> None:
        place = self.layout.place(st.span)
        pile = self.zone(st.pile, env, unit)
        amounts = [self.lower(a, env, unit) for a in st.amounts]
        if not st.target.each:
            out.append(DealCards(amounts[0], st.at_most, pile, self.zone(st.target, env, unit), place))
            return
        number = self.layout.zone_of[st.target.zone]
        owners = self.layout.owners(st.target.zone.owner)
        start = self.lower(st.start, env, unit) if st.start is not None else Const(0)
        if len(amounts) == 1:
            if not isinstance(amounts[0], Const):
                reg = unit.register()
                out.append(SetReg(reg, amounts[0]))
                amounts[0] = Reg(reg)
            reg = unit.register()
            body = (DealCards(amounts[0], st.at_most, pile, ZoneRef(number, Reg(reg)), place),)
            everyone = Const((1 << owners) - 1)
            over = Domain("seats", (everyone,), start) if st.start is not None else Domain("mask", (everyone,))
            out.append(ForEach(reg, over, None, None, body, place))
            return
        reg = unit.register()
        out.append(SetReg(reg, start))
        for i, amount in enumerate(amounts):
            whose = s.binary("mod", s.binary("+", Reg(reg), Const(i)), Const(owners))
            out.append(DealCards(amount, st.at_most, pile, ZoneRef(number, whose), place))

    # -------------------------------------------------------------------------------------------------- loops

    def _repeat(self, st: c.Repeat, env: Env, unit: Unit, out: list[Stmt]) -> None:
        place = self.layout.place(st.span)
        if st.times is None:
            until = self.lower(st.until, env, unit) if st.until is not None else None
            out.append(Loop(until, self.plain(st.body, env, unit), place))
            return
        times = self.lower(st.times, env, unit)
        over = Domain("range", (Const(1), times))
        reg = unit.register()
        until = self.lower(st.until, env, unit) if st.until is not None else None
        if not st.otherwise:
            out.append(ForEach(reg, over, None, until, self.plain(st.body, env, unit), place))
            return
        left = unit.register()
        # Whether the loop was left early is remembered: `left` stays 0 only if every round was played to its end.
        body = (SetReg(left, Const(1)), *self.plain(st.body, env, unit), SetReg(left, Const(0)))
        out.append(SetReg(left, Const(0)))
        out.append(ForEach(reg, over, None, until, body, place))
        reached = s.negation(until) if until is not None else Const(1)
        again = s.binary("and", s.binary("=", Reg(left), Const(0)), reached)
        out.append(When(again, self.plain(st.otherwise, env, unit), (), place))

    def _for(self, st: c.For, env: Env, unit: Unit, out: list[Stmt]) -> None:
        place = self.layout.place(st.span)
        reg = unit.register()
        inner: Env = {**env, st.local: Reg(reg)}
        if st.domain is None:
            start = self.lower(st.start, env, unit) if st.start is not None else Const(0)
            until = self.lower(st.until, inner, unit) if st.until is not None else None
            ahead = attribute(self.layout, "next", [Reg(reg)], PLAYER)
            out.append(SetReg(reg, start))
            out.append(Loop(until, (*self.plain(st.body, inner, unit), SetReg(reg, ahead)), place))
            return
        over = self.domain(st.domain, env, unit)
        where = self.lower(st.where, inner, unit) if st.where is not None else None
        until = self.lower(st.until, inner, unit) if st.until is not None else None
        out.append(ForEach(reg, over, where, until, self.plain(st.body, inner, unit), place))

    # ------------------------------------------------------------------------------------------ phases and tables

    def procedure(self, phase: c.PhaseSymbol) -> int:
        """The procedure of a phase in which nobody chooses, made when first called."""
        at = self.procedure_of.get(phase)
        if at is not None:
            return at
        at = self.procedure_of[phase] = len(self.procedures)
        self.procedures.append(None)
        unit = Unit()
        env: Env = {param: Reg(unit.register()) for param in phase.params}
        out: list[Stmt] = list(self.opening(phase))
        for statement in phase.body:
            self.statement(statement, env, unit, out)
        out.extend(self._plain_rows(phase, env, unit))
        out.extend(self.closing(phase, env, unit))
        self.procedures[at] = Procedure(phase.name, len(phase.params), unit.registers, tuple(out))
        return at

    def _plain_rows(self, phase: c.PhaseSymbol, env: Env, unit: Unit) -> tuple[Stmt, ...]:
        if not phase.rows:
            return ()
        out: list[Stmt] = []
        taken = self.taken(phase, env, unit)
        if not isinstance(taken, Const):
            reg = unit.register()
            out.append(SetReg(reg, taken))
            taken = Reg(reg)
        for i, row in enumerate(phase.rows):
            place = self.layout.place(row.span)
            body = (Mark("row", 0, None, place), *self.plain(row.actions, env, unit))
            test = Const(1) if is_always(row) else s.binary("=", taken, Const(i))
            if isinstance(test, Const):
                out.extend(body if test.value else ())
            else:
                out.append(When(test, body, (), place))
        return tuple(out)

    def taken(self, phase: c.PhaseSymbol, env: Env, unit: Unit) -> Expr:
        """The number of the row that applies besides those that always do, worked out before any of them changes
        something; -1 if there are no others."""
        others = [(i, row) for i, row in enumerate(phase.rows) if not is_always(row)]
        result: Expr = Stuck(NO_ROW, self.layout.place(phase.span)) if others else Const(NONE)
        for i, row in others:
            result = Const(i) if row.otherwise else result
        for i, row in reversed(others):
            if row.guard is not None:
                result = s.choose(self.lower(row.guard, env, unit), Const(i), result)
        return result

    def opening(self, phase: c.PhaseSymbol) -> tuple[Stmt, ...]:
        """What happens when a phase begins: its record, and what is remembered during it set back."""
        place = self.layout.place(phase.span)
        out: list[Stmt] = []
        if not phase.table:
            out.append(Mark("begin", self.number(phase), None, place))
        for variable in self.layout.game.variables:
            if variable.during is phase:
                number = self.layout.variable_of[variable]
                info = self.layout.variables[number]
                value = self.layout.initial[info.base]
                assert isinstance(value, int)
                out += [SetSlot(info.base + i, None, Const(value), number, info.place) for i in range(info.count)]
        return (*out, *self._kept(phase))

    def _kept(self, phase: c.PhaseSymbol) -> Iterator[Stmt]:
        """What the author's invariants compare with at the end of a phase is kept as it is at its beginning."""
        for e in (e for after in phase.afters for e in inside(after.condition)):
            if isinstance(e, c.Gained) and (phase, e.variable) not in self.begun:
                info = self.layout.variables[self.layout.variable_of[e.variable]]
                base = self.begun[phase, e.variable] = self.layout.slots(info.count)
                for i in range(info.count):
                    yield SetSlot(base + i, None, Get(info.base + i), -1, self.layout.place(e.span))

    def closing(self, phase: c.PhaseSymbol, env: Env, unit: Unit) -> tuple[Stmt, ...]:
        """What happens when a phase ends: the author's invariants, and its record."""
        out: list[Stmt] = []
        for after in phase.afters:
            test = self.note("check", self.lower(after.condition, env, unit), after.span)
            out.append(Require(test, f"after `{phase.name}` this must hold", self.layout.place(after.span)))
        if not phase.table:
            out.append(Mark("end", self.number(phase), None, self.layout.place(phase.span)))
        return tuple(out)

    def number(self, phase: c.PhaseSymbol) -> int:
        """The number of a phase in `Program.phases`."""
        if phase not in self.layout.phases:
            self.layout.phases.append(phase)
        return self.layout.phases.index(phase)


def is_always(row: c.Row) -> bool:
    """Whether a row of a table of actions applies besides the others."""
    return row.guard is None and not row.otherwise
