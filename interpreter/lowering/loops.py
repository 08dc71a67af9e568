"""Loops in which somebody chooses: their counters and what is left of their sets live in slots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...dsl import checked as c
from ...dsl.types import LOWEST, PLAYER
from ..program import Binary, Const, Domain, Expr, Fold, Get, Goto, Reg, Slot, Tick
from . import simplify as s
from .attributes import attribute
from .blocks import Blocks, Loops
from .units import Env

_MOST_PLACES = 10_000
"""How far a range with a `where` can go on: the numbers that fit are kept as a mask."""


@dataclass
class WaitingLoops(Blocks):
    """Writes `repeat` and `for` whose rounds wait."""

    def repeat_blocks(self, st: c.Repeat, env: Env, loops: Loops) -> None:
        place = self.layout.place(st.span)
        left = self.layout.slot()
        if st.times is not None:
            self.put(left, self.lower(st.times, env, self.unit), place)
        head, done = self.new(), self.new()
        self.start(head)
        if st.until is not None:
            self.leave_if(self.lower(st.until, env, self.unit), done)
        if st.times is not None:
            bound = self.new()
            self.leave_if(Binary("<=", Get(left), Const(0)), bound)
            self.put(left, Binary("-", Get(left), Const(1)), place)
        else:
            bound = done
        self.code.append(Tick(place))
        self.sequence(st.body, env, (*loops, done))
        self.close(Goto(head))
        if bound != done:
            self.open(bound)
            self.sequence(st.otherwise, env, loops)
            self.close(Goto(done))
        self.open(done)

    def for_blocks(self, st: c.For, env: Env, loops: Loops) -> None:
        place = self.layout.place(st.span)
        at = self.layout.slot()
        inner: Env = {**env, st.local: Get(at)}
        head, done = self.new(), self.new()
        if st.domain is None:
            self.put(at, self.lower(st.start, env, self.unit) if st.start is not None else Const(0), place)
            self.start(head)
            if st.until is not None:
                self.leave_if(self.lower(st.until, inner, self.unit), done)
            self.code.append(Tick(place))
            step = self.new()
            self.sequence(st.body, inner, (*loops, done))
            self.start(step)
            self.put(at, attribute(self.layout, "next", [Get(at)], PLAYER), place)
            self.close(Goto(head))
            self.open(done)
            return
        if st.domain.kind == "set":
            self._for_set(st, st.domain, env, inner, at, head, done, loops)
        else:
            self._for_numbers(st, st.domain, env, inner, at, head, done, loops)
        self.open(done)

    def _for_set(
        self, st: c.For, domain: c.Domain, env: Env, inner: Env, at: Slot, head: int, done: int, loops: Loops
    ) -> None:
        """Over a set, fixed at the start: `rest` is what is left of it."""
        place = self.layout.place(st.span)
        rest = self.layout.slot()
        group = self.lower(domain.args[0], env, self.unit)
        if st.where is not None:
            reg = self.unit.register()
            where = self.lower(st.where, {**env, st.local: Reg(reg)}, self.unit)
            group = Fold("set", reg, Domain("mask", (group,)), where, None, place)
        self.put(rest, group, place)
        start: Expr | None = None
        if domain.start is not None:
            first = self.layout.slot()
            self.put(first, self.lower(domain.start, env, self.unit), place)
            start = Get(first)
        self.start(head)
        self.leave_if(s.negation(s.some(Get(rest))), done)
        over = Domain("seats", (Get(rest),), start) if start is not None else Domain("mask", (Get(rest),))
        self.put(at, Fold("first", self.unit.register(), over, None, None, place), place)
        self.put(rest, Binary("without", Get(rest), s.single(Get(at))), place)
        self.code.append(Tick(place, in_state=False))
        if st.until is not None:
            self.leave_if(self.lower(st.until, inner, self.unit), done)
        self.sequence(st.body, inner, (*loops, done))
        self.close(Goto(head))

    def _for_numbers(
        self, st: c.For, domain: c.Domain, env: Env, inner: Env, at: Slot, head: int, done: int, loops: Loops
    ) -> None:
        """Over numbers in a range, or values in a list: `turn` counts the rounds, as a rule may change the name itself.

        What is run over is settled at the start, with the places for which `where` holds as a mask."""
        place = self.layout.place(st.span)
        values = [self.lower(a, env, self.unit) for a in domain.args]
        first = self.layout.slots(len(values))
        for i, value in enumerate(values):
            self.put(first + i, value, place)
        count: Expr = Const(len(values))
        if domain.kind != "list":
            low, high = (first + 1, first) if domain.kind == "down" else (first, first + 1)
            count = Binary("+", Binary("-", Get(high), Get(low)), Const(1))

        def value_at(turn: Expr) -> Expr:
            if domain.kind == "list":
                return Get(first, turn, len(values))
            return Binary("-" if domain.kind == "down" else "+", Get(first), turn)

        turn, kept = self.layout.slot(), self.layout.slot()
        if st.where is not None:
            self.put(kept, self._places(st.local, st.where, count, value_at, env, place), place)
        self.put(turn, Const(0), place)
        self.start(head)
        self.leave_if(Binary(">=", Get(turn), count), done)
        self.put(at, value_at(Get(turn)), place)
        self.put(turn, Binary("+", Get(turn), Const(1)), place)
        self.code.append(Tick(place))
        if st.where is not None:
            self.leave_if(s.negation(Binary("has", Get(kept), Binary("-", Get(turn), Const(1)))), head)
        if st.until is not None:
            self.leave_if(self.lower(st.until, inner, self.unit), done)
        self.sequence(st.body, inner, (*loops, done))
        self.close(Goto(head))

    def _places(
        self, local: c.LocalSymbol, where: c.Expr, count: Expr, value_at: Callable[[Expr], Expr], env: Env, place: int
    ) -> Expr:
        """The mask of those places, counted from 0, whose value `where` holds for."""
        reg = self.unit.register()
        last = s.checked(Binary("-", count, Const(1)), LOWEST, _MOST_PLACES, place)
        test = self.lower(where, {**env, local: value_at(Reg(reg))}, self.unit)
        return Fold("set", reg, Domain("range", (Const(0), last)), test, None, place)
