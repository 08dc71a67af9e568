"""Codes 04: what the checker finds out about values: which can be none, which are always the same, which do not fit."""

from __future__ import annotations

from .base import Code

VALUES: tuple[Code, ...] = (
    Code(
        "W0402",
        "never none",
        "this is never none: it is {found}",
        "A test that always gives the same answer is often a mistake: something else was meant, or `or none` is"
        " missing in the declaration of the name.",
        """\
phase bonus
    if dealer is not none: add 1 to dealer.points
""",
        """\
remember
    maker: player or none
phase bonus
    if maker is not none: add 1 to maker.points
    set maker to dealer
""",
    ),
    Code(
        "W0421",
        "perhaps none",
        "`{value}` may be none here",
        "Test a value that is declared `or none` before you use it. If it is none in play, this is an error of the"
        " rules. `if x is not none`, the `where` or `until` of a loop, and the conditions of rows and choices count"
        " as tests. A line that sets the value counts, too.",
        """\
remember
    maker: player or none
phase bonus
    set maker to none
    if size of stock > 3: set maker to dealer
    add 1 to maker.points
""",
        """\
remember
    maker: player or none
phase bonus
    set maker to none
    if size of stock > 3: set maker to dealer
    if maker is not none: add 1 to maker.points
""",
    ),
    Code(
        "W0422",
        "phase played with a value that may be none",
        "`{name}` needs `{value}`, which may be none here",
        "The phase uses a value that may be none, and does not test it. So test it before you play the phase. The"
        " note shows where the phase uses it.",
        """\
remember
    maker: player or none
phase pay_maker
    add 1 to maker.points
phase name_maker
    set maker to none
    if dealer.points < 3: set maker to dealer
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    name_maker
    pay_maker
    game over, won by the player with highest points
""",
        """\
remember
    maker: player or none
phase pay_maker
    add 1 to maker.points
phase name_maker
    set maker to none
    if dealer.points < 3: set maker to dealer
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    name_maker
    if maker is not none: pay_maker
    game over, won by the player with highest points
""",
    ),
    Code(
        "W0423",
        "always the same",
        "this {how} holds",
        "A condition that always has the same result is a mistake: a number outside its range, two conditions that"
        " exclude each other, or a wrong name on one side.",
        """\
remember
    tricks of each player: 0..5
phase bonus
    for p in players where p.tricks > 5: add 1 to p.points
    set tricks of each player to 1
""",
        """\
remember
    tricks of each player: 0..5
phase bonus
    for p in players where p.tricks = 5: add 1 to p.points
    set tricks of each player to 1
""",
    ),
    Code(
        "W0424",
        "range from high to low",
        "this range holds nothing: it goes from high to low",
        "A range goes from the lower number to the higher one. `8 down to 1` goes in the other direction.",
        """\
phase bonus
    for n in 8..1: add n to points of each player
""",
        """\
phase bonus
    for n in 8 down to 1: add n to points of each player
""",
    ),
    Code(
        "W0425",
        "perhaps outside the range",
        "this can be {found}, and `{name}` is {range}",
        "Both ranges are declared, and one does not fit into the other, so one of them is wrong. A computed value"
        " such as `level + 1` causes no warning. In play, Hoyle checks that it is inside its range.",
        """\
remember
    level: 0..5
phase bid(p: player, n: 1..8)
    set level to n
    add level to p.points
phase bidding
    bid(dealer, 3)
""",
        """\
remember
    level: 0..8
phase bid(p: player, n: 1..8)
    set level to n
    add level to p.points
phase bidding
    bid(dealer, 3)
""",
    ),
    Code(
        "W0431",
        "count larger than its range",
        "`{name}` may reach {most} here, but its range ends at {high} (with {players} players{options})",
        "A loop adds something in every round, and perhaps one player or team gets all of it. If the range is too"
        " small, the game stops in that deal.",
        """\
remember during play_hand
    tricks of each player: 0..4
phase play_hand
    let leader be dealer
    repeat 5 times
        play trick from hand to trick, led by leader, any card, taken by winner
        add 1 to winner.tricks
        move trick to winner.won
        set leader to winner
    for p in players: add p.tricks to p.points
""",
        """\
remember during play_hand
    tricks of each player: 0..5
phase play_hand
    let leader be dealer
    repeat 5 times
        play trick from hand to trick, led by leader, any card, taken by winner
        add 1 to winner.tricks
        move trick to winner.won
        set leader to winner
    for p in players: add p.tricks to p.points
""",
    ),
    Code(
        "W0432",
        "setting of a preset without effect",
        'with the preset "{title}" `{name}` does not matter',
        "The option has a condition (`if …`) and matters only if this condition holds. With the other settings of"
        " the preset, it does not hold.",
        """\
option stuck: yes or no = no "must the last one call"
option fold: 1..2 = 1 "what folding costs" if not stuck
preset "club"
    set stuck to yes
    set fold to 2
phase pay
    if not stuck: add fold to points of each player
""",
        """\
option stuck: yes or no = no "must the last one call"
option fold: 1..2 = 1 "what folding costs" if not stuck
preset "club"
    set stuck to yes
phase pay
    if not stuck: add fold to points of each player
""",
    ),
    Code(
        "W0435",
        "more answers than are offered",
        "this answer can be given in at least {ways} ways, and only the first {most} of them are offered",
        "Nobody could choose among so many answers, and an answer that is not among the first ones can never be"
        " chosen. Ask for one part after the other, as an auction asks for the level and the suit, or allow fewer"
        " numbers.",
        """\
phase bid_round
    for p in players
        p chooses
            "bid {n} at {m}" for n in 1..200, m in 1..200
""",
        """\
phase bid_round
    for p in players
        p chooses
            "bid {n}" for n in 1..200
""",
    ),
)
