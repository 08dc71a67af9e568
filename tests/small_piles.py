"""A small game for tests in which two piles are looked at, drawn from, filled and mixed at both ends: when a card is drawn
by chance, the others of its pile lie above it, below it or on both sides, known or not.
"""

from __future__ import annotations

from functools import cache

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program

from .small_rules import game_of

PILES = """\
game "Piles"
language 1
players 2
deck 2 3 4 5 6 7 of clubs hearts
zones
    stock: face down
    second: face down
    open: face up
    hand of each player: private
remember
    noted: card or none
    points of each player: number
main
    deal_hands
    repeat 30 times
        for p in players
            p chooses
                "look" if stock is not empty
                    show top of stock to p
                "look under" if stock is not empty
                    show bottom of stock to p
                "look under three"
                    show bottom 3 of stock to p
                "turn up" if stock is not empty
                    move top of stock to open
                "turn up under" if stock is not empty
                    move bottom of stock to open
                "take under"
                    move bottom 2 of stock to p.hand
                "draw" if stock is not empty
                    deal 1 from stock to p.hand
                "aside" if stock is not empty
                    move bottom of stock to second
                "return"
                    move second to stock
                "all aside"
                    move stock to second
                "back {c}" for c in p.hand
                    move c to stock
                "under {c}" for c in p.hand
                    move c to bottom of stock
                "between {c}" for c in p.hand
                    move c to the middle of stock
                "down" if stock is not empty
                    move top of stock to bottom of stock
                "into the middle" if stock is not empty
                    move bottom of stock to the middle of stock
                "guess" if stock is not empty
                    set noted to a random card of stock
                "find" if stock is not empty
                    move a random card of stock to p.hand
                "cut"
                    cut stock
                "shuffle"
                    shuffle stock
                "shuffle second"
                    shuffle second
                "hearts aside"
                    for c in stock where c.suit = hearts: move c to second
                "gather" if p.hand is not empty
                    gather every card into second
                "gather as they lie"
                    gather every card into stock in the order they lie
                "deal again"
                    deal_hands
    game over, won by the player with highest points, otherwise shared
phase deal_hands
    shuffle every card into stock
    deal 2 from stock to hand of each player
"""


@cache
def small_piles() -> Program:
    """The game, ready to be played."""
    return lower(game_of(PILES))
