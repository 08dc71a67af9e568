"""The cards that a change of a number counts: an expression for them is made from the rule itself, for the record
`CardsCounted`.

`add 2 * (number of xs in 2 or more cards of hand where total pips of xs = 15) to p.points` counts the cards of all
fifteens, `for c in trick where c.suit = hearts: add 1 to p.points` in each round the card of that round, and
`if 7 of coins in t.won: add 1 to t.points` that seven.  Where the rule counts no cards, or it would take too long to
say which, there is no expression.

The expression is evaluated only while a game is recorded, right before the change.  It evaluates nothing that the rule
itself has not evaluated or is about to, so it cannot stop a game that would go on otherwise; and it draws nothing.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import reduce

from ...dsl import checked as c
from ..program import Binary, Const, Domain, Expr, Fold, FunctionCall, Mark, PileEnd, RandomPick, Reg
from ..traversal import nodes_within
from . import simplify as s
from .cards.attributes import FACE, cards_of_face
from .context import LoweringContext
from .expressions import face_number, lower_expr
from .folds import lower_domain
from .units import CodeUnit, Env

_MOST = 400
"""The most nodes of such an expression."""
_DEEPEST = 6
"""How deeply defines are followed."""
_OF_A_CARD = frozenset(("suit", "rank", "number", "joker", "sister", "color"))
_OF_BOTH = frozenset(("+", "-", "*", "/", "mod", "=", "!=", "<", "<=", ">", ">=", "larger", "smaller", "and"))


class _SomeOfThem(Exception):
    """The rule counts some cards of several groups and does not say which, as for the pairs of kings and queens."""


@contextmanager
def round_of(ctx: LoweringContext, local: c.LocalSymbol) -> Generator[None]:
    """Lower the body of a loop whose name stands for a card or for cards."""
    cards = local.type.kind == "card" or local.type.holds_cards
    ctx.rounds.extend([local] if cards else [])
    yield
    if cards:
        ctx.rounds.pop()


def cards_mark(
    ctx: LoweringContext, st: c.Assign, because: c.Expr | None, env: Env, unit: CodeUnit, place: int
) -> tuple[Mark, ...]:
    """The mark before a change of a number of players or teams, if it counts cards.  `because`: the condition under
    which the change is made, if nothing was done since it was tested.
    """
    if ctx.noted or not isinstance(st.target, c.VariableSymbol) or st.target.owner is None:
        return ()
    if st.target.type.kind != "number":
        return ()
    try:
        found = _cards(ctx, st.value, env, unit)
        if found is None:
            found = _union([_mask(env[local], local) for local in ctx.rounds if local in env])
        if found is None and because is not None:
            found = _cards(ctx, because, env, unit)
    except _SomeOfThem:
        return ()
    if found is None or isinstance(found, Const) or not _quiet(ctx, found):
        return ()
    return (Mark("cards", 0, found, place),)


def call_mark(ctx: LoweringContext, st: c.CallPhase, env: Env, unit: CodeUnit, place: int) -> tuple[Mark, ...]:
    """The mark before a phase is called with numbers that count cards: its first change of a number counts them."""
    if ctx.noted:
        return ()
    numbers = [arg for arg, param in zip(st.args, st.phase.params, strict=True) if param.type.kind == "number"]
    try:
        found = _union([one for arg in numbers if (one := _cards(ctx, arg, env, unit)) is not None])
    except _SomeOfThem:
        return ()
    if found is None or isinstance(found, Const) or not _quiet(ctx, found):
        return ()
    return (Mark("cards", 0, found, place),)


def _mask(value: Expr, local: c.LocalSymbol) -> Expr:
    return s.single(value) if local.type.kind == "card" else value


def _union(parts: list[Expr]) -> Expr | None:
    """The cards of all parts; None if there are none."""
    return reduce(lambda one, other: s.binary("union", one, other), parts) if parts else None


def _quiet(ctx: LoweringContext, e: Expr) -> bool:
    """Whether an expression is short, and draws neither lots nor the card at the end of a shuffled pile."""
    left, seen, count = [e], set[int](), 0
    while left:
        for node in nodes_within(left.pop()):
            count += 1
            match node:
                case RandomPick():
                    return False
                case PileEnd(zone) if ctx.layout.zones[zone].bag >= 0:
                    return False
                case FunctionCall(function) if function not in seen:
                    seen.add(function)
                    made = ctx.functions[function]
                    if made is None:
                        return False
                    left.append(made.body)
                    count -= len(tuple(nodes_within(made.body)))
                case _:
                    pass
            if count > _MOST:
                return False
    return True


def _cards(ctx: LoweringContext, e: c.Expr, env: Env, unit: CodeUnit, depth: int = 0) -> Expr | None:
    """The mask of the cards that a number, or a condition that holds, counts."""

    def inside(one: c.Expr, inner: Env | None = None) -> Expr | None:
        return _cards(ctx, one, env if inner is None else inner, unit, depth)

    match e:
        case c.Op(op, args) if op in _OF_BOTH:
            direct = [_one_card(ctx, arg, env, unit) for arg in args] if op in ("=", "!=") else []
            found = [one for one in (*direct, *map(inside, args)) if one is not None]
            if op in ("larger", "smaller") and len(found) > 1:
                raise _SomeOfThem
            return _union(found)
        case c.Op("or", (left, right)):
            return _either(ctx, left, inside(left), inside(right), env, unit)
        case c.Op("negate", (operand,)) | c.Present(operand):
            return inside(operand)
        case c.Op("size", (cards,)) if cards.type.holds_cards:
            return lower_expr(ctx, cards, env, unit)
        case c.Op("has", (group, card)) if group.type.holds_cards and not card.type.optional:
            faces = isinstance(card, c.FaceRef) or card.type.name == FACE or not ctx.layout.distinct
            if faces:
                one = cards_of_face(ctx.layout, face_number(ctx, card, env, unit))
            else:
                one = s.single(lower_expr(ctx, card, env, unit))
            return s.binary("intersect", lower_expr(ctx, group, env, unit), one)
        case c.Op(op, (card,)) if op in _OF_A_CARD:
            return _one_card(ctx, card, env, unit)
        case c.Op("has", (_, element)):
            return inside(element)
        case c.ValueOf(_, operand):
            return _one_card(ctx, operand, env, unit)
        case c.Cond(condition, then, otherwise):
            found = _either(ctx, condition, inside(then), inside(otherwise), env, unit)
            return _either(ctx, condition, inside(condition), None, env, unit) if found is None else found
        case c.IsShape(_, cards) if cards.type.holds_cards:
            return lower_expr(ctx, cards, env, unit)
        case c.LocalRef(local) if local in ctx.lets:
            found = inside(ctx.lets[local])
            drawn = found is not None and any(isinstance(node, PileEnd) for node in nodes_within(found))
            return None if drawn else found  # the rows before may have moved the card at the end of a pile
        case c.CallDefine(define, args) if depth < _DEEPEST:
            found = _of_define(ctx, define, args, env, unit, depth)
            if found is None and depth == 0:  # `penalty(size of p.hand)`
                found = _union([one for arg in args if arg.type.kind == "number" and (one := inside(arg)) is not None])
            return found
        case c.Fold():
            return _of_fold(ctx, e, env, unit, depth)
        case _:
            return None


def _one_card(ctx: LoweringContext, e: c.Expr, env: Env, unit: CodeUnit) -> Expr | None:
    """A single card that certainly is one."""
    if e.type.kind != "card" or e.type.name == FACE or e.type.optional or isinstance(e, c.FaceRef):
        return None
    return s.single(lower_expr(ctx, e, env, unit))


def _either(
    ctx: LoweringContext, condition: c.Expr, then: Expr | None, otherwise: Expr | None, env: Env, unit: CodeUnit
) -> Expr | None:
    if then is None and otherwise is None:
        return None
    return s.choose(lower_expr(ctx, condition, env, unit), then or Const(0), otherwise or Const(0))


def _of_define(
    ctx: LoweringContext, define: c.DefineSymbol, args: tuple[c.Expr, ...], env: Env, unit: CodeUnit, depth: int
) -> Expr | None:
    """What the body of a define counts, with its arguments in the place of its names."""
    inner: Env = {}
    for param, arg in zip(define.params, args, strict=True):
        inner[param] = lower_expr(ctx, arg, env, unit)
    for let in define.lets:
        inner[let.local] = lower_expr(ctx, let.value, inner, unit)
    if define.body is not None:
        return _cards(ctx, define.body, inner, unit, depth + 1)
    found: Expr | None = None
    for row in reversed(define.rows):
        value = _cards(ctx, row.value, inner, unit, depth + 1) if row.value is not None else None
        if row.guard is None:
            found = value
        else:
            found = _either_lowered(lower_expr(ctx, row.guard, inner, unit), value, found)
    return found


def _either_lowered(test: Expr, then: Expr | None, otherwise: Expr | None) -> Expr | None:
    if then is None and otherwise is None:
        return None
    return s.choose(test, then or Const(0), otherwise or Const(0))


def _of_fold(ctx: LoweringContext, e: c.Fold, env: Env, unit: CodeUnit, depth: int) -> Expr | None:
    place, element = ctx.layout.place(e.span), e.domain.element
    if e.kind in ("count", "any", "sum") and (element.kind == "card" or e.domain.kind == "combinations"):
        reg = unit.register()
        inner: Env = {**env, e.local: Reg(reg)}
        test = lower_expr(ctx, e.where, inner, unit) if e.where is not None else Const(1)
        if e.body is not None:
            value = lower_expr(ctx, e.body, inner, unit)
            test = s.binary("and", test, s.binary("!=", value, Const(0)))
        over = lower_domain(ctx, e.domain, env, unit)
        if over.kind == "subsets":
            card = unit.register()
            in_it = Binary("has", Reg(reg), Reg(card))
            some = Fold("any", reg, over, test, in_it, place)
            return Fold("set", card, Domain("mask", (over.args[2],)), some, None, place)
        if over.kind in ("mask", "seats"):
            return Fold("set", reg, Domain("mask", over.args), None if test == Const(1) else test, None, place)
        return None
    if e.kind in ("count", "any", "sum") and element.kind not in ("card", "set"):
        return _of_each(ctx, e, env, unit, depth)
    match e:
        case c.Fold("max" | "min", local, _, where, c.LocalRef(same)) if (
            element.kind == "number" and where is not None and local is same
        ):  # the cards that make the number it gives
            value = lower_expr(ctx, e, env, unit)
            found = _cards(ctx, where, {**env, local: value}, unit, depth)
            return None if found is None else s.choose(s.binary("!=", value, Const(0)), found, Const(0))
        case _:
            return None


def _of_each(ctx: LoweringContext, e: c.Fold, env: Env, unit: CodeUnit, depth: int) -> Expr | None:
    """The cards that a total over players, suits, ranks or numbers counts: those that any of them counts."""
    counted = e.body if e.body is not None else e.where
    reg = unit.register()
    inner: Env = {**env, e.local: Reg(reg)}
    cards = None if counted is None else _cards(ctx, counted, inner, unit, depth)
    if cards is None:
        return None
    test = lower_expr(ctx, e.where, inner, unit) if e.where is not None else None
    card = unit.register()
    place = ctx.layout.place(e.span)
    some = Fold("any", reg, lower_domain(ctx, e.domain, env, unit), test, Binary("has", cards, Reg(card)), place)
    return Fold("set", card, Domain("mask", (Const((1 << len(ctx.layout.deck)) - 1),)), some, None, place)
