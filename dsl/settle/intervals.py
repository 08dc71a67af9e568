"""Ranges of numbers: the lowest and the highest value that an expression can have in any play.

A range is never too narrow but often too wide.  An expression about which nothing is known has the range of all
numbers.
"""

from __future__ import annotations

from ..checked import (
    CallDefine,
    CheckedGame,
    Cond,
    DefineSymbol,
    Expr,
    Fold,
    LeftOver,
    Lit,
    LocalRef,
    Op,
    OptionRef,
    Present,
    ValueOf,
    ValuesSymbol,
    VariableRef,
)
from ..operations import NUMBERS, Interval, hull
from ..types import HIGHEST, LOWEST

EVERYTHING: Interval = (LOWEST, HIGHEST)
COUNT: Interval = (0, HIGHEST)
_DEEPEST = 60
"""The deepest level of nested defines that is looked into."""


def clipped(low: int, high: int) -> Interval:
    """The part of a range inside the range of all numbers.  A value outside it is a fault during play."""
    return max(LOWEST, min(low, HIGHEST)), min(HIGHEST, max(high, LOWEST))


class ExpressionRanges:
    """Computes ranges of the expressions of one game.

    Without the game, a number printed on a card can be any number."""

    def __init__(self, game: CheckedGame | None = None) -> None:
        numbers = COUNT if game is None else printed_numbers(game)
        self._printed = numbers[0], numbers[-1]
        self._defines: dict[DefineSymbol, Interval] = {}
        self._values: dict[ValuesSymbol, Interval] = {}
        self._depth = 0

    def of(self, e: Expr) -> Interval:
        """The range of an expression that is a number."""
        match e:
            case Lit(value=value):
                return (value, value)
            case OptionRef(option=option) if option.values is not None:
                return min(option.values, default=LOWEST), max(option.values, default=HIGHEST)
            case Present(operand=operand):
                return self.of(operand)
            case Cond(then=then, otherwise=otherwise):
                return hull(self.of(then), self.of(otherwise))
            case CallDefine(define=define):
                return self._define(define)
            case LeftOver(worth=worth):
                return (0, HIGHEST) if self.of(worth)[0] >= 0 else EVERYTHING
            case ValueOf(values=values):
                return self._values_of(values)
            case Op():
                return self._op(e)
            case Fold():
                return self._fold(e)
            case VariableRef() | LocalRef() | OptionRef():
                return (e.type.low, e.type.high)
            case _:
                return EVERYTHING

    def _define(self, define: DefineSymbol) -> Interval:
        known = self._defines.get(define)
        if known is not None:
            return known
        if self._depth > _DEEPEST:
            return EVERYTHING
        self._defines[define] = EVERYTHING  # another check reports a define that calls itself
        self._depth += 1
        values = [define.body] if define.body is not None else [row.value for row in define.rows if row.value]
        found = [self.of(value) for value in values]
        self._depth -= 1
        whole = (min(low for low, _ in found), max(high for _, high in found)) if found else EVERYTHING
        declared = (define.type.low, define.type.high)
        self._defines[define] = max(whole[0], declared[0]), min(whole[1], declared[1])
        return self._defines[define]

    def _values_of(self, values: ValuesSymbol) -> Interval:
        if values not in self._values:
            found = [(0, 0)]
            for row in values.rows:
                low, high = self.of(row.low) if row.low is not None else EVERYTHING
                found.append(clipped(low, high + (len(row.ranks) - 1 if row.paired else 0)))
            self._values[values] = (min(low for low, _ in found), max(high for _, high in found))
        return self._values[values]

    def _op(self, e: Op) -> Interval:
        match e.op, e.args:
            case "size", _:
                return COUNT
            case "number", _:
                return self._printed
            case "number of players", _:
                return (e.type.low, e.type.high)
            case op, args if op in NUMBERS:
                return clipped(*NUMBERS[op].range(*map(self.of, args)))
            case _:
                return EVERYTHING

    def _fold(self, e: Fold) -> Interval:
        if e.kind == "count":
            return COUNT
        if e.body is None:
            return (e.type.low, e.type.high)
        low, high = self.of(e.body)
        if e.kind == "sum":
            return (0 if low >= 0 else LOWEST, 0 if high <= 0 else HIGHEST)
        if e.where is None and e.domain.kind == "set" and never_empty(e.domain.args[0]):
            return (low, high)
        return min(low, 0), max(high, 0)


def printed_numbers(game: CheckedGame) -> tuple[int, ...]:
    """The numbers printed on the cards, in order.  A card without a number counts as 0."""
    numbers = {int(rank) for rank in game.ranks if rank.isdecimal()}
    unnumbered = len(numbers) < len(game.ranks) or game.deck.jokers is not None
    return tuple(sorted({0, *numbers} if unnumbered else numbers))


def never_empty(group: Expr) -> bool:
    """Whether a set is known to have an element: all players, the players of a team, a set of one value."""
    match group:
        case Op(op="players" | "teams" | "suits" | "ranks" | "members" | "opponents" | "single"):
            return True
        case Op(op="union", args=args):
            return any(map(never_empty, args))
        case Lit(value=value):
            return value > 0
        case _:
            return False
