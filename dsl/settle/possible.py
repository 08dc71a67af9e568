"""Which values variables, parameters and names can have in any play: an abstract run over the whole game.

The run begins with what is certain: every variable has its first value, no zone but the first holds a card, main is
reached.  What a reached line sets, passes on or moves is added, and lines are reached only under conditions that can
hold with the values found so far.  This is repeated until nothing is added.  So a variable that is only set under a
condition that needs it to be set already keeps its first value.  (The method is conditional constant propagation, after
Wegman and Zadeck, with ranges instead of constants.)

For each variable and name the run knows one range for the whole game, and whether it can be `none` or something; for a
set, whether anything can be in it; for a zone, whether a card ever enters it.  It knows nothing of order: what held
once may hold at any time.  Owners, settings and calls are not told apart.  A range that still grows after a few rounds
becomes the declared one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..checked import (
    Again,
    Assign,
    CallDefine,
    CallPhase,
    CheckedGame,
    Choose,
    Cond,
    DefineSymbol,
    Domain,
    Expr,
    Fold,
    For,
    If,
    Let,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    OptionRef,
    PhaseSymbol,
    Present,
    Repeat,
    Stmt,
    Symbol,
    Together,
    VariableRef,
    VariableSymbol,
    ZoneRef,
    ZoneSymbol,
)
from ..operations import NUMBERS, Interval
from ..traversal import blocks, moved_zones, own_expressions, parts
from ..types import HIGHEST, LOWEST, Type
from .intervals import EVERYTHING, ExpressionRanges, clipped

_PATIENCE = 4
"""After so many rounds a range that still grows becomes the declared one."""
_MOST_ROUNDS = 60
_DEEPEST = 40
"""How deeply defines that call each other are followed.  In rules with deeper ones nothing is known."""
_NUMBERED = frozenset({"number", "flag", "word"})
"""Kinds whose values are told apart by their numbers alone."""
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Possible:
    """What a value can be: a number from `low` to `high` (if `some`), or `none`.

    For a set, `some` says whether anything can be in it; its numbers mean nothing."""

    low: int
    high: int
    some: bool = True
    none: bool = False

    def join(self, other: Possible) -> Possible:
        """What is one or the other."""
        none = self.none or other.none
        if not self.some or not other.some:
            part = other if other.some else self
            return Possible(part.low, part.high, part.some, none)
        return Possible(min(self.low, other.low), max(self.high, other.high), True, none)

    @property
    def only(self) -> int | None:
        """The number, if it can be no other."""
        return self.low if self.some and not self.none and self.low == self.high else None


_YES, _NO, _EITHER = Possible(1, 1), Possible(0, 0), Possible(0, 1)
_NONE = Possible(0, 0, some=False, none=True)
_EMPTY = Possible(0, 0, some=False)


def anything(type: Type) -> Possible:
    """Whatever a type allows."""
    low, high = (type.low, type.high) if type.kind in ("number", "flag") else (LOWEST, HIGHEST)
    return Possible(low, high, True, type.optional)


class PossibleValues:
    """The abstract run over one game.  `watch` is told of every condition that is reached, after the run."""

    def __init__(self, game: CheckedGame, watch: Callable[[Expr], None] | None = None) -> None:
        self.game = game
        self.ranges = ExpressionRanges(game)
        self.known: dict[Symbol, Possible] = {}
        """What each variable, parameter and name that was reached can be."""
        self.filled: set[ZoneSymbol] = {game.first_zone} if game.first_zone is not None else set()
        self._watch: Callable[[Expr], None] | None = None
        self._results: dict[DefineSymbol, Possible] = {}
        self._seen: set[PhaseSymbol] = set()
        self._waiting: list[PhaseSymbol] = []
        self._depth = 0
        self._too_deep = False
        self._changed = True
        self._round = 0
        for variable in game.variables:
            self.known[variable] = _first(variable)
        while self._changed and self._round < _MOST_ROUNDS and not self._too_deep:
            self._changed = False
            self._run()
            self._round += 1
        self.finished = not self._changed and not self._too_deep
        """Whether the run came to its end; if not, nothing is known."""
        if not self.finished:
            self.known.clear()
            self.filled = set(game.zones)
        if watch is not None and self.finished:
            self._watch = watch
            self._run()
            self._watch = None

    def _run(self) -> None:
        """Go through everything that is reached once."""
        self._results.clear()
        self._seen = {self.game.main}
        self._block(self.game.main.body)
        self._rows(self.game.main)
        for rule in self.game.incidents:
            if rule.players is not None:
                self.of(rule.players)
            self._phase(rule.start)
            self._block(rule.body)
        while self._waiting:
            phase = self._waiting.pop()
            self._block(phase.body)
            self._rows(phase)

    # ------------------------------------------------------------------------------------------------- statements

    def _block(self, statements: Iterable[Stmt]) -> None:
        for st in statements:
            self._statement(st)

    def _statement(self, st: Stmt) -> None:
        match st:
            case Let(local=local, value=value):
                self._add(local, self.of(value))
            case Assign():
                self._assign(st)
            case If(condition=condition, then=then, otherwise=otherwise):
                holds = self.condition(condition)
                if holds is not False:
                    self._block(then)
                if holds is not True:
                    self._block(otherwise)
            case Repeat(times=times, until=until, body=body, otherwise=otherwise):
                rounds = self.of(times) if times is not None else None
                if rounds is None or rounds.high > 0:
                    self._block(body)
                if until is not None:
                    self.condition(until)
                self._block(otherwise)
            case For(local=local, domain=domain, where=where, until=until, body=body):
                if domain is not None and not self._bound(local, domain):
                    return
                if where is None or self.condition(where) is not False:
                    self._block(body)
                if until is not None:
                    self.condition(until)
            case Choose(player=player, choices=choices):
                self.of(player)
                for choice in choices:
                    if choice.guard is not None and self.condition(choice.guard) is False:
                        continue
                    bound = [self._bound(local, domain) for local, domain in choice.generators]
                    if not all(bound):
                        continue
                    if choice.where is None or self.condition(choice.where) is not False:
                        self._block(choice.body)
            case Together(choosers=choosers):
                self._block(choosers)
            case CallPhase(phase=phase, args=args):
                for param, arg in zip(phase.params, args, strict=False):
                    self._add(param, self.of(arg))
                self._phase(phase)
            case Again(phase=phase):
                self._phase(phase)
            case _:
                self._other(st)

    def _other(self, st: Stmt) -> None:
        """A statement that moves cards, or changes nothing that is known here."""
        for e in own_expressions(st):
            self.of(e)
        for zone in moved_zones(st):
            self._fill(zone)
        for block in blocks(st):
            self._block(block)

    def _assign(self, st: Assign) -> None:
        if st.owner is not None:
            self.of(st.owner)
        value = self.of(st.value)
        if st.op == "set":
            self._add(st.target, value)
            return
        before = self.known.get(st.target, anything(st.target.type))
        a, b = (before.low, before.high), (value.low, value.high)
        low, high = clipped(*NUMBERS["+" if st.op == "add" else "-"].range(a, b))
        self._add(st.target, Possible(low, high))

    def _phase(self, phase: PhaseSymbol) -> None:
        """A phase is reached.  (It is run later: a chain of phases may be long.)"""
        if phase not in self._seen:
            self._seen.add(phase)
            self._waiting.append(phase)

    def _rows(self, phase: PhaseSymbol) -> None:
        for row in phase.rows:
            if row.guard is None or self.condition(row.guard) is not False:
                self._block(row.actions)

    def _fill(self, zone: ZoneSymbol) -> None:
        if zone not in self.filled:
            self.filled.add(zone)
            self._changed = True

    def _add(self, symbol: Symbol, value: Possible) -> None:
        """A symbol can have this value, too.  (A number outside the declared range would stop the game.)"""
        type = symbol.type
        if type.kind in ("number", "flag") and value.some:
            low, high = max(value.low, type.low), min(value.high, type.high)
            value = Possible(low, high, low <= high, value.none) if low <= high else _NONE if value.none else value
        old = self.known.get(symbol)
        new = value if old is None else old.join(value)
        if new == old:
            return
        if old is not None and self._round >= _PATIENCE:
            most = anything(type)
            new = Possible(
                most.low if new.low < old.low else new.low, most.high if new.high > old.high else new.high,
                new.some, new.none,
            )  # fmt: skip
        self.known[symbol] = new
        self._changed = True

    def _bound(self, local: LocalSymbol, domain: Domain) -> bool:
        """Bind a name to the elements of a domain.  Returns whether there can be any."""
        args = [self.of(arg) for arg in domain.args]
        if domain.start is not None:
            self.of(domain.start)
        match domain.kind:
            case "list":
                for arg in args:
                    self._add(local, arg)
                return bool(args)
            case "range" | "down":
                first, last = (args[0], args[1]) if domain.kind == "range" else (args[1], args[0])
                if first.low > last.high:
                    return False
                self._add(local, Possible(first.low, last.high))
                return True
            case "set":
                self._add(local, anything(local.type))
                return args[0].some
            case _:
                self._add(local, anything(local.type))
                return True

    # ------------------------------------------------------------------------------------------------ expressions

    def condition(self, e: Expr) -> bool | None:
        """Whether a condition always holds, never holds, or can do either (None)."""
        if self._watch is not None:
            self._watch(e)
        return _holds(self.of(e))

    def of(self, e: Expr) -> Possible:
        """What an expression can be."""
        match e:
            case Lit(value=value):
                return _NONE if e.type.kind == "none" else Possible(value, value)
            case VariableRef(variable=variable, owner=owner):
                if owner is not None:
                    self.of(owner)
                return self.known[variable] if variable in self.known else anything(e.type)
            case LocalRef(local=local):
                return self.known.get(local) or anything(e.type)
            case ZoneRef(zone=zone):
                for part in parts(e):
                    self.of(part)
                return anything(e.type) if zone in self.filled else _EMPTY
            case Present(operand=operand):
                value = self.of(operand)
                return Possible(value.low, value.high) if value.some else anything(e.type)
            case Cond(condition=condition, then=then, otherwise=otherwise):
                holds = self.condition(condition)
                if holds is not None:
                    return self.of(then if holds else otherwise)
                return self.of(then).join(self.of(otherwise))
            case CallDefine(define=define, args=args):
                for param, arg in zip(define.params, args, strict=False):
                    self._add(param, self.of(arg))
                return self._define(define)
            case Fold():
                return self._fold(e)
            case Op():
                return self._op(e)
            case OptionRef():
                low, high = self.ranges.of(e) if e.type.kind in ("number", "flag") else (LOWEST, HIGHEST)
                return Possible(low, high, True, e.type.optional)
            case _:
                for part in parts(e):
                    self.of(part)
                most = anything(e.type)
                low, high = self.ranges.of(e) if e.type.kind == "number" else (most.low, most.high)
                return Possible(low, high, True, most.none)

    def _define(self, define: DefineSymbol) -> Possible:
        known = self._results.get(define)
        if known is not None:
            return known
        if self._depth >= _DEEPEST:
            self._too_deep = True
            return anything(define.type)
        self._depth += 1
        for let in define.lets:
            self._add(let.local, self.of(let.value))
        found: Possible | None = self.of(define.body) if define.body is not None else None
        for row in define.rows:
            if (row.guard is None or self.condition(row.guard) is not False) and row.value is not None:
                value = self.of(row.value)
                found = value if found is None else found.join(value)
        most = anything(define.type)
        if found is None:
            found = most
        elif define.type.kind == "number" and found.some:
            found = Possible(max(found.low, most.low), min(found.high, most.high), True, found.none)
        self._depth -= 1
        self._results[define] = found
        return found

    def _fold(self, e: Fold) -> Possible:
        there = self._bound(e.local, e.domain)
        holds = self.condition(e.where) if e.where is not None and there else None
        nobody = not there or holds is False
        quantified = e.kind in ("any", "every", "no")
        if nobody:
            if quantified:
                return _NO if e.kind == "any" else _YES
            if e.kind in ("count", "sum"):
                return _NO
            return (
                _EMPTY
                if e.kind == "set"
                else Possible(0, 0, some=False, none=True)
                if e.type.optional
                else anything(e.type)
            )
        if quantified:
            body = self.condition(e.body) if e.body is not None else None
            if body is False:
                return _NO if e.kind == "any" else _YES if e.kind == "no" else _EITHER
            return _YES if body is True and e.kind == "every" else _EITHER
        if e.body is not None:
            self.of(e.body)
        most = anything(e.type)
        low, high = self.ranges.of(e) if e.type.kind == "number" else (most.low, most.high)
        return Possible(low, high, True, most.none)

    def _op(self, e: Op) -> Possible:
        if self._watch is not None and e.type.kind == "flag":
            self._watch(e)
        args = [self.of(arg) for arg in e.args]
        match e.op, args:
            case "not", [one]:
                holds = _holds(one)
                return _EITHER if holds is None else _NO if holds else _YES
            case "and", _:
                found = [_holds(one) for one in args]
                return _NO if False in found else _EITHER if None in found else _YES
            case "or", _:
                found = [_holds(one) for one in args]
                return _YES if True in found else _EITHER if None in found else _NO
            case (("=" | "!="), [a, b]):
                same = _equal(a, b, all(arg.type.kind in (*_NUMBERED, "none") for arg in e.args))
                return _EITHER if same is None else _YES if same == (e.op == "=") else _NO
            case (("<" | "<=" | ">" | ">="), [a, b]) if all(arg.type.kind == "number" for arg in e.args):
                corners = {_COMPARED[e.op](x, y) for x in (a.low, a.high) for y in (b.low, b.high)}
                return _EITHER if len(corners) > 1 else _YES if True in corners else _NO
            case "has", [a, b]:
                return _EITHER if a.some and b.some else _NO
            case "empty", [a]:
                return _EITHER if a.some else _YES
            case "size", [a]:
                return Possible(0, HIGHEST) if a.some else _NO
            case "union", _:
                return _EMPTY if e.type.kind == "set" and not any(one.some for one in args) else anything(e.type)
            case "except", [a, _]:
                return anything(e.type) if a.some else _EMPTY
            case op, _ if op in NUMBERS and e.type.kind == "number":
                low, high = clipped(*NUMBERS[op].range(*((one.low, one.high) for one in args)))
                return Possible(low, high)
            case _:
                most = anything(e.type)
                low, high = self.ranges.of(e) if e.type.kind == "number" else (most.low, most.high)
                return Possible(low, high, True, most.none)


class InferredRanges(ExpressionRanges):
    """Ranges of expressions, where a parameter without a declared range has that of what is passed for it."""

    def __init__(self, game: CheckedGame) -> None:
        super().__init__(game)
        params = [param for owner in (*game.defines, *game.phases) for param in owner.params]
        open = [one for one in params if one.type.kind == "number" and (one.type.low, one.type.high) == EVERYTHING]
        known = PossibleValues(game).known if open else {}
        self._passed = {param: (known[param].low, known[param].high) for param in open if param in known}

    def of(self, e: Expr) -> Interval:
        if isinstance(e, LocalRef) and e.local in self._passed:
            return self._passed[e.local]
        return super().of(e)


def _first(variable: VariableSymbol) -> Possible:
    """The value that a variable begins with."""
    type = variable.type
    if type.optional:
        return _NONE
    match type.kind:
        case "number":
            low = min(max(0, type.low), type.high)
            return Possible(low, low)
        case "flag":
            return _NO
        case "set":
            return _EMPTY
        case _:
            return anything(type)


def _holds(value: Possible) -> bool | None:
    """Whether a truth value is yes, no, or either."""
    only = value.only
    return None if only is None else bool(only)


def _equal(a: Possible, b: Possible, numbered: bool) -> bool | None:
    """Whether two values are always equal, never, or can be either."""
    if not a.some and not b.some:
        return True if a.none and b.none else None
    both_none = a.none and b.none
    if not a.some or not b.some:
        one, other = (a, b) if not a.some else (b, a)
        if one.none and not other.none:
            return False
        return None
    if not numbered or both_none:
        return None
    if a.high < b.low or b.high < a.low:
        return False
    return True if a.only is not None and a.only == b.only else None
