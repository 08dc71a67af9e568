"""How often every choice was made, counted in the background."""

from __future__ import annotations

from collections import Counter

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.lowering import lower
from hoyle.language_server.counting import _result, _simulation, games_in_parts

RULES = """game "Numbers"
language 1
players 2
deck 7 8 9
zones
    stock: face down
remember
    score of each player: number
main
    gather every card into stock
    repeat 5 times
        for p in players
            p chooses
                "take {n}" for n in 1..4
                    add n to p.score
                "nothing"
    game over, won by the player with highest score, otherwise shared
"""


def test_all_values_of_a_choice_are_counted_together() -> None:
    game = load(Source("numbers.hoyle", RULES)).game
    assert game is not None
    program = lower(game)
    work, _ = _simulation(program)
    *_, (sums, done) = games_in_parts(work, 60)
    assert done == 60
    (chosen,) = sums.chosen
    assert len({key for key in chosen if key[0] == 0}) > 1, "one kind of choice was made with several values"
    wanted = Counter[int]()
    for choice, count in chosen.items():
        wanted[choice[0]] += count
    found = {place[1]: place[3] for place in _result(program, sums, done, 60)["places"] if place[2] == "choice"}
    assert sorted(found.values()) == sorted(wanted.values())
    assert sum(found.values()) == 60 * 10
