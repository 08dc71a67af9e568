"""Codes 06: flow."""

from __future__ import annotations

from .base import Code

FLOW: tuple[Code, ...] = (
    Code(
        "W0601",
        "never reached",
        "nothing after `{after}` is ever reached",
        "Some statements end a block: `stop`, `start … again`, `game over`, a phase that always ends with one of"
        " these, and a loop without an end. The lines after them in the same block never run.",
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
        "Use `stop` only inside `repeat` or `for`, in the same phase.",
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
        "`stop` would leave only the loop of the last name. Put one `for` inside the other, and put `stop` into the"
        " loop that you want to leave. Or ask for what you want with `any … has`.",
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
        "Nobody would know which values the phase should start with.",
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
        "loop without an end",
        "nothing in this `{what}` can end it",
        "A `repeat` ends with `until`, after a number of rounds, with a `stop` inside it, or with the end of the"
        " game. A loop `around the table` ends with `until` or `stop`.",
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
        "Below `in secret together`, write `p chooses …`, or `for p in players` around such choices, without `until`.",
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
        "With an odd number of players, somebody has no player opposite.",
        "players 3..4, partners opposite\n",
        "players 4, partners opposite\n",
    ),
    Code(
        "E0607",
        "circular definition",
        "`{name}` needs itself: {chain}",
        "No define and no phase may use itself, neither directly nor through others. For something that happens"
        " again and again, use `repeat`.",
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
        "game without an end",
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
        "No line plays it. Perhaps a line with its name is missing. If not, remove it.",
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
        "chance outside a statement",
        "nothing can be drawn by chance here",
        "Chance decides once, in a statement: `let p be a random player`. In a define, in the condition of a choice,"
        " or in an `after` or `always`, the result would be different each time.",
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
        "gained outside an after",
        "{what}",
        "`gained` counts from the beginning of a phase to its end. So use it only in an `after` of that phase, and"
        " only for a remembered number.",
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
        "loop that does not change its condition",
        "nothing in this `{what}` changes what `until` looks at",
        "A loop with `until` must change something that the condition looks at. Otherwise it never ends.",
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
        "question without an answer",
        "nothing can be chosen here {when}",
        "A player who is asked needs at least one answer. With these options, this question never offers one.",
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
        "Nothing comes after the last line of `main`. If the game gets there without `game over`, this is an error"
        " of the rules.",
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
        "condition that never becomes true",
        "this never holds, so the `{what}` never ends",
        "Whatever happens in play, the numbers and names in this condition cannot make it true, and nothing in the"
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
        "loop that begins with the last player",
        "play goes counterclockwise, so whoever sits to the left of `{name}` comes last",
        "`left` and `right` are the neighbours at the table. `next` is the player who comes next in the direction of"
        " play.",
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
