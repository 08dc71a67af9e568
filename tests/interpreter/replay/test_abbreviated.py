"""Choices as people abbreviate them are answered with the choice in the words of the rules."""

from __future__ import annotations

import re

import pytest

from hoyle.interpreter.replay.events import Ended

BRIDGE = "hoyle play 1\ngame contract_bridge\nplayers N, E, S, W\nfirst dealer N\n"


@pytest.mark.parametrize(
    ("before", "said", "meant"),
    [
        ("", "bid 7♦", "bid 7 diamonds"),
        ("", "3NT", "bid 3 no trump"),
        ("", "3 NT", "bid 3 no trump"),
        ("", "1S", "bid 1 spades"),
        ("", "1♠", "bid 1 spades"),
        ("", "2 hearts", "bid 2 hearts"),
        ("", "bid 1 no-trump", "bid 1 no trump"),
        ("", "P", "pass"),
        ("", "Pass.", "pass"),
        ("N: bid 1 spades\n", "dbl", "double"),
        ("N: bid 1 spades\nE: double\n", "rdbl", "redouble"),
    ],
)
def test_a_call_is_written_out(wrong, replayed, before: str, said: str, meant: str) -> None:
    who = "NES"[before.count("\n")]
    found = wrong(f"{BRIDGE}{before}{who}: {said}\n")
    assert (found.code, found.span.text) == ("E1051", said)
    assert found.help is not None
    assert found.help.startswith(f"did you mean `{meant}`? legal are:")
    assert isinstance(replayed(f"{BRIDGE}{before}{who}: {meant}\n")[-1], Ended)


def test_the_words_are_those_of_the_game(wrong) -> None:
    head = "hoyle play 1\ngame whist\nplayers A, B, C, D\nfirst dealer A\n"
    hand = "hand B: 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣\n"
    assert wrong(head + hand + "B: 7C\n").help.startswith("did you mean `play 7♣`?")
    gin = "hoyle play 1\ngame gin_rummy\nplayers A, B\nhand A: A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠\ndeal discards: J♠\n"
    assert wrong(gin + "A: J♠\n").help.startswith("did you mean `take J♠`?")


def test_an_abbreviation_of_what_is_not_legal_is_written_out(wrong) -> None:
    found = wrong(BRIDGE + "N: bid 2 hearts\nE: 1H\n")
    assert found.code == "E1051"
    assert found.help.startswith("it is written as `bid 1 hearts`, which is not legal now; legal are:")


def test_what_means_nothing_is_answered_with_a_choice_of_each_kind(wrong) -> None:
    assert re.fullmatch(
        r"legal are: `pass`, `bid 1 no trump`, .*, `double` and \d+ more",
        wrong(BRIDGE + "N: bid 1 spades\nE: X\n").help,
    )
    assert "did you mean" not in wrong(BRIDGE + "N: 1\n").help  # the suit could be any


SPADES = "hoyle play 1\ngame spades\nplayers Mum, Dad, Kim, Leo\nfirst dealer Leo\n"
RUMMY = (
    "hoyle play 1\ngame rummy_500\nplayers Mum, Dad\nfirst dealer Dad\n"
    "hand Mum: 2♣ 3♣ 4♣ K♥ K♦ K♠ 9♥ 8♥ 7♥ 5♠ J♦ Q♣ A♦\ndeal discards: 9♠\nMum: draw, draws 6♥\n"
)
FISH = "hoyle play 1\ngame go_fish\nplayers Mum, Dad, Kim\nfirst dealer Kim\nhand Mum: K♥ K♦ 2♣ 3♣ 4♣\n"


@pytest.mark.parametrize(
    ("before", "said", "meant"),
    [
        (BRIDGE, "N: one spade", "bid 1 spades"),
        (BRIDGE, "N: bid one no-trump", "bid 1 no trump"),
        (SPADES, "Mum: bids four", "bid 4"),
        (SPADES, "Mum: bid nil", "nil"),
        (SPADES, "Mum: 4 tricks", "bid 4"),
        (RUMMY, "Mum: lay down K♥ K♦ K♠", "lay K♦ K♥ K♠"),
        (RUMMY, "Mum: meld KH KD KS", "lay K♦ K♥ K♠"),
        (RUMMY, "Mum: lays 2♣-3♣-4♣", "lay 2♣ 3♣ 4♣"),
        (FISH, "Mum: ask Dad for kings", "ask Dad for K"),
        (FISH, "Mum: asks Dad for K♥", "ask Dad for K"),
    ],
)
def test_numbers_ranks_and_other_verbs_are_read(wrong, replayed, before: str, said: str, meant: str) -> None:
    found = wrong(f"{before}{said}\n")
    assert found.code == "E1051"
    assert found.help.startswith(f"did you mean `{meant}`? legal are:")
    assert isinstance(replayed(f"{before}{said.partition(':')[0]}: {meant}\n")[-1], Ended)
