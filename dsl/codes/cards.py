"""Codes 05: cards."""

from __future__ import annotations

from .base import Code

CARDS: tuple[Code, ...] = (
    Code(
        "E0501",
        "two changing suits",
        "a ranking can depend on one changing suit",
        "If several rows name a changing suit, such as `trump`, they must all name the same one.",
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
        "Only the four usual suits have a `color`, and only they have a `sister`, the other suit of the same colour.",
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
        "A row lists cards such as `A` (of its own suit), `J of trump.sister`, `Q of spades` and `joker`.",
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
        "The game plays a trick or compares cards. Add a `ranking`: its rows list the cards of each suit from high"
        " to low.",
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
        "the ranking leaves out {names}",
        "Every card of the deck must be in the ranking, whichever suit is trump. The row `any other suit` is for the"
        " suits that have no row of their own. If a card of these suits is not in it, that card is missing, too.",
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
        "The cards that are dealt from one gathering to the next must not be more than the deck has. This must be"
        " true for every number of players, and for every value of the options that change the deck or the deal.",
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
        "not known before the first deal",
        "{what} cannot depend on what happens in play",
        "The deck, the values of cards and the conditions of `require` are fixed before the first deal. They depend"
        " only on options and the number of players.",
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
        "A deck has 1 to 20 packs and at most 20 jokers, for every number of players and every value of the options.",
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
        "row without a card",
        "no {what} is left for this",
        "If two rows or entries cover the same card, the first one counts. Earlier rows cover all cards of this one,"
        " or the deck does not have them.",
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
        "`{name}` gives no value to {names}",
        "A `values` block gives a value to every card, suit or word of its kind. A last row `otherwise: 0` covers"
        " the rest.",
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
        "different amounts of ranks and numbers",
        "{ranks} ranks are paired with {numbers} numbers",
        "`9..J: 1..3` gives one number after the other to the ranks from 9 to J, so there must be as many numbers as"
        " ranks. Ranks follow the order of the deck.",
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
        "The game plays more tricks than the players have cards.",
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
        "The cards of a trick stay where they were played until a rule moves them. Without such a rule, the next"
        " trick begins on top of them.",
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
        "cards are dealt from `{name}`, but nobody has shuffled them since they were gathered",
        "Gathered cards lie in a known order, so every deal would be the same.",
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
        "A card that moves must go to another zone. Perhaps a different zone was meant.",
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
        "The line above has moved all cards away from this zone, so there is nothing left to look at. Look at the"
        " cards first, or look at the zone that has received them.",
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
        "Hoyle counts the cards through the whole game. A pile can give away only cards that it has received before.",
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
        "`{text}` is not a run of numbers",
        "In a deck that is written row by row, `1..21` means the ranks from the first number to the second, at most"
        " 200. List other ranks one by one.",
        "deck\n    A..10 of clubs diamonds hearts spades\n",
        "deck\n    2..10 of clubs diamonds hearts spades\n    A of clubs diamonds hearts spades\n",
    ),
    Code(
        "E0520",
        "too many combinations",
        "the values these names can take together {what}; the limit is {limit:,}",
        "Each value of one name is combined with each value of the others. Hoyle counts these combinations before"
        " play: a set of cards counts as a whole pack, and a number by its range.",
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
        "wrong condition in the ranking",
        "a row of the ranking can only ask whether the changing suit or kind is one word, as in `if trump = low`",
        "The ranking is computed before play, once for each value on which it depends: a suit, or a word of a kind."
        " The condition of a row names one of these values.",
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
