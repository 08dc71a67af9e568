"""Zones with places.  Each place is a zone of the program, `row_1`, `row_2` …, so no other part of a program knows
places.

Which place is meant may be known only in play.  Then an expression becomes a chain of cases, one for each place, and a
statement that moves cards is written once for each place; only the one with the right number is executed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...dsl import checked as c
from ...dsl.types import NUMBER, Type
from ..program import Binary, Const, Expr, If, Reg, SetReg, Stmt, When
from .context import LoweringContext
from .layout import SlotLayout
from .units import CodeUnit


def numbers_of(lay: SlotLayout, zone: c.ZoneSymbol) -> range:
    """The numbers of the zones of the program that stand for a zone of the rules: one zone, or one for each place."""
    first = lay.zone_of[zone]
    return range(first, first + max(zone.places, 1))


def place_type(zone: c.ZoneSymbol) -> Type:
    """The type of the numbers of a zone's places."""
    return Type("number", low=1, high=zone.places)


def one_of(numbers: range, place: Expr, unchecked: Expr, make: Callable[[int], Expr]) -> Expr:
    """A chain of cases: `make` applied to the zone of each place.  `place` is its number with a check of the range,
    `unchecked` the same number without the check.
    """
    if isinstance(place, Const) and 1 <= place.value <= len(numbers):
        return make(numbers[place.value - 1])
    *others, last = numbers
    made = make(last)
    for at in range(len(others), 0, -1):
        made = If(Binary("=", place if at == 1 else unchecked, Const(at)), make(numbers[at - 1]), made)
    return made


def places_named(st: c.Stmt) -> Iterator[tuple[c.ZoneSymbol, c.Expr]]:
    """The places from which a statement takes cards or to which it moves them, unless they are written as numbers."""
    piles: tuple[c.ZonePlace | c.ZoneRef | None, ...] = ()
    match st:
        case c.Deal(pile=pile, target=target):
            piles = (pile, target)
        case c.Move(what=what, target=target):
            piles = (_taken(what), target)
        case _:
            pass
    for pile in piles:
        if pile is not None and pile.place is not None and not isinstance(pile.place, c.Lit):
            yield pile.zone, pile.place


def _taken(what: c.Expr) -> c.ZoneRef | None:
    """The zone whose cards, or whose top cards, are taken."""
    match what:
        case c.ZoneRef():
            return what
        case c.PileEnd(end="top", pile=pile):
            return pile
        case c.Op(op="single", args=(inner,)):
            return _taken(inner)
        case _:
            return None


def at_each_place(
    ctx: LoweringContext, zone: c.ZoneSymbol, place: c.Expr, number: Expr, st: c.Stmt, unit: CodeUnit,
    lower: Callable[[c.Stmt], tuple[Stmt, ...]],
) -> Iterator[Stmt]:  # fmt: skip
    """A statement, once for each place; `number` decides which one is executed."""
    if isinstance(number, Const) and 1 <= number.value <= zone.places:
        yield from lower(_fixed(st, place, number.value))
        return
    reg, spot = unit.register(), ctx.layout.place(place.span)
    yield SetReg(reg, number)
    for at in range(1, zone.places + 1):
        yield When(Binary("=", Reg(reg), Const(at)), lower(_fixed(st, place, at)), (), spot)


def _fixed(st: c.Stmt, place: c.Expr, number: int) -> c.Stmt:
    """The statement with a number instead of the expression of a place."""
    written = c.Lit(number, type=NUMBER, span=place.span)
    match st:
        case c.Deal(pile=pile, target=target):
            return replace(st, pile=_put(pile, place, written), target=_put(target, place, written))
        case c.Move(what=what, target=target):
            return replace(st, what=_in_expression(what, place, written), target=_put(target, place, written))
        case _:
            raise AssertionError(type(st).__name__)


def _in_expression(what: c.Expr, place: c.Expr, written: c.Lit) -> c.Expr:
    match what:
        case c.ZoneRef():
            return replace(what, place=written) if _same(what.place, place) else what
        case c.PileEnd(pile=pile):
            return replace(what, pile=replace(pile, place=written)) if _same(pile.place, place) else what
        case c.Op(op="single", args=(inner,)):
            return replace(what, args=(_in_expression(inner, place, written),))
        case _:
            return what


def _put(at: c.ZonePlace, place: c.Expr, written: c.Lit) -> c.ZonePlace:
    return replace(at, place=written) if _same(at.place, place) else at


def _same(one: c.Expr | None, other: c.Expr) -> bool:
    """Whether two places are certainly the same: equal expressions, or the same name."""
    if isinstance(one, c.LocalRef) and isinstance(other, c.LocalRef):
        return one.local is other.local
    return one is other


def program_zone(ctx: LoweringContext, zone: c.ZoneSymbol, place: c.Expr | None) -> int | None:
    """The zone of the program for a zone of the rules, or for a place of it that is written as a number; None if the
    place is not known.
    """
    if not zone.places:
        return ctx.layout.zone_of[zone]
    if isinstance(place, c.Lit) and 1 <= place.value <= zone.places:
        return ctx.layout.zone_of[zone] + place.value - 1
    return None
