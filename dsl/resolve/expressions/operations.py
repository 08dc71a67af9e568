"""Conditions and operations: `and`, `=`, `<`, `beats`, `+`, `except`, `is`, `in`, `if … otherwise`."""

from __future__ import annotations

from ...checked import Cond, Expr, Op, OpName
from ...syntax import nodes as n
from ...types import FLAG, NUMBER, RANK, UNKNOWN, Type
from ..advice import ELEMENTS, of_both, of_compared, of_listed, of_members, of_put_back, of_rank, of_so_many, of_unlike
from ..context import ResolveContext
from ..fit import as_set, balanced_tree, coerce, comparable, fits_type, flag_op, join, joinable, unknown
from .core import as_named, condition, expression, expression_of_type
from .names import in_scope
from .properties import computed_once, property_of


def conditional(ctx: ResolveContext, node: n.Conditional, expected: Type | None) -> Expr:
    """`2 if C otherwise 1`"""
    test = condition(ctx, node.condition)
    then, otherwise = expression(ctx, node.value, expected), expression(ctx, node.otherwise, expected)
    if not joinable(then.type, otherwise.type):
        ctx.report("E0407", node.span, left=then.type.phrase, right=otherwise.type.phrase)
    return Cond(test, then, otherwise, type=join(then.type, otherwise.type), span=node.span)


def binary(ctx: ResolveContext, node: n.Binary, expected: Type | None) -> Expr:
    """Two values and what stands between them: `and`, `=`, `<`, `beats`, `+`, `except`, …"""
    op = node.op
    if op in ("and", "or"):
        sides = expression(ctx, node.left, FLAG), expression(ctx, node.right, FLAG)
        left_out = isinstance(node.left, n.Binary) and node.left.op == "except"
        if (op == "and" or left_out) and all(side.type.kind in ELEMENTS for side in sides):
            return _both(ctx, node, *sides)
        help = of_members(node, sides[1]) or (of_listed(node, sides[1]) if op == "or" else None)
        if help is not None:
            ctx.report("E0401", sides[1].span, wanted="yes or no", found=sides[1].type.phrase, help=help)
            return unknown(node.span)
        return flag_op(op, tuple(coerce(ctx, side, FLAG) for side in sides), node.span)
    if op in ("=", "!="):
        return _equality(ctx, node)
    if op in ("<", "<=", ">", ">="):
        return _order(ctx, node, op)
    if op in ("beats", "follows"):
        return _by_ranking(ctx, node)
    if op in ("+", "except"):
        left = expression(ctx, node.left, expected)
        if left.type.kind in ("set", "card", "player") or op == "except":
            return _set_algebra(ctx, node, left)
        return Op(
            "+", (coerce(ctx, left, NUMBER), expression_of_type(ctx, node.right, NUMBER)), type=NUMBER, span=node.span
        )
    left = expression(ctx, node.left, NUMBER)
    if op == "-" and left.type.kind == "set":
        ctx.report("E0401", left.span, wanted="a number", found=left.type.phrase, help="write `except` for `-`")
        return unknown(node.span)
    return Op(op, (coerce(ctx, left, NUMBER), expression_of_type(ctx, node.right, NUMBER)), type=NUMBER, span=node.span)


def _order(ctx: ResolveContext, node: n.Binary, op: OpName) -> Expr:
    """`n < m` for numbers.  For two cards the message explains how to compare them by the ranking."""
    sides = expression(ctx, node.left, NUMBER), expression(ctx, node.right, NUMBER)
    help = of_compared(sides)
    if help is not None:
        ctx.report("E0401", node.span, wanted="a number", found=sides[0].type.phrase, help=help)
        return unknown(node.span)
    return flag_op(op, (coerce(ctx, sides[0], NUMBER), coerce(ctx, sides[1], NUMBER)), node.span)


def _by_ranking(ctx: ResolveContext, node: n.Binary) -> Expr:
    """`c beats d`, `c follows d`: for cards or faces, and for a card that may be missing."""
    sides = [expression(ctx, side) for side in (node.left, node.right)]
    for side in sides:
        if side.type.kind not in ("card", "unknown"):
            ctx.report("E0401", side.span, wanted="a card", found=side.type.phrase)
            return unknown(node.span)
    return flag_op("beats" if node.op == "beats" else "follows", (sides[0], sides[1]), node.span)


def _both(ctx: ResolveContext, node: n.Binary, left: Expr, right: Expr) -> Expr:
    """`cs and c` for cards or players: reported, because `and` joins only conditions."""
    help = f"`{node.op}` joins conditions; {of_both(node, 'set' in (left.type.kind, right.type.kind))}"
    ctx.report("E0401", node.span, wanted="yes or no", found=left.type.phrase, help=help)
    return unknown(node.span)


def _set_algebra(ctx: ResolveContext, node: n.Binary, left: Expr) -> Expr:
    right = expression(ctx, node.right, left.type.element)
    help = of_put_back(node, right)
    if help is not None:
        ctx.report("W0624", node.span, added=node.right.span.text, help=help)
    left, right = as_set(left), as_set(right)
    for side in (left, right):
        if side.type.kind not in ("set", "unknown"):
            ctx.report("E0401", side.span, wanted="a set", found=side.type.phrase)
            return unknown(node.span)
    if not fits_type(right.type, left.type):
        ctx.report("E0407", node.span, left=left.type.phrase, right=right.type.phrase)
        return unknown(node.span)
    return Op("except" if node.op == "except" else "union", (left, right), type=left.type, span=node.span)


def _equality(ctx: ResolveContext, node: n.Binary) -> Expr:
    op: OpName = "=" if node.op == "=" else "!="
    first, second = node.left, node.right
    if isinstance(first, n.Number) or (isinstance(first, n.Ref) and not in_scope(ctx, first.name)):
        right = expression(ctx, second)
        left = expression(ctx, first, right.type)
    else:
        left = expression(ctx, first, RANK if isinstance(first, n.Rank) else None)
        right = expression(ctx, second, left.type)
    if left.type.kind == "none" or right.type.kind == "none":
        ctx.report("E0410", node.span, help="write `is none` or `is not none`")
        return unknown(node.span)
    if not comparable(left.type, right.type):
        help = of_unlike(left, right) or of_rank(ctx, node, left, right)
        ctx.report("E0407", node.span, left=left.type.phrase, right=right.type.phrase, help=help)
        return unknown(node.span)
    if left.type.named_card != right.type.named_card and "card" in (left.type.kind, right.type.kind):
        left, right = (as_named(ctx, one) if one.type.kind == "card" else one for one in (left, right))
    return flag_op(op, (left, right), node.span)


def unary(ctx: ResolveContext, node: n.Unary) -> Expr:
    """`not x`, `-x`"""
    if node.op == "not":
        return flag_op("not", (condition(ctx, node.operand),), node.span)
    return Op("negate", (expression_of_type(ctx, node.operand, NUMBER),), type=NUMBER, span=node.span)


def is_(ctx: ResolveContext, node: n.Is) -> Expr:
    """`maker is not none`, `cs is a run`"""
    value = expression(ctx, node.operand)
    found = property_of(ctx, node, value)
    return flag_op("not", (found,), node.span) if node.negated else found


def in_(ctx: ResolveContext, node: n.In) -> Expr:
    """`n in 3..4`, `p not in S`"""
    found = _member(ctx, node)
    return flag_op("not", (found,), node.span) if node.negated and found.type is not UNKNOWN else found


def _member(ctx: ResolveContext, node: n.In) -> Expr:
    operand = expression(ctx, node.operand)
    members = node.members
    if isinstance(members, n.Range):
        operand = coerce(ctx, operand, NUMBER)
        low, high = expression_of_type(ctx, members.low, NUMBER), expression_of_type(ctx, members.high, NUMBER)

        def between(e: Expr) -> Expr:
            return flag_op("and", (flag_op(">=", (e, low), node.span), flag_op("<=", (e, high), node.span)), node.span)

        return computed_once(operand, between, node.span)
    if isinstance(members, n.SetOf):
        if not members.items:
            ctx.report("E0426", members.span, what="nothing is ever in them")
            return unknown(node.span)
        values = [expression(ctx, item, operand.type) for item in members.items]
        for item, value in zip(members.items, values, strict=True):
            if not comparable(operand.type, value.type):
                ctx.report("E0407", item.span, left=operand.type.phrase, right=value.type.phrase)
                return unknown(node.span)

        def one_of(e: Expr) -> Expr:
            tests: list[Expr] = [flag_op("=", (e, value), value.span) for value in values]
            return balanced_tree("or", tests, FLAG, node.span)

        return computed_once(operand, one_of, node.span)
    if isinstance(members, n.DownTo | n.CardsOf):
        ctx.report("E0413", members.span)
        return unknown(node.span)
    group = expression(ctx, members)
    if group.type.kind == "unknown" or operand.type.kind == "unknown":
        return unknown(node.span)
    element = group.type.element
    if group.type.kind != "set" or element is None or not comparable(operand.type, element):
        help = of_so_many(ctx, node, group)
        ctx.report("E0407", node.span, left=operand.type.phrase, right=group.type.phrase, help=help)
        return unknown(node.span)
    return flag_op("has", (group, operand), node.span)
