"""Lowers what is done to piles: cards dealt, all cards gathered as they lie, and a pile that is cut."""

from __future__ import annotations

from ...dsl import checked as c
from ...dsl.types import LOWEST, MOST_RANDOM, NUMBER
from ..program import (
    Binary,
    Const,
    DealCards,
    Domain,
    Fold,
    ForEach,
    MoveAll,
    PileEnd,
    RandomPick,
    Reg,
    SetReg,
    Stmt,
    Tuck,
    When,
    ZoneCards,
    ZoneRef,
)
from . import simplify as s
from .context import LoweringContext
from .expressions import lower_expr, owner_index
from .places import numbers_of, program_zone
from .units import CodeUnit, Env


def zone_ref(ctx: LoweringContext, place: c.ZonePlace, env: Env, unit: CodeUnit) -> ZoneRef:
    """A zone and its owner."""
    number = program_zone(ctx, place.zone, place.place)
    assert number is not None
    return ZoneRef(number, owner_index(ctx, place.owner, env, unit))


def gather_in_order(ctx: LoweringContext, to: ZoneRef, place: int, out: list[Stmt]) -> None:
    """Lay every pile as it is on top of the target, in the order of the zones and of their owners."""
    for symbol in ctx.layout.game.zones:
        owned = [Const(i) for i in range(ctx.layout.owners(symbol.owner))] if symbol.owner is not None else [None]
        sources = [ZoneRef(number, owner) for owner in owned for number in numbers_of(ctx.layout, symbol)]
        out.extend(MoveAll(source, to, place) for source in sources if source != to)


def cut(pile: ZoneRef, place: int, unit: CodeUnit, out: list[Stmt]) -> None:
    """Put a random number of cards, at least one and not all, from the top of a pile under the others.

    Cards of unknown order are drawn first: those that lie on top are not any that the bag happens to list last."""
    size, count, reg, top = unit.register(), unit.register(), unit.register(), unit.register()
    less = s.checked(Binary("-", Reg(size), Const(1)), LOWEST, MOST_RANDOM, place)
    numbers = Fold("set", reg, Domain("range", (Const(1), less)), None, None, place)
    drawn = SetReg(count, RandomPick(numbers, "value", "", place, NUMBER))
    out.append(SetReg(size, s.count(ZoneCards(pile.zone, pile.index))))
    known = SetReg(top, PileEnd(pile.zone, pile.index, "top", Reg(count), place))
    out.append(
        When(Binary(">", Reg(size), Const(1)), (drawn, known, Tuck(pile, Reg(count), "bottom", place)), (), place)
    )


def deal(ctx: LoweringContext, st: c.Deal, env: Env, unit: CodeUnit, out: list[Stmt]) -> None:
    """Deal cards: to one zone, or to the zone of every owner."""
    place = ctx.layout.place(st.span)
    pile = zone_ref(ctx, st.pile, env, unit)
    amounts = [lower_expr(ctx, a, env, unit) for a in st.amounts]
    if not st.target.each:
        out.append(DealCards(amounts[0], st.at_most, pile, zone_ref(ctx, st.target, env, unit), place))
        return
    number = program_zone(ctx, st.target.zone, st.target.place)
    assert number is not None
    owners = ctx.layout.owners(st.target.zone.owner)
    start = lower_expr(ctx, st.start, env, unit) if st.start is not None else Const(0)
    if len(amounts) == 1:
        if not isinstance(amounts[0], Const):
            reg = unit.register()
            out.append(SetReg(reg, amounts[0]))
            amounts[0] = Reg(reg)
        reg = unit.register()
        body = (DealCards(amounts[0], st.at_most, pile, ZoneRef(number, Reg(reg)), place),)
        everyone = Const((1 << owners) - 1)
        over = Domain("seats", (everyone,), start) if st.start is not None else Domain("mask", (everyone,))
        out.append(ForEach(reg, over, None, None, body, place))
        return
    reg = unit.register()
    out.append(SetReg(reg, start))
    for i, amount in enumerate(amounts):
        whose = s.binary("mod", s.binary("+", Reg(reg), Const(i)), Const(owners))
        out.append(DealCards(amount, st.at_most, pile, ZoneRef(number, whose), place))
