"""Facts about values that may be none, and what conditions add to them.

A fact is the number (see `keys.py`) of an expression that is known not to be none, or a link to such a number.  With
`let alone be loner is not none`, `loner` is present where `alone` is true.  With `let leader be thrower`, `leader` is
present if `thrower` was present when the phase began.  A fact is lost when the things it concerns may have changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from ..checked import (
    CallDefine,
    Cond,
    DefineSymbol,
    Expr,
    Fold,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    Present,
    VariableRef,
    ZoneRef,
    ZoneSymbol,
)
from ..effects import Changeable, Effects, Knowledge
from ..settle.intervals import never_empty
from ..traversal import inside, of_define, parts
from ..types import CARD, NONE, PLAYER, RANK, SUIT, Type
from .formulas.keys import NONE_BOUND, Bindings, ValueNumbering, follow_names


@dataclass(frozen=True, slots=True)
class ImpliedPresence:
    """A link: where a name is yes (or no), the value with this number is present."""

    name: LocalSymbol
    holds: bool
    number: int


@dataclass(frozen=True, slots=True)
class ConditionalPresence:
    """A link: the value with this number is present if certain values were present when the phase began."""

    number: int
    needs: frozenset[int]


Facts = frozenset["int | ImpliedPresence | ConditionalPresence"]

NO_FACTS: Facts = frozenset()
MOST = 50_000
"""The most defines looked into for one game."""


@dataclass(frozen=True, slots=True)
class NullableExpr:
    """An expression that may be none, and the things that must not change so that a fact about it stays true."""

    number: int
    text: str
    own: Changeable | None
    """The variable or name that the expression consists of.  Setting it to a value that is present keeps the fact."""
    of: frozenset[Changeable]
    zones: frozenset[ZoneSymbol]
    inner: bool
    """Whether it uses names of a block, which are unknown outside the block."""
    phrase: bool
    """Whether it uses the name of a set phrase, which is unknown outside the phrase."""


Use = Callable[[Expr, Facts, Bindings], None]
"""Called for a value that must be present, with the value, the known facts and the bindings."""


class Presence:
    """The facts that follow from expressions, and the values that expressions need, for one game."""

    def __init__(
        self, knowledge: Knowledge, defines: list[DefineSymbol], tricks: frozenset[ZoneSymbol] = frozenset()
    ) -> None:
        self.knowledge = knowledge
        self.tricks = tricks
        """The zones to which tricks are played."""
        self.keys = ValueNumbering()
        self.things: dict[int, NullableExpr] = {}
        self.left = MOST
        self.careful: set[DefineSymbol] = set()
        """The defines that use a value that may be none, directly or through other defines."""
        for define in defines:
            for whole in of_define(define):
                if any(isinstance(e, Present) or self._careful(e) for e in inside(whole)):
                    self.careful.add(define)
                    break

    def _careful(self, e: Expr) -> bool:
        return isinstance(e, CallDefine) and e.define in self.careful

    def thing(self, e: Expr, bindings: Bindings = NONE_BOUND) -> NullableExpr:
        """The thing that a fact about this expression concerns."""
        e, bindings = follow_names(e, bindings)
        number = self.keys.of(e, bindings)
        known = self.things.get(number)
        if known is None:
            known = self.things[number] = self._thing(e, bindings, number)
        return known

    def _thing(self, e: Expr, bindings: Bindings, number: int) -> NullableExpr:
        own = e.variable if isinstance(e, VariableRef) else e.local if isinstance(e, LocalRef) else None
        whole, phrase = self._written_out(e, bindings)
        looked = self.knowledge.looked(whole)
        return NullableExpr(
            number,
            _as_written(e),
            own,
            frozenset(looked.symbols - ({own} if own is not None else set())),
            frozenset(looked.zones),
            any(isinstance(s, LocalSymbol) for s in looked.symbols),
            phrase,
        )

    @staticmethod
    def _written_out(e: Expr, bindings: Bindings) -> tuple[list[Expr], bool]:
        """The expression with those that its names stand for, and whether one of the names belongs to a set phrase."""
        found, waiting, phrase = [e], [(e, bindings)], False
        while waiting and len(found) < 100:
            e, bindings = waiting.pop()
            for part in inside(e):
                bound = bindings.get(part.local) if isinstance(part, LocalRef) else None
                if bound is not None and bound.expr is not None:
                    found.append(bound.expr)
                    waiting.append((bound.expr, bound.bindings))
                elif bound is not None:
                    phrase = True
        return found, phrase

    # -------------------------------------------------------------------------------------- facts that are lost

    def after(self, facts: Facts, effects: Effects) -> Facts:
        """The facts that still hold after these effects."""
        return frozenset(fact for fact in facts if self._stays(fact, effects)) if facts else facts

    def _stays(self, fact: int | ImpliedPresence | ConditionalPresence, effects: Effects) -> bool:
        thing = self.things[fact if isinstance(fact, int) else fact.number]
        if isinstance(fact, ImpliedPresence):
            changed = fact.name in effects.changed or thing.own in effects.changed
            return not changed and self._same(thing, effects)
        return thing.own not in effects.emptied and self._same(thing, effects)

    @staticmethod
    def _same(thing: NullableExpr, effects: Effects) -> bool:
        moved = thing.zones & effects.zones or (thing.zones and effects.any_zone)
        return not moved and not thing.of & effects.changed

    # ------------------------------------------------------------------------------------- facts from conditions

    def known(self, e: Expr, holds: bool, facts: Facts, bindings: Bindings = NONE_BOUND) -> Facts:
        """The additional facts where a condition is true (or false, as `holds` says)."""
        e, bindings = follow_names(e, bindings)
        match e:
            case Op(op="not", args=(a,)):
                return self.known(a, not holds, facts, bindings)
            case Op(op="and" | "or", args=(a, b)):
                first, second = self.known(a, holds, facts, bindings), self.known(b, holds, facts, bindings)
                if holds == (e.op == "and"):
                    return first | second
                return first & (second | self.known(a, not holds, facts, bindings))
            case Op(op="=" | "!=", args=(a, b)):
                return self._compared(a, b, holds == (e.op == "="), bindings)
            case Op(op="has", args=(_, item)) if holds:
                return self._there(item, bindings)
            case Op(op="joker", args=(card,)) if not holds:  # every other card has a suit and a rank
                return self._printed("suit", card, bindings) | self._printed("rank", card, bindings)
            case Cond(condition=test, then=then, otherwise=otherwise):
                return self._either(
                    (then, self.known(test, True, facts, bindings)),
                    (otherwise, self.known(test, False, facts, bindings)),
                    holds=holds, facts=facts, bindings=bindings,
                )  # fmt: skip
            case CallDefine(define=define, args=args) if self.left > 0:
                self.left -= 1
                return self._define(define, holds, facts, self.keys.call(define, args, bindings))
            case Fold(kind="any", local=local, where=None, body=body, domain=domain) if (
                body is not None and domain.kind == "list" and len(domain.args) == 1
            ):
                inner = self.keys.bind(bindings, local, domain.args[0], bindings)
                return self.known(body, holds, facts, inner)
            case Fold(kind="any" | "no" | "every", local=local, where=where, body=body) if body is not None:
                if holds != (e.kind == "any"):
                    return NO_FACTS
                inner = self.keys.each(bindings, local)
                found = self.known(body, e.kind != "every", facts, inner)
                if where is not None:
                    found |= self.known(where, True, facts, inner)
                outside = frozenset(f for f in found if isinstance(f, int) and not self.things[f].phrase)
                return outside | (self._first(e, body, bindings) if where is None and e.kind != "every" else NO_FACTS)
            case Op(op="empty", args=(Fold(kind="set", where=where) as group,)) if not holds and where is not None:
                return self._first(group, where, bindings)
            case Op(op="empty", args=(ZoneRef(zone=zone),)) if not holds and zone in self.tricks:
                return self.so_far()
            case LocalRef(local=local):
                learned = [f for f in facts if isinstance(f, ImpliedPresence) and f.name is local and f.holds is holds]
                return frozenset(f.number for f in learned)
            case _:
                return NO_FACTS

    def _compared(self, a: Expr, b: Expr, same: bool, bindings: Bindings) -> Facts:
        if _is_none(b):
            return NO_FACTS if same else self._there(a, bindings)
        if not same:
            return NO_FACTS
        found = self._there(a, bindings) if not b.type.optional else NO_FACTS
        return found | (self._there(b, bindings) if not a.type.optional else NO_FACTS)

    def _printed(self, op: Literal["suit", "rank"], card: Expr, bindings: Bindings) -> Facts:
        """The suit or the rank of a card is there."""
        e = Op(op, (card,), type=replace(SUIT if op == "suit" else RANK, optional=True), span=card.span)
        number = self.keys.of(e, bindings)
        if number not in self.things:
            self.things[number] = replace(self._thing(e, bindings, number), text=f"{_as_written(card)}.{op}")
        return frozenset((number,))

    def so_far(self) -> frozenset[int]:
        """What is there where a card has been played to the trick: its winner, and the card that is winning."""
        found: set[int] = set()
        for op, type in _SO_FAR:
            e = Op(op, type=replace(type, optional=True))
            number = self.keys.of(e, NONE_BOUND)
            if number not in self.things:
                self.things[number] = replace(self._thing(e, NONE_BOUND, number), text=f"the {op}")
            found.add(number)
        return frozenset(found)

    def _first(self, e: Fold, where: Expr, bindings: Bindings) -> Facts:
        """Some element meets the condition.  So the phrase `first …` has a value, wherever it starts."""
        if e.domain.kind != "set":
            return NO_FACTS
        type = replace(e.domain.element, optional=True)
        first = replace(_uncounted(e), kind="first", where=where, body=None, type=type)
        return self._there(first, bindings)

    def _there(self, e: Expr, bindings: Bindings) -> Facts:
        e, bindings = follow_names(e, bindings)
        return frozenset((self.thing(e, bindings).number,)) if e.type.optional else NO_FACTS

    def _either(self, *cases: tuple[Expr, Facts], holds: bool, facts: Facts, bindings: Bindings) -> Facts:
        """The facts shared by all cases that can lead to the outcome."""
        found: Facts | None = None
        for value, before in cases:
            if isinstance(value, Lit) and bool(value.value) is not holds:
                continue
            learned = before | self.known(value, holds, facts | before, bindings)
            found = learned if found is None else found & learned
        return found if found is not None else NO_FACTS

    def _define(self, define: DefineSymbol, holds: bool, facts: Facts, inner: Bindings) -> Facts:
        if define.body is not None:
            return self.known(define.body, holds, facts, inner)
        cases: list[tuple[Expr, Facts]] = []
        before: Facts = NO_FACTS
        for row in define.rows:
            if row.value is None:
                continue
            if row.guard is None:
                cases.append((row.value, before))
                continue
            cases.append((row.value, before | self.known(row.guard, True, facts | before, inner)))
            before |= self.known(row.guard, False, facts | before, inner)
        return self._either(*cases, holds=holds, facts=facts, bindings=inner)

    # -------------------------------------------------------------------------------------- values that are present

    def there(self, e: Expr, facts: Facts, bindings: Bindings = NONE_BOUND) -> bool:
        """Whether a value is known to be present."""
        if isinstance(e, Present):
            return True
        e, bindings = follow_names(e, bindings)
        if not e.type.optional:
            return True
        if isinstance(e, Lit):
            return e.value != NONE
        if self.thing(e, bindings).number in facts:
            return True
        if isinstance(e, Fold) and e.kind == "first" and self.thing(_uncounted(e), bindings).number in facts:
            return True
        match e:
            case Cond(condition=test, then=then, otherwise=otherwise):
                yes = facts | self.known(test, True, facts, bindings)
                no = facts | self.known(test, False, facts, bindings)
                return self.there(then, yes, bindings) and self.there(otherwise, no, bindings)
            case Fold(kind="first" | "highest" | "lowest", domain=domain, where=None):
                if domain.kind == "list":
                    return len(domain.args) > 0
                return domain.kind == "set" and never_empty(domain.args[0])
            case Fold(kind="first", local=local, domain=domain, where=where):
                everybody = isinstance(domain.args[0], Op) and domain.args[0].op == "players"
                return everybody and where is not None and _of_team(where, local)
            case CallDefine(define=define, args=args) if self.left > 0:
                self.left -= 1
                inner = self.keys.call(define, args, bindings)
                if define.body is not None:
                    return self.there(define.body, facts, inner)
                return self._rows_there(define, facts, inner)
            case _:
                return False

    def _rows_there(self, define: DefineSymbol, facts: Facts, inner: Bindings) -> bool:
        """Whether every row gives a value that is present, as far as its guard and the rows above it tell."""
        for row in define.rows:
            if row.value is None:
                return False
            here = facts
            if row.guard is not None:
                here |= self.known(row.guard, True, facts, inner)
                facts |= self.known(row.guard, False, facts, inner)
            if not self.there(row.value, here, inner):
                return False
        return True

    def follows(self, e: Expr, facts: Facts, bindings: Bindings = NONE_BOUND) -> frozenset[int] | None:
        """The things that must be present so that a value is present; None if they are not known."""
        if self.there(e, facts, bindings):
            return frozenset()
        e, bindings = follow_names(e, bindings)
        match e:
            case Cond(then=then, otherwise=otherwise):
                first, second = self.follows(then, facts, bindings), self.follows(otherwise, facts, bindings)
                return first | second if first is not None and second is not None else None
            case VariableRef() | LocalRef():
                return frozenset((self.thing(e, bindings).number,))
            case CallDefine(define=define, args=args) if define.body is not None and self.left > 0:
                self.left -= 1
                return self.follows(define.body, facts, self.keys.call(define, args, bindings))
            case _:
                return None

    # ------------------------------------------------------------------------------------- values that are needed

    def needs(self, e: Expr, facts: Facts, use: Use, bindings: Bindings = NONE_BOUND) -> Facts:
        """Call `use` for every value in an expression that must be present and is not known to be.

        Returns the facts after the expression was evaluated: every used value is then known to be present."""
        match e:
            case Present(operand=operand):
                facts = self.needs(operand, facts, use, bindings)
                if not self.there(operand, facts, bindings):
                    use(operand, facts, bindings)
                    facts |= self._there(operand, bindings)
                return facts
            case Op(op="and" | "or", args=(a, b)):
                facts = self.needs(a, facts, use, bindings)
                self.needs(b, facts | self.known(a, e.op == "and", facts, bindings), use, bindings)
                return facts
            case Cond(condition=test, then=then, otherwise=otherwise):
                facts = self.needs(test, facts, use, bindings)
                self.needs(then, facts | self.known(test, True, facts, bindings), use, bindings)
                self.needs(otherwise, facts | self.known(test, False, facts, bindings), use, bindings)
                return facts
            case Fold(local=local, domain=domain, where=where, body=body):
                for part in (*domain.args, *((domain.start,) if domain.start is not None else ())):
                    facts = self.needs(part, facts, use, bindings)
                inner, inside_facts = self.keys.each(bindings, local), facts
                if where is not None:
                    inside_facts = self.needs(where, facts, use, inner)
                    inside_facts |= self.known(where, True, inside_facts, inner)
                if body is not None:
                    self.needs(body, inside_facts, use, inner)
                return facts
            case CallDefine(define=define, args=args):
                for arg in args:
                    facts = self.needs(arg, facts, use, bindings)
                if define in self.careful and self.left > 0:
                    self.left -= 1
                    self._needs_of(define, facts, use, self.keys.call(define, args, bindings))
                return facts
            case _:
                for part in parts(e):
                    facts = self.needs(part, facts, use, bindings)
                return facts

    def _needs_of(self, define: DefineSymbol, facts: Facts, use: Use, inner: Bindings) -> None:
        for let in define.lets:
            facts = self.needs(let.value, facts, use, inner)
        if define.body is not None:
            self.needs(define.body, facts, use, inner)
        for row in define.rows:
            found = facts
            if row.guard is not None:
                found = self.needs(row.guard, facts, use, inner)
                facts = found | self.known(row.guard, False, found, inner)
                found |= self.known(row.guard, True, found, inner)
            if row.value is not None:
                self.needs(row.value, found, use, inner)


_SO_FAR: tuple[tuple[Literal["winner so far", "winning card so far"], Type], ...] = (
    ("winner so far", PLAYER),
    ("winning card so far", CARD),
)


def _is_none(e: Expr) -> bool:
    return isinstance(e, Lit) and e.type.kind == "none"


def _of_team(where: Expr, local: LocalSymbol, *, holds: bool = True) -> bool:
    """`q.team = t`, or `not (q.team != t)`: every team has at least one player."""
    match where:
        case Op(op="not", args=(operand,)):
            return _of_team(operand, local, holds=not holds)
        case Op(op="=" | "!=" as op, args=args) if (op == "=") is holds:
            return any(_is_team_of(one, local, other) for one, other in (args, args[::-1]))
        case _:
            return False


def _is_team_of(e: Expr, local: LocalSymbol, other: Expr) -> bool:
    """Whether something is the team of a player, and another one a team that does not depend on him."""
    match e:
        case Op(op="team", args=(LocalRef(local=name),)) if name is local and not other.type.optional:
            return not any(isinstance(one, LocalRef) and one.local is local for one in inside(other))
        case _:
            return False


def _as_written(e: Expr) -> str:
    """An expression as its author would write it."""
    if isinstance(e, LocalRef):
        return e.local.name
    if isinstance(e, VariableRef):
        return e.variable.name if e.owner is None else f"{_as_written(e.owner)}.{e.variable.name}"
    return " ".join(e.span.text.split()) or "it"


def _uncounted(e: Fold) -> Fold:
    """The phrase without its starting point."""
    return replace(e, domain=replace(e.domain, start=None))
