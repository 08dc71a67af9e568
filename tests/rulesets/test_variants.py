"""The variants that ship: each changes what it says, and nothing else."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.records import Shown, TrickBegan


def newberry(tables, fixed, name, hands=("", "", "", ""), turned="K♠", options=None):
    """A hand of Newberry dealt by seat 3, so that seat 0 bids first."""
    deck = [rank + sign for rank in ("9", "10", "J", "Q", "K", "A") for sign in "♣♦♥♠"]
    hands = [hand.split() for hand in hands]
    rest = [card for card in deck if card not in [turned, *(c for hand in hands for c in hand)]]
    deal = {}
    for seat, hand in enumerate(hands):
        deal["hand", seat] = " ".join(hand + [rest.pop(0) for _ in range(5 - len(hand))])
    return tables.match(name, options, chance=fixed(deal | {("turned", -1): turned}, {"dealer": 3}))


def test_must_call(tables, fixed):
    match = newberry(tables, fixed, "must_call").say(*["pass"] * 7)
    assert all(label.startswith("call") for label in match.options())


def test_no_screw(tables, fixed, gains_of):
    match = newberry(tables, fixed, "no_screw").say(*["pass"] * 8)
    assert gains_of(match) == [0, 0]
    assert match.value("dealer") == 0


def test_stuck_at_seven(tables, fixed, strategies):
    match = newberry(tables, fixed, "stuck_at_seven").say(*["pass"] * 7)
    assert "pass" in match.options()
    assert "fold" not in match.options()
    stuck = set()
    for seed in range(40):
        match, dice = tables.match("stuck_at_seven", seed=seed), Dice(seed)
        while match.question is not None:
            options = match.options()
            if match.actor == match.value("dealer") and any(label.startswith("call") for label in options):
                high = max(match.values("points")) >= 7
                assert ("fold" in options) == high
                assert ("pass" in options) == (not high)
                stuck.add(high)
            match.take(
                options["pass"] if "pass" in options and dice.below(6) else strategies["anything"](match.question, dice)
            )
            if len(match.records) > 4000:
                break
    assert stuck == {True, False}


def test_canadian_loner(tables, fixed):
    match = newberry(tables, fixed, "canadian_loner")
    assert set(match.options()) == {"pass", "order up", "order up alone"}
    match.say("pass")
    assert set(match.options()) == {"pass", "order up alone"}, "the dealer's partner"
    match.say("pass")
    assert set(match.options()) == {"pass", "order up", "order up alone"}


def test_defend_alone(tables, fixed):
    match = newberry(tables, fixed, "defend_alone").say("order up alone", "discard K♠")
    assert set(match.options()) == {"defend together", "defend alone"}
    assert match.actor == 1, "the player on the loner's left is asked first"
    match.say("defend together")
    assert match.actor == 3
    match.say("defend alone")
    assert [len(match.cards("hand", seat)) for seat in range(4)] == [5, 0, 0, 5]
    assert [r.leader for r in match.records if isinstance(r, TrickBegan)] == [3], "seats 1 and 2 are out of play"


@pytest.mark.parametrize(("guard", "points"), [("defend together", 2), ("defend alone", 4)])
def test_a_euchre_by_a_player_who_defends_alone_pays_double(guard, points, tables, fixed, gains_of):
    hands = ["9♠ 9♥ 9♦ 10♦ 9♣", "J♠ J♣ A♠ Q♠ A♥", "10♥ 10♣ Q♣ Q♦ Q♥", "K♥ K♦ K♣ A♦ A♣"]
    options = {"lone_euchre_pays": "defenders_gain", "lone_march_against": "as_lone_euchre"}
    match = newberry(tables, fixed, "defend_alone", hands, "K♠", options).say("order up alone", "discard K♠", guard)
    if guard == "defend together":
        match.say("defend together")
    while match.value("dealer") == 3:
        match.say(next(iter(match.options())))
    assert gains_of(match) == [0, points]


def test_the_benny_is_the_highest_trump(tables, fixed):
    hands = ["Joker 9♣ 10♣ 9♦ 10♦", "J♠ A♠ A♥ K♥ Q♥", "J♣ Q♠ K♣ Q♣ A♣", "10♠ A♦ K♦ Q♦ J♦"]
    match = newberry(tables, fixed, "benny", hands, "K♠").say("order up", "discard K♠", "play Joker")
    assert set(match.options()) == {"play J♠", "play A♠"}, "the Benny led asks for trumps"
    match.say("play J♠")
    assert set(match.options()) == {"play J♣", "play Q♠"}
    match.say("play J♣", "play 10♠")
    assert match.actor == 0


def test_the_benny_turned_up_stands_for_the_suit_the_dealer_names(tables, fixed):
    match = newberry(tables, fixed, "benny", turned="Joker")
    assert match.actor == 3
    assert set(match.options()) == {f"propose {suit}" for suit in ("clubs", "diamonds", "hearts", "spades")}
    match.say("propose hearts")
    assert match.actor == 0
    other = match.state
    match.say("order up")
    assert match.word("trump") == "hearts"
    assert "discard Joker" in match.options()
    match.state = other
    match.say(*["pass"] * 4)
    assert "call hearts" not in match.options()


def test_poor_hands_are_thrown_in(tables, fixed, gains_of):
    hands = ["9♣ 9♦ 10♣ 10♦ 9♥", "10♥ 10♠ 9♠ J♣ Q♣", "", ""]
    match = newberry(tables, fixed, "poor_hand", hands)
    assert set(match.options()) == {"keep the hand", "throw the hand in"}
    before = match.state
    match.say("keep the hand")
    assert list(match.options()) == ["keep the hand"], "a jack is above a ten"
    match.state = before
    match.say("throw the hand in")
    assert any(isinstance(record, Shown) for record in match.records)
    assert match.value("dealer") == 3
    assert match.actor == 0
    assert gains_of(match) == [0, 0]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_two_packs_for_five(players, tables):
    match = tables.match("two_packs_for_five", players=players)
    assert len(match.program.deck) == (104 if players >= 5 else 52)


def test_ranked_suits(tables):
    match = tables.match("ranked_suits", {"lone_bids": "not_allowed"}, seed=1).say("bid 3 diamonds")
    order = ["spades", "clubs", "diamonds", "hearts", "no trump"]
    same = {f"bid 3 {suit}" for suit in order[3:]}
    assert set(match.options()) == {"pass"} | same | {f"bid {n} {suit}" for n in range(4, 9) for suit in order}
    match.say("bid 8 hearts")
    assert set(match.options()) == {"pass", "bid 8 no trump"}
    match.say("bid 8 no trump")
    assert all(label.startswith("play") for label in match.options())
