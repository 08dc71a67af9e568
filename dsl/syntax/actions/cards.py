"""Makers for declarations about cards: the deck, kinds, shapes, the ranking and values."""

from __future__ import annotations

from typing import Any, Literal

from ...source.span import Span
from .. import nodes as n
from ..machine import QuotedText
from .building import Building, Cite, OptionalPart, parts_by_keyword, text_of


def deck(
    b: Building,
    span: Span,
    ranks: tuple[n.Rank, ...],
    suits: tuple[n.Name, ...] | None,
    extras: tuple[OptionalPart, ...],
    cite: Cite,
) -> n.Deck:
    said = parts_by_keyword(b, extras)
    copies, jokers = said.get("copies"), said.get("jokers")
    return n.Deck(
        ranks, suits, copies.value if copies else None, jokers.value if jokers else None, cite=cite, span=span
    )


def deck_of_rows(b: Building, span: Span, cite: Cite, *rows: n.DeckRow) -> n.Deck:
    return n.Deck((), None, None, None, rows, cite=cite, span=span)


def deck_row(
    b: Building,
    span: Span,
    ranks: tuple[n.Rank | n.FaceRange, ...],
    suits: tuple[n.Name, ...] | None,
    copies: n.Expr | None,
    condition: n.Expr | None,
    cite: Cite,
) -> n.DeckRow:
    return n.DeckRow(ranks, suits, copies, condition, cite=cite, span=span)


def copies(b: Building, span: Span, count: n.Expr) -> OptionalPart:
    return OptionalPart("copies", count, span)


def jokers(b: Building, span: Span, count: n.Expr) -> OptionalPart:
    return OptionalPart("jokers", count, span)


def kind(b: Building, span: Span, name: n.Name, type: n.Type, description: QuotedText | None, cite: Cite) -> n.Kind:
    return n.Kind(name, type, description=text_of(description), cite=cite, span=span)


def shape(b: Building, span: Span, name: n.Name, *rest: Any) -> n.Shape:
    *forms, wild, description, cite = rest
    return n.Shape(name, tuple(forms), wild or (), description=text_of(description), cite=cite, span=span)


def card_form(
    b: Building, span: Span, count: n.Number, more: bool | None, same: Literal["rank", "suit"] | None, run: bool | None
) -> n.CardForm:
    return n.CardForm(count.value, None if more else count.value, same, bool(run), span=span)


def card_form_up_to(
    b: Building, span: Span, low: n.Number, high: n.Number, same: Literal["rank", "suit"] | None, run: bool | None
) -> n.CardForm:
    return n.CardForm(low.value, high.value, same, bool(run), span=span)


def wild_joker(b: Building, span: Span) -> n.JokerPattern:
    return n.JokerPattern(span=span)


def or_more(b: Building, span: Span) -> bool:
    return True


def sequence(b: Building, span: Span) -> bool:
    return True


def ranking(b: Building, span: Span, cite: Cite, *rows: n.RankingRow) -> n.Ranking:
    return n.Ranking(rows, cite=cite, span=span)


def suit_row(b: Building, span: Span, suit: n.Expr, when: n.Expr | None, *rest: Any) -> n.SuitRow:
    patterns: tuple[n.Pattern | tuple[n.Pattern, ...], ...] = rest[:-1]
    found = tuple(one for group in patterns for one in (group if isinstance(group, tuple) else (group,)))
    return n.SuitRow(suit, found, when, cite=rest[-1], span=span)


def any_suit_row(b: Building, span: Span, when: n.Expr | None, ranks: tuple[n.Rank, ...], cite: Cite) -> n.AnySuitRow:
    return n.AnySuitRow(False, ranks, when, cite=cite, span=span)


def any_card_row(b: Building, span: Span, when: n.Expr | None, ranks: tuple[n.Rank, ...], cite: Cite) -> n.AnyCardRow:
    return n.AnyCardRow(ranks, when, cite=cite, span=span)


def joker_row(b: Building, span: Span, cite: Cite) -> n.JokerRow:
    return n.JokerRow(cite=cite, span=span)


def any_other_suit_row(
    b: Building, span: Span, when: n.Expr | None, ranks: tuple[n.Rank, ...], cite: Cite
) -> n.AnySuitRow:
    return n.AnySuitRow(True, ranks, when, cite=cite, span=span)


def equal_cards(b: Building, span: Span, which: Literal["first", "last"], cite: Cite) -> n.EqualCards:
    return n.EqualCards(which, cite=cite, span=span)


def pattern(b: Building, span: Span, ranks: tuple[n.Rank, ...], suit: n.Expr | None) -> tuple[n.Pattern, ...]:
    if len(ranks) == 1:
        return (n.RankPattern(ranks[0], suit, span=span),)
    return tuple(n.RankPattern(rank, suit, span=rank.span) for rank in ranks)


def values(
    b: Building, span: Span, name: n.Name, of: n.Name, description: QuotedText | None, cite: Cite, *rows: n.ValuesRow
) -> n.Values:
    return n.Values(name, of, rows, description=text_of(description), cite=cite, span=span)


def values_row(
    b: Building,
    span: Span,
    face: n.Faces | n.FaceRange | n.NamedFace,
    low: n.Expr,
    high: n.Expr | None,
    cite: Cite,
) -> n.ValuesRow:
    return n.ValuesRow(face, low, high, cite=cite, span=span)


def faces(b: Building, span: Span, ranks: tuple[n.Rank, ...], suit: n.Name | None) -> n.Faces:
    return n.Faces(ranks, suit, span=span)


def face_range(b: Building, span: Span, low: n.Rank, high: n.Rank) -> n.FaceRange:
    return n.FaceRange(low, high, span=span)


def named_face(b: Building, span: Span, name: n.Name | str) -> n.NamedFace:
    return n.NamedFace(name if isinstance(name, str) else name.text, span=span)
