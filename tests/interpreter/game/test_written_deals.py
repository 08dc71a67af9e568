"""Deals fixed by hand, as the facts of a script that they stand for, with the places that messages point to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.interpreter.errors import GameError
from hoyle.interpreter.game.deals import facts
from hoyle.interpreter.notation import model as m

from ..small_scripts import opened


def said(one: m.SpannedText | None) -> str:
    """A text with where it is."""
    if one is None:
        return "-"
    span = one.span
    place = "" if not span.source.text else f" {span.start}..{span.end} of {span.source.text!r}"
    return f"{one.text!r}{place}"


def lines(name: str, deal: Any) -> Iterator[str]:
    for fact in facts(opened(name).names, deal):
        match fact:
            case m.RandomFact(value):
                yield f"random: {said(value)}"
            case m.FirstFact(name=first, value=value):
                yield f"first {said(first)}: {said(value)}"
            case m.Pile(zone, owner, cards) | m.DealtCards(zone, owner, cards):
                kind = type(fact).__name__
                yield f"{kind} {said(zone)}, {said(owner)}: " + "; ".join(said(card) for card in cards)


def test_facts_of_every_kind() -> None:
    found = [*lines("tricks", {
        "hand Ann": "A♠ K♠", "hand  of  Bob": ["9♥", "??"], "stock": "9♦, 10♦", "pile stock": "J♦", "dealer": "Cyd",
        "first dealer": " Dan  ", "random": "hearts", "Won Ann and Cyd": "Q♠", "won of Bob": (),
    })]  # fmt: skip
    assert found == [
        "DealtCards 'hand' 0..8 of 'hand Ann: A♠ K♠', 'Ann': 'A♠' 10..12 of 'hand Ann: A♠ K♠'; 'K♠' 13..15 of 'hand Ann: A♠ K♠'",
        "DealtCards 'hand' 0..13 of 'hand  of  Bob: 9♥ ??', 'Bob': '9♥' 15..17 of 'hand  of  Bob: 9♥ ??'; '??' 18..20 of 'hand  of  Bob: 9♥ ??'",
        "Pile 'stock' 0..5 of 'stock: 9♦, 10♦', -: '9♦' 7..9 of 'stock: 9♦, 10♦'; '10♦' 11..14 of 'stock: 9♦, 10♦'",
        "Pile 'stock' 0..10 of 'pile stock: J♦', -: 'J♦' 12..14 of 'pile stock: J♦'",
        "first 'dealer': 'Cyd' 8..11 of 'dealer: Cyd'",
        "first 'dealer': 'Dan' 14..20 of 'first dealer:  Dan  '",
        "random: 'hearts' 8..14 of 'random: hearts'",
        "DealtCards 'won' 0..15 of 'Won Ann and Cyd: Q♠', 'Ann and Cyd': 'Q♠' 17..19 of 'Won Ann and Cyd: Q♠'",
        "DealtCards 'won' 0..10 of 'won of Bob: ', 'Bob': ",
    ]
    assert [*lines("tricks", {"dealer": 3})] == ["first 'dealer': '3' 8..9 of 'dealer: 3'"]


def test_names_that_are_none_of_the_game() -> None:
    names = opened("tricks").names
    for key in ("stok", "hand Zoe", "first dealr", ""):
        with pytest.raises(ScriptError) as error:
            facts(names, {key: "A♠"})
        span = error.value.diagnostic.span
        assert key == "hand Zoe" or span.text == key
    for wrong in ("hand Ann", ["hand Ann"], 7):
        with pytest.raises(GameError, match="a deal is a mapping from places to cards"):
            facts(names, wrong)  # type: ignore[arg-type]
