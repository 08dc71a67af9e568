"""Any expression: its meaning and its type.

The kinds of expressions are in the other files of this folder; `__init__.py` enters them in the two tables here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...checked import Expr, FaceRef, Lit, Op
from ...syntax import nodes as n
from ...types import FACE, FLAG, RANK, Type
from ..advice import of_one
from ..context import ResolveContext
from ..fit import coerce, unknown
from .attributes import face_of

Case = Callable[[ResolveContext, Any], Expr]
CaseOfType = Callable[[ResolveContext, Any, Type | None], Expr]
CASES: dict[type[n.Node], Case] = {}
"""The kinds of expressions that mean the same everywhere."""
DEPENDING: dict[type[n.Node], CaseOfType] = {}
"""The kinds whose words may depend on the type that is expected."""


def expression_of_type(ctx: ResolveContext, node: n.Expr, type: Type) -> Expr:
    """The expression, which must have that type."""
    value = expression(ctx, node, type)
    if type.named_card and isinstance(value, FaceRef):
        value = as_named(ctx, value)
    return coerce(ctx, value, type)


def condition(ctx: ResolveContext, node: n.Expr) -> Expr:
    """A yes-or-no expression."""
    return expression_of_type(ctx, node, FLAG)


def expression(ctx: ResolveContext, node: n.Expr, expected: Type | None = None) -> Expr:
    """Resolve an expression.  `expected` gives a meaning to words that depend on the other side of a comparison."""
    by_type = DEPENDING.get(type(node))
    return CASES[type(node)](ctx, node) if by_type is None else by_type(ctx, node, expected)


def set_expression(ctx: ResolveContext, node: n.Expr) -> Expr:
    """An expression that must be a set."""
    value = expression(ctx, node)
    if value.type.kind not in ("set", "unknown"):
        ctx.report("E0401", value.span, wanted="a set", found=value.type.phrase, help=of_one(value))
        return unknown(value.span)
    return value


def as_named(ctx: ResolveContext, card: Expr) -> Expr:
    """The face of a card, which may be written (`A of s`)."""
    if not isinstance(card, FaceRef):
        return face_of(ctx, card, card.span)
    kind = replace(ctx.kinds[FACE], optional=ctx.faces is not None)
    return Op("named", (Lit(card.rank, type=RANK, span=card.span), card.suit), type=kind, span=card.span)
