"""Codes 04: types."""

from __future__ import annotations

from .base import Code

TYPES: tuple[Code, ...] = (
    Code(
        "E0401",
        "wrong kind of value",
        "this is {found}, and {wanted} is needed",
        "Every value is of some kind, and every part of a line takes only certain kinds. You can add only numbers,"
        " deal only to players, and move only cards.",
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
        "A phase, table or define takes as many values as it has parameters.",
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
        "Only a value that is declared `or none` may be none.",
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
        "`9 of clubs` is what is printed on a card. With two packs there are two such cards. Cards that move come"
        " from a zone.",
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
        "A number that is declared with a range has only the values of this range.",
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
        "Only values of the same kind can be compared or joined. A suit never equals a player, so the question is a"
        " mistake.",
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
        "{low}..{high} is not a range that can be used here",
        "The lower number comes first, and the number of players is between 1 and 64.",
        "players 6..3\n",
        "players 3..4\n",
    ),
    Code(
        "E0409",
        "not a type",
        "this does not say which values there are",
        "A type is `number`, a range, `yes or no`, a kind of value, or words joined by `or`. It may end with `or"
        " none`.",
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
        "`is none` and `is not none` ask whether there is a value. `=` compares two values.",
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
        "impossible property",
        "{found} cannot be `{property}`",
        "`is` asks whether something is `none`, whether a set is `empty`, whether a card is a `joker`, whether a"
        " value is `a suit`, or whether cards have a shape.",
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
        "not the plural of a shape",
        "`{name}` is not a shape",
        "After `left over by` comes the name of a shape in the plural: for `shape meld: …` write `left over by melds`.",
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
        "Hoyle finds the melds that leave the least over only for certain shapes: each form of the shape must be of"
        " one rank, or of one suit in sequence. Other shapes may have more melds than Hoyle can try.",
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
        "Only a pile has a top and a bottom, and cards are dealt only from a pile. So name a zone here; a set of"
        " cards has no order.",
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
        "set that cannot be gone through",
        "the rules cannot go through this here",
        "Combinations of cards are for choices, and for phrases such as `any`, `number of` and `highest`. There may"
        " be thousands of them, so a loop does not go through them. It takes cards one by one.",
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
        "`from` says with whom an order around the table begins. Cards, suits and numbers have no such order.",
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
        "value without an owner",
        "`{name}` is not something that each player or team has, so say of whom",
        "`highest points` looks at everybody who has points. For the values of a set, write `highest pips of"
        " dealer.hand`.",
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
        "There are teams only if the `players` line says `partners opposite`.",
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
        "A list of amounts deals one amount to each player around the table.",
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
        "List the values of an option below its line, or write after a colon what they are.",
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
        "An option can have only the values that its type or its list allows.",
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
        "`move` puts cards into one zone. To give cards to every player, use `deal`.",
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
        "empty braces",
        "these braces are empty, so {what}",
        "`{}` is the empty set of players, cards or anything else. A variable can be set to it. But it makes no"
        " sense to ask what is in it, or to go through it.",
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
        "wrong number of packets",
        "{amounts} packets are dealt to {takers}",
        "A list of amounts says how many cards each receiver gets in turn, so it needs one amount for each. If the"
        " number of receivers may vary, deal the same amount to each, or deal to one after the other in a loop.",
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
        "If a set is empty, its first member is none, but a number is never none. Numbers have a `lowest` and a"
        " `highest`; if there are no numbers, both are 0.",
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
        "no random value of this kind",
        "chance cannot give a random {what} here",
        "Chance gives a random player, suit, rank, team or value of a kind. With `in`, it gives a member of a set of"
        " these or of cards, or a number of a range. `a random card of` gives one of some cards.",
        "remember\n    lucky: suit or none\nphase turn_trump\n    set lucky to a random color\n    if lucky = hearts: add 1 to dealer.points\n",
        "remember\n    lucky: suit or none\nphase turn_trump\n    set lucky to a random suit\n    if lucky = hearts: add 1 to dealer.points\n",
    ),
    Code(
        "E0436",
        "no such number of players",
        "{number} is not one of the numbers of players",
        "The usual number comes after `=`, and the numbers with partners come after `with`. They must be among the"
        " numbers of players that the line allows.",
        "players 2 or 4 = 3\n",
        "players 2 or 4 = 4\n",
    ),
)
