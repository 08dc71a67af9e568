"""Expressions of the checked game as expressions over slots and registers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from ...dsl import checked as c
from ...dsl.source.span import Span
from ...dsl.types import MOST_RANDOM, NONE, Type
from ..program import (
    Const,
    Domain,
    Expr,
    Fold,
    Function,
    FunctionCall,
    Get,
    If,
    Noted,
    NotedKind,
    PileEnd,
    Place,
    RandomPick,
    Reg,
    Stuck,
    ZoneCards,
)
from . import simplify as s
from .cards.attributes import attribute, cards_of_face
from .cards.beating import BeatingTables
from .cards.ranking import RankingTables
from .cards.shapes import has_shape
from .context import LoweredDefine, LoweringContext
from .folds import fold, left_over
from .places import numbers_of, one_of, place_type
from .units import CodeUnit, Env
from .values import value_of

_OF_TRICK = ("winner so far", "winning card so far", "beats", "follows", "trump", "standing", "played by", "played")


def lower_expr(ctx: LoweringContext, e: c.Expr, env: Env, unit: CodeUnit) -> Expr:
    """Lower an expression of the checked game.  `env` says where the names in scope are."""
    lay = ctx.layout
    match e:
        case c.Lit(value):
            return Const(value)
        case c.OptionRef(option):
            return Const(lay.settings.values[option])
        case c.LocalRef(local):
            return env[local]
        case c.VariableRef(variable, owner):
            info = lay.variables[lay.variable_of[variable]]
            return _get(ctx, info.base, info.count, owner, env, unit)
        case c.Gained(variable, owner, phase):
            info = lay.variables[lay.variable_of[variable]]
            before = ctx.begun[phase, variable]
            return s.binary("-", *(_get(ctx, b, info.count, owner, env, unit) for b in (info.base, before)))
        case c.ZoneRef(zone, owner, place):
            index = owner_index(ctx, owner, env, unit)
            return _zone_wise(ctx, zone, place, env, unit, lambda number: ZoneCards(number, index))
        case c.FaceRef():
            return face_number(ctx, e, env, unit)
        case c.Op():
            return _operation(ctx, e, env, unit)
        case c.Cond(condition, then, otherwise):
            test = lower_expr(ctx, condition, env, unit)
            if isinstance(test, Const):
                return lower_expr(ctx, then if test.value else otherwise, env, unit)
            return s.choose(test, lower_expr(ctx, then, env, unit), lower_expr(ctx, otherwise, env, unit))
        case c.CallDefine(define, args):
            return call_define(ctx, define, lower_arguments(ctx, args, define.params, env, unit))
        case c.ValueOf(values, operand):
            return value_of(ctx, values, lower_expr(ctx, operand, env, unit), faces=operand.type.written_card)
        case c.IsShape(shape, cards):
            return has_shape(lay, shape, lower_expr(ctx, cards, env, unit), unit, e.span)
        case c.LeftOver(cards, shape, worth):
            return left_over(ctx, cards, shape, worth, env, unit, lay.place(e.span))
        case c.PileEnd(end, pile, count):
            index = owner_index(ctx, pile.owner, env, unit)
            many, spot = lower_expr(ctx, count, env, unit) if count is not None else None, lay.place(e.span)
            found = _zone_wise(
                ctx, pile.zone, pile.place, env, unit, lambda number: PileEnd(number, index, end, many, spot)
            )
            return found if count is not None else s.present(found, lay.place(e.span))
        case c.Fold():
            return fold(ctx, e, env, unit)
        case c.Present(operand):
            return s.present(lower_expr(ctx, operand, env, unit), lay.place(e.span))
        case c.Random(what, of, low, high):
            if low is not None and high is not None:
                mask = _numbers(ctx, low, high, env, unit, lay.place(e.span))
            else:
                mask = lower_expr(ctx, of, env, unit) if of is not None else Const((1 << lay.players) - 1)
            return RandomPick(mask, what, "", lay.place(e.span), e.type if what == "value" else None)


def _numbers(ctx: LoweringContext, low: c.Expr, high: c.Expr, env: Env, unit: CodeUnit, place: Place) -> Expr:
    """The mask of the numbers from `low` to `high`."""
    ends = [s.checked(lower_expr(ctx, e, env, unit), 0, MOST_RANDOM, place) for e in (low, high)]
    match ends:
        case [Const(first), Const(last)]:
            return Const(sum(1 << number for number in range(first, last + 1)))
        case _:
            return Fold("set", unit.register(), Domain("range", (ends[0], ends[1])), None, None, place)


def _zone_wise(
    ctx: LoweringContext,
    zone: c.ZoneSymbol,
    place: c.Expr | None,
    env: Env,
    unit: CodeUnit,
    make: Callable[[int], Expr],
) -> Expr:
    """Apply `make` to a zone: to a zone without places, to the given place, or to all places together."""
    numbers = numbers_of(ctx.layout, zone)
    if place is not None:
        number = lower_expr(ctx, place, env, unit)
        return one_of(numbers, in_range(ctx, number, place, place_type(zone)), number, make)
    made = make(numbers[0])
    for number in numbers[1:]:
        made = s.binary("union", made, make(number))
    return made


def lower_arguments(
    ctx: LoweringContext, args: tuple[c.Expr, ...], params: tuple[c.LocalSymbol, ...], env: Env, unit: CodeUnit
) -> tuple[Expr, ...]:
    """Lower the arguments for parameters; each is checked against the range of its parameter."""
    pairs = zip(args, params, strict=True)
    return tuple(in_range(ctx, lower_expr(ctx, a, env, unit), a, p.type) for a, p in pairs)


def in_range(ctx: LoweringContext, value: Expr, e: c.Expr, type: Type) -> Expr:
    """A value for a place where this type is needed: checked against its range, unless it is known to lie in it."""
    bounds = type_bounds(type)
    if bounds is None or (e.type.kind == "number" and bounds[0] <= e.type.low and e.type.high <= bounds[1]):
        return value
    return s.checked(value, *bounds, ctx.layout.place(e.span))


def owner_index(ctx: LoweringContext, owner: c.Expr | None, env: Env, unit: CodeUnit) -> Expr | None:
    """The number of an owner; None for shared things."""
    return lower_expr(ctx, owner, env, unit) if owner is not None else None


def _get(ctx: LoweringContext, base: int, count: int, owner: c.Expr | None, env: Env, unit: CodeUnit) -> Expr:
    index = owner_index(ctx, owner, env, unit)
    if isinstance(index, Const):
        return Get(base + index.value)
    return Get(base, index, count)


# -------------------------------------------------------------------------------------------------- faces


def face_number(ctx: LoweringContext, e: c.Expr, env: Env, unit: CodeUnit) -> Expr:
    """The number of the face of a card, or of a written face."""
    lay = ctx.layout
    if isinstance(e, c.FaceRef):
        suit = lower_expr(ctx, e.suit, env, unit)
        faces = tuple(lay.face_index(e.rank, suit) for suit in range(len(lay.game.suits)))
        return s.look(lay.tables, lay.table(faces), suit)
    card = lower_expr(ctx, e, env, unit)
    if lay.distinct or e.type.written_card:
        return card
    if e.type.optional:
        return s.look(lay.tables, lay.table((NONE, *lay.deck)), s.binary("+", card, Const(1)))
    return s.look(lay.tables, lay.table(lay.deck), card)


# --------------------------------------------------------------------------------------------- operations


def ranked_at(ctx: LoweringContext, ranks: RankingTables, env: Env, unit: CodeUnit) -> Expr:
    """The index of the part of the ranking's tables that counts now."""
    found: Expr = Const(0)
    for key, low, step in ranks.keys:
        value = s.binary("+", lower_expr(ctx, key, env, unit), Const(-low))
        value = value if step == 1 else s.binary("*", value, Const(step))
        found = value if found == Const(0) else s.binary("+", found, value)
    return found


def _of_trick(ctx: LoweringContext, e: c.Op, env: Env, unit: CodeUnit) -> Expr:
    """An operation on the current trick or on the ranking."""
    lay, slots = ctx.layout, ctx.trick
    match e.op:
        case "winner so far":
            return Get(slots.winner) if slots is not None else Const(NONE)
        case "winning card so far":
            return Get(slots.card) if slots is not None else Const(NONE)
        case _:
            pass
    if ctx.ranking is None:
        return Const(NONE if e.op in ("played by", "played") else 0)
    beating = BeatingTables(lay, ctx.ranking, slots, ranked_at(ctx, ctx.ranking, {}, unit), ctx.noted)
    match e.op:
        case "played":
            return beating.played(lower_expr(ctx, e.args[0], env, unit))
        case "played by":
            is_face = e.args[0].type.written_card
            card = face_number(ctx, e.args[0], env, unit) if is_face else lower_expr(ctx, e.args[0], env, unit)
            return beating.played_by(card, is_face, unit, lay.place(e.span))
        case _:
            pass
    faces: list[Expr] = []
    around: list[tuple[int, Expr]] = []
    for arg in e.args:
        face = face_number(ctx, arg, env, unit)
        if not isinstance(face, Const | Reg | Get):  # the face is used several times, so it is computed once
            around.append((unit.register(), face))
            face = Reg(around[-1][0])
        faces.append(face)
    match e.op, faces:
        case "trump", (one,):
            made = beating.trump(one)
        case "standing", (one,):
            made = beating.standing(one)
        case "follows", (one, other):
            made = beating.follows(one, other)
        case _, (one, other):
            made = beating.beats(one, other)
        case _:
            raise AssertionError(e.op)
    for reg, face in reversed(around):
        kind = "max" if e.op == "standing" else "any"
        made = Fold(kind, reg, Domain("list", (face,)), None, made, lay.place(e.span))
    return made


def _operation(ctx: LoweringContext, e: c.Op, env: Env, unit: CodeUnit) -> Expr:
    lay = ctx.layout
    op = e.op
    if op in _OF_TRICK:
        return _of_trick(ctx, e, env, unit)
    if op in ("=", "!=") and any(a.type.kind == "card" for a in e.args):
        left, right = (
            face_number(ctx, a, env, unit) if a.type.kind == "card" else lower_expr(ctx, a, env, unit) for a in e.args
        )
        return s.binary(op, left, right)
    if op == "has" and e.args[1].type.optional:
        return _has_or_none(ctx, e, env, unit)
    if op == "has" and e.args[1].type.kind == "card":
        return _has_card(ctx, e, env, unit)
    if op == "single" and e.args[0].type.written_card:
        return cards_of_face(ctx.layout, face_number(ctx, e.args[0], env, unit))
    if op in ("and", "or"):
        left = lower_expr(ctx, e.args[0], env, unit)
        if isinstance(left, Const) and bool(left.value) == (op == "or"):
            return left
        return s.binary(op, left, lower_expr(ctx, e.args[1], env, unit))
    args = [lower_expr(ctx, a, env, unit) for a in e.args]
    everyone = Const((1 << lay.players) - 1)
    match op:
        case "+" | "-" | "*" | "/" | "mod":
            made = s.binary(op, args[0], args[1])
            return made if isinstance(made, Const) else s.checked(made, e.type.low, e.type.high, lay.place(e.span))
        case "=" | "!=" | "<" | "<=" | ">" | ">=" | "union" | "has":
            return s.binary(op, args[0], args[1])
        case "negate":
            return s.checked(s.binary("-", Const(0), args[0]), e.type.low, e.type.high, lay.place(e.span))
        case "except":
            return s.binary("without", args[0], args[1])
        case "not":
            return s.negation(args[0])
        case "size":
            return s.count(args[0])
        case "empty":
            return s.negation(s.is_nonempty(args[0]))
        case "single":
            return s.single(args[0])
        case "larger":
            return s.binary("max", args[0], args[1])
        case "smaller":
            return s.binary("min", args[0], args[1])
        case "number of players":
            return Const(lay.players)
        case "players":
            return everyone
        case "teams":
            return Const((1 << lay.team_count) - 1)
        case "suits":
            return Const((1 << len(lay.game.suits)) - 1)
        case "ranks":
            return Const((1 << len(lay.game.ranks)) - 1)
        case _:
            return attribute(lay, cast("c.AttributeName", op), args, e.args[0].type)


def _has_or_none(ctx: LoweringContext, e: c.Op, env: Env, unit: CodeUnit) -> Expr:
    """`has` for an element that may be none: none is in no set."""
    group, operand = e.args
    local, reg = c.LocalSymbol("it", operand.span, operand.type.plain()), unit.register()
    sure = c.Op("has", (group, c.LocalRef(local, type=local.type, span=operand.span)), type=e.type)
    value = lower_expr(ctx, operand, env, unit)
    if isinstance(value, Reg) or (
        isinstance(value, Get) and (value.index is None or isinstance(value.index, Get | Reg))
    ):
        return s.binary("and", s.binary("!=", value, Const(NONE)), _operation(ctx, sure, {**env, local: value}, unit))
    there = s.binary("!=", Reg(reg), Const(NONE))
    found = _operation(ctx, sure, {**env, local: Reg(reg)}, unit)
    return Fold("any", reg, Domain("list", (value,)), there, found, ctx.layout.place(operand.span))


def _has_card(ctx: LoweringContext, e: c.Op, env: Env, unit: CodeUnit) -> Expr:
    group, card = lower_expr(ctx, e.args[0], env, unit), e.args[1]
    if ctx.layout.distinct and not isinstance(card, c.FaceRef):
        return s.binary("has", group, lower_expr(ctx, card, env, unit))
    return s.is_nonempty(s.binary("intersect", group, cards_of_face(ctx.layout, face_number(ctx, card, env, unit))))


# -------------------------------------------------------------------------------------- defines and values


def call_define(ctx: LoweringContext, define: c.DefineSymbol, args: tuple[Expr, ...]) -> Expr:
    """The value of a define for these arguments: a known number, or a call of its function."""
    compiled = ctx.compiled.get(define)
    if compiled is None:
        compiled = ctx.compiled[define] = _compile(ctx, define)
    if compiled.constant is not None:
        return Const(compiled.constant)
    return FunctionCall(compiled.function, args)


def _compile(ctx: LoweringContext, define: c.DefineSymbol) -> LoweredDefine:
    unit = CodeUnit()
    env: Env = {param: Reg(unit.register()) for param in define.params}
    at = len(ctx.functions)
    ctx.functions.append(None)
    body = _behind_lets(ctx, define, define.lets, env, len(define.params), unit)
    if not define.rows:
        body = note(ctx, "define", body, define.span)
    if isinstance(body, Const) and at == len(ctx.functions) - 1:
        ctx.functions.pop()
        return LoweredDefine(constant=body.value)
    ctx.functions[at] = Function(define.name, len(define.params), unit.registers, body)
    return LoweredDefine(function=at)


def _behind_lets(
    ctx: LoweringContext, define: c.DefineSymbol, lets: tuple[c.Let, ...], env: Env, params: int, unit: CodeUnit
) -> Expr:
    """The value of a define after its `let`s.  What depends on a `let` becomes a function with one more parameter, so
    that each `let` is computed once.
    """
    if not lets:
        return lower_expr(ctx, define.body, env, unit) if define.body is not None else _rows(ctx, define, env, unit)
    value, local = lower_expr(ctx, lets[0].value, env, unit), lets[0].local
    if isinstance(value, Const | Reg):
        return _behind_lets(ctx, define, lets[1:], {**env, local: value}, params, unit)
    at, inner = len(ctx.functions), CodeUnit(params + 1)
    ctx.functions.append(None)
    body = _behind_lets(ctx, define, lets[1:], {**env, local: Reg(params)}, params + 1, inner)
    ctx.functions[at] = Function(define.name, params + 1, inner.registers, body)
    return FunctionCall(at, (*map(Reg, range(params)), value))


def _rows(ctx: LoweringContext, define: c.DefineSymbol, env: Env, unit: CodeUnit) -> Expr:
    """The value of the first row that applies.  The rows are noted unless the result is always the same."""
    known = result = cast("Expr", Stuck(ctx.layout.place(define.span)))
    for row in reversed(define.rows):
        assert row.value is not None
        value = lower_expr(ctx, row.value, env, unit)
        if define.table:
            value = in_range(ctx, value, row.value, define.type)
        marked = Noted("row", value, (ctx.layout.place(row.span),), Const(0)) if ctx.noted else value
        if row.guard is None:
            known, result = value, marked
        else:
            guard = lower_expr(ctx, row.guard, env, unit)
            known, result = s.choose(guard, value, known), s.choose(guard, marked, result)
    if isinstance(known, Const):
        ctx.settled.update((("row", place), None) for place in _noted_in(result))
        return known
    return result


def note(ctx: LoweringContext, what: NotedKind, value: Expr, span: Span) -> Expr:
    """Mark a value as noted if the lowering notes expressions."""
    if not ctx.noted:
        return value
    place = ctx.layout.place(span)
    if isinstance(value, Const):
        ctx.settled[what, place] = None
        return value
    return Noted(what, value, (place,), Const(0))


def type_bounds(type: Type) -> tuple[int, int] | None:
    """The range against which a value of this type is checked, if it is a number."""
    return (type.low, type.high) if type.kind == "number" else None


def _noted_in(e: Expr) -> Iterator[Place]:
    """The places of the rows of which a chain of cases selects one."""
    match e:
        case Noted(places=(place,)):
            yield place
        case If(_, then, otherwise):
            yield from _noted_in(then)
            yield from _noted_in(otherwise)
        case _:
            pass
