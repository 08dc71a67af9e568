"""What is written on the table: lines and values at every question, in all executors (see `conftest.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hoyle.interpreter.engine import Fault

Play = Callable[..., Any]
REMEMBER = """
bidder: player or none
level: 0..9
trump: suit or none
bid of each player: 0..9
passed: players
"""
BIDDING = """
for p in players
    p chooses
        "bid {n}" for n in level + 1..9
            set bidder to p
            set level to n
            set p.bid to n
        "name {s}" for s in suits
            set trump to s
        "pass"
            set passed to passed + p
"""


def test_lines_are_there_while_their_condition_holds_and_their_values_are(play: Play) -> None:
    more = """
    define best means highest bid
    written on the table
        "nothing is bid" if bidder is none
        "contract {level} {trump}" if bidder is not none
        "the best bid is {best}"
    """
    table = play(BIDDING, more=more, remember=REMEMBER)
    assert table.written == ["nothing is bid", "the best bid is 0"]
    table.choose("bid 3")
    assert table.written == ["the best bid is 3"], "trump is none, so the contract is not written"
    table.choose("name hearts")
    assert table.written == ["contract 3 hearts", "the best bid is 3"]


def test_lines_are_written_beside_players_in_seat_order(play: Play) -> None:
    more = """
    written on the table
        "bid {p.bid}" beside p in players where p.bid > 0
        "passed" beside p in passed
        "to beat {level}" if level > 0 beside q in players except bidder
    """
    table = play(BIDDING, more=more, remember=REMEMBER, players="3").choose("bid 2", "pass")
    assert table.written == ["A: bid 2", "B: passed", "B: to beat 2", "C: to beat 2"]
    table.choose("bid 5")
    assert table.over
    assert table.written == ["A: bid 2", "C: bid 5", "B: passed", "A: to beat 5", "B: to beat 5"]


def test_lines_are_written_beside_teams(play: Play) -> None:
    more = """
    written on the table
        "took {t.took}" beside t in teams where t.took > 0
    """
    table = play(
        """
        for p in players
            p chooses
                "take"
                    add 1 to p.team.took
                "leave"
        """,
        more=more,
        players="4, partners opposite",
        remember="took of each team: number",
    )
    assert table.choose("take", "leave", "take").written == ["0: took 2"]


def test_cards_that_lie_open_can_be_written(play: Play) -> None:
    more = """
    define top_card means top of heap
    written on the table
        "open {heap}" if heap is not empty
        "on top {top_card}" if heap is not empty
    """
    main = """
    for p in players
        move top of stock to heap
        p chooses
            "go on"
            "stop"
    """
    table = play(main, more=more)
    assert table.written == ["open As", "on top As"]
    assert table.choose("go on").written == ["open Ks As", "on top Ks"]


def test_two_packs_need_several_words(play: Play) -> None:
    more = """
    written on the table
        "open {heap}"
        "{p.bid} beside" beside p in players
    """
    table = play(
        """
        for p in players
            move top 3 of stock to heap
            set p.bid to size of heap
            p chooses
                "go on"
                "stop"
        """,
        more=more,
        deck="2 3 4 5 6 7 8 9 10 J Q K A, 3 copies",
        remember="bid of each player: number",
    )
    assert table.written[0] == "open As As As"
    assert table.random(1).over


def test_the_end_of_a_shuffled_pile_is_settled_before_it_is_written(play: Play) -> None:
    more = """
    define upper means top of heap
    written on the table
        "on top {upper}" if heap is not empty
    """
    main = """
    move top 9 of stock to heap
    shuffle heap
    for p in players
        p chooses
            "take"
                move top of heap to p.hand
            "leave"
    """
    for seed in range(4):
        table = play(main, more=more, seed=seed)
        said = table.written
        table.choose("take")
        assert said == [f"on top {table.zone('hand', 0)}"]


def test_an_option_that_denies_a_line_leaves_it_out(play: Play) -> None:
    more = """
    option loud: yes or no = no "is it said aloud"
    written on the table
        "loud" if loud
        "quiet" if not loud
    """
    assert play(BIDDING, more=more, remember=REMEMBER).written == ["quiet"]
    assert play(BIDDING, more=more, remember=REMEMBER, options={"loud": True}).written == ["loud"]
    assert len(play(BIDDING, more=more, remember=REMEMBER).program.written) == 1


def test_a_line_may_stop_the_game_with_a_fault(play: Play) -> None:
    more = """
    define only means the p in players where p.bid > 0
    written on the table
        "the only one is {only}"
    """
    with pytest.raises(Fault, match="exactly one"):
        play(BIDDING, more=more, remember=REMEMBER)
