"""What an expression can be, from what is known of the names, the zones and the variables that it reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ..checked import (
    CallDefine,
    CheckedGame,
    Cond,
    DefineSymbol,
    Domain,
    Expr,
    Fold,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    OptionRef,
    Present,
    Symbol,
    VariableRef,
    VariableSymbol,
    ZoneRef,
)
from ..operations import NUMBERS
from ..traversal import parts
from ..types import HIGHEST, LOWEST
from .intervals import ExpressionRanges, clipped
from .possible import (
    EITHER,
    EMPTY,
    NO,
    NOTHING,
    NUMBERED,
    YES,
    Possible,
    anything,
    elements,
    equal,
    outcome,
)

_DEEPEST = 40
"""How deeply defines that call each other are followed.  In rules with deeper ones nothing is known."""
_WORKED_OUT = frozenset(
    {"and", "or", "not", "=", "!=", "<", "<=", ">", ">=", "has", "empty", "size", "union", "except", *NUMBERS}
)
"""The operations of which more is known than what their types say."""
_DISTINGUISHED = frozenset({*NUMBERED, "none"})


class PossibleExpressions:
    """Works out expressions of one game.  Who knows more of cards or names overrides `cards` and `add`."""

    def __init__(self, game: CheckedGame, ranges: ExpressionRanges, known: dict[Symbol, Possible]) -> None:
        self.game, self.ranges, self.known = game, ranges, known
        """`known`: what each variable, parameter and name that was reached can be."""
        self.too_deep = False
        self._assumed: dict[VariableSymbol, Possible] = {}
        """What holds of variables that belong to nobody, by the conditions around the place."""
        self._watch: Callable[[Expr], None] | None = None
        self._results: dict[DefineSymbol, tuple[Possible, set[Symbol]]] = {}
        """What each define gives, and what it has read."""
        self._read: set[Symbol] = set()
        """The variables, names and zones that were read."""
        self._depth = 0

    def cards(self, e: ZoneRef) -> Possible:
        """What is known of the cards of a zone."""
        return anything(e.type)

    def add(self, symbol: Symbol, value: Possible) -> None:
        """A name gets this value in the expression: what it can be is known already."""

    def variable(self, variable: VariableSymbol) -> Possible:
        """What a variable can be here."""
        self._read.add(variable)
        known = self.known[variable] if variable in self.known else anything(variable.type)
        assumed = self._assumed.get(variable)
        return known if assumed is None else known.within(assumed.low, assumed.high)

    # ------------------------------------------------------------------------------------------------ expressions

    def condition(self, e: Expr) -> bool | None:
        """Whether a condition always holds, never holds, or can do either (None)."""
        if self._watch is not None:
            self._watch(e)
        return outcome(self.of(e))

    def of(self, e: Expr) -> Possible:
        """What an expression can be."""
        return self._rules.get(type(e), PossibleExpressions._plain)(self, e)

    def _lit(self, e: Lit) -> Possible:
        return NOTHING if e.type.kind == "none" else Possible(e.value, e.value)

    def _variable(self, e: VariableRef) -> Possible:
        if e.owner is not None:
            self.of(e.owner)
        return self.variable(e.variable)

    def _local(self, e: LocalRef) -> Possible:
        self._read.add(e.local)
        return self.known.get(e.local) or anything(e.type)

    def _zone(self, e: ZoneRef) -> Possible:
        self._read.add(e.zone)
        for part in parts(e):
            self.of(part)
        return self.cards(e)

    def _present(self, e: Present) -> Possible:
        value = self.of(e.operand)
        return Possible(value.low, value.high) if value.some else anything(e.type)

    def _cond(self, e: Cond) -> Possible:
        holds = self.condition(e.condition)
        if holds is not None:
            return self.of(e.then if holds else e.otherwise)
        return self.of(e.then).join(self.of(e.otherwise))

    def _call(self, e: CallDefine) -> Possible:
        for param, arg in zip(e.define.params, e.args, strict=False):
            self.add(param, self.of(arg))
        return self._define(e.define)

    def _option(self, e: OptionRef) -> Possible:
        low, high = self.ranges.of(e) if e.type.kind in ("number", "flag") else (LOWEST, HIGHEST)
        return Possible(low, high, True, e.type.optional)

    def _plain(self, e: Expr) -> Possible:
        for part in parts(e):
            self.of(part)
        return self._most(e)

    def _most(self, e: Expr) -> Possible:
        """Whatever the type of an expression allows, and the range of its number."""
        most = anything(e.type)
        if e.type.kind != "number":
            return most
        low, high = self.ranges.of(e)
        return Possible(low, high, True, most.none)

    def _define(self, define: DefineSymbol) -> Possible:
        known = self._results.get(define)
        if known is not None:
            self._read |= known[1]
            return known[0]
        if self._depth >= _DEEPEST:
            self.too_deep = True
            return anything(define.type)
        self._depth += 1
        around, self._assumed = self._assumed, {}  # the result is used everywhere
        read, self._read = self._read, set()
        for let in define.lets:
            self.add(let.local, self.of(let.value))
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
        self._assumed = around
        self._results[define] = found, self._read
        self._read = read | self._read
        return found

    def _fold(self, e: Fold) -> Possible:
        there = self._bound(e.local, e.domain)
        holds = self.condition(e.where) if e.where is not None and there else None
        nobody = not there or holds is False
        quantified = e.kind in ("any", "every", "no")
        if nobody:
            if quantified:
                return NO if e.kind == "any" else YES
            if e.kind in ("count", "sum"):
                return NO
            return (
                EMPTY
                if e.kind == "set"
                else Possible(0, 0, some=False, none=True)
                if e.type.optional
                else anything(e.type)
            )
        if quantified:
            body = self.condition(e.body) if e.body is not None else None
            if body is False:
                return NO if e.kind == "any" else YES if e.kind == "no" else EITHER
            return YES if body is True and e.kind == "every" else EITHER
        if e.body is not None:
            self.of(e.body)
        return self._most(e)

    def _op(self, e: Op) -> Possible:
        op = e.op
        if self._watch is not None and e.type.kind == "flag":
            self._watch(e)
        args = [self.of(arg) for arg in e.args]
        if op not in _WORKED_OUT:
            return self._most(e)
        match op:
            case "and" | "or":
                found = [outcome(one) for one in args]
                settling, other = (True, False) if op == "or" else (False, True)
                holds = settling if settling in found else None if None in found else other
                return EITHER if holds is None else YES if holds else NO
            case "not":
                holds = outcome(args[0])
                return EITHER if holds is None else NO if holds else YES
            case "=" | "!=":
                same = equal(args[0], args[1], all(arg.type.kind in _DISTINGUISHED for arg in e.args))
                return EITHER if same is None else YES if same == (op == "=") else NO
            case "<" | "<=" | ">" | ">=" if all(arg.type.kind == "number" for arg in e.args):
                return _compared(op, args[0], args[1])
            case "has":
                return EITHER if args[0].some and args[1].some else NO
            case "empty":
                return YES if not args[0].some else NO if args[0].low > 0 else EITHER
            case "size":
                return Possible(max(0, args[0].low), args[0].high) if args[0].some else NO
            case "union" if e.type.kind == "set":
                return elements(max(one.low for one in args), sum(one.high for one in args))
            case "except":
                return elements(0, args[0].high) if args[0].some else EMPTY
            case _ if op in NUMBERS and e.type.kind == "number":
                low, high = clipped(*NUMBERS[op].range(*((one.low, one.high) for one in args)))
                return Possible(low, high)
            case _:
                return self._most(e)

    def _bound(self, local: LocalSymbol, domain: Domain) -> bool:
        """Bind a name to the elements of a domain.  Returns whether there can be any."""
        args = [self.of(arg) for arg in domain.args]
        if domain.start is not None:
            self.of(domain.start)
        match domain.kind:
            case "list":
                for arg in args:
                    self.add(local, arg)
                return bool(args)
            case "range" | "down":
                first, last = (args[0], args[1]) if domain.kind == "range" else (args[1], args[0])
                if first.low > last.high:
                    return False
                self.add(local, Possible(first.low, last.high))
                return True
            case "set":
                self.add(local, anything(local.type))
                return args[0].some
            case _:
                self.add(local, anything(local.type))
                return True

    _rules: ClassVar[dict[type, Callable[[Any, Any], Possible]]] = {
        Lit: _lit,
        VariableRef: _variable,
        LocalRef: _local,
        ZoneRef: _zone,
        Present: _present,
        Cond: _cond,
        CallDefine: _call,
        Fold: _fold,
        Op: _op,
        OptionRef: _option,
    }
    """What works out each class of expressions.  (A table, because most of the time is spent in `of`.)"""


def _compared(op: str, a: Possible, b: Possible) -> Possible:
    """What a comparison of two numbers can be."""
    if op[0] == ">":
        a, b = b, a
    if op in ("<", ">"):
        return YES if a.high < b.low else NO if a.low >= b.high else EITHER
    return YES if a.high <= b.low else NO if a.low > b.high else EITHER
