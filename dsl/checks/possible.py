"""Finds conditions that have only one outcome because of what can happen, though their types would allow both.

`c.height < lowest_so_far` never holds if `lowest_so_far` begins at 0 and is only set where this holds.  What values are
possible is worked out by one run over the whole game (`settle/abstract_run.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..checked import (
    CallDefine,
    CheckedGame,
    Expr,
    LocalRef,
    LocalSymbol,
    Op,
    Symbol,
    VariableRef,
    VariableSymbol,
    ZoneRef,
)
from ..resolve.context import ResolveContext
from ..settle.abstract_run import PossibleValues, possible_values
from ..settle.possible import Possible, anything
from ..traversal import inside
from ..types import HIGHEST, LOWEST


def conditions_stay_open(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report conditions that always or never hold because of the values that are possible in any play (W0436).

    Not reported are conditions that types alone decide (W0423), those of a base below a variant, and what a row of a
    table says of the table's own parameters: a table must cover every value that they may have."""
    values = possible_values(game)
    check = _PossibleCheck(game, ctx, values)
    for condition in values.conditions():
        check.condition(condition)


class _PossibleCheck:
    """The conditions of one game."""

    def __init__(self, game: CheckedGame, ctx: ResolveContext, values: PossibleValues) -> None:
        self.game, self.ctx, self.values = game, ctx, values
        self.own = game.tree.span.source
        self.reported = {one.span for one in ctx.diagnostics if one.code in ("W0423", "E0614")}
        tables = [owner for owner in (*game.defines, *game.phases) if owner.rows]
        self.of_tables = {param for table in tables for param in table.params}

    def condition(self, whole: Expr) -> bool:
        """Check a condition: first its parts, then the whole.  Returns whether one was reported."""
        if isinstance(whole, Op) and whole.op in ("and", "or", "not"):
            parts = [self.condition(part) for part in whole.args if part.span != whole.span]  # `x is not none` is one
            if any(parts):
                return True
        value = self.values.of(whole)
        if value.only is None or whole.span.source is not self.own or whole.span in self.reported:
            return whole.span in self.reported
        reasons = list(self._reasons(whole))
        if not reasons:
            return False
        self.reported.add(whole.span)
        self.ctx.report("W0436", whole.span, how="always" if value.only else "never", why=" and ".join(reasons))
        return True

    def _reasons(self, e: Expr) -> Iterator[str]:
        """What is known of the names in a condition beyond their types, in words; nothing if that may be meant."""
        said: dict[str, str] = {}
        for part in inside(e):
            symbol = _symbol(part)
            if symbol in self.of_tables:
                return
            text = self._known(part, symbol) if symbol is not None else self._result(part)
            if text:
                said.setdefault(" ".join(part.span.text.split()), text)
        yield from (f"`{name}` {text}" for name, text in said.items())

    def _result(self, part: Expr) -> str:
        """What is known of the number that a define gives, in words."""
        if not isinstance(part, CallDefine) or part.type.kind != "number":
            return ""
        known, most = self.values.of(part), anything(part.define.type)
        return _range_text(known) if (known.low, known.high) != (most.low, most.high) else ""

    def _known(self, part: Expr, symbol: Symbol) -> str:
        """What is known of a name, in words; empty if it is no more than its type says."""
        if isinstance(part, ZoneRef):
            return "" if part.zone in self.values.filled else "never holds a card"
        known, most = self.values.known.get(symbol), anything(symbol.type)
        if known is None or known == most:
            return ""
        kind = symbol.type.kind
        if not known.some:
            return "is always none" if known.none else "is always empty" if kind == "set" else ""
        if most.none and not known.none:
            return "is never none"
        if kind == "flag" and known.only is not None:
            return f"is always {'yes' if known.only else 'no'}"
        return _range_text(known) if kind == "number" else ""


def _range_text(known: Possible) -> str:
    if known.low == known.high:
        return f"is always {known.low}"
    if known.low > LOWEST and known.high < HIGHEST:
        return f"is {known.low}..{known.high}"
    return f"is at least {known.low}" if known.low > LOWEST else f"is at most {known.high}"


def _symbol(e: Expr) -> VariableSymbol | LocalSymbol | Symbol | None:
    match e:
        case VariableRef(variable=symbol) | LocalRef(local=symbol):
            return symbol
        case ZoneRef(zone=zone):
            return zone
        case _:
            return None
