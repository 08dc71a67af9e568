"""Resolves the players: how many there may be, and how many of them play with partners."""

from __future__ import annotations

from dataclasses import replace

from ..source.span import Span
from ..syntax import nodes as n
from ..syntax.printer.lines import players_line
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
    ctx.players_line = players
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


def no_partners(ctx: ResolveContext, span: Span, name: str) -> None:
    """Report something that only partners have in a game without them.  The first message of all has the line to
    write."""
    players, help = ctx.players_line, None
    if players is not None and not any(one.code == "E0416" for one in ctx.diagnostics):
        source, start = players.span.source, players.span.start
        changed = source is not span.source or source.text.endswith("replace ", 0, start)
        help = f"write `{'replace ' if changed else ''}{players_line(with_partners(players))}`"
    ctx.report("E0416", span, name=name, help=help)


def with_partners(players: n.Players, paired: tuple[int, ...] = ()) -> n.Players:
    """The line about players with partners for the numbers `paired`, which it need not have yet; if none are given, for
    all numbers that can have them."""
    counts = players.among or tuple(range(players.low, players.high + 1))
    if not paired:
        even = tuple(k for k in counts if k % 2 == 0 and k >= 4)
        paired = even or (next(k for k in range(4, 100, 2) if k > players.high),)
    added = tuple(k for k in paired if k not in counts)
    among = tuple(sorted({*counts, *added})) if added else players.among
    default = players.default if players.default is not None or not added else players.low
    alone = {*counts, *added} == {*paired}
    low, high = min(*counts, *paired), max(*counts, *paired)
    return replace(
        players, low=low, high=high, default=default, partners=True, among=among, paired=() if alone else paired
    )
