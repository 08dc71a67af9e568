"""Checks that a move changes where cards lie."""

from __future__ import annotations

from ...checked import (
    Assign,
    CheckedGame,
    Choose,
    Domain,
    Expr,
    For,
    Let,
    LocalRef,
    LocalSymbol,
    Move,
    Op,
    PileEnd,
    Stmt,
    ZoneRef,
    ZoneSymbol,
)
from ...resolve.context import ResolveContext
from ...traversal import blocks, inside, own_expressions
from ..formulas.keys import ValueNumbering

ZoneKey = tuple[ZoneSymbol, int, int]
"""A zone, its owner and its place.  The last two are numbers of expressions (-1: no owner, or all places)."""


def moves_change_something(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report cards moved to the zone they already lie in (E0516), and zones read just after all cards left (W0521)."""
    keys = ValueNumbering()
    bodies = [phase.body for phase in (game.main, *game.phases)]
    bodies += [row.actions for phase in game.phases for row in phase.rows]
    bodies += [rule.body for rule in game.incidents]
    for body in bodies:
        _block(body, {}, keys, ctx)


def _block(
    statements: tuple[Stmt, ...], homes: dict[LocalSymbol, ZoneRef], keys: ValueNumbering, ctx: ResolveContext
) -> None:
    """Check a block.  `homes` maps the name of a choice or a loop to the zone its cards come from."""
    emptied: dict[ZoneKey, Move] = {}
    for st in statements:
        emptied = _after(st, emptied, keys, ctx)
        match st:
            case Move():
                _move(st, homes, keys, ctx)
            case Choose(choices=choices):
                for choice in choices:
                    inner = dict(homes)
                    for local, domain in choice.generators:
                        _home(local, domain, inner)
                    _block(choice.body, inner, keys, ctx)
            case For(local=local, domain=domain, body=body) if domain is not None:
                inner = dict(homes)
                _home(local, domain, inner)
                _block(body, inner, keys, ctx)
            case _:
                for block in blocks(st):
                    _block(block, homes, keys, ctx)


def _after(st: Stmt, emptied: dict[ZoneKey, Move], keys: ValueNumbering, ctx: ResolveContext) -> dict[ZoneKey, Move]:
    """The zones that are certainly empty after a statement, each with the line that emptied it.

    Only consecutive lines count, because any other statement may bring cards back."""
    for whole in own_expressions(st):
        for e in inside(whole):
            move = emptied.get(_zone(e, keys)) if isinstance(e, ZoneRef) else None
            if move is not None and isinstance(e, ZoneRef):
                note = (move.span, "all its cards leave it here")
                ctx.report("W0521", e.span, name=" ".join(e.span.text.split()), notes=(note,))
    match st:
        case Move(what=ZoneRef(zone=zone) as home, target=target) if target.zone is not zone:
            left = {key: move for key, move in emptied.items() if key[0] is not target.zone}
            return left | {_zone(home, keys): st}
        case Let() | Assign():  # the same words may now name another player or place
            return {key: move for key, move in emptied.items() if key[0].owner is None and key[2] < 0}
        case _:
            return {}


def _zone(e: ZoneRef, keys: ValueNumbering) -> ZoneKey:
    """A zone, with the numbers of its owner and its place."""
    owner, place = (keys.of(part) if part is not None else -1 for part in (e.owner, e.place))
    return e.zone, owner, place


def _home(local: LocalSymbol, domain: Domain, homes: dict[LocalSymbol, ZoneRef]) -> None:
    cards = domain.args[-1]
    if domain.kind in ("set", "combinations") and isinstance(cards, ZoneRef):
        homes[local] = cards


def _move(st: Move, homes: dict[LocalSymbol, ZoneRef], keys: ValueNumbering, ctx: ResolveContext) -> None:
    home = _from(st.what, homes)
    if home is None or home.zone is not st.target.zone:
        return
    if st.end != "top" and not isinstance(st.what, ZoneRef):
        return  # e.g. from the top of a pile to its bottom
    pairs = ((home.owner, st.target.owner), (home.place, st.target.place))
    if all(a is b if a is None or b is None else keys.of(a) == keys.of(b) for a, b in pairs):
        ctx.report("E0516", st.span, name=home.zone.name)


def _from(what: Expr, homes: dict[LocalSymbol, ZoneRef]) -> ZoneRef | None:
    match what:
        case ZoneRef():
            return what
        case PileEnd(pile=pile):
            return pile
        case Op(op="single", args=(inner,)):
            return _from(inner, homes)
        case LocalRef(local=local):
            return homes.get(local)
        case _:
            return None
