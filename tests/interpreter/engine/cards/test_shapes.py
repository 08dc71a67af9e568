"""Shapes: tests whether cards have a shape, and choices of combinations with a shape."""

from __future__ import annotations

from itertools import combinations

import pytest

RANKS = ["2", "3", "4", "5"]
FORMS = {
    "3 or more cards of one suit in sequence": (3, None, "suit", True),
    "2 cards of one rank": (2, 2, "rank", False),
    "2..3 cards of one rank": (2, 3, "rank", False),
    "2..4 cards of one suit in sequence": (2, 4, "suit", True),
    "3 or more cards of one rank": (3, None, "rank", False),
    "2 or more cards in sequence": (2, None, None, True),
    "3 cards": (3, 3, None, False),
    "1 or more cards of one suit": (1, None, "suit", False),
}


def has_form(cards: tuple[str, ...], least: int, most: int | None, same: str | None, sequence: bool) -> bool:
    """The definition of a shape: the number of cards, one suit or rank, every rank once and no gap."""
    if len(cards) < least or (most is not None and len(cards) > most) or "Jo" in cards:
        return False
    ranks, suits = [card[0] for card in cards], [card[1] for card in cards]
    if same is not None and len(set(ranks if same == "rank" else suits)) != 1:
        return False
    places = sorted(RANKS.index(r) for r in ranks)
    return not sequence or places == list(range(places[0], places[0] + len(places)))


@pytest.mark.parametrize(
    "pack", ["2 3 4 5 of clubs hearts", "2 3 4 of clubs hearts, 2 copies", "2 3 4 5 of clubs hearts, 1 jokers"]
)
@pytest.mark.parametrize("form", FORMS)
def test_exactly_the_combinations_of_that_shape_are_offered(play, form, pack) -> None:
    main = """move stock to p.hand
p chooses
    "lay {cs}" for cs in 1..4 cards of p.hand where cs is a form_of
        move cs to heap
    "pass"
"""
    table = play(main, more=f"shape form_of: {form}\n", deck=pack, remember="p: player")
    hand = table.zone("hand", 0).split()
    wanted = {cards for size in range(1, 5) for cards in combinations(hand, size) if has_form(cards, *FORMS[form])}
    labels = [tuple(label.removeprefix("lay ").split()) for label in table.labels if label != "pass"]
    assert set(labels) == wanted
    assert len(set(labels)) == len(labels)


def test_a_shape_of_several_forms_and_of_other_shapes(play) -> None:
    more = "shape couple: 2 cards of one rank\nshape meld: couple or 3 or more cards of one suit in sequence\n"
    more += "shape run: 2 or more cards in sequence\n"
    for test, wanted in {
        "{4 of clubs, 5 of hearts} is a run": 1,
        "{3 of clubs, 5 of clubs, 5 of hearts} is a run": 0,
        "{2 of clubs, 2 of hearts, 4 of clubs} is a run": 0,
        "{2 of clubs, 3 of hearts, 4 of clubs, 5 of clubs} is a run": 1,
        "{2 of clubs, 2 of hearts} is a meld": 1,
        "{2 of clubs, 2 of hearts} is a couple": 1,
        "{2 of clubs, 3 of clubs, 4 of clubs} is a meld": 1,
        "{2 of clubs, 3 of clubs, 4 of clubs} is a couple": 0,
        "{2 of clubs, 3 of clubs, 5 of clubs} is a meld": 0,
        "{2 of clubs, 3 of clubs, 4 of hearts} is a meld": 0,
        "{2 of clubs} is a meld": 0,
        "heap is a meld": 0,
        "stock is not a meld": 1,
    }.items():
        table = play(f"if {test}: set p.score to 1", more=more, deck="2 3 4 5 of clubs hearts", remember="p: player")
        assert table.var("score", 0) == wanted, test
