"""Whether cards have a shape: how many, what they share, whether their ranks follow each other."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Literal

from ...dsl import checked as c
from ...dsl.source.span import Span
from ..program import Const, Domain, Expr, Fold, Look, Reg
from . import simplify as s
from .layout import SlotLayout
from .units import Unit


def has_shape(lay: SlotLayout, shape: c.ShapeSymbol, cards: Expr, unit: Unit, span: Span) -> Expr:
    """Whether the cards of a mask have one of the forms of a shape."""
    result: Expr = Const(0)
    for form in shape.forms:
        result = s.binary("or", result, _form(lay, form, cards, unit, lay.place(span)))
    return result


def _form(lay: SlotLayout, form: c.CardForm, cards: Expr, unit: Unit, place: int) -> Expr:
    """How many, all within one rank or suit, and in sequence: as many ranks as from the lowest to the highest."""
    test = s.binary(">=", s.count(cards), Const(form.least))
    if form.most == form.least:
        test = s.binary("=", s.count(cards), Const(form.least))
    elif form.most is not None:
        test = s.binary("and", test, s.binary("<=", s.count(cards), Const(form.most)))
    jokers = sum(1 << card for card, face in enumerate(lay.deck) if lay.faces[face].rank < 0)
    if jokers:
        test = s.binary("and", test, s.negation(s.some(s.binary("intersect", cards, Const(jokers)))))
    if form.same is not None:
        alike = groups(lay, form.same)
        reg = unit.register()
        inside = s.negation(s.some(s.binary("without", cards, Look(lay.table(alike), Reg(reg)))))
        over = Domain("range", (Const(0), Const(len(alike) - 1)))
        test = s.binary("and", test, Fold("any", reg, over, None, inside, place))
    if form.sequence:
        test = s.binary("and", test, _sequence(lay, cards, unit, place))
    return test


MOST_MELDS = 20_000
"""Melds of a whole deck that are written down."""


def melds(lay: SlotLayout, shape: c.ShapeSymbol) -> tuple[int, ...] | None:
    """Every meld of a deck, as `program.Leftover` wants them; None if they are too many.

    The forms are of one rank, or of one suit in sequence."""
    copies: dict[int, int] = {}
    for face in lay.deck:
        copies[face] = copies.get(face, 0) + 1
    first = {face: lay.deck.index(face) for face in copies}
    found: set[int] = set()
    for form in shape.forms:
        most = len(lay.deck) if form.most is None else form.most
        if form.same == "rank":
            for rank in range(len(lay.game.ranks)):
                alike = [face for face in copies if lay.faces[face].rank == rank]
                if prod(copies[face] + 1 for face in alike) > MOST_MELDS:
                    return None
                for counts in product(*(range(copies[face] + 1) for face in alike)):
                    if form.least <= sum(counts) <= most:
                        pairs = zip(alike, counts, strict=True)
                        found.add(sum(((1 << count) - 1) << first[face] for face, count in pairs))
        else:
            for suit in range(len(lay.game.suits)):
                faces = {lay.faces[face].rank: face for face in copies if lay.faces[face].suit == suit}
                for low in faces:
                    run, rank = 0, low
                    while rank in faces and rank - low < most:
                        run |= 1 << first[faces[rank]]
                        rank += 1
                        if rank - low >= form.least:
                            found.add(run)
        if len(found) > MOST_MELDS:
            return None
    return tuple(sorted(found, key=lambda meld: (meld & -meld, -meld.bit_count(), meld)))


def groups(lay: SlotLayout, same: Literal["rank", "suit"]) -> tuple[int, ...]:
    """For each rank or suit, the mask of its cards."""
    count = len(lay.game.ranks) if same == "rank" else len(lay.game.suits)
    masks = [0] * count
    for card, face in enumerate(lay.deck):
        if lay.faces[face].rank >= 0:
            masks[lay.faces[face].rank if same == "rank" else lay.faces[face].suit] |= 1 << card
    return tuple(masks)


def _sequence(lay: SlotLayout, cards: Expr, unit: Unit, place: int) -> Expr:
    """No rank twice, and from the lowest to the highest as many ranks as cards."""
    ranks = lay.table(lay.by_card([face.rank for face in lay.faces]))
    low, high, each = unit.register(), unit.register(), unit.register()
    lowest = Fold("min", low, Domain("mask", (cards,)), None, Look(ranks, Reg(low)), place)
    highest = Fold("max", high, Domain("mask", (cards,)), None, Look(ranks, Reg(high)), place)
    masks = lay.table(groups(lay, "rank"))
    once = s.binary("<=", s.count(s.binary("intersect", cards, Look(masks, Reg(each)))), Const(1))
    over = Domain("range", (Const(0), Const(len(lay.game.ranks) - 1)))
    spread = s.binary("=", s.binary("-", highest, lowest), s.binary("-", s.count(cards), Const(1)))
    return s.binary("and", Fold("every", each, over, None, once, place), spread)
