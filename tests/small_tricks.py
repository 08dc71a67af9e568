"""A small game of tricks for tests: four players in pairs, twelve cards, a trump that is bid for, two tricks a deal."""

from __future__ import annotations

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program

from .small_rules import game_of


def small_tricks(
    *,
    bidding: str = "",
    play: str = "",
    score: str = "add 1 to winner.team.points",
    until: int = 3,
    best: str = "highest",
) -> str:
    """The text of the game.  `bidding` and `play`: what is asked before the trump is named, and before the tricks are
    played; `score`: what a trick brings; `until`: the points that end the game,
    which the team with the `best` points wins.
    """
    return f"""game "Small Tricks"
language 1
players 4, partners opposite
deck Q K A
zones
    stock: face down
    trick: face up
    floor: face up
    hand of each player: private
    won of each team: face down
remember
    trump: suit or none
    maker: player or none
    points of each team: number
ranking
    trump: A K Q
    any other suit: A K Q
main
    repeat until highest points >= {until}
        gather every card into stock
        set trump to none
        set maker to none
        shuffle stock
        deal 2 from stock to hand of each player
        move stock to floor
{bidding}
        for p in players until trump is not none
            p chooses
                "pass"
                "{{s}}" for s in suits
                    set trump to s
                    set maker to p
{play}
        let leader be a random player
        repeat 2 times
            play trick from hand to trick, led by leader, following suit, taken by winner
            move trick to winner.team.won
            {score}
            set leader to winner
    game over, won by the team with {best} points, otherwise shared
"""


def program_of(text: str) -> Program:
    """The program of a text without errors."""
    return lower(game_of(text))
