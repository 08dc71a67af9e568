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


OWNED = """game "Of"
players 4
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    hand of each player: face up
remember
    points of each player: number
define players_of(p: player) means every q in players where LONG
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    for p in players
        if size of players_of(p) > 2: add 1 to p.points
        for q in players_of(p): add 1 to q.points
    game over, won by the player with highest points, otherwise shared
"""
LONG = "(q.points = p.points and size of q.hand > 2 and any c in q.hand has c.rank = A) or (q != p and q.hand is empty)"


def test_a_name_that_ends_in_of_keeps_whose_it_is() -> None:
    text = " ".join(str(hoyle.rulebook(OWNED.replace("LONG", LONG))).split())
    assert "If the number of players among the players of the player is more than 2" in text
    assert "each player among the players of the player" in text.lower()
