"""Codes 04: types."""

from __future__ import annotations

from .base import Code

TYPES: tuple[Code, ...] = (
    Code(
        "E0401",
        "wrong kind of value",
        "this is {found}, and {wanted} is needed",
        "Every value is of some kind, and every place takes some kinds: only numbers are added, only players are dealt"
        " to, only cards move.",
        """\
phase bonus
    add dealer to dealer.points
""",
        """\
phase bonus
    add size of dealer.hand to dealer.points
""",
    ),
    Code(
        "E0403",
        "wrong number of arguments",
        "`{name}` takes {wanted}, and {found} are given",
        "A phase, table or define is given as many values as it has parameters.",
        """\
phase pay(p: player, n: number)
    add n to p.points
phase bonus
    pay(dealer)
""",
        """\
phase pay(p: player, n: number)
    add n to p.points
phase bonus
    pay(dealer, 2)
""",
    ),
    Code(
        "E0404",
        "none where a value is needed",
        "`none` cannot stand here: {wanted} is needed",
        "Only what is declared `or none` may be none.",
        """\
phase forget
    set dealer to none
    add 1 to points of each player
""",
        """\
remember
    maker: player or none
phase forget
    set maker to none
    if maker is none: add 1 to points of each player
""",
    ),
    Code(
        "E0405",
        "a face, not a card",
        "this names a kind of card, not one card that can be moved",
        "`9 of clubs` is what is printed on a card; with two packs there are two of them. Cards that move come from a"
        " zone.",
        """\
phase turn_up
    move 9 of clubs to turned
""",
        """\
phase turn_up
    for c in stock where c = 9 of clubs: move c to turned
""",
    ),
    Code(
        "E0406",
        "outside the range",
        "{value} is outside {low}..{high}",
        "The range a number is declared with says what it can be.",
        """\
phase pay(p: player, n: 1..3)
    add n to p.points
phase bonus
    pay(dealer, 5)
""",
        """\
phase pay(p: player, n: 1..3)
    add n to p.points
phase bonus
    pay(dealer, 3)
""",
    ),
    Code(
        "E0407",
        "kinds that do not go together",
        "{left} and {right} do not go together",
        "What is compared or joined is of one kind: a suit never equals a player, so asking is a slip.",
        """\
phase bonus
    for c in dealer.hand where c.suit = dealer: add 1 to dealer.points
""",
        """\
phase bonus
    for c in dealer.hand where c.suit = hearts: add 1 to dealer.points
""",
    ),
    Code(
        "E0408",
        "empty range",
        "{low}..{high} is no range that can be used here",
        "The lower end stands first, and from 1 to 64 can play.",
        "players 6..3\n",
        "players 3..4\n",
    ),
    Code(
        "E0409",
        "not a type",
        "this does not say which values there are",
        "What something can be is `number`, a range, `yes or no`, a kind of value, or words joined by `or`; `or none`"
        " may follow.",
        """\
remember
    mood: yes or 3
phase bonus
    add 1 to points of each player
""",
        """\
kind mood: bold or careful
remember
    humour: mood
phase bonus
    if humour = bold: add 1 to points of each player
    set humour to bold
""",
    ),
    Code(
        "E0410",
        "compared with none",
        "`none` is not compared with `=`",
        "`is none` and `is not none` ask whether there is a value; `=` compares values.",
        """\
remember
    maker: player or none
phase bonus
    if maker = none: set maker to dealer
""",
        """\
remember
    maker: player or none
phase bonus
    if maker is none: set maker to dealer
""",
    ),
    Code(
        "E0411",
        "cannot be that",
        "{found} cannot be `{property}`",
        "`is` asks whether something is `none`, a set `empty`, a card a `joker`, a value `a suit`, cards a shape.",
        """\
phase bonus
    if dealer.points is empty: add 1 to dealer.points
""",
        """\
phase bonus
    if dealer.hand is empty: add 1 to dealer.points
""",
    ),
    Code(
        "E0433",
        "no shape's plural",
        "`{name}` is no shape",
        "Cards are left over by the cards of a shape, named in the plural: for `shape meld: …` write `left over by melds`.",
        """\
shape meld: 3 or more cards of one rank
phase count_up
    set dealer.points to size of (dealer.hand left over by sets)
""",
        """\
shape meld: 3 or more cards of one rank
phase count_up
    set dealer.points to size of (dealer.hand left over by melds)
""",
    ),
    Code(
        "E0434",
        "shape too wide for melds",
        "`{name}` takes cards that are neither of one rank nor of one suit in sequence",
        "Which melds leave least over is found for shapes all of whose forms are of one rank, or of one suit in sequence:"
        " of others there can be more than can be tried.",
        """\
shape straight: 5 cards in sequence
phase count_up
    set dealer.points to size of (dealer.hand left over by straights)
""",
        """\
shape run: 3 or more cards of one suit in sequence
phase count_up
    set dealer.points to size of (dealer.hand left over by runs)
""",
    ),
    Code(
        "E0412",
        "not a pile",
        "only a zone has {end}",
        "Top, bottom and dealing speak of a pile, so of a zone by its name; a set of cards has no order.",
        """\
phase turn_up
    move top of (stock except top of stock) to turned
""",
        """\
phase turn_up
    move top of stock to turned
""",
    ),
    Code(
        "E0413",
        "not to be run through",
        "this cannot be run through here",
        "Combinations of cards are for choices and phrases (`any`, `number of`, `highest`): there may be thousands. A loop"
        " takes cards one by one.",
        """\
phase bonus
    for cs in 2 cards of dealer.hand: add 1 to dealer.points
""",
        """\
phase bonus
    for c in dealer.hand where c.suit = hearts: add 1 to dealer.points
""",
    ),
    Code(
        "E0414",
        "no seat order",
        "`from` is for players, who sit in an order",
        "Cards, suits and numbers have no first seat.",
        """\
phase bonus
    for c in dealer.hand from dealer where c.suit = hearts: add 1 to dealer.points
""",
        """\
phase bonus
    for p in players from dealer.left: add size of p.hand to p.points
""",
    ),
    Code(
        "E0415",
        "nothing each has",
        "`{name}` is nothing each player or team has, so say of whom",
        "`highest points` looks at all who have points; for a set of something write `highest pips of dealer.hand`.",
        """\
values pips of each card
    9 10: 1
    otherwise: 2
phase bonus
    add total pips to dealer.points
""",
        """\
values pips of each card
    9 10: 1
    otherwise: 2
phase bonus
    add total pips of dealer.hand to dealer.points
""",
    ),
    Code(
        "E0416",
        "no partners",
        "`{name}` needs partners, and this game has none",
        "There are teams where the players line says `partners opposite`.",
        """\
players 4
phase bonus
    add 1 to dealer.partner.points
""",
        """\
players 4, partners opposite
phase bonus
    add 1 to dealer.partner.points
""",
    ),
    Code(
        "E0417",
        "packets to one place",
        "several packets are dealt to one place",
        "A list of amounts goes round the table, one for each player.",
        """\
phase second_deal
    deal 1, 2 from stock to dealer.hand
""",
        """\
phase second_deal
    deal 1, 0, 1, 0 from stock to hand of each player from dealer.left
""",
    ),
    Code(
        "E0418",
        "values not given",
        "`{name}` does not say which values it can have",
        "An option lists its values below it, or says behind a colon what they are.",
        """\
option mood = bold "how to play"
phase bonus
    add 1 to points of each player
""",
        """\
option mood = bold "how to play"
    bold
    careful
phase bonus
    if mood = bold: add 1 to points of each player
""",
    ),
    Code(
        "E0419",
        "not a value of the option",
        "`{name}` cannot be `{value}`",
        "An option has one of the values its type or its list allows.",
        """\
option target: 10..500 = 5 "points that end the game"
phase bonus
    if highest points < target: add 1 to points of each player
""",
        """\
option target: 10..500 = 100 "points that end the game"
phase bonus
    if highest points < target: add 1 to points of each player
""",
    ),
    Code(
        "E0420",
        "moved to several places",
        "cards move to one place",
        "`move` puts cards in one zone; `deal` gives every player some.",
        """\
phase second_deal
    move stock to hand of each player
""",
        """\
phase second_deal
    deal 1 from stock to hand of each player
""",
    ),
    Code(
        "E0426",
        "nothing in braces",
        "nothing stands in these braces, so nothing ever {what}",
        "`{}` is the set of nobody and nothing: something can be set to it. Asking what is in it, or going through it,"
        " comes to nothing.",
        """\
remember
    passed: players
phase bonus
    set passed to {}
    for p in {}: add 1 to p.points
    if passed = {}: add 1 to dealer.points
""",
        """\
remember
    passed: players
phase bonus
    set passed to {}
    for p in passed: add 1 to p.points
    if passed = {}: add 1 to dealer.points
""",
    ),
    Code(
        "E0428",
        "packets for another number",
        "{amounts} packets are dealt to {takers}",
        "A list of amounts says how many cards each gets in turn, so it is as long as there are takers. Where their number"
        " may vary, deal the same number to each, or one after the other in a loop.",
        """\
players 3..5
phase second_deal
    deal 1, 0, 1 from stock to hand of each player from dealer.left
""",
        """\
players 3
phase second_deal
    deal 1, 0, 1 from stock to hand of each player from dealer.left
""",
    ),
    Code(
        "E0427",
        "first of numbers",
        "`first` finds one of a set, and these are numbers",
        "The first of a set is none if there is none, and a number is never none. Of numbers there are the lowest and the"
        " highest; where there are none, both are 0.",
        """\
phase bonus
    let few be first i in 1..9 where i * i > size of dealer.hand
    add few to points of each player
""",
        """\
phase bonus
    let few be lowest i for i in 1..9 where i * i > size of dealer.hand
    add few to points of each player
""",
    ),
    Code(
        "E0429",
        "nothing chance can give",
        "chance cannot give a random {what} here",
        "Chance gives a random player, suit, rank, team or value of a kind; with `in`, one of a set of such or of cards,"
        " or a number of a range; and `a random card of` some cards.",
        "remember\n    lucky: suit or none\nphase turn_trump\n    set lucky to a random color\n    if lucky = hearts: add 1 to dealer.points\n",
        "remember\n    lucky: suit or none\nphase turn_trump\n    set lucky to a random suit\n    if lucky = hearts: add 1 to dealer.points\n",
    ),
    Code(
        "E0436",
        "no such number of players",
        "{number} is none of the numbers of players",
        "The usual number, behind `=`, and the numbers with which there are partners, behind `with`, are among those that"
        " can play.",
        "players 2 or 4 = 3\n",
        "players 2 or 4 = 4\n",
    ),
)
