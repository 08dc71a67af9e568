"""Names and descriptions as newcomers write them: the sentences made of them can be read."""

from __future__ import annotations

import pytest

import hoyle

RULES = """game "Words"
players 3
deck 9 10 J Q K A, 2 jokers
zones
    stock: face down
    trick: face up
    hand of each player: private
    laid of each player: face up
remember
    dealer: player
    called: face or none
    blocked: suit
    gains: number
    points of each player: number
ranking
    any suit: A K Q J 10 9
    joker
define not_lead(c: card) means c.suit = blocked  "may not lead yet"
define pair_of(c: card) means any d in trick has (d.rank = c.rank and d != c)
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 6 from stock to hand of each player
    set blocked to a random suit
    let coup be no
    dealer chooses
        "lead {c}" for c in dealer.hand where not c.not_lead
            move c to trick
        "lay {c}" for c in dealer.hand
            move c to dealer.laid
            set coup to yes
        "call {f}" for f in faces where f.rank = A
            set called to f
    if coup: add 1 to gains
    if any c in trick has pair_of(c): add 1 to gains
    if (number of c in trick where c is joker) = 2: add 1 to gains
    if called is not none: add gains to dealer.points
    game over, won by the player with highest points
"""


@pytest.fixture(scope="module")
def text() -> str:
    return " ".join(str(hoyle.rulebook(RULES)).split())


@pytest.mark.parametrize(
    "sentence",
    [
        "To begin with, “coup” is no.",
        "a card of the dealer's hand that may lead.",
        "The called card is now the face.",
        "“pair of” applies to one card of the trick",
        "two cards of the trick that are jokers",
    ],
)
def test_sentences_can_be_read(text: str, sentence: str) -> None:
    assert sentence in text
