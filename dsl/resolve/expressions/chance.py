"""What chance decides: `a random player`, `a random card of stock`, `a random number in 1..6`."""

from __future__ import annotations

from ...checked import Expr, Lit, Op, Random
from ...syntax import nodes as n
from ...types import CARD, CARDS, MOST_RANDOM, PLAYER, PLAYERS, TEAMS, UNKNOWN, Type
from ..context import ResolveContext
from ..fit import fits_type, unknown
from .core import expression_of_type
from .phrases import domain


def random(ctx: ResolveContext, node: n.RandomThing) -> Expr:
    """`a random player`, `a random card of stock`, `a random number in 1..6`"""
    if not ctx.chance:
        ctx.report("E0610", node.span)
    if node.what in ("player", "card") and node.among is None:
        of = (
            expression_of_type(ctx, node.of, CARDS if node.what == "card" else PLAYERS) if node.of is not None else None
        )
        if node.what == "card" and of is None:
            ctx.report("E0429", node.span, what="card", help="say of which: `a random card of stock`")
            return unknown(node.span)
        return Random(node.what, of, type=PLAYER if node.what == "player" else CARD, span=node.span)
    kind = ctx.kinds.get(node.what)
    if kind is None or kind.kind in ("set", "flag") or node.of is not None:
        known = [name for name, one in ctx.kinds.items() if one.kind not in ("set", "flag")]
        help = f"write `a random {node.what} in …`"
        if kind is None:
            help = ctx.suggestion(node.what, known)
            help = help or "chance gives a player, a suit, a rank, a number, a value of a kind"
        ctx.report("E0429", node.span, what=node.what, help=help)
        return unknown(node.span)
    return _random_among(ctx, node, kind)


def _random_among(ctx: ResolveContext, node: n.RandomThing, kind: Type) -> Expr:
    """`a random suit`, `a random player in S`, `a random number in 1..6`."""
    if node.among is None:
        count = {"suit": len(ctx.suits), "rank": len(ctx.ranks), "word": len(ctx.word_values(kind))}.get(kind.kind, 0)
        if kind.kind == "team":
            return Random("value", Op("teams", type=TEAMS, span=node.span), type=kind, span=node.span)
        if not count:
            ctx.report("E0429", node.span, what=node.what, help=f"say of which: `a random {node.what} in …`")
            return unknown(node.span)
        everything = Lit((1 << count) - 1, type=Type("set", element=kind), span=node.span)
        return Random("value", everything, type=kind, span=node.span)
    over = domain(ctx, node.among)
    if over.step != 1:
        help = "draw how many steps, and multiply: `5 * (a random number in 1..6)`"
        ctx.report("E0429", node.among.span, what=node.what, help=help)
        return unknown(node.span)
    if over.kind in ("range", "down") and kind.kind == "number":
        low, high = over.args if over.kind == "range" else (over.args[1], over.args[0])
        if low.type.low > high.type.high or low.type.high < 0 or low.type.low > MOST_RANDOM or _too_far(high):
            help = f"the lower number comes first, and the numbers go from 0 to {MOST_RANDOM}"
            ctx.report("E0429", node.among.span, what=node.what, help=help)
            return unknown(node.span)
        made = Type("number", low=max(low.type.low, 0), high=min(high.type.high, MOST_RANDOM))
        return Random("value", None, low, high, type=made, span=node.span)
    if over.kind != "set" or not fits_type(over.element, kind):
        if over.element is not UNKNOWN:
            ctx.report("E0429", node.among.span, what=node.what, help=f"it is drawn from {over.element.phrase}")
        return unknown(node.span)
    what = "player" if kind.kind == "player" else "card" if kind.kind == "card" else "value"
    return Random(what, over.args[0], type=over.element.plain(), span=node.span)


def _too_far(high: Expr) -> bool:
    return isinstance(high, Lit) and high.value > MOST_RANDOM
