"""Zones with places: each place is a zone of the program, `row_1`, `row_2` …, so nothing else need know of places.

Which of them is meant may only be known in play.  Then an expression is a chain of cases, one for each place, and a
statement that takes or puts cards there is written once for each place; the one whose number it is happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...dsl import checked as c
from ...dsl.types import NUMBER, Type
from ..program import Binary, Const, Expr, If, Reg, SetReg, Stmt, When
from .context import Context
from .layout import SlotLayout
from .units import Unit


def numbers_of(lay: SlotLayout, zone: c.ZoneSymbol) -> range:
    """The zones of the program a zone of the rules is: one, or one for each of its places."""
    first = lay.zone_of[zone]
    return range(first, first + max(zone.places, 1))


def place_type(zone: c.ZoneSymbol) -> Type:
    """The numbers of the places of a zone."""
    return Type("number", low=1, high=zone.places)


def one_of(numbers: range, place: Expr, unchecked: Expr, make: Callable[[int], Expr]) -> Expr:
    """What is made of the zone whose place it is; `unchecked` is the same number where it is known to be in range."""
    if isinstance(place, Const) and 1 <= place.value <= len(numbers):
        return make(numbers[place.value - 1])
    *others, last = numbers
    made = make(last)
    for at in range(len(others), 0, -1):
        made = If(Binary("=", place if at == 1 else unchecked, Const(at)), make(numbers[at - 1]), made)
    return made


def places_named(st: c.Stmt) -> Iterator[tuple[c.ZoneSymbol, c.Expr]]:
    """The places a statement takes cards from or puts them at, as far as they are not written as numbers."""
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
    """The zone whose cards are all taken, or those on its top."""
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
    ctx: Context, zone: c.ZoneSymbol, place: c.Expr, number: Expr, st: c.Stmt, unit: Unit,
    lower: Callable[[c.Stmt], tuple[Stmt, ...]],
) -> Iterator[Stmt]:  # fmt: skip
    """A statement, once for each place; `number` says which of them happens."""
    if isinstance(number, Const) and 1 <= number.value <= zone.places:
        yield from lower(_fixed(st, place, number.value))
        return
    reg, spot = unit.register(), ctx.layout.place(place.span)
    yield SetReg(reg, number)
    for at in range(1, zone.places + 1):
        yield When(Binary("=", Reg(reg), Const(at)), lower(_fixed(st, place, at)), (), spot)


def _fixed(st: c.Stmt, place: c.Expr, number: int) -> c.Stmt:
    """The statement with a number in the place of an expression."""
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
    """Whether two places are surely the same: one expression, or one name."""
    if isinstance(one, c.LocalRef) and isinstance(other, c.LocalRef):
        return one.local is other.local
    return one is other


def whole(ctx: Context, zone: c.ZoneSymbol, place: c.Expr | None) -> int | None:
    """The zone of the program that a zone of the rules, or a place of it that is written as a number, is."""
    if not zone.places:
        return ctx.layout.zone_of[zone]
    if isinstance(place, c.Lit) and 1 <= place.value <= zone.places:
        return ctx.layout.zone_of[zone] + place.value - 1
    return None
