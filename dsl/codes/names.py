"""Codes 03: names."""

from __future__ import annotations

from .base import Code

NAMES: tuple[Code, ...] = (
    Code(
        "E0301",
        "unknown name",
        "`{name}` means nothing here",
        "Every name is declared somewhere: as an option, a remembered value, a zone or a define, or by a `let`, a"
        " loop or a parameter around the place that uses it. A name from a block is unknown after the block.",
        """\
phase bonus
    add 1 to leader.points
""",
        """\
phase bonus
    let leader be dealer.left
    add 1 to leader.points
""",
    ),
    Code(
        "E0302",
        "name declared twice",
        "`{name}` is declared twice",
        "A name has one meaning in the whole file, so nobody has to ask which one is meant.",
        """\
define bonus means 1
define bonus means 2
phase score
    add bonus to points of each player
""",
        """\
define bonus means 1
define double_bonus means 2
phase score
    add bonus + double_bonus to points of each player
""",
    ),
    Code(
        "E0303",
        "hidden name",
        "`{name}` already means something here",
        "A name from a block may not hide another name. A reader would confuse the two, and a typing mistake could"
        " change the meaning without a message. The names of the suits count, too.",
        """\
phase bonus
    let dealer be a random player
    add 1 to dealer.points
""",
        """\
phase bonus
    let lucky be a random player
    add 1 to lucky.points
""",
    ),
    Code(
        "E0304",
        "unknown kind of value",
        "`{name}` is not a kind of value",
        "The game can remember, and a phase or define can take, a number, `yes or no`, a player, team, card, suit or"
        " rank, a set of these, a value of an option, or a value of a kind that the file declares.",
        """\
remember
    leader: seat
phase bonus
    set leader to dealer.left
    add 1 to leader.points
""",
        """\
remember
    leader: player
phase bonus
    set leader to dealer.left
    add 1 to leader.points
""",
    ),
    Code(
        "E0305",
        "unknown rank",
        "the deck has no rank `{name}`",
        "The `deck` line lists the ranks. Write them as they are written there.",
        """\
deck 9 10 J Q K A
values pips of each card
    8: 1
    otherwise: 2
phase score
    for p in players: add total pips of p.hand to p.points
""",
        """\
deck 9 10 J Q K A
values pips of each card
    9: 1
    otherwise: 2
phase score
    for p in players: add total pips of p.hand to p.points
""",
    ),
    Code(
        "E0306",
        "ambiguous value",
        "`{name}` is a value of {owners}; it is not clear here which one is meant",
        "A word may be a value of several options. Next to one of these options, its meaning is clear. Alone, it is"
        " not.",
        """\
option first_lead = dealer_left "who leads first"
    dealer_left
    anybody
option first_bid = dealer_left "who bids first"
    dealer_left
    anybody
phase bonus
    let mode be dealer_left
    if first_lead = mode and first_bid = mode: add 1 to points of each player
""",
        """\
option first_lead = dealer_left "who leads first"
    dealer_left
    anybody
option first_bid = dealer_left "who bids first"
    dealer_left
    anybody
phase bonus
    if first_lead = dealer_left and first_bid = dealer_left: add 1 to points of each player
""",
    ),
    Code(
        "E0307",
        "part declared twice",
        "a rule file has only one `{what}`",
        "There is only one `game` line, one `players`, one `deck`, one `ranking` and one `main`. If house rules"
        " differ in a point, write an `option`.",
        """\
players 4
players 3..6
""",
        """\
players 3..4
""",
    ),
    Code(
        "E0308",
        "missing part",
        "this rule file has no `{what}`",
        "A game needs a `game` line, `players`, a `deck`, at least one zone that all players share, and `main`.",
        """\
game "Nothing but a title"
players 4
deck 9 10 J Q K A
zones
    stock: face down
""",
        """\
game "A beginning"
players 4
deck 9 10 J Q K A
main
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    add 1 to points of each player
    game over, won by the player with highest points
""",
    ),
    Code(
        "E0309",
        "unknown language version",
        "this file is written in language {version}; this hoyle reads language {known}",
        "The version says which words a rule file may use. A file in a later language needs a later Hoyle.",
        "language 2\n",
        "language 1\n",
    ),
    Code(
        "E0310",
        "owner not named",
        "`{name}` belongs to each {owner}: say whose",
        "Write `p.hand` for the hand of one player, and `of each player` if you mean all players. The same holds for"
        " everything that each player or team has.",
        """\
phase bonus
    add 1 to points
""",
        """\
phase bonus
    add 1 to dealer.points
    add 1 to points of each player
""",
    ),
    Code(
        "E0311",
        "not a value",
        "`{name}` is not a value",
        "A phase or a table of actions does something, but it has no value. Only options, zones, defines and"
        " remembered values have a value.",
        """\
phase bonus
    add 1 to points of each player
phase score
    if bonus > 0: add 1 to dealer.points
""",
        """\
define bonus means size of stock
phase score
    if bonus > 0: add 1 to dealer.points
""",
    ),
    Code(
        "E0312",
        "no such attribute",
        "{owner} has no `{name}`",
        "After a dot comes something that belongs to the value before it: the `suit` of a card, the `hand` of a"
        " player, anything that is declared `of each player`, or a define that takes one such value.",
        """\
phase bonus
    if dealer.score > 3: add 1 to dealer.points
""",
        """\
phase bonus
    if dealer.points > 3: add 1 to dealer.points
""",
    ),
    Code(
        "E0313",
        "wrong owner",
        "`{name}` belongs to {has}, not to {owner}",
        "A zone or variable belongs to each player, to each team, or to nobody. Its declaration says which.",
        """\
phase bonus
    move top of stock to dealer.turned
""",
        """\
phase bonus
    move top of stock to turned
""",
    ),
    Code(
        "E0314",
        "cannot be set",
        "`{name}` cannot be set",
        "Names from `let` and remembered values can be set. Options are fixed before the game starts, defines are"
        " computed each time, and cards move.",
        """\
option bonus: 1..5 = 2 "points for nothing"
phase score
    set bonus to 3
    add bonus to points of each player
""",
        """\
option bonus: 1..5 = 2 "points for nothing"
phase score
    let paid be bonus
    set paid to paid + 1
    add paid to points of each player
""",
    ),
    Code(
        "E0315",
        "not a zone",
        "`{name}` is not a zone",
        "Cards lie in zones. Each zone is declared below `zones`.",
        """\
phase turn_up
    move top of stock to table_top
""",
        """\
phase turn_up
    move top of stock to turned
""",
    ),
    Code(
        "E0316",
        "not a phase",
        "`{name}` is not a phase",
        "A line that consists of a name alone, perhaps with values in brackets, plays the phase or table with this"
        " name.",
        """\
phase bonus
    add 1 to points of each player
main
    gather every card into stock
    bonsu
    deal 5 from stock to hand of each player
    game over, won by the player with highest points
""",
        """\
phase bonus
    add 1 to points of each player
main
    gather every card into stock
    shuffle stock
    bonus
    deal 5 from stock to hand of each player
    game over, won by the player with highest points
""",
    ),
    Code(
        "E0317",
        "no number to win by",
        "`{name}` is not a number each {owner} has",
        "The highest or lowest value of a number wins the game. Every player, or every team, must have this number.",
        """\
main
    gather every card into stock
    deal 5 from stock to hand of each player
    game over, won by the player with highest dealer
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
        "E0318",
        "placeholder without a value",
        "nothing in this choice is called `{name}`",
        "The name in the braces of a label must be one that `for NAME in …` gives in the same choice.",
        """\
phase ask
    dealer chooses
        "play {card_played}" for c in dealer.hand
            move c to trick
""",
        """\
phase ask
    dealer chooses
        "play {c}" for c in dealer.hand
            move c to trick
""",
    ),
    Code(
        "E0319",
        "name missing in the label",
        "`{name}` does not appear in the label",
        "A label shows every name of its choice. Otherwise two answers could look the same.",
        """\
phase ask
    dealer chooses
        "give {c}" for c in dealer.hand, q in players
            move c to q.left.hand
""",
        """\
phase ask
    dealer chooses
        "give {c} to {q}" for c in dealer.hand, q in players
            move c to q.left.hand
""",
    ),
    Code(
        "E0320",
        "unknown option",
        "there is no option `{name}`",
        "Presets and variants can set only options of the game.",
        """\
option bonus: 1..5 = 2 "points for nothing"
preset "generous"
    set bonsu to 5
phase score
    add bonus to points of each player
""",
        """\
option bonus: 1..5 = 2 "points for nothing"
preset "generous"
    set bonus to 5
phase score
    add bonus to points of each player
""",
    ),
    Code(
        "E0321",
        "two choices with one label",
        "another choice of this question has the same label",
        "A label is what a player says. If two choices had the same label, nobody could say which one is meant.",
        """\
phase ask
    dealer chooses
        "pass"
        "pass"
            add 1 to dealer.points
""",
        """\
phase ask
    dealer chooses
        "pass"
        "take a point"
            add 1 to dealer.points
""",
    ),
    Code(
        "E0322",
        "unknown shape",
        "there is no shape `{name}` above",
        "A shape is made of cards, or of shapes that are declared above it.",
        """\
shape meld: triplet or 3 or more cards of one suit in sequence
define melds(p: player) means p.hand is a meld
phase score
    for p in players where melds(p): add 1 to p.points
""",
        """\
shape triplet: 3 cards of one rank
shape meld: triplet or 3 or more cards of one suit in sequence
define melds(p: player) means p.hand is a meld
phase score
    for p in players where melds(p): add 1 to p.points
""",
    ),
    Code(
        "W0301",
        "unused",
        "the {what} `{name}` is never used",
        "If no line reads a name, this is often a mistake: another name was used where this one was meant.",
        """\
phase score
    let bonus be 2
    add 1 to points of each player
""",
        """\
phase score
    let bonus be 2
    add bonus to points of each player
""",
    ),
    Code(
        "W0302",
        "option never read",
        "the option `{name}` changes nothing: no rule reads it",
        "An option that no rule reads offers a choice without any effect.",
        """\
option bonus: 1..5 = 2 "points for nothing"
phase score
    add 2 to points of each player
""",
        """\
option bonus: 1..5 = 2 "points for nothing"
phase score
    add bonus to points of each player
""",
    ),
    Code(
        "W0303",
        "zone without use",
        "no card ever {moves} `{name}`",
        "If no card enters a zone, or no card leaves it, this is probably a mistake. If not, remove the zone.",
        """\
zones
    stock: face down
    widow: face down
    hand of each player: private
""",
        """\
zones
    stock: face down
    widow: face down
    hand of each player: private
phase lay_out
    move top 4 of stock to widow
""",
    ),
    Code(
        "W0304",
        "never set",
        "nothing ever sets `{name}`",
        "A value that is read but never set always keeps its first value: none, no or 0. Perhaps the line that sets"
        " it is missing.",
        """\
remember
    bonus: number
phase score
    add bonus + 1 to points of each player
""",
        """\
remember
    bonus: number
phase score
    set bonus to size of dealer.hand
    add bonus + 1 to points of each player
""",
    ),
    Code(
        "E0323",
        "private to nobody",
        "`{name}` is private and belongs to nobody",
        "Only the owner of a private zone sees its cards: each player, or the players of each team. A zone without"
        " an owner is seen by everybody (`face up`) or by nobody (`face down`).",
        """\
zones
    stock: face down
    hand: private
""",
        """\
zones
    stock: face down
    hand of each player: private
""",
    ),
    Code(
        "E0324",
        "more than one other team",
        "with {most} players there are {teams} teams, so a team has several other teams",
        "If there are two teams, `t.opponents` is the other one. If there are more, write `teams except t` for the"
        " other teams; `p.opponents` are the players of all other teams.",
        """\
players 6, partners opposite
deck 2 3 4 5 6 7 8 9 10 J Q K A
remember
    points of each team: number
phase bonus
    for t in teams: add 1 to t.opponents.points
""",
        """\
players 6, partners opposite
deck 2 3 4 5 6 7 8 9 10 J Q K A
remember
    points of each team: number
phase bonus
    for t in teams
        for o in teams except t: add 1 to o.points
""",
    ),
    Code(
        "E0325",
        "place not named",
        "`{name}` has {places} places: say which one is meant",
        "A zone with places has one pile of cards for each place. The rules put cards at one place, and take them"
        " from the top of one place: `p.row(3)`. Without a number, `p.row` means all its cards together.",
        """\
zones
    stock: face down
    row of each player: 6 places, face down
phase lay_out
    for p in players: deal 6 from stock to p.row
""",
        """\
zones
    stock: face down
    row of each player: 6 places, face down
phase lay_out
    for n in 1..6: deal 1 from stock to row(n) of each player
    for p in players: move p.row(1) to stock
""",
    ),
    Code(
        "E0326",
        "no such place",
        "`{name}` has {has}",
        "A number in brackets names a place of a zone that was declared with places: `row of each player: 6 places, face"
        " down` has `p.row(1)` to `p.row(6)`.",
        """\
zones
    stock: face down
    column: 7 places, face up
phase lay_out
    move top of stock to column(8)
""",
        """\
zones
    stock: face down
    column: 7 places, face up
phase lay_out
    move top of stock to column(7)
    move column(7) to stock
""",
    ),
    Code(
        "E0327",
        "number of places",
        "a zone has 2 to {most} places, and `{name}` {found}",
        "Write a zone with only one place as a zone without places: `turned: face up`.",
        """\
zones
    stock: face down
    column: 52 places, face up
phase lay_out
    move top of stock to column(1)
""",
        """\
zones
    stock: face down
    column: 13 places, face up
phase lay_out
    move top of stock to column(1)
    move column(1) to stock
""",
    ),
)
