"""A value that may be none, used in a phrase over players: the condition of the phrase counts as a test for none."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

RULES = """game "Perhaps"
players 3
deck 9 10
zones
    stock: face down
remember
    maker: player or none
    steps: number
    points of each player: number
main
    gather every card into stock
    set steps to STEPS
    add steps to points of each player
    game over, won by the player with highest points
"""
FIRST = "first r in players where r.points = 0"


@pytest.mark.parametrize(
    ("steps", "reported"),
    [
        ("total maker.points for q in players where q.points = 0", True),
        ("total maker.points for q in players where maker is not none and q.points = 0", False),
        ("total q.points for q in players where maker is not none and q = maker.left", False),
        ("number of q in players where q = maker.left", True),
        ("number of q in players where maker is none or q = maker.left", False),
        ("maker.points if maker is not none otherwise 0", False),
        ("0 if maker is not none otherwise maker.points", True),
        (f"total ({FIRST}).points for q in players", True),
        (f"total ({FIRST}).points for q in players where ({FIRST}) in {{q, q.left}}", False),
    ],
)
def test_the_condition_of_a_phrase_holds_in_the_sum(steps: str, reported: bool) -> None:
    found = [d.code for d in load(Source("perhaps", RULES.replace("STEPS", steps))).diagnostics]
    assert ("W0421" in found) == reported, found
    assert not [code for code in found if code.startswith("E")]


JOKERS = """game "Perhaps"
players 2
deck 9 10, 2 jokers
zones
    stock: face down
    trick: face up
remember
    led: suit or none
    steps: number
    points of each player: number
ranking
    any suit: 10 9
    joker
main
    gather every card into stock
    shuffle stock
    repeat 3 times
        move top of stock to trick
STEPS
    game over, won by the player with highest points
"""


@pytest.mark.parametrize(
    ("steps", "reported"),
    [
        ("for c in trick: set led to c.suit.sister", True),
        ("for c in trick where c.suit is not none: set led to c.suit.sister", False),
        ("for c in trick where not (c is joker): set led to c.suit.sister", False),
        ("for c in trick where c is joker: set led to c.suit.sister", True),
        ("for c in trick\n    if not (c is joker): set led to c.suit.sister", False),
        ("for c in trick\n    if c is joker\n        nothing\n    otherwise\n        set led to c.suit.sister", False),
        ("for c in trick where not (c is joker)\n    for d in trick: set led to d.suit.sister", True),
        ("let d be top of trick\nif d is not none and not (d is joker): set led to d.suit.sister", False),
    ],
)
def test_every_card_but_the_joker_has_a_suit(steps: str, reported: bool) -> None:
    text = JOKERS.replace("STEPS", "\n".join(f"    {line}" for line in steps.split("\n")))
    found = [d.code for d in load(Source("perhaps", text)).diagnostics]
    assert ("W0421" in found) == reported, found
    assert not [code for code in found if code.startswith("E")]
