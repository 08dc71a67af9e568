"""Why a card is refused that does not follow: the same for every card of the deck, and for what is no card at all."""

from __future__ import annotations

import hoyle
from hoyle.interpreter.records import Choice


def test_every_card_of_another_suit_is_refused_for_its_suit_the_first_of_the_deck_too() -> None:
    """Nobody has to hold it: that the suit led must be followed speaks against it all the same."""
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


def test_a_number_that_is_no_card_is_no_value() -> None:
    question = hoyle.open("whist", seed=3, executor="python").question
    assert question is not None
    for number in (52, 99, -2):
        assert [one.text for one in question.objections(Choice(0, (number,)))] == ["there is no such value"]
