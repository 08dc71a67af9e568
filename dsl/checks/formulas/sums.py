"""Things and numbers in conditions, as dimensions.

`a >= b` is read as `a - b >= 0`: both sides become one sum of indivisible things, each with a factor.  So `2 * n > 6`
and `n >= 4` concern the same dimension, and so do `tricks >= level` and `tricks < level`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from ...checked import CallDefine, CheckedGame, Cond, Expr, Fold, Lit, Op, OptionRef, VariableRef
from ...settle.intervals import ExpressionRanges, printed_numbers
from ...types import HIGHEST, LOWEST, NONE, Type
from .dimensions import Dimensions, Terms, canonical
from .keys import Bindings, ValueNumbering, follow_names
from .search import FALSE, TRUE, Atom, Formula, both, either, negation

MOST = 300
"""The most parts of conditions read for one question.  Each further part becomes a yes-or-no dimension."""

LARGEST_FACTOR = 10**6


class ConditionReader(ABC):
    """The things read so far for one question, and comparisons of numbers."""

    def __init__(self, game: CheckedGame, ranges: ExpressionRanges) -> None:
        self.game = game
        self.ranges = ranges
        self.keys = ValueNumbering()
        self.dims = Dimensions()
        self.left = MOST
        self.things: dict[int, Expr] = {}
        """The expression behind each number of a compared thing."""
        self.listed: dict[int, int] = {}
        """The dimension of each thing that has a few values."""
        self.flags: dict[object, int] = {}
        """The dimension of each condition about which nothing else is known, by the number of the condition."""
        self.settings: set[int] = set()
        """The dimensions whose values are settled before the game starts."""

    @abstractmethod
    def read(self, e: Expr, bindings: Bindings = ...) -> Formula:
        """Turn a condition into a formula."""

    def unfolded(self, e: Expr, bindings: Bindings) -> tuple[Expr, Bindings]:
        """Follow names, and defines that consist of one expression, as far as the bound allows."""
        e, bindings = follow_names(e, bindings)
        while isinstance(e, CallDefine) and e.define.body is not None and self.left > 0:
            self.left -= 1
            e, bindings = follow_names(e.define.body, self.keys.call(e.define, e.args, bindings))
        return e, bindings

    def flag(self, number: object) -> Formula:
        """The formula of a condition about which nothing else is known."""
        if number not in self.flags:
            self.flags[number] = self.dims.listed((0, 1), ("no", "yes"))
        return Atom(self.flags[number], 2)

    # -------------------------------------------------------------------------------------- things with few values

    def values_of(self, e: Expr, bindings: Bindings) -> int:
        """The dimension of a thing that has a few values."""
        number = self.keys.of(e, bindings)
        if number not in self.listed:
            values, shown = self._all_values(e)
            self.listed[number] = self.dims.listed(values, shown)
            self.things[number] = e
            if isinstance(e, OptionRef):
                self.settings.add(self.listed[number])
        return self.listed[number]

    def _all_values(self, e: Expr) -> tuple[tuple[int, ...], tuple[str, ...]]:
        shown = self.words(e.type)
        values = tuple(range(len(shown)))
        faceless = isinstance(e, Op) and e.op in ("rank", "suit") and self.game.deck.jokers is not None
        if e.type.optional or faceless:
            return (*values, NONE), (*shown, "none" if e.type.optional else "joker")
        return values, shown

    def words(self, kind: Type) -> tuple[str, ...]:
        """The values of a type in the order of their numbers."""
        match kind.kind:
            case "flag":
                return ("no", "yes")
            case "rank":
                return self.game.ranks
            case "suit":
                return self.game.suits
            case _:
                return (self.game.suits if kind.suits else ()) + kind.words

    # ------------------------------------------------------------------------------------------------- numbers

    def compare(self, op: str, a: Expr, under_a: Bindings, b: Expr, under_b: Bindings) -> Formula:
        """The formula of a comparison of two numbers.  `x if c otherwise y` on one side gives two comparisons."""
        for x, under, flipped in ((a, under_a, False), (b, under_b, True)):
            x, under = self.unfolded(x, under)
            if isinstance(x, Cond) and self.left > 0:
                self.left -= 1
                sides = [
                    self.compare(op, a, under_a, side, under) if flipped else self.compare(op, side, under, b, under_b)
                    for side in (x.then, x.otherwise)
                ]
                test = self.read(x.condition, under)
                return either(both(test, sides[0]), both(negation(test), sides[1]))
        terms: dict[int, int] = {}
        constant = self._add(a, under_a, 1, terms) + self._add(b, under_b, -1, terms)
        parts, factor = canonical(terms)
        if not parts:
            return TRUE if _holds(op, constant) else FALSE
        return self._against(op, parts, factor, -constant)

    def _against(self, op: str, parts: Terms, factor: int, number: int) -> Formula:
        """The formula of `factor * sum op number`."""
        low, high = self._range_of(parts)
        dim = self.dims.sum(parts, low, high, self._allowed(parts))
        if all(self._is_setting(term) for term, _ in parts):
            self.settings.add(dim)
        match op:
            case "=":
                return self.dims.compare(dim, True, number // factor) if number % factor == 0 else FALSE
            case ">":
                return self._at_least(dim, factor, number + 1)
            case "<=":
                return negation(self._at_least(dim, factor, number + 1))
            case ">=":
                return self._at_least(dim, factor, number)
            case _:
                return negation(self._at_least(dim, factor, number))

    def _at_least(self, dim: int, factor: int, number: int) -> Formula:
        """The formula of `factor * sum >= number`."""
        if factor > 0:
            return self.dims.compare(dim, False, -(-number // factor))
        return negation(self.dims.compare(dim, False, number // factor + 1))

    def _add(self, e: Expr, bindings: Bindings, times: int, terms: dict[int, int]) -> int:
        """Add an expression, multiplied by `times`, to a sum.  Returns its constant part."""
        e, bindings = self.unfolded(e, bindings)
        self.left -= 1
        if self.left > 0:
            match e:
                case Op(op="+", args=(a, b)):
                    return self._add(a, bindings, times, terms) + self._add(b, bindings, times, terms)
                case Op(op="-", args=(a, b)):
                    return self._add(a, bindings, times, terms) + self._add(b, bindings, -times, terms)
                case Op(op="negate", args=(a,)):
                    return self._add(a, bindings, -times, terms)
                case Op(op="*", args=(Lit(value=value), a)) | Op(op="*", args=(a, Lit(value=value))) if (
                    abs(times * value) < LARGEST_FACTOR
                ):
                    return self._add(a, bindings, times * value, terms)
                case _:
                    pass
        if isinstance(e, Lit):
            return e.value * times
        number = self.keys.of(e, bindings)
        terms[number] = terms.get(number, 0) + times
        self.things.setdefault(number, e)
        return 0

    # -------------------------------------------------------------------------------------------- ranges of sums

    def _range_of(self, parts: Terms) -> tuple[int, int]:
        low = high = 0
        for term, times in parts:
            a, b = self.dims.term_range[term] = self.ranges.of(self.things[term])
            low, high = low + min(a * times, b * times), high + max(a * times, b * times)
        if len(parts) == 2 and parts[0][1] == 1 and parts[1][1] == -1:
            one, other = (self.things[term] for term, _ in parts)
            sign = extreme_of(one, other) or -extreme_of(other, one)
            low, high = (max(low, 0) if sign > 0 else low), (min(high, 0) if sign < 0 else high)
        return max(low, 4 * LOWEST), min(high, 4 * HIGHEST)

    def _allowed(self, parts: Terms) -> tuple[int, ...] | None:
        """The allowed values of a sum that is a single number, if they are listed."""
        terms = [term for term, _ in parts]
        if len(terms) > 1:
            return None
        match self.things[terms[0]]:
            case OptionRef(option=option):
                return option.values
            case Op(op="number of players") if len(self.game.counts) <= self.game.players[1] - self.game.players[0]:
                return self.game.counts
            case Op(op="number"):
                return printed_numbers(self.game)
            case _:
                return None

    def _is_setting(self, term: int) -> bool:
        e = self.things[term]
        return isinstance(e, OptionRef) or (isinstance(e, Op) and e.op == "number of players")


def extreme_of(one: Expr, extreme: Expr) -> int:
    """1 if `extreme` is the lowest of a set that `one` belongs to, -1 if it is the highest, else 0."""
    if not isinstance(extreme, Fold) or extreme.kind not in ("min", "max") or extreme.where is not None:
        return 0
    group, body = extreme.domain.args[0], extreme.body
    if not isinstance(group, Op) or group.op not in ("players", "teams"):
        return 0
    variable = isinstance(one, VariableRef) and isinstance(body, VariableRef) and one.variable is body.variable
    define = isinstance(one, CallDefine) and isinstance(body, CallDefine) and one.define is body.define
    if not variable and not (define and isinstance(one, CallDefine) and len(one.args) == 1):
        return 0
    return 1 if extreme.kind == "min" else -1


def _holds(op: str, difference: int) -> bool:
    match op:
        case "=":
            return difference == 0
        case "<":
            return difference < 0
        case "<=":
            return difference <= 0
        case ">":
            return difference > 0
        case _:
            return difference >= 0
