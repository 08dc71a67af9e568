"""Sentences of the rulebook about deadwood and about cards put under a pile."""

from __future__ import annotations

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import RulebookSettings, rulebook
from hoyle.dsl.source.span import Source

GAME = """
game "Gin"
language 1
players 2
deck A 2 3 4 5 6 7 8 9 10 J Q K
zones
    stock: face down
    hand of each player: private
remember
    p: player
    score of each player: number
shape meld: 3 or more cards of one rank
values pips of each card
    A..9: 1..9
    otherwise: 10
main
    shuffle stock
    deal 10 from stock to hand of each player
    p chooses
        "knock" if total pips of (p.hand left over by melds with least pips) <= 10
        "gin" if (p.hand left over by melds) is empty
        "bury {c}" for c in p.hand
            move c to bottom of stock
        "hide {c}" for c in p.hand
            move c to the middle of stock
    game over, won by the player with highest score
"""


def test_each_rule_has_its_sentence() -> None:
    game = load(Source("gin", GAME.lstrip())).game
    assert game is not None
    text = " ".join(plain(rulebook(game, RulebookSettings({}, 2))).split())
    assert "left over by the best melds (those that leave the least pips) is at most 10" in text
    assert "the best melds of the p's hand leave no card over" in text
    assert "at the bottom of the stock" in text
    assert "somewhere in the middle of the stock" in text
