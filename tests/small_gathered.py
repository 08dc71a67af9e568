"""A small game for tests in which every card is gathered into a pile where all of them may lie already, in an order that
everybody sees, that nobody knows, or in that of the deck.
"""

from __future__ import annotations

from functools import cache

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program

from .small_rules import game_of

GATHERED = """\
game "Gathered"
language 1
players 2
deck 2 3 4 of clubs hearts
zones
    heap: face up
    stock: face down
    seen: face up
remember
    points of each player: number
main
    shuffle every card into stock
    repeat 20 times
        for p in players
            p chooses
                "turn over" if stock is not empty
                    move stock to heap
                "turn one" if stock is not empty
                    move top of stock to heap
                "gather" if heap is not empty
                    gather every card into heap
                "gather apart" if heap is not empty
                    gather every card into seen
                "mix"
                    shuffle every card into stock
                "gather below"
                    gather every card into stock
                "count" if heap is not empty and (top of heap).rank = 2
                    add 1 to p.points
    game over, won by the player with highest points, otherwise shared
"""


@cache
def small_gathered() -> Program:
    """The program of the game."""
    return lower(game_of(GATHERED))
