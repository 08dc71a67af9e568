"""Phases in which somebody chooses, cut into blocks that run from one question to the next.

A phase *waits* if it asks, plays a trick, ends the game, starts a phase again, or calls a phase that waits.  Such a
phase is not called but jumped to: its parameters, names and loops live in slots of its own (no recursion, so one set
is enough), and one more slot says where to go back to.  A statement inside it that does not wait stays nested, as in
`statements.py`; one that waits is taken apart here into blocks that end in a jump.

`Flow.block` is the block being written; `_start` closes it with a jump and opens another.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...dsl import core as c
from ...dsl.types import CARD, NONE
from ..program import (
    Alternative,
    Ask,
    AskPlayer,
    Binary,
    Block,
    Bound,
    Branch,
    Combinations,
    Const,
    Domain,
    End,
    Ending,
    Expr,
    Fail,
    Fold,
    Get,
    Goto,
    IncidentEntry,
    Look,
    Mark,
    MoveCards,
    Reason,
    Reg,
    Require,
    Return,
    SetReg,
    SetSlot,
    Slot,
    Stmt,
    Tick,
    When,
    ZoneCards,
    ZoneRef,
)
from . import simplify as s
from .expressions import Env, Unit
from .ranking import Ranked
from .statements import NO_ROW, Statements, needs_row

Loops = tuple[int, ...]
"""For each loop around a statement, the block behind it."""


@dataclass
class Window:
    """When an incident can happen: from the start of a phase until the first choice in another, or its own end."""

    slot: Slot
    rule: c.IncidentRule


@dataclass
class Flow(Statements):
    """Lowers phases that wait."""

    ranking: Ranked | None = None
    blocks: list[Block | None] = field(default_factory=list["Block | None"])
    asks: list[Ask] = field(default_factory=list["Ask"])
    endings: list[Ending] = field(default_factory=list["Ending"])
    incidents: list[IncidentEntry] = field(default_factory=list["IncidentEntry"])
    entry: dict[c.PhaseSymbol, int] = field(default_factory=dict["c.PhaseSymbol", int])
    back: dict[c.PhaseSymbol, Slot] = field(default_factory=dict["c.PhaseSymbol", Slot])
    params: dict[c.PhaseSymbol, list[Slot]] = field(default_factory=dict["c.PhaseSymbol", "list[Slot]"])
    waits: set[c.PhaseSymbol] = field(default_factory=set["c.PhaseSymbol"])
    windows: list[Window] = field(default_factory=list["Window"])
    current: int = -1
    code: list[Stmt] = field(default_factory=list["Stmt"])
    unit: Unit = field(default_factory=Unit)
    phase: c.PhaseSymbol | None = None

    # ------------------------------------------------------------------------------------------ who waits, entries

    def find_waiting(self) -> None:
        """Find the phases that wait: those with a question in them, and those that call one."""
        game = self.layout.game
        everything = [game.main, *game.phases]
        again = {st.phase for phase in everything for st in every(phase) if isinstance(st, c.Again)}
        again |= {st.phase for rule in game.incidents for st in within(rule.body) if isinstance(st, c.Again)}
        self.waits = {game.main} | again
        changed = True
        while changed:
            changed = False
            for phase in everything:
                if phase not in self.waits and any(self.waiting(st) for st in every(phase)):
                    self.waits.add(phase)
                    changed = True

    def waiting(self, st: c.Stmt) -> bool:
        """Whether a statement itself (not what stands in it) waits."""
        if isinstance(st, c.CallPhase):
            return st.phase in self.waits
        return isinstance(st, c.Choose | c.Together | c.PlayTrick | c.Over | c.Again)

    def cut(self, st: c.Stmt) -> bool:
        """Whether a statement must be taken apart: something in it waits, or a `stop` in it leaves a loop outside."""
        return any(self.waiting(inner) for inner in within((st,))) or _stops(st)

    def lower_phases(self) -> int:
        """Lower every phase that waits; the number of the first block of the game."""
        game = self.layout.game
        for phase in self.waits:
            self.entry[phase] = self._new()
            self.back[phase] = self.layout.slot()
            self.params[phase] = [self.layout.slot() for _ in phase.params]
        self.windows = [Window(self.layout.slot(), rule) for rule in game.incidents]
        for phase in [game.main, *(p for p in game.phases if p in self.waits)]:
            self._phase(phase)
        for window in self.windows:
            self._incident(window)
        return self.entry[game.main]

    def _phase(self, phase: c.PhaseSymbol) -> None:
        self.phase = phase
        self.unit = Unit()
        self._open(self.entry[phase])
        env: Env = {p: Get(slot) for p, slot in zip(phase.params, self.params[phase], strict=True)}
        self.code += self.opening(phase)
        self._sequence(phase.body, env, ())
        self._table(phase, env)
        self.code += self.closing(phase, env, self.unit)
        if phase is self.layout.game.main:
            self._close(Fail("the game has come to its end without `game over`", self.layout.place(phase.span)))
        else:
            self._close(Return(self.back[phase]))

    def _incident(self, window: Window) -> None:
        self.phase = None
        self.unit = Unit()
        start, back = self._new(), self.layout.slot()
        self._open(start)
        self._sequence(window.rule.body, {}, ())
        self._close(Return(back))
        place = self.layout.place(window.rule.span)
        self.incidents.append(IncidentEntry(window.rule.title, start, window.slot, back, place))

    def opening(self, phase: c.PhaseSymbol) -> tuple[Stmt, ...]:
        made = super().opening(phase)
        opened = [w for w in self.windows if w.rule.start is phase]
        return (*made, *(SetSlot(w.slot, None, Const(1), -1, self.layout.place(phase.span)) for w in opened))

    def closing(self, phase: c.PhaseSymbol, env: Env, unit: Unit) -> tuple[Stmt, ...]:
        closed = [w for w in self.windows if w.rule.until is None and w.rule.start is phase]
        shut = tuple(SetSlot(w.slot, None, Const(0), -1, self.layout.place(phase.span)) for w in closed)
        return (*shut, *super().closing(phase, env, unit))

    # ------------------------------------------------------------------------------------------------------ blocks

    def _new(self) -> int:
        self.blocks.append(None)
        return len(self.blocks) - 1

    def _open(self, block: int) -> None:
        self.current, self.code = block, []

    def _close(self, end: Stmt) -> None:
        self.blocks[self.current] = Block((*self.code, end), self.unit.registers)
        self.current, self.code = -1, []

    def _start(self, block: int) -> None:
        """Jump to a block and go on writing there."""
        self._close(Goto(block))
        self._open(block)

    def _split(self, condition: Expr) -> tuple[int, int]:
        """Close the block with a branch; both new blocks are still to be written."""
        yes, no = self._new(), self._new()
        self._close(Branch(condition, yes, no))
        return yes, no

    def _put(self, slot: Slot, value: Expr, place: int) -> None:
        self.code.append(SetSlot(slot, None, value, -1, place))

    # -------------------------------------------------------------------------------------------------- statements

    def _sequence(self, statements: tuple[c.Stmt, ...], env: Env, loops: Loops) -> None:
        inner = dict(env)
        for statement in statements:
            self._statement(statement, inner, loops)

    def _statement(self, st: c.Stmt, env: Env, loops: Loops) -> None:
        place = self.layout.place(st.span)
        match st:
            case c.Let(local, value):
                slot = self.layout.slot()
                self._put(slot, self.lower(value, env, self.unit), place)
                env[local] = Get(slot)
            case c.Stop():
                self._close(Goto(loops[-1]))
                self._open(self._new())
            case c.Again(phase):
                self.code.append(Tick(place))
                self._close(Goto(self.entry[phase]))
                self._open(self._new())
            case c.Over():
                self._over(st)
            case c.CallPhase(phase, args) if phase in self.waits:
                self._jump(phase, args, env, place)
            case c.PlayTrick():
                self._trick(st, env)
            case c.Choose():
                self._choose(st, env, loops)
            case c.Together():
                self._together(st, env)
            case c.If() if self.cut(st):
                self._if(st, env, loops)
            case c.Repeat() if self.cut(st):
                self._repeat_blocks(st, env, loops)
            case c.For() if self.cut(st):
                self._for_blocks(st, env, loops)
            case _:
                self.statement(st, env, self.unit, self.code)

    def _jump(self, phase: c.PhaseSymbol, args: tuple[c.Expr, ...], env: Env, place: int) -> None:
        values = [self.lower(a, env, self.unit) for a in args]
        for slot, value in zip(self.params[phase], values, strict=True):
            self._put(slot, value, place)
        after = self._new()
        self._put(self.back[phase], Const(after), place)
        self._close(Goto(self.entry[phase]))
        self._open(after)

    def _table(self, phase: c.PhaseSymbol, env: Env) -> None:
        """The rows of a table some of whose actions wait; of one without, see `Statements`."""
        if not phase.rows:
            return
        done = self._new()
        for row in phase.rows:
            if row.guard is None and not row.otherwise:
                self.code.append(Mark("row", 0, None, self.layout.place(row.span)))
                self._sequence(row.actions, env, ())
        for row in phase.rows:
            if row.guard is None and not row.otherwise:
                continue
            test = self.lower(row.guard, env, self.unit) if row.guard is not None else Const(1)
            yes, no = self._split(test)
            self._open(yes)
            self.code.append(Mark("row", 0, None, self.layout.place(row.span)))
            self._sequence(row.actions, env, ())
            self._close(Goto(done))
            self._open(no)
        if needs_row(phase):
            self._close(Fail(NO_ROW, self.layout.place(phase.span)))
        else:
            self._close(Goto(done))
        self._open(done)

    def _if(self, st: c.If, env: Env, loops: Loops) -> None:
        test = self.lower(st.condition, env, self.unit)
        if isinstance(test, Const):
            self._sequence(st.then if test.value else st.otherwise, env, loops)
            return
        done = self._new()
        yes, no = self._split(test)
        for block, body in ((yes, st.then), (no, st.otherwise)):
            self._open(block)
            self._sequence(body, env, loops)
            self._close(Goto(done))
        self._open(done)

    def _over(self, st: c.Over) -> None:
        variables = self.layout.variables
        bases = [(variables[self.layout.variable_of[v]].base, highest) for highest, v in st.criteria]
        self.endings.append(Ending(st.owner, tuple(bases), st.tie, self.layout.place(st.span)))
        self._invariants()
        self._close(End(len(self.endings) - 1))
        self._open(self._new())

    # ------------------------------------------------------------------------------------------------------- loops

    def _repeat_blocks(self, st: c.Repeat, env: Env, loops: Loops) -> None:
        place = self.layout.place(st.span)
        left = self.layout.slot()
        if st.times is not None:
            self._put(left, self.lower(st.times, env, self.unit), place)
        head, done = self._new(), self._new()
        self._start(head)
        if st.until is not None:
            self._leave_if(self.lower(st.until, env, self.unit), done)
        if st.times is not None:
            bound = self._new()
            self._leave_if(Binary("<=", Get(left), Const(0)), bound)
            self._put(left, Binary("-", Get(left), Const(1)), place)
        else:
            bound = done
            self.code.append(Tick(place))
        self._sequence(st.body, env, (*loops, done))
        self._close(Goto(head))
        if bound != done:
            self._open(bound)
            self._sequence(st.otherwise, env, loops)
            self._close(Goto(done))
        self._open(done)

    def _leave_if(self, condition: Expr, block: int) -> None:
        """Go to a block if the condition holds; else go on."""
        on = self._new()
        self._close(Branch(condition, block, on))
        self._open(on)

    def _for_blocks(self, st: c.For, env: Env, loops: Loops) -> None:
        place = self.layout.place(st.span)
        at = self.layout.slot()
        inner: Env = {**env, st.local: Get(at)}
        head, done = self._new(), self._new()
        if st.domain is None:
            self._put(at, self.lower(st.start, env, self.unit) if st.start is not None else Const(0), place)
            self._start(head)
            if st.until is not None:
                self._leave_if(self.lower(st.until, inner, self.unit), done)
            self.code.append(Tick(place))
            step = self._new()
            self._sequence(st.body, inner, (*loops, done))
            self._start(step)
            table = tuple((p + 1) % self.layout.players for p in range(self.layout.players))
            self._put(at, Look(self.layout.table(table), Get(at)), place)
            self._close(Goto(head))
            self._open(done)
            return
        if st.domain.kind == "set":
            self._for_set(st, st.domain, env, inner, at, head, done, loops)
        else:
            self._for_numbers(st, st.domain, env, inner, at, head, done, loops)
        self._open(done)

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
        self._put(rest, group, place)
        start: Expr | None = None
        if domain.start is not None:
            first = self.layout.slot()
            self._put(first, self.lower(domain.start, env, self.unit), place)
            start = Get(first)
        self._start(head)
        self._leave_if(s.negation(s.some(Get(rest))), done)
        over = Domain("seats", (Get(rest),), start) if start is not None else Domain("mask", (Get(rest),))
        self._put(at, Fold("first", self.unit.register(), over, None, None, place), place)
        self._put(rest, Binary("without", Get(rest), s.single(Get(at))), place)
        if st.until is not None:
            self._leave_if(self.lower(st.until, inner, self.unit), done)
        self._sequence(st.body, inner, (*loops, done))
        self._close(Goto(head))

    def _for_numbers(
        self, st: c.For, domain: c.Domain, env: Env, inner: Env, at: Slot, head: int, done: int, loops: Loops
    ) -> None:
        """Over numbers in a range, or values in a list by their position."""
        place = self.layout.place(st.span)
        values = [self.lower(a, env, self.unit) for a in domain.args]
        step = self._new()
        if domain.kind == "list":
            position, table = self.layout.slot(), self.layout.table(tuple(self._known(v) for v in values))
            self._put(position, Const(0), place)
            self._start(head)
            self._leave_if(Binary(">=", Get(position), Const(len(values))), done)
            self._put(at, Look(table, Get(position)), place)
            ahead = SetSlot(position, None, Binary("+", Get(position), Const(1)), -1, place)
        else:
            down, last = domain.kind == "down", self.layout.slot()
            self._put(at, values[0], place)
            self._put(last, values[1], place)
            self._start(head)
            self._leave_if(Binary("<" if down else ">", Get(at), Get(last)), done)
            ahead = SetSlot(at, None, Binary("-" if down else "+", Get(at), Const(1)), -1, place)
        if st.until is not None:
            self._leave_if(self.lower(st.until, inner, self.unit), done)
        if st.where is not None:
            self._leave_if(s.negation(self.lower(st.where, inner, self.unit)), step)
        self._sequence(st.body, inner, (*loops, done))
        self._start(step)
        self.code.append(ahead)
        self._close(Goto(head))

    def _known(self, value: Expr) -> int:
        assert isinstance(value, Const), "the values of a list are known when the game is set up"
        return value.value

    # ---------------------------------------------------------------------------------------------------- questions

    def _invariants(self) -> None:
        for rule in self.layout.game.always:
            test = self.lower(rule.condition, {}, self.unit)
            self.code.append(Require(test, "this must always hold", self.layout.place(rule.span)))

    def _ask(self, actor: Expr, alternatives: tuple[Alternative, ...], place: int, secret: bool = False) -> None:
        """Open a question and close the block."""
        self._invariants()
        if self.windows:
            self._start(self._new())
        self.asks.append(Ask(alternatives, place, secret, tuple(range(len(self.windows))), self.current))
        self._close(AskPlayer(len(self.asks) - 1, actor))

    def _answered(self) -> None:
        """What every answer in this phase does first: shut the windows it closes."""
        for window in self.windows:
            if window.rule.until is not None and window.rule.until is self.phase:
                self._put(window.slot, Const(0), self.layout.place(window.rule.span))

    def _choose(self, st: c.Choose, env: Env, loops: Loops) -> None:
        actor = self.lower(st.player, env, self.unit)
        done = self._new()
        bodies = [(self._new(), choice) for choice in st.choices]
        inner = [dict(env) for _ in st.choices]
        alternatives = tuple(
            self._alternative(choice, block, env, body) for (block, choice), body in zip(bodies, inner, strict=True)
        )
        self._ask(actor, alternatives, self.layout.place(st.span))
        for (block, choice), body in zip(bodies, inner, strict=True):
            self._open(block)
            self._answered()
            self._sequence(choice.body, body, loops)
            self._close(Goto(done))
        self._open(done)

    def _alternative(self, choice: c.Choice, block: int, env: Env, body: Env) -> Alternative:
        """One kind of choice; `body` gets the slots its names have afterwards."""
        unit = Unit()
        inner: Env = dict(env)
        bound: list[Bound] = []
        for local, _ in choice.generators:
            inner[local] = Reg(unit.register())
        for local, domain in choice.generators:
            slot = self.layout.slot()
            over: Domain | Combinations
            if domain.kind == "combinations":
                low, high, of = (self.lower(a, inner, unit) for a in domain.args)
                over = Combinations(low, high, of)
            else:
                over = self.domain(domain, inner, unit)
            self._remember_origin(local, domain, env)
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
            unit.registers,
        )

    def _remember_origin(self, local: c.LocalSymbol, domain: c.Domain, env: Env) -> None:
        of = domain.args[-1]
        if isinstance(of, c.ZoneRef):
            index = self.index(of.owner, env, Unit())
            if index is None or isinstance(index, Get | Const):
                self.origins[local] = ZoneRef(self.layout.zone_of[of.zone], index)

    def _reasons(self, e: c.Expr, env: Env, unit: Unit) -> list[Reason]:
        if isinstance(e, c.Op) and e.op == "and":
            return [r for arg in e.args for r in self._reasons(arg, env, unit)]
        return [Reason(self.lower(e, env, unit), self.layout.place(e.span))]

    def _together(self, st: c.Together, env: Env) -> None:
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
            group = self.lower(chooser.domain.args[0], env, self.unit)
            if chooser.where is not None:
                where = self.lower(chooser.where, {**env, chooser.local: Reg(reg)}, self.unit)
                group = Fold("set", reg, Domain("mask", (group,)), where, None, place)
            self._put(takers, group, place)
            for player in range(self.layout.players):
                for inner in chooser.body:
                    if isinstance(inner, c.Choose):
                        self._secret(
                            inner,
                            {**env, chooser.local: Const(player)},
                            later,
                            Binary("has", Get(takers), Const(player)),
                        )
        for choose, envs, picked in later:
            done = self._new()
            for i, choice in enumerate(choose.choices):
                yes, no = self._split(Binary("=", Get(picked), Const(i)))
                self._open(yes)
                self._sequence(choice.body, envs[i], ())
                self._close(Goto(done))
                self._open(no)
            self._start(done)

    def _secret(
        self, st: c.Choose, env: Env, later: list[tuple[c.Choose, list[Env], Slot]], takes_part: Expr | None
    ) -> None:
        place = self.layout.place(st.span)
        picked, done = self.layout.slot(NONE), self._new()
        self._put(picked, Const(NONE), place)
        if takes_part is not None:
            self._leave_if(s.negation(takes_part), done)
        blocks = [self._new() for _ in st.choices]
        envs: list[Env] = [dict(env) for _ in st.choices]
        alternatives = tuple(
            self._alternative(ch, b, env, e) for ch, b, e in zip(st.choices, blocks, envs, strict=True)
        )
        self._ask(self.lower(st.player, env, self.unit), alternatives, place, secret=True)
        for i, block in enumerate(blocks):
            self._open(block)
            self._answered()
            self._put(picked, Const(i), place)
            self._close(Goto(done))
        self._open(done)
        later.append((st, envs, picked))

    # ------------------------------------------------------------------------------------------------------- tricks

    def _trick(self, st: c.PlayTrick, env: Env) -> None:
        """A trick: each player taking part, in seat order from the leader, plays one card.

        `best` and `power` follow the card that wins so far; `suit` is the mask of cards that follow what was led."""
        lay, place = self.layout, self.layout.place(st.span)
        assert self.ranking is not None
        ranks = self.ranking
        hand, trick = lay.zone_of[st.hand], lay.zone_of[st.trick]
        everyone = Const((1 << lay.players) - 1)
        player, rest, legal, suit, led, power, best = (lay.slot() for _ in range(7))
        part: Expr = everyone
        if st.without is not None:
            part = s.binary("without", everyone, self.lower(st.without, env, self.unit))
        self._put(rest, part, place)
        start = self.lower(st.leader, env, self.unit)
        self._put(player, start, place)
        self._put(player, self._next(Get(rest), Get(player), place), place)
        self._put(power, Const(-2), place)
        self._put(best, Const(NONE), place)
        self._put(suit, Const((1 << lay.cards) - 1), place)
        self.code.append(Mark("lead", trick, Get(player), place))
        head, played, done = self._new(), self._new(), self._new()
        self._start(head)
        cards = self._playable(st, env, hand, Get(player), Get(suit), legal, place)
        card = lay.slot()
        bound = Bound("card", card, CARD, Domain("mask", (cards,)))
        because: tuple[Reason, ...] = ()
        if st.follow:
            holds = s.some(Binary("intersect", self._hand(hand, Get(player)), Get(suit)))
            follows = Binary("or", Binary("has", Get(suit), Reg(0)), s.negation(holds))
            because = (Reason(follows, place, "the suit led must be followed"),)
        alternative = Alternative(("play ", ""), (0,), (bound,), None, None, played, place, because, 1)
        self._ask(Get(player), (alternative,), place)
        self._open(played)
        self._answered()
        self._play(st, ranks, env, hand, trick, player, rest, suit, led, power, best, card, place)
        self._leave_if(s.negation(s.some(Get(rest))), done)
        self._put(player, self._next(Get(rest), Get(player), place), place)
        self._close(Goto(head))
        self._open(done)
        self.code.append(Mark("trick", trick, Get(best), place))
        if st.winner is not None:
            env[st.winner] = Get(best)

    def _next(self, rest: Expr, at: Expr, place: int) -> Expr:
        return Fold("first", self.unit.register(), Domain("seats", (rest,), at), None, None, place)

    def _hand(self, zone: int, player: Expr) -> Expr:
        return ZoneCards(zone, player)

    def _playable(
        self, st: c.PlayTrick, env: Env, zone: int, player: Expr, suit: Expr, legal: Slot, place: int
    ) -> Expr:
        """The cards a player may play, narrowed step by step unless nothing would be left."""
        cards = self._hand(zone, player)
        if not st.follow and not st.narrow:
            return cards
        self._put(legal, cards, place)
        if st.follow:
            able = Binary("intersect", Get(legal), suit)
            self._put(legal, s.choose(s.some(able), able, Get(legal)), place)
        for local, where in st.narrow:
            reg = self.unit.register()
            test = self.lower(where, {**env, local: Reg(reg)}, self.unit)
            kept, narrowed = self.layout.slot(), Fold("set", reg, Domain("mask", (Get(legal),)), test, None, place)
            self._put(kept, narrowed, place)
            self._put(legal, s.choose(s.some(Get(kept)), Get(kept), Get(legal)), place)
        return Get(legal)

    def _play(
        self, st: c.PlayTrick, ranks: Ranked, env: Env, hand: int, trick: int, player: Slot, rest: Slot, suit: Slot,
        led: Slot, power: Slot, best: Slot, card: Slot, place: int,
    ) -> None:  # fmt: skip
        """A card is played: it opens the trick or not, it wins so far or not."""
        lay = self.layout
        faces = len(lay.faces)
        at: Expr = Const(0)
        if ranks.dynamic is not None:
            at = s.binary("+", self.lower(ranks.dynamic, env, self.unit), Const(1))
        face: Expr = Get(card) if lay.distinct else s.look(lay.tables, lay.table(lay.deck), Get(card))
        groups = Const(ranks.groups)
        opens = (
            SetSlot(led, None, Look(ranks.group, s.binary("+", s.binary("*", at, Const(faces)), face)), -1, place),
            SetSlot(suit, None, Look(ranks.follow, s.binary("+", s.binary("*", at, groups), Get(led))), -1, place),
        )
        self.code.append(When(Binary("=", Get(power), Const(-2)), opens, (), place))
        index = s.binary("+", s.binary("*", s.binary("+", s.binary("*", at, groups), Get(led)), Const(faces)), face)
        reg = self.unit.register()
        self.code.append(SetReg(reg, Look(ranks.power, index)))
        beats = Binary(">=" if ranks.last_wins else ">", Reg(reg), Get(power))
        if ranks.last_wins:
            beats = Binary("and", beats, Binary(">=", Reg(reg), Const(0)))
        wins = (SetSlot(power, None, Reg(reg), -1, place), SetSlot(best, None, Get(player), -1, place))
        self.code.append(When(beats, wins, (), place))
        self.code.append(MoveCards(s.single(Get(card)), ZoneRef(hand, Get(player)), ZoneRef(trick, None), place))
        self._put(rest, Binary("without", Get(rest), s.single(Get(player))), place)


# ---------------------------------------------------------------------------------------------------------- looking in


def within(statements: tuple[c.Stmt, ...]) -> list[c.Stmt]:
    """Every statement in a block, those inside others too."""
    found: list[c.Stmt] = []
    for st in statements:
        found.append(st)
        match st:
            case c.If(then=a, otherwise=b):
                found += within(a) + within(b)
            case c.Repeat(body=a, otherwise=b):
                found += within(a) + within(b)
            case c.For(body=body):
                found += within(body)
            case c.Choose(choices=choices):
                for choice in choices:
                    found += within(choice.body)
            case c.Together(choosers=choosers):
                found += within(choosers)
            case _:
                pass
    return found


def every(phase: c.PhaseSymbol) -> list[c.Stmt]:
    """Every statement of a phase, those in its rows too."""
    return within(phase.body) + [st for row in phase.rows for st in within(row.actions)]


def _stops(st: c.Stmt) -> bool:
    """Whether a `stop` in a statement leaves a loop that stands around the statement."""
    match st:
        case c.Stop():
            return True
        case c.If(then=then, otherwise=otherwise):
            return any(map(_stops, then)) or any(map(_stops, otherwise))
        case c.Repeat(otherwise=otherwise):
            return any(map(_stops, otherwise))
        case _:
            return False
