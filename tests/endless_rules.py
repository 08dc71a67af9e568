"""A game for tests that ends after two choices, and never with its option `step` at 0: it is cut."""

from __future__ import annotations

ENDLESS = """game "Endless"
language 1
players 2
deck 2 3
option step: 0..2 = 1
zones
    stock: face down
remember
    said: number
    points of each player: number
main
    shuffle every card into stock
    repeat until said >= 2
        for p in players
            p chooses
                "wait"
                    add step to said
                "go"
                    add step to said
                    add step to p.points
    game over, won by the player with highest points, otherwise a draw
"""
