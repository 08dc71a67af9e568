"""A small game in which everything is called that can be called: bids, what is said while cards are drawn or laid by
their rank, hands that are thrown in; and what is no call: choices of cards, and what is said in secret.
"""

CALLS = """\
game "Calls"
language 1
players 3
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    most: 0..3
    hidden of each player: 0..3
    points of each player: number
main
    repeat 2 times
        one_deal
    game over, won by the player with highest points, otherwise shared
phase one_deal
    shuffle every card into stock
    deal 3 from stock to hand of each player
    for p in players
        p chooses
            "bid {n}" for n in 1..3
                set most to n
            "pass"
    for p in players
        p chooses
            "draw"
                deal 1 from stock to p.hand
            "stay"
    for p in players
        p chooses
            "lay {r}" for r in ranks where (number of c in p.hand where c.rank = r) > 0
                for c in p.hand where c.rank = r: move c to pile
            "wait"
    in secret together
        for p in players
            p chooses
                "hide {n}" for n in 1..3
                    set p.hidden to n
                "hide nothing"
    for p in players
        p chooses
            "play {c}" for c in p.hand
                move c to pile
            "play nothing"
    for p in players
        p chooses
            "throw in"
                move p.hand to pile
            "double"
                add 1 to p.points
"""
