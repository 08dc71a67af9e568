"""A small game in which a pot is won at the end of each deal and filled again before the cards of the next are dealt."""

ANTES = """game "Antes"
language 1
players 3
deck A 2 3 4 5 6
zones
    stock: face down
    hand of each player: private
    table of each player: face up
remember
    pot: number
    dealer: player
    chips of each player: number
main
    set chips of each player to 10
    repeat 5 times
        ante
        a_deal
    game over, won by the player with highest chips, otherwise shared
phase ante
    subtract 1 from chips of each player
    add number of players to pot
phase a_deal
    shuffle every card into stock
    deal 2 from stock to hand of each player
    for p in players
        p chooses
            "play {c}" for c in p.hand
                move c to p.table
    add pot to dealer.chips
    set pot to 0
    set dealer to dealer.left
"""
"""The stakes are paid in a phase of their own."""

ANTES_OF_THE_DEAL = ANTES.replace("        ante\n", "").replace(
    "phase ante\n    subtract 1 from chips of each player\n    add number of players to pot\nphase a_deal\n",
    "phase a_deal\n    subtract 1 from chips of each player\n    add number of players to pot\n",
)
"""They are paid in the phase that deals."""
