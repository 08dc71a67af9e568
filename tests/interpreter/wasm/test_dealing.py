"""Dealing inside a module, in packets and card by card, from decks of every size: the same as in Python."""

from __future__ import annotations

import re

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.modules import ModuleSimulation, code_of
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program

RULES = """
game "Test"
language 1
players 3
deck {ranks} of {suits}
zones
    stock: face down
    turned: face up
    buried: face down
    hand of each player: private
remember
    leader: player
    alone: player or none
    score of each player: number
define away means every p in players where alone is not none and p = alone.left
main
    repeat 3 times
        gather every card into stock
        shuffle stock
        set leader to a random player
        set alone to none
        if leader.score mod 2 = 0: set alone to leader
        deal {packets} from stock to hand of each player from leader
        deal {packets} from stock to hand of each player from leader.left
        deal 1 from stock to turned
        deal at most {more} from stock to hand of each player
        for p in players
            if p in away: add 7 to p.score
            show turned to p
            p chooses
                "bury {{c}}" for c in p.hand
                    move c to buried
                    show c to p
                    add c.number to p.score
            p chooses
                "keep {{c}}" for c in p.hand
                    add c.number to p.score
        move turned to buried
        add size of buried to leader.score
    game over, won by the player with highest score
"""
SUITS = ("clubs", "diamonds", "hearts", "spades")


def rules(ranks: int, suits: int, packets: str, more: int, text: str = RULES) -> Program:
    names = " ".join(map(str, range(2, ranks + 2)))
    text = text.format(ranks=names, suits=" ".join(SUITS[:suits]), packets=packets, more=more)
    loaded = load(Source("test.hoyle", text))
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    return lower(loaded.game)


@pytest.mark.parametrize(
    ("ranks", "suits", "packets", "more"),
    [
        (13, 1, "2, 2, 2", 1), (4, 4, "2, 1, 3", 2), (5, 4, "1, 3, 2", 3), (8, 4, "3, 3, 2", 1), (9, 4, "2, 3, 4", 9),
        (12, 4, "6, 7, 8", 1), (13, 4, "8, 8, 8", 2), (15, 4, "9, 9, 9", 3), (4, 2, "1, 1, 1", 1), (7, 1, "1, 1, 1", 1),
        (7, 1, "1, 1, 1", 0),
    ],
)  # fmt: skip
def test_cards_are_dealt_as_in_python(ranks: int, suits: int, packets: str, more: int) -> None:
    """Also if there are too few cards or none."""
    made = rules(ranks, suits, packets, more)
    players = ("random",) * made.players
    python = Simulation(made, players, 1).runner().run(0, 12)
    inside = ModuleSimulation(made, players, 1).runner().run(0, 12)
    assert (inside.failure, inside.sums) == (python.failure, python.sums)


def test_packets_are_drawn_by_one_call() -> None:
    """One call draws seventeen cards: the packets of both rounds and the card turned up."""
    text = code_of(rules(8, 4, "3, 3, 2", 1)).module.text
    assert re.search(r"\(drop \(call \$straight\d+ \(i32.const 17\)\)\)", text)


def test_few_draws_from_the_whole_deck_are_written_one_by_one_and_many_in_a_loop() -> None:
    assert "(call $packets" in code_of(rules(8, 4, "3, 3, 2", 1)).module.text
    assert "(call $packets" not in code_of(rules(13, 4, "8, 8, 8", 2)).module.text


def test_a_deal_of_one_card_more_than_the_stock_has_is_a_fault() -> None:
    """At this deal the stock has 5 of 24 cards."""
    text = RULES.replace(
        "at most {more} from stock to hand of each player", "size of stock + 1 from stock to leader.hand"
    )
    made = rules(8, 3, "3, 3, 3", 0, text)
    python = Simulation(made, ("random",) * 3, 1).runner().run(0, 1)
    inside = ModuleSimulation(made, ("random",) * 3, 1).runner().run(0, 1)
    assert inside.failure == python.failure
    assert inside.failure is not None
    assert "6 to be dealt" in inside.failure.message
