"""What helps where the rules stop a game: of a number outside its range the line that widens it, else what a code says.

Everything that shows a fault of rules at hand asks `fault_help`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...dsl import checked as c
from ...dsl.codes.table import CODES
from ...dsl.source.span import Span
from ...dsl.syntax import nodes as n
from ...dsl.syntax.parser import parse
from ...dsl.syntax.printer.declarations import print_declaration
from ...dsl.syntax.printer.expressions import params, type_
from ...dsl.traversal import all_expressions, everything
from ..faults import Fault

_Headed = n.Phase | n.Table | n.Define


@dataclass(frozen=True, slots=True)
class LeftRange:
    """A range that a number left: where it stands, whose it is, and what to write so that the number is in it."""

    span: Span
    name: str
    help: str


def fault_help(game: c.CheckedGame, fault: Fault, left: LeftRange | None = None) -> str:
    """What to do about a fault that stopped a game.  `left`: the range that a number left, if that is known already."""
    left = left or left_range(game, fault)
    return left.help if left is not None else f"{CODES[fault.code].why} (`hoyle explain {fault.code}`)"


def left_range(game: c.CheckedGame, fault: Fault) -> LeftRange | None:
    """The range that a number left where a game stopped; None if it was not the range of a name."""
    if fault.code != "E1201":
        return None
    value, low, high = map(int, fault.values)
    for symbol in _receivers(game, fault.span):
        if symbol.span == fault.span or (symbol.type.low, symbol.type.high) != (low, high):
            continue
        wide = n.NumberType(None, None) if value < 0 else n.NumberType(min(low, value), max(high, value))
        lines = _lines(game, symbol, wide)
        if lines is not None:
            where = f"`{symbol.name}` has its range at {symbol.span.file_line}"
            return LeftRange(symbol.span, symbol.name, f"{where}; if {value} is meant, {lines}")
    return None


def _receivers(game: c.CheckedGame, span: Span) -> Iterator[c.Symbol]:
    """What is set by the statement at a place, and the parameters for which something there is passed."""
    for st in everything(game):
        if isinstance(st, c.Assign) and st.span == span:
            yield st.target
        if isinstance(st, c.CallPhase):
            yield from (param for param, arg in zip(st.phase.params, st.args, strict=True) if arg.span == span)
    for e in all_expressions(game):
        if isinstance(e, c.CallDefine):
            yield from (param for param, arg in zip(e.define.params, e.args, strict=True) if arg.span == span)


def _lines(game: c.CheckedGame, symbol: c.Symbol, wide: n.NumberType) -> str | None:
    """What to write so that a name has a wider range: in its own file, or in a variant of the game it belongs to."""
    below = symbol.span.source is not game.tree.span.source
    for part in game.tree.declarations:
        if isinstance(part, n.Remember):
            for one in part.variables:
                if any(name.span == symbol.span for name in one.names):
                    return _variable(part, one, symbol.name, wide, below=below)
        if isinstance(part, _Headed) and any(param.name.span == symbol.span for param in part.params):
            found = tuple(
                replace(param, type=wide) if param.name.span == symbol.span else param for param in part.params
            )
            return _head(game, replace(part, params=found), below=below)
    return None


def _variable(part: n.Remember, one: n.Variable, name: str, wide: n.NumberType, *, below: bool) -> str:
    owner = f" of each {one.owner}" if one.owner is not None else ""
    if not below:
        return f"write `{', '.join(each.text for each in one.names)}{owner}: {type_(wide)}`"
    during = f" during {part.phase.text}" if part.phase is not None else ""
    return f"write in your variant:\nreplace remember{during}\n    {name}{owner}: {type_(wide)}"


def _head(game: c.CheckedGame, part: _Headed, *, below: bool) -> str:
    word = "phase" if isinstance(part, n.Phase) else "table" if isinstance(part, n.Table) else "define"
    if not below:
        return f"write `{word} {part.name.text}{params(part.params)}`"
    changed = any(
        isinstance(one, n.Amend) and one.name is not None and one.name.text == part.name.text
        for one in parse(game.tree.span.source)[0].declarations
    )
    instead = f" in place of `change {part.name.text}`" if changed else ""
    lines = (line.render() for line in print_declaration(n.Replace(part)))
    return "\n".join((f"write in your variant{instead}:", *lines))
