"""Parts of the module compiler: ranges of numbers, live slots, and the log of games."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.modules import ADDED, LOGGED, Games, code_of, outcomes
from hoyle.interpreter.batch.playout import Outcome, Playout
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import maker
from hoyle.interpreter.program import Binary, Const, Domain, Fold, Get, Program
from hoyle.interpreter.wasm.ranges import NOTHING, ProgramRanges, join, narrow, within
from hoyle.interpreter.wasm.search.liveness import live_slots
from hoyle.interpreter.wasm.tallies import DEALS, LENGTH

# One trick of two cards in each deal.  Its winner names a suit.
TRICKS = """
game "Tricks"
language 1
players 2
deck 7 8 of clubs hearts
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    dealer: player
    best: suit
    bid: 0..6
    unread: number
    score of each player: number
ranking
    any suit: 8 7
main
    set dealer to a random player
    repeat 3 times
        gather every card into stock
        shuffle stock
        deal 2 from stock to hand of each player
        dealer chooses
            "bid {b}" for b in 0..6
                set bid to b
                set unread to b
        play trick from hand to trick, led by dealer, any card, taken by winner
        winner chooses
            "like {s}" for s in suits
                set best to s
        if best = hearts: add bid to winner.score
        set bid to 0
        set dealer to dealer.left
    game over, won by the player with highest score
"""
NOBODY_DEALS = TRICKS.replace("set dealer to a random player\n", "set dealer to the lowest p in players by p.score\n")


@cache
def rules(text: str = TRICKS) -> Program:
    loaded = load(Source("tricks", text))
    assert loaded.game is not None, loaded.diagnostics
    return lower(loaded.game, {}, None)


def slot(name: str) -> int:
    return next(one.base for one in rules().variables if one.name == name)


@pytest.mark.parametrize("text", [TRICKS, NOBODY_DEALS])
def test_the_log_of_a_module_describes_each_game(text: str) -> None:
    """For each deal: the dealer, the gains of each side and the number of choices.  For the game: its winners."""
    program = rules(text)
    games, log = Games(code_of(program), 7, LOGGED), []
    games.play(3, 6, log)
    playout = Playout(program, [maker("random")] * 2, 7, paired=True)
    played: list[Outcome] = [replace(playout.play(index), final=[]) for index in range(3, 9)]
    assert list(outcomes(log)) == played
    assert all(len(game.deals) == 3 for game in played)
    assert {game.dealer for game in played} == ({0, 1} if text == TRICKS else {-1})
    assert {deal.dealer for game in played for deal in game.deals} == ({0, 1} if text == TRICKS else {-1})


def test_the_log_of_a_very_long_game() -> None:
    long = TRICKS.replace("repeat 3 times", "repeat 1100 times")
    games, log = Games(code_of(rules(long)), 7, ADDED), []
    games.play(0, 1, log)
    assert [values for kind, values in log if kind == LENGTH] == [(0, 4_400)]
    assert [values for kind, values in log if kind == DEALS] == [(0, 1_100)]


def test_live_slots_at_each_question() -> None:
    """A slot is dead if it is written before it is read again, or if no instruction reads it."""
    bid, play, like = live_slots(rules())
    assert slot("dealer") in bid & play & like
    assert slot("bid") not in bid
    assert slot("bid") in play & like
    assert slot("best") not in bid | play | like
    assert slot("unread") not in bid | play | like
    assert {slot("score"), slot("score") + 1} <= bid & play & like


def test_ranges_of_sums_and_of_impossible_values() -> None:
    program = rules()
    ranges = ProgramRanges(program)
    bid = Get(slot("bid"), None, 1)
    assert ranges.of(bid) == (0, 6)
    over = Domain("mask", (Const(3),))
    assert ranges.of(Fold("sum", 0, over, None, bid, 0)) == (0, 12)
    assert ranges.of(Fold("sum", 0, over, None, Const(-2), 0)) == (-4, 0)
    assert ranges.of(Fold("sum", 0, over, None, Const(2), 0)) == (0, 4)
    assert ranges.of(Fold("count", 0, over, None, None, 0)) == (0, 2)
    nothing = Get(slot("bid"), None, 1)
    ranges.slots[slot("bid")] = NOTHING
    for op in ("+", "-", "*"):
        assert ranges.of(Binary(op, nothing, Const(1))) == NOTHING
        assert ranges.of(Binary(op, Const(1), nothing)) == NOTHING
    assert join(NOTHING, (1, 2)) == join((1, 2), NOTHING) == (1, 2)
    assert join((1, 2), (-4, 0)) == (-4, 2)
    assert within(NOTHING, (0, 0))
    assert within((0, 3), (0, 3))
    assert not within((0, 4), (0, 3))
    assert not within((-1, 3), (0, 3))
    assert narrow((-(2**63), 2**63 - 1))
    assert not narrow((0, 2**63))
