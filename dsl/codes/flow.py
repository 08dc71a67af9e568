"""Codes 06: flow."""

from __future__ import annotations

from .base import Code

FLOW: tuple[Code, ...] = (
    Code(
        "W0601",
        "never reached",
        "nothing after `{after}` is ever reached",
        "Behind `stop`, `start … again` and `game over`, behind a phase that always ends so, and behind a loop without"
        " an end, nothing in the same block ever happens.",
        """\
phase bonus
    repeat
        add 1 to dealer.points
        stop
        add 1 to dealer.left.points
""",
        """\
phase bonus
    repeat
        add 1 to dealer.points
        add 1 to dealer.left.points
        stop
""",
    ),
    Code(
        "E0602",
        "stop outside a loop",
        "`stop` leaves a loop, and there is none around it",
        "It stands inside `repeat` or `for`, in the same phase.",
        """\
phase bonus
    if dealer.points > 3: stop
    add 1 to dealer.points
""",
        """\
phase bonus
    for p in players
        if p.points > 3: stop
        add 1 to p.points
""",
    ),
    Code(
        "E0616",
        "stop in a loop of several names",
        "`stop` cannot leave a `for` with several names",
        "It would leave the loop of the last name only. Put one `for` into the other, and `stop` into the one to be left;"
        " or ask for what is wanted by `any … has`.",
        """\
phase match
    for c in dealer.hand, d in dealer.left.hand
        if c.rank = d.rank: stop
""",
        """\
phase match
    if any c in dealer.hand, d in dealer.left.hand has c.rank = d.rank: add 1 to dealer.points
""",
    ),
    Code(
        "E0603",
        "cannot start again",
        "`{name}` has parameters, so it cannot be started again",
        "What it should be started with would not be known.",
        """\
phase ask(p: player)
    p chooses
        "take a point"
            add 1 to p.points
        "again"
            start ask again
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    ask(dealer)
    game over, won by the player with highest points
""",
        """\
phase ask
    dealer chooses
        "take a point"
            add 1 to dealer.points
        "again"
            start ask again
""",
    ),
    Code(
        "E0604",
        "endless",
        "nothing in this `{what}` can end it",
        "A `repeat` ends by `until`, a number of times, a `stop` of its own, or the end of the game; going `around the"
        " table` ends by `until` or `stop`.",
        """\
phase bonus
    repeat
        dealer chooses
            "take a point"
                add 1 to dealer.points
            "pass"
""",
        """\
phase bonus
    repeat
        dealer chooses
            "take a point"
                add 1 to dealer.points
            "pass"
                stop
""",
    ),
    Code(
        "E0605",
        "not a secret choice",
        "only choices are made in secret together",
        "The block lists `p chooses …`, and `for p in players` around such choices, without `until`.",
        """\
phase pass_cards
    in secret together
        for p in players
            add 1 to p.points
            p chooses
                "pass {c}" for c in p.hand
                    move c to p.left.hand
""",
        """\
phase pass_cards
    in secret together
        for p in players
            p chooses
                "pass {c}" for c in p.hand
                    move c to p.left.hand
""",
    ),
    Code(
        "E0606",
        "partners need an even table",
        "partners sit opposite, so the number of players must be even and at least 4",
        "With an odd number somebody has nobody opposite.",
        "players 3..4, partners opposite\n",
        "players 4, partners opposite\n",
    ),
    Code(
        "E0607",
        "in a circle",
        "`{name}` needs itself: {chain}",
        "No define and no phase is, even by way of others, part of itself. What happens again and again is a `repeat`.",
        """\
define worth(p: player) means p.points + rest(p)
define rest(p: player) means 1 if p.points > 3 otherwise worth(p)
phase bonus
    add worth(dealer) to dealer.points
""",
        """\
define worth(p: player) means p.points + rest(p)
define rest(p: player) means 1 if p.points > 3 otherwise 0
phase bonus
    add worth(dealer) to dealer.points
""",
    ),
    Code(
        "E0608",
        "no end",
        "no rule ends this game: there is no `game over` that can be reached",
        "A game ends with `game over, won by …`.",
        """\
main
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    repeat
        add 1 to points of each player
        dealer chooses
            "on"
            "one more"
        set dealer to dealer.left
        if highest points < 0: stop
""",
        """\
main
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    repeat until highest points > 10
        dealer chooses
            "on"
            "one more"
                add 1 to dealer.points
        set dealer to dealer.left
    game over, won by the player with highest points
""",
    ),
    Code(
        "W0609",
        "phase never played",
        "the {what} `{name}` is never played",
        "No line plays it: a line with its name is missing somewhere, or it should go.",
        """\
phase bonus
    add 1 to points of each player
main
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    game over, won by the player with highest points
""",
        """\
phase bonus
    add 1 to points of each player
main
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    bonus
    game over, won by the player with highest points
""",
    ),
    Code(
        "E0610",
        "chance where nothing is done",
        "nothing can be drawn by chance here",
        "Chance decides once, where something is done: `let p be a random player`. In a define, a condition of a choice"
        " or an invariant it would come out differently each time it is looked at.",
        """\
define lucky means a random player
phase bonus
    add 1 to lucky.points
""",
        """\
phase bonus
    let lucky be a random player
    add 1 to lucky.points
""",
    ),
    Code(
        "E0615",
        "gained since when",
        "{what}",
        "What was gained is counted from the beginning of a phase to its end. So it is said in an `after` of that phase,"
        " of a number that is remembered.",
        """\
always total points gained = 4
phase bonus
    add 1 to points of each player
""",
        """\
after bonus: total points gained = 4
phase bonus
    add 1 to points of each player
""",
    ),
    Code(
        "E0611",
        "until nothing changes",
        "nothing in this `{what}` changes what `until` looks at",
        "A loop that goes on until something is so must do something about it, or it never ends.",
        """\
phase bonus
    repeat until dealer.points > 10
        move top of stock to turned
""",
        """\
phase bonus
    repeat until dealer.points > 10
        move top of stock to turned
        add 1 to dealer.points
""",
    ),
    Code(
        "E0612",
        "no answer",
        "nothing can be chosen here {when}",
        "Whoever is asked has at least one answer. Under these options, whatever else is the case, no answer of this"
        " question is offered.",
        """\
option stuck: yes or no = no "must the dealer call"
option folding: yes or no = no "may the dealer fold"
phase ask
    dealer chooses
        "call" if stuck
            add 1 to dealer.points
        "fold" if folding
""",
        """\
option stuck: yes or no = no "must the dealer call"
phase ask
    dealer chooses
        "call"
            add 1 to dealer.points
        "fold" if not stuck
""",
    ),
    Code(
        "W0613",
        "main runs out",
        "the game may come here without `game over`",
        "Behind the last line of `main` there is nothing: coming there without `game over` is an error of the rules.",
        """\
main
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    add 1 to points of each player
    if highest points > 0: game over, won by the player with highest points
""",
        """\
main
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    add 1 to points of each player
    game over, won by the player with highest points
""",
    ),
    Code(
        "E0614",
        "until what never comes",
        "this never holds, so the `{what}` never ends",
        "Whatever happens in play, the numbers and names this condition looks at cannot make it true, and nothing in the"
        " loop leaves it.",
        """\
remember
    round: 0..3
phase rounds
    set round to 0
    repeat until round > 3
        set round to smaller(round + 1, 3)
""",
        """\
remember
    round: 0..3
phase rounds
    set round to 0
    repeat until round = 3
        set round to smaller(round + 1, 3)
""",
    ),
    Code(
        "W0617",
        "begins with whoever comes last",
        "play goes counterclockwise, so whoever sits to the left of `{name}` comes last",
        "`left` and `right` are the neighbours as they sit; `next` is whoever comes next in the direction of play.",
        """\
players 2..4, counterclockwise
phase deal_hand
    shuffle every card into stock
    deal 3 from stock to hand of each player from dealer.left
""",
        """\
players 2..4, counterclockwise
phase deal_hand
    shuffle every card into stock
    deal 3 from stock to hand of each player from dealer.next
""",
    ),
)
