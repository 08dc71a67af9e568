"""The small grammar behind the prose: negated clauses, plurals and articles."""

from __future__ import annotations

import pytest

from hoyle.dsl.rulebook import english as en


@pytest.mark.parametrize(
    ("clause", "opposite"),
    [
        ("hearts are broken", "hearts are not broken"),
        ("the player has run out of cards", "the player has not run out of cards"),
        ("the dealer may not pass", "the dealer may pass"),
        ("the thrower has taken no trick", "the thrower has taken a trick"),
        ("there are no cards left", "there are some cards left"),
        ("a card is out of play", "no card is out of play"),
        ("somebody has passed", "nobody has passed"),
        ("the defender takes the cards", "the defender does not take the cards"),
        ("the turn passes", "the turn does not pass"),
        ("the taken cards match", "it is not so that the taken cards match"),
        ("the dealer sits alone", "it is not so that the dealer sits alone"),
    ],
)
def test_negated_clauses(clause: str, opposite: str) -> None:
    assert en.negated_clause(clause) == opposite


def test_a_clause_that_has_just_become_true() -> None:
    assert en.become_true("hearts are broken") == "hearts are now broken"
    assert en.become_true("the dealer sits alone") == "now the dealer sits alone"
    assert en.become_true("the player may not lead yet") == "from now on the player may not lead yet"
    assert (
        en.become_true("as many bets as there may be were made") == "note that as many bets as there may be were made"
    )


def test_clauses_about_one_subject_name_it_once() -> None:
    same = ["the player is the thrower", "the player is not out", "the player has no trick"]
    assert en.of_one_subject(same) == ["the player is the thrower", "is not out", "has no trick"]
    others = ["there is a thrower", "there is no loner", "the player is out", "the dealer is out", "the player fits"]
    assert en.of_one_subject(others) == others
    unclear = ["the player is out or the dealer is", "the player is out"]
    assert en.of_one_subject(unclear) == unclear


@pytest.mark.parametrize(
    ("owner", "thing"),
    [
        (en.Noun("the dealer"), "the dealer's points"),
        (en.Noun("the makers", True), "the makers' points"),
        (en.Noun("the dealer's team"), "the points of the dealer's team"),
        (en.Noun("the player to the left"), "the points of the player to the left"),
    ],
)
def test_possessives(owner: en.Noun, thing: str) -> None:
    assert owner.of("points") == thing
