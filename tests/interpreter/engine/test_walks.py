"""Walks that nobody looks at on the way: what they keep to themselves comes to the same as block by block."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Dice, Engine, Fault
from hoyle.interpreter.program import OVER, PC


def walked(program, seed, looks, most=200):
    """A game by chance, looked at one time in so many (0: only at its end); what was chosen, and where it led."""
    engine, dice, chosen = Engine(program), Dice(seed), []
    walk = engine.walk(seed=seed)
    options = walk.options
    while options and len(chosen) < most:
        chosen.append(options[dice.below(len(options))])
        options = walk.take(options.index(chosen[-1]))
        if looks and dice.below(looks) == 0:
            walk.state()
    return engine, chosen, walk.state()


def by_blocks(engine, seed, chosen):
    """The same game, one answer after the other."""
    state = engine.start(seed=seed)
    for option in chosen:
        assert engine.legal(state.values, option)
        engine.take(state.values, ~state.values[PC], option)
    return state


@pytest.mark.parametrize("looks", [0, 3])
def test_every_game_ends_as_it_does_block_by_block(games, looks) -> None:
    for seed, program in enumerate(games.values()):
        engine, chosen, state = walked(program, seed, looks)
        assert state == by_blocks(engine, seed, chosen)


PILES = """
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    repeat 6 times
        for p in players
            p chooses
                "play {c}" for c in p.hand
                    move c to heap
                "two {cs}" for cs in 2 cards of p.hand
                    move cs to heap
                    if size of heap > 4
                        move top of heap to p.hand
                        move top of heap to out
                    set p.score to size of heap
                "again {c} and {d}" for c in p.hand, d in p.hand where c != d
                    move c to heap
                    move d to heap
                    move c to heap
                "look {c}" for c in p.hand
                    if p.score < 90
                        move c to heap
                        add size of heap to p.score
                        if top of heap = c: add 20 to p.score
                "take {c}" for c in heap where c != top of heap
                    if size of heap > 3: move c to p.hand
                    otherwise: tidy(p)
                "count"
                    for c in heap where c.suit = hearts: add 1 to p.score
                    move heap to out
                    if p.score > 3: move out to heap
                "tidy" if heap is not empty
                    tidy(p)
                    add size of heap to p.score
                "swap {c}" if heap is not empty and (top of heap).suit != hearts for c in p.hand
                    move c to heap
                    move bottom of heap to p.hand
                    move c to p.left.hand
"""
TIDY = """
phase tidy(p: player)
    add size of heap to p.score
    move bottom of heap to p.hand
    if heap is not empty: move top of heap to out
"""
ZONES = """
zones
    stock: face down
    heap: face up
    out: face up
    hand of each player: private
"""


@pytest.mark.parametrize("looks", [0, 4])
def test_piles_are_whole_whenever_somebody_looks(rules, program, looks) -> None:
    """Cards are put on a pile and looked at in every way there is, between choices that nobody looks at."""
    made = program(rules(PILES, TIDY, zones=ZONES))
    assert [zone.ordered for zone in made.zones] == [True, True, False, False]
    for seed in range(30):
        engine, chosen, state = walked(made, seed, looks)
        assert state == by_blocks(engine, seed, chosen)


HOLDING = """
    repeat 30 times
        for p in players
            p chooses
                "add"
                    add 1 to n
                "row"
                    add 1 to p.left.score
                "phase"
                    more
                "there and back"
                    add 9 to n
                    subtract 9 from n
                "card {c}" for c in p.hand
                    move c to heap
                "nothing"
            if n = 3
                p chooses
                    "less"
                        set n to 0
                    "more"
                        set n to n + 1
"""
MORE = """
phase more
    add 1 to n
    for p in players: add 1 to p.score
always n < 5
always every p in players has p.score < 12
always size of heap < 50
define low means n + m < 6
always low
"""


def faulty(program, seed):
    """After how many choices a game by chance stops, as a walk and block by block, and what is said."""
    engine, dice = Engine(program), Dice(seed)
    walk, state = engine.walk(seed=seed), engine.start(seed=seed)
    options, count = walk.options, 0
    while options:
        answer = dice.below(len(options))
        option = options[answer]
        count += 1
        try:
            engine.take(state.values, ~state.values[PC], option)
        except Fault as fault:
            with pytest.raises(Fault) as walking:
                walk.take(answer)
            return count, fault.message if str(walking.value) == str(fault) else walking.value
        options = walk.take(answer)
    assert state.values[PC] <= OVER
    return count, ""


def test_what_must_always_hold_is_looked_at_whenever_it_could_have_changed(rules, program) -> None:
    made = program(rules(HOLDING, MORE, remember="n: number\nm: number"))
    found = [faulty(made, seed) for seed in range(30)]
    assert {message for _, message in found} >= {"this must always hold"}
    assert len({count for count, _ in found}) > 8
