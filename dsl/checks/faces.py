"""Finds cards whose faces too many, or too few, players see.

None of these is wrong for certain: there are games with open hands.  A zone with a description is meant as it is
written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..checked import CheckedGame, Choose, Deal, Move, PlayTrick, Stmt, ZoneRef, ZoneSymbol
from ..resolve.context import ResolveContext
from ..syntax import nodes as n
from ..traversal import everything

_WHO: Mapping[n.Visibility, str] = {"face up": "everybody", "face down": "nobody"}


def hands_are_hidden(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report zones in which everybody, or nobody, sees the cards that were dealt to their owner, if nobody has cards
    that only their owner sees (W0522)."""
    if not any(isinstance(st, Choose | PlayTrick) for st in everything(game)):
        return
    dealt = dict(_dealt(game))
    if any(zone.visibility == "private" for zone in dealt):
        return
    for zone, st in dealt.items():
        if _may_be_a_slip(game, zone):
            ctx.report(
                "W0522",
                zone.span,
                name=zone.name,
                who=_WHO[zone.visibility],
                notes=((st.span, "the cards come from here"),),
            )


def _dealt(game: CheckedGame) -> Iterator[tuple[ZoneSymbol, Stmt]]:
    """The zones of players into which cards of a shuffled pile come, dealt or all together, each with how."""
    found: set[ZoneSymbol] = set()
    for st in everything(game):
        if isinstance(st, Deal) and st.pile.zone.shuffled and _is_new(st.target.zone, found):
            yield st.target.zone, st
    for st in everything(game):
        moved = st.what.zone if isinstance(st, Move) and isinstance(st.what, ZoneRef) else None
        if isinstance(st, Move) and moved in found and _is_new(st.target.zone, found):
            yield st.target.zone, st


def _is_new(zone: ZoneSymbol, found: set[ZoneSymbol]) -> bool:
    """Whether a zone is one of players, and not found yet; it is then."""
    if zone.owner is None or zone in found:
        return False
    found.add(zone)
    return True


def faces_make_sense(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report shuffled piles in which everybody sees what comes next (W0525), and tricks of which nobody sees the cards
    (W0526)."""
    for zone in game.zones:
        if zone.shuffled and zone.visibility == "face up" and _may_be_a_slip(game, zone):
            ctx.report("W0525", zone.span, name=zone.name)
    tricks = {st.trick: st for st in everything(game) if isinstance(st, PlayTrick)}
    for zone, st in tricks.items():
        if zone.visibility != "face up" and _may_be_a_slip(game, zone):
            ctx.report("W0526", zone.span, name=zone.name, notes=((st.span, "the tricks are played here"),))


def _may_be_a_slip(game: CheckedGame, zone: ZoneSymbol) -> bool:
    """Whether a zone is declared in the file itself, and neither a description nor places show that it is intended."""
    return zone.description is None and not zone.places and zone.span.source is game.tree.span.source
