"""The modules of more small games, function by function, as in `test_small_games.py`: of ranks that are asked for, of
piles that lie open, of numbers written on the table, of a deck of many packs, and of suits that are named as trumps.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.batch.modules import ModuleSimulation
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.search.sides import watch_of
from hoyle.interpreter.wasm import Module

from ...golden import same_as_file
from ...small_rules import game_of, small_rules
from .test_small_games import functions_of

GOLDEN = Path(__file__).with_name("golden")
ASKING = """game "Asking"
language 1
players 3
deck 7 8 9 J Q K A
zones
    stock: face down
    pile: face up
    up of each player: face up
    shown of each player: face up
    hand of each player: private
    won of each player: face down
remember
    low, high: 0..12
    wide: number
    last: card or none
    asked: rank or none
    closed: suits
    seats: players
    held: cards
    short of each player: suits
    lead: face or none
    points of each player: number
main
    shuffle every card into stock
    deal 4 from stock to hand of each player
    deal 2 from stock to up of each player
    move top of stock to pile
    move top of stock to pile
    for p in players
        p chooses
            "ask {q} for {r}" for q in players except p, r in ranks where any c in p.hand has c.rank = r
                set asked to r
                for c in q.hand where c.rank = r: move c to p.shown
            "lay {c}" for c in p.hand where c.rank = (top of pile).rank or c.suit = (top of pile).suit
                set last to c
                set held to held + p.hand
                move c to pile
            "lay {c} on {q}" for c in p.hand, q in players where q.up is not empty
                move c to q.up
            "{n} of {s}" for n in low..high, s in suits except closed
                set closed to closed + s
                set high to larger(n, 3)
            "two {cs}" for cs in 2 cards of p.hand
                move cs to p.won
            "name {f}" for f in faces where f.rank in {J, Q}
                set lead to f
                set seats to seats + p
            "pass" if wide > 3
                add 12 / (wide + 1) to p.points
    for c in held where c in held: add 1 to wide
    for n in low..smaller(high, 9): add n to wide
    for q in players where q in seats: add (number of c in held, d in q.hand where c.rank = d.rank) to q.points
    set last to the highest c in q_cards by c.number
    set seats to seats + first_of
    game over, won by the player with highest points
define first_of means first p in players where p.hand is not empty
define q_cards means pile
written on the table
    "low {low}"
    "high {high}" if high > 0
    "asked {asked}" if asked is not none
"""
PACKS = """game "Packs"
language 1
players 4, partners opposite
deck 2 3 4 5 6 7 8 9 10 J Q K A, packs copies, 2 jokers
define packs means 2
values worth of each card
    joker: 50
    2: 20
    3..9: 5
    otherwise: 10
zones
    stock: face down
    pile: face up
    hand of each player: private
    laid of each team: face up
remember
    held: cards
    n: 0..200
    seen: card or none
    points of each team: number
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    move top of stock to pile
    repeat at most 2 times until n > 150
        for p in players
            p chooses
                "draw"
                    move top of stock to p.hand
                "take {cs}" for cs in 1..2 cards of pile
                    move cs to p.hand
                "lay {cs}" for cs in 2 cards of p.hand where total worth of cs > 15
                    move cs to p.team.laid
            p chooses
                "throw {c}" for c in p.hand where c is not joker and c.rank != 2
                    set seen to c
                    move c to pile
                "keep" if size of p.hand < 6
                    set held to p.hand except seen
                    set n to number of c in held, d in pile where c.worth > d.worth and c.suit = d.suit
    otherwise: add 1 to n
    set held to held + pile
    set n to number of c in held where c in pile and c.worth in 10..20
    for t in teams: add total worth of t.laid to t.points
    for c in top 3 of stock where c.suit = hearts: move c to pile
    set seen to bottom of pile
    game over, won by the team with highest points, otherwise shared
"""
NAMED = """game "Named"
language 1
players 4, partners opposite
deck 9 J Q K A
kind strain: suit or no_trump
values power of each strain
    clubs: 1
    no_trump: 3
    otherwise: 2
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each team: face down
remember
    strain_named: strain or none
    dealer, leader: player
    doubled: 1..4
    tricks of each team: 0..5
    said of each player: 0..3
    points of each team: number
ranking
    strain_named: J 9 A K Q
    any other suit: A K Q J 9
main
    set dealer to a random player
    repeat until highest points >= 6
        gather every card into stock
        shuffle stock
        set strain_named to none
        set doubled to 1
        deal 5 from stock to hand of each player from dealer.left
        for p in players from dealer.left until strain_named is not none
            p chooses
                "pass"
                    set p.said to 1
                "{s}" for s in strains
                    set strain_named to s
                    set leader to p
                "double" if doubled < 4
                    set doubled to doubled * 2
        set leader to dealer.left
        repeat 5 times
            play trick from hand to trick, led by leader, played by p
                following suit
                if able c where trick is empty or c beats the winning card so far
                taken by leader
                after each card c by q
                    if c.rank = A: set q.said to 3
            move trick to leader.team.won
            add 1 to leader.team.tricks
        for t in teams where t.tricks > 2
            add doubled * (strain_named.power if strain_named is not none otherwise 1) to t.points
        set tricks of each team to 0
        set dealer to dealer.left
    game over, won by the team with highest points, then lowest tricks, otherwise shared
"""
GAMES = {"asking": ASKING, "packs": PACKS, "named": NAMED}
KINDS: dict[str, dict[str, bool]] = {
    "plain": {},
    "inlining": {"inlining": True},
    "recording": {"stepwise": True, "recording": True},
    "searching": {"searching": True},
    "learning": {"learning": True},
    "rating": {"rating": True, "stepwise": True},
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES)
def test_a_small_game_of_asking_is_written_as_a_module(name: str, kind: str) -> None:
    program = lower(game_of(GAMES[name]))
    found = functions_of(Module(program, watch_of(program), **KINDS[kind]).text)
    plain = [] if kind == "plain" else (GOLDEN / f"{name}_plain.txt").read_text(encoding="utf-8").splitlines()
    same_as_file(GOLDEN / f"{name}_{kind}.txt", "".join(f"{line}\n" for line in found if line not in plain))


@pytest.mark.parametrize("name", GAMES)
def test_the_module_plays_as_the_engine_does(name: str) -> None:
    """So what is kept of it is right."""
    program = lower(game_of(GAMES[name]))
    names = ("random",) * program.players
    slow, fast = Simulation(program, names, 3).runner(), ModuleSimulation(program, names, 3).runner()
    one, other = slow.run(0, 8), fast.run(0, 8)
    assert (one.count, one.failure) == (8, None) == (other.count, other.failure)
    assert one.sums == other.sums


@pytest.mark.parametrize(("low", "high"), [(0, 61), (0, 62), (0, 63), (1, 64), (1, 100), (900, 1000)])
def test_numbers_are_drawn_of_more_than_there_are_cards(low: int, high: int) -> None:
    """A set of them takes more words than one of the cards."""
    program = lower(game_of(small_rules(players="3", act=f"set p.points to a random number in {low}..{high}")))
    names = ("random",) * 3
    slow, fast = Simulation(program, names, 5).runner(), ModuleSimulation(program, names, 5).runner()
    one, other = slow.run(0, 12), fast.run(0, 12)
    assert one.failure is None
    assert one.sums == other.sums
    found = {value for final in one.sums.final for value in final}
    assert low <= min(found) < max(found) <= high
