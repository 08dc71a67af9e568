"""Codes 09: what a variant changes."""

from __future__ import annotations

from .base import Code

VARIANTS: tuple[Code, ...] = (
    Code(
        "E0901",
        "change without a verb",
        "`{what}` cannot stand in a variant by itself",
        "A variant says how it changes the game: `replace`, `add` or `remove` in front of a part, or `set OPTION to"
        " …`. Only sources, rulings, presets, `require`, `after` and `always` need none of these words: they are"
        " added.",
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
        "The game below is the game that the variant changes. A variant can replace or remove only what this game has.",
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
        "The game below is the game that the variant changes. If it already has a part, replace the part instead of"
        " adding it.",
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
        "A variant changes another file, and this file may be a variant, too. The last file of the chain is a whole"
        " game.",
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
        "A variant can change another variant, but nobody could follow a long chain. Write several of these variants"
        " as one.",
    ),
    Code(
        "E0905",
        "unknown ruleset",
        "there is no ruleset `{name}`",
        "Hoyle looks for a ruleset beside the file that names it, and among the rulesets that come with Hoyle.",
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
        "Two variants that are laid over the same game may not change the same thing. Make one a variant of the"
        " other, or write a third one that replaces both.",
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
        'A file that is laid over a game begins with `variant "…" of NAME`.',
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
        "A variant fits the game that it names, and the variants of that game.",
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
        "A variant identifies the line that it changes by its words: a choice by its label, a plain statement by its"
        " words, a statement with a block by its first line, a row of a table by the text before its arrow, and a"
        " row of values or of the ranking by the text before its colon.",
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
        "Add lines to a phase or to `main`, rows to a part that has rows, and lines like `p chooses` to a block `in"
        " secret together`.",
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
        "A question needs an answer, and a table needs a row. Use `replace` to put another one in its place.",
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
        "It is not clear which of them is meant. If one of them is inside a line that occurs only once, change that"
        " line. Otherwise replace the whole phase.",
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
        "part that is still needed",
        "{number} {plural} below still {need} `{what}`, which is taken away",
        "If a part is removed, everything that serves only this part goes, too: its settings in presets, its"
        " `require`, the `after` of a phase, rulings about it. But other lines of the rules still need the part, so"
        " the variant must change them as well. The message lists these changes.",
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
        "ruling that may no longer be true",
        "a ruling of the game below is about `{what}`, which is changed here: is it still true?",
        "Until the variant answers, Hoyle leaves the ruling out wherever it explains the game. Write `keep ruling`"
        " if the ruling is still true, and `remove ruling` if it is not. The beginning of its text is enough if no"
        " other ruling begins in the same way.",
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
        "Hoyle shows the description to players wherever it explains the game, so it should be true of the new part."
        " Repeat it at the end of the line, or write a better one.",
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
        "unclear which part is meant",
        "the game below has several `{what}`, or none that says this: there are {number}",
        "A check or a ruling is identified by what it says. Remove the one that you mean, and write the new one.",
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
        "A value can be added only once.",
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
        "A variant can remove or describe only a value that the option has.",
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
        "removed default",
        "`{value}` is the default of `{name}` and cannot be removed",
        "An option needs a default. First make another value the default, with `set`.",
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
        "description of a changed number",
        '`{what}` is described as "{text}", and this changes the {number}',
        "Hoyle shows the description to players wherever it explains the game, so it should be true of the new"
        " number. Describe it again, with the same words if they are still true.",
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
