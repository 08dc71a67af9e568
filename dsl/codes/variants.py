"""Codes 09: what a variant changes."""

from __future__ import annotations

from .base import Code

VARIANTS: tuple[Code, ...] = (
    Code(
        "E0901",
        "not a change",
        "`{what}` cannot stand in a variant by itself",
        "A variant says what it does to the game below: `replace`, `add` or `remove` in front of a part, or `set OPTION"
        " to …`. Sources, rulings, presets, `require`, `after` and `always` are simply added.",
        """\
variant "Short Whist" of whist
option target: 3..5 = 3 "points that win the game"
""",
        """\
variant "Short Whist" of whist
replace option target: 3..5 = 3 "points that win the game"
""",
    ),
    Code(
        "E0902",
        "nothing to change",
        "the game below has no `{what}`",
        "Only what is there can be replaced or removed.",
        """\
variant "Short Whist" of whist
remove option tagret
""",
        """\
variant "Short Whist" of whist
set target to 5
""",
    ),
    Code(
        "E0903",
        "already there",
        "the game below already has a `{what}`",
        "What is there is replaced, not added.",
        """\
variant "Short Whist" of whist
add option target: 3..5 = 3 "points that win the game"
""",
        """\
variant "Short Whist" of whist
replace option target: 3..5 = 3 "points that win the game"
""",
    ),
    Code(
        "E0904",
        "variant in a circle",
        "`{name}` is, through others, a variant of itself",
        "A variant lies over another file, and that perhaps over a third; the last one is a whole game.",
        """\
# short_whist.hoyle
variant "Short Whist" of short_whist
""",
        """\
# short_whist.hoyle
variant "Short Whist" of whist
""",
    ),
    Code(
        "E0931",
        "too many variants",
        "more than {most} variants lie over each other here",
        "A variant lies over another file, and that perhaps over a third. Nobody could follow a long chain: write what"
        " they change together into one variant.",
    ),
    Code(
        "E0905",
        "unknown ruleset",
        "there is no ruleset `{name}`",
        "A ruleset is found beside the file that names it, or among those that come with hoyle.",
        """\
variant "Short Whist" of wist
""",
        """\
variant "Short Whist" of whist
""",
    ),
    Code(
        "E0906",
        "variants in conflict",
        "`{what}` is changed by `{other}` as well",
        "Two variants laid side by side over one game may not change the same thing. Make one a variant of the other, or"
        " a third of both.",
        """\
# short_whist.hoyle
variant "Short Whist" of whist
set target to 5
# long_whist.hoyle
variant "Long Whist" of whist
set target to 9
""",
        """\
# short_whist.hoyle
variant "Short Whist" of whist
set target to 5
""",
    ),
    Code(
        "E0907",
        "not a variant",
        "`{name}` is a whole game, so it cannot be laid over another",
        'What is laid over a game begins with `variant "…" of NAME`.',
        """\
# one_trick.hoyle
game "One Trick"
players 4
# other_trick.hoyle
game "Other Trick"
players 4
""",
        """\
# one_trick.hoyle
game "One Trick"
players 4
# other_trick.hoyle
variant "Other Trick" of one_trick
""",
    ),
    Code(
        "E0908",
        "variant of another game",
        "this is a variant of `{name}`, not of {known}",
        "A variant fits the game it names, and the variants of that.",
        """\
# one_trick.hoyle
game "One Trick"
players 4
# short_whist.hoyle
variant "Short Whist" of whist
""",
        """\
# one_trick.hoyle
game "One Trick"
players 4
# other_trick.hoyle
variant "Other Trick" of one_trick
""",
    ),
    Code(
        "E0909",
        "no such line to change",
        "no {what} of `{name}` is `{text}`",
        "A variant names the line it changes by what it says: a choice by its label, a plain statement by its words, a"
        " statement with a block by its heading, a row of a table by what stands before its arrow, a row of values or of"
        " the ranking by what stands before its colon.",
        """\
variant "Short Whist" of whist
change deal_hand
    add before the line shuffle every card into stok
        nothing
""",
        """\
variant "Short Whist" of whist
change deal_hand
    add before the line shuffle every card into stock
        nothing
""",
    ),
    Code(
        "E0910",
        "change that does not fit",
        "`{name}` is {what}",
        "Lines come to a phase or to `main`, rows to a table that says what is done, and lines like `p chooses` below"
        " `in secret together`.",
        """\
variant "Short Whist" of whist
change deal_hand
    add rows
        otherwise -> nothing
""",
        """\
variant "Short Whist" of whist
change deal_hand
    add at the end
        nothing
""",
    ),
    Code(
        "E0911",
        "nothing would be left",
        "this is the only {what}, and nothing would be left",
        "A question has an answer, and a table a row. `replace` puts another in its place.",
        """\
# base_game.hoyle
game "Base Game"
players 4
phase ask
    dealer chooses
        "deal anew"
            add 1 to dealer.points
# other_game.hoyle
variant "Other Game" of base_game
change ask
    remove the choice "deal anew"
""",
        """\
# base_game.hoyle
game "Base Game"
players 4
phase ask
    dealer chooses
        "deal anew"
            add 1 to dealer.points
# other_game.hoyle
variant "Other Game" of base_game
change ask
    replace the choice "deal anew"
        "deal again"
            add 2 to dealer.points
""",
    ),
    Code(
        "E0912",
        "more than one such line",
        "{number} {what}s of `{name}` are `{text}`",
        "Which of them is meant cannot be told. A line around the one meant may be said only once; else the phase is"
        " replaced as a whole.",
        """\
# base_game.hoyle
game "Base Game"
players 4
phase ask
    add 1 to dealer.points
    add 1 to dealer.points
# other_game.hoyle
variant "Other Game" of base_game
change ask
    remove the line add 1 to dealer.points
""",
        """\
# base_game.hoyle
game "Base Game"
players 4
phase ask
    add 1 to dealer.points
    add 1 to dealer.points
# other_game.hoyle
variant "Other Game" of base_game
replace phase ask
    add 1 to dealer.points
""",
    ),
    Code(
        "E0913",
        "still needed",
        "{number} {plural} below still {need} `{what}`, which is taken away",
        "What only serves the thing goes with it: its settings in presets, its `require`, the `after` of a phase, rulings"
        " about it. Lines of the rules that need it have to say something else first; the message lists the changes.",
        """\
# base_game.hoyle
game "Base Game"
players 4
option bonus: 1..3 = 2 "points for playing at all"
phase pay_out
    add bonus to dealer.points
# other_game.hoyle
variant "Other Game" of base_game
remove option bonus
""",
        """\
# base_game.hoyle
game "Base Game"
players 4
option bonus: 1..3 = 2 "points for playing at all"
phase pay_out
    add bonus to dealer.points
# other_game.hoyle
variant "Other Game" of base_game
remove option bonus
change pay_out
    replace the line add bonus to dealer.points
        add 4 to dealer.points
""",
    ),
    Code(
        "W0914",
        "ruling that may not hold any more",
        "a ruling of the game below is about `{what}`, which is changed here: is it still true?",
        "Until the variant answers, the ruling is left out wherever the game is explained. `keep ruling` keeps it; if it"
        " is not true any more, `remove ruling` takes it away. The beginning of its text is enough, if no other ruling"
        " begins so.",
        """\
# base_game.hoyle
game "Base Game"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    dealer: player
    points of each player: number
option aces = high "where aces rank"
    high
    low
phase pay_out
    if aces = low: add 1 to points of each player
ruling "An ace beats a king." about option aces
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    set dealer to a random player
    pay_out
    game over, won by the player with highest points
# other_game.hoyle
variant "Other Game" of base_game
change the option aces
    add value nowhere "aces are not played"
""",
        """\
# base_game.hoyle
game "Base Game"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    dealer: player
    points of each player: number
option aces = high "where aces rank"
    high
    low
phase pay_out
    if aces = low: add 1 to points of each player
ruling "An ace beats a king." about option aces
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    set dealer to a random player
    pay_out
    game over, won by the player with highest points
# other_game.hoyle
variant "Other Game" of base_game
change the option aces
    add value nowhere "aces are not played"
remove ruling "An ace beats a king."
""",
    ),
    Code(
        "W0915",
        "description kept from the game below",
        '`{what}` is replaced and keeps its description: "{text}"',
        "Players are told the description wherever the game is explained, so it should be true of what is there now."
        " Write it at the end of the line again, or a better one.",
        """\
# base_game.hoyle
game "Base Game"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    dealer: player
    points of each player: number
phase pay_out "everybody gets a point"
    add 1 to points of each player
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    set dealer to a random player
    pay_out
    game over, won by the player with highest points
# other_game.hoyle
variant "Other Game" of base_game
replace phase pay_out
    add 1 to dealer.points
""",
        """\
# base_game.hoyle
game "Base Game"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    dealer: player
    points of each player: number
phase pay_out "everybody gets a point"
    add 1 to points of each player
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    set dealer to a random player
    pay_out
    game over, won by the player with highest points
# other_game.hoyle
variant "Other Game" of base_game
replace phase pay_out "the dealer gets a point"
    add 1 to dealer.points
""",
    ),
    Code(
        "E0916",
        "which one is meant",
        "the game below has several `{what}`, or none that says this: there are {number}",
        "A check or a ruling is known by what it says. Take away the one that is meant, and write the new one down.",
        """\
# base_game.hoyle
game "Base Game"
players 4
phase pay_out
    add 1 to points of each player
after pay_out: lowest points gained = 1
after pay_out: highest points gained = 1
# other_game.hoyle
variant "Other Game" of base_game
replace after pay_out: highest points gained < 3
""",
        """\
# base_game.hoyle
game "Base Game"
players 4
phase pay_out
    add 1 to points of each player
after pay_out: lowest points gained = 1
after pay_out: highest points gained = 1
# other_game.hoyle
variant "Other Game" of base_game
remove after pay_out: highest points gained = 1
after pay_out: highest points gained < 3
""",
    ),
    Code(
        "E0917",
        "value already there",
        "the option `{name}` already has the value `{value}`",
        "A value is added once.",
        """\
variant "Short Whist" of whist
add option pace = slow "how fast it goes"
    slow
    quick
require pace = slow or target = 5 "quick games are long"
change the option pace
    add value quick "in a hurry"
""",
        """\
variant "Short Whist" of whist
add option pace = slow "how fast it goes"
    slow
    quick
require pace = slow or target = 5 "quick games are long"
change the option pace
    describe value quick "in a hurry"
""",
    ),
    Code(
        "E0918",
        "no such value to change",
        "the option `{name}` has no value `{value}`",
        "Only a value the option has can be taken away or described anew.",
        """\
variant "Short Whist" of whist
add option pace = slow "how fast it goes"
    slow
    quick
require pace = slow or target = 5 "quick games are long"
change the option pace
    remove value quikc
""",
        """\
variant "Short Whist" of whist
add option pace = slow "how fast it goes"
    slow
    quick
require pace = slow or target = 5 "quick games are long"
change the option pace
    remove value quick
""",
    ),
    Code(
        "E0919",
        "default taken away",
        "`{value}` is what `{name}` is if nobody says otherwise, and cannot be taken away",
        "An option has a default. `set` makes another value the default first.",
        """\
variant "Short Whist" of whist
add option pace = slow "how fast it goes"
    slow
    quick
require pace = quick or target = 5 "quick games are long"
change the option pace
    remove value slow
""",
        """\
variant "Short Whist" of whist
add option pace = slow "how fast it goes"
    slow
    quick
require pace = quick or target = 5 "quick games are long"
set pace to quick
change the option pace
    remove value slow
""",
    ),
    Code(
        "W0931",
        "description with a number that was changed",
        '`{what}` is described as "{text}", and this changes the {number}',
        "Players are told the description wherever the game is explained, so it should be true of what is there now."
        " Describe it anew; with the same words again, if they are still true.",
        """\
# base_game.hoyle
game "Base Game"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
phase deal_hands "five cards for everybody"
    deal 5 from stock to hand of each player
main
    gather every card into stock
    shuffle stock
    deal_hands
    game over, won by the player with highest points
# other_game.hoyle
variant "Other Game" of base_game
change deal_hands
    replace the line deal 5 from stock to hand of each player
        deal 4 from stock to hand of each player
""",
        """\
# base_game.hoyle
game "Base Game"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
phase deal_hands "five cards for everybody"
    deal 5 from stock to hand of each player
main
    gather every card into stock
    shuffle stock
    deal_hands
    game over, won by the player with highest points
# other_game.hoyle
variant "Other Game" of base_game
change deal_hands
    replace the line deal 5 from stock to hand of each player
        deal 4 from stock to hand of each player
describe deal_hands "four cards for everybody"
""",
    ),
)
