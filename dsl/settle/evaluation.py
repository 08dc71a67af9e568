"""What an expression can be, from what is known of the names, the zones and the variables that it reads."""

from __future__ import annotations

from collections.abc import Callable

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
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


class PossibleExpressions:
    """Works out expressions of one game.  Who knows more of cards or names overrides `cards` and `add`."""

    def __init__(self, game: CheckedGame, ranges: ExpressionRanges, known: dict[Symbol, Possible]) -> None:
        self.game, self.ranges, self.known = game, ranges, known
        """`known`: what each variable, parameter and name that was reached can be."""
        self.too_deep = False
        self._assumed: dict[VariableSymbol, Possible] = {}
        """What holds of variables that belong to nobody, by the conditions around the place."""
        self._watch: Callable[[Expr], None] | None = None
        self._results: dict[DefineSymbol, Possible] = {}
        self._depth = 0

    def cards(self, e: ZoneRef) -> Possible:
        """What is known of the cards of a zone."""
        return anything(e.type)

    def add(self, symbol: Symbol, value: Possible) -> None:
        """A name gets this value in the expression: what it can be is known already."""

    def variable(self, variable: VariableSymbol) -> Possible:
        """What a variable can be here."""
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
        match e:
            case Lit(value=value):
                return NOTHING if e.type.kind == "none" else Possible(value, value)
            case VariableRef(variable=variable, owner=owner):
                if owner is not None:
                    self.of(owner)
                return self.variable(variable)
            case LocalRef(local=local):
                return self.known.get(local) or anything(e.type)
            case ZoneRef():
                for part in parts(e):
                    self.of(part)
                return self.cards(e)
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
                    self.add(param, self.of(arg))
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
            self.too_deep = True
            return anything(define.type)
        self._depth += 1
        around, self._assumed = self._assumed, {}  # the result is used everywhere
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
        self._results[define] = found
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
        most = anything(e.type)
        low, high = self.ranges.of(e) if e.type.kind == "number" else (most.low, most.high)
        return Possible(low, high, True, most.none)

    def _op(self, e: Op) -> Possible:
        if self._watch is not None and e.type.kind == "flag":
            self._watch(e)
        args = [self.of(arg) for arg in e.args]
        match e.op, args:
            case "not", [one]:
                holds = outcome(one)
                return EITHER if holds is None else NO if holds else YES
            case "and", _:
                found = [outcome(one) for one in args]
                return NO if False in found else EITHER if None in found else YES
            case "or", _:
                found = [outcome(one) for one in args]
                return YES if True in found else EITHER if None in found else NO
            case (("=" | "!="), [a, b]):
                same = equal(a, b, all(arg.type.kind in (*NUMBERED, "none") for arg in e.args))
                return EITHER if same is None else YES if same == (e.op == "=") else NO
            case (("<" | "<=" | ">" | ">="), [a, b]) if all(arg.type.kind == "number" for arg in e.args):
                corners = {_COMPARED[e.op](x, y) for x in (a.low, a.high) for y in (b.low, b.high)}
                return EITHER if len(corners) > 1 else YES if True in corners else NO
            case "has", [a, b]:
                return EITHER if a.some and b.some else NO
            case "empty", [a]:
                return YES if not a.some else NO if a.low > 0 else EITHER
            case "size", [a]:
                return Possible(max(0, a.low), a.high) if a.some else NO
            case "union", _ if e.type.kind == "set":
                return elements(max(one.low for one in args), sum(one.high for one in args))
            case "except", [a, _]:
                return elements(0, a.high) if a.some else EMPTY
            case op, _ if op in NUMBERS and e.type.kind == "number":
                low, high = clipped(*NUMBERS[op].range(*((one.low, one.high) for one in args)))
                return Possible(low, high)
            case _:
                most = anything(e.type)
                low, high = self.ranges.of(e) if e.type.kind == "number" else (most.low, most.high)
                return Possible(low, high, True, most.none)

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
