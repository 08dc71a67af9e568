"""Tests whether cards have a shape: how many they are, what they share, whether their ranks follow each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import Literal

from ....dsl import checked as c
from ....dsl.source.span import Span
from ...program import Const, Domain, Expr, Fold, Look, Reg
from .. import simplify as s
from ..layout import SlotLayout
from ..units import CodeUnit


def has_shape(lay: SlotLayout, shape: c.ShapeSymbol, cards: Expr, unit: CodeUnit, span: Span) -> Expr:
    """Whether the cards of a mask have one of the forms of a shape."""
    result: Expr = Const(0)
    for form in shape.forms:
        result = s.binary("or", result, _form(lay, form, cards, unit, lay.place(span)))
    return result


def _form(lay: SlotLayout, form: c.CardForm, cards: Expr, unit: CodeUnit, place: int) -> Expr:
    """Whether cards have a form: the right number of cards, all of one rank or suit, or in sequence, where the number
    of ranks equals the distance from the lowest to the highest.
    """
    test = s.binary(">=", s.count(cards), Const(form.least))
    if form.most == form.least:
        test = s.binary("=", s.count(cards), Const(form.least))
    elif form.most is not None:
        test = s.binary("and", test, s.binary("<=", s.count(cards), Const(form.most)))
    wild = _mask(lay, wild_faces(lay, form))
    natural = s.binary("without", cards, Const(wild))
    jokers = sum(1 << card for card, face in enumerate(lay.deck) if lay.faces[face].rank < 0) & ~wild
    if jokers:
        test = s.binary("and", test, s.negation(s.is_nonempty(s.binary("intersect", cards, Const(jokers)))))
    if form.same is not None:
        alike = groups(lay, form.same)
        reg = unit.register()
        inside = s.negation(s.is_nonempty(s.binary("without", natural, Look(lay.table(alike), Reg(reg)))))
        over = Domain("range", (Const(0), Const(len(alike) - 1)))
        test = s.binary("and", test, Fold("any", reg, over, None, inside, place))
    if form.sequence:
        test = s.binary("and", test, _sequence(lay, cards, natural, unit, place))
    return test


def wild_faces(lay: SlotLayout, form: c.CardForm) -> frozenset[int]:
    """The faces of this deck that may stand for any card in a form."""
    return frozenset(at for at, face in enumerate(lay.faces) if (face.rank, face.suit) in form.wild)


def _mask(lay: SlotLayout, faces: frozenset[int]) -> int:
    return sum(1 << card for card, face in enumerate(lay.deck) if face in faces)


MOST_MELDS = 20_000
"""The most melds of a whole deck that are listed."""


def melds(lay: SlotLayout, shape: c.ShapeSymbol) -> tuple[int, ...] | None:
    """Every meld of a deck, in the form that `program.Leftover` needs; None if there are too many.

    The forms must be of one rank, or of one suit in sequence.
    """
    copies: dict[int, int] = {}
    for face in lay.deck:
        copies[face] = copies.get(face, 0) + 1
    found: set[int] = set()
    for form in shape.forms:
        most = len(lay.deck) if form.most is None else form.most
        wild = wild_faces(lay, form)
        natural = [face for face in copies if face not in wild and lay.faces[face].rank >= 0]
        fillers = _picked(lay, sorted(wild), copies)
        if fillers is None:
            return None
        if form.same == "rank":
            by_rank = [[copies[f] + 1 for f in natural if lay.faces[f].rank == r] for r in range(len(lay.game.ranks))]
            if any(prod(counts) > MOST_MELDS for counts in by_rank):
                return None
            sets = _of_rank(lay, natural, copies, form.least, most)
        else:
            sets = _in_suit(lay, natural, len(fillers) - 1, form.least, most)
        for tried, (cards, fewest, highest) in enumerate(sets):
            for filled in fillers[fewest : highest + 1]:
                found.update(cards | filler for filler in filled)
            if len(found) > MOST_MELDS or tried > 10 * MOST_MELDS:
                return None
    return tuple(sorted(found, key=lambda meld: (meld & -meld, -meld.bit_count(), meld)))


Part = tuple[int, int, int]
"""The natural cards of a meld, and the fewest and the most wild cards that can be added."""


def _picked(lay: SlotLayout, faces: list[int], copies: dict[int, int]) -> list[list[int]] | None:
    """Every choice of cards of some faces, by how many cards of each; always the first copies.  None if there are too
    many.
    """
    if prod(copies[face] + 1 for face in faces) > MOST_MELDS:
        return None
    found: list[list[int]] = [[] for _ in range(sum(copies[face] for face in faces) + 1)]
    for counts in product(*(range(copies[face] + 1) for face in faces)):
        mask = sum(((1 << count) - 1) << lay.deck.index(face) for face, count in zip(faces, counts, strict=True))
        found[sum(counts)].append(mask)
    return found


def _of_rank(lay: SlotLayout, natural: list[int], copies: dict[int, int], least: int, most: int) -> Iterator[Part]:
    """Melds of one rank."""
    for rank in range(len(lay.game.ranks)):
        alike = [face for face in natural if lay.faces[face].rank == rank]
        chosen = _picked(lay, alike, copies) or []
        for count, masks in enumerate(chosen[: most + 1]):
            yield from ((mask, max(0, least - count), most - count) for mask in masks)


def _in_suit(lay: SlotLayout, natural: list[int], wild: int, least: int, most: int) -> Iterator[Part]:
    """Melds of one suit in sequence, with gaps for wild cards."""
    ranks = len(lay.game.ranks)
    for suit in range(len(lay.game.suits)):
        faces = {lay.faces[face].rank: face for face in natural if lay.faces[face].suit == suit}
        for low in range(ranks):
            for size in range(least, min(most, ranks - low) + 1):
                there = [1 << lay.deck.index(faces[rank]) for rank in range(low, low + size) if rank in faces]
                for kept in range(max(size - wild, 0), len(there) + 1):
                    yield from ((sum(some), size - kept, size - kept) for some in combinations(there, kept))


def groups(lay: SlotLayout, same: Literal["rank", "suit"]) -> tuple[int, ...]:
    """For each rank or suit, the mask of its cards."""
    count = len(lay.game.ranks) if same == "rank" else len(lay.game.suits)
    masks = [0] * count
    for card, face in enumerate(lay.deck):
        if lay.faces[face].rank >= 0:
            masks[lay.faces[face].rank if same == "rank" else lay.faces[face].suit] |= 1 << card
    return tuple(masks)


def _sequence(lay: SlotLayout, cards: Expr, natural: Expr, unit: CodeUnit, place: int) -> Expr:
    """Whether cards form a sequence: no rank occurs twice, and there are as many ranks from the lowest to the highest
    as cards.

    With wild cards: no more ranks than cards, because the cards that are not `natural` fill the gaps and extend the
    ends; and no more cards than there are ranks in the deck.
    """
    ranks = lay.table(lay.by_card([face.rank for face in lay.faces]))
    low, high, each = unit.register(), unit.register(), unit.register()
    lowest = Fold("min", low, Domain("mask", (natural,)), None, Look(ranks, Reg(low)), place)
    highest = Fold("max", high, Domain("mask", (natural,)), None, Look(ranks, Reg(high)), place)
    masks = lay.table(groups(lay, "rank"))
    once = s.binary("<=", s.count(s.binary("intersect", natural, Look(masks, Reg(each)))), Const(1))
    over = Domain("range", (Const(0), Const(len(lay.game.ranks) - 1)))
    short = natural is not cards
    between = s.binary("-", highest, lowest)
    spread = s.binary("<=" if short else "=", between, s.binary("-", s.count(cards), Const(1)))
    if short:
        spread = s.binary("and", spread, s.binary("<=", s.count(cards), Const(len(lay.game.ranks))))
    return s.binary("and", Fold("every", each, over, None, once, place), spread)
