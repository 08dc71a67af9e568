"""Codes 13: mistakes found by the short run of games that `hoyle check` plays (`interpreter/trial`)."""

from __future__ import annotations

from .base import Code

_HEAD = """\
game "Short"
players 2
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
"""
_MAIN = """\
main
    gather every card into stock
    shuffle stock
    deal 3 from stock to hand of each player
    for p in players: ask(p)
    game over, won by the player with highest points
"""
_ASK = """\
phase ask(p: player)
    p chooses
        "one"
            add 1 to p.points
        "two"
            add 2 to p.points
"""

PLAYED: tuple[Code, ...] = (
    Code(
        "E1301",
        "line that breaks a check",
        "{said}, and {check} {allows}{when}",
        "In a short run of games, a check (`after`, `always`) of the rules failed right after this line. Either the"
        " line is wrong, or the check does not allow for it: a house rule that pays five points breaks a check that"
        " allows one, two and four. A variant removes the check (`remove after …`) and writes another one.",
        _HEAD + _MAIN + _ASK + "after ask: total points gained in {1}\n",
        _HEAD + _MAIN + _ASK + "after ask: total points gained in {1, 2}\n",
    ),
    Code(
        "E1302",
        "check that fails in play",
        "{what} did not hold in a short run of games{when}",
        "With a check (`after`, `always`) the author says what must hold. In a short run of games, this check did"
        " not hold.",
        _HEAD + _MAIN + _ASK + "after ask: size of stock = 24\n",
        _HEAD + _MAIN + _ASK + "after ask: size of stock = 18\n",
    ),
    Code(
        "E1303",
        "rules that stop in play",
        "a short run of games stopped here{when}: {what}",
        "In a short run of games, the rules reached a point where they could not continue: a number left its range,"
        " a pile had too few cards, or there was nothing to choose.",
        _HEAD + _MAIN + '''\
phase ask(p: player)
    p chooses
        "lay {c}" for c in p.hand where c.rank = 9
            add 1 to p.points
''',
        _HEAD + _MAIN + '''\
phase ask(p: player)
    p chooses
        "lay {c}" for c in p.hand where c.rank = 9
            add 1 to p.points
        "pass"
''',
    ),
    Code(
        "E1304",
        "defaults that do not go together",
        "with every option at its default the game cannot be played: {why}",
        "A `require` forbids the game that is played if nobody sets an option. Change a default, or change the"
        " `require`.",
        _HEAD + 'option nil: 50..200 = 100 "points for a nil"\nrequire nil > 200 "a nil is dear"\n' + _MAIN
        + _ASK.replace("add 2", "add nil"),
        _HEAD + 'option nil: 50..200 = 100 "points for a nil"\nrequire nil > 60 "a nil is dear"\n' + _MAIN
        + _ASK.replace("add 2", "add nil"),
    ),
    Code(
        "E1305",
        "game over before anybody is asked",
        "in a short run of games every game was over before anybody had to choose",
        "Often the condition after `until` already holds when the loop begins: a minus sign is missing, or a target"
        " is 0.",
        _HEAD + _MAIN.replace("    for p in players: ask(p)\n",
                              "    repeat until lowest points <= 20\n        for p in players: ask(p)\n") + _ASK,
        _HEAD + _MAIN.replace("    for p in players: ask(p)\n",
                              "    repeat until lowest points >= 20\n        for p in players: ask(p)\n") + _ASK,
    ),
)  # fmt: skip
