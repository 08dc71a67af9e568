"""Small games of tricks that count in many ways: what the kernel finds of their positions, and why it does not take others.

What is found is held against exhaustive play where that is short, and kept as text, with the reason of each refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from hoyle.interpreter.engine import State
from hoyle.interpreter.program import Program
from hoyle.interpreter.search.exact import Solution
from hoyle.interpreter.search.solve import Solver
from hoyle.interpreter.text.parse import Words

from ....brute import BruteForce, TreeTooLarge
from ....golden import same_as_file
from ....small_tricks import program_of
from .test_tricks import by_kernel, positions

GOLDEN = Path(__file__).with_name("golden")
TEXT = """game "Few Tricks"
language 1
players {players}
deck 9 10 J Q K A{deck}
values pips of each card
    9: 0
    10 A: 10..11
    otherwise: 3
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each {side}: face down
remember
    dealer, maker: player
    trump: suit or none
    stake: 1..4
    level: 0..5
    open_now: yes or no
    royal: player or none
    tricks of each {side}: 0..4
    points of each {side}: number
ranking
    trump: J A K Q 10 9
    any other suit: A K Q J 10 9
main
    set dealer to a random player
    set maker to a random player
    set trump to a random suit
    set stake to a random number in 1..3
    set level to a random number in 1..3
    shuffle every card into stock
    deal 4 from stock to hand of each player from dealer.left
    let leader be dealer.left
    repeat 4 times{until}
        play trick from hand to trick, led by leader, {clauses}
        {counted}
        move trick to leader{dot}.won
        add 1 to leader{dot}.tricks
    {settled}
    game over, won by the {side} with {best} points
"""
PLAIN = {
    "players": "4, partners opposite", "deck": "", "side": "team", "dot": ".team", "until": "",
    "clauses": "following suit, taken by leader", "counted": "add 1 to leader.team.points", "settled": "nothing",
    "best": "highest",
}  # fmt: skip
ALONE = {"players": "3", "side": "player", "dot": "", "counted": "add 1 to leader.points"}
GAMES: dict[str, dict[str, str]] = {
    "plain": {},
    "no trumps": {"settled": "nothing\n    if stake > 9: set trump to none"},
    "pips": {"counted": "add total pips of trick to leader.team.points"},
    "pips at the end": {"counted": "nothing", "settled": "for t in teams: add total pips of t.won to t.points"},
    "kings": {"counted": "add 2 * (number of c in trick where c.rank = K) to leader.team.points"},
    "lowest": {"best": "lowest"},
    "alone": ALONE,
    "alone with pips": ALONE | {"counted": "add total pips of trick to leader.points"},
    "fewest alone": ALONE | {"best": "lowest", "players": "4"},
    "bid": {"counted": "nothing", "settled": "if maker.team.tricks >= level: add level * stake to maker.team.points\n"
            "    otherwise: subtract stake from maker.team.points"},
    "exactly": ALONE | {"counted": "nothing", "settled": "for p in players where p.tricks = level: add 5 + level to p.points"},
    "soloist": ALONE | {"counted": "nothing", "settled": "if total pips of maker.won > 20: add stake to maker.points\n"
            "    otherwise: subtract 2 * stake from maker.points"},
    "over and under": {"counted": "nothing", "settled": "for t in teams where t.tricks > 2: add t.tricks - 2 to t.points"},
    "last trick": {"counted": "if leader.hand is empty: add 10 to leader.team.points"},
    "stopped": {"until": " until highest tricks >= 3"},
    "duty to trump": {"clauses": "played by p\n            following suit\n            if able c where trick is empty or c is a trump\n            taken by leader"},
    "duty to win": {"clauses": "played by p\n            following suit\n            if able c where c beats the winning card so far\n            taken by leader"},
    "partner wins": {"clauses": "played by p\n            following suit\n            if able c where trick is empty or c is a trump or the winner so far = p.partner\n            taken by leader"},
    "free to play": {"clauses": "any card, taken by leader"},
    "jacks any time": {"clauses": "following suit or c where c.rank = J, taken by leader"},
    "royal pair": {"clauses": "following suit, taken by leader\n            after each card c by q\n                if c.suit = trump and c.rank = K: add 20 to q.team.points"},
    "who played the king": {"clauses": "following suit, taken by leader\n            after each card c by q\n                if c = K of hearts: set royal to q", "settled": "if royal is not none: add 3 to royal.team.points"},
    "dummy": {"clauses": "with maker playing for maker.partner, following suit, taken by leader"},
    "open after a club": {"clauses": "following suit, taken by leader", "counted": "if bottom of trick = A of clubs: set open_now to yes\n        if open_now: add 1 to leader.team.points"},
    "lowest takes": {"clauses": "any card, taken by leader with the lowest c by c.pips"},
    "capped": {"counted": "if leader.team.points < 2: add 1 to leader.team.points"},
    "all or nothing": {"counted": "nothing", "settled": "for t in teams where t.tricks = 4: add 10 to t.points\n    for t in teams where t.tricks < 4: add t.tricks to t.points"},
    "before a void": {"clauses": "following suit, taken by leader\n            before each card by q\n                if trick is not empty and no d in q.hand has d.suit = hearts: set open_now to yes", "settled": "if open_now: add 3 to maker.team.points"},
    "before a neighbour": {"clauses": "following suit, taken by leader\n            before each card by q\n                if no d in q.left.hand has d.suit = hearts: set open_now to yes", "settled": "if open_now: add 3 to maker.team.points"},
    "before nothing": {"clauses": "following suit, taken by leader\n            before each card by q\n                if q.hand is empty: set open_now to yes"},
    "after two cards": {"clauses": "following suit, taken by leader\n            after each card c by q\n                if c = A of clubs: set open_now to yes\n                if c = A of hearts and open_now: add 4 to q.team.points"},
    "after a trump": {"clauses": "following suit, taken by leader\n            after each card c by q\n                if c is a trump: add 1 to q.team.points"},
    "two kinds": {"counted": "add total pips of trick to leader.team.points", "settled": "for t in teams where t.tricks > 2: add 10 to t.points"},
    "last and points": {"counted": "add total pips of trick to leader.team.points\n        if leader.hand is empty: add 10 to leader.team.points"},
    "last with the ace": {"counted": "if leader.hand is empty and any c in trick has c = A of spades: add 10 to leader.team.points"},
    "share": {"counted": "nothing", "settled": "for t in teams: add 60 / (t.tricks + 1) to t.points"},
}  # fmt: skip


def game_of(name: str) -> Program:
    """The program of one of the games."""
    text = TEXT.format(**(PLAIN | GAMES[name]))
    if name == "dummy":
        text = text.replace("    let leader be", "    show maker.partner.hand to everyone\n    let leader be")
    return program_of(text)


@pytest.mark.parametrize("name", GAMES)
def test_what_the_kernel_finds(name: str) -> None:
    program = game_of(name)
    solver, brute, words = Solver(program), BruteForce(program), Words(program)
    assert solver.tricks is not None
    lines, compared = list[str](), 0
    for state in islice(positions(program, range(3, 5), 40), 3):
        lines.append(f"takes {solver.tricks.takes(state)}, {solver.tricks.refusal(state)}")
        found = by_kernel(solver, state)
        if found is None:
            continue
        lines += shown(found, words)
        if not compared:
            compared = compare(found, brute, state)
    same_as_file(GOLDEN / f"{name.replace(' ', '_')}.txt", "".join(f"{line}\n" for line in lines))


def shown(found: Solution, words: Words) -> Iterator[str]:
    values = ", ".join(f"{words.card(one.option[1])} {one.value:g}" for one in found.values)
    line = " ".join(f"{words.player(player)}:{words.card(option[1])}" for player, option in found.line)
    yield f"    {words.player(found.player)}: {values}, best {found.best}, worth {found.value:g}; {line}"


def compare(found: Solution, brute: BruteForce, state: State) -> int:
    """Whether exhaustive play is short enough; its values are then those that were found."""
    try:
        expected = brute.values(state.values, 700)
    except TreeTooLarge:
        return 0
    assert [one.value for one in found.values] == expected
    return 1
