"""Honours of Contract Bridge, compared with arithmetic written by hand from the tables of rubber bridge.

Five of ace, king, queen, jack and ten of trumps in one hand are worth 150 points to the side that holds them, four of
them 100; without trumps four aces in one hand are worth 150.  They count for the declarer's side and for the others.
"""

from __future__ import annotations

import pytest

HIGH = ("A", "K", "Q", "J", "10")
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
HANDS = {
    "five": {0: "A♠ K♠ Q♠ J♠ 10♠"},
    "four": {1: "A♥ K♥ Q♥ 10♥", 2: "J♥"},
    "aces": {3: "A♠ A♥ A♦ A♣"},
    "three aces": {2: "A♠ A♥ A♦", 3: "A♣"},
}


def premium(cards, trump):
    """What the cards of one hand earn."""
    if trump == "no trump":
        return 150 if sum(card[:-1] == "A" for card in cards) == 4 else 0
    held = sum(card[:-1] in HIGH and card[-1] == SIGNS[trump] for card in cards)
    return {5: 150, 4: 100}.get(held, 0)


@pytest.mark.parametrize("cards", HANDS)
@pytest.mark.parametrize("trump", [*SIGNS, "no trump"])
@pytest.mark.parametrize("honours", [True, False])
def test_honours_are_counted_before_the_first_lead(cards, trump, honours, tables, fixed):
    deal = {("hand", player): hand for player, hand in HANDS[cards].items()}
    match = tables.match(
        "contract_bridge", {"scoring": "rubber", "honours": honours}, chance=fixed(deal, {"dealer": 0})
    )
    match.say(f"bid 1 {trump}", "pass", "pass", "pass")
    expected = [0, 0]
    for player in range(4):
        expected[player % 2] += premium(match.cards("hand", player), trump) if honours else 0
    assert match.values("points") == expected


def test_honours_belong_to_the_rubber(tables, fixed):
    deal = {("hand", player): hand for player, hand in HANDS["five"].items()}
    match = tables.match("contract_bridge", {"honours": True}, chance=fixed(deal, {"dealer": 0}))
    match.say("bid 1 spades", "pass", "pass", "pass")
    assert match.values("points") == [0, 0]
