"""Resolves `otherwise` in a choice: the condition that no other answer offers anything."""

from __future__ import annotations

from collections.abc import Sequence

from ..checked import Choice, Domain, Expr, Fold, Lit, Op
from ..source.span import Span
from ..types import FLAG, NUMBER
from .fit import balanced_tree


def none_offered(choices: Sequence[Choice], span: Span) -> Expr:
    """The condition that none of some answers offers anything."""
    offered = [_offered(choice, span) for choice in choices]
    any_other = balanced_tree("or", offered, FLAG, span) if offered else Lit(0, type=FLAG, span=span)
    return Op("not", (any_other,), type=FLAG, span=span)


def _offered(choice: Choice, span: Span) -> Expr:
    """Whether an answer offers anything to choose, as a condition for another answer."""
    holds = choice.where
    for local, over in reversed(choice.generators):
        if over.kind == "list" and holds is None:
            continue  # a list is never empty
        holds = _something(over, span) if holds is None else Fold("any", local, over, None, holds, type=FLAG, span=span)
    if choice.guard is None or holds is None:
        return choice.guard or holds or Lit(1, type=FLAG, span=span)
    return Op("and", (choice.guard, holds), type=FLAG, span=span)


def _something(over: Domain, span: Span) -> Expr:
    """Whether a domain has any element."""
    match over.kind, over.args:
        case "set", (group,):
            return Op("not", (Op("empty", (group,), type=FLAG, span=span),), type=FLAG, span=span)
        case ("range", (low, high)) | ("down", (high, low)):
            return Op("<=", (low, high), type=FLAG, span=span)
        case "combinations", (low, high, cards):
            size = Op("size", (cards,), type=NUMBER, span=span)
            bounds = (Op("<=", (low, high), type=FLAG, span=span), Op("<=", (low, size), type=FLAG, span=span))
            return Op("and", bounds, type=FLAG, span=span)
        case _:
            return Lit(1, type=FLAG, span=span)
