"""Lowers what is written on the table: the lines whose condition the settings do not already deny.

Whoever wrote the lines of a game did not know what a variant would add to be remembered.  If no line reads it, it has a
line of its own: its name and its value, as in a game without lines.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl import checked as c
from ...dsl.effects import reads
from ...dsl.traversal import called_first, calls, every
from ...dsl.types import FLAG, NONE, NUMBER, PLAYER, PLAYERS, TEAM, TEAMS, Type
from ..program import Const, Domain, Expr, Fold, Reg, WrittenLine, WrittenValue
from .context import LoweringContext
from .expressions import lower_expr
from .units import CodeUnit, Env


def lower_written(ctx: LoweringContext) -> tuple[WrittenLine, ...]:
    """The lines of the game, in the order written."""
    return tuple(_lines(ctx))


def _lines(ctx: LoweringContext) -> Iterator[WrittenLine]:
    game = ctx.layout.game
    for line in (*game.written, *_added(game)):
        unit, env, place = CodeUnit(), Env(), ctx.layout.place(line.span)
        if line.owner is not None:
            env[line.owner] = Reg(unit.register())
        condition = lower_expr(ctx, line.condition, env, unit) if line.condition is not None else None
        owners = _owners(ctx, line, unit, place) if line.owners is not None else None
        if condition == Const(0) or owners == Const(0):
            continue
        kind = line.owner.type.kind if line.owner is not None else None
        assert kind in ("player", "team", None)
        holes = tuple(WrittenValue(hole.type, lower_expr(ctx, hole, env, unit)) for hole in line.holes)
        yield WrittenLine(line.texts, holes, condition, kind, owners, place, _within(ctx, line))


def _within(ctx: LoweringContext, line: c.WrittenLine) -> tuple[int, ...]:
    """The variables a line reads that belong to a phase in which no cards are dealt."""
    read = {symbol for e in line.expressions for symbol in reads(e)}
    numbers = ctx.layout.variable_of
    return tuple(
        sorted(
            numbers[one]
            for one in read
            if isinstance(one, c.VariableSymbol)
            and one in numbers
            and one.during is not None
            and not _deals(one.during)
        )
    )


def _deals(phase: c.PhaseSymbol) -> bool:
    """Whether cards are dealt in a phase, or in those it calls."""
    reached = called_first((phase,), lambda one: [call.phase for call in calls(one)])
    return any(isinstance(st, c.Deal) for one in reached for st in every(one))


def _owners(ctx: LoweringContext, line: c.WrittenLine, unit: CodeUnit, place: int) -> Expr:
    """The mask of the players or teams beside whom a line is written."""
    assert line.owner is not None and line.owners is not None
    owners = lower_expr(ctx, line.owners, {}, unit)
    if line.where is None:
        return owners
    one = unit.register()
    where = lower_expr(ctx, line.where, {line.owner: Reg(one)}, unit)
    return Const(0) if where == Const(0) else Fold("set", one, Domain("mask", (owners,)), where, None, place)


_NAMING = ("player", "team", "suit", "rank", "word")
"""The kinds of values that name something, and can be none."""


def _added(game: c.CheckedGame) -> Iterator[c.WrittenLine]:
    """A line for each variable that was added to a game with lines by another file, and that none of them reads."""
    if not game.written:
        return
    files = {line.span.source.name for line in game.written}
    read = {symbol for line in game.written for e in line.expressions for symbol in reads(e)}
    for variable in game.variables:
        if variable.span.source.name not in files and variable not in read:
            yield from _line_of(variable)


def _line_of(variable: c.VariableSymbol) -> Iterator[c.WrittenLine]:
    """The line of a variable, there while it holds something.  Numbers of players and teams are scores, and no line."""
    span, type, name = variable.span, variable.type, variable.name.replace("_", " ")
    owner = c.LocalSymbol("p", span, PLAYER if variable.owner == "player" else TEAM) if variable.owner else None
    whose = c.LocalRef(owner, type=owner.type, span=span) if owner is not None else None
    value = c.VariableRef(variable, whose, type=type, span=span)
    if type.kind == "number" and owner is None:
        start = max(type.low, min(0, type.high))
        differs = [_differs(value, number, NUMBER) for number in sorted({0, start})]
        holds = c.Op("and", tuple(differs), type=FLAG, span=span) if len(differs) > 1 else differs[0]
    elif type.kind == "flag":
        holds = value
    elif type.kind in _NAMING:
        holds = _differs(value, NONE, type)
    else:
        return
    texts, holes = ((name,), ()) if type.kind == "flag" else ((f"{name} ", ""), (value,))
    if owner is None:
        yield c.WrittenLine(texts, holes, holds, None, None, None, span)
    else:
        everybody = c.Op("players", type=PLAYERS) if variable.owner == "player" else c.Op("teams", type=TEAMS)
        yield c.WrittenLine(texts, holes, None, owner, everybody, holds, span)


def _differs(value: c.Expr, number: int, type: Type) -> c.Expr:
    return c.Op("!=", (value, c.Lit(number, type=type, span=value.span)), type=FLAG, span=value.span)
