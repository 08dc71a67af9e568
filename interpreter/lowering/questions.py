"""Questions: `chooses`, and choices made in secret together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import cast

from ...dsl import checked as c
from ...dsl.types import NONE
from ..program import (
    Alternative,
    Ask,
    AskPlayer,
    Binary,
    Bound,
    Combinations,
    Const,
    Domain,
    Expr,
    Fold,
    FunctionCall,
    Get,
    Goto,
    PileEnd,
    Reason,
    Reg,
    SetReg,
    SetSlot,
    Slot,
    TrickRules,
    When,
    ZoneRef,
)
from . import simplify as s
from .blocks import LAST, Blocks, Loops, Window
from .shapes import groups
from .units import Env, Unit


@dataclass
class Questions(Blocks):
    """Writes questions and what follows from each answer."""

    def ask(
        self, actor: Expr, alternatives: tuple[Alternative, ...], place: int, secret: bool = False, again: int = -1,
        trick: TrickRules | None = None,
    ) -> None:  # fmt: skip
        """Open a question and close the block.  `again`: the block that gets it ready, if that is not this one."""
        if self.windows and again < 0:
            self.start(self.new())
        opens = len(self.code) if again < 0 else 0
        self.invariants()
        self._settle(alternatives)
        for window in self.windows:
            if window.each is not None:
                self._whose(window)
        block = again if again >= 0 else self.current
        incidents = sum(1 if window.rule.player is None else self.layout.players for window in self.windows)
        self.asks.append(Ask(alternatives, place, secret, tuple(range(incidents)), block, opens, trick))
        self.close(AskPlayer(len(self.asks) - 1, actor))

    def _whose(self, window: Window) -> None:
        """Settle of which players an incident could be declared at a question."""
        assert window.each is not None and window.rule.players is not None
        place, group, seats = self.layout.place(window.rule.span), self.unit.register(), range(self.layout.players)
        settled = SetReg(group, self.lower(window.rule.players, {}, self.unit))
        yes = [SetSlot(window.each + i, None, Binary("has", Reg(group), Const(i)), -1, place) for i in seats]
        no = [SetSlot(window.each + i, None, Const(0), -1, place) for i in seats]
        there = Binary("!=", Get(window.slot), Const(0))
        self.code.append(When(there, (settled, *yes), (*no,), place))

    def answered(self) -> None:
        """What every answer does first: shut the windows it closes."""
        for window in self.windows:
            if window.rule.until is not None:
                place = self.layout.place(window.rule.span)
                last = Binary("=", Get(window.slot), Const(LAST))
                self.code.append(When(last, (SetSlot(window.slot, None, Const(0), -1, place),), (), place))

    def _settle(self, alternatives: tuple[Alternative, ...]) -> None:
        """Look at the ends of shuffled piles the answers depend on, so that asking what they are changes nothing."""
        for end in self._ends(alternatives, set()):
            zone = self.layout.zones[end.zone]
            index, count = end.index, end.count
            owners = [index] if not _has_reg(index) else [Const(i) for i in range(zone.count)]
            if _has_reg(count):
                count = Const(self.layout.cards)
            for owner in owners:
                self.code.append(SetReg(self.unit.register(), PileEnd(end.zone, owner, end.end, count, end.place)))

    def _ends(self, node: object, seen: set[int]) -> Iterator[PileEnd]:
        """Every look at the end of a shuffled pile in some part of a program, those in functions too."""
        if isinstance(node, tuple):
            for item in cast("tuple[object, ...]", node):
                yield from self._ends(item, seen)
        elif is_dataclass(node):
            if isinstance(node, PileEnd) and self.layout.zones[node.zone].bag >= 0:
                yield node
            if isinstance(node, FunctionCall) and node.function not in seen:
                seen.add(node.function)
                yield from self._ends(self.functions[node.function], seen)
            for field in fields(node):
                yield from self._ends(getattr(node, field.name), seen)

    def choose(self, st: c.Choose, env: Env, loops: Loops) -> None:
        actor = self.lower(st.player, env, self.unit)
        done = self.new()
        bodies = [(self.new(), choice) for choice in st.choices]
        inner = [dict(env) for _ in st.choices]
        alternatives = tuple(
            self.alternative(choice, block, env, body) for (block, choice), body in zip(bodies, inner, strict=True)
        )
        self.ask(actor, alternatives, self.layout.place(st.span))
        for (block, choice), body in zip(bodies, inner, strict=True):
            self.open(block)
            self.answered()
            self.sequence(choice.body, body, loops)
            self.close(Goto(done))
        self.open(done)

    def alternative(self, choice: c.Choice, block: int, env: Env, body: Env) -> Alternative:
        """One kind of choice; `body` gets the slots its names have afterwards."""
        unit = Unit()
        inner: Env = dict(env)
        bound: list[Bound] = []
        for local, _ in choice.generators:
            inner[local] = Reg(unit.register())
        for local, domain in choice.generators:
            self._remember_origin(local, domain, body)
            slot = self.layout.slot()
            over: Domain | Combinations
            if domain.kind == "combinations":
                low, high, of = (self.lower(a, inner, unit) for a in domain.args)
                over = Combinations(low, high, of, self._groups(local, choice.where))
            else:
                over = self.domain(domain, inner, unit)
            bound.append(Bound(local.name, slot, local.type, over))
            body[local] = Get(slot)
        guard = self.lower(choice.guard, inner, unit) if choice.guard is not None else None
        where = self.lower(choice.where, inner, unit) if choice.where is not None else None
        because = [r for e in (choice.guard, choice.where) if e is not None for r in self._reasons(e, inner, unit)]
        holes = tuple(next(i for i, (g, _) in enumerate(choice.generators) if g is hole) for hole in choice.holes)
        return Alternative(
            choice.texts,
            holes,
            tuple(bound),
            guard,
            where,
            block,
            self.layout.place(choice.span),
            tuple(because),
        )

    def _groups(self, local: c.LocalSymbol, where: c.Expr | None) -> int:
        """The table of ranks or suits a combination must lie within, if `where` asks for a shape that says so.

        So the combinations are made group by group and not all tried."""
        match where:
            case c.Op(op="and", args=(left, right)):
                return max(self._groups(local, left), self._groups(local, right))
            case c.IsShape(shape, c.LocalRef(cards)) if cards is local and shape.forms:
                same = shape.forms[0].same
                if same is not None and all(form.same == same and form.least > 0 for form in shape.forms):
                    return self.layout.table(groups(self.layout, same))
                return -1
            case _:
                return -1

    def _remember_origin(self, local: c.LocalSymbol, domain: c.Domain, env: Env) -> None:
        of = domain.args[-1]
        if isinstance(of, c.ZoneRef):
            index = self.index(of.owner, env, Unit())
            if index is None or isinstance(index, Get | Const):
                self.origins[local] = ZoneRef(self.layout.zone_of[of.zone], index)

    def _reasons(self, e: c.Expr, env: Env, unit: Unit) -> list[Reason]:
        if isinstance(e, c.Op) and e.op == "and":
            return [r for arg in e.args for r in self._reasons(arg, env, unit)]
        if isinstance(e, c.CallDefine) and e.define.rows and not e.define.lets:
            given = self.arguments(e.args, e.define.params, env, unit)
            return self._row_reasons(e.define.rows, dict(zip(e.define.params, given, strict=True)), unit)
        return [Reason(self.lower(e, env, unit), self.layout.place(e.span))]

    def _row_reasons(self, rows: tuple[c.Row, ...], env: Env, unit: Unit) -> list[Reason]:
        """One for each row of a table of yes and no: if that row is the one that applies, its value must hold."""
        found: list[Reason] = []
        before: Expr = Const(0)
        for row in rows:
            assert row.value is not None
            guard = self.lower(row.guard, env, unit) if row.guard is not None else Const(1)
            elsewhere = s.binary("or", before, s.negation(guard))
            holds = s.binary("or", elsewhere, self.lower(row.value, env, unit))
            found.append(Reason(holds, self.layout.place(row.span)))
            before = s.binary("or", before, guard)
        return found

    def together(self, st: c.Together, env: Env) -> None:
        """Every choice is asked for first, each answer kept; then what follows from them, in the order written."""
        place = self.layout.place(st.span)
        later: list[tuple[c.Choose, list[Env], Slot]] = []
        for chooser in st.choosers:
            if isinstance(chooser, c.Choose):
                self._secret(chooser, env, later, None)
                continue
            assert chooser.domain is not None
            takers = self.layout.slot()
            reg = self.unit.register()
            first = chooser.domain.start
            start = self.lower(first, env, self.unit) if first is not None else Const(0)
            group = self.lower(chooser.domain.args[0], env, self.unit)
            if chooser.where is not None:
                where = self.lower(chooser.where, {**env, chooser.local: Reg(reg)}, self.unit)
                group = Fold("set", reg, Domain("mask", (group,)), where, None, place)
            self.put(takers, group, place)
            seats = self.layout.slots(self.layout.players)
            for i in range(self.layout.players):
                self.put(seats + i, s.binary("mod", s.binary("+", start, Const(i)), Const(self.layout.players)), place)
            for seat in range(seats, seats + self.layout.players):
                for inner in chooser.body:
                    if isinstance(inner, c.Choose):
                        takes_part = Binary("has", Get(takers), Get(seat))
                        self._secret(inner, {**env, chooser.local: Get(seat)}, later, takes_part)
        for choose, envs, picked in later:
            done = self.new()
            for i, choice in enumerate(choose.choices):
                yes, no = self.split(Binary("=", Get(picked), Const(i)))
                self.open(yes)
                self.sequence(choice.body, envs[i], ())
                self.close(Goto(done))
                self.open(no)
            self.start(done)

    def _secret(
        self, st: c.Choose, env: Env, later: list[tuple[c.Choose, list[Env], Slot]], takes_part: Expr | None
    ) -> None:
        place = self.layout.place(st.span)
        picked, done = self.layout.slot(NONE), self.new()
        self.put(picked, Const(NONE), place)
        if takes_part is not None:
            self.leave_if(s.negation(takes_part), done)
        blocks = [self.new() for _ in st.choices]
        envs: list[Env] = [dict(env) for _ in st.choices]
        alternatives = tuple(self.alternative(ch, b, env, e) for ch, b, e in zip(st.choices, blocks, envs, strict=True))
        self.ask(self.lower(st.player, env, self.unit), alternatives, place, secret=True)
        for i, block in enumerate(blocks):
            self.open(block)
            self.answered()
            self.put(picked, Const(i), place)
            self.close(Goto(done))
        self.open(done)
        later.append((st, envs, picked))


def _has_reg(e: object) -> bool:
    """Whether an expression depends on a name of a choice, a phrase or a define."""
    if isinstance(e, tuple):
        return any(map(_has_reg, cast("tuple[object, ...]", e)))
    return isinstance(e, Reg) or (is_dataclass(e) and any(_has_reg(getattr(e, field.name)) for field in fields(e)))
