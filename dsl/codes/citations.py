"""Codes 09: citations, and comments to the checker."""

from __future__ import annotations

from .base import Code

CITATIONS: tuple[Code, ...] = (
    Code(
        "E0921",
        "source not named",
        "no `source` is called `{name}`",
        "After a `;`, a citation names another document, by the name that its `source` line gives.",
        """\
source rules "rules.txt"
phase bonus
    add 1 to points of each player                                       [11; reprint 8]
""",
        """\
source rules "rules.txt"
source reprint "reprint.txt"
phase bonus
    add 1 to points of each player                                       [11; reprint 8]
""",
    ),
    Code(
        "E0922",
        "lines backwards",
        "{first}-{last} are not lines: they are counted from 1, the first before the last",
        "`[12-14]` means the lines 12, 13 and 14.",
        """\
source rules "rules.txt"
phase bonus
    add 1 to points of each player                                       [14-12]
""",
        """\
source rules "rules.txt"
phase bonus
    add 1 to points of each player                                       [12-14]
""",
    ),
    Code(
        "E0923",
        "source named twice",
        "there are two sources called `{name}`",
        "A citation with this name could mean either source.",
        """\
source rules "rules.txt"
source rules "reprint.txt"
""",
        """\
source rules "rules.txt"
source reprint "reprint.txt"
""",
    ),
    Code(
        "W0924",
        "nothing to cite",
        "lines are cited, and no `source` is named",
        "Without a `source`, nobody can look up the lines. A `source` line names the document.",
        """\
phase bonus
    add 1 to points of each player                                       [11]
""",
        """\
source rules "rules.txt"
phase bonus
    add 1 to points of each player                                       [11]
""",
    ),
    Code(
        "E0925",
        "line outside the document",
        "line {line} of `{name}`, which ends at line {length}",
        "Hoyle has found the document, and it has fewer lines.",
        """\
source rules "rules.txt"                                                 # a document of 20 lines
phase bonus
    add 1 to points of each player                                       [21]
""",
        """\
source rules "rules.txt"                                                 # a document of 20 lines
phase bonus
    add 1 to points of each player                                       [19-20]
""",
    ),
    Code(
        "W0926",
        "empty lines cited",
        "these lines of `{name}` are empty",
        "Hoyle has found the document, and the cited lines are empty. Perhaps lines above or below them are meant.",
        """\
source rules "rules.txt"                                                 # every second line is empty
phase bonus
    add 1 to points of each player                                       [12]
""",
        """\
source rules "rules.txt"                                                 # every second line is empty
phase bonus
    add 1 to points of each player                                       [13]
""",
    ),
    Code(
        "W0927",
        "silenced without a reason",
        "a comment that silences a warning must give a reason",
        "`# allow W0302: read by the score sheet` silences a warning on its line. The reason is for the next person"
        " who reads the rules, and for yourself a year later.",
        """\
option bonus: 1..5 = 2 "points for nothing"
phase score
    add bonus to points of each player
phase extra                              # allow W0609
    add 1 to points of each player
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    score
    game over, won by the player with highest points
""",
        """\
option bonus: 1..5 = 2 "points for nothing"
phase score
    add bonus to points of each player
phase extra                              # allow W0609: for variants
    add 1 to points of each player
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    score
    game over, won by the player with highest points
""",
    ),
    Code(
        "W0928",
        "nothing to silence",
        "this line causes no {code}",
        "The warning that the comment should silence is gone, or it is on another line.",
        """\
phase score
    add 1 to points of each player       # allow W0301: kept for variants
""",
        """\
phase score
    add 1 to points of each player
""",
    ),
    Code(
        "W0929",
        "not to be silenced",
        "`{code}` {why}",
        "A comment can silence only warnings. It names them by their code.",
        """\
phase score
    add 1 to points of each player       # allow E0301: it is fine
""",
        """\
phase score
    add 1 to points of each player
""",
    ),
    Code(
        "W0930",
        "document that cannot be read",
        "the document `{name}` cannot be read: {why}",
        "Hoyle has found the document but cannot look up the cited lines in it. A missing document is not a mistake."
        " But if a document cannot be opened, or is not a text of usual size, something may be wrong.",
        """\
source rules "unreadable.txt"                                            # a file nobody may open
""",
        """\
source rules "rules.txt"
""",
    ),
)
