"""Random choices inside a module: the options are counted where possible, otherwise listed.

The draws equal those in Python.
"""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.modules import ModuleSimulation, code_of
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower

RULES = """
game "Test"
language 1
players 2
deck {deck}
zones
    stock: face down
    heap: face down
    hand of each player: private
remember
    score of each player: number
    n: 0..40
main
    gather every card into stock
    shuffle stock
    deal {cards} from stock to hand of each player
    repeat {rounds} times
        for p in players
            set n to (n + 7) mod 11
            p chooses
                {options}
                "pass"
                    add 1 to p.score
    game over, won by the player with highest score
"""
PLAIN, TWICE, THRICE = "2 3 4 5 6 7 8 9", "2 3 4 5 6 7, 2 copies", "2 3 4 5, 3 copies"

# the options of a question; whether the module counts or lists them
CHOICES = {
    "one name": ('"{i}" for i in 1..8', "counted"),
    "a name some of whose values are left out": ('"{i}" for i in 1..8 where i > n', "counted"),
    "a name of a range that changes": ('"{i}" for i in n..n + 4', "counted"),
    "a name of a range that can be below 0": ('"{i}" for i in n - 3..n + 2', "listed"),
    "a name that may not be chosen": ('"{i}" if n > 3 for i in 1..8', "counted"),
    "two names apart": ('"{i} {s}" for i in 1..8, s in suits where i > n', "counted"),
    "two names, each with a condition": ('"{i} {j}" for i in 1..9, j in 2..6 where i > n and j != 4 and n < 7', "counted"),
    "two names and a guard": ('"{i} {j}" if n != 2 for i in 1..9, j in 2..6', "counted"),
    "names that depend on each other": ('"{i} {j}" for i in 1..4, j in 1..5 where i + j = 6', "listed"),
    "a name that runs from another": ('"{i} {j}" for i in 1..4, j in i..5', "listed"),
    "more than are offered": ('"{i} {j} {k}" for i in 0..30, j in 0..30, k in 0..30 where j > n', "counted"),
    "a condition that fails": ('"{i}" for i in 0..3 where 6 / (i + n) > 1', "counted"),
    "a condition that fails where there is something to ask it of": (
        '"{c} {i}" for c in p.hand, i in 0..3 where 6 / (i + n) > 1', "listed",
    ),
    "cards": ('"{c}" for c in p.hand where c.number > n', "counted"),
    "a card and a number": ('"{c} {i}" for c in p.hand, i in 0..3', "counted"),
    "a card of some value and a number": ('"{c} {i}" for c in p.hand, i in 0..3 where c.number > n', "counted"),
    "a player of some score and a number": ('"{q} {i}" for q in players, i in 0..3 where q.score < n', "counted"),
    "some cards": ('"{cs}" for cs in 2 cards of p.hand', "counted"),
    "from none to many cards": ('"{cs}" for cs in 0 or more cards of p.hand', "counted"),
    "cards that are alike, twice": (
        '"{cs}" for cs in 2 cards of p.hand\n                "or {cs}" if n < 5 for cs in 1..3 cards of p.hand', "counted",
    ),
    "cards of which something is asked": ('"{cs}" for cs in 2 cards of p.hand where n < 5', "listed"),
    "more cards than there are": ('"{cs}" for cs in n cards of p.hand', "counted"),
}  # fmt: skip


def program(options, deck=PLAIN, cards=4, rounds=8, moving=""):
    text = RULES.format(options=options + moving, deck=deck, cards=cards, rounds=rounds)
    loaded = load(Source("test.hoyle", text))
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    return lower(loaded.game)


def same(made, games=60):
    """Check that games on both engines have the same sums and faults."""
    players = ("random",) * made.players
    for seed in (1, 2):
        python = Simulation(made, players, seed).runner().run(0, games)
        inside = ModuleSimulation(made, players, seed).runner().run(0, games)
        assert (inside.failure, inside.sums) == (python.failure, python.sums)
    return inside


def listed(made):
    """Return whether the only question is listed before one of its options is drawn."""
    text = code_of(made).module.text
    at = text.index("(func $s0 ")
    return "(call $o0 " in text[at : text.index("\n(func", at + 1)]


@pytest.mark.parametrize("deck", [PLAIN, TWICE], ids=["plain", "twice"])
@pytest.mark.parametrize("name", CHOICES)
def test_random_choices_equal_those_of_the_engine(name, deck):
    options, how = CHOICES[name]
    made = program(options, deck)
    same(made, 6 if "offered" in name else 15)
    assert listed(made) == (how == "listed")


@pytest.mark.parametrize("size", ["1", "2", "0..2", "3 or more", "1..9", "n"])
@pytest.mark.parametrize(("deck", "cards"), [(TWICE, 8), (THRICE, 6), (PLAIN, 4)])
def test_random_combinations_with_identical_cards(deck, cards, size):
    """The cards move to the heap, so there are fewer and fewer combinations."""
    moving = "\n                    move cs to heap"
    made = program(f'"{{cs}}" for cs in {size} cards of p.hand', deck, cards, 5, moving)
    assert same(made, 40).failure is None
    assert not listed(made)
