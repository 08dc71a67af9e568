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
