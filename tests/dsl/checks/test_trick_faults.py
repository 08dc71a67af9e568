"""Mistakes planted in declarations of tricks, decks, combinations and chance: each is found on its line."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

GAME = """game "Planted"
language 1
players 3 or 4 = 4, partners opposite with 4, counterclockwise
deck
    1..21 Sky of trumps
    1 2 3 4 J C Q K of hearts diamonds
    7 8 9 10 J C Q K of spades clubs
shape pair: 2 cards of one rank
values pips of each card
    Sky: 5
    otherwise: 1
zones
    stock: face down
    trick: face up
    pool: face up
    hand of each player: private
    won of each player: face down
remember
    points of each player: number
    leader: player
    called: suit
ranking
    trumps: Sky 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1
    any other suit: K Q C J 10 9 8 7 1 2 3 4
define worth(p: player) means p.points + size of p.won
main
    gather every card into stock
    shuffle stock
    deal 10 from stock to hand of each player
    deal 6 from stock to pool
    set leader to a random player
    set called to a random suit in {hearts, diamonds}
    for p in players from leader
        p chooses
            "take {cs}" for cs in 2 cards of pool where cs is a pair
                move cs to p.won
            "pass on {called}" otherwise
    repeat 10 times
        play trick from hand to trick, led by leader, played by p
            following suit
            if able c where c is a trump or the winner so far = p.partner
            if able c where c beats the winning card so far or p.hand is empty
            taken by leader
        let best be the highest c in trick by the ranking
        if best is not none: add best.pips to leader.points
        add (number of cs in 2 cards of pool where cs is a pair) to leader.points
        move trick to leader.won
    game over, won by the player with highest worth
"""

FAULTS = {
    "somebody else's hand in a duty": ("or p.hand is empty", "or any d in p.left.hand has d.suit = c.suit"),
    "nobody named to play": ("led by leader, played by p", "led by leader"),
    "a phrase that does not exist": ("the winner so far", "the leader so far"),
    "a number compared by the ranking": ("c beats the winning card so far", "c beats 3"),
    "a suit that is no trump": ("c is a trump", "c is a bower"),
    "no ranking at all by that name": ("in trick by the ranking", "in trick by the order"),
    "a card the rows do not list": ("Sky: 5", "Joker: 5"),
    "a rank the ranking forgets": ("trumps: Sky 21", "trumps: 21"),
    "a run of ranks that is none": ("1..21 Sky", "1..J Sky"),
    "partners with three": ("partners opposite with 4", "partners opposite with 3"),
    "chance gives no such thing": ("a random suit in", "a random rank in"),
    "a shape that is not there": ("of pool where cs is a pair) to", "of pool where cs is a triple) to"),
    "a name in a label nobody knows": ("pass on {called}", "pass on {colour}"),
    "the end by something nobody has": ("with highest worth", "with highest worths"),
    "combinations in a loop": ("    for p in players from leader\n", "    for p in 2 cards of pool\n"),
}


def _found(text: str) -> set[int]:
    return {problem.span.line for problem in load(Source("planted", text)).diagnostics}


def test_the_game_without_a_planted_fault_has_no_errors() -> None:
    loaded = load(Source("planted", GAME))
    assert [str(problem) for problem in loaded.diagnostics] == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_on_its_line(name: str) -> None:
    right, wrong = FAULTS[name]
    assert GAME.count(right) == 1
    changed = GAME.replace(right, wrong)
    line = GAME[: GAME.index(right)].count("\n") + 1
    lines = _found(changed)
    assert (
        line in lines
        or (name == "nobody named to play" and line + 2 in lines)
        or (name == "a rank the ranking forgets" and line - 1 in lines)
    )
