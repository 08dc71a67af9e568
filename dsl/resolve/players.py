"""Resolves the players: how many there may be, and how many of them play with partners."""

from __future__ import annotations

from ..syntax import nodes as n
from .context import ResolveContext, listed_counts


def note_players(ctx: ResolveContext, players: n.Players) -> None:
    """Note the possible numbers of players, and those with partners.  What contradicts itself is reported."""
    default = players.default if players.default is not None else players.low
    if not 1 <= players.low <= players.high <= 64:
        ctx.report("E0408", players.span, low=players.low, high=players.high)
        return
    for listed in dict.fromkeys(k for k in players.among if players.among.count(k) > 1):
        ctx.report("E0302", players.span, name=str(listed))
    if not players.low <= default <= players.high:
        _no_number(ctx, players, default, players.among or tuple(range(players.low, players.high + 1)))
        return
    ctx.players = (players.low, players.high, default)
    ctx.partners = players.partners
    ctx.counts = tuple(sorted({*players.among})) or tuple(range(players.low, players.high + 1))
    ctx.paired = (players.paired or ctx.counts) if players.partners else ()
    strange = [k for k in (default, *ctx.paired) if k not in ctx.counts]
    if strange:
        _no_number(ctx, players, strange[0], ctx.counts)
    elif any(k % 2 or k < 4 for k in ctx.paired):
        ctx.report("E0606", players.span)


def _no_number(ctx: ResolveContext, players: n.Players, number: int, counts: tuple[int, ...]) -> None:
    """Report a usual number of players, or one with partners, that is not among the possible numbers."""
    help = f"there are {listed_counts(counts)} players"
    ctx.report("E0436", players.span, number=number, help=help)
