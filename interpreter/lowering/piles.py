"""Lowers what is done to whole piles: all cards gathered as they lie, and a pile that is cut."""

from __future__ import annotations

from ...dsl.types import LOWEST, MOST_RANDOM, NUMBER
from ..program import (
    Binary,
    Const,
    Domain,
    Fold,
    MoveAll,
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
from .places import numbers_of
from .units import CodeUnit


def gather_in_order(ctx: LoweringContext, to: ZoneRef, place: int, out: list[Stmt]) -> None:
    """Lay every pile as it is on top of the target, in the order of the zones and of their owners."""
    for symbol in ctx.layout.game.zones:
        owned = [Const(i) for i in range(ctx.layout.owners(symbol.owner))] if symbol.owner is not None else [None]
        sources = [ZoneRef(number, owner) for owner in owned for number in numbers_of(ctx.layout, symbol)]
        out.extend(MoveAll(source, to, place) for source in sources if source != to)


def cut(ctx: LoweringContext, pile: ZoneRef, place: int, unit: CodeUnit, out: list[Stmt]) -> None:
    """Put a random number of cards, at least one and not all, from the top of a pile under the others."""
    size, count, reg = unit.register(), unit.register(), unit.register()
    less = s.checked(Binary("-", Reg(size), Const(1)), LOWEST, MOST_RANDOM, place)
    numbers = Fold("set", reg, Domain("range", (Const(1), less)), None, None, place)
    drawn = SetReg(count, RandomPick(numbers, "value", "", place, NUMBER))
    out.append(SetReg(size, s.count(ZoneCards(pile.zone, pile.index))))
    out.append(When(Binary(">", Reg(size), Const(1)), (drawn, Tuck(pile, Reg(count), "bottom", place)), (), place))
