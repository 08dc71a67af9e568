"""A small game that stops with an error of its rules in some deals: a score leaves its range."""

STOPS = """
game "Stops"
language 1
players 2
deck 2 3 4 5 6 7 8 9
zones
    stock: face down
    hand of each player: private
remember
    score of each player: 0..7
main
    shuffle stock
    deal 1 from stock to hand of each player
    for p in players
        p chooses
            "show {c}" for c in p.hand
                add c.number to p.score
    game over, won by the player with highest score
"""
CHOOSES = STOPS.replace("0..7", "0..8").replace("deal 1", "deal 2")
"""The same with two cards each, so that there is something to choose."""
