"""A small game in which cards go everywhere, seen by some, and come back: what a seat remembers of it is all that matters."""

MEMORY = """\
game "Memory"
language 1
players 3
deck 2 3 4 5 of clubs hearts, 2 copies
zones
    stock: face down
    second: face down
    open: face up
    hand of each player: private
    laid of each player: face up
remember
    noted: card or none
    points of each player: number
main
    deal_hands
    repeat 8 times
        for p in players
            p chooses
                "back {c}" for c in p.hand
                    move c to stock
                "under {c}" for c in p.hand
                    move c to bottom of stock
                "between {c}" for c in p.hand
                    move c to the middle of stock
                "draw" if stock is not empty
                    deal 1 from stock to p.hand
                "peek" if stock is not empty
                    show top of stock to p
                "turn up" if stock is not empty
                    move top of stock to open
                "aside" if stock is not empty
                    move top of stock to second
                "fetch" if second is not empty
                    move top of second to p.hand
                "return" if second is not empty
                    move second to stock
                "give {c}" for c in p.hand
                    move c to p.left.hand
                "steal" if p.left.hand is not empty
                    move a random card of p.left.hand to p.hand
                "point" if p.left.hand is not empty
                    set noted to a random card of p.left.hand
                "guess" if stock is not empty
                    set noted to a random card of stock
                "find" if stock is not empty
                    move a random card of stock to p.hand
                "look" if p.left.hand is not empty
                    show p.left.hand to p
                "lay {cs}" for cs in 2 cards of p.hand
                    move cs to p.laid
                "take up" if p.laid is not empty
                    move p.laid to p.hand
                "clear" if open is not empty
                    move open to stock
                "shuffle" if stock is not empty
                    shuffle stock
                "gather"
                    deal_hands
                "swap" if p.left.laid is not empty
                    in secret together
                        for q in players where q.hand is not empty
                            q chooses
                                "pass {c}" for c in q.hand
                                    move c to q.left.hand
                                "keep"
    game over, won by the player with highest points, otherwise shared
phase deal_hands
    shuffle every card into stock
    deal 2 from stock to hand of each player
"""
