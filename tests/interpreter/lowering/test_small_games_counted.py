"""Which cards a score counts: what is recorded before the number changes."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.records import AnyRecord, Assigned, CardsCounted

from ...small_rules import game_of

HEAD = """game "Counted"
language 1
players 2
deck A K Q J 10 9 of clubs hearts
shape pair: 2 cards of one rank
values pips of each card
    A: 11
    10: 10
    otherwise: 2
zones
    stock: face down
    pool: face up
    hand of each player: private
remember
    n: number
    called: face or none
    points of each player: number
define heavy(p: player) means total pips of p.hand
define tens(p: player) means
    any c in p.hand has c.rank = 10 -> 10
    otherwise -> 0
define best(cs: cards) means the highest c in cs by c.pips
define fee(x: number) means 2 * x
main
    gather every card into stock
    deal 4 from stock to hand of each player
    deal 2 from stock to pool
    set called to K of hearts
    one(first_of)
    game over, won by the player with highest points
define first_of means the lowest q in players by q.points
phase one(p: player)
"""
COUNTED = {
    "number of c in p.hand where c.suit = hearts": "Qh Jh 10h 9h",
    "total pips of p.hand": "Qh Jh 10h 9h",
    "total c.pips for c in p.hand where c.rank = 10": "10h",
    "2 * (number of c in p.hand where c.rank in {Q, J})": "Qh Jh",
    "size of p.hand": "Qh Jh 10h 9h",
    "size of (p.hand except pool)": "Qh Jh 10h 9h",
    "3 if any c in p.hand has c.rank = J otherwise 0": "Jh",
    "4 if 10 of hearts in p.hand otherwise 1": "10h",
    "heavy(p)": "Qh Jh 10h 9h",
    "tens(p)": "",
    "fee(size of pool)": "Qc Jc",
    "number of cs in 2 cards of p.hand where cs is a pair": "",
    "number of cs in 2 cards of (p.hand + pool) where cs is a pair": "Qc Jc Qh Jh",
    "highest (total pips of cs) for cs in 2 cards of p.hand": "",
    "7": "",
    "n": "",
    "2 if p.hand is not empty otherwise 0": "",
    "(best(p.hand)).pips": "10h",
}


def test_the_cards_that_a_score_counts() -> None:
    lines = "".join(f"    add ({expression}) to p.points\n" for expression in COUNTED)
    program = lower(game_of(HEAD + lines))
    engine, records = Engine(program), list[AnyRecord]()
    engine.start(seed=1, listener=lambda record, _: records.append(record))
    points = next(number for number, info in enumerate(program.variables) if info.name == "points")
    found: dict[str, str] = {}
    counted: tuple[int, ...] = ()
    for record in records:
        if isinstance(record, CardsCounted):
            counted = record.cards
        if isinstance(record, Assigned) and record.variable == points:
            text = record.span.text.removeprefix("add (").removesuffix(") to p.points")
            faces = [program.faces[program.deck[card]] for card in counted]
            found[text] = " ".join(f"{program.ranks[face.rank]}{program.suits[face.suit][0]}" for face in faces)
            counted = ()
    assert {**found} == {text: cards for text, cards in COUNTED.items() if text in found}
    assert len(found) >= 12


ROUNDS = {
    "for c in p.hand where c.suit = hearts: add 3 to p.points": ["Qh", "Jh", "10h", "9h"],
    "for c in pool, d in p.hand where d.rank = J: add 1 to p.points": ["Qc Jh", "Jc Jh"],
    "for k in 1..2: add k to p.points": ["", ""],
    "for c in pool: add c.pips to p.points": ["Qc", "Jc"],
    "for c in pool: add 2 * (number of d in p.hand where d.rank = c.rank) to p.points": ["Qh", "Jh"],
    "for q in players: add 1 to q.points": ["", ""],
    "for c in p.hand where c.rank = 10: add 1 to n": [],
    "if any c in p.hand has c.rank = 9: add 5 to p.points": ["9h"],
    "if size of pool = 2: add 5 to p.points": ["Qc Jc"],
}
"""Loops and conditions, and which cards each change of the points counts."""


@pytest.mark.parametrize("line", ROUNDS)
def test_the_cards_of_a_round_are_counted(line: str) -> None:
    program = lower(game_of(f"{HEAD}    {line}\n    add 1 to p.points\n    add 1 to n\n"))
    engine, records = Engine(program), list[AnyRecord]()
    engine.start(seed=1, listener=lambda record, _: records.append(record))
    points = next(number for number, info in enumerate(program.variables) if info.name == "points")
    found: list[str] = []
    counted: tuple[int, ...] = ()
    for record in records:
        if isinstance(record, CardsCounted):
            counted = record.cards
        elif isinstance(record, Assigned) and record.variable == points:
            faces = [program.faces[program.deck[card]] for card in counted]
            found.append(" ".join(f"{program.ranks[face.rank]}{program.suits[face.suit][0]}" for face in faces))
            counted = ()
    assert found == [*ROUNDS[line], ""]
