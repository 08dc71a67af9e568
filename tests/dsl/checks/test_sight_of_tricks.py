"""Rules may ask who is ahead in a trick only if the cards of the trick are visible."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

RULES = """game "Hidden"
players 2
deck 7 8 9 of clubs hearts
zones
    stock: face down
    trick: VISIBILITY
    hand of each player: private
remember
    dealer: player
    score of each player: number
ranking
    any suit: 9 8 7
main
    gather every card into stock
    shuffle stock
    set dealer to a random player
    deal 2 from stock to hand of each player
    play trick from hand to trick, led by dealer, any card, taken by winner
    add 1 to winner.score
    dealer chooses
        "mine" if CONDITION
            add 1 to dealer.score
        "not"
    game over, won by the player with highest score
"""


@pytest.mark.parametrize(
    "condition",
    [
        "the winner so far = dealer",
        "(7 of clubs).player = dealer",
        "dealer.played = 9 of hearts",
        "dealer.played is not none and dealer.played beats the winning card so far",
    ],
)
def test_a_choice_must_not_depend_on_a_face_down_trick(condition: str) -> None:
    for visibility, codes in (("face up", set[str]()), ("face down", {"E0801", "W0526"})):
        text = RULES.replace("VISIBILITY", visibility).replace("CONDITION", condition)
        assert {d.code for d in load(Source("hidden", text)).diagnostics} == codes, visibility


THROWN_IN = """game "Thrown in"
players 2
deck 7 8 9 of clubs hearts
zones
    stock: face down
    hand of each player: private
remember
    score of each player: number
main
    deal_hands
    for p in players
        p chooses
            "throw in" if any c in p.left.hand has c.rank = 9
                show p.hand to everyone
                AGAIN
            "keep"
                add 1 to p.score
    game over, won by the player with highest score

phase deal_hands
    gather every card into stock
    shuffle stock
    deal 2 from stock to hand of each player
"""


def test_cards_shown_only_before_a_new_deal_stay_secret() -> None:
    """A player who throws in his hand shows it and the cards are dealt again.

    So the choice to do this must not depend on another player's hand.
    """
    for after, codes in (("start deal_hands again", {"E0801"}), ("add 1 to p.score", set[str]())):
        found = load(Source("thrown in", THROWN_IN.replace("AGAIN", after))).diagnostics
        assert {d.code for d in found if d.severity == "error"} == codes, after
