"""Random suits, ranks, numbers, values of a kind and members of a set, and the facts about them in a script."""

from __future__ import annotations

from collections import Counter

import pytest

from hoyle.interpreter.engine import Fault
from hoyle.interpreter.records import Drawn

DRAW = """
set got_suit to a random suit
set got_rank to a random rank
set got_red to a random suit in {diamonds, hearts}
set n to a random number in low .. low + 2
set fixed to a random number in 3..3
set way to a random mood
set p to a random player in players except first_one
set best to a random card in stock
"""
REMEMBER = """
    got_suit, got_red: suit or none
    got_rank: rank
    n, fixed, low: number
    way: mood
    p, first_one: player
    best: card or none
"""
KIND = "kind mood: bold or careful or sly\n"


def test_every_possible_random_value_occurs_and_no_other(play, seat) -> None:
    found: dict[str, Counter[int]] = {}
    made = play("set low to 4\n" + DRAW, more=KIND, remember=REMEMBER).program
    for seed in range(60):
        table = seat(made, seed)
        for name in ("got_suit", "got_rank", "got_red", "n", "fixed", "way", "p"):
            found.setdefault(name, Counter())[table.var(name)] += 1
    assert {name: {*values} for name, values in found.items()} == {
        "got_suit": {0, 1, 2, 3},
        "got_rank": {*range(13)},
        "got_red": {1, 2},
        "n": {4, 5, 6},
        "fixed": {3},
        "way": {0, 1, 2},
        "p": {1, 2, 3},
    }


def test_chance_is_asked_for_each_value_with_its_type(play, seat) -> None:
    class Script:
        def random_value(self, purpose: str, type: object, candidates: tuple[int, ...]) -> int:
            asked.append((purpose, str(type)))
            return candidates[-1]

        def player(self, purpose: str, candidates: tuple[int, ...]) -> int:
            return candidates[-1]

        def card(self, *_: object) -> None:
            return None

    asked: list[tuple[str, str]] = []
    table = seat(play(DRAW, more=KIND, remember=REMEMBER).program, 1, Script())
    assert [purpose for purpose, _ in asked] == ["got_suit", "got_rank", "got_red", "n", "fixed", "way"]
    assert (table.var("got_suit"), table.var("n"), table.var("way"), table.var("p")) == (3, 2, 2, 3)
    drawn = [record for record in table.records if isinstance(record, Drawn)]
    assert [record.what for record in drawn].count("value") == 6


def test_a_random_number_from_an_empty_range_is_a_fault(play) -> None:
    with pytest.raises(Fault):
        play("set low to 2000\nset n to a random number in 0..low\n", remember=REMEMBER, more=KIND)
