"""Reasons against a card of another suit: the same for every card of the deck.

And reasons against numbers that are no cards.
"""

from __future__ import annotations

import hoyle
from hoyle.interpreter.records import Choice


def test_every_card_of_another_suit_is_refused_because_of_its_suit() -> None:
    """This includes the first card of the deck and cards that the player does not hold."""
    game = hoyle.open("whist", seed=3, executor="python")
    game.choose("play 8S")
    question, cards = game.question, game.rules.values.cards[:-1]
    assert question is not None
    assert game.turn is not None
    assert game.cards("trick") == ("8♠",)
    for card in cards:
        reasons = [one.text for one in question.objections(Choice(0, (card.number,)))]
        if card.suit != "spades":
            assert reasons == ["the suit led must be followed"]
        elif card in game.cards("hand", game.turn):
            assert reasons == []
        else:
            assert reasons == [f"`{card}` is not among what can be chosen here"]


def test_a_number_that_is_no_card_is_refused_as_unknown() -> None:
    question = hoyle.open("whist", seed=3, executor="python").question
    assert question is not None
    for number in (52, 99, -2):
        assert [one.text for one in question.objections(Choice(0, (number,)))] == ["there is no such value"]


def test_a_card_that_cannot_be_chosen_is_refused_before_the_condition_is_looked_at(play) -> None:
    """The condition would fail for every card of rank 2, whoever holds it."""
    main = 'deal 2 from stock to hand of each player\np chooses\n    "take {c}" for c in p.hand where c.rank != 2\n        nothing'
    question = play(main, deck="2 3", remember="p: player\n").question
    held = question.pool(0, 0)
    texts = {
        card: [one.text for one in question.objections(Choice(0, (card,)))]
        for card in range(len(question.deck))
        if not held >> card & 1
    }
    assert len(texts) == 6
    assert {len(reasons) for reasons in texts.values()} == {1}
    assert all(reasons[0].endswith("is not among what can be chosen here") for reasons in texts.values())


def test_a_number_out_of_its_range_is_refused_with_its_value(play) -> None:
    main = 'p chooses\n    "bid {n}" for n in 1..5\n        nothing'
    question = play(main, remember="p: player\n").question
    for number in (0, 6, -3):
        reasons = [one.text for one in question.objections(Choice(0, (number,)))]
        why = "more than 5, the highest" if number > 5 else "less than 1, the lowest"
        assert reasons == [f"{number} is {why} number that can be chosen here"]
