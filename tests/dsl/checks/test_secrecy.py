"""A question must not be put, or left out, because of cards that the player cannot see."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

RULES = """game "Hidden"
players 2
deck 7 8 9 of clubs hearts
zones
    stock: face down
    hand of each player: private
remember
    dealer: player
    score of each player: number
main
    gather every card into stock
    shuffle stock
    set dealer to a random player
    deal 2 from stock to hand of each player
    if CONDITION
        THEN
    otherwise
        OTHERWISE
    game over, won by the player with highest score
"""
QUESTION = """dealer chooses
            "one"
                add 1 to dealer.score
            "two"
"""


@pytest.mark.parametrize("asked", ["then", "otherwise"])
@pytest.mark.parametrize(
    ("condition", "hidden"), [("any c in stock has c.rank = 9", True), ("size of stock > 1", False)]
)
def test_that_a_question_is_put_must_not_tell_of_hidden_cards(asked: str, condition: str, hidden: bool) -> None:
    other = "add 1 to dealer.score"
    then, otherwise = (QUESTION, other) if asked == "then" else (other, QUESTION)
    text = RULES.replace("CONDITION", condition).replace("THEN", then).replace("OTHERWISE", otherwise)
    found = load(Source("hidden", text)).diagnostics
    assert [one.code for one in found if one.code.endswith("0803")] == ["W0803"] * hidden
