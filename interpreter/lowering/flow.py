"""Phases in which somebody chooses, as a whole: statement by statement, each handed to the layer that writes it."""

from __future__ import annotations

from dataclasses import dataclass

from ...dsl import checked as c
from ..program import (
    Binary,
    Const,
    End,
    Ending,
    Fail,
    Get,
    Goto,
    IncidentEntry,
    Mark,
    Require,
    Return,
    SetSlot,
    Slot,
    Stmt,
    Tick,
    When,
)
from .blocks import LAST, Loops, Window
from .loops import WaitingLoops
from .statements import is_always
from .tricks import Tricks
from .units import Env, Unit


@dataclass
class Flow(Tricks, WaitingLoops):
    """Lowers every phase that waits, and the incidents."""

    def lower_phases(self) -> int:
        """Lower every phase that waits; the number of the first block of the game."""
        game = self.layout.game
        waiting = [phase for phase in (game.main, *game.phases) if phase in self.waits]
        for phase in waiting:
            self._frame(phase)
            if phase in self.again:
                self.restart[phase] = (self.new(), self.back[phase])
        self.windows = [self._window(rule) for rule in game.incidents]
        for phase in waiting:
            self._phase(phase, phase in self.again)
        for window in self.windows:
            self._incident(window)
        return self.entry[game.main]

    def _frame(self, phase: c.PhaseSymbol) -> None:
        """Where a phase begins, where it goes back to, what it is given."""
        self.entry[phase] = self.new()
        self.back[phase] = self.layout.slot()
        self.params[phase] = [self.layout.slot() for _ in phase.params]

    def _phase(self, phase: c.PhaseSymbol, again: bool = False) -> None:
        self.phase = phase
        self.unit = Unit()
        self.open(self.entry[phase])
        if again:
            self._keep_windows(phase)
        env: Env = {p: Get(slot) for p, slot in zip(phase.params, self.params[phase], strict=True)}
        self.code += self.opening(phase)
        for statement in phase.body:
            self._statement(statement, env, ())
        self._table(phase, env)
        self.code += self.closing(phase, env, self.unit)
        if phase is self.layout.game.main:
            self.close(Fail("the game has come to its end without `game over`", self.layout.place(phase.span)))
        else:
            self.close(Return(self.back[phase]))

    def _keep_windows(self, phase: c.PhaseSymbol) -> None:
        """A phase that can start again keeps which incidents could happen when it began: so it is then once more."""
        place = self.layout.place(phase.span)
        kept = [(window.slot, self.layout.slot()) for window in self.windows]
        for slot, copy in kept:
            self.put(copy, Get(slot), place)
        body = self.new()
        self.close(Goto(body))
        self.open(self.restart[phase][0])
        for slot, copy in kept:
            self.put(slot, Get(copy), place)
        self.start(body)

    def _window(self, rule: c.IncidentRule) -> Window:
        match rule.players:
            case None | c.Op(op="players"):
                return Window(self.layout.slot(), rule)
            case _:
                return Window(self.layout.slot(), rule, self.layout.slots(self.layout.players))

    def _incident(self, window: Window) -> None:
        """What an incident does; it cannot happen again while it goes on.

        The phases it calls have frames of their own: those of the game may be in the middle of something."""
        place = self.layout.place(window.rule.span)
        outer, self.phase, self.unit = (self.entry, self.back, self.params), None, Unit()
        self.entry, self.back, self.params, begun, self.begun = {}, {}, {}, self.begun, {}
        start, back, was = self.new(), self.layout.slot(), self.layout.slot()
        env: Env = {}
        if window.rule.player is None:
            self.incidents.append(IncidentEntry(window.rule.title, -1, start, window.slot, back, place))
        else:
            whose = self.layout.slot()
            env[window.rule.player] = Get(whose)
            for player in range(self.layout.players):
                block, open_ = self.new(), window.slot if window.each is None else window.each + player
                self.open(block)
                self.put(whose, Const(player), place)
                self.close(Goto(start))
                self.incidents.append(IncidentEntry(window.rule.title, player, block, open_, back, place))
        self.open(start)
        self.put(was, Get(window.slot), place)
        self.put(window.slot, Const(0), place)
        self.sequence(window.rule.body, env, ())
        self.put(window.slot, Get(was), place)
        self.close(Return(back))
        done: set[c.PhaseSymbol] = set()
        while called := [phase for phase in self.entry if phase not in done]:
            for phase in called:
                self._phase(phase)
            done.update(called)
        self.entry, self.back, self.params = outer
        self.begun = begun

    def opening(self, phase: c.PhaseSymbol) -> tuple[Stmt, ...]:
        made, place = list(super().opening(phase)), self.layout.place(phase.span)
        made += [self._set_window(w, 1, place) for w in self.windows if w.rule.start is phase]
        for window in self.windows:
            if window.rule.until is phase:
                there = Binary("!=", Get(window.slot), Const(0))
                made.append(When(there, (self._set_window(window, LAST, place),), (), place))
        return tuple(made)

    def closing(self, phase: c.PhaseSymbol, env: Env, unit: Unit) -> tuple[Stmt, ...]:
        closed = [w for w in self.windows if (w.rule.until or w.rule.start) is phase]
        shut = tuple(self._set_window(w, 0, self.layout.place(phase.span)) for w in closed)
        return (*shut, *super().closing(phase, env, unit))

    @staticmethod
    def _set_window(window: Window, value: int, place: int) -> Stmt:
        return SetSlot(window.slot, None, Const(value), -1, place)

    # -------------------------------------------------------------------------------------------------- statements

    def sequence(self, statements: tuple[c.Stmt, ...], env: Env, loops: Loops) -> None:
        inner = dict(env)
        for statement in statements:
            self._statement(statement, inner, loops)

    def _statement(self, st: c.Stmt, env: Env, loops: Loops) -> None:
        place = self.layout.place(st.span)
        match st:
            case c.Let(local, value):
                slot = self.layout.slot()
                self.put(slot, self.lower(value, env, self.unit), place)
                env[local] = Get(slot)
            case c.Stop():
                self.close(Goto(loops[-1]))
                self.open(self.new())
            case c.Again(phase):
                block, back = self.restart[phase]
                begun = Binary("!=", Get(back), Const(0))  # block 0 begins the game: nothing goes back there
                self.code.append(Require(begun, f"`{phase.name}` cannot start again: it has not begun yet", place))
                self.code.append(Tick(place))
                self.close(Goto(block))
                self.open(self.new())
            case c.Over():
                self._over(st)
            case c.CallPhase(phase, args) if phase in self.waits:
                self._jump(phase, args, env, place)
            case c.PlayTrick():
                self.play_trick(st, env)
            case c.Choose():
                self.choose(st, env, loops)
            case c.Together():
                self.together(st, env)
            case c.If() if self.cut(st):
                self._if(st, env, loops)
            case c.Repeat() if self.cut(st):
                self.repeat_blocks(st, env, loops)
            case c.For() if self.cut(st):
                self.for_blocks(st, env, loops)
            case _:
                self.statement(st, env, self.unit, self.code)

    def _jump(self, phase: c.PhaseSymbol, args: tuple[c.Expr, ...], env: Env, place: int) -> None:
        if phase not in self.entry:
            self._frame(phase)
        values = self.arguments(args, phase.params, env, self.unit)
        for slot, value in zip(self.params[phase], values, strict=True):
            self.put(slot, value, place)
        after = self.new()
        self.put(self.back[phase], Const(after), place)
        self.close(Goto(self.entry[phase]))
        self.open(after)

    def _table(self, phase: c.PhaseSymbol, env: Env) -> None:
        """The rows of a table some of whose actions wait; of one without, see `Statements`."""
        if not phase.rows:
            return
        slot = self.layout.slot()
        self.put(slot, self.taken(phase, env, self.unit), self.layout.place(phase.span))
        for i, row in enumerate(phase.rows):
            done = self.new()
            if not is_always(row):
                yes, no = self.split(Binary("=", Get(slot), Const(i)))
                self.open(no)
                self.close(Goto(done))
                self.open(yes)
            self.code.append(Mark("row", 0, None, self.layout.place(row.span)))
            self.sequence(row.actions, env, ())
            self.start(done)

    def _if(self, st: c.If, env: Env, loops: Loops) -> None:
        test = self.lower(st.condition, env, self.unit)
        if isinstance(test, Const):
            self.sequence(st.then if test.value else st.otherwise, env, loops)
            return
        done = self.new()
        yes, no = self.split(test)
        for block, body in ((yes, st.then), (no, st.otherwise)):
            self.open(block)
            self.sequence(body, env, loops)
            self.close(Goto(done))
        self.open(done)

    def _over(self, st: c.Over) -> None:
        place = self.layout.place(st.span)
        bases: list[tuple[Slot, bool]] = []
        for highest, measure in st.criteria:
            if isinstance(measure, c.VariableSymbol):
                bases.append((self.layout.variables[self.layout.variable_of[measure]].base, highest))
                continue
            owners = self.layout.owners(st.owner)
            base = self.layout.slots(owners)  # what a define makes of each is kept for the end
            for i in range(owners):
                self.put(base + i, self.call(measure, (Const(i),)), place)
            bases.append((base, highest))
        self.endings.append(Ending(st.owner, tuple(bases), st.tie, self.layout.place(st.span)))
        self.invariants()
        self.close(End(len(self.endings) - 1))
        self.open(self.new())
