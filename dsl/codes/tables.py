"""Codes 07: tables."""

from __future__ import annotations

from .base import Code

TABLES: tuple[Code, ...] = (
    Code(
        "E0701",
        "no otherwise",
        "`{name}` does not say what holds when no row does",
        "In a define, the first row whose condition holds counts. The last row is `otherwise -> …`.",
        """\
define worth(c: card) means
    c.rank = A -> 11
    c.rank = K -> 4
phase score
    for p in players: add highest worth of p.hand to p.points
""",
        """\
define worth(c: card) means
    c.rank = A -> 11
    c.rank = K -> 4
    otherwise -> 0
phase score
    for p in players: add highest worth of p.hand to p.points
""",
    ),
    Code(
        "E0702",
        "case left out",
        "no row of `{name}` applies to: `{case}`",
        "In every case, exactly one row of a table must apply. Hoyle looks through all cases that its conditions can"
        " distinguish: the values of options and ranges, yes and no, players who are the same or not. It shows a"
        " case that no row covers. `otherwise` covers all cases that are left.",
        """\
option floor: yes or no = no "may no score fall below zero"
table pay
    highest points > 10 -> nothing
    highest points < 10 and floor -> add 1 to points of each player
    highest points < 10 and not floor -> add 2 to points of each player
""",
        """\
option floor: yes or no = no "may no score fall below zero"
table pay
    highest points >= 10 -> nothing
    highest points < 10 and floor -> add 1 to points of each player
    highest points < 10 and not floor -> add 2 to points of each player
""",
    ),
    Code(
        "E0703",
        "case covered twice",
        "two rows of `{name}` apply to: `{case}`",
        "The rows of a table exclude each other, so their order does not matter and a reader need not compare them."
        " Add to one of the two rows that the other does not hold. Perhaps the two conditions can never hold"
        " together, but for a reason that the table does not show. Then the case still counts as possible, because a"
        " reader would have to know the reason, too.",
        """\
table pay
    dealer.points > 5 -> nothing
    dealer.points < 8 -> add 1 to dealer.points
""",
        """\
table pay
    dealer.points > 5 -> nothing
    dealer.points <= 5 -> add 1 to dealer.points
""",
    ),
    Code(
        "W0704",
        "row that never applies",
        "this row never applies",
        "Its condition can never hold, or the rows above it cover all its cases.",
        """\
define pay(p: player) means
    p.points > 5 -> 0
    p.points > 8 -> 1
    otherwise -> 2
phase score
    for p in players: add pay(p) to p.points
""",
        """\
define pay(p: player) means
    p.points > 8 -> 1
    p.points > 5 -> 0
    otherwise -> 2
phase score
    for p in players: add pay(p) to p.points
""",
    ),
    Code(
        "W0705",
        "table with too many cases",
        "`{name}` has too many cases to look through: Hoyle cannot tell whether its rows fit together",
        "Hoyle looks through the conditions of a table case by case, up to a limit. Split the table in two, or"
        " compare with a remembered value.",
        """\
table pay(p: player)
    let na be p.points + p.left.points
    let nb be na + na
    let nc be nb + nb
    let nd be nc + nc
    let ne be nd + nd
    let nf be ne + ne
    let ng be nf + nf
    let nh be ng + ng
    let ni be nh + nh
    ni > 1000 -> nothing
    ni <= 1000 -> add 1 to p.points
phase score
    for p in players: pay(p)
""",
        """\
table pay(p: player)
    let na be p.points + p.left.points
    256 * na > 1000 -> nothing
    256 * na <= 1000 -> add 1 to p.points
phase score
    for p in players: pay(p)
""",
    ),
    Code(
        "E0706",
        "always beside other rows",
        "`always` gives a value besides the others, and there can be only one",
        "In a define, and in a table that gives a value, one row counts. Use `otherwise` for all cases that are left.",
        """\
table pay(p: player): number
    p.points > 5 -> 0
    p.points <= 5 -> 1
    always -> 2
phase score
    for p in players: add pay(p) to p.points
""",
        """\
table pay(p: player): number
    p.points > 5 -> 0
    otherwise -> 1
phase score
    for p in players: add pay(p) to p.points
""",
    ),
)
