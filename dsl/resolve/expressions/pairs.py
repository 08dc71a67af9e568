"""Limits the combinations of several names in one phrase or loop: each value of one name meets each value of the
others.
"""

from __future__ import annotations

from math import prod

from ...checked import Domain, Expr, Fold, For
from ...source.span import Span
from ...types import HIGHEST, LOWEST
from ..context import ResolveContext

MOST = 1_000_000
"""The most combinations of values that several names may take."""
_PACK = 52


def fold_domains(e: Expr | None, names: int) -> tuple[Domain, ...]:
    """The domains of a phrase's names, at most `names` of them."""
    if names == 0 or not isinstance(e, Fold):
        return ()
    return (e.domain, *fold_domains(e.body if e.body is not None else e.where, names - 1))


def loop_domains(loop: For) -> tuple[Domain, ...]:
    """The domains of a loop's names.

    In a loop with several names, each further loop is the whole block of the one before."""
    own = (loop.domain,) if loop.domain is not None else ()
    match loop.body:
        case (For() as inner,):
            return own + loop_domains(inner)
        case _:
            return own


def pairs_are_few(ctx: ResolveContext, domains: tuple[Domain, ...], span: Span) -> None:
    """Report names that may take more values together than can be tried (E0520)."""
    for domain in domains:
        if domain.kind == "combinations":
            ctx.report("E0413", domain.span, help="put one phrase into the other")
            return
    sizes = [_most(ctx, domain) for domain in domains]
    endless = next((d for d, size in zip(domains, sizes, strict=True) if size is None), None)
    if endless is not None:
        help = "a number that is remembered can have a range: `n: 0..13`"
        ctx.report("E0520", span, what="cannot be counted", limit=MOST, help=help)
    elif prod(size or 0 for size in sizes) > MOST:
        ctx.report("E0520", span, what=f"are {prod(size or 0 for size in sizes):,}", limit=MOST)


def _most(ctx: ResolveContext, domain: Domain) -> int | None:
    """The most values that a name can take, with 52 cards for a pack; None if it is not known."""
    element = domain.element
    match domain.kind, element.kind:
        case "list", _:
            return len(domain.args)
        case "range" | "down", _:
            if element.low == LOWEST or element.high == HIGHEST:
                return None
            return max(0, element.high - element.low + 1)
        case _, "card":
            return _PACK
        case _, "player" | "team":
            return max(ctx.counts)
        case _, "suit":
            return len(ctx.suits)
        case _, "rank":
            return len(ctx.ranks)
        case _:
            return len(element.words) + len(ctx.suits)
