"""Wrong lines of six constructs, drawn by lot and written by somebody who had not seen the hints: what is answered.

Of sixty such lines forty were answered well at first sight.  These are the others, with what is said to them now.
"""

from __future__ import annotations

import pytest

import hoyle

GAME = """game "W"
language 1
players 4, partners opposite
deck 7 8 9 10 J Q K A
option low: yes or no = no
{names}
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each team: face down
remember
    dealer: player
    trump: suit or none
    level: 0..9
    points of each team: number
ranking
{ranking}
main
    set dealer to a random player
    shuffle every card into stock
    deal 5 from stock to hand of each player
    set trump to a random suit
{main}
    let leader be dealer.left
    repeat 5 times
        play trick from hand to trick, led by leader, following suit, taken by leader
{trick}
        move trick to leader.team.won
        add 1 to leader.team.points
    if low: add level to dealer.team.points
    game over, won by the team with highest points
"""
RANKING = "    trump: A K Q J 10 9 8 7\n    any other suit: A K Q J 10 9 8 7"
AROUND = "write `play the other way round`"
STANDS_FIRST = "the condition stands first: `trump if low: A K Q J 10 9 8 7`"
EITHER = "write `before each card by p`, or `after each card c by p`"


def answer(place: str, lines: str) -> list[tuple[str, str | None]]:
    """The codes and the help for lines at a place of the game."""
    deep = {"names": 0, "ranking": 4, "main": 4, "trick": 12}[place]
    parts = {"names": "", "ranking": RANKING, "main": "", "trick": ""}
    parts[place] = "\n".join(" " * deep + line for line in lines.split("\n"))
    found = hoyle.check(GAME.format(**parts)).diagnostics
    return [(one.code, one.help) for one in found if one.severity == "error"]


@pytest.mark.parametrize(
    ("place", "lines", "code", "help"),
    [
        (
            "trick",
            "after each card c\n    if c.rank = A: stop",
            "E0602",
            "no trick is left in the middle: remember why",
        ),
        ("trick", "before the first card by p\n    nothing", "E0207", "and below it `if trick is empty`"),
        ("trick", "after the last card\n    nothing", "E0207", "a line of its own after"),
        ("trick", "during the trick\n    nothing", "E0207", EITHER),
        ("names", 'names\n    dealer "giver"', "E0301", "ranks, suits, cards and words of a kind have such names"),
        ("names", 'names\n    spades Q "Black Maria"', "E0207", 'write `Q of spades "Black Maria"`'),
        ("ranking", "trump if stock is empty: A K Q J 10 9 8 7\nany suit: A K Q J 10 9 8 7", "E0521", "as yes or no"),
        ("ranking", "trump: A K Q J 10 9 8 7 if low\nany suit: A K Q J 10 9 8 7", "E0207", STANDS_FIRST),
        ("ranking", "trump: A K Q J 10 9 8 7\notherwise: A K Q J 10 9 8 7", "E0224", "`any other suit: …`"),
        ("main", "set level to random(1, 6)", "E0301", "write `a random number in 1..6`"),
        ("main", "set level to a random 1..6", "E0207", "write `a random number in 1..6`"),
        ("main", "set level to a roll of 6", "E0207", "write `a random number in 1..6`"),
        ("main", "set trump to a random of {hearts, spades}", "E0207", "`a random suit in {hearts, spades}`"),
        ("main", "let c be a random card from stock", "E0207", "write `a random card of stock`"),
        ("main", "if a random yes or no: set level to 1", "E0207", "write `(a random number in 0..1) = 1`"),
        ("main", "if level > the highest c.number for c in trick: nothing", "E0207", "`(highest c.number for …)`"),
        ("main", "reverse", "E0316", AROUND),
        ("main", "set direction to left", "E0301", "the direction is changed by `play the other way round`"),
        ("main", "go the other way round", "E0207", AROUND),
        ("main", "play the other way round if low", "E0207", "write `if low: play the other way round`"),
    ],
)
def test_what_is_answered(place: str, lines: str, code: str, help: str) -> None:
    found = answer(place, lines)
    assert found[0][0] == code
    assert help in (found[0][1] or "")


def test_the_game_around_them_is_right() -> None:
    assert answer("main", "nothing") == []
    assert answer("main", "if (a random number in 0..1) = 1: set level to 1") == []
    assert answer("main", "if low: play the other way round") == []
