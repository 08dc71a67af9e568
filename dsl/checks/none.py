"""Checks that a value that may be none is tested before it is used.

The check follows every phase once, callees before callers.  At the start of a phase it knows nothing.  If a use needs a
value that is not known to be present, it becomes a *need* of the phase.  This requires that callers can provide the
value: nothing the phase did before may have changed it.  At each call, the check compares the needs of the called phase
with the facts known there.  So a need moves outwards as far as somebody could have tested the value, and the outermost
place without a test is reported.  At the start of the game no such value is present, so what main still needs is a
mistake.

A fact survives a loop if nothing in the loop may set the value to none.  After `until C`, the check knows what was true
when the loop ended: C, or the end of the elements, or a `stop`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..checked import (
    Again,
    Assign,
    CallPhase,
    CheckedGame,
    Choose,
    Expr,
    For,
    If,
    IncidentRule,
    Let,
    LocalRef,
    LocalSymbol,
    Op,
    Over,
    PhaseSymbol,
    PlayTrick,
    Repeat,
    Stmt,
    Stop,
    Together,
    VariableRef,
    WrittenLine,
)
from ..effects import Changeable, Effects, knowledge_of
from ..resolve.context import ResolveContext
from ..source.span import Span
from ..traversal import defines_in_order, everything, of_domain, own_expressions, phases_in_order
from .flow.tricks import OF_TRICKS
from .formulas.keys import Bindings
from .presence import NO_FACTS, ConditionalPresence, Facts, ImpliedPresence, NullableExpr, Presence


@dataclass(frozen=True, slots=True)
class FlowFacts:
    """The facts known at a point of a phase, and the things that may have changed since its start."""

    facts: Facts
    touched: frozenset[object]


@dataclass(frozen=True, slots=True)
class NeededValue:
    """A value that must be present when a phase starts, and the place that uses it.

    `call` is the called phase and the place of the call, if the use is not in the phase itself."""

    number: int
    parameter: LocalSymbol | None
    span: Span
    text: str
    call: tuple[str, Span] | None = None


def values_are_there(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report uses of values that may be none (W0421), and calls of phases that use them (W0422)."""
    _NoneCheck(game, ctx).run()


class _NoneCheck:
    """Checks one game."""

    def __init__(self, game: CheckedGame, ctx: ResolveContext) -> None:
        self.game = game
        self.ctx = ctx
        self.knowledge = knowledge_of(game)
        tricks = frozenset(st.trick for st in everything(game) if isinstance(st, PlayTrick))
        self.presence = Presence(self.knowledge, list(defines_in_order(game)), tricks)
        self.needs: dict[PhaseSymbol, dict[int, NeededValue]] = {}
        self.ensures: dict[PhaseSymbol, Facts] = {}
        self.at_calls: dict[PhaseSymbol, Facts] = {}
        """The facts that are known at every call of a phase."""
        self.phase: PhaseSymbol | None = None
        self.open: dict[int, NeededValue] = {}
        self.stops: list[list[FlowFacts]] = []
        self.interruptions = self._interruptions()

    def run(self) -> None:
        """Follow all phases, then incidents and invariants, and report the mistakes."""
        for phase in phases_in_order(self.game):
            self._phase(phase)
        for rule in self.game.incidents:
            self._incident(rule)
        self.phase, self.open = None, {}
        for always in self.game.always:
            self._expression(always.condition, FlowFacts(NO_FACTS, frozenset()))
        for line in self.game.written:
            self._written(line)
        self._unmet()

    def _unmet(self) -> None:
        """Report the needs that no caller meets."""
        for need in self.open.values():
            self._report(need)

    def _report(self, need: NeededValue) -> None:
        if need.call is not None:
            name, call = need.call
            notes = ((need.span, "it is used here"),)
            self.ctx.report("W0422", call, name=name, value=need.text, notes=notes)
        else:
            value = f"({need.text})" if " in " in need.text else need.text  # a phrase stands in brackets
            self.ctx.report("W0421", need.span, value=need.text, help=f"test it first: `if {value} is not none`")

    # ------------------------------------------------------------------------------------------ phases, incidents

    def _phase(self, phase: PhaseSymbol) -> None:
        self.phase, self.open, self.stops = phase, {}, []
        at_start = Effects(set(self.knowledge.resets(phase)), set(self.knowledge.resets(phase)))
        state: FlowFacts | None = FlowFacts(NO_FACTS, frozenset(at_start.changed))
        state = self._block(phase.body, state)
        state = self._rows(phase, state)
        if state is not None:
            for after in phase.afters:
                self._expression(after.condition, state)
        self.needs[phase] = self.open
        left = state.facts if state is not None else NO_FACTS
        self.ensures[phase] = frozenset(f for f in left if isinstance(f, int) and not self.presence.things[f].inner)
        if phase is self.game.main:
            self._unmet()

    def _rows(self, phase: PhaseSymbol, state: FlowFacts | None) -> FlowFacts | None:
        if not phase.rows or state is None:
            return state
        for row in phase.rows:
            if row.guard is None and not row.otherwise:
                state = self._block(row.actions, state)
        out: FlowFacts | None = None
        for row in phase.rows:
            if state is None or (row.guard is None and not row.otherwise):
                continue
            inner = state
            if row.guard is not None:
                inner = self._expression(row.guard, state)
                state = self._knowing(inner, row.guard, False)
                inner = self._knowing(inner, row.guard, True)
            out = _join(out, self._block(row.actions, inner))
        return out

    def _incident(self, rule: IncidentRule) -> None:
        """Check an incident: what the phase of its window needs is present, unless that phase may remove it."""
        self.phase, self.open, self.stops = None, {}, []
        within = Effects()
        for phase in (rule.start, rule.until):
            if phase is not None:
                within.add(self.knowledge.phases[phase])
        given = self.at_calls.get(rule.start, NO_FACTS)
        given |= frozenset(n.number for n in self.needs.get(rule.start, {}).values() if n.parameter is None)
        facts = self.presence.after(given, within)
        state = FlowFacts(facts, frozenset())
        if rule.players is not None:
            state = self._expression(rule.players, state)
        self._block(rule.body, state)
        self._unmet()

    def _written(self, line: WrittenLine) -> None:
        """Check a line on the table: its conditions hold where its values are worked out."""
        state = FlowFacts(NO_FACTS, frozenset())
        for e in line.expressions:
            state = self._expression(e, state)
            if e is line.condition or e is line.where:
                state = self._knowing(state, e, True)

    def _interruptions(self) -> Effects:
        """What incidents may change at a question, if the game continues there afterwards."""
        found = Effects()
        for rule in self.game.incidents:
            if rule.body and not isinstance(rule.body[-1], Again | Over):
                found.add(self.knowledge.effects(rule.body))
        return found

    # ---------------------------------------------------------------------------------------------- expressions

    def _expression(self, e: Expr, state: FlowFacts) -> FlowFacts:
        """Evaluate an expression: each value it needs is known, becomes a need, or is missing."""

        def use(operand: Expr, facts: Facts, bindings: Bindings) -> None:
            if not self.presence.tricks and isinstance(operand, Op) and operand.op in OF_TRICKS:
                return  # it is reported that there is never a value (E0438): a test would not help
            self._use(operand, bindings, state)

        return replace(state, facts=self.presence.needs(e, state.facts, use))

    def _use(self, operand: Expr, bindings: Bindings, state: FlowFacts) -> None:
        thing = self.presence.thing(operand, bindings)
        self._ask_for(NeededValue(thing.number, _name(thing), operand.span, thing.text), state)

    def _ask_for(self, need: NeededValue, state: FlowFacts) -> None:
        """Require a value: it becomes a need of this phase if the callers can provide it, else it is missing."""
        linked = [f for f in state.facts if isinstance(f, ConditionalPresence) and f.number == need.number]
        for number in linked[0].needs if linked else ():
            thing = self.presence.things[number]
            self.open.setdefault(number, replace(need, number=number, parameter=_name(thing), text=thing.text))
        if linked:
            return
        if self._from_outside(self.presence.things[need.number], state):
            self.open.setdefault(need.number, need)
        else:
            self._report(need)

    def _from_outside(self, thing: NullableExpr, state: FlowFacts) -> bool:
        """Whether a thing is unchanged since the phase began and is also known to the callers."""
        parameters = self.phase.params if self.phase is not None else ()
        outside = not thing.inner or (_name(thing) in parameters and not thing.of)
        return outside and not ({thing.own} | thing.of | thing.zones) & state.touched

    def _knowing(self, state: FlowFacts, condition: Expr, holds: bool) -> FlowFacts:
        return replace(state, facts=state.facts | self.presence.known(condition, holds, state.facts))

    def _after(self, state: FlowFacts, effects: Effects) -> FlowFacts:
        return FlowFacts(self.presence.after(state.facts, effects), state.touched | effects.changed | effects.zones)

    # ----------------------------------------------------------------------------------------------- statements

    def _block(self, statements: tuple[Stmt, ...], state: FlowFacts | None) -> FlowFacts | None:
        for st in statements:
            if state is None:
                return None
            state = self._statement(st, state)
        return state

    def _statement(self, st: Stmt, state: FlowFacts) -> FlowFacts | None:
        match st:
            case If():
                return self._if(st, state)
            case Repeat():
                return self._repeat(st, state)
            case For():
                return self._for(st, state)
            case Choose():
                return self._choose(st, state)
            case Together(choosers=choosers):
                state = self._after(state, self.knowledge.effects(choosers))
                return self._block(choosers, state)
            case PlayTrick():
                return self._trick(st, state)
            case Stop():
                if self.stops:
                    self.stops[-1].append(state)
                return None
            case Over() | Again():
                return None
            case _:
                for e in own_expressions(st):
                    state = self._expression(e, state)
        match st:
            case Let():
                return self._let(st, state)
            case Assign():
                return self._assign(st, state)
            case CallPhase():
                return self._call(st, state)
            case _:
                return self._after(state, self.knowledge.of_one(st))

    def _trick(self, st: PlayTrick, state: FlowFacts) -> FlowFacts | None:
        """A trick: what is done at one card is known at the next, and it may have been done before any card."""
        for e in (st.leader, st.without, *((st.stand_in.player, st.stand_in.absent) if st.stand_in else ())):
            state = self._expression(e, state) if e is not None else state
        state = self._after(state, self.knowledge.effects(st.before))
        state = self._after(state, self.knowledge.effects(st.after))
        so_far = self.presence.so_far()
        turn = self._block(st.before, replace(state, facts=state.facts - so_far))
        if turn is None:
            return None
        for e in own_expressions(st):
            turn = self._expression(e, turn)
        turn = self._after(turn, self.knowledge.of_one(st))
        return self._block(st.after, replace(turn, facts=turn.facts | so_far))

    def _let(self, st: Let, state: FlowFacts) -> FlowFacts:
        name: set[Changeable] = {st.local}
        before = replace(state, facts=self.presence.after(state.facts, Effects(name, set(name))))
        if st.value.type.kind == "flag":
            learned = frozenset(
                ImpliedPresence(st.local, holds, fact)
                for holds in (True, False)
                for fact in self.presence.known(st.value, holds, state.facts)
                if isinstance(fact, int)
            )
            return replace(before, facts=before.facts | learned)
        if not st.local.type.optional:
            return before
        return self._given(LocalRef(st.local, type=st.local.type, span=st.local.span), st.value, state, before)

    def _given(self, place: Expr, value: Expr, state: FlowFacts, after: FlowFacts) -> FlowFacts:
        """The facts after a value was assigned to a place."""
        number = self.presence.thing(place).number
        needs = self.presence.follows(value, state.facts)
        if needs is None:
            return after
        if not needs:
            return replace(after, facts=after.facts | {number})
        if all(self._from_outside(self.presence.things[need], state) for need in needs):
            return replace(after, facts=after.facts | {ConditionalPresence(number, needs)})
        return after

    def _assign(self, st: Assign, state: FlowFacts) -> FlowFacts:
        changed: set[Changeable] = {st.target}
        there = self.presence.there(st.value, state.facts)
        after = self._after(state, Effects(changed, set() if there else set(changed)))
        if st.op != "set" or st.each or not st.target.type.optional:
            return after
        if isinstance(st.target, LocalSymbol):
            place: Expr = LocalRef(st.target, type=st.target.type, span=st.span)
        else:
            place = VariableRef(st.target, st.owner, type=st.target.type, span=st.span)
        return self._given(place, st.value, state, after)

    def _call(self, st: CallPhase, state: FlowFacts) -> FlowFacts:
        before = self.at_calls.get(st.phase)
        outside = frozenset(f for f in state.facts if isinstance(f, int) and not self.presence.things[f].inner)
        self.at_calls[st.phase] = outside if before is None else before & outside
        for need in self.needs.get(st.phase, {}).values():
            if need.parameter is not None:
                given = st.args[st.phase.params.index(need.parameter)]
                if self.presence.there(given, state.facts):
                    continue
                thing = self.presence.thing(given)
                need = replace(need, number=thing.number, parameter=_name(thing), text=thing.text)
            if need.number not in state.facts:
                self._ask_for(replace(need, call=(st.phase.name, st.span)), state)
                state = replace(state, facts=state.facts | {need.number})
        state = self._after(state, self.knowledge.phases.get(st.phase, Effects()))
        return replace(state, facts=state.facts | self.ensures.get(st.phase, NO_FACTS))

    def _if(self, st: If, state: FlowFacts) -> FlowFacts | None:
        state = self._expression(st.condition, state)
        then = self._block(st.then, self._knowing(state, st.condition, True))
        return _join(then, self._block(st.otherwise, self._knowing(state, st.condition, False)))

    def _choose(self, st: Choose, state: FlowFacts) -> FlowFacts | None:
        state = self._expression(st.player, state)
        out: FlowFacts | None = None
        for choice in st.choices:
            inner = state
            if choice.guard is not None:
                inner = self._knowing(self._expression(choice.guard, inner), choice.guard, True)
            for _, domain in choice.generators:
                for e in of_domain(domain):
                    inner = self._expression(e, inner)
            if choice.where is not None:
                inner = self._knowing(self._expression(choice.where, inner), choice.where, True)
            out = _join(out, self._block(choice.body, self._after(inner, self.interruptions)))
        return out

    # ---------------------------------------------------------------------------------------------------- loops

    def _repeat(self, st: Repeat, state: FlowFacts) -> FlowFacts | None:
        if st.times is not None:
            state = self._expression(st.times, state)
        head = self._after(state, self.knowledge.effects(st.body))
        out: FlowFacts | None = None
        if st.until is not None:
            head = self._expression(st.until, head)
            out = self._knowing(head, st.until, True)
            head = self._knowing(head, st.until, False)
        if st.times is not None:
            out = _join(out, self._block(st.otherwise, head))
        return self._loop(st.body, head, out)

    def _for(self, st: For, state: FlowFacts) -> FlowFacts | None:
        starts = of_domain(st.domain) if st.domain is not None else (st.start,) if st.start is not None else ()
        for e in starts:
            state = self._expression(e, state)
        body = self.knowledge.effects(st.body)
        effects = Effects({st.local})
        effects.add(body)
        inner = self._expression(st.where, state) if st.where is not None else state
        head = self._after(inner, effects)
        if st.where is not None:  # the elements are chosen before the first round, so only the body can change this
            learned = self.presence.known(st.where, True, inner.facts)
            head = replace(head, facts=head.facts | self.presence.after(learned, body))
        out = self._after(state, effects) if st.domain is not None else None
        if st.until is not None:
            head = self._expression(st.until, head)
            out = _join(out, self._knowing(head, st.until, True))
            head = self._knowing(head, st.until, False)
        return self._loop(st.body, head, out)

    def _loop(self, body: tuple[Stmt, ...], head: FlowFacts, out: FlowFacts | None) -> FlowFacts | None:
        self.stops.append([])
        self._block(body, head)
        for state in self.stops.pop():
            out = _join(out, state)
        return out


def _join(a: FlowFacts | None, b: FlowFacts | None) -> FlowFacts | None:
    """The facts that hold after either of two branches."""
    if a is None or b is None:
        return b if a is None else a
    return FlowFacts(a.facts & b.facts, a.touched | b.touched)


def _name(thing: NullableExpr) -> LocalSymbol | None:
    """The name that a thing consists of, if it is only a name."""
    return thing.own if isinstance(thing.own, LocalSymbol) else None
