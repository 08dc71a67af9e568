"""Fixtures for the tests of batches and players: small games, and the shipped rulesets as programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import maker
from hoyle.interpreter.program import Program

# Each deal is one trick of five cards.  The side with the most tricks in ten deals wins.
SMALL = """
game "Small"
language 1
players 4, partners opposite
deck 9 10 J Q K A
option worth: 1 or 2 or 3 = 1 "points for a deal" if first_to > 0
    1 "one point"
    2 "two points"
    3 "three points"
option first_to: 1..20 = 5 "points that win the game"
option shows: yes or no = no "may a player declare <b>hearts</b>"
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each team: face down
remember
    dealer: player
    trump: suit
    tricks of each team: 0..5
    points of each team: number
ranking
    trump: A K Q J 10 9
    any other suit: A K Q J 10 9
main
    set dealer to a random player
    repeat until highest points >= first_to
        deal_hands
        name_trump
        play_hands
        score
        set dealer to dealer.left
    game over, won by the team with highest points
phase deal_hands
    gather every card into stock
    shuffle stock
    set tricks of each team to 0
    deal 5 from stock to hand of each player from dealer.left
phase name_trump
    dealer.left chooses
        "trump {s}" for s in suits
            set trump to s
        "declare hearts" if shows
            set trump to hearts
phase play_hands
    let leader be dealer.left
    repeat 5 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to winner.team.won
        add 1 to winner.team.tricks
        set leader to winner
table score
    let t be dealer.team
    t.tricks >= 3 -> add worth to t.points
    t.tricks < 3 -> add worth to t.opponents.points
"""


@pytest.fixture(scope="session")
def small_text() -> str:
    """The rules of a small game with bidding, tricks and options."""
    return SMALL


@pytest.fixture(scope="session")
def program() -> Callable[..., Program]:
    """Return `program(text or name, **options)`, which lowers rules to a program."""

    def made(rules: str = SMALL, **options: str | int | bool) -> Program:
        loaded = load(Source("test", rules) if "\n" in rules else rules)
        assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
        return lower(loaded.game, options)

    return made


@pytest.fixture(scope="session")
def playout() -> Callable[..., Playout]:
    """Return `playout(program, names, seed=…, paired=…)`.  The seats take the player names in turn."""

    def made(program: Program, names: Sequence[str] = ("random",), seed: int = 0, *, paired: bool = False) -> Playout:
        makers = [maker(names[seat % len(names)]) for seat in range(program.players)]
        return Playout(program, makers, seed, paired=paired)

    return made
