"""Codes 05: cards."""

from __future__ import annotations

from .base import Code

CARDS: tuple[Code, ...] = (
    Code(
        "E0501",
        "two ruling suits",
        "a ranking can depend on one changing suit",
        "All rows that name a changing suit, such as `trump`, name the same one.",
        """\
remember
    trump, second: suit
ranking
    trump: A K Q J 10 9
    second: A K Q J 10 9
    any other suit: A K Q J 10 9
phase choose_trump
    set trump to hearts
    set second to spades
""",
        """\
remember
    trump: suit
ranking
    trump: A K Q J 10 9
    any other suit: A K Q J 10 9
phase choose_trump
    set trump to hearts
""",
    ),
    Code(
        "E0502",
        "no joker",
        "the deck has no jokers",
        "Add them to the deck line: `deck …, 2 jokers`.",
        """\
deck 9 10 J Q K A
ranking
    any suit: A K Q J 10 9
    hearts: joker
""",
        """\
deck 9 10 J Q K A, 1 joker
ranking
    hearts: joker, A K Q J 10 9
    any other suit: A K Q J 10 9
""",
    ),
    Code(
        "E0503",
        "suits without colours",
        "these suits have no colours",
        "`color`, and `sister` for the other suit of the same colour, are known of the four usual suits.",
        """\
deck 9 10 J Q K A of coins cups swords batons
ranking
    cups: J, J of cups.sister, A K Q 10 9
    any other suit: A K Q J 10 9
""",
        """\
deck 9 10 J Q K A of coins cups swords batons
ranking
    cups: J, J of coins, A K Q 10 9
    any other suit: A K Q J 10 9
""",
    ),
    Code(
        "E0504",
        "pattern that cannot be read",
        "a pattern names a suit, or the `sister` of its row's suit",
        "A row lists `A` (of its own suit), `J of trump.sister`, `Q of spades`, `joker`.",
        """\
remember
    trump, led: suit
ranking
    trump: J, J of led, A K Q 10 9
    any other suit: A K Q J 10 9
phase choose_trump
    set trump to hearts
    set led to trump
""",
        """\
remember
    trump: suit
ranking
    trump: J, J of trump.sister, A K Q 10 9
    any other suit: A K Q J 10 9
phase choose_trump
    set trump to hearts
""",
    ),
    Code(
        "E0505",
        "no ranking",
        "nothing says which card is higher",
        "A trick is played, or cards are compared. Add a `ranking`: its rows list the cards of each suit from high to low.",
        """\
game "Tricks"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    points of each player: number
main
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    let leader be a random player
    play trick from hand to trick, led by leader, following suit, taken by winner
    add 1 to winner.points
    game over, won by the player with highest points
""",
        """\
ranking
    any suit: A K Q J 10 9
phase play_out
    play trick from hand to trick, led by dealer, following suit, taken by winner
    add 1 to winner.points
""",
    ),
    Code(
        "E0506",
        "rank left out",
        "the ranking forgets {names}",
        "Every card of the deck stands somewhere in the ranking, whatever suit rules. `any other suit` is for the suits"
        " that have no row of their own: what such a row leaves out is forgotten too.",
        """\
ranking
    any suit: A K Q J 9
phase play_out
    play trick from hand to trick, led by dealer, following suit, taken by winner
    add 1 to winner.points
""",
        """\
ranking
    any suit: A K Q J 10 9
phase play_out
    play trick from hand to trick, led by dealer, following suit, taken by winner
    add 1 to winner.points
""",
    ),
    Code(
        "E0507",
        "deck too small",
        "with {players} players{options}, {needed} cards are dealt and the deck has {size}",
        "The cards dealt between two gatherings fit the deck, for every number of players and every value of the"
        " options that say how many cards there are or are dealt.",
        """\
players 3..6
phase second_deal
    deal 2 from stock to hand of each player
""",
        """\
players 3..6
phase second_deal
    deal at most 2 from stock to hand of each player
main
    gather every card into stock
    shuffle stock
    deal 4 from stock to hand of each player
    second_deal
    add 1 to points of each player
    game over, won by the player with highest points
""",
    ),
    Code(
        "E0508",
        "not known beforehand",
        "{what} cannot depend on what happens in play",
        "The deck, the worth of cards and what is required of options are settled before the first deal: from options"
        " and the number of players.",
        """\
players 3..6
deck 9 10 J Q K A, packs copies
remember
    packs: number
phase bonus
    set packs to 1
""",
        """\
players 3..6
deck 9 10 J Q K A, packs copies
define packs means 2 if number of players > 4 otherwise 1
""",
    ),
    Code(
        "E0509",
        "impossible deck",
        "with {players} players{options} {what} would be {value}",
        "A deck has from 1 to 20 packs and up to 20 jokers, for every number of players and every value of the options.",
        """\
players 2..4 = 4
deck 9 10 J Q K A, packs copies
define packs means number of players / 3
""",
        """\
players 2..4 = 4
deck 9 10 J Q K A, packs copies
define packs means 1 + number of players / 3
""",
    ),
    Code(
        "E0510",
        "for no card",
        "no {what} is left for this",
        "Of two rows or entries for the same card the first counts. This one is for cards that all stand further up, or"
        " that the deck does not have.",
        """\
ranking
    any suit: A K Q J 10 A 9
phase play_out
    play trick from hand to trick, led by dealer, following suit, taken by winner
    add 1 to winner.points
""",
        """\
ranking
    any suit: A K Q J 10 9
phase play_out
    play trick from hand to trick, led by dealer, following suit, taken by winner
    add 1 to winner.points
""",
    ),
    Code(
        "E0511",
        "cards without a value",
        "`{name}` says nothing of {names}",
        "A `values` block says something of every card, suit or word it is for. A last row `otherwise: 0` covers the"
        " rest.",
        """\
values pips of each card
    A: 11
    10: 10
phase score
    for p in players: add total pips of p.hand to p.points
""",
        """\
values pips of each card
    A: 11
    10: 10
    otherwise: 0
phase score
    for p in players: add total pips of p.hand to p.points
""",
    ),
    Code(
        "E0512",
        "numbers that do not pair",
        "{ranks} ranks are paired with {numbers} numbers",
        "`9..J: 1..3` gives each rank of the run the next number, so there are as many of one as of the other. Ranks run"
        " in the order of the deck.",
        """\
values pips of each card
    9..A: 1..10
phase score
    for p in players: add total pips of p.hand to p.points
""",
        """\
values pips of each card
    9..A: 1..6
phase score
    for p in players: add total pips of p.hand to p.points
""",
    ),
    Code(
        "E0513",
        "no cards to play",
        "with {players} players{options}, no `{name}` has a card left for this trick",
        "More tricks are played than the players have cards.",
        """\
phase play_out
    let leader be dealer
    repeat 6 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to winner.won
        set leader to winner
""",
        """\
phase play_out
    let leader be dealer
    repeat 5 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to winner.won
        set leader to winner
""",
    ),
    Code(
        "E0514",
        "trick not taken away",
        "with {players} players{options}, `{name}` still holds the cards of the last trick",
        "The cards of a trick stay where they were played until a rule moves them; the next trick would begin on top of"
        " them.",
        """\
phase play_out
    let leader be dealer
    repeat 5 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        add 1 to winner.points
        set leader to winner
""",
        """\
phase play_out
    let leader be dealer
    repeat 5 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        add 1 to winner.points
        move trick to winner.won
        set leader to winner
""",
    ),
    Code(
        "W0515",
        "not shuffled",
        "`{name}` is dealt from as the cards were gathered: nobody shuffled",
        "Gathered cards lie in a known order; every deal would be the same.",
        """\
main
    gather every card into stock
    deal 5 from stock to hand of each player
    add 1 to points of each player
    game over, won by the player with highest points
""",
        """\
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    add 1 to points of each player
    game over, won by the player with highest points
""",
    ),
    Code(
        "E0516",
        "moved to where it lies",
        "these cards lie in `{name}` already",
        "Cards that move lie somewhere else afterwards; another zone was meant.",
        """\
phase discard
    dealer chooses
        "discard {c}" for c in dealer.hand
            move c to dealer.hand
""",
        """\
phase discard
    dealer chooses
        "discard {c}" for c in dealer.hand
            move c to turned
""",
    ),
    Code(
        "W0521",
        "looked at when empty",
        "`{name}` is empty here",
        "All cards of a zone were moved away one line above, so there is nothing left to look at. Look first, or look at"
        " the zone they came to.",
        """\
phase put_away
    move top of stock to turned
    move turned to stock
    if any c in turned has c.rank = A: add 1 to dealer.points
""",
        """\
phase put_away
    move top of stock to turned
    if any c in turned has c.rank = A: add 1 to dealer.points
    move turned to stock
""",
    ),
    Code(
        "E0517",
        "pile too small",
        "with {players} players{options}, `{name}` holds {most} at most when {needed} should leave it",
        "Cards are counted through the game: what is dealt or moved from a pile has come there before.",
        """\
phase turn_up
    move top of stock to turned
    move bottom of turned to dealer.hand
    move top of turned to stock
""",
        """\
phase turn_up
    move top of stock to turned
    move bottom of turned to dealer.hand
    move top of stock to turned
""",
    ),
    Code(
        "E0518",
        "card not in the deck",
        "there is no {card} in the deck",
        "The rows of the deck list no such card.",
        """\
deck
    A K Q J 10 9 of clubs spades hearts
    A K of diamonds
phase bonus
    if 9 of diamonds in dealer.hand: add 1 to dealer.points
""",
        """\
deck
    A K Q J 10 9 of clubs spades hearts
    A K of diamonds
phase bonus
    if A of diamonds in dealer.hand: add 1 to dealer.points
""",
    ),
    Code(
        "E0519",
        "no run of ranks",
        "`{text}` is no run of numbers",
        "In a deck given row by row `1..21` stands for the ranks from one number to another, at most 200; other ranks are"
        " listed one by one.",
        "deck\n    A..10 of clubs diamonds hearts spades\n",
        "deck\n    2..10 of clubs diamonds hearts spades\n    A of clubs diamonds hearts spades\n",
    ),
    Code(
        "E0520",
        "too many to go through together",
        "the values these names can take together {what}; {limit:,} can be gone through",
        "Each value of one name comes with each of the others. They are counted before play: a set of cards as a pack,"
        " numbers by their range.",
        """\
phase count_up
    for i in 1..2000, j in 1..2000: add 1 to dealer.points
""",
        """\
phase count_up
    for i in 1..20, j in 1..20: add 1 to dealer.points
""",
    ),
    Code(
        "E0521",
        "row of the ranking with another condition",
        "a row of the ranking can only ask whether what rules is one word, as in `if trump = low`",
        "The ranking is worked out before play, once for each value of what it depends on: a suit, or a word of a kind. A"
        " condition of a row names one of these values.",
        """\
kind strain: suit or high or low
remember
    trump: strain
ranking
    trump: J A K Q 10 9
    any suit if trump != low: 9 10 J Q K A
    any other suit: A K Q J 10 9
phase choose_trump
    set trump to low
""",
        """\
kind strain: suit or high or low
remember
    trump: strain
ranking
    trump: J A K Q 10 9
    any suit if trump = low: 9 10 J Q K A
    any other suit: A K Q J 10 9
phase choose_trump
    set trump to low
""",
    ),
)
